//! The piece of a line inside a convex set: pieces of lines inside intersections are intersections of pieces.

use super::normalize::planar_unit;
use super::ray::{Ray, RayHit};
use crate::math::{DVec2, DVec3};

/// Distances along a ray between which it is inside, and the outward normal where it enters; empty where `from > to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RayInterval {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) normal: DVec3,
}

/// Below this sideways part, 2^-700, a ray of length 1 leaves no line along an axis within the range of coordinates.
const PARALLEL: f64 = f64::from_bits((1023 - 700) << 52);

impl RayInterval {
    pub(super) const ALL: Self = Self { from: f64::NEG_INFINITY, to: f64::INFINITY, normal: DVec3::ZERO };
    pub(super) const NONE: Self = Self { from: f64::INFINITY, to: f64::NEG_INFINITY, normal: DVec3::ZERO };

    /// Inside both.
    pub(super) fn and(self, other: Self) -> Self {
        let (from, normal) = if other.from > self.from { (other.from, other.normal) } else { (self.from, self.normal) };
        Self { from, to: self.to.min(other.to), normal }
    }

    /// Where `height + s * speed <= 0`, with the normal of that half-space.
    pub(super) fn below(height: f64, speed: f64, normal: DVec3) -> Self {
        if speed < -PARALLEL {
            Self { from: height / -speed, to: f64::INFINITY, normal }
        } else if speed > PARALLEL {
            Self { to: -height / speed, ..Self::ALL }
        } else if height <= 0.0 {
            Self::ALL
        } else {
            Self::NONE
        }
    }

    /// Where a coordinate `x + s * speed` is at most `half` in magnitude.
    pub(super) fn slab(x: f64, speed: f64, half: f64, axis: DVec3) -> Self {
        Self::below(x - half, speed, axis).and(Self::below(-x - half, -speed, -axis))
    }

    /// Where `p + s * v` is within a radius of the origin of the plane.
    pub(super) fn disc(p: DVec2, v: DVec2, radius: f64) -> Self {
        let (along, speed) = planar_unit(v);
        if speed < PARALLEL {
            return if p.length() <= radius { Self::ALL } else { Self::NONE };
        }
        // From the point of the line nearest to the middle: no cancellation however far p is.
        let to_foot = -p.dot(along);
        let foot = along.perp() * along.perp_dot(p);
        let off = foot.length();
        if off > radius {
            return Self::NONE;
        }
        let half = ((radius - off) * (radius + off)).sqrt();
        let (outward, _) = planar_unit(foot - along * half);
        Self { from: (to_foot - half) / speed, to: (to_foot + half) / speed, normal: outward.extend(0.0) }
    }

    /// The meeting of a ray that starts outside.
    pub(super) fn entry(self, ray: &Ray) -> Option<RayHit> {
        (self.from <= self.to && self.from >= 0.0 && self.from.is_finite()).then(|| ray.hit(self.from, self.normal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_meet_as_sets_do() {
        let x = RayInterval::slab(-3.0, 1.0, 1.0, DVec3::X);
        assert_eq!((x.from, x.to, x.normal), (2.0, 4.0, -DVec3::X));
        assert_eq!(RayInterval::slab(0.5, 0.0, 1.0, DVec3::Y), RayInterval::ALL);
        let outside = RayInterval::slab(1.5, 0.0, 1.0, DVec3::Y).and(x);
        assert!(outside.from > outside.to);
        let disc = RayInterval::disc(DVec2::new(-5.0, 3.0), DVec2::new(2.0, 0.0), 5.0);
        assert_eq!((disc.from, disc.to), (0.5, 4.5));
        assert!((disc.normal - DVec3::new(-0.8, 0.6, 0.0)).length() < 1e-15);
        assert_eq!(disc.and(RayInterval::ALL), disc);
        assert_eq!(RayInterval::disc(DVec2::new(6.0, 0.0), DVec2::new(0.0, 1.0), 5.0), RayInterval::NONE);
    }
}
