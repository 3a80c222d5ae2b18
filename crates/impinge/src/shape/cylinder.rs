//! A cylinder.

use super::bounding_box;
use super::error::{self, ShapeError};
use super::normalize::{fine_unit, planar_unit};
use super::outward_rounding::up;
use super::ray_interval::RayInterval;
use super::revolution_mass::Outline;
use super::sum_of_squares_sign::{Square, sign_of_sum};
use super::{Closest, MassProperties, Ray, RayHit, RevolutionProfile, Solid, Support};
use crate::bound::Aabb;
use crate::math::double_double::{DoubleDouble, Vector};
use crate::math::{DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;

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

    fn fine_support(&self, d: &Vector) -> Option<Vector> {
        let ([x, y], _) = fine_unit([d[0], d[1]]);
        let radius = DoubleDouble::from(self.base_radius);
        Some([x * radius, y * radius, self.half_height.copysign(d[2].to_double()).into()])
    }

    fn revolution_profile(&self) -> Option<RevolutionProfile> {
        let rim = |z: f64| DVec2::new(self.base_radius, z);
        Some(RevolutionProfile::from_circles([rim(-self.half_height), rim(self.half_height)]))
    }
}

impl Solid for Cylinder {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        let (h, r) = (self.half_height, self.base_radius);
        let outline = Outline::default()
            .arc(DVec2::new(r, -h), by, [-FRAC_PI_2, 0.0])
            .line(DVec2::new(r + by, -h), DVec2::new(r + by, h))
            .arc(DVec2::new(r, h), by, [0.0, FRAC_PI_2]);
        Some(outline.mass())
    }

    fn bounds(&self) -> Aabb {
        let half = DVec3::new(self.base_radius, self.base_radius, self.half_height);
        bounding_box::around(-half, half, 0.0)
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let (radial, rho) = planar_unit(p.truncate());
        let radial = if rho > 0.0 { radial } else { DVec2::X };
        let (out, above) = (rho - self.base_radius, p.z.abs() - self.half_height);
        let side = (radial * self.base_radius).extend(p.z);
        let cap = p.truncate().extend(self.half_height.copysign(p.z));
        let up = DVec3::new(0.0, 0.0, 1f64.copysign(p.z));
        if out > 0.0 && above > 0.0 {
            let rim = side.truncate().extend(cap.z);
            let (away, distance) = planar_unit(DVec2::new(out, above));
            return Closest { point: rim, normal: (radial * away.x).extend(0.0) + up * away.y, distance };
        }
        if out > above {
            Closest { point: side, normal: radial.extend(0.0), distance: out }
        } else {
            Closest { point: cap, normal: up, distance: above }
        }
    }

    fn contains(&self, p: DVec3) -> bool {
        let squares = [Square::plus(p.x), Square::plus(p.y), Square::minus(self.base_radius)];
        p.is_finite() && p.z.abs() <= self.half_height && sign_of_sum(&squares) <= 0
    }

    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        let (o, u) = (ray.origin(), ray.unit());
        let side = RayInterval::disc(o.truncate(), u.truncate(), self.base_radius);
        let between = RayInterval::slab(o.z, u.z, self.half_height, DVec3::Z);
        ray.starts_in(self).or_else(|| side.and(between).entry(ray))
    }
}
