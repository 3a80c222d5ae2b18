//! A closed polygon in the plane whose corners are known up to rounding: whether it is certainly simple.

use crate::lane_tree::{WIDTH, set_lanes};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// How far the boxes of two edges have to be apart, in the reach: twice what two corners of 4 units of 2^-53 each are off by, and their difference.
const BOX_ERROR: f64 = 16.0 * (f64::EPSILON / 2.0);

/// What a turn of three corners may be off by, in the square of the reach: 128 units of 2^-53, where 96 are counted.
const TURN_ERROR: f64 = 128.0 * (f64::EPSILON / 2.0);

/// The corners of a polygon, and the boxes around its edges.
#[derive(Debug, Default)]
pub(crate) struct SimplePolygon {
    corners: Vec<[f64; 2]>,
    /// The lowest and the highest coordinates of every edge, filled up to eight.
    boxes: [Vec<f64>; 4],
    /// How far coordinates may be from zero: no corner is off by more than 4 units of 2^-53 of this.
    reach: f64,
    /// What is added to every bound.
    slack: f64,
}

impl SimplePolygon {
    /// Takes other corners.
    pub fn set(&mut self, corners: impl Iterator<Item = [f64; 2]>, reach: f64, slack: f64) {
        (self.reach, self.slack) = (reach, slack);
        self.corners.clear();
        self.corners.extend(corners);
        let (corners, len) = (&self.corners, self.corners.len());
        for (k, row) in self.boxes.iter_mut().enumerate() {
            let axis = k % 2;
            let ends = (0..len).map(|i| (corners[i][axis], corners[(i + 1) % len][axis]));
            row.clear();
            row.extend(ends.map(|(p, q)| if k < 2 { p.min(q) } else { p.max(q) }));
            // What fills up is apart from everything.
            row.resize(len.next_multiple_of(WIDTH), if k < 2 { f64::INFINITY } else { f64::NEG_INFINITY });
        }
    }

    /// Whether edges certainly meet in common corners only.
    #[inline(always)]
    pub fn is_simple<S: Simd>(&self, simd: S) -> bool {
        let len = self.corners.len();
        len >= 3
            && (0..len).all(
                #[inline(always)]
                |i| self.is_bent_open(i) && self.is_apart_from_later(simd, i),
            )
    }

    /// Whether an edge and the next certainly share one corner only: they turn, or run on.
    fn is_bent_open(&self, i: usize) -> bool {
        let len = self.corners.len();
        let [p, q, r] = [i, i + 1, i + 2].map(|k| self.corners[k % len]);
        let [u, v] = [[p[0] - q[0], p[1] - q[1]], [r[0] - q[0], r[1] - q[1]]];
        let error = self.turn_error();
        (u[0] * v[1] - u[1] * v[0]).abs() > error || u[0] * v[0] + u[1] * v[1] < -error
    }

    /// Whether an edge is certainly apart from all later ones but the next, and, if it is the first, but the last.
    #[inline(always)]
    fn is_apart_from_later<S: Simd>(&self, simd: S, i: usize) -> bool {
        let len = self.corners.len();
        let last = if i == 0 { len - 1 } else { len };
        let margin = BOX_ERROR * self.reach + self.slack;
        let own = [self.boxes[0][i], self.boxes[1][i], self.boxes[2][i], self.boxes[3][i]];
        let mut from = (i + 2) / WIDTH * WIDTH;
        while from < last {
            let [low_x, low_y, high_x, high_y] = self.rows(simd, from);
            let apart = low_x.simd_gt(own[2] + margin)
                | low_y.simd_gt(own[3] + margin)
                | high_x.simd_lt(own[0] - margin)
                | high_y.simd_lt(own[1] - margin);
            for lane in set_lanes(!(apart.to_bitmask() as u32) & 0xFF) {
                let j = from + lane;
                if j >= i + 2 && j < last && !self.is_apart(i, j) {
                    return false;
                }
            }
            from += WIDTH;
        }
        true
    }

