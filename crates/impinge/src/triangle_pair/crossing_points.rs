//! Points in which an edge crosses a plane or another edge, rounded.

use super::Triangle;
use crate::bound::Aabb;
use crate::math::DVec3;
use crate::math::predicates::orient3d_accurate;
use crate::math::rational::{Locus, RationalPoint};

/// Where an edge, its ends strictly on both sides of a triangle's plane, passes through it; the same for both directions
/// of the edge.
pub(super) fn edge_plane_point([p, q]: [DVec3; 2], t: &Triangle) -> DVec3 {
    let (p, q) = if p.to_array() <= q.to_array() { (p, q) } else { (q, p) };
    let height = |x: DVec3| orient3d_accurate(t[0], t[1], t[2], x);
    let point = match (height(p), height(q)) {
        (Some(from), Some(to)) => p + (q - p) * (from / (from - to)),
        _ => RationalPoint::edge_on_plane([p, q], t).map_or(p, |x| x.nearest()),
    };
    into_boxes(point, &[p, q], t)
}

/// Where two segments of one plane cross, rounded; the first is the one the point is put on.
pub(super) fn crossing_in_plane(axis: usize, [p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> DVec3 {
    let turn = |x: DVec3| (s - r).cross(x - r)[axis];
    let (from, to) = (turn(p), turn(q));
    let t = if from == to { 0.5 } else { (from / (from - to)).clamp(0.0, 1.0) };
    into_boxes(p + (q - p) * t, &[p, q], &[r, s])
}

/// A rounded point brought back into the boxes of the two things that share it.
fn into_boxes(p: DVec3, these: &[DVec3], those: &[DVec3]) -> DVec3 {
    let (a, b) = (Aabb::of_points(these), Aabb::of_points(those));
    p.max(a.min.max(b.min)).min(a.max.min(b.max))
}
