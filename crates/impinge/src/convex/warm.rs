//! What one query leaves for the next of the same pair.

use super::difference::{Difference, Extreme};
use crate::math::DVec3;
use crate::shape::Support;

/// The corners and the axis at which a query ended. Kept by the caller between queries of one pair that moves little; any other one is
/// allowed, costs steps and changes no distance, but may choose among equally near points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Warm {
    corners: [[u32; 2]; 4],
    count: u8,
    axis: DVec3,
}

impl Warm {
    /// What is left behind by a simplex of at most four corners, in canonical order.
    pub(super) fn new(simplex: &[Extreme], axis: DVec3) -> Self {
        let mut corners = [[0; 2]; 4];
        for (corner, extreme) in corners.iter_mut().zip(simplex) {
            *corner = extreme.corners;
        }
        Self { corners, count: simplex.len().min(4) as u8, axis }
    }

    /// The corners of the last simplex, if they are corners of this difference.
    #[inline]
    pub(super) fn corners<F, S>(&self, difference: &Difference<'_, F, S>) -> &[[u32; 2]]
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let counts = [difference.first.corner_count(), difference.second.corner_count()];
        let corners = &self.corners[..usize::from(self.count)];
        if corners.iter().all(|[i, j]| *i < counts[0] && *j < counts[1]) { corners } else { &[] }
    }

    /// The last axis, from the second to the first in the first's frame, if there was one.
    pub(super) fn axis(&self) -> Option<DVec3> {
        let square = self.axis.length_squared();
        (square.is_finite() && square > 0.0).then_some(self.axis)
    }
}
