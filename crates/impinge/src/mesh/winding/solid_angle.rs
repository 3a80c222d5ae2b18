//! The solid angle of a triangle (van Oosterom and Strackee 1983) with a proved error.
//!
//! For unit vectors a, b, c from the point to the corners, half the solid angle is the angle of (Y, X) with X = det[a, b, c] and
//! Y = 1 + a·b + b·c + c·a. It lies between 0 and π, or between -π and 0, by the sign of X, which is exact where doubles do not tell.

use crate::cost::Cost;
use crate::math::predicates::{Triangle, orient3d};
use crate::math::{DVec3, in_exact_range};
use std::f64::consts::{FRAC_PI_2, PI};

/// What the computed (Y, X) may be off by (absolute): 28 roundings in X and 54 in Y, of 2^-53 each, so less than 64 together.
const VECTOR_ERROR: f64 = 32.0 * f64::EPSILON;

/// What the arc tangent of the platform may be off by (radians).
const ARC_TANGENT_ERROR: f64 = 4.0 * f64::EPSILON;

/// Half a solid angle in radians, from -π to π.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfAngle {
    pub value: f64,
    /// The largest difference between the value and the truth.
    pub error: f64,
}

impl HalfAngle {
    /// Nothing is known.
    const UNKNOWN: Self = Self { value: 0.0, error: PI };
}

/// Half the solid angle of a triangle seen from a point; positive from behind, where its corners turn clockwise.
///
/// From a point on the triangle it may be anything from -π to π: it jumps there. Coordinates of the point are at most 2^300.
pub fn half_solid_angle(point: DVec3, t: &Triangle) -> HalfAngle {
    let away = t.map(|corner| corner - point);
    let squares = away.map(DVec3::length_squared);
    if squares.contains(&0.0) {
        return HalfAngle::UNKNOWN;
    }
    let [a, b, c]: [DVec3; 3] = std::array::from_fn(|k| away[k] / squares[k].sqrt());
    let mut x = a.dot(b.cross(c));
    let y = 1.0 + a.dot(b) + b.dot(c) + c.dot(a);
    if x.abs() <= VECTOR_ERROR && y <= VECTOR_ERROR {
        if !point.to_array().into_iter().all(in_exact_range) {
            return HalfAngle::UNKNOWN;
        }
        let side = -orient3d(t[0], t[1], t[2], point, &mut Cost::default());
        if side == 0 {
            return HalfAngle::UNKNOWN; // on the triangle, or so near to its edge that doubles do not tell
        }
        let side = f64::from(side);
        // X is on this side of zero: what is computed comes no farther from it by being moved there.
        x = side * (side * x).max(0.0);
        if length_of(x, y) <= 2.0 * VECTOR_ERROR {
            return HalfAngle { value: side * FRAC_PI_2, error: FRAC_PI_2 + ARC_TANGENT_ERROR };
        }
    }
    // The true vector is at most this far, so its angle is off by no more than asin(error / length), and asin z <= π z / 2.
    let length = length_of(x, y);
    let error = (FRAC_PI_2 * (1.0 + 8.0 * f64::EPSILON)) * (VECTOR_ERROR / length).min(1.0) + ARC_TANGENT_ERROR;
    HalfAngle { value: x.atan2(y), error }
}

/// The length of a vector of numbers up to 4, within three roundings: squares that lose bits are far below [`VECTOR_ERROR`].
fn length_of(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faces of a cube from its middle, from next to a face, from a face, an edge and a corner, at any size.
    #[test]
    fn known_angles_lie_between_the_bounds() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]];
        for scale in [1.0, 1e-60, 1e60] {
            let t = square.map(|[x, y]| DVec3::new(x, y, 1.0) * scale);
            let seen = |x: f64, y: f64, z: f64| half_solid_angle(DVec3::new(x, y, z) * scale, &t);
            // Half a face of a cube: 4π / 12, so half of that.
            let middle = seen(0.0, 0.0, 0.0);
            assert!((middle.value - PI / 6.0).abs() <= middle.error && middle.error < 1e-13, "{middle:?}");
            for (z, sign) in [(1.0 - 1e-15, 1.0), (1.0 + 1e-15, -1.0)] {
                let near = seen(0.5, -0.25, z);
                assert!((near.value - sign * PI).abs() <= near.error + 1e-14 && near.error < 1e-13, "{near:?}");
            }
            for on_it in [seen(0.5, -0.25, 1.0), seen(0.0, -1.0, 1.0), seen(1.0, 1.0, 1.0)] {
                assert_eq!(on_it, HalfAngle::UNKNOWN);
            }
            // In the plane beside the face there is nothing to be seen of it.
            let beside = seen(-0.5, 0.5, 1.0);
            assert!(beside.value.abs() <= beside.error && beside.error < 1e-13, "{beside:?}");
            let at_edge = seen(0.0, -1.0 - 1e-9, 1.0 - 1e-9);
            assert!(at_edge.error < 1e-5, "{at_edge:?}");
        }
    }
}
