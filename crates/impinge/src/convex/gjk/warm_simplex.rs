//! The simplex and the axis at which a descent ended: where the next query of the same pair starts.

use crate::convex::minkowski_difference::{Difference, SupportPoint};
use crate::math::DVec3;
use crate::shape::Support;

/// The corners and the axis at which a query ended. Those of another pair are allowed: they cost steps and change no distance, but may choose
/// among equally near points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::convex) struct WarmSimplex {
    corners: [[u32; 2]; 4],
    count: u8,
    axis: DVec3,
}

impl WarmSimplex {
    /// What is left behind by a simplex of at most four corners, in canonical order.
    pub(in crate::convex) fn new(simplex: &[SupportPoint], axis: DVec3) -> Self {
        let mut corners = [[0; 2]; 4];
        for (corner, extreme) in corners.iter_mut().zip(simplex) {
            *corner = extreme.corners;
        }
        Self { corners, count: simplex.len().min(4) as u8, axis }
    }

    /// What is left behind by the first of three corners and the nearest point.
    #[inline]
    pub(in crate::convex) fn at([a, b, c]: [[u32; 2]; 3], count: usize, axis: DVec3) -> Self {
        let zero = [0; 2];
        let (b, c) = (if count > 1 { b } else { zero }, if count > 2 { c } else { zero });
        Self { corners: [a, b, c, zero], count: count as u8, axis }
    }

    /// The corners of the last simplex, if they are corners of this difference.
    #[inline]
    pub(in crate::convex) fn corners<F, S>(&self, difference: &Difference<'_, F, S>) -> &[[u32; 2]]
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let corners = &self.corners[..usize::from(self.count)];
        if difference.are_corners(corners) { corners } else { &[] }
    }

    /// What is left behind by cores that are apart along an axis, seen at a corner.
    #[inline]
    pub(in crate::convex) fn apart(corners: [u32; 2], axis: DVec3) -> Self {
        Self { corners: [corners; 4], count: 1, axis }
    }

    /// What is left behind by four corners around the origin, or by three that are around it together with the centre.
    #[inline]
    pub(in crate::convex) fn inside(around: impl Iterator<Item = [u32; 2]>) -> Self {
        let mut warm = Self::default();
        for (place, corners) in warm.corners.iter_mut().zip(around) {
            *place = corners;
            warm.count += 1;
        }
        warm
    }

    /// Four corners that were around the origin, or three that were together with the centre.
    #[inline]
    pub(in crate::convex) fn around(&self) -> Option<&[[u32; 2]]> {
        let is_around = self.count == 4 || (self.count == 3 && self.axis == DVec3::ZERO);
        is_around.then(|| &self.corners[..usize::from(self.count)])
    }

    /// A corner of either core to start from.
    #[inline]
    pub(in crate::convex) fn first_corners(&self) -> [u32; 2] {
        self.corners[0]
    }

    /// The last axis, from the second to the first in the first's frame, if there was one.
    #[inline]
    pub(in crate::convex) fn axis(&self) -> Option<DVec3> {
        let square = self.axis.length_squared();
        (square.is_finite() && square > 0.0).then_some(self.axis)
    }
}
