//! Spheres as bounding volumes.

use super::{Aabb, BoundingVolume, OrientedFit, RelativePose, Sphere};
use impinge::math::DVec3;
use std::f64::consts::PI;

impl BoundingVolume for Sphere {
    type Tests = RelativePose;

    fn around(points: &[DVec3], _: OrientedFit) -> Self {
        Self::of_points(points)
    }

    /// The smallest around two, one after the other; the radius is then measured again, and rounded up.
    fn around_all<'a>(volumes: impl Iterator<Item = &'a Self> + Clone) -> Option<Self> {
        let centre = volumes.clone().copied().reduce(joined)?.centre;
        let radius = volumes.fold(0.0, |r: f64, v| r.max((v.centre - centre).length() + v.radius));
        Some(Self { centre, radius: radius * (1.0 + 8.0 * f64::EPSILON) })
    }

    fn tests(relative: &RelativePose) -> RelativePose {
        *relative
    }

    fn overlap(&self, other: &Self, relative: &RelativePose) -> bool {
        let between = relative.roughly(other.centre) - self.centre;
        let reach = self.radius + other.radius * relative.stretch + relative.slack();
        between.length_squared() <= reach * reach
    }

    fn distance_bound(&self, other: &Self, relative: &RelativePose) -> f64 {
        let between = relative.roughly(other.centre) - self.centre;
        relative.shortened(between.length() - self.radius - other.radius * relative.stretch)
    }

    fn carried(&self, relative: &RelativePose) -> Self {
        let radius = self.radius * relative.stretch + relative.slack();
        Self { centre: relative.roughly(self.centre), radius }
    }

    /// By the triangle's box.
    fn may_meet(&self, triangle: &[DVec3; 3], margin: f64) -> bool {
        let nearest = Aabb::of_points(triangle);
        let nearest = self.centre.clamp(nearest.min, nearest.max);
        let reach = (self.radius + 2.0 * margin) * (1.0 + 8.0 * f64::EPSILON);
        (nearest - self.centre).length_squared() <= reach * reach
    }

    fn axes(&self) -> Vec<DVec3> {
        Vec::new()
    }

    fn centre(&self) -> DVec3 {
        self.centre
    }

    fn half_diagonal(&self) -> f64 {
        self.radius
    }

    fn area(&self) -> f64 {
        4.0 * PI * self.radius * self.radius
    }

    fn volume(&self) -> f64 {
        4.0 / 3.0 * PI * self.radius * self.radius * self.radius
    }
}

/// The smallest sphere around two, rounded.
fn joined(first: Sphere, second: Sphere) -> Sphere {
    let between = second.centre - first.centre;
    let distance = between.length();
    if distance + second.radius <= first.radius {
        return first;
    }
    if distance + first.radius <= second.radius {
        return second;
    }
    let radius = (distance + first.radius + second.radius) * 0.5;
    Sphere { centre: first.centre + between * ((radius - first.radius) / distance), radius }
}
