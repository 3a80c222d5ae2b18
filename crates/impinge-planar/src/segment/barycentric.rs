//! Do two segments share a point, by the signs of barycentric coordinates (Jiménez, Segura and Feito 2004, section 5.2).
//!
//! With P = s S + t T + u U and s + t + u = 1, the segments SP and TU meet exactly if s ≤ 0, t ≥ 0 and u ≥ 0: for s ≤ 0 the point
//! (P - s S) / (1 - s) lies between P and S, and it equals (t T + u U) / (t + u), which lies between T and U where neither is
//! negative; and for s > 0 all of SP lies on one side of the line TU. Where S, T and U lie on a line the coordinates do not exist, and the
//! four sides decide.

use super::intersection::{SegmentIntersection, intersect_segments};
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::predicates::side_of_line;

/// The signs of the barycentric coordinates of a point with respect to the corners of a triangle; `None` if these lie on a line.
///
/// Exact in the range of [`impinge::math::in_plane_range`].
#[must_use]
pub fn barycentric_signs([s, t, u]: [DVec2; 3], p: DVec2, cost: &mut Cost) -> Option<[i32; 3]> {
    let turn = side_of_line(s, t, u, cost);
    let mut sign = |a, b| turn * side_of_line(a, b, p, cost);
    (turn != 0).then(|| [sign(t, u), sign(u, s), sign(s, t)])
}

/// Whether two segments share a point; exact in the range of [`impinge::math::in_plane_range`].
#[must_use]
pub fn segments_intersect([s, p]: [DVec2; 2], [t, u]: [DVec2; 2], cost: &mut Cost) -> bool {
    match barycentric_signs([s, t, u], p, cost) {
        Some([s, t, u]) => s <= 0 && t >= 0 && u >= 0,
        None => intersect_segments([s, p], [t, u], cost) != SegmentIntersection::Disjoint,
    }
}
