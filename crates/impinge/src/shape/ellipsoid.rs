//! An ellipsoid.

use super::bounding_box;
use super::error::{self, ShapeError, THINNEST};
use super::normalize::{fine_unit, moderate, unit};
use super::sum_of_squares_sign::{Square, sign_of_sum};
use super::{Closest, MassProperties, Ray, RayHit, RevolutionProfile, Solid, Support};
use crate::bound::Aabb;
use crate::math::double_double::{DoubleDouble, Vector};
use crate::math::{DMat3, DVec2, DVec3};
use std::f64::consts::PI;

/// The ellipsoid along the axes of the local frame, its middle at the origin: `(x/a)² + (y/b)² + (z/c)² <= 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    semi_axes: DVec3,
}

/// Steps after which the search for a closest point ends: value and slope have at most 53 and 400 bits to lose, and every step takes
/// one of them; a dozen are usual.
const STEPS: usize = 512;

impl Ellipsoid {
    /// The ellipsoid of three semi-axes.
    ///
    /// # Errors
    /// A semi-axis that is not finite, not positive or outside the exact range; one more than 2^200 times another.
    pub fn try_new(semi_axes: impl Into<DVec3>) -> Result<Self, ShapeError> {
        let semi_axes = semi_axes.into();
        const NAMES: [&str; 3] = ["semi-axis along x", "semi-axis along y", "semi-axis along z"];
        for (name, length) in NAMES.into_iter().zip(semi_axes.to_array()) {
            error::positive(name, length)?;
        }
        let ratio = semi_axes.max_element() / semi_axes.min_element();
        if ratio > THINNEST {
            return Err(ShapeError::TooThin { parameter: "ratio of semi-axes", found: ratio });
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

    fn fine_support(&self, d: &Vector) -> Option<Vector> {
        // In units of the longest axis, so that what is lost below is lost to rounding too.
        let (longest, axes) = (self.reach(), self.semi_axes.to_array());
        let scaled: Vector = std::array::from_fn(|k| d[k] * DoubleDouble::from(axes[k]).over(longest.into()));
        let (on_sphere, length) = fine_unit(scaled);
        let point = std::array::from_fn(|k| on_sphere[k] * DoubleDouble::from(axes[k]));
        (length > DoubleDouble::default()).then_some(point)
    }

    fn revolution_profile(&self) -> Option<RevolutionProfile> {
        let radius = self.semi_axes.x;
        (self.semi_axes == DVec3::splat(radius))
            .then_some(RevolutionProfile { circles: [DVec2::ZERO; 2], ball: radius })
    }
}

impl Ellipsoid {
    /// The point `p` of the unit sphere for which E p is the point of the ellipsoid nearest to `y`, all in the first octant.
    ///
    /// With e the smallest semi-axis, z = y / E and r = (E / e)², the point is p = r z / (v + r - 1) for the one v > 0 where |p| = 1
    /// (Eberly 2013, with v for his s + 1, which keeps the digits of points near the longest axes). Every component of p is
    /// at most 1, so v is at least every r z - (r - 1), and at the largest of these |p|² is at most 3. |p|² is convex in v and falling, so Newton's
    /// method from there rises to the root and never passes it.
    fn on_sphere(&self, y: DVec3) -> DVec3 {
        let (axes, e) = (self.semi_axes, self.semi_axes.min_element());
        let (z, ratio) = (y / axes, axes / e);
        let (r, above) = (ratio * ratio, (axes - e) / e * (ratio + 1.0));
        let mut v = (r * z - above).max_element().max(0.0);
        let parts = |v: f64| {
            DVec3::from_array(std::array::from_fn(|k| if z[k] > 0.0 { r[k] * z[k] / (v + above[k]) } else { 0.0 }))
        };
        if v == 0.0 {
            // In the plane across the shortest axis: what the others leave over goes along it.
            let others = parts(0.0).length_squared();
            if others <= 1.0 {
                let mut p = parts(0.0);
                p[axes.min_position()] = (1.0 - others).sqrt();
                return p;
            }
        }
        for _ in 0..STEPS {
            let p = parts(v);
            let excess = p.length_squared() - 1.0;
            let slope: f64 = (0..3).map(|k| 2.0 * p[k] * p[k] / (v + above[k])).filter(|s| s.is_finite()).sum();
            let next = v + excess / slope;
            if excess <= 4.0 * f64::EPSILON || next <= v || next.is_nan() {
                break;
            }
            v = next;
        }
        unit(parts(v)).unwrap_or(DVec3::X)
    }
}

impl Solid for Ellipsoid {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        let e = self.semi_axes;
        let volume = 4.0 / 3.0 * PI * e.x * e.y * e.z;
        let moments = DMat3::from_diagonal(e * e * (volume / 5.0));
        (by == 0.0).then(|| MassProperties::from_second_moments(volume, DVec3::ZERO, moments))
    }

    fn bounds(&self) -> Aabb {
        bounding_box::around(-self.semi_axes, self.semi_axes, 0.0)
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let on_sphere = self.on_sphere(p.abs()).copysign(p);
        let point = on_sphere * self.semi_axes;
        // The gradient, in units of the shortest axis.
        let normal = unit(on_sphere * (self.semi_axes.min_element() / self.semi_axes)).unwrap_or(DVec3::X);
        Closest { point, normal, distance: normal.dot(p - point) }
    }

    fn contains(&self, p: DVec3) -> bool {
        let DVec3 { x: a, y: b, z: c } = self.semi_axes;
        p.is_finite()
            && sign_of_sum(&[
                Square::plus(p.x).times(b, c),
                Square::plus(p.y).times(c, a),
                Square::plus(p.z).times(a, b),
                Square::minus(a).times(b, c),
            ]) <= 0
    }

    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        if let Some(hit) = ray.starts_in(self) {
            return Some(hit);
        }
        // From where it comes near, so that a far origin costs no digits; a ball once every axis is measured in its own length.
        let ahead = (-ray.origin().dot(ray.unit()) - 2.0 * self.reach()).max(0.0);
        let scaled = Ray::scaled(ray.at_distance(ahead) / self.semi_axes, ray.unit() / self.semi_axes)?;
        let entry = scaled.enter_ball(DVec3::ZERO, 1.0)?;
        let normal = unit(entry.normal * (self.semi_axes.min_element() / self.semi_axes))?;
        Some(ray.hit(ahead + entry.t, normal))
    }
}
