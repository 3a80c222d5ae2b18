//! A triangle.

use super::error::{self, ShapeError};
use super::normalize::{across, moderate, unit};
use super::outward_rounding::up;
use super::{Closest, MassProperties, Polytope, Ray, RayHit, Segment, Solid, Support};
use crate::cost::Cost;
use crate::math::{
    DVec3,
    predicates::{orient2d, orient3d, projection_axis},
};
use crate::primitive::vertex_face;

/// A triangle, which may be a segment or a point; it has two sides and no inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    corners: [DVec3; 3],
}

impl Triangle {
    /// The triangle of three corners.
    ///
    /// # Errors
    /// A coordinate that is not finite or outside the exact range.
    pub fn try_new(corners: [impl Into<DVec3>; 3]) -> Result<Self, ShapeError> {
        let corners: [DVec3; 3] = corners.map(Into::into);
        const NAMES: [&str; 3] = ["the first corner", "the second corner", "the third corner"];
        for (name, corner) in NAMES.into_iter().zip(corners) {
            error::point(name, corner)?;
        }
        Ok(Self { corners })
    }

    /// Its three corners.
    #[must_use]
    pub fn corners(&self) -> [DVec3; 3] {
        self.corners
    }
}

impl Triangle {
    /// The triangle of corners that were checked before.
    pub(crate) fn from_corners(corners: [DVec3; 3]) -> Self {
        Self { corners }
    }

    /// The edges as segments, each from a corner to the next.
    fn edges(&self) -> [Segment; 3] {
        let [a, b, c] = self.corners;
        [Segment::between(a, b), Segment::between(b, c), Segment::between(c, a)]
    }

    /// The unit normal of the side from which the corners turn counter-clockwise; of a triangle without area, some normal.
    fn normal(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        unit((b - a).cross(c - a)).unwrap_or_else(|| {
            let edges = [b - a, c - b, a - c];
            let longest = edges.into_iter().fold(DVec3::ZERO, |l, e| if e.length() > l.length() { e } else { l });
            unit(longest).map_or(DVec3::X, across)
        })
    }
}

impl Support for Triangle {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let [a, b, c] = self.corners;
        let d = moderate(direction);
        // Differences from one corner: far from the origin they keep the digits that tell corners apart.
        let (to_b, to_c) = (d.dot(b - a), d.dot(c - a));
        let (best, at, index) = if to_b > 0.0 { (b, to_b, 1) } else { (a, 0.0, 0) };
        let (best, index) = if to_c > at { (c, 2) } else { (best, index) };
        *hint = index;
        best
    }

    fn centre(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        a + ((b - a) + (c - a)) / 3.0
    }

    fn reach(&self) -> f64 {
        let centre = self.centre();
        up(self.corners.map(|p| (p - centre).length()).into_iter().fold(0.0, f64::max))
    }

    fn corner_count(&self) -> u32 {
        3
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.corners.get(index as usize).copied().unwrap_or(self.centre())
    }
}

impl Solid for Triangle {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        Polytope::try_new(&self.corners).ok()?.mass_rounded(by)
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let normal = self.normal();
        if let Some(point) = vertex_face(p, self.corners) {
            let height = normal.dot(p - self.corners[0]);
            return Closest { point, normal: normal * 1f64.copysign(height), distance: height.abs() };
        }
        let nearer = |p: Closest, q: Closest| if q.distance < p.distance { q } else { p };
        let [first, second, third] = self.edges().map(|e| e.closest_point(p));
        let closest = nearer(nearer(first, second), third);
        // So close that only rounding says where the point is: the normal of the face is normal to edges and corners too.
        let noise = 8.0 * f64::EPSILON * (self.centre().length() + self.reach());
        if closest.distance <= noise { Closest { normal, ..closest } } else { closest }
    }

    /// Exact.
    fn contains(&self, p: DVec3) -> bool {
        let cost = &mut Cost::default();
        let [a, b, c] = self.corners;
        if !p.is_finite() {
            return false;
        }
        let Some((axis, turn)) = projection_axis(&self.corners, cost) else {
            return self.edges().iter().any(|e| e.contains(p));
        };
        orient3d(a, b, c, p, cost) == 0
            && [[a, b], [b, c], [c, a]].iter().all(|[q, r]| orient2d(axis, *q, *r, p, cost) * turn >= 0)
    }

    /// Exact: whether the ray passes through a point of the triangle, from either side or along it.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        let [a, b, c] = self.corners;
        let sides = [ray.side(b, c), ray.side(c, a), ray.side(a, b)];
        let (low, high) = (sides.map(|s| s.1).into_iter().min()?, sides.map(|s| s.1).into_iter().max()?);
        if low < 0 && high > 0 {
            return None;
        }
        if low == 0 && high == 0 {
            // In one plane: the first of the edges.
            let hits = self.edges().into_iter().filter_map(|e| e.cast_ray(ray));
            return ray.starts_in(self).or_else(|| hits.min_by(|p, q| p.t.total_cmp(&q.t)));
        }
        let through = low + high;
        let side = orient3d(a, b, c, ray.origin(), &mut Cost::default()) * through.signum();
        if side == 0 {
            return ray.starts_in(self);
        }
        let weights = sides.map(|(value, sign)| if sign == 0 { 0.0 } else { value.abs() });
        let sum: f64 = weights.iter().sum();
        if side > 0 || sum == 0.0 {
            return None;
        }
        let point = a + (b - a) * (weights[1] / sum) + (c - a) * (weights[2] / sum);
        let normal = self.normal();
        Some(ray.hit_at(point, if normal.dot(ray.unit()) > 0.0 { -normal } else { normal }))
    }
}
