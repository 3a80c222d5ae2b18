//! Lists between the stages of a search.

use super::lane_buffer::LaneBuffer;

/// What waits to be tested by boxes.
#[derive(Debug)]
pub(crate) struct CandidateLists {
    /// Pairs of leaves.
    pub leaves: Box<LaneBuffer<2>>,
    /// Slots of first leaves whose boxes are near the second, and that leaf.
    pub items: Box<LaneBuffer<2>>,
    /// Of these, slots with boxes that overlap some of the leaf, the leaf, and which of its boxes.
    pub hits: Box<LaneBuffer<3>>,
}

impl Default for CandidateLists {
    fn default() -> Self {
        Self { leaves: LaneBuffer::new(), items: LaneBuffer::new(), hits: LaneBuffer::new() }
    }
}

impl CandidateLists {
    /// Forgets what waits.
    pub fn clear(&mut self) {
        self.leaves.truncate(0);
        self.items.truncate(0);
        self.hits.truncate(0);
    }
}
