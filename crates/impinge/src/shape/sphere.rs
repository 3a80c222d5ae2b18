//! A ball: a point rounded by a radius.

use super::error::{self, ShapeError};
use super::normalize::unit;
use super::sum_of_squares_sign::{Square, sign_of_sum};
use super::{Closest, MassProperties, Ray, RayHit, RevolutionProfile, Solid, Support};
use crate::math::{DVec2, DVec3};

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

    fn revolution_profile(&self) -> Option<RevolutionProfile> {
        Some(RevolutionProfile::from_circles([DVec2::ZERO; 2]))
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn corner_count(&self) -> u32 {
        1
    }
}

impl Solid for Sphere {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        Some(MassProperties::ball(self.radius + by))
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let normal = unit(p).unwrap_or(DVec3::X);
        Closest { point: normal * self.radius, normal, distance: p.dot(normal) - self.radius }
    }

    fn contains(&self, p: DVec3) -> bool {
        let squares = [Square::plus(p.x), Square::plus(p.y), Square::plus(p.z), Square::minus(self.radius)];
        p.is_finite() && sign_of_sum(&squares) <= 0
    }

    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        ray.starts_in(self).or_else(|| ray.enter_ball(DVec3::ZERO, self.radius))
    }
}
