//! The body: a named mesh and where it stands.

use crate::error::{Fault, Place, Problem};
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use std::sync::Arc;

/// A named mesh with its place in the world; instances of one mesh share it.
#[derive(Clone, Debug)]
pub struct Body {
    /// The name from the file, unique within that file.
    pub name: String,
    /// The mesh in the body's own frame.
    pub mesh: Arc<Mesh>,
    /// Carries points of the body to the world; the identity for every format but glTF.
    pub world_from_body: Pose,
}

impl Body {
    /// A body that stands where its vertices say.
    pub(crate) fn in_place(name: String, vertices: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Result<Self, Fault> {
        match Mesh::try_new(vertices, faces) {
            Ok(mesh) => Ok(Self { name, mesh: Arc::new(mesh), world_from_body: Pose::IDENTITY }),
            Err(refusal) => Err(Fault::new(Place::Whole, Problem::Refused { body: name, refusal })),
        }
    }
}

/// Gathers faces of many bodies over one list of vertices; each body keeps only the vertices that it uses, in order.
#[derive(Debug)]
pub(crate) struct Sharing<'a> {
    vertices: &'a [DVec3],
    /// For every vertex its index in the body at hand; stale elsewhere.
    local: Vec<u32>,
}

impl<'a> Sharing<'a> {
    pub(crate) fn new(vertices: &'a [DVec3]) -> Self {
        Self { vertices, local: vec![0; vertices.len()] }
    }

    /// The body of these faces.
    pub(crate) fn body(&mut self, name: String, mut faces: Vec<[u32; 3]>) -> Result<Body, Fault> {
        let mut used = faces.as_flattened().to_vec();
        used.sort_unstable();
        used.dedup();
        for (local, &i) in used.iter().enumerate() {
            self.local[i as usize] = local as u32;
        }
        for corner in faces.as_flattened_mut() {
            *corner = self.local[*corner as usize];
        }
        Body::in_place(name, used.iter().map(|i| self.vertices[*i as usize]).collect(), faces)
    }
}
