//! Extents of a box or an edge that a motion does not change, to find the times at which two may meet.

use crate::tree::oriented_box::OrientedBox;

/// A box with its extent in a measure that the motion does not change.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweptExtent {
    pub bounds: OrientedBox,
    /// How far it reaches in a measure that the motion does not change: across a shift, or from the centre of a turn.
    pub range: [f64; 2],
    /// For turns: the angle of its middle, and how far others are from it; π for all of them.
    pub direction: f64,
    pub open: f64,
}

impl SweptExtent {
    /// Whether two may ever meet, by their ranges; those that are not numbers overlap everything.
    pub fn may_meet(&self, other: &Self) -> bool {
        let (p, q) = (self.range, other.range);
        !(p[0] > q[1] || q[0] > p[1])
    }
}
