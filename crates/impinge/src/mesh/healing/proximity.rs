//! Lengths that are rounded up before they are compared, and turns of triangles that are certain.

use crate::math::predicates::Triangle;
use crate::math::{DVec3, power_of_two_above};
use crate::primitive::vertex_edge;

/// What the square of a computed distance may be too short by (relative): three rounded differences, squares and sums, 2^-53 each, with room to spare.
const SQUARE_ERROR: f64 = 8.0 * f64::EPSILON;

/// What a computed foot of a perpendicular may be off the edge by, relative to the largest coordinate of the edge: some ten roundings.
const FOOT_ERROR: f64 = 16.0 * f64::EPSILON;

/// What the product of two computed normals may be off by, relative to the lengths of the four edges that span them: some thirty roundings.
const TURN_ERROR: f64 = 32.0 * f64::EPSILON;

/// The square of the distance of two points of the exact range, rounded up.
pub(super) fn distance_squared(p: DVec3, q: DVec3) -> f64 {
    (p - q).length_squared() * (1.0 + SQUARE_ERROR)
}

/// The square of a length, rounded down.
pub(super) fn limit_squared(length: f64) -> f64 {
    length * length * (1.0 - 2.0 * f64::EPSILON)
}

/// The length whose square was rounded up, rounded up.
pub(super) fn length_of(squared: f64) -> f64 {
    squared.sqrt() * (1.0 + 2.0 * f64::EPSILON)
}

/// A point beside an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    /// The distance from it, rounded up, with what the foot may be off the edge by.
    pub distance: f64,
    /// How far along the edge it lies, from 0 to 1.
    pub parameter: f64,
}

/// The foot of a point on an edge; `None` if an end of the edge is nearest. The same bits for an edge and its reverse, but for the parameter.
pub(super) fn foot(p: DVec3, [a, b]: [DVec3; 2]) -> Option<Foot> {
    let is_reversed = b.to_array() < a.to_array();
    let [low, high] = if is_reversed { [b, a] } else { [a, b] };
    let scale = power_of_two_above((high - low).abs().max((p - low).abs()).max_element());
    let local = |q: DVec3| (q - low) / scale;
    let (p_local, high_local) = (local(p), local(high));
    let foot = vertex_edge(p_local, [DVec3::ZERO, high_local])?;
    let along = p_local.dot(high_local) / high_local.length_squared();
    let off = FOOT_ERROR * low.abs().max(high.abs()).max(p.abs()).max_element();
    Some(Foot {
        distance: length_of((p_local - foot).length_squared() * (1.0 + SQUARE_ERROR)) * scale + off,
        parameter: if is_reversed { 1.0 - along } else { along },
    })
}

/// Whether a triangle certainly turns to the side that another turned to: by less than a right angle.
pub(super) fn keeps_side(now: &Triangle, before: &Triangle) -> bool {
    let spanned = |t: &Triangle| {
        let (u, v) = (t[1] - t[0], t[2] - t[0]);
        let scale = power_of_two_above(u.abs().max(v.abs()).max_element());
        let (u, v) = (u / scale, v / scale);
        (u.cross(v), u.length() * v.length())
    };
    let ((n, product), (m, other)) = (spanned(now), spanned(before));
    n.dot(m) > TURN_ERROR * product * other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn feet_do_not_depend_on_the_direction_of_the_edge() {
        let mut random = Random(3);
        let mut found = 0;
        for _ in 0..1_000 {
            let [p, a, b] = [0; 3].map(|_| random.vector());
            let [one, other] = [foot(p, [a, b]), foot(p, [b, a])];
            assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                found += 1;
                assert_eq!(one.distance, other.distance);
                assert!((one.parameter + other.parameter - 1.0).abs() < 1e-12);
                let length = (a + (b - a) * one.parameter - p).length();
                assert!(length <= one.distance && one.distance < length + 1e-14);
            }
        }
        assert!((200..900).contains(&found), "{found}");
    }

    #[test]
    fn a_triangle_keeps_its_side_until_it_turns_over() {
        let flat = [DVec3::ZERO, DVec3::X, DVec3::Y];
        assert!(keeps_side(&[DVec3::ZERO, DVec3::X, DVec3::new(5.0, 1e-9, 0.0)], &flat));
        assert!(!keeps_side(&[DVec3::ZERO, DVec3::X, DVec3::new(5.0, -1e-9, 0.0)], &flat));
        assert!(!keeps_side(&[DVec3::ZERO, DVec3::X, DVec3::new(5.0, 0.0, 0.0)], &flat));
        for scale in [1e-88, 1e88] {
            let large = flat.map(|p| p * scale);
            assert!(keeps_side(&large, &flat) && !keeps_side(&[large[1], large[0], large[2]], &flat));
        }
    }
}
