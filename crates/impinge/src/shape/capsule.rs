//! A capsule: a segment rounded by a radius.

use super::Support;
use super::error::{self, ShapeError};
use crate::math::DVec3;

/// All points within a radius of the segment from `(0, 0, -half_height)` to `(0, 0, half_height)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    half_height: f64,
    radius: f64,
}

impl Capsule {
    /// The capsule of half the length of its axis, without the caps, and a radius.
    ///
    /// # Errors
    /// A length that is not finite, not positive or outside the exact range.
    pub fn try_new(half_height: f64, radius: f64) -> Result<Self, ShapeError> {
        let half_height = error::positive("half height", half_height)?;
        Ok(Self { half_height, radius: error::positive("radius", radius)? })
    }

    /// Half the length of the axis, without the caps.
    #[must_use]
    pub fn half_height(&self) -> f64 {
        self.half_height
    }
}

/// The core is the segment along the axis.
impl Support for Capsule {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        *hint = u32::from(direction.z.is_sign_positive());
        DVec3::new(0.0, 0.0, self.half_height.copysign(direction.z))
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        self.half_height
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn corner_count(&self) -> u32 {
        2
    }

    fn corner(&self, index: u32) -> DVec3 {
        match index {
            0 => DVec3::new(0.0, 0.0, -self.half_height),
            1 => DVec3::new(0.0, 0.0, self.half_height),
            _ => self.centre(),
        }
    }
}
