//! A segment.

use super::error::{self, ShapeError};
use super::normalize::{across, moderate, unit};
use super::outward_rounding::up;
use super::revolution_mass::Outline;
use super::{Closest, MassProperties, Ray, RayHit, Solid, Support};
use crate::cost::Cost;
use crate::math::{DMat3, DVec2, DVec3, predicates::orient2d};
use crate::primitive::vertex_edge;
use std::f64::consts::FRAC_PI_2;

/// The segment between two points, which may be one; rounded by a radius it is a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    ends: [DVec3; 2],
}

impl Segment {
    /// The segment from `a` to `b`.
    ///
    /// # Errors
    /// A coordinate that is not finite or outside the exact range.
    pub fn try_new(a: impl Into<DVec3>, b: impl Into<DVec3>) -> Result<Self, ShapeError> {
        let (a, b) = (a.into(), b.into());
        Ok(Self { ends: [error::point("the first end", a)?, error::point("the second end", b)?] })
    }

    /// The segment between points that were checked before.
    pub(super) fn between(a: DVec3, b: DVec3) -> Self {
        Self { ends: [a, b] }
    }

    /// Its two ends.
    #[must_use]
    pub fn ends(&self) -> [DVec3; 2] {
        self.ends
    }
}

impl Support for Segment {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let [a, b] = self.ends;
        let second = moderate(direction).dot(b - a) > 0.0;
        *hint = u32::from(second);
        if second { b } else { a }
    }

    fn centre(&self) -> DVec3 {
        let [a, b] = self.ends;
        a + (b - a) * 0.5
    }

    fn reach(&self) -> f64 {
        let centre = self.centre();
        up(self.ends.map(|p| (p - centre).length()).into_iter().fold(0.0, f64::max))
    }

    fn corner_count(&self) -> u32 {
        2
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.ends.get(index as usize).copied().unwrap_or(self.centre())
    }
}

impl Solid for Segment {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        let [a, b] = self.ends;
        let half = (b - a).length() * 0.5;
        let along_z = Outline::default()
            .arc(DVec2::new(0.0, -half), by, [-FRAC_PI_2, 0.0])
            .line(DVec2::new(by, -half), DVec2::new(by, half))
            .arc(DVec2::new(0.0, half), by, [0.0, FRAC_PI_2]);
        let z = unit(b - a).unwrap_or(DVec3::Z);
        let x = across(z);
        Some(along_z.mass().turned(DMat3::from_cols(x, z.cross(x), z)).moved(self.centre()))
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let [a, b] = self.ends;
        let Some(axis) = unit(b - a) else { return Closest::outside(p, a, DVec3::X) };
        let Some(point) = vertex_edge(p, self.ends) else {
            // Beyond an end: which one, the distances themselves say.
            let end = if p.distance_squared(a) <= p.distance_squared(b) { a } else { b };
            return Closest::outside(p, end, across(axis));
        };
        // Twice, so that what is left is at a right angle to the axis even where it is all rounding.
        let off = p - point - axis * axis.dot(p - point);
        let off = off - axis * axis.dot(off);
        let normal = unit(off).unwrap_or(across(axis));
        Closest { point, normal, distance: normal.dot(p - point).max(0.0) }
    }

    /// Exact.
    fn contains(&self, p: DVec3) -> bool {
        let [a, b] = self.ends;
        let between = p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all();
        between && (0..3).all(|axis| orient2d(axis, a, b, p, &mut Cost::default()) == 0)
    }

    /// Exact: whether the ray passes through a point of the segment.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        if let Some(hit) = ray.starts_in(self) {
            return Some(hit);
        }
        let point = ray.crossing(self.ends)?;
        let [a, b] = self.ends;
        let axis = unit(b - a).unwrap_or(DVec3::ZERO);
        let against = -ray.unit();
        let normal = unit(against - axis * axis.dot(against)).unwrap_or(against);
        Some(ray.hit_at(point, normal))
    }
}
