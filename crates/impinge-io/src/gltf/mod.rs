//! glTF 2.0, as JSON or as GLB: every node with triangles is a body with its rigid pose.
//!
//! Scale, shear and mirroring of nodes go into the vertices (a mirrored mesh has its faces turned, so that they look
//! outward still); nodes that need the same vertices share one mesh. A body is called by its path in the tree of nodes. The scene is the default one, else the first, else
//! all root nodes. Skins and morph targets are left in their rest shape, which a warning tells; points and lines are passed over.

mod accessor;
mod buffer;
mod container;
mod node;
mod node_path;
mod primitive;
mod write;

pub use write::write_glb;

use crate::counted::counted;
use crate::error::Fault;
use crate::json::Json;
use crate::source_file::Source;
use crate::{Body, LengthUnit, Precision};
use buffer::Buffers;
use primitive::{Meshes, WarnedMesh};

pub(crate) fn read(source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    let (document, binary) = container::read(source.bytes)?;
    let root = Json::root(&document);
    check_extensions(&root)?;
    let mut meshes = Meshes::new(&root, Buffers::new(&root, binary, source.beside), source.bytes.len());
    let mut bodies = Vec::new();
    for node in node::in_scene(&root, source.bytes.len())? {
        if let Some((WarnedMesh { mesh, warnings }, world_from_body)) = meshes.posed(&node)? {
            let source_id = node_path::source_id(&node.json);
            let (precision, unit) = (Precision::Single, Some(LengthUnit::Metre));
            bodies.push(Body { name: node.path, source_id, mesh, world_from_body, precision, unit, warnings });
        }
    }
    if bodies.is_empty() {
        let count = |key: &str| root.get(key).map_or(0, |list| list.len() as u64);
        let (nodes, meshes) = (counted(count("nodes"), "node"), count("meshes"));
        return Err(Fault::no_triangles(format!("{nodes}, {meshes} meshes, and in the scene none with triangles")));
    }
    Ok(bodies)
}

/// Refuses a file that cannot be read without an extension that is not known here; those of looks do not matter.
fn check_extensions(root: &Json<'_>) -> Result<(), Fault> {
    /// Beginnings of the names of extensions that say nothing about where triangles are.
    const HARMLESS: [&str; 8] = [
        "KHR_mesh_quantization",
        "KHR_materials_",
        "KHR_texture_",
        "EXT_texture_",
        "MSFT_texture_",
        "KHR_lights_",
        "KHR_xmp",
        "KHR_animation_pointer",
    ];
    let Some(required) = root.get("extensionsRequired") else { return Ok(()) };
    for extension in required.items()? {
        let name = extension.text()?;
        if !HARMLESS.iter().any(|prefix| name.starts_with(prefix)) {
            let remedy = "export the file without it (no compression, no instancing)";
            return Err(Fault::unsupported(extension.place(), format!("the glTF extension '{name}'"), remedy));
        }
    }
    Ok(())
}
