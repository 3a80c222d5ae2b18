//! What an update of a broad phase did.

use std::ops::AddAssign;

/// Counters of one update, or of many when added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadCost {
    /// Boxes put in, moved or taken out since the update before.
    pub touched: u64,
    /// Tests of a box against a box or against eight at once; for sweep and prune, end points compared.
    pub tests: u64,
    /// Pairs that single precision could not tell from touching, decided in double precision.
    pub settled: u64,
    /// Pairs that overlap.
    pub pairs: u64,
    /// Times that the method sorted its boxes anew instead of mending the order.
    pub sorts: u64,
}

impl AddAssign for BroadCost {
    fn add_assign(&mut self, other: Self) {
        self.touched += other.touched;
        self.tests += other.tests;
        self.settled += other.settled;
        self.pairs += other.pairs;
        self.sorts += other.sorts;
    }
}
