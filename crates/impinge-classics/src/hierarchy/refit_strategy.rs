//! How the volumes of a tree follow triangles that move, and the work counters.

use std::ops::AddAssign;

/// When and from what volumes are refitted (Larsson and Akenine-Möller 2001).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Refit {
    /// All at once: leaves around their triangles, all others around the volumes below.
    BottomUp,
    /// Each when a walk comes to it, around the triangles below.
    TopDown,
    /// The upper half at once, from nodes in the middle that are drawn around the triangles below; the lower half when a walk comes there.
    #[default]
    Hybrid,
    /// The tree is rebuilt.
    Rebuild,
}

impl Refit {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::BottomUp, Self::TopDown, Self::Hybrid, Self::Rebuild];
}

/// Work counters of refitting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefitCost {
    /// Volumes drawn.
    pub nodes: u64,
    /// Triangles read to that end.
    pub triangles: u64,
}

impl AddAssign for RefitCost {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.triangles += other.triangles;
    }
}

/// Work counters of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalkCost {
    /// Pairs of volumes tested.
    pub volume_tests: u64,
    /// Pairs of triangles in leaves whose volumes overlap, or in one leaf.
    pub triangle_tests: u64,
    /// Of these, pairs whose boxes overlap: those that were handed out.
    pub pairs: u64,
    /// Volumes refitted on the way.
    pub drawn: RefitCost,
}
