//! The vertices of a mesh as a support function.

use crate::math::DVec3;
use crate::mesh::Mesh;
use crate::shape::Support;

/// A mesh by its vertices alone, which is all that a half-space asks about.
pub(super) struct MeshSupport<'a>(pub &'a Mesh);

impl MeshSupport<'_> {
    fn used(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.faces().iter().flatten().copied()
    }
}

impl Support for MeshSupport<'_> {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let at = |i: u32| self.0.vertices()[i as usize];
        let farthest = self.used().max_by(|i, j| at(*i).dot(direction).total_cmp(&at(*j).dot(direction)));
        *hint = farthest.unwrap_or(0);
        at(*hint)
    }

    fn centre(&self) -> DVec3 {
        self.0.bounds().centre()
    }

    fn reach(&self) -> f64 {
        self.0.bounds().size().length()
    }

    fn corner_count(&self) -> u32 {
        self.0.faces().len() as u32 * 3
    }

    fn corner(&self, index: u32) -> DVec3 {
        let face = self.0.faces().get(index as usize / 3);
        face.map_or_else(|| self.centre(), |face| self.0.vertices()[face[index as usize % 3] as usize])
    }
}
