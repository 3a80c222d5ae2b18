//! A ball: a point rounded by a radius.

use super::Support;
use super::error::{self, ShapeError};
use crate::math::DVec3;

/// All points within a radius of the origin of the local frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    radius: f64,
}

impl Sphere {
    /// The ball of a radius.
    ///
    /// # Errors
    /// A radius that is not finite, not positive or outside the exact range.
    pub fn try_new(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self { radius: error::positive("radius", radius)? })
    }
}

/// The core is the origin.
impl Support for Sphere {
    #[inline]
    fn support(&self, _: DVec3, hint: &mut u32) -> DVec3 {
        *hint = 0;
        DVec3::ZERO
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        0.0
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn corner_count(&self) -> u32 {
        1
    }
}
