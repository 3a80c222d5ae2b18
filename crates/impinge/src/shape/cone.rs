//! A cone.

use super::Support;
use super::direction::{moderate, planar_unit};
use super::error::{self, ShapeError};
use super::outward::up;
use crate::math::DVec3;

/// The cone around the z axis of the local frame: its apex at `z = half_height`, its base at `z = -half_height`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    half_height: f64,
    base_radius: f64,
}

impl Cone {
    /// The cone of half its height and the radius of its base.
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

    /// The radius of its base.
    #[must_use]
    pub fn base_radius(&self) -> f64 {
        self.base_radius
    }
}

/// Curved: the apex, a point of the rim, or the middle of the base for the direction against the axis.
impl Support for Cone {
    #[inline]
    fn support(&self, direction: DVec3, _: &mut u32) -> DVec3 {
        let d = moderate(direction);
        let (outward, length) = planar_unit(d.truncate());
        // d · apex against d · rim; what rounding may decide wrongly differs by less than the stated error.
        if 2.0 * self.half_height * d.z >= self.base_radius * length {
            DVec3::new(0.0, 0.0, self.half_height)
        } else {
            (outward * self.base_radius).extend(-self.half_height)
        }
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        up(self.half_height.hypot(self.base_radius))
    }
}
