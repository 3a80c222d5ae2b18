//! Meshes of the document, each made of its primitives of triangles, strips and fans.

use super::accessor::Accessor;
use super::buffer::Buffers;
use super::node::Node;
use crate::error::{Fault, FilePlace, Problem};
use crate::json::Json;
use crate::text::EXACT_RANGE;
use crate::warning::{ReadWarning, not_tiny};
use impinge::math::{DMat3, DVec3, Pose, SMALLEST_COORDINATE, in_exact_range};
use impinge::mesh::Mesh;
use std::collections::HashMap;
use std::sync::Arc;

/// Corners that a file may ask for beyond [`CORNERS_PER_BYTE`]: small files are never refused.
const CORNERS_AT_LEAST: usize = 1 << 20;
/// Corners that a byte of the file and of its buffers may ask for: references can repeat data, and a small file must not fill the memory.
const CORNERS_PER_BYTE: usize = 16;

/// The meshes made so far, by their number and what was baked into them; `None` for those without triangles.
#[derive(Debug)]
pub(super) struct Meshes<'a> {
    root: Json<'a>,
    buffers: Buffers<'a>,
    made: HashMap<(usize, [u64; 9]), Option<WarnedMesh>>,
    /// What was baked into each mesh, in order.
    baked: HashMap<usize, Vec<DMat3>>,
    file_bytes: usize,
    corners: usize,
}

/// Vertices and faces of one mesh, being gathered.
#[derive(Debug, Default)]
struct Soup {
    vertices: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
    /// How many coordinates were too small to be exact, and are zero.
    tiny: u64,
    /// Whether a primitive has morph targets.
    has_targets: bool,
}

/// A mesh with what it is not.
#[derive(Clone, Debug)]
pub(super) struct WarnedMesh {
    pub(super) mesh: Arc<Mesh>,
    pub(super) warnings: Vec<ReadWarning>,
}

impl<'a> Meshes<'a> {
    pub(super) fn new(root: &Json<'a>, buffers: Buffers<'a>, file_bytes: usize) -> Self {
        Self { root: root.clone(), buffers, made: HashMap::new(), baked: HashMap::new(), file_bytes, corners: 0 }
    }

    /// The mesh of a node and its pose, if the node has triangles.
    pub(super) fn posed(&mut self, node: &Node<'a>) -> Result<Option<(WarnedMesh, Pose)>, Fault> {
        let Some((index, json)) = &node.mesh else { return Ok(None) };
        let before = self.baked.get(index).map_or(&[][..], Vec::as_slice);
        let (pose, baked) = node.placement.rigid(before).map_err(|error| {
            Fault::unexpected(node.json.place(), "a transform with a rigid pose", format!("one where {error}"))
        })?;
        let key = (*index, baked.to_cols_array().map(f64::to_bits));
        let mesh = match self.made.get(&key) {
            Some(mesh) => mesh.clone(),
            None => {
                let mesh = self.make(json, &baked)?;
                self.made.insert(key, mesh.clone());
                self.baked.entry(*index).or_default().push(baked);
                mesh
            }
        };
        let is_skinned = node.json.get("skin").is_some();
        Ok(mesh.map(|mut mesh| {
            mesh.warnings.extend(is_skinned.then_some(ReadWarning::Skin));
            (mesh, pose)
        }))
    }

    fn make(&mut self, json: &Json<'a>, baked: &DMat3) -> Result<Option<WarnedMesh>, Fault> {
        let mut soup = Soup::default();
        for primitive in json.need("primitives")?.items()? {
            self.gather(&primitive, baked, &mut soup)?;
        }
        if soup.faces.is_empty() {
            return Ok(None);
        }
        let refused = |refusal| {
            let body = json.get("name").and_then(|name| name.text().ok()).unwrap_or("unnamed").to_owned();
            Fault::new(json.place(), Problem::Refused { body, refusal })
        };
        let mut warnings = ReadWarning::tiny(soup.tiny);
        warnings.extend(soup.has_targets.then_some(ReadWarning::MorphTargets));
        let mesh = Mesh::try_new(soup.vertices, soup.faces).map_err(refused)?;
        Ok(Some(WarnedMesh { mesh: Arc::new(mesh), warnings }))
    }

