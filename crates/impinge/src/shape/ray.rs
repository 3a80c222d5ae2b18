//! Rays, and where they first meet a shape.

use super::error::{self, ShapeError};
use super::normalize::unit;
use super::solid::Solid;
use crate::math::{DVec3, LARGEST_COORDINATE};

/// All points `origin + t * direction` with `t >= 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    origin: DVec3,
    direction: DVec3,
    unit: DVec3,
    length: f64,
}

/// Where a ray first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The parameter of the ray, in lengths of its direction; 0 where it starts inside.
    pub t: f64,
    /// The point; the origin of the ray where it starts inside.
    pub point: DVec3,
    /// The outward unit normal of the shape there; where the ray starts inside, that of the nearest point of the boundary.
    pub normal: DVec3,
}

/// Tangent planes after which a search ends. Each step of Newton's method on a convex function at least halves the value or the slope
/// (their ratios to the step before add up to at most 1), and both have 53 bits above rounding.
const STEPS: usize = 128;

impl Ray {
    /// The ray from a point along a direction of any length.
    ///
    /// # Errors
    /// A coordinate that is not finite or outside the exact range; a direction that is zero.
    pub fn try_new(origin: impl Into<DVec3>, direction: impl Into<DVec3>) -> Result<Self, ShapeError> {
        let (origin, direction) = (origin.into(), direction.into());
        let origin = error::point("the ray's origin", origin)?;
        let direction = error::direction("the ray's direction", direction)?;
        let length = direction.length();
        Ok(Self { origin, direction, unit: direction / length, length })
    }

    /// Where it starts.
    #[must_use]
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Where it goes.
    #[must_use]
    pub fn direction(&self) -> DVec3 {
        self.direction
    }

    /// The point of a parameter, rounded.
    #[must_use]
    pub fn at(&self, t: f64) -> DVec3 {
        self.origin + self.direction * t
    }

    /// A ray in a space of other units, where numbers may leave the exact range.
    pub(super) fn scaled(origin: DVec3, direction: DVec3) -> Option<Self> {
        let along = unit(direction)?;
        Some(Self { origin, direction, unit: along, length: along.dot(direction) })
    }

    /// The ray from the same point the other way.
    pub(super) fn reversed(&self) -> Self {
        Self { direction: -self.direction, unit: -self.unit, ..*self }
    }

    /// The direction with length 1.
    pub(super) fn unit(&self) -> DVec3 {
        self.unit
    }

    /// The point at a distance from the origin.
    pub(super) fn at_distance(&self, s: f64) -> DVec3 {
        self.origin + self.unit * s
    }

    /// The meeting at a distance from the origin.
    pub(super) fn hit(&self, s: f64, normal: DVec3) -> RayHit {
        RayHit { t: s / self.length, point: self.at_distance(s), normal }
    }

    /// The meeting at a point of the ray that is known better than its distance.
    pub(super) fn hit_at(&self, point: DVec3, normal: DVec3) -> RayHit {
        let along = (point - self.origin).dot(self.direction) / self.direction.length_squared();
        RayHit { t: along.max(0.0), point, normal }
    }

    /// The meeting of a ray that starts inside a shape or on it.
    pub(super) fn starts_in(&self, shape: &(impl Solid + ?Sized)) -> Option<RayHit> {
        shape.contains(self.origin).then(|| {
            let normal = shape.closest_point(self.origin).normal;
            RayHit { t: 0.0, point: self.origin, normal }
        })
    }

    /// The first meeting with a ball that the ray does not start in.
    ///
    /// From the point of the ray nearest to the middle, so that a far origin costs no digits (Haines 2019).
    pub(super) fn enter_ball(&self, middle: DVec3, radius: f64) -> Option<RayHit> {
        let to_foot = (middle - self.origin).dot(self.unit);
        let foot = self.origin - middle + self.unit * to_foot;
        let off = foot.length();
        if off > radius || to_foot < 0.0 {
            return None;
        }
        let half = ((radius - off) * (radius + off)).sqrt();
        let normal = unit(foot - self.unit * half)?;
        Some(RayHit { t: ((to_foot - half) / self.length).max(0.0), point: middle + normal * radius, normal })
    }

    /// The first meeting with any shape, by tangent planes (the ray cast of van den Bergen 2004, with exact distances).
    ///
    /// The signed distance along a ray is convex, so Newton's method from outside never passes the shape: every tangent plane bounds it.
    pub(super) fn cast_by_planes(&self, shape: &(impl Solid + ?Sized)) -> Option<RayHit> {
        if let Some(hit) = self.starts_in(shape) {
            return Some(hit);
        }
        let size = shape.reach() + shape.radius();
        let nearest = (shape.centre() - self.origin).dot(self.unit);
        let mut s = (nearest - 2.0 * size).max(0.0);
        for _ in 0..STEPS {
            let p = self.at_distance(s);
            let closest = shape.closest_point(p);
            // Eight roundings of the largest number that goes into the distance.
            if closest.distance <= 8.0 * f64::EPSILON * (p.abs().max_element() + shape.centre().length() + size) {
                return Some(self.hit(s, closest.normal));
            }
            let slope = closest.normal.dot(self.unit);
            s += closest.distance / -slope;
            if slope >= 0.0 || s > LARGEST_COORDINATE * 8.0 {
                return None;
            }
        }
        None
    }
}
