//! The classic trees over triangles that move: which of them may meet, step by step.
//!
//! Larsson and Akenine-Möller (2001, 2006) keep the groups of a tree and refit its volumes: all of them from the bottom up, those that a walk
//! comes to from the top down, or the upper half one way and the lower half the other; [`Refit`] has all three and rebuilding. Boxes, spheres and
//! k-DOPs are drawn around volumes, O(n) for all; oriented boxes and swept rectangles only around triangles, O(n log n). Every way hands out all
//! pairs of triangles that share a point, and some that do not: their boxes overlap, and no volume keeps them apart.

use super::bounding_volume::{Aabb, Kdop14, Kdop18, Kdop26, Obb, Rss, Sphere};
use super::config::{TreeBuild, VolumeKind};
use super::lazy_refit_traversal::{RefittedPair, Visit};
use super::refit_strategy::{Refit, RefitCost, WalkCost};
use super::refitted_tree::RefittedTree;
use impinge::executor::Executor;
use impinge::math::{DVec3, in_exact_range};

/// A tree over triangles that move.
#[derive(Clone, Debug)]
pub struct DeformingHierarchy(RefittedKind);

#[derive(Clone, Debug)]
enum RefittedKind {
    Aabb(RefittedTree<Aabb>),
    Obb(RefittedTree<Obb>),
    Sphere(RefittedTree<Sphere>),
    Kdop14(RefittedTree<Kdop14>),
    Kdop18(RefittedTree<Kdop18>),
    Kdop26(RefittedTree<Kdop26>),
    Rss(RefittedTree<Rss>),
}

/// Work on the tree of a kind, whatever the kind.
macro_rules! each {
    ($kind:expr, $tree:ident => $work:expr) => {
        match $kind {
            RefittedKind::Aabb($tree) => $work,
            RefittedKind::Obb($tree) => $work,
            RefittedKind::Sphere($tree) => $work,
            RefittedKind::Kdop14($tree) => $work,
            RefittedKind::Kdop18($tree) => $work,
            RefittedKind::Kdop26($tree) => $work,
            RefittedKind::Rss($tree) => $work,
        }
    };
}

/// Why triangles were refused; the tree is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovedTrianglesError {
    /// There are more or fewer than before.
    #[error("{found} triangles for {expected}")]
    Count {
        /// Triangles of the tree.
        expected: usize,
        /// Triangles given.
        found: usize,
    },
    /// A coordinate is not finite, or too large or too small for exact predicates.
    #[error(
        "triangle {0} has a coordinate that is not finite or outside the exact range (zero, or 2^-300 to 2^300 in magnitude)"
    )]
    OutOfRange(usize),
}

impl DeformingHierarchy {
    /// A tree over triangles 0, 1, 2, …; the list may be empty.
    ///
    /// # Errors
    /// Coordinates that are not finite or outside the exact range.
    pub fn try_new(triangles: Vec<[DVec3; 3]>, build: &TreeBuild, refit: Refit) -> Result<Self, MovedTrianglesError> {
        check(&triangles)?;
        Ok(Self(match build.volume {
            VolumeKind::Aabb => RefittedKind::Aabb(RefittedTree::new(triangles, build, refit)),
            VolumeKind::Obb => RefittedKind::Obb(RefittedTree::new(triangles, build, refit)),
            VolumeKind::Sphere => RefittedKind::Sphere(RefittedTree::new(triangles, build, refit)),
            VolumeKind::Kdop14 => RefittedKind::Kdop14(RefittedTree::new(triangles, build, refit)),
            VolumeKind::Kdop18 => RefittedKind::Kdop18(RefittedTree::new(triangles, build, refit)),
            VolumeKind::Kdop26 => RefittedKind::Kdop26(RefittedTree::new(triangles, build, refit)),
            VolumeKind::Rss => RefittedKind::Rss(RefittedTree::new(triangles, build, refit)),
        }))
    }

    /// Takes the current triangles, in their order, and returns the cost of what is refitted at once. Traversals may refit more.
    ///
    /// # Errors
    /// Too many or too few triangles, or coordinates that are not finite or outside the exact range: then nothing has changed.
    pub fn update(&mut self, triangles: &[[DVec3; 3]], executor: &Executor) -> Result<RefitCost, MovedTrianglesError> {
        let expected = each!(&self.0, tree => tree.triangles.len());
        if triangles.len() != expected {
            return Err(MovedTrianglesError::Count { expected, found: triangles.len() });
        }
        check(triangles)?;
        let bounds = Aabb::of_points(triangles.as_flattened());
        Ok(each!(&mut self.0, tree => tree.update(triangles, bounds, executor)))
    }

    /// Hands out pairs of triangles, the lower number first, in no particular order, until `visit` stops it: all that share a point, and others whose
    /// boxes overlap.
    pub fn self_pairs(&mut self, visit: Visit<'_>) -> WalkCost {
        each!(&mut self.0, first => RefittedPair { first, second: None }.walk(visit))
    }

    /// Hands out pairs of a triangle of this tree and one of another, as [`self_pairs`](Self::self_pairs) does; `None` if the trees have different
    /// kinds of volumes.
    pub fn pairs(&mut self, other: &mut Self, visit: Visit<'_>) -> Option<WalkCost> {
        Some(match (&mut self.0, &mut other.0) {
            (RefittedKind::Aabb(first), RefittedKind::Aabb(second)) => {
                RefittedPair { first, second: Some(second) }.walk(visit)
            }
            (RefittedKind::Obb(first), RefittedKind::Obb(second)) => {
                RefittedPair { first, second: Some(second) }.walk(visit)
            }
            (RefittedKind::Sphere(first), RefittedKind::Sphere(second)) => {
                RefittedPair { first, second: Some(second) }.walk(visit)
            }
            (RefittedKind::Kdop14(first), RefittedKind::Kdop14(second)) => {
                RefittedPair { first, second: Some(second) }.walk(visit)
            }
            (RefittedKind::Kdop18(first), RefittedKind::Kdop18(second)) => {
                RefittedPair { first, second: Some(second) }.walk(visit)
            }
            (RefittedKind::Kdop26(first), RefittedKind::Kdop26(second)) => {
                RefittedPair { first, second: Some(second) }.walk(visit)
            }
            (RefittedKind::Rss(first), RefittedKind::Rss(second)) => {
                RefittedPair { first, second: Some(second) }.walk(visit)
            }
            _ => return None,
        })
    }
}

fn check(triangles: &[[DVec3; 3]]) -> Result<(), MovedTrianglesError> {
    let is_good = |t: &[DVec3; 3]| t.iter().all(|p| p.to_array().into_iter().all(in_exact_range));
    triangles.iter().position(|t| !is_good(t)).map_or(Ok(()), |k| Err(MovedTrianglesError::OutOfRange(k)))
}
