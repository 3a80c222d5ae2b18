//! Meshes on the device: each once, however many bodies have its shape.
//!
//! Three arrays hold the corners and normals, the faces and the edges of all meshes one after the other, in integers (see [`crate::fixed_point`]).
//! The CPU keeps the same integers in a [`MeshTable`], for its references and for filling the arrays again when they grow.

use crate::buffer::Array;
use crate::device::Gpu;
use crate::error::GpuError;
use crate::mesh_table::{MeshTable, Model};
use std::borrow::Borrow;
use std::ops::{Deref, DerefMut};

/// All meshes that bodies can have, on a device; what a [`MeshTable`] does, it does.
pub struct Store {
    table: MeshTable,
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
        let (table, edges) = (MeshTable::new(), Array::new(gpu, "the edges of all meshes"));
        Self { table, corners, faces, edges, written: 0 }
    }

    /// Brings the arrays up to date with what was added.
    ///
    /// # Errors
    /// The meshes do not fit into the device's buffers.
    pub(crate) fn sync(&mut self, gpu: &Gpu) -> Result<(), GpuError> {
        if self.written == self.table.models.len() {
            return Ok(());
        }
        let together = |model: &Model| {
            let pairs = model.quantised.corners.iter().zip(&model.quantised.normals);
            pairs.map(|(c, n)| [c[0], c[1], c[2], n[0], n[1], n[2]]).collect::<Vec<_>>()
        };
        self.corners.write(gpu, &self.table.models.iter().flat_map(together).collect::<Vec<_>>())?;
        self.faces
            .write(gpu, &self.table.models.iter().flat_map(|model| model.mesh.faces()).copied().collect::<Vec<_>>())?;
        self.edges.write(gpu, &self.table.models.iter().flat_map(|model| &model.edges).copied().collect::<Vec<_>>())?;
        self.written = self.table.models.len();
        Ok(())
    }

    /// The arrays, for a group of bindings: six integers a corner (place, normal), three a face, two an edge.
    pub(crate) fn bindings(&self) -> [wgpu::BindingResource<'_>; 3] {
        [self.corners.binding(), self.faces.binding(), self.edges.binding()]
    }
}

impl Deref for Store {
    type Target = MeshTable;

    fn deref(&self) -> &MeshTable {
        &self.table
    }
}

impl DerefMut for Store {
    fn deref_mut(&mut self) -> &mut MeshTable {
        &mut self.table
    }
}

impl Borrow<MeshTable> for Store {
    fn borrow(&self) -> &MeshTable {
        &self.table
    }
}
