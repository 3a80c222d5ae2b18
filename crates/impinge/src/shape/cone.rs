//! A cone.

use super::bounding_box;
use super::error::{self, ShapeError};
use super::normalize::{fine_unit, moderate, planar_unit};
use super::outward_rounding::up;
use super::ray_interval::RayInterval;
use super::revolution_mass::Outline;
use super::sum_of_squares_sign::{Square, sign_of_sum};
use super::{Closest, MassProperties, Ray, RayHit, RevolutionProfile, Solid, Support};
use crate::bound::Aabb;
use crate::math::double_double::{DoubleDouble, Vector};
use crate::math::{DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;

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

    fn fine_support(&self, d: &Vector) -> Option<Vector> {
        let ([x, y], length) = fine_unit([d[0], d[1]]);
        let radius = DoubleDouble::from(self.base_radius);
        let apex = d[2] * (2.0 * self.half_height).into() >= length * radius;
        let nothing = DoubleDouble::default();
        let rim = [x * radius, y * radius, (-self.half_height).into()];
        Some(if apex { [nothing, nothing, self.half_height.into()] } else { rim })
    }

    fn revolution_profile(&self) -> Option<RevolutionProfile> {
        let (rim, apex) = (DVec2::new(self.base_radius, -self.half_height), DVec2::new(0.0, self.half_height));
        Some(RevolutionProfile::from_circles([rim, apex]))
    }
}

/// A ray of length 1 that falls into the cone faster than its slope by this much, squared, has one end in it for certain.
const STEEP: f64 = 1e-12;

impl Cone {
    /// The outward normal of the slope in the plane of (ρ, z).
    fn slope_normal(&self) -> DVec2 {
        let slant = (2.0 * self.half_height).hypot(self.base_radius);
        DVec2::new(2.0 * self.half_height, self.base_radius) / slant
    }

    /// Where a ray is within the cone without its base: with cosine and sine of the slope's normal, cos ρ <= sin (h - z).
    fn nappe(&self, ray: &Ray) -> RayInterval {
        let n = self.slope_normal();
        // From the point of the ray nearest to the apex, so that a far origin costs no digits.
        let apex = DVec3::new(0.0, 0.0, self.half_height);
        let shift = (apex - ray.origin()).dot(ray.unit());
        let (p, u) = (ray.origin() - apex + ray.unit() * shift, ray.unit());
        let (p2, u2, w, dw) = (p.truncate() * n.x, u.truncate() * n.x, -n.y * p.z, -n.y * u.z);
        // |p2 + s u2|² - (w + s dw)² = a s² + 2 b s + c, at most 0 where w + s dw is not negative.
        let (rho, speed) = (p2.length(), u2.length());
        let (a, b, c) = ((speed - dw) * (speed + dw), p2.dot(u2) - w * dw, (rho - w) * (rho + w));
        let root = b.mul_add(b, -(a * c));
        if root < 0.0 {
            return RayInterval::NONE;
        }
        // The two zeros, each without cancellation.
        let q = -(b + root.sqrt().copysign(b));
        let (first, second) = (q / a, if q == 0.0 { q / a } else { c / q });
        let (low, high) = (first.min(second), first.max(second));
        let ahead = |s: f64| s.is_finite() && w + s * dw >= 0.0;
        let open = |s: f64| if dw > 0.0 { (s, f64::INFINITY) } else { (f64::NEG_INFINITY, s) };
        let (from, to) = if a < -STEEP {
            open(if dw > 0.0 { high } else { low })
        } else {
            // Both zeros are on one nappe; along the slope one of them is far away, rounding says on which.
            match (ahead(low), ahead(high)) {
                (true, true) => (low, high),
                (true, false) => open(low),
                (false, true) => open(high),
                (false, false) => return RayInterval::NONE,
            }
        };
        let (radial, _) = planar_unit(p2 + u2 * from);
        let normal = if from.is_finite() { (radial * n.x).extend(n.y) } else { DVec3::ZERO };
        RayInterval { from: from + shift, to: to + shift, normal }
    }
}

impl Solid for Cone {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        let (h, r, n) = (self.half_height, self.base_radius, self.slope_normal());
        let turn = n.y.atan2(n.x);
        let (rim, apex) = (DVec2::new(r, -h), DVec2::new(0.0, h));
        let outline = Outline::default().arc(rim, by, [-FRAC_PI_2, turn]).line(rim + n * by, apex + n * by).arc(
            apex,
            by,
            [turn, FRAC_PI_2],
        );
        Some(outline.mass())
    }

    fn bounds(&self) -> Aabb {
        let half = DVec3::new(self.base_radius, self.base_radius, self.half_height);
        bounding_box::around(-half, half, 0.0)
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let (radial, rho) = planar_unit(p.truncate());
        let radial = if rho > 0.0 { radial } else { DVec2::X };
        let in_space = |q: DVec2| (radial * q.x).extend(q.y);
        let (h, n, p) = (self.half_height, self.slope_normal(), DVec2::new(rho, p.z));
        let (rim, apex) = (DVec2::new(self.base_radius, -h), DVec2::new(0.0, h));
        let (above_slope, below_base) = (n.dot(p - apex), -h - p.y);
        // How far from the rim along the slope, and from the apex.
        let slope = DVec2::new(-n.y, n.x);
        let (from_rim, from_apex) = (slope.dot(p - rim), slope.dot(apex - p));
        let planar =
            |q: DVec2, normal: DVec2, distance: f64| Closest { point: in_space(q), normal: in_space(normal), distance };
        if below_base >= above_slope && rho <= self.base_radius {
            return planar(DVec2::new(rho, -h), DVec2::NEG_Y, below_base);
        }
        let corner = if from_rim < 0.0 && above_slope.max(below_base) > 0.0 {
            rim
        } else if from_apex < 0.0 {
            apex
        } else {
            return planar(p - n * above_slope, n, above_slope);
        };
        let (away, distance) = planar_unit(p - corner);
        planar(corner, if distance > 0.0 { away } else { n }, distance)
    }

    fn contains(&self, p: DVec3) -> bool {
        if !p.is_finite() || p.z.abs() > self.half_height {
            return false;
        }
        let (height, one) = (2.0 * self.half_height, 1.0);
        let across = Square { from: p.z, ..Square::minus(self.half_height) };
        sign_of_sum(&[
            Square::plus(p.x).times(height, one),
            Square::plus(p.y).times(height, one),
            across.times(self.base_radius, one),
        ]) <= 0
    }

    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        let between = RayInterval::slab(ray.origin().z, ray.unit().z, self.half_height, DVec3::Z);
        ray.starts_in(self).or_else(|| self.nappe(ray).and(between).entry(ray))
    }
}
