//! A point.

use super::error::{self, ShapeError};
use super::{Closest, MassProperties, Ray, RayHit, Solid, Support};
use crate::math::DVec3;

/// One point of the local frame; rounded by a radius it is a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    position: DVec3,
}

impl Point {
    /// The point of these coordinates.
    ///
    /// # Errors
    /// A coordinate that is not finite or outside the exact range.
    pub fn try_new(position: impl Into<DVec3>) -> Result<Self, ShapeError> {
        let position = position.into();
        Ok(Self { position: error::point("position", position)? })
    }

    /// The point at a place that was checked before.
    pub(crate) fn at(position: DVec3) -> Self {
        Self { position }
    }

    /// Where it is.
    #[must_use]
    pub fn position(&self) -> DVec3 {
        self.position
    }
}

impl Support for Point {
    #[inline]
    fn support(&self, _: DVec3, hint: &mut u32) -> DVec3 {
        *hint = 0;
        self.position
    }

    fn centre(&self) -> DVec3 {
        self.position
    }

    fn reach(&self) -> f64 {
        0.0
    }

    fn corner_count(&self) -> u32 {
        1
    }
}

impl Solid for Point {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        Some(MassProperties::ball(by).moved(self.position))
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        Closest::outside(p, self.position, DVec3::X)
    }

    fn contains(&self, p: DVec3) -> bool {
        p == self.position
    }

    /// Exact: whether the ray passes through the point, as doubles.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        let ahead = || ray.passes(self.position).then(|| ray.hit_at(self.position, -ray.unit()));
        ray.starts_in(self).or_else(ahead)
    }
}
