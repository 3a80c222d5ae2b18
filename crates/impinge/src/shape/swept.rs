//! A shape swept along a translation: its sum with a segment.

use super::Support;
use super::error::{self, ShapeError};
use super::normalize::moderate;
use super::outward_rounding::up;
use crate::math::DVec3;

/// Every place of a shape while it moves from where it is along a vector.
///
/// Of n corners it has 2n, those at the end of the motion after those at its start, rounded once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swept<S> {
    shape: S,
    along: DVec3,
}

impl<S: Support> Swept<S> {
    /// The shape swept along a vector, which may be zero.
    ///
    /// # Errors
    /// A component that is not finite or outside the exact range.
    pub fn try_new(shape: S, along: impl Into<DVec3>) -> Result<Self, ShapeError> {
        let along = along.into();
        Ok(Self { shape, along: error::point("sweep", along)? })
    }

    /// The shape that is swept.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The vector along which it is swept.
    #[must_use]
    pub fn along(&self) -> DVec3 {
        self.along
    }
}

impl<S: Support> Support for Swept<S> {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        // 0 where twice the corners exceed `u32`: then the core counts as curved.
        let corners = self.corner_count() / 2;
        let mut of_shape = if *hint >= corners { *hint - corners } else { *hint };
        let start = self.shape.support(direction, &mut of_shape);
        let moved = moderate(direction).dot(self.along) > 0.0;
        *hint = if moved { of_shape.saturating_add(corners) } else { of_shape };
        if moved { start + self.along } else { start }
    }

    fn centre(&self) -> DVec3 {
        self.shape.centre() + self.along * 0.5
    }

    fn reach(&self) -> f64 {
        // The centre is rounded, so the farthest point may be farther by that.
        up(self.shape.reach() + self.along.length() * 0.5) + 2.0 * f64::EPSILON * self.centre().length()
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }

    fn corner_count(&self) -> u32 {
        self.shape.corner_count().checked_mul(2).unwrap_or(0)
    }

    fn corner(&self, index: u32) -> DVec3 {
        let corners = self.corner_count() / 2;
        if index < corners {
            self.shape.corner(index)
        } else if index < 2 * corners {
            self.shape.corner(index - corners) + self.along
        } else {
            self.centre()
        }
    }

    fn support_error(&self) -> f64 {
        let size = self.shape.centre().length() + self.shape.reach() + self.along.length();
        self.shape.support_error() + 4.0 * f64::EPSILON * size
    }
}
