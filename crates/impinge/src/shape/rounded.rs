//! A shape rounded by a radius: the core stays, so that what is exact about it stays exact.

use super::Support;
use super::error::{self, ShapeError};
use crate::math::DVec3;

/// All points within a radius of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<S> {
    shape: S,
    by: f64,
}

impl<S: Support> Rounded<S> {
    /// All points within `by` of a shape.
    ///
    /// # Errors
    /// A radius that is not finite, negative or outside the exact range.
    pub fn try_new(shape: S, by: f64) -> Result<Self, ShapeError> {
        Ok(Self { shape, by: error::not_negative("radius", by)? })
    }

    /// The shape that is rounded.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// How far it goes beyond that shape.
    #[must_use]
    pub fn rounding(&self) -> f64 {
        self.by
    }
}

/// The core is the core of the shape.
impl<S: Support> Support for Rounded<S> {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        self.shape.support(direction, hint)
    }

    fn centre(&self) -> DVec3 {
        self.shape.centre()
    }

    fn reach(&self) -> f64 {
        self.shape.reach()
    }

    fn radius(&self) -> f64 {
        self.shape.radius() + self.by
    }

    fn corner_count(&self) -> u32 {
        self.shape.corner_count()
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.shape.corner(index)
    }

    fn support_error(&self) -> f64 {
        self.shape.support_error()
    }
}
