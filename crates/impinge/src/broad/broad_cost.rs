//! Work counters of a broad phase.

use std::ops::AddAssign;

/// Counters of one update, or of many when added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BroadCost {
    /// Boxes inserted, moved or removed since the update before.
    pub touched: u64,
    /// Tests of a box against a box or against eight at once; for sweep and prune, end points compared.
    pub tests: u64,
    /// Pairs that single precision could not tell from touching, decided in double precision.
    pub settled: u64,
    /// Pairs that overlap.
    pub pairs: u64,
    /// Number of full sorts, where the order of the boxes was not just repaired.
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
