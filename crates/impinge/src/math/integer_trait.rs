//! What exact algebra asks of integers, whether they lie on the stack or grow as they need.

use dashu_int::IBig;
use std::fmt::Debug;

/// Integers that add and multiply without loss.
pub(crate) trait Whole: Clone + Debug {
    fn zero() -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// The product with a small number.
    fn scaled(&self, factor: i32) -> Self;
    fn negated(&self) -> Self;
    /// -1, 0 or 1.
    fn sign(&self) -> i32;

    fn magnitude(&self) -> Self {
        if self.sign() < 0 { self.negated() } else { self.clone() }
    }
}

impl Whole for IBig {
    fn zero() -> Self {
        Self::ZERO
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn scaled(&self, factor: i32) -> Self {
        self * Self::from(factor)
    }

    fn negated(&self) -> Self {
        -self
    }

    fn sign(&self) -> i32 {
        super::integer::sign(self)
    }
}
