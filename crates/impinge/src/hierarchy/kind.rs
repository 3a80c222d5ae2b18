//! A tree of any kind of volume, and how to run generic work on two of the same kind.

use super::{Build, Statistics, Tree, Volume};
use crate::bound::{Aabb, Bound, Kdop14, Kdop18, Kdop26, Obb, Rss, Sphere};
use crate::math::DVec3;

/// A tree of some kind of volume.
#[derive(Clone, Debug)]
pub enum Hierarchy {
    /// Of axis-aligned boxes.
    Aabb(Tree<Aabb>),
    /// Of oriented boxes.
    Obb(Tree<Obb>),
    /// Of spheres.
    Sphere(Tree<Sphere>),
    /// Of 14-DOPs.
    Kdop14(Tree<Kdop14>),
    /// Of 18-DOPs.
    Kdop18(Tree<Kdop18>),
    /// Of 26-DOPs.
    Kdop26(Tree<Kdop26>),
    /// Of rectangle swept spheres.
    Rss(Tree<Rss>),
}

/// Work on two trees of the same kind, whatever the kind.
pub trait TreePair {
    /// What comes of it.
    type Output;

    /// Does the work.
    fn on<V: Bound>(self, first: &Tree<V>, second: &Tree<V>) -> Self::Output;
}

impl Hierarchy {
    /// A tree over triangles 0, 1, 2, …
    #[must_use]
    pub fn build(triangles: &[[DVec3; 3]], build: &Build) -> Self {
        match build.volume {
            Volume::Aabb => Self::Aabb(Tree::build(triangles, build)),
            Volume::Obb => Self::Obb(Tree::build(triangles, build)),
            Volume::Sphere => Self::Sphere(Tree::build(triangles, build)),
            Volume::Kdop14 => Self::Kdop14(Tree::build(triangles, build)),
            Volume::Kdop18 => Self::Kdop18(Tree::build(triangles, build)),
            Volume::Kdop26 => Self::Kdop26(Tree::build(triangles, build)),
            Volume::Rss => Self::Rss(Tree::build(triangles, build)),
        }
    }

    /// Does work on two trees; `None` if they are of different kinds.
    pub fn with<W: TreePair>(&self, second: &Self, work: W) -> Option<W::Output> {
        match (self, second) {
            (Self::Aabb(p), Self::Aabb(q)) => Some(work.on(p, q)),
            (Self::Obb(p), Self::Obb(q)) => Some(work.on(p, q)),
            (Self::Sphere(p), Self::Sphere(q)) => Some(work.on(p, q)),
            (Self::Kdop14(p), Self::Kdop14(q)) => Some(work.on(p, q)),
            (Self::Kdop18(p), Self::Kdop18(q)) => Some(work.on(p, q)),
            (Self::Kdop26(p), Self::Kdop26(q)) => Some(work.on(p, q)),
            (Self::Rss(p), Self::Rss(q)) => Some(work.on(p, q)),
            _ => None,
        }
    }

    /// The figures of the tree, which was built over these triangles.
    #[must_use]
    pub fn statistics(&self, triangles: &[[DVec3; 3]]) -> Statistics {
        match self {
            Self::Aabb(tree) => Statistics::of(tree, triangles),
            Self::Obb(tree) => Statistics::of(tree, triangles),
            Self::Sphere(tree) => Statistics::of(tree, triangles),
            Self::Kdop14(tree) => Statistics::of(tree, triangles),
            Self::Kdop18(tree) => Statistics::of(tree, triangles),
            Self::Kdop26(tree) => Statistics::of(tree, triangles),
            Self::Rss(tree) => Statistics::of(tree, triangles),
        }
    }
}
