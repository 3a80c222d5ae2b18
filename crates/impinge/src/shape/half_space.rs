//! A half-space. It has no bounds and so no farthest points; instead any shape can be measured against it.

use super::error::{self, ShapeError};
use super::ray_interval::RayInterval;
use super::{Closest, Ray, RayHit, Support};
use crate::math::integer::{Grid, sign};
use crate::math::integer_vector::dot;
use crate::math::rounding::dot_plus;
use crate::math::{DVec3, predicates::UNDERFLOW_GUARD};
use std::cmp::Ordering;

/// All points `x` with `normal · x <= offset`, for a normal of any length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    normal: DVec3,
    offset: f64,
    unit: DVec3,
    length: f64,
}

/// Roundings in `normal · corner - offset - radius * |normal|`, in units of 2^-53 of the sum of magnitudes; doubled.
const HEIGHT_ERROR: f64 = 16.0 * (f64::EPSILON / 2.0);

impl HalfSpace {
    /// All points `x` with `normal · x <= offset`.
    ///
    /// # Errors
    /// A number that is not finite or outside the exact range; a normal that is zero.
    pub fn try_new(normal: impl Into<DVec3>, offset: f64) -> Result<Self, ShapeError> {
        let normal = normal.into();
        let normal = error::direction("normal", normal)?;
        let length = normal.length();
        Ok(Self { normal, offset: error::number("offset", offset)?, unit: normal / length, length })
    }