    /// Adds the triangles of a primitive, with the vertices that they use.
    fn gather(&mut self, primitive: &Json<'a>, baked: &DMat3, soup: &mut Soup) -> Result<(), Fault> {
        let mode = primitive.size_or("mode", 4)?;
        let position = primitive.need("attributes")?.get("POSITION");
        let (4..=6, Some(position)) = (mode, position) else {
            return match primitive.get("mode") {
                Some(json) if mode > 6 => Err(json.unexpected("a mode between 0 and 6")),
                _ => Ok(()),
            };
        };
        soup.has_targets |= primitive.get("targets").is_some_and(|targets| targets.len() > 0);
        let positions = Accessor::read(&self.root, &self.buffers, &position, "VEC3")?;
        let indices = match primitive.get("indices") {
            None => None,
            Some(indices) => Some(Accessor::read(&self.root, &self.buffers, &indices, "SCALAR")?),
        };
        let count = indices.as_ref().map_or(positions.count, |indices| indices.count);
        let limit = CORNERS_AT_LEAST + CORNERS_PER_BYTE * (self.file_bytes + self.buffers.loaded_bytes());
        // Replacements are read again for each primitive.
        let replaced = positions.replaced() + indices.as_ref().map_or(0, Accessor::replaced);
        self.corners = self.corners.saturating_add(count).saturating_add(replaced);
        if self.corners > limit {
            let expected = format!("at most {limit} corners in all from a file of this size");
            return Err(Fault::unexpected(primitive.place(), expected, self.corners.to_string()));
        }
        let corners = match indices {
            None => (0..count as u32).collect(),
            Some(indices) => read_indices(&indices, positions.count)?,
        };
        let mut faces = triangles(mode, &corners, &primitive.place())?;
        if baked.determinant() < 0.0 {
            faces.iter_mut().for_each(|[_, b, c]| std::mem::swap(b, c));
        }
        soup.add(faces, &positions, baked)
    }
}

/// All indices, each less than `limit`.
fn read_indices(indices: &Accessor<'_, '_>, limit: usize) -> Result<Vec<u32>, Fault> {
    if !indices.is_unsigned() {
        let expected = "indices that are unsigned integers";
        return Err(Fault::unexpected(indices.json.place(), expected, "another component type"));
    }
    let checked = |i: usize| {
        let index = indices.component(i, 0) as u32;
        if (index as usize) < limit {
            return Ok(index);
        }
        let expected = format!("indices below the {limit} positions");
        Err(Fault::unexpected(indices.json.place(), expected, format!("{index} in element {i}")))
    };
    (0..indices.count).map(checked).collect()
}

/// The triangles that corners form in a mode of drawing: a list, a strip or a fan.
fn triangles(mode: usize, corners: &[u32], place: &FilePlace) -> Result<Vec<[u32; 3]>, Fault> {
    let leads_on = |&[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
    match mode {
        5 => {
            let turned = |(i, &[a, b, c]): (usize, &[u32; 3])| if i % 2 == 0 { [a, b, c] } else { [b, a, c] };
            Ok(corners.array_windows().enumerate().map(turned).filter(leads_on).collect())
        }
        6 => {
            let around = |&[b, c]: &[u32; 2]| [corners[0], b, c];
            Ok(corners.array_windows().skip(1).map(around).filter(leads_on).collect())
        }
        _ => match corners.as_chunks() {
            (faces, []) => Ok(faces.to_vec()),
            _ => {
                let found = format!("{} of them", corners.len());
                Err(Fault::unexpected(place.clone(), "corners of triangles in threes", found))
            }
        },
    }
}

impl Soup {
    /// Adds faces over `positions`, of which only those in use are read.
    fn add(&mut self, mut faces: Vec<[u32; 3]>, positions: &Accessor<'_, '_>, baked: &DMat3) -> Result<(), Fault> {
        let before = self.vertices.len();
        let mut used = faces.as_flattened().to_vec();
        used.sort_unstable();
        used.dedup();
        if u32::try_from(before + used.len()).is_err() {
            return Err(Fault::unexpected(positions.json.place(), "fewer than 2^32 vertices in a mesh", "more"));
        }
        for corner in faces.as_flattened_mut() {
            let local = used.binary_search(corner).unwrap_or_default();
            *corner = (before + local) as u32;
        }
        for &i in &used {
            let vertex = positions.vector(i as usize);
            let vertex = if *baked == DMat3::IDENTITY { vertex } else { *baked * vertex };
            let vertex = DVec3::from_array(vertex.to_array().map(|x| not_tiny(x, SMALLEST_COORDINATE, &mut self.tiny)));
            if let Some(x) = vertex.to_array().into_iter().find(|x| !in_exact_range(*x)) {
                return Err(Fault::unexpected(positions.json.place(), EXACT_RANGE, format!("{x:e} in element {i}")));
            }
            self.vertices.push(vertex);
        }
        self.faces.extend(faces);
        Ok(())
    }
}
