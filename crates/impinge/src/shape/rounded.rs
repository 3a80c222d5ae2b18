//! A shape rounded by a radius: the core stays, so that what is exact about it stays exact.

use super::bounding_box;
use super::error::{self, ShapeError};
use super::support::forward_core;
use super::{Closest, MassProperties, Solid, Support};
use crate::bound::Aabb;
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

    forward_core!(self => self.shape);
}

/// Rays are cast by tangent planes; a point is inside where its rounded distance says so.
impl<S: Solid> Solid for Rounded<S> {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        self.shape.mass_rounded(self.by + by)
    }

    fn bounds(&self) -> Aabb {
        let Aabb { min, max } = self.shape.bounds();
        bounding_box::around(min, max, self.by)
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        self.shape.closest_point(p).rounded(self.by)
    }

    fn contains(&self, p: DVec3) -> bool {
        p.is_finite() && (self.shape.contains(p) || self.shape.closest_point(p).distance <= self.by)
    }
}
