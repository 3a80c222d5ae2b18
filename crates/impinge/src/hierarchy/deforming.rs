//! The classic trees over triangles that move: which of them may meet, step by step.
//!
//! Larsson and Akenine-Möller (2001, 2006) keep the groups of a tree and draw its volumes anew: all of them from the bottom up, those that a walk
//! comes to from the top down, or the upper half one way and the lower half the other; [`Refit`] has all three and building anew. Boxes, spheres and
//! k-DOPs are drawn around volumes, O(n) for all; oriented boxes and swept rectangles only around triangles, O(n log n). Every way hands out all
//! pairs of triangles that share a point, and some that do not: their boxes overlap, and no volume keeps them apart.

use super::supple::Supple;
use super::supple_walk::{Both, Visit};
use super::{Build, Drawn, Refit, Volume, Walked};
use crate::bound::{Aabb, Kdop14, Kdop18, Kdop26, Obb, Rss, Sphere};
use crate::executor::Executor;
use crate::math::{DVec3, in_exact_range};

/// A tree over triangles that move.
#[derive(Clone, Debug)]
pub struct Deforming(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Aabb(Supple<Aabb>),
    Obb(Supple<Obb>),
    Sphere(Supple<Sphere>),
    Kdop14(Supple<Kdop14>),
    Kdop18(Supple<Kdop18>),
    Kdop26(Supple<Kdop26>),
    Rss(Supple<Rss>),
}

/// Work on the tree of a kind, whatever the kind.
macro_rules! each {
    ($kind:expr, $tree:ident => $work:expr) => {
        match $kind {
            Kind::Aabb($tree) => $work,
            Kind::Obb($tree) => $work,
            Kind::Sphere($tree) => $work,
            Kind::Kdop14($tree) => $work,
            Kind::Kdop18($tree) => $work,
            Kind::Kdop26($tree) => $work,
            Kind::Rss($tree) => $work,
        }
    };
}

/// Why triangles were refused; the tree is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MovedError {
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

impl Deforming {
    /// A tree over triangles 0, 1, 2, …, which may be none.
    ///
    /// # Errors
    /// Coordinates that are not finite or outside the exact range.
    pub fn try_new(triangles: Vec<[DVec3; 3]>, build: &Build, refit: Refit) -> Result<Self, MovedError> {
        check(&triangles)?;
        Ok(Self(match build.volume {
            Volume::Aabb => Kind::Aabb(Supple::new(triangles, build, refit)),
            Volume::Obb => Kind::Obb(Supple::new(triangles, build, refit)),
            Volume::Sphere => Kind::Sphere(Supple::new(triangles, build, refit)),
            Volume::Kdop14 => Kind::Kdop14(Supple::new(triangles, build, refit)),
            Volume::Kdop18 => Kind::Kdop18(Supple::new(triangles, build, refit)),
            Volume::Kdop26 => Kind::Kdop26(Supple::new(triangles, build, refit)),
            Volume::Rss => Kind::Rss(Supple::new(triangles, build, refit)),
        }))
    }

    /// Takes triangles as they are now, in their order; what was drawn at once. Walks may draw more.
    ///
    /// # Errors
    /// Too many or too few triangles, or coordinates that are not finite or outside the exact range: then nothing has changed.
    pub fn update(&mut self, triangles: &[[DVec3; 3]], executor: &Executor) -> Result<Drawn, MovedError> {
        let expected = each!(&self.0, tree => tree.triangles.len());
        if triangles.len() != expected {
            return Err(MovedError::Count { expected, found: triangles.len() });
        }
        check(triangles)?;
        let bounds = Aabb::of_points(triangles.as_flattened());
        Ok(each!(&mut self.0, tree => tree.update(triangles, bounds, executor)))
    }

    /// Hands out pairs of triangles, the lower number first, in no particular order, until told to stop: all that share a point, and others whose
    /// boxes overlap.
    pub fn self_pairs(&mut self, visit: Visit<'_>) -> Walked {
        each!(&mut self.0, first => Both { first, second: None }.walk(visit))
    }

    /// Hands out pairs of a triangle of this tree and one of another, as [`self_pairs`](Self::self_pairs) does; `None` if the trees have different
    /// kinds of volumes.
    pub fn pairs(&mut self, other: &mut Self, visit: Visit<'_>) -> Option<Walked> {
        Some(match (&mut self.0, &mut other.0) {
            (Kind::Aabb(first), Kind::Aabb(second)) => Both { first, second: Some(second) }.walk(visit),
            (Kind::Obb(first), Kind::Obb(second)) => Both { first, second: Some(second) }.walk(visit),
            (Kind::Sphere(first), Kind::Sphere(second)) => Both { first, second: Some(second) }.walk(visit),
            (Kind::Kdop14(first), Kind::Kdop14(second)) => Both { first, second: Some(second) }.walk(visit),
            (Kind::Kdop18(first), Kind::Kdop18(second)) => Both { first, second: Some(second) }.walk(visit),
            (Kind::Kdop26(first), Kind::Kdop26(second)) => Both { first, second: Some(second) }.walk(visit),
            (Kind::Rss(first), Kind::Rss(second)) => Both { first, second: Some(second) }.walk(visit),
            _ => return None,
        })
    }
}

fn check(triangles: &[[DVec3; 3]]) -> Result<(), MovedError> {
    let is_good = |t: &[DVec3; 3]| t.iter().all(|p| p.to_array().into_iter().all(in_exact_range));
    triangles.iter().position(|t| !is_good(t)).map_or(Ok(()), |k| Err(MovedError::OutOfRange(k)))
}
