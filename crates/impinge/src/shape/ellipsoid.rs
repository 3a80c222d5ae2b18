//! An ellipsoid.

use super::Support;
use super::direction::{moderate, unit};
use super::error::{self, ShapeError};
use crate::math::DVec3;

/// The ellipsoid along the axes of the local frame, its middle at the origin: `(x/a)² + (y/b)² + (z/c)² <= 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    semi_axes: DVec3,
}

impl Ellipsoid {
    /// The ellipsoid of three semi-axes.
    ///
    /// # Errors
    /// A semi-axis that is not finite, not positive or outside the exact range.
    pub fn try_new(semi_axes: DVec3) -> Result<Self, ShapeError> {
        const NAMES: [&str; 3] = ["semi-axis along x", "semi-axis along y", "semi-axis along z"];
        for (name, length) in NAMES.into_iter().zip(semi_axes.to_array()) {
            error::positive(name, length)?;
        }
        Ok(Self { semi_axes })
    }

    /// Its three semi-axes.
    #[must_use]
    pub fn semi_axes(&self) -> DVec3 {
        self.semi_axes
    }
}

/// Curved: with E = diag(a, b, c), the farthest point along d is E · Ed / |Ed|. Each coordinate has a relative error of 4 ε.
impl Support for Ellipsoid {
    #[inline]
    fn support(&self, direction: DVec3, _: &mut u32) -> DVec3 {
        let on_sphere = unit(moderate(direction) * self.semi_axes).unwrap_or(DVec3::ZERO);
        on_sphere * self.semi_axes
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        self.semi_axes.max_element()
    }
}
