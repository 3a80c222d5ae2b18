//! How far two triangles meet while one of them is pushed along a line, in doubles: a guess, to be confirmed by exact signs.
//!
//! `T` pushed by `t d` meets `S` where `t d` is in the Minkowski difference of `S` and `T`. Its boundary is among the faces of each less a corner of the other, and the
//! parallelograms of two edges; all of these lie in it. So the last of them that the line meets is where it leaves.

use crate::math::DVec3;
use crate::math::predicates::Triangle;

/// The last length of a push of the second triangle along a direction at which it meets the first; `None` if the line misses every piece of the boundary.
pub(super) fn last_length(first: &Triangle, second: &Triangle, direction: DVec3) -> Option<f64> {
    let edges = |t: &Triangle| [[t[0], t[1] - t[0]], [t[1], t[2] - t[1]], [t[2], t[0] - t[2]]];
    let (of_first, of_second) = (edges(first), edges(second));
    let mut last: Option<f64> = None;
    let mut offer = |found: Option<f64>| last = last.into_iter().chain(found).reduce(f64::max);
    for corner in second {
        let [[p, u], _, [_, v]] = of_first;
        offer(Piece { origin: p - *corner, sides: [u, -v] }.length_along(direction, Form::Triangle));
    }
    for corner in first {
        let [[p, u], _, [_, v]] = of_second;
        offer(Piece { origin: *corner - p, sides: [-u, v] }.length_along(direction, Form::Triangle));
    }
    for [p, u] in of_first {
        for [q, v] in of_second {
            offer(Piece { origin: p - q, sides: [u, -v] }.length_along(direction, Form::Parallelogram));
        }
    }
    last
}

/// A flat piece: a corner and its two sides.
struct Piece {
    origin: DVec3,
    sides: [DVec3; 2],
}

/// Which part of the plane of its sides a piece is.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Triangle,
    Parallelogram,
}

impl Piece {
    /// How far along a direction from the origin the piece is met.
    fn length_along(&self, direction: DVec3, form: Form) -> Option<f64> {
        /// What is that little beyond a border is on it.
        const ROUNDING: f64 = 1e-12;
        let [u, v] = self.sides;
        // Möller and Trumbore 1997, with the origin for the start of the ray.
        let across = direction.cross(v);
        let volume = u.dot(across);
        let (along_u, turned) = (-self.origin.dot(across) / volume, u.cross(self.origin));
        let along_v = turned.dot(direction) / volume;
        let beyond = if form == Form::Triangle { along_u + along_v } else { along_u.max(along_v) };
        let is_met = along_u >= -ROUNDING && along_v >= -ROUNDING && beyond <= 1.0 + ROUNDING;
        // A direction within the plane gives no number, or an infinite one.
        let length = v.dot(turned) / volume;
        (is_met && length.is_finite()).then_some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;
    use crate::math::random::Random;
    use crate::triangle_pair::{TriangleRelation, relate};

    #[test]
    fn triangles_meet_just_before_and_not_just_after() {
        let mut random = Random(5);
        let mut point = || DVec3::new(random.number(), random.number(), random.number());
        let mut met = 0;
        for _ in 0..2_000 {
            let (s, t) = ([point(), point(), point()], [point(), point(), point()]);
            let Some(direction) = point().try_normalize() else { continue };
            let meets = |length: f64| {
                relate(&s, &t.map(|p| p + direction * length), &mut Cost::default()) != TriangleRelation::Disjoint
            };
            match last_length(&s, &t, direction) {
                Some(last) => {
                    met += 1;
                    assert!(meets(last - 1e-9) && !meets(last + 1e-9), "{s:?} {t:?} {direction} {last}");
                }
                None => assert!((-30..30).all(|k| !meets(0.1 * f64::from(k))), "{s:?} {t:?} {direction}"),
            }
        }
        assert!((500..1_500).contains(&met), "{met}");
    }
}
