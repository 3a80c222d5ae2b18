//! Meshes on the device: each once, however many bodies have its shape.
//!
//! Three arrays hold the corners and normals, the faces and the edges of all meshes one after the other, in integers (see [`crate::fixed_point`]).
//! The CPU keeps the same integers, for the twins and for filling the arrays again when they grow.

use crate::buffer::Array;
use crate::device::Gpu;
use crate::error::GpuError;
use crate::fixed_point::Quantised;
use crate::orientation::Turned;
use impinge::mesh::Mesh;
use std::sync::Arc;

/// A mesh of a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeshId(pub u32);

/// A mesh as it is stored.
#[derive(Clone, Debug)]
pub struct Model {
    /// The mesh itself.
    pub mesh: Arc<Mesh>,
    /// Its corners in integers.
    pub(crate) quantised: Quantised,
    /// Its edges, each once, by the corners at its ends.
    pub(crate) edges: Vec<[u32; 2]>,
    /// Where its corners, faces and edges start in the arrays.
    pub(crate) starts: [u32; 3],
    /// Which way its surface is turned.
    pub turned: Turned,
}

/// All meshes that bodies can have.
pub struct Store {
    models: Vec<Model>,
    corners: Array<[i32; 6]>,
    faces: Array<[u32; 3]>,
    edges: Array<[u32; 2]>,
    written: usize,
}

impl Store {
    /// A store without meshes.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let (corners, faces) =
            (Array::new(gpu, "the corners of all meshes"), Array::new(gpu, "the faces of all meshes"));
        Self { models: Vec::new(), corners, faces, edges: Array::new(gpu, "the edges of all meshes"), written: 0 }
    }

    /// Takes a mesh in; a mesh that is there already (the same [`Arc`]) keeps its id.
    ///
    /// # Errors
    /// More meshes, or more of one mesh, than can be numbered.
    pub fn add(&mut self, mesh: &Arc<Mesh>) -> Result<MeshId, GpuError> {
        if let Some(known) = self.models.iter().position(|model| Arc::ptr_eq(&model.mesh, mesh)) {
            return Ok(MeshId(known as u32));
        }
        let starts = self.models.last().map_or(Ok::<_, GpuError>([0; 3]), |last| {
            let counts = [last.mesh.vertices().len(), last.mesh.faces().len(), last.edges.len()];
            let past = |i: usize| fits(u64::from(last.starts[i]) + counts[i] as u64);
            Ok([past(0)?, past(1)?, past(2)?])
        })?;
        let (quantised, edges, turned) = (Quantised::of(mesh), edges(mesh), Turned::of(mesh));
        let model = Model { mesh: Arc::clone(mesh), quantised, edges, starts, turned };
        fits(u64::from(starts[0]) + mesh.vertices().len() as u64)?;
        fits(u64::from(starts[1]) + mesh.faces().len() as u64)?;
        fits(u64::from(starts[2]) + model.edges.len() as u64)?;
        let id = MeshId(fits(self.models.len() as u64)?);
        self.models.push(model);
        Ok(id)
    }

    /// A mesh by its id.
    ///
    /// # Errors
    /// No mesh has this id.
    pub fn model(&self, id: MeshId) -> Result<&Model, GpuError> {
        self.models.get(id.0 as usize).ok_or(GpuError::UnknownMesh(id.0))
    }

    /// Brings the arrays up to date with what was added.
    ///
    /// # Errors
    /// The meshes do not fit into the device's buffers.
    pub(crate) fn sync(&mut self, gpu: &Gpu) -> Result<(), GpuError> {
        if self.written == self.models.len() {
            return Ok(());
        }
        let together = |model: &Model| {
            let pairs = model.quantised.corners.iter().zip(&model.quantised.normals);
            pairs.map(|(c, n)| [c[0], c[1], c[2], n[0], n[1], n[2]]).collect::<Vec<_>>()
        };
        self.corners.write(gpu, &self.models.iter().flat_map(together).collect::<Vec<_>>())?;
        self.faces.write(gpu, &self.models.iter().flat_map(|model| model.mesh.faces()).copied().collect::<Vec<_>>())?;
        self.edges.write(gpu, &self.models.iter().flat_map(|model| &model.edges).copied().collect::<Vec<_>>())?;
        self.written = self.models.len();
        Ok(())
    }

    /// The arrays, for a group of bindings: six integers a corner (place, normal), three a face, two an edge.
    pub(crate) fn bindings(&self) -> [wgpu::BindingResource<'_>; 3] {
        [self.corners.binding(), self.faces.binding(), self.edges.binding()]
    }
}

/// Every edge once, the lower corner first, in ascending order.
fn edges(mesh: &Mesh) -> Vec<[u32; 2]> {
    let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]);
    let mut edges: Vec<_> = mesh.faces().iter().flat_map(sides).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// A number that shaders can index by, three entries an element at most.
fn fits(count: u64) -> Result<u32, GpuError> {
    const LIMIT: u64 = (u32::MAX / 6) as u64;
    let error = GpuError::TooMany { what: "corners, faces or edges in one store", count, limit: LIMIT };
    u32::try_from(count).ok().filter(|&n| u64::from(n) <= LIMIT).ok_or(error)
}
