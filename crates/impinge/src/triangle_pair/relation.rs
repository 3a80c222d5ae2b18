//! The relation of two triangles, from signs alone.

use super::triangle_features::line_hit;
use super::{Triangle, coplanar, degenerate};
use crate::cost::Cost;
use crate::feature::TriangleFeature;
use crate::math::predicates::{orient3d, orient3d_integer, projection_axis};

/// How two triangles relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TriangleRelation {
    /// They share no point.
    Disjoint,
    /// They share a point, and at least one of them stays on one side of the other's plane (or has no plane).
    Touching,
    /// They share a point, and each has points strictly on both sides of the other's plane.
    Crossing,
}

/// The corners of each triangle against the plane of the other: signs of `orient3d`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    /// A's corners against B's plane; all zero where B has no plane.
    pub a: [i32; 3],
    /// B's corners against A's plane; all zero where A has no plane.
    pub b: [i32; 3],
}

/// A pair whose planes do not already separate it, by how the planes lie.
pub(super) enum Position {
    /// One triangle lies strictly on one side of the other's plane.
    Apart,
    /// Two planes that meet in a line.
    Transversal(Sides),
    /// One plane; it projects well along the axis, with these turns of A and B.
    Coplanar { axis: usize, turns: [i32; 2] },
    /// At least one triangle has no area; where a triangle has, its projection axis.
    Degenerate([Option<usize>; 2]),
}

/// Sorts a pair by how the planes lie.
pub(super) fn position(a: &Triangle, b: &Triangle, cost: &mut Cost) -> Position {
    let against =
        |t: &Triangle, others: &Triangle, cost: &mut Cost| others.map(|p| orient3d(t[0], t[1], t[2], p, cost));
    let one_sided = |s: [i32; 3]| s[0] != 0 && s[0] == s[1] && s[1] == s[2];
    let side_b = against(a, b, cost);
    if one_sided(side_b) {
        return Position::Apart;
    }
    let side_a = against(b, a, cost);
    if one_sided(side_a) {
        return Position::Apart;
    }
    if side_a != [0; 3] && side_b != [0; 3] {
        return Position::Transversal(Sides { a: side_a, b: side_b });
    }
    match (projection_axis(a, cost), projection_axis(b, cost)) {
        // Seen along the same axis, a plane that projects well for A does so for B.
        (Some((axis, turn_a)), Some(_)) => {
            let turn_b = crate::math::predicates::orient2d(axis, b[0], b[1], b[2], cost);
            Position::Coplanar { axis, turns: [turn_a, turn_b] }
        }
        (on_a, on_b) => Position::Degenerate([on_a.map(|(axis, _)| axis), on_b.map(|(axis, _)| axis)]),
    }
}

/// The relation of two triangles.
#[must_use]
pub fn relate(a: &Triangle, b: &Triangle, cost: &mut Cost) -> TriangleRelation {
    cost.triangle_tests += 1;
    let (meet, cross) = match position(a, b, cost) {
        Position::Apart => (false, false),
        Position::Transversal(sides) => {
            let generic = !sides.a.contains(&0) && !sides.b.contains(&0);
            let meet = if generic { lines_overlap(a, b, &sides, cost) } else { edges_hit(a, b, &sides, cost) };
            let both = |s: &[i32; 3]| s.contains(&1) && s.contains(&-1);
            (meet, both(&sides.a) && both(&sides.b))
        }
        Position::Coplanar { axis, turns } => (coplanar::meet(axis, turns, a, b, cost), false),
        Position::Degenerate(axes) => (!degenerate::points(axes, a, b, cost).is_empty(), false),
    };
    match (meet, cross) {
        (false, _) => TriangleRelation::Disjoint,
        (true, false) => TriangleRelation::Touching,
        (true, true) => TriangleRelation::Crossing,
    }
}

/// For planes that meet in a line and no corner on the other's plane: whether the segments that the triangles cut out of
/// the line overlap (Guigue and Devillers 2003, section 3).
///
/// Turned so that corner 0 of each is alone on the positive side of the other's plane, the segments run from edge 01 to
/// edge 02 in opposite senses, and two signs compare their ends.
fn lines_overlap(a: &Triangle, b: &Triangle, sides: &Sides, cost: &mut Cost) -> bool {
    let alone = |s: &[i32; 3]| (0..3).find(|&i| s[i] != s[(i + 1) % 3] && s[i] != s[(i + 2) % 3]).unwrap_or(0);
    let (i, j) = (alone(&sides.a), alone(&sides.b));
    let turned = |t: &Triangle, i: usize| [t[i], t[(i + 1) % 3], t[(i + 2) % 3]];
    let (mut a, mut b) = (turned(a, i), turned(b, j));
    if sides.a[i] < 0 {
        b.swap(1, 2);
    }
    if sides.b[j] < 0 {
        a.swap(1, 2);
    }
    orient3d(a[0], a[1], b[0], b[1], cost) <= 0 && orient3d(a[0], a[2], b[0], b[2], cost) >= 0
}

/// For planes that meet in a line: whether an edge of either, not lying in the other's plane, meets the other.
///
/// This is complete: an end of the common segment lies on such an edge, because an edge in the other's plane ends in
/// corners that also end edges which leave it.
fn edges_hit(a: &Triangle, b: &Triangle, sides: &Sides, cost: &mut Cost) -> bool {
    (0..3).any(|i| edge_hit(a, i, sides.a, b, cost).is_some())
        || (0..3).any(|i| edge_hit(b, i, sides.b, a, cost).is_some())
}

/// Where edge `i` of `t`, whose corners lie on these sides of the other's plane, meets the other triangle in one point:
/// the feature of `t` and the feature of the other. `None` if it misses, or lies in the plane.
pub(super) fn edge_hit(
    t: &Triangle,
    i: usize,
    sides: [i32; 3],
    other: &Triangle,
    cost: &mut Cost,
) -> Option<(TriangleFeature, TriangleFeature)> {
    let (j, p, q) = ((i + 1) % 3, t[i], t[(i + 1) % 3]);
    if sides[i] == sides[j] {
        return None;
    }
    let on_other = line_hit([p, q], other, cost)?;
    let on_t = match (sides[i], sides[j]) {
        (0, _) => TriangleFeature::Vertex(i as u8),
        (_, 0) => TriangleFeature::Vertex(j as u8),
        _ => TriangleFeature::Edge(i as u8),
    };
    Some((on_t, on_other))
}

/// The relation in integer arithmetic from the definition: slow, and the oracle of [`relate`].
///
/// Triangles meet exactly if the origin is a convex combination of the differences of their corners, that is, if no
/// plane through the origin has all nine on one side strictly; the candidates for such planes are finitely many.
#[must_use]
pub fn relate_brute(a: &Triangle, b: &Triangle) -> TriangleRelation {
    if !degenerate::share_point_brute(a, b) {
        return TriangleRelation::Disjoint;
    }
    let both_sides = |t: &Triangle, others: &Triangle| {
        let signs = others.map(|p| orient3d_integer(t[0], t[1], t[2], p));
        signs.contains(&1) && signs.contains(&-1)
    };
    if both_sides(a, b) && both_sides(b, a) { TriangleRelation::Crossing } else { TriangleRelation::Touching }
}
