//! Meshes as integers, each once, however many bodies have its shape.
//!
//! What draws on the CPU reads them here; a [`Store`](crate::Store) keeps them on a device as well (see [`crate::fixed_point`]).

use crate::error::GpuError;
use crate::fixed_point::Quantised;
use crate::orientation::Turned;
use impinge::mesh::Mesh;
use std::sync::Arc;

/// A mesh of a [`MeshTable`].
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
#[derive(Clone, Debug, Default)]
pub struct MeshTable {
    pub(crate) models: Vec<Model>,
}

impl MeshTable {
    /// A table without meshes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
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
