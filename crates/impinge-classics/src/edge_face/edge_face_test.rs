//! One edge against one triangle: whether they are certainly apart.
//!
//! The triangle's plane parts them if both ends of the edge are strictly on one side. Else the edge is clipped by the planes through it and the sides of the triangle: the line
//! misses the triangle if it passes two sides in opposite senses. All are signs of determinants of three differences.
//!
//! Let W be the largest coordinate of the differences and s what each coordinate of a point may be off by. A difference is off by at most 2 s + u W, u = 2^-53; then a
//! determinant, six products of three, is off by at most 21 W² (2 s + u W), and its evaluation by 30 u W³ more. [`ERROR`] W² (s + 2 u W) holds both, twice over; differences
//! that are tiny, or no larger than some s, are left open.

use impinge::math::DVec3;
use impinge::math::predicates::Triangle;

/// See the module's text.
const ERROR: f64 = 128.0;

/// Differences below this (2^-330) are left open: products of three would lose digits.
const SMALLEST: f64 = f64::from_bits((1023 - 330) << 52);

/// Whether an edge may share a point with a triangle, coordinates of both being off by at most `slack`.
pub(super) fn may_meet([p, q]: [DVec3; 2], [a, b, c]: Triangle, slack: f64) -> bool {
    let [p, q, b, c] = [p, q, b, c].map(|point| point - a);
    let most = [p, q, b, c].map(|d| d.abs().max_element()).into_iter().fold(0.0, f64::max);
    if !(most > SMALLEST && most > 16.0 * slack) {
        return true;
    }
    // A difference of two of these may be twice as long.
    let width = 2.0 * most;
    let error = ERROR * width * width * (slack + f64::EPSILON * width);
    let normal = b.cross(c);
    let [at_p, at_q] = [p, q].map(|end| normal.dot(end));
    if (at_p > error && at_q > error) || (at_p < -error && at_q < -error) {
        return false;
    }
    let along = q - p;
    // The sides as they pass the line: from corner to corner, each less the start of the edge.
    let [a, b, c] = [-p, b - p, c - p];
    let sides = [[a, b], [b, c], [c, a]].map(|[x, y]| along.dot(x.cross(y)));
    !(sides.iter().any(|side| *side > error) && sides.iter().any(|side| *side < -error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use impinge::cost::Cost;
    use impinge::math::predicates::orient3d;

    /// Whether a line and a triangle that is no line cross, by exact signs; `None` if a sign is zero.
    fn crosses([p, q]: [DVec3; 2], [a, b, c]: Triangle) -> Option<bool> {
        let signs = [[a, b, c, p], [a, b, c, q], [p, q, a, b], [p, q, b, c], [p, q, c, a]]
            .map(|[w, x, y, z]| orient3d(w, x, y, z, &mut Cost::default()));
        if signs.contains(&0) {
            return None;
        }
        Some(signs[0] != signs[1] && signs[2] == signs[3] && signs[3] == signs[4])
    }

    #[test]
    fn nothing_that_meets_is_apart_and_nearly_all_else_is() {
        let mut random = Random(5);
        let (mut met, mut apart, mut open) = (0, 0, 0);
        for k in 0..40_000 {
            let scale = [1.0, 1e-70, 1e80][k % 3];
            let edge = [random.vector(), random.vector()].map(|p| p * scale);
            let triangle = [random.vector(), random.vector(), random.vector()].map(|p| p * scale);
            let may = may_meet(edge, triangle, 0.0);
            match crosses(edge, triangle) {
                Some(true) => {
                    assert!(may, "{edge:?} {triangle:?}");
                    met += 1;
                }
                Some(false) => {
                    apart += u32::from(!may);
                    open += u32::from(may);
                }
                None => {}
            }
        }
        assert!(met > 2_000 && apart > 20_000 && open < 4, "{met} {apart} {open}");
    }

    /// Touching by a vertex, an edge or a whole side in the plane, flat and pointlike triangles, and edges that are points.
    #[test]
    fn whatever_touches_stays() {
        let mut random = Random(6);
        for k in 0..10_000 {
            let corner = |random: &mut Random| (random.vector() * 4.0).round();
            let [a, b, c] = [corner(&mut random), corner(&mut random), corner(&mut random)];
            let c = if k % 5 == 0 { a + (b - a) * 2.0 } else { c };
            // Halves and quarters of small whole numbers are exact.
            let on = a * 0.5 + b * 0.25 + c * 0.25;
            let way = corner(&mut random);
            for edge in [[on - way, on + way], [on, on + way], [on, on], [a, b], [b, c + (c - b)]] {
                assert!(may_meet(edge, [a, b, c], 0.0) && may_meet(edge, [c, a, b], 0.0), "{edge:?}");
            }
            let off = random.vector() * 1e-3;
            assert!(may_meet([on + off, on + off + way], [a, b, c], 1e-3));
        }
        assert!(may_meet([DVec3::ZERO; 2], [DVec3::ZERO; 3], 0.0));
    }
}
