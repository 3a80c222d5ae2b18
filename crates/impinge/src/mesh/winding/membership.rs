//! Whether a point is inside a mesh, by its winding number.

use super::consistent_orientation::{ConsistentOrientation, RimEdge};
use super::winding_tree::{WindingGoal, WindingTree};
use crate::bounded::Bounded;
use crate::math::DVec3;
use crate::mesh::indexed_mesh::Mesh;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// What clusters of faces may add to the error of a winding number.
const WINDING_ERROR: f64 = 0.005;

/// Where a point lies by its winding number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Membership {
    /// The magnitude of the winding number is above one half.
    Inside,
    /// The magnitude of the winding number is below one half.
    Outside,
    /// On the surface, or too near to one half to tell.
    Undecided,
}

impl Membership {
    /// What a winding number says. A body whose faces all look inward has -1 inside, so only the magnitude counts.
    #[must_use]
    pub fn from_winding_number(winding: Bounded) -> Self {
        match () {
            () if winding.lower > 0.5 || winding.upper < -0.5 => Self::Inside,
            () if winding.lower > -0.5 && winding.upper < 0.5 => Self::Outside,
            () => Self::Undecided,
        }
    }
}

impl fmt::Display for Membership {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::Undecided => "undecided",
        })
    }
}

/// The oriented faces of a mesh and their clusters, made on first use and kept with the mesh.
#[derive(Debug, Default)]
pub struct WindingCache(OnceLock<OrientedSurface>);

/// The oriented faces of a mesh.
#[derive(Debug)]
pub struct OrientedSurface {
    tree: WindingTree,
    pub rim: Vec<RimEdge>,
}

impl WindingCache {
    pub fn of(mesh: &Mesh) -> Arc<Self> {
        mesh.cached()
    }

    pub fn surface(&self, mesh: &Mesh) -> &OrientedSurface {
        self.0.get_or_init(|| {
            let ConsistentOrientation { turns, rim } = ConsistentOrientation::new(mesh);
            OrientedSurface { tree: WindingTree::new(mesh, turns), rim }
        })
    }
}

impl Mesh {
    /// The generalised winding number of a point: the solid angles of all faces over 4π.
    ///
    /// The bounds are proved. They are at most 0.01 apart, but wider for points so near to an edge that doubles do not tell, and for points on a face, where the number jumps by one.
    /// Faces are taken in an orientation that is consistent across edges of two faces. About a closed mesh the number is an integer: other than zero inside.
    /// A point with coordinates beyond [`crate::math::LARGEST_COORDINATE`] gets bounds that say nothing.
    ///
    /// ```
    /// use impinge::{DVec3, Mesh};
    ///
    /// let cube = Mesh::cuboid([-1.0; 3], [1.0; 3])?;
    /// // Without its last side, two triangles, one sixth of the view is open from the middle.
    /// let open = Mesh::try_new(cube.vertices().to_vec(), cube.faces()[..10].to_vec())?;
    /// assert!(open.winding_number(DVec3::ZERO).contains(5.0 / 6.0));
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn winding_number(&self, point: DVec3) -> Bounded {
        let cache = WindingCache::of(self);
        cache.surface(self).tree.winding_number(self, point, WindingGoal::Within(WINDING_ERROR))
    }

    /// Where a point lies by its winding number, found with no more work than that takes.
    ///
    /// For a closed mesh the answer agrees with [`crate::pair::locate`]. Near an opening the surface through it is where the winding number is one half.
    #[must_use]
    pub fn membership(&self, point: DVec3) -> Membership {
        let cache = WindingCache::of(self);
        let winding = cache.surface(self).tree.winding_number(self, point, WindingGoal::Beside(0.5));
        Membership::from_winding_number(winding)
    }

    /// Inside or outside where the winding number is certainly nearer to one or zero than `doubt`, which is below one half; `None` elsewhere.
    pub(crate) fn membership_without_doubt(&self, point: DVec3, doubt: f64) -> Option<Membership> {
        let cache = WindingCache::of(self);
        let beside = |limit| cache.surface(self).tree.winding_number(self, point, WindingGoal::Beside(limit));
        let magnitude = |winding: Bounded| {
            let [low, high] = [winding.lower.abs(), winding.upper.abs()];
            let least = if winding.contains(0.0) { 0.0 } else { low.min(high) };
            [least, low.max(high)]
        };
        if magnitude(beside(1.0 - doubt))[0] > 1.0 - doubt {
            return Some(Membership::Inside);
        }
        (magnitude(beside(doubt))[1] < doubt).then_some(Membership::Outside)
    }
}
