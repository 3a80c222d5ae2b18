//! The distance of two bodies, and where they are closest.

use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};

/// How far apart two bodies or parts are, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyGap {
    /// The distance; 0 where they share a point.
    pub length: Bounded,
    /// A closest point of A and of B.
    pub points: [DVec3; 2],
}

impl BodyGap {
    /// What was found with B first and in B's frame, as A and B in A's.
    pub(super) fn flipped(self, a_from_b: &Pose) -> Self {
        let [p, q] = self.points.map(|p| a_from_b.transform_point(p));
        Self { points: [q, p], ..self }
    }

    /// The same with its points in another frame.
    pub(super) fn carried(self, c_from_a: &Pose) -> Self {
        Self { points: self.points.map(|p| c_from_a.transform_point(p)), ..self }
    }
}
