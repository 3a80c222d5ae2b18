//! Faces turned as they are given, and the winding number that they add.

use super::winding_tree::{WindingGoal, WindingTree};
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::mesh::indexed_mesh::Mesh;
use crate::mesh::mesh_defect::MeshError;

/// A part of a surface whose faces keep their orientation: what it adds to the winding numbers of the rest is signed.
#[derive(Debug)]
pub(crate) struct SignedSurface {
    mesh: Mesh,
    tree: WindingTree,
}

impl SignedSurface {
    /// The surface of these faces.
    ///
    /// # Errors
    /// As [`Mesh::try_new`].
    pub fn new(triangles: &[Triangle]) -> Result<Self, MeshError> {
        let mesh = Mesh::from_triangles(triangles)?;
        let tree = WindingTree::new(&mesh, vec![1; triangles.len()]);
        Ok(Self { mesh, tree })
    }

    /// Whether the winding number of a point is below a limit in magnitude for certain.
    pub fn is_below(&self, point: DVec3, limit: f64) -> bool {
        let winding = self.tree.winding_number(&self.mesh, point, WindingGoal::Beside(limit));
        winding.lower > -limit && winding.upper < limit
    }
}
