//! A tree of any kind of volume, and how to run generic work on two of the same kind.

use super::bounding_volume::{Aabb, BoundingVolume, Kdop14, Kdop18, Kdop26, Obb, Rss, Sphere};
use super::config::{TreeBuild, VolumeKind};
use super::tree_statistics::TreeStatistics;
use super::volume_tree::Tree;
use impinge::math::DVec3;

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
    fn on<V: BoundingVolume>(self, first: &Tree<V>, second: &Tree<V>) -> Self::Output;
}

impl Hierarchy {
    /// A tree over triangles 0, 1, 2, …
    #[must_use]
    pub fn build(triangles: &[[DVec3; 3]], build: &TreeBuild) -> Self {
        match build.volume {
            VolumeKind::Aabb => Self::Aabb(Tree::build(triangles, build)),
            VolumeKind::Obb => Self::Obb(Tree::build(triangles, build)),
            VolumeKind::Sphere => Self::Sphere(Tree::build(triangles, build)),
            VolumeKind::Kdop14 => Self::Kdop14(Tree::build(triangles, build)),
            VolumeKind::Kdop18 => Self::Kdop18(Tree::build(triangles, build)),
            VolumeKind::Kdop26 => Self::Kdop26(Tree::build(triangles, build)),
            VolumeKind::Rss => Self::Rss(Tree::build(triangles, build)),
        }
    }

    /// The spheres of a level, 0 for the root, with leaves above it; none of another volume.
    #[must_use]
    pub fn spheres(&self, level: usize) -> Vec<Sphere> {
        let Self::Sphere(tree) = self else { return Vec::new() };
        let mut row: Vec<u32> = if tree.node_count() == 0 { Vec::new() } else { vec![0] };
        for _ in 0..level {
            let below = |node: &u32| if tree.node(*node).is_leaf { *node..*node + 1 } else { tree.children(*node) };
            row = row.iter().flat_map(below).collect();
        }
        row.iter().map(|node| tree.node(*node).bound).collect()
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
    pub fn statistics(&self, triangles: &[[DVec3; 3]]) -> TreeStatistics {
        match self {
            Self::Aabb(tree) => TreeStatistics::measure(tree, triangles),
            Self::Obb(tree) => TreeStatistics::measure(tree, triangles),
            Self::Sphere(tree) => TreeStatistics::measure(tree, triangles),
            Self::Kdop14(tree) => TreeStatistics::measure(tree, triangles),
            Self::Kdop18(tree) => TreeStatistics::measure(tree, triangles),
            Self::Kdop26(tree) => TreeStatistics::measure(tree, triangles),
            Self::Rss(tree) => TreeStatistics::measure(tree, triangles),
        }
    }
}
