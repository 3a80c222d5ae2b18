//! What a query did: counters that every report carries. They depend on the input, and slightly on the vector instructions of
//! the machine, never on the clock.

use std::ops::AddAssign;

/// Counters of the work behind one answer, or behind many when added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Pairs of bounding volumes tested.
    pub box_tests: u64,
    /// Pairs of triangles tested, by whatever means.
    pub triangle_tests: u64,
    /// Of these, pairs that the filter in single precision could not decide and that were tested exactly.
    pub exact_tests: u64,
    /// Signs asked of the predicates.
    pub signs: u64,
    /// Signs that the floating-point filter could not decide and exact arithmetic did.
    pub exact_signs: u64,
    /// Rays cast to find a winding number.
    pub ray_casts: u64,
    /// Pieces of triangles, cut along the other surface, that were classified in rational arithmetic.
    pub pieces: u64,
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.box_tests += other.box_tests;
        self.triangle_tests += other.triangle_tests;
        self.exact_tests += other.exact_tests;
        self.signs += other.signs;
        self.exact_signs += other.exact_signs;
        self.ray_casts += other.ray_casts;
        self.pieces += other.pieces;
    }
}
