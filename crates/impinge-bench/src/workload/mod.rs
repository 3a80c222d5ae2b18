//! Pairs of meshes with poses of the second in the frame of the first.

mod creature;
mod far_apart;
mod hull;
mod isosurface;
mod room_and_robot;
mod scanned_bunny;
mod self_pair;
mod parallel_shells;

pub use creature::Creature;
pub use far_apart::far;
pub use hull::hull;
pub use isosurface::isosurface;
pub use parallel_shells::parallel_shells;
pub use room_and_robot::{KNOWN_COLLIDING, KNOWN_CONTACTS, KNOWN_POSES, room_and_robot};
pub use scanned_bunny::scanned_bunny;
pub use self_pair::self_pair;

use crate::query::Query;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge_scenes::SceneError;
use impinge_scenes::pipe::{torus_knot, weave};
use impinge_scenes::solid::blob;
use std::sync::Arc;

/// Two meshes, the poses of the second, and what is asked about them.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The name in tables and files.
    pub name: String,
    /// The mesh that stays.
    pub a: Arc<Mesh>,
    /// The mesh that is posed; the same allocation as `a` for a mesh against itself.
    pub b: Arc<Mesh>,
    /// Every pose `a_from_b`.
    pub poses: Vec<Pose>,
    /// What is asked.
    pub queries: Vec<Query>,
    /// What is known of its meshes.
    pub form: Form,
    /// What its rows are held to.
    pub standing: Standing,
}

/// What is known of the meshes of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Any,
    /// Both are convex.
    Convex,
}

/// What a workload's rows are held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They count in the geometric means.
    Counted,
    /// They may not be slower than FCL.
    Bounded,
    /// It is shown only.
    Shown,
}

impl Workload {
    /// Whether both meshes are one.
    #[must_use]
    pub fn is_self_pair(&self) -> bool {
        Arc::ptr_eq(&self.a, &self.b)
    }

    /// The triangles of all meshes that a peer builds for it.
    #[must_use]
    pub fn triangles(&self) -> usize {
        self.a.faces().len() + if self.is_self_pair() { 0 } else { self.b.faces().len() }
    }
}

/// A generated mesh of 50,000 to 100,000 triangles, smooth and evenly meshed; [`Creature`] has those like scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A bumpy ball of 70,000 triangles: smooth, in one piece.
    Blob,
    /// A trefoil as a pipe of 86,000 triangles: limbs and holes.
    Knot,
    /// Sixteen woven pipes of 52,544 triangles: many layers close to each other.
    Weave,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 3] = [Self::Blob, Self::Knot, Self::Weave];

    /// The name in workloads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blob => "blob",
            Self::Knot => "knot",
            Self::Weave => "weave",
        }
    }

    /// The mesh.
    ///
    /// # Errors
    /// None for these arguments.
    pub fn mesh(self) -> Result<Mesh, SceneError> {
        match self {
            Self::Blob => blob(1, 70_000, 0.2),
            Self::Knot => torus_knot(2, 3, 0.4, 1_000, 43),
            Self::Weave => weave(8, 0.18, 17, 12),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_size_of_their_peers_in_the_literature() {
        for figure in Figure::ALL {
            let triangles = figure.mesh().unwrap().faces().len();
            assert!((50_000..=100_000).contains(&triangles), "{figure:?}: {triangles}");
        }
    }
}
