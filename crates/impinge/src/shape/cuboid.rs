//! A box.

use super::Support;
use super::error::{self, ShapeError};
use super::outward::up;
use crate::math::DVec3;

/// The box along the axes of the local frame, its middle at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    half_extents: DVec3,
}

impl Cuboid {
    /// The box of half its edge lengths.
    ///
    /// # Errors
    /// A half extent that is not finite, not positive or outside the exact range.
    pub fn try_new(half_extents: DVec3) -> Result<Self, ShapeError> {
        const NAMES: [&str; 3] = ["half extent along x", "half extent along y", "half extent along z"];
        for (name, half) in NAMES.into_iter().zip(half_extents.to_array()) {
            error::positive(name, half)?;
        }
        Ok(Self { half_extents })
    }

    /// Half the edge lengths.
    #[must_use]
    pub fn half_extents(&self) -> DVec3 {
        self.half_extents
    }
}

/// Bit k of a corner's index says that its coordinate k is positive.
impl Support for Cuboid {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        *hint = 7 ^ direction.is_negative_bitmask();
        self.half_extents.copysign(direction)
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        up(self.half_extents.length())
    }

    fn corner_count(&self) -> u32 {
        8
    }

    fn corner(&self, index: u32) -> DVec3 {
        if index > 7 {
            return self.centre();
        }
        let h = self.half_extents;
        let side = |k: u32, half: f64| if index >> k & 1 == 1 { half } else { -half };
        DVec3::new(side(0, h.x), side(1, h.y), side(2, h.z))
    }
}
