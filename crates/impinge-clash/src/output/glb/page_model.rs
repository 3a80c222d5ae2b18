//! The model of a page: a node for every body, each mesh once however many bodies share it.
//!
//! The page colours bodies and draws curves itself. What exceeds the budget is coarse away from the clashing triangles, and the node says so.

use super::budget::Budget;
use super::container::{Container, Material, Piece};
use super::{marked, matrix};
use crate::output::OutputError;
use crate::pictures::vertex_clustering::{coarse, coarse_but};
use crate::report::Report;
use impinge::mesh::Mesh;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Triangles that are drawn, those of a shared mesh as often as it is: what browsers take easily.
const DRAWN: usize = 3_000_000;

/// The model as a GLB whose meshes have about `triangles` triangles.
pub(crate) fn page_model(report: &Report, triangles: usize) -> Result<Vec<u8>, OutputError> {
    let shared = SharedMeshes::new(report);
    let stored = Budget::new(shared.counts(), triangles);
    let drawn = Budget::new(shared.uses(), DRAWN);
    let mut container = Container::default();
    let mut written: HashMap<*const Mesh, (usize, bool)> = HashMap::new();
    for (body, member) in report.assembly.iter().enumerate() {
        let Some(mesh) = member.mesh() else { continue };
        let centre = mesh.bounds().centre();
        let kept = shared.clashing(mesh);
        let (number, is_simplified) = match written.get(&Arc::as_ptr(mesh)) {
            Some(known) => *known,
            None => {
                let is_in_clash = kept.is_some();
                let most = stored.most(is_in_clash).min(drawn.most(is_in_clash));
                let copy = kept.map_or_else(|| coarse(mesh, most), |kept| coarse_but(mesh, most, kept));
                let shown = copy.as_ref().unwrap_or(mesh);
                let piece = Piece::of(shown, 0..shown.faces().len() as u32, centre);
                let made = (container.mesh(&member.name, &piece, Material::Body)?, copy.is_some());
                written.insert(Arc::as_ptr(mesh), made);
                made
            }
        };
        let mut extras = json!({ "body": body });
        if is_simplified {
            extras["simplified"] = Value::Bool(true);
        }
        container.root(json!({ "mesh": number, "extras": extras, "matrix": matrix(&member.world_from_body, centre) }));
    }
    if container.is_empty() {
        return Err(OutputError::NoTriangles);
    }
    container.finish(&json!({}))
}

/// The distinct meshes of an assembly.
struct SharedMeshes {
    /// Triangles, and by how many bodies they are used.
    meshes: HashMap<*const Mesh, (usize, usize)>,
    /// Clashing triangles of meshes that are in a clash, of all their bodies.
    clashing: HashMap<*const Mesh, HashSet<u32>>,
}

impl SharedMeshes {
    fn new(report: &Report) -> Self {
        let (mut meshes, mut clashing) = (HashMap::new(), HashMap::new());
        let marked = marked(report);
        for (body, member) in report.assembly.iter().enumerate() {
            let Some(mesh) = member.mesh() else { continue };
            meshes.entry(Arc::as_ptr(mesh)).or_insert((mesh.faces().len(), 0)).1 += 1;
            if let Some(faces) = marked.get(&body) {
                let of_mesh: &mut HashSet<u32> = clashing.entry(Arc::as_ptr(mesh)).or_default();
                of_mesh.extend(faces.keys());
            }
        }
        Self { meshes, clashing }
    }

    fn clashing(&self, mesh: &Arc<Mesh>) -> Option<&HashSet<u32>> {
        self.clashing.get(&Arc::as_ptr(mesh))
    }

    /// Triangles of each mesh, and whether it is in a clash.
    fn counts(&self) -> impl Iterator<Item = (usize, bool)> {
        self.meshes.iter().map(|(mesh, (faces, _))| (*faces, self.clashing.contains_key(mesh)))
    }

    /// The same for each body.
    fn uses(&self) -> impl Iterator<Item = (usize, bool)> {
        let uses = |(mesh, (faces, uses)): (&*const Mesh, &(usize, usize))| {
            std::iter::repeat_n((*faces, self.clashing.contains_key(mesh)), *uses)
        };
        self.meshes.iter().flat_map(uses)
    }
}
