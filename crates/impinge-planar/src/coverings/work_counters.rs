//! Counters of the work of a moving polygon.

/// Work counters over all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovingHistory {
    /// Answers.
    pub steps: u64,
    /// Steps in which the circles were apart.
    pub circles_apart: u64,
    /// Steps for which the mask was not computed: the middle had moved too little to change a bit.
    pub by_motion: u64,
    /// Steps whose mask was computed and was that of the last one computed.
    pub unchanged: u64,
    /// Bits that differed from one mask computed to the next.
    pub bits_changed: u64,
    /// Steps in which nothing had to be computed but the place of the middle: circles apart, or by motion and no edge near.
    pub at_once: u64,
    /// Steps in which no influence area held the middle: settled by circles, by motion or by one point.
    pub free: u64,
    /// Steps in which edges were compared.
    pub compared: u64,
    /// Edges of A that were left to compare, over those of these steps that were not handed over.
    pub candidates: u64,
    /// Of these steps, those handed over to the trees.
    pub by_tree: u64,
}
