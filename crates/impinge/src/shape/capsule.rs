//! A capsule: a segment rounded by a radius.

use super::error::{self, ShapeError};
use super::ray_interval::RayInterval;
use super::revolution_mass::Outline;
use super::sum_of_squares_sign::{Square, sign_of_sum};
use super::{Closest, MassProperties, Ray, RayHit, RevolutionProfile, Solid, Support};
use crate::math::{DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;

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

    fn revolution_profile(&self) -> Option<RevolutionProfile> {
        Some(RevolutionProfile::from_circles([-self.half_height, self.half_height].map(|z| DVec2::new(0.0, z))))
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

impl Solid for Capsule {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        let (h, r) = (self.half_height, self.radius + by);
        let outline = Outline::default()
            .arc(DVec2::new(0.0, -h), r, [-FRAC_PI_2, 0.0])
            .line(DVec2::new(r, -h), DVec2::new(r, h))
            .arc(DVec2::new(0.0, h), r, [0.0, FRAC_PI_2]);
        Some(outline.mass())
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let on_axis = DVec3::new(0.0, 0.0, p.z.clamp(-self.half_height, self.half_height));
        Closest::outside(p, on_axis, DVec3::X).rounded(self.radius)
    }

    fn contains(&self, p: DVec3) -> bool {
        let beyond = if p.z.abs() > self.half_height { p.z.abs() } else { self.half_height };
        let along = Square { from: self.half_height, ..Square::plus(beyond) };
        p.is_finite() && sign_of_sum(&[Square::plus(p.x), Square::plus(p.y), along, Square::minus(self.radius)]) <= 0
    }

    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        if let Some(hit) = ray.starts_in(self) {
            return Some(hit);
        }
        // The first of its three parts: a cylinder and two balls.
        let (o, u, h) = (ray.origin(), ray.unit(), self.half_height);
        let side =
            RayInterval::disc(o.truncate(), u.truncate(), self.radius).and(RayInterval::slab(o.z, u.z, h, DVec3::Z));
        let ends = [-h, h].map(|z| ray.enter_ball(DVec3::new(0.0, 0.0, z), self.radius));
        // A ray that enters the cylinder by a base was in a ball before.
        let side = side.entry(ray);
        ends.into_iter().chain([side]).flatten().min_by(|p, q| p.t.total_cmp(&q.t))
    }
}