    /// The outward normal, as it was given.
    #[must_use]
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// The largest `normal · x`.
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// The half-space on the other side of the boundary.
    #[must_use]
    pub fn opposite(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset, unit: -self.unit, length: self.length }
    }

    /// `normal · x - offset`, rounded once, so that its sign is exact for coordinates in the exact range.
    fn height(&self, x: DVec3) -> f64 {
        dot_plus(self.normal.to_array(), x.to_array(), -self.offset)
    }

    /// Whether a point is in the half-space; exact.
    #[must_use]
    pub fn contains(&self, p: DVec3) -> bool {
        p.is_finite() && self.height(p) <= 0.0
    }

    /// The foot of a point on the boundary, and its signed distance.
    #[must_use]
    pub fn closest_point(&self, p: DVec3) -> Closest {
        let distance = self.height(p) / self.length;
        Closest { point: p - self.unit * distance, normal: self.unit, distance }
    }

    /// Where a ray first meets the half-space.
    #[must_use]
    pub fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        if self.contains(ray.origin()) {
            return Some(RayHit { t: 0.0, point: ray.origin(), normal: self.unit });
        }
        let height = self.height(ray.origin()) / self.length;
        RayInterval::below(height, self.unit.dot(ray.unit()), self.unit).entry(ray)
    }

    /// The point of a shape that lies deepest in the half-space, or nearest to it.
    pub fn deepest_point(&self, shape: &impl Support) -> DVec3 {
        shape.support(-self.normal, &mut 0) - self.unit * shape.radius()
    }

    /// The distance between a shape and the half-space; if negative, how far the shape must move to leave it.
    pub fn signed_distance(&self, shape: &impl Support) -> f64 {
        self.height(shape.support(-self.normal, &mut 0)) / self.length - shape.radius()
    }

    /// Whether a shape and the half-space share a point.
    ///
    /// Exact for shapes with corners, whatever their radius; for curved ones within their [`Support::support_error`].
    pub fn intersects(&self, shape: &impl Support) -> bool {
        let radius = shape.radius();
        let deepest = shape.support(-self.normal, &mut 0);
        let height = self.height(deepest) - radius * self.length;
        if shape.corner_count() == 0 {
            return height <= 0.0;
        }
        // Rounding may have preferred a corner that is not quite the deepest: far from zero it does not matter.
        let size = shape.centre().abs() + DVec3::splat(shape.reach());
        let all = self.normal.abs().dot(size) + self.offset.abs() + radius * self.length;
        if all > UNDERFLOW_GUARD && height.abs() > HEIGHT_ERROR * all {
            return height <= 0.0;
        }
        (0..shape.corner_count()).any(|k| self.meets_ball(shape.corner(k), radius))
    }

    /// Whether the ball around a point reaches the half-space; exact.
    fn meets_ball(&self, middle: DVec3, radius: f64) -> bool {
        self.compare_ball(middle, radius) != Ordering::Greater
    }

    /// How the distance of a point from the half-space compares with a radius; exact: where `n · x - offset` is more than 0, its square is
    /// compared with `r² n · n`.
    pub(crate) fn compare_ball(&self, middle: DVec3, radius: f64) -> Ordering {
        let height = self.height(middle);
        let reach = radius * self.length;
        let all = height.abs() + reach;
        if radius == 0.0 || height < 0.0 || (all > UNDERFLOW_GUARD && (height - reach).abs() > HEIGHT_ERROR * all) {
            return (height - reach).partial_cmp(&0.0).unwrap_or(Ordering::Greater);
        }
        let numbers = self.normal.to_array().into_iter().chain(middle.to_array());
        let grid = Grid::holding(numbers.chain([self.offset, radius, 1.0]));
        let integers = |v: DVec3| v.to_array().map(|x| grid.integer(x));
        let (n, one) = (integers(self.normal), grid.integer(1.0));
        let height = dot(&n, &integers(middle)) - grid.integer(self.offset) * one;
        let radius = grid.integer(radius);
        sign(&(&height * &height - &radius * &radius * dot(&n, &n))).cmp(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Cuboid, Cylinder, Rounded, Sphere};

    #[test]
    fn shapes_against_the_ground() {
        let ground = HalfSpace::try_new(DVec3::new(0.0, 0.0, 2.0), -2.0).unwrap();
        let cuboid = Cuboid::try_new(DVec3::new(1.0, 2.0, 1.0)).unwrap();
        assert!(ground.intersects(&cuboid) && ground.signed_distance(&cuboid) == 0.0);
        assert_eq!(ground.deepest_point(&cuboid).z, -1.0);
        let higher = Cuboid::try_new(DVec3::new(1.0, 2.0, 1.0_f64.next_down())).unwrap();
        assert!(!ground.intersects(&higher) && ground.signed_distance(&higher) > 0.0);
        let ball = Sphere::try_new(1.5).unwrap();
        assert_eq!((ground.signed_distance(&ball), ground.deepest_point(&ball)), (-0.5, DVec3::new(0.0, 0.0, -1.5)));
        assert!(ground.intersects(&Sphere::try_new(1.0).unwrap()));
        assert!(!ground.intersects(&Sphere::try_new(1.0_f64.next_down()).unwrap()));
        let can = Cylinder::try_new(0.5, 3.0).unwrap();
        assert!(!ground.intersects(&can) && ground.intersects(&Rounded::try_new(can, 0.5).unwrap()));
    }

    #[test]
    fn a_tilted_plane_is_judged_exactly() {
        // |normal| = 3, so a ball of radius 1/3 around the origin touches n · x <= -1, though 1/3 is no double.
        let tilted = HalfSpace::try_new(DVec3::new(1.0, 2.0, -2.0), -1.0).unwrap();
        let third = 1.0 / 3.0; // rounded down
        assert!(!tilted.intersects(&Sphere::try_new(third).unwrap()));
        assert!(tilted.intersects(&Sphere::try_new(f64::next_up(third)).unwrap()));
        let on = DVec3::new(1.0, 1.0, 2.0);
        assert!(tilted.contains(on) && !tilted.contains(on.with_x(1.0_f64.next_up())));
        let closest = tilted.closest_point(DVec3::new(1.0, 2.0, -3.0));
        assert!((closest.distance - 4.0).abs() < 1e-15);
        let ray = Ray::try_new(DVec3::new(1.0, 2.0, -3.0), DVec3::new(-1.0, -2.0, 2.0)).unwrap();
        let hit = tilted.cast_ray(&ray).unwrap();
        assert!((hit.t - 4.0 / 3.0).abs() < 1e-15 && tilted.cast_ray(&ray.reversed()).is_none());
    }
}