    /// The boxes of eight edges from one on.
    #[inline(always)]
    fn rows<S: Simd>(&self, simd: S, from: usize) -> [f64x8<S>; 4] {
        let [a, b, c, d] = &self.boxes;
        let range = from..from + WIDTH;
        [
            f64x8::from_slice(simd, &a[range.clone()]),
            f64x8::from_slice(simd, &b[range.clone()]),
            f64x8::from_slice(simd, &c[range.clone()]),
            f64x8::from_slice(simd, &d[range]),
        ]
    }

    /// Whether one edge certainly lies on one side of the line of the other.
    fn is_apart(&self, i: usize, j: usize) -> bool {
        let len = self.corners.len();
        let [p, q, r, s] = [i, (i + 1) % len, j, (j + 1) % len].map(|k| self.corners[k]);
        let error = self.turn_error();
        let on_one_side = |a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]| {
            let turn = |c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            let (c, d) = (turn(c), turn(d));
            (c > error && d > error) || (c < -error && d < -error)
        };
        on_one_side(p, q, r, s) || on_one_side(r, s, p, q)
    }

    fn turn_error(&self) -> f64 {
        TURN_ERROR * self.reach * self.reach + self.slack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use crate::math::simd;
    use crate::math::simd::dispatch;

    fn is_simple(corners: &[[f64; 2]]) -> bool {
        let mut contour = SimplePolygon::default();
        let reach = corners.as_flattened().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        contour.set(corners.iter().copied(), reach, 0.0);
        dispatch!(simd::level(), simd => contour.is_simple(simd))
    }

    /// Whether two edges of a lattice share a point, in integers.
    fn meet([p, q]: [[i64; 2]; 2], [r, s]: [[i64; 2]; 2]) -> bool {
        let turn = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
        };
        let boxes = (0..2).all(|k| p[k].min(q[k]) <= r[k].max(s[k]) && r[k].min(s[k]) <= p[k].max(q[k]));
        boxes && turn(p, q, r) * turn(p, q, s) <= 0 && turn(r, s, p) * turn(r, s, q) <= 0
    }

    /// On a lattice nothing is within rounding but what touches: so exactly the simple polygons are certain.
    #[test]
    fn polygons_on_a_lattice_agree_with_integers() {
        let mut random = Random(31);
        let mut counts = [0; 2];
        for round in 0..20_000 {
            let len = 3 + random.below(12);
            // A ring of corners around the middle, some of them moved elsewhere.
            let corners: Vec<[i64; 2]> = (0..len)
                .map(|k| {
                    let angle = k as f64 / len as f64 * std::f64::consts::TAU;
                    let noise = [4.0, 16.0][round % 2];
                    let at = |x: f64, noise: f64| (12.0 * x + noise).round() as i64;
                    [at(angle.cos(), random.number() * noise), at(angle.sin(), random.number() * noise)]
                })
                .collect();
            let edge = |i: usize| [corners[i % len], corners[(i + 1) % len]];
            let next = |i: usize| {
                let [[p, q], [_, r]] = [edge(i), edge(i + 1)];
                let (u, v) = ([p[0] - q[0], p[1] - q[1]], [r[0] - q[0], r[1] - q[1]]);
                u[0] * v[1] != u[1] * v[0] || u[0] * v[0] + u[1] * v[1] < 0
            };
            let far = |i: usize, j: usize| j == i + 1 || (i == 0 && j == len - 1) || !meet(edge(i), edge(j));
            let expected = (0..len).all(|i| next(i) && (i + 1..len).all(|j| far(i, j)));
            let doubles: Vec<[f64; 2]> = corners.iter().map(|p| p.map(|x| x as f64)).collect();
            assert_eq!(is_simple(&doubles), expected, "{corners:?}");
            counts[usize::from(expected)] += 1;
        }
        assert!(counts[0] > 3_000 && counts[1] > 3_000, "{counts:?}");
    }

    #[test]
    fn what_nearly_touches_is_not_certain() {
        let notch = |depth: f64| is_simple(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, depth], [0.0, 4.0]]);
        assert!(notch(1.0) && notch(1e-13) && !notch(1e-16) && !notch(0.0) && !notch(-1.0));
    }
}
