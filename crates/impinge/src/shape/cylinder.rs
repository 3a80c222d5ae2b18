//! A cylinder.

use super::Support;
use super::direction::planar_unit;
use super::error::{self, ShapeError};
use super::outward::up;
use crate::math::DVec3;

/// The cylinder around the z axis of the local frame, from `z = -half_height` to `z = half_height`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    half_height: f64,
    base_radius: f64,
}

impl Cylinder {
    /// The cylinder of half its height and the radius of its bases.
    ///
    /// # Errors
    /// A length that is not finite, not positive or outside the exact range.
    pub fn try_new(half_height: f64, base_radius: f64) -> Result<Self, ShapeError> {
        let half_height = error::positive("half height", half_height)?;
        Ok(Self { half_height, base_radius: error::positive("base radius", base_radius)? })
    }

    /// Half its height.
    #[must_use]
    pub fn half_height(&self) -> f64 {
        self.half_height
    }

    /// The radius of its bases.
    #[must_use]
    pub fn base_radius(&self) -> f64 {
        self.base_radius
    }
}

/// Curved: a point of a rim, or the middle of a base for a direction along the axis.
impl Support for Cylinder {
    #[inline]
    fn support(&self, direction: DVec3, _: &mut u32) -> DVec3 {
        let (outward, _) = planar_unit(direction.truncate());
        (outward * self.base_radius).extend(self.half_height.copysign(direction.z))
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        up(self.half_height.hypot(self.base_radius))
    }
}
