//! Writing GLB: a node for every body, a mesh for every distinct mesh, positions in single precision.

use crate::stl::write_single;
use crate::{Body, WriteError, write_atomically};
use impinge::math::Pose;
use impinge::mesh::Mesh;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Writes bodies as a GLB with their names and poses; bodies that share a mesh share it there too.
///
/// # Errors
/// No body, coordinates too large for single precision, 4 GiB or more, and what the system refuses; no file is left
/// behind then.
pub fn write_glb(path: impl AsRef<Path>, bodies: &[Body]) -> Result<(), WriteError> {
    let path = path.as_ref();
    write_atomically(path, |out| {
        if bodies.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "there are no bodies to write"));
        }
        let (document, binary) = document(bodies)?;
        let mut document = document.to_string().into_bytes();
        document.resize(document.len().next_multiple_of(4), b' ');
        let length = |bytes: usize| {
            let too_long =
                |_| io::Error::new(io::ErrorKind::InvalidInput, "the bodies take more than the 4 GiB of a GLB");
            u32::try_from(bytes).map_err(too_long)
        };
        out.write_all(b"glTF\x02\0\0\0")?;
        out.write_all(&length(12 + 8 + document.len() + 8 + binary.len())?.to_le_bytes())?;
        for (kind, data) in [(b"JSON", &document), (b"BIN\0", &binary)] {
            out.write_all(&length(data.len())?.to_le_bytes())?;
            out.write_all(kind)?;
            out.write_all(data)?;
        }
        Ok(())
    })
}

/// The JSON document and the binary chunk it refers to.
fn document(bodies: &[Body]) -> io::Result<(Value, Vec<u8>)> {
    let mut binary = Vec::new();
    let (mut views, mut accessors, mut meshes, mut nodes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut written: HashMap<*const Mesh, usize> = HashMap::new();
    for body in bodies {
        let mesh = match written.get(&Arc::as_ptr(&body.mesh)) {
            Some(mesh) => *mesh,
            None => {
                written.insert(Arc::as_ptr(&body.mesh), meshes.len());
                let position = accessors.len();
                meshes.push(json!({
                    "name": body.name,
                    "primitives": [{ "attributes": { "POSITION": position }, "indices": position + 1 }],
                }));
                write_mesh(&body.mesh, &mut binary, &mut views, &mut accessors)?;
                meshes.len() - 1
            }
        };
        nodes.push(node(body, mesh));
    }
    let document = json!({
        "asset": { "version": "2.0", "generator": "Impinge" },
        "scene": 0,
        "scenes": [{ "nodes": (0..nodes.len()).collect::<Vec<_>>() }],
        "nodes": nodes,
        "meshes": meshes,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{ "byteLength": binary.len() }],
    });
    Ok((document, binary))
}

/// Appends positions and indices, and what says where they are.
fn write_mesh(mesh: &Mesh, binary: &mut Vec<u8>, views: &mut Vec<Value>, accessors: &mut Vec<Value>) -> io::Result<()> {
    let start = binary.len();
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for &vertex in mesh.vertices() {
        write_single(binary, vertex)?;
        for (k, x) in vertex.to_array().into_iter().enumerate() {
            low[k] = low[k].min(x as f32);
            high[k] = high[k].max(x as f32);
        }
    }
    let middle = binary.len();
    binary.extend(mesh.faces().as_flattened().iter().flat_map(|i| i.to_le_bytes()));
    accessors.push(json!({
        "bufferView": views.len(), "componentType": 5126, "type": "VEC3", "count": mesh.vertices().len(),
        "min": low.map(f64::from), "max": high.map(f64::from),
    }));
    accessors.push(json!({
        "bufferView": views.len() + 1, "componentType": 5125, "type": "SCALAR", "count": 3 * mesh.faces().len(),
    }));
    views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": middle - start, "target": 34962 }));
    views.push(json!({ "buffer": 0, "byteOffset": middle, "byteLength": binary.len() - middle, "target": 34963 }));
    Ok(())
}

/// A node; a pose that turns is written as a matrix, whose numbers read back bit for bit.
fn node(body: &Body, mesh: usize) -> Value {
    let mut node = Map::new();
    node.insert("name".to_owned(), json!(body.name));
    node.insert("mesh".to_owned(), json!(mesh));
    let pose = &body.world_from_body;
    let (rotation, translation) = (pose.rotation(), pose.translation());
    if rotation != Pose::IDENTITY.rotation() {
        let columns = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|c| [c.x, c.y, c.z, 0.0]);
        let last = [translation.x, translation.y, translation.z, 1.0];
        node.insert("matrix".to_owned(), json!([columns.as_flattened(), &last].concat()));
    } else if !pose.is_identity() {
        node.insert("translation".to_owned(), json!(translation.to_array()));
    }
    Value::Object(node)
}
