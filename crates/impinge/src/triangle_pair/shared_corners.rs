//! Two triangles of one surface that share corners: whether they share more than these and the edge between them.

use super::intersection::corner_count;
use super::{Intersection, Triangle, TriangleRelation, intersection, relate};
use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::predicates::{orient2d, orient3d, projection_axis};

/// What two triangles share beyond the corners that have the same name in both, and the edge between these; everything, if no
/// name is the same. Nothing if one has no area.
pub(crate) fn overlap_beyond<N: PartialEq>(
    triangles: &[Triangle; 2],
    names: &[[N; 3]; 2],
    cost: &mut Cost,
) -> Option<(TriangleRelation, Intersection)> {
    let [s, t] = triangles;
    let enough = corners_beyond(triangles, names, cost)?;
    let relation = relate(s, t, cost);
    if relation == TriangleRelation::Disjoint || !have_area(triangles, cost) {
        return None;
    }
    intersection(s, t, cost).filter(|common| common.corners().len() >= enough).map(|common| (relation, common))
}

/// Whether [`overlap_beyond`] finds something, without its place.
pub(crate) fn overlaps_beyond<N: PartialEq>(triangles: &[Triangle; 2], names: &[[N; 3]; 2], cost: &mut Cost) -> bool {
    let [s, t] = triangles;
    corners_beyond(triangles, names, cost)
        .is_some_and(|enough| have_area(triangles, cost) && corner_count(s, t, cost) >= enough)
}

/// Corners that the intersection of two triangles has at least, if it is more than what has the same name in both; `None` if
/// it is easily seen not to be.
///
/// A convex set that holds a common corner and one more point is a segment or a polygon. One that holds a common edge is a polygon if it holds more,
/// since neither triangle has more points on the line of its edge.
fn corners_beyond<N: PartialEq>([s, t]: &[Triangle; 2], [p, q]: &[[N; 3]; 2], cost: &mut Cost) -> Option<usize> {
    match p.iter().filter(|v| q.contains(v)).count() {
        0 => Some(1),
        1 => (!meet_in_corner_only(turned_to(s, p, q), turned_to(t, q, p), cost)).then_some(2),
        2 => (!bent_along_edge(s, t, p, q, cost)).then_some(3),
        _ => Some(3),
    }
}

fn have_area(triangles: &[Triangle; 2], cost: &mut Cost) -> bool {
    triangles.iter().all(|t| projection_axis(t, cost).is_some())
}

/// Whether two triangles that share an edge lie in two planes through it, and so share nothing else.
fn bent_along_edge<N: PartialEq>(s: &Triangle, t: &Triangle, p: &[N; 3], q: &[N; 3], cost: &mut Cost) -> bool {
    let third = (0..3).find(|k| !p.contains(&q[*k]));
    third.is_some_and(|k| orient3d(s[0], s[1], s[2], t[k], cost) != 0)
}

/// A triangle turned so that the one corner it shares with another comes first.
fn turned_to<N: PartialEq>(t: &Triangle, corners: &[N; 3], others: &[N; 3]) -> Triangle {
    let k = (0..3).find(|k| others.contains(&corners[*k])).unwrap_or(0);
    [t[k], t[(k + 1) % 3], t[(k + 2) % 3]]
}

/// Proves that two triangles with the same first corner share nothing else, in the common cases: one lies on one side
/// of the other's plane, or, in one plane, on the outer side of an edge from the corner. False where it is not so simple.
fn meet_in_corner_only(s: Triangle, t: Triangle, cost: &mut Cost) -> bool {
    let mut to_one_side = |s: &Triangle, t: &Triangle| {
        let side = orient3d(s[0], s[1], s[2], t[1], cost);
        side != 0 && side == orient3d(s[0], s[1], s[2], t[2], cost)
    };
    if to_one_side(&s, &t) || to_one_side(&t, &s) {
        return true;
    }
    let Some((axis, _)) = projection_axis(&s, cost) else { return false };
    if t[1..].iter().any(|p| orient3d(s[0], s[1], s[2], *p, cost) != 0) {
        return false;
    }
    // Beyond the line of an edge from the corner, or on that line but on the other side of the corner.
    let mut outside_edge =
        |corner: DVec3, end: DVec3, inner: DVec3, p: DVec3| match orient2d(axis, corner, end, p, cost) {
            0 => ((end - corner) * (p - corner)).min_element() < 0.0,
            side => side == -orient2d(axis, corner, end, inner, cost),
        };
    let mut apart = |s: &Triangle, t: &Triangle| {
        [(s[1], s[2]), (s[2], s[1])]
            .into_iter()
            .any(|(end, inner)| t[1..].iter().all(|p| outside_edge(s[0], end, inner, *p)))
    };
    apart(&s, &t) || apart(&t, &s)
}
