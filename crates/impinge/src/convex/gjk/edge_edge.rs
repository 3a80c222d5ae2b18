//! Where two edges pass each other.
//!
//! Three of the four differences of their ends make a simplex around the nearest point, and which three does not matter. So that it leaves no
//! trace, the nearest point is taken from the edges alone.

use crate::convex::minkowski_difference::SupportPoint;
use crate::math::DVec3;

/// Two edges that pass each other.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct EdgeEdge {
    /// The nearest point of their difference.
    pub v: DVec3,
    /// The points of the edges that it is the difference of.
    pub points: [DVec3; 2],
    /// Three of the four differences of the ends that it lies between, in order; always those of the same diagonal.
    pub corners: [[u32; 2]; 3],
    /// The ends of either edge.
    ends: [[DVec3; 2]; 2],
}

impl EdgeEdge {
    /// The differences of the ends that it lies between.
    pub fn simplex(&self) -> [SupportPoint; 3] {
        let [p, q] = self.ends;
        let [[first, _], middle, _] = self.corners;
        let between = if middle[0] == first { [p[0], q[1]] } else { [p[1], q[0]] };
        let of = [[p[0], q[0]], between, [p[1], q[1]]];
        std::array::from_fn(|k| SupportPoint { point: of[k][0] - of[k][1], of: of[k], corners: self.corners[k] })
    }
}

/// The nearest point of a simplex between two edges from the edges alone, its corners in order; `None` for other simplices.
///
/// With e and f along the edges, n = e × f and w from one edge's beginning to the other's: w + s e - t f is a multiple of n for
/// s = -w · (f × n) / n² and t = -w · (e × n) / n². Of the halves of the parallelogram it is in that of e where s is the larger.
#[inline(always)]
pub(in crate::convex) fn edge_edge_points(simplex: &[SupportPoint]) -> Option<EdgeEdge> {
    let [x, y, z] = simplex else { return None };
    let ([a, k], [b, l], [c, m]) = (x.corners, y.corners, z.corners);
    let (least, most) = (k.min(l).min(m), k.max(l).max(m));
    let is_end = |j: u32| (j == least) | (j == most);
    let are_edges = (a != c) & ((a == b) | (b == c)) & (least != most) & (is_end(k) & is_end(l) & is_end(m));
    if !are_edges {
        return None;
    }
    let second = |j: u32| {
        if k == j {
            x.of[1]
        } else if l == j {
            y.of[1]
        } else {
            z.of[1]
        }
    };
    let (p, q) = ([x.of[0], z.of[0]], [second(least), second(most)]);
    let (e, f) = (p[1] - p[0], q[1] - q[0]);
    let (n, w) = (e.cross(f), p[0] - q[0]);
    let share = 1.0 / n.length_squared();
    let (s, t) = (-w.dot(f.cross(n)) * share, -w.dot(e.cross(n)) * share);
    if !((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)) {
        return None;
    }
    let between = if s >= t { [c, least] } else { [a, most] };
    let corners = [[a, least], between, [c, most]];
    Some(EdgeEdge { v: n * (w.dot(n) * share), points: [p[0] + e * s, q[0] + f * t], corners, ends: [p, q] })
}
