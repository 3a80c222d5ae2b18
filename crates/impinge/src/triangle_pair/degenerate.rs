//! Pairs in which a triangle has no area: it is the segment between its extreme corners, or a point.

use super::Triangle;
use super::coplanar::{edges_cross, feature_at};
use super::crossing_points::{crossing_in_plane, edge_plane_point};
use super::triangle_features::line_hit;
use crate::compact_sort::sort_by;
use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::integer::{self, Grid};
use crate::math::integer_vector::{cross, dot};
use crate::math::predicates::{orient2d, orient3d, projection_axis};
use dashu_int::IBig;

/// The ends of the common points, one or two; empty if there are none. `axes` are as in `Position::Degenerate`.
pub(super) fn points(axes: [Option<usize>; 2], a: &Triangle, b: &Triangle, cost: &mut Cost) -> Vec<DVec3> {
    let points = match axes {
        [Some(_), None] => segment_and_triangle(extremes(b), a, cost),
        [None, Some(_)] => segment_and_triangle(extremes(a), b, cost),
        _ => segments(extremes(a), extremes(b), cost),
    };
    ends(points)
}

/// The ends of collinear points: along a line, the lexicographic order of coordinates is the order of the points.
pub(crate) fn extremes(t: &[DVec3]) -> [DVec3; 2] {
    let order = |p: &DVec3, q: &DVec3| p.to_array().partial_cmp(&q.to_array()).unwrap_or(std::cmp::Ordering::Equal);
    let mut sorted = t.to_vec();
    sort_by(&mut sorted, order);
    [sorted[0], sorted[sorted.len() - 1]]
}

/// The first and the last of some points of a line, once if they are equal.
fn ends(points: Vec<DVec3>) -> Vec<DVec3> {
    if points.is_empty() {
        return points;
    }
    let [first, last] = extremes(&points);
    if first == last { vec![first] } else { vec![first, last] }
}

/// Candidates for the ends of what a segment and a triangle with area share.
fn segment_and_triangle([p, q]: [DVec3; 2], t: &Triangle, cost: &mut Cost) -> Vec<DVec3> {
    let (on_p, on_q) = (orient3d(t[0], t[1], t[2], p, cost), orient3d(t[0], t[1], t[2], q, cost));
    if on_p != on_q {
        return match (on_p, on_q, line_hit([p, q], t, cost)) {
            (_, _, None) => Vec::new(),
            (0, _, _) => vec![p],
            (_, 0, _) => vec![q],
            _ if on_p == -on_q => vec![edge_plane_point([p, q], t)],
            _ => Vec::new(),
        };
    }
    let Some((axis, turn)) = projection_axis(t, cost).filter(|_| on_p == 0) else { return Vec::new() };
    let mut points: Vec<DVec3> = [p, q].into_iter().filter(|x| feature_at(axis, turn, *x, t, cost).is_some()).collect();
    for k in 0..3 {
        let edge = [t[k], t[(k + 1) % 3]];
        if on_segment(axis, edge[0], [p, q], cost) {
            points.push(edge[0]);
        }
        if edges_cross(axis, [p, q], edge, cost) {
            points.push(crossing_in_plane(axis, [p, q], edge));
        }
    }
    points
}

/// Whether a point of a plane that projects well lies on a segment of it.
fn on_segment(axis: usize, x: DVec3, [p, q]: [DVec3; 2], cost: &mut Cost) -> bool {
    orient2d(axis, p, q, x, cost) == 0 && between(x, [p, q])
}

/// Whether a point on the line through a segment's ends (or at its one place) lies between them.
fn between(x: DVec3, [p, q]: [DVec3; 2]) -> bool {
    p.min(q).cmple(x).all() && x.cmple(p.max(q)).all()
}

/// Candidates for the ends of what two segments share.
fn segments(s: [DVec3; 2], t: [DVec3; 2], cost: &mut Cost) -> Vec<DVec3> {
    if orient3d(s[0], s[1], t[0], t[1], cost) != 0 {
        return Vec::new();
    }
    let triples = [[s[0], s[1], t[0]], [s[0], s[1], t[1]], [t[0], t[1], s[0]], [t[0], t[1], s[1]]];
    let Some(axis) = triples.iter().find_map(|triple| projection_axis(triple, cost)).map(|(axis, _)| axis) else {
        // All on one line.
        let of_s = s.into_iter().filter(|x| between(*x, t));
        return of_s.chain(t.into_iter().filter(|x| between(*x, s))).collect();
    };
    let mut points: Vec<DVec3> = s.into_iter().filter(|x| on_segment(axis, *x, t, cost)).collect();
    points.extend(t.into_iter().filter(|x| on_segment(axis, *x, s, cost)));
    if points.is_empty() && edges_cross(axis, s, t, cost) {
        points.push(crossing_in_plane(axis, s, t));
    }
    points
}

/// Whether two closed triangles of any kind share a point, in integers and from a theorem of its own: they do not
/// exactly if some direction separates the nine differences of corners from the origin strictly. If one does, then one of
/// these does: a cross product of two differences (of edges or of corners), a difference, or one made orthogonal to another.
pub(super) fn share_point_brute(a: &Triangle, b: &Triangle) -> bool {
    let grid = Grid::holding(a.iter().chain(b).flat_map(|p| p.to_array()));
    let integers = |p: &DVec3| p.to_array().map(|x| grid.integer(x));
    let (a, b) = (a.each_ref().map(integers), b.each_ref().map(integers));
    let sub = |p: &[IBig; 3], q: &[IBig; 3]| [&p[0] - &q[0], &p[1] - &q[1], &p[2] - &q[2]];
    let differences: Vec<[IBig; 3]> = a.iter().flat_map(|p| b.iter().map(move |q| sub(p, q))).collect();
    let edges: Vec<[IBig; 3]> =
        [&a, &b].iter().flat_map(|t| (0..3).map(move |i| sub(&t[(i + 1) % 3], &t[i]))).collect();
    let separates = |n: &[IBig; 3]| {
        let signs: Vec<i32> = differences.iter().map(|d| integer::sign(&dot(n, d))).collect();
        signs.iter().all(|s| *s > 0) || signs.iter().all(|s| *s < 0)
    };
    // Closest points of the hull of the differences to the origin: a corner (n = the difference), an edge (n = the part of a
    // difference orthogonal to an edge), or a face (n = cross product of two edges).
    let normals = edges.iter().flat_map(|e| edges.iter().map(move |f| cross(e, f)));
    let orthogonal = differences.iter().flat_map(|d| edges.iter().map(move |e| cross(e, &cross(d, e))));
    let separated = differences.iter().any(&separates)
        || normals.into_iter().any(|n| separates(&n))
        || orthogonal.into_iter().any(|n| separates(&n));
    !separated
}
