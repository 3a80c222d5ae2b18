//! The difference of two shapes: all vectors from a point of B to a point of A. It holds the origin where they meet.

use super::Support;
use super::outward_rounding::up;
use crate::math::DVec3;

/// All `a - b` with `a` in A and `b` in B, both in one frame.
///
/// Of n and m corners it has n · m, the one of i and j at i · m + j, rounded once; more than can be counted count as none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinkowskiDifference<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support> MinkowskiDifference<A, B> {
    /// The difference of two shapes.
    #[must_use]
    pub fn new(a: A, b: B) -> Self {
        Self { a, b }
    }

    /// The shape that is subtracted from.
    #[must_use]
    pub fn a(&self) -> &A {
        &self.a
    }

    /// The shape that is subtracted.
    #[must_use]
    pub fn b(&self) -> &B {
        &self.b
    }
}

impl<A: Support, B: Support> Support for MinkowskiDifference<A, B> {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let of_b = self.b.corner_count().max(1);
        let (mut i, mut j) = (*hint / of_b, *hint % of_b);
        let point = self.a.support(direction, &mut i) - self.b.support(-direction, &mut j);
        *hint = i.wrapping_mul(of_b).wrapping_add(j);
        point
    }

    fn centre(&self) -> DVec3 {
        self.a.centre() - self.b.centre()
    }

    fn reach(&self) -> f64 {
        up(self.a.reach() + self.b.reach()) + 2.0 * f64::EPSILON * self.centre().length()
    }

    fn radius(&self) -> f64 {
        self.a.radius() + self.b.radius()
    }

    fn corner_count(&self) -> u32 {
        self.a.corner_count().checked_mul(self.b.corner_count()).unwrap_or(0)
    }

    fn corner(&self, index: u32) -> DVec3 {
        if index >= self.corner_count() {
            return self.centre();
        }
        let of_b = self.b.corner_count();
        self.a.corner(index / of_b) - self.b.corner(index % of_b)
    }

    fn support_error(&self) -> f64 {
        let size = |centre: DVec3, reach: f64| centre.length() + reach;
        let sizes = size(self.a.centre(), self.a.reach()) + size(self.b.centre(), self.b.reach());
        self.a.support_error() + self.b.support_error() + 4.0 * f64::EPSILON * sizes
    }
}
