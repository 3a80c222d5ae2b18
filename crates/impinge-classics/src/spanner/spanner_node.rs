//! A point of a spanner: where it is, its place in the hierarchy, its edges, and how far it may move before they are in doubt.

use super::resolution_level as level;
use impinge::math::DVec3;

/// Index of a point in its spanner, in the order of the input; points that come later get the indices of those that went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub u32);

impl PointId {
    /// The index as a `usize`.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// No point.
pub(super) const NONE: u32 = u32::MAX;

/// A point and its place; what searches read lies in one line of the cache, and what else there is in the next.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct SpannerNode {
    pub at: DVec3,
    /// The highest level at which it is a centre; it is one at all lower levels, too.
    pub level: i32,
    /// A centre of the next level, within the length of that; [`NONE`] for the root.
    pub parent: u32,
    /// The highest levels first; twins, which are at no level, last.
    pub children: Vec<u32>,
    pub is_present: bool,
    pub is_queued: bool,
    /// Where it was when its edges were last searched for.
    pub anchor: DVec3,
    /// How far it may have been from there before they are searched for again.
    pub leash: f64,
    /// The square of how far it has been from there.
    pub strain: f64,
    /// The centres within reach of the lower of both levels, some beyond; none for twins.
    pub edges: Vec<u32>,
}

impl SpannerNode {
    pub fn new(at: DVec3) -> Self {
        let (children, edges) = (Vec::new(), Vec::new());
        let (level, parent) = (level::TWIN, NONE);
        let (is_present, is_queued) = (true, false);
        let (anchor, leash, strain) = (at, f64::INFINITY, 0.0);
        Self { at, level, parent, children, is_present, is_queued, anchor, leash, strain, edges }
    }

    /// Whether it coincides with its parent and has no edges of its own.
    pub fn is_twin(&self) -> bool {
        self.level == level::TWIN
    }
}
