//! What is asked of a shape about a point: the nearest point of its boundary, and on which side of it the point is.

use crate::math::DVec3;

/// The nearest point of a shape's boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// The nearest point of the boundary; of several, any.
    pub point: DVec3,
    /// The outward unit normal there along which the distance is measured: `p - point` is `distance` times it, but for rounding.
    pub normal: DVec3,
    /// The distance from the boundary, negative inside; never negative for a shape that has no inside.
    pub distance: f64,
}

impl Closest {
    /// Whether the point is inside the shape or on its boundary.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.distance <= 0.0
    }

    /// From a point outside to the nearest point; where they are one, along a normal that is known otherwise.
    pub(super) fn outside(p: DVec3, point: DVec3, otherwise: DVec3) -> Self {
        match super::normalize::unit(p - point) {
            Some(normal) => Self { point, normal, distance: normal.dot(p - point) },
            None => Self { point, normal: otherwise, distance: (p - point).length() },
        }
    }

    /// The same for the shape rounded by a radius: the nearest point moves out along its normal.
    pub(super) fn rounded(self, by: f64) -> Self {
        Self { point: self.point + self.normal * by, normal: self.normal, distance: self.distance - by }
    }
}
