//! Two triangles in one plane, seen along an axis in which the plane projects to a plane.

use super::Triangle;
use super::relation::feature_by_zeros;
use crate::cost::Cost;
use crate::feature::TriangleFeature::{self, Edge, Vertex};
use crate::math::{DVec3, predicates::orient2d};

/// Whether the triangles share a point: no edge of either has the other strictly on its outside.
pub(super) fn meet(axis: usize, turns: [i32; 2], a: &Triangle, b: &Triangle, cost: &mut Cost) -> bool {
    let mut separates = |t: &Triangle, turn: i32, others: &Triangle| {
        (0..3).any(|k| others.iter().all(|p| turn * orient2d(axis, t[k], t[(k + 1) % 3], *p, cost) < 0))
    };
    !separates(a, turns[0], b) && !separates(b, turns[1], a)
}

/// The corners of the common polygon, each by the feature of A and of B it lies on, in no particular order; empty if the
/// triangles share no point. Different corners have different features.
pub(super) fn corners(
    axis: usize,
    turns: [i32; 2],
    a: &Triangle,
    b: &Triangle,
    cost: &mut Cost,
) -> Vec<(TriangleFeature, TriangleFeature)> {
    let mut corners = Vec::new();
    for (i, p) in a.iter().enumerate() {
        if let Some(on_b) = feature_at(axis, turns[1], *p, b, cost) {
            corners.push((Vertex(i as u8), on_b));
        }
    }
    for (j, p) in b.iter().enumerate() {
        match feature_at(axis, turns[0], *p, a, cost) {
            Some(Vertex(_)) | None => {} // a common corner is listed already
            Some(on_a) => corners.push((on_a, Vertex(j as u8))),
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            if edges_cross(axis, [a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]], cost) {
                corners.push((Edge(i as u8), Edge(j as u8)));
            }
        }
    }
    corners
}

/// The feature of a triangle of the given turn that a point of its plane lies on.
pub(super) fn feature_at(axis: usize, turn: i32, p: DVec3, t: &Triangle, cost: &mut Cost) -> Option<TriangleFeature> {
    let mut sides = [0; 3];
    for k in 0..3 {
        sides[k] = turn * orient2d(axis, t[k], t[(k + 1) % 3], p, cost);
        if sides[k] < 0 {
            return None;
        }
    }
    Some(feature_by_zeros(sides))
}

/// Whether two segments cross in one point that is an end of neither.
pub(super) fn edges_cross(axis: usize, [p, q]: [DVec3; 2], [r, s]: [DVec3; 2], cost: &mut Cost) -> bool {
    orient2d(axis, p, q, r, cost) * orient2d(axis, p, q, s, cost) < 0
        && orient2d(axis, r, s, p, cost) * orient2d(axis, r, s, q, cost) < 0
}
