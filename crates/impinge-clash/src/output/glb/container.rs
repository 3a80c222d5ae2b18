//! The two chunks of a GLB: what there is, in JSON, and its numbers.

use crate::output::OutputError;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use serde_json::{Value, json};
use std::collections::HashMap;

/// How a part of the model looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Material {
    /// In no clash: translucent.
    Ghost,
    /// In a clash.
    Body,
    /// A triangle that meets another body.
    Clashing,
    /// A curve.
    Curve,
    /// A contact that a tolerance allows.
    Allowed,
}

/// Some triangles about a centre.
pub struct Piece {
    positions: Vec<DVec3>,
    corners: Vec<u32>,
}

impl Piece {
    /// Some faces of a mesh, with the vertices that they use.
    pub fn of(mesh: &Mesh, faces: impl Iterator<Item = u32>, centre: DVec3) -> Self {
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let (mut positions, mut corners) = (Vec::new(), Vec::new());
        for face in faces {
            for corner in mesh.faces()[FaceId(face).index()] {
                let number = *numbers.entry(corner).or_insert_with(|| {
                    positions.push(mesh.vertices()[corner as usize] - centre);
                    positions.len() as u32 - 1
                });
                corners.push(number);
            }
        }
        Self { positions, corners }
    }

    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }
}

/// A GLB under way.
#[derive(Default)]
pub struct Container {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    roots: Vec<usize>,
}

const TRIANGLES: u32 = 4;
const LINES: u32 = 1;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;

impl Container {
    /// Stands for the mesh of a body that has none of its own.
    pub const NO_MESH: usize = usize::MAX;

    pub fn is_empty(&self) -> bool {
        self.meshes.is_empty()
    }

    /// Adds triangles and gives the number of their mesh.
    pub fn mesh(&mut self, name: &str, piece: &Piece, material: Material) -> Result<usize, OutputError> {
        self.primitive(name, &piece.positions, &piece.corners, TRIANGLES, material)
    }

    /// Adds lines about an origin and gives the number of their mesh.
    pub fn lines(
        &mut self,
        name: &str,
        material: Material,
        lines: &[[DVec3; 2]],
        origin: DVec3,
    ) -> Result<usize, OutputError> {
        let positions: Vec<DVec3> = lines.as_flattened().iter().map(|p| *p - origin).collect();
        let corners: Vec<u32> = (0..positions.len() as u32).collect();
        self.primitive(name, &positions, &corners, LINES, material)
    }

    fn primitive(
        &mut self,
        name: &str,
        positions: &[DVec3],
        corners: &[u32],
        mode: u32,
        material: Material,
    ) -> Result<usize, OutputError> {
        let start = self.binary.len();
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for position in positions {
            for (k, x) in position.to_array().into_iter().enumerate() {
                let x = x as f32;
                if !x.is_finite() {
                    return Err(OutputError::encoding(format!("{name:?} is too large for single precision")));
                }
                (low[k], high[k]) = (low[k].min(x), high[k].max(x));
                self.binary.extend(x.to_le_bytes());
            }
        }
        let middle = self.binary.len();
        let is_short = positions.len() <= usize::from(u16::MAX);
        if is_short {
            self.binary.extend(corners.iter().flat_map(|i| (*i as u16).to_le_bytes()));
        } else {
            self.binary.extend(corners.iter().flat_map(|i| i.to_le_bytes()));
        }
        let (view, accessor) = (self.views.len(), self.accessors.len());
        self.views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": middle - start, "target": 34962 }));
        let rest = self.binary.len() - middle;
        self.views.push(json!({ "buffer": 0, "byteOffset": middle, "byteLength": rest, "target": 34963 }));
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let index_type = if is_short { UNSIGNED_SHORT } else { UNSIGNED_INT };
        self.accessors.push(json!({
            "bufferView": view, "componentType": 5126, "type": "VEC3", "count": positions.len(), "min": low, "max": high,
        }));
        self.accessors.push(json!({
            "bufferView": view + 1, "componentType": index_type, "type": "SCALAR", "count": corners.len(),
        }));
        let primitive = json!({
            "attributes": { "POSITION": accessor }, "indices": accessor + 1, "mode": mode, "material": material as u32,
        });
        self.meshes.push(json!({ "name": name, "primitives": [primitive] }));
        Ok(self.meshes.len() - 1)
    }

    /// Adds a node that hangs on another.
    pub fn child(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a node of the scene.
    pub fn root(&mut self, node: Value) {
        let number = self.child(node);
        self.roots.push(number);
    }

    /// The file.
    pub fn finish(self, extras: &Value) -> Result<Vec<u8>, OutputError> {
        let document = json!({
            "asset": { "version": "2.0", "generator": "Impinge", "extras": extras },
            "scene": 0,
            "scenes": [{ "nodes": self.roots }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": materials(),
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{ "byteLength": self.binary.len() }],
        });
        let mut document = serde_json::to_vec(&document).map_err(OutputError::encoding)?;
        document.resize(document.len().next_multiple_of(4), b' ');
        let length = |bytes: usize| u32::try_from(bytes).map_err(|_| OutputError::TooLong);
        let mut bytes = Vec::with_capacity(28 + document.len() + self.binary.len());
        bytes.extend(b"glTF\x02\0\0\0");
        bytes.extend(length(28 + document.len() + self.binary.len())?.to_le_bytes());
        for (kind, data) in [(b"JSON", &document), (b"BIN\0", &self.binary)] {
            bytes.extend(length(data.len())?.to_le_bytes());
            bytes.extend(kind);
            bytes.extend(data);
        }
        Ok(bytes)
    }
}

/// The materials, in the order of their numbers.
fn materials() -> Value {
    let plain = |name: &str, colour: [f64; 4]| {
        json!({
            "name": name, "doubleSided": true,
            "pbrMetallicRoughness": { "baseColorFactor": colour, "metallicFactor": 0.0, "roughnessFactor": 0.8 },
        })
    };
    let mut ghost = plain("in no clash", [0.6, 0.64, 0.7, 0.15]);
    ghost["alphaMode"] = json!("BLEND");
    let mut curve = plain("curve", [0.0, 0.0, 0.0, 1.0]);
    curve["emissiveFactor"] = json!([0.8, 0.0, 0.4]);
    let mut allowed = plain("within tolerance", [0.0, 0.0, 0.0, 1.0]);
    allowed["emissiveFactor"] = json!([0.0, 0.45, 0.7]);
    json!([
        ghost,
        plain("in a clash", [0.72, 0.74, 0.78, 1.0]),
        plain("clashing", [0.67, 0.11, 0.0, 1.0]),
        curve,
        allowed
    ])
}
