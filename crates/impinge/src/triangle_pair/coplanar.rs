//! Two triangles in one plane, seen along an axis in which the plane projects to a plane.

use super::Triangle;
use super::triangle_features::feature_by_zeros;
use crate::compact_sort::{sort_by, sort_by_key};
use crate::cost::Cost;
use crate::feature::TriangleFeature::{self, Edge, Face, Vertex};
use crate::math::integer::{Grid, sign};
use crate::math::{DVec3, predicates::orient2d};
use dashu_int::IBig;
use std::cmp::Ordering;

/// The features of A and of B that a corner lies on.
type Pair = (TriangleFeature, TriangleFeature);

/// Whether the triangles share a point: no edge of either has the other strictly on its outside.
pub(super) fn meet(axis: usize, turns: [i32; 2], a: &Triangle, b: &Triangle, cost: &mut Cost) -> bool {
    let mut separates = |t: &Triangle, turn: i32, others: &Triangle| {
        (0..3).any(|k| others.iter().all(|p| turn * orient2d(axis, t[k], t[(k + 1) % 3], *p, cost) < 0))
    };
    !separates(a, turns[0], b) && !separates(b, turns[1], a)
}

/// The corners of the common polygon, each by the feature of A and of B it lies on, in no particular order; empty if the
/// triangles share no point. Different corners have different features.
pub(super) fn corners(axis: usize, turns: [i32; 2], a: &Triangle, b: &Triangle, cost: &mut Cost) -> Vec<Pair> {
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

/// The corners of the common polygon in order around it, counter-clockwise about A's normal.
///
/// Those on A's boundary come in the order of A's edges and, on one edge, of exact places along it; B's corners inside A
/// follow the one at which B's boundary comes in.
pub(super) fn in_order(axis: usize, turns: [i32; 2], a: &Triangle, b: &Triangle, corners: Vec<Pair>) -> Vec<Pair> {
    let (mut inner, mut boundary): (Vec<Pair>, Vec<Pair>) = corners.into_iter().partition(|(on_a, _)| *on_a == Face);
    let edges = Edges { axis, a, b, grid: Grid::holding(a.iter().chain(b).flat_map(|p| p.to_array())) };
    sort_by(&mut boundary, |p, q| edges.compare(p, q));
    let same_turn = turns[0] == turns[1];
    let next = |j: u8| if same_turn { (j + 1) % 3 } else { (j + 2) % 3 };
    if boundary.is_empty() {
        sort_by_key(&mut inner, |(_, on_b)| *on_b);
        if !same_turn {
            inner.reverse();
        }
        return inner;
    }
    let mut ordered = Vec::with_capacity(6);
    for corner in boundary {
        ordered.push(corner);
        let mut following = match corner.1 {
            Vertex(j) => next(j),
            Edge(j) if same_turn => (j + 1) % 3,
            Edge(j) => j,
            Face => continue,
        };
        while let Some(k) = inner.iter().position(|(_, on_b)| *on_b == Vertex(following)) {
            ordered.push(inner.swap_remove(k));
            following = next(following);
        }
    }
    ordered
}

/// The edges of A and where other things lie on them.
struct Edges<'a> {
    axis: usize,
    a: &'a Triangle,
    b: &'a Triangle,
    grid: Grid,
}

impl Edges<'_> {
    /// The order of two corners along A's boundary, from its first vertex on.
    fn compare(&self, p: &Pair, q: &Pair) -> Ordering {
        let edge = |on_a: TriangleFeature| match on_a {
            Vertex(i) => (i, false),
            Edge(i) => (i, true),
            Face => (3, false),
        };
        edge(p.0).cmp(&edge(q.0)).then_with(|| match (self.place(p), self.place(q)) {
            (Some([x, y]), Some([z, w])) => (x * w).cmp(&(z * y)),
            _ => Ordering::Equal,
        })
    }

    /// How far along its open edge of A a corner lies: numerator and positive denominator.
    fn place(&self, (on_a, on_b): &Pair) -> Option<[IBig; 2]> {
        let Edge(i) = *on_a else { return None };
        let [p, q] = [self.a[usize::from(i) % 3], self.a[(usize::from(i) + 1) % 3]];
        let integer = |x: f64| self.grid.integer(x);
        let (numerator, denominator) = match *on_b {
            Vertex(j) => {
                let r = self.b[usize::from(j) % 3];
                let k = [1, 2].map(|k| (self.axis + k) % 3).into_iter().find(|k| p[*k] != q[*k])?;
                (integer(r[k]) - integer(p[k]), integer(q[k]) - integer(p[k]))
            }
            Edge(j) => {
                let [r, s] = [self.b[usize::from(j) % 3], self.b[(usize::from(j) + 1) % 3]];
                let (i, j) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
                let turn = |x: DVec3| {
                    (integer(s[i]) - integer(r[i])) * (integer(x[j]) - integer(r[j]))
                        - (integer(s[j]) - integer(r[j])) * (integer(x[i]) - integer(r[i]))
                };
                let from = turn(p);
                (from.clone(), from - turn(q))
            }
            Face => return None,
        };
        Some(if sign(&denominator) < 0 { [-numerator, -denominator] } else { [numerator, denominator] })
    }
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
