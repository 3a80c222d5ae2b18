//! A shape whose radius is made part of its core, for algorithms that know no radius.

use super::Support;
use super::error::{self, ShapeError};
use super::normalize::unit;
use super::outward_rounding::up;
use crate::math::DVec3;

/// All points within a length of a shape, its own radius included, as one curved core.
///
/// The same points as [`super::Rounded`], but nothing is left of the corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inflated<S> {
    shape: S,
    by: f64,
}

impl<S: Support> Inflated<S> {
    /// All points within `by` of a shape.
    ///
    /// # Errors
    /// A length that is not finite, negative or outside the exact range.
    pub fn try_new(shape: S, by: f64) -> Result<Self, ShapeError> {
        Ok(Self { shape, by: error::not_negative("inflation", by)? })
    }

    /// The shape that is inflated.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// From the core of the shape to the surface.
    fn thickness(&self) -> f64 {
        self.shape.radius() + self.by
    }
}

impl<S: Support> Support for Inflated<S> {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        self.shape.support(direction, hint) + unit(direction).unwrap_or(DVec3::ZERO) * self.thickness()
    }

    fn centre(&self) -> DVec3 {
        self.shape.centre()
    }

    fn reach(&self) -> f64 {
        up(self.shape.reach() + self.thickness())
    }

    fn support_error(&self) -> f64 {
        self.shape.support_error() + 8.0 * f64::EPSILON * (self.centre().length() + self.reach())
    }
}
