//! The least distance over pairs of features. A pair counts only where its closest points lie in both, so that the least of
//! all is the distance of the bodies; signs at the borders may be taken either way, for both sides give the same length there.

use super::extended_precision::{is_zero, normal};
use impinge::math::DVec3;
use impinge::math::double_double::{between, cross, dot};

/// Corners, edges and triangles that may hold the closest point.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The corners.
    pub points: Vec<DVec3>,
    /// The edges by their ends.
    pub edges: Vec<[DVec3; 2]>,
    /// The triangles by their corners.
    pub triangles: Vec<[DVec3; 3]>,
}

/// The least distance of two bodies that are apart, over these features.
#[must_use]
pub fn distance(a: &Features, b: &Features) -> f64 {
    let to_points = |points: &[DVec3], other: &Features| {
        let near = |p: &DVec3| {
            let corners = other.points.iter().map(|q| to_point(*p, *q));
            let edges = other.edges.iter().filter_map(|edge| to_edge(*p, *edge));
            let triangles = other.triangles.iter().filter_map(|triangle| to_triangle(*p, *triangle));
            corners.chain(edges).chain(triangles).fold(f64::INFINITY, f64::min)
        };
        points.iter().map(near).fold(f64::INFINITY, f64::min)
    };
    let crossing = a.edges.iter().flat_map(|p| b.edges.iter().filter_map(|q| between_edges(*p, *q)));
    crossing.fold(to_points(&a.points, b).min(to_points(&b.points, a)), f64::min)
}

fn to_point(p: DVec3, q: DVec3) -> f64 {
    let v = between(p, q);
    dot(&v, &v).to_double().sqrt()
}

/// The distance to the line of an edge, where the foot is in the edge.
fn to_edge(p: DVec3, [q, r]: [DVec3; 2]) -> Option<f64> {
    let (along, from) = (between(r, q), between(p, q));
    let (square, foot) = (dot(&along, &along), dot(&along, &from));
    if foot.to_double() < 0.0 || (square - foot).to_double() < 0.0 || square.to_double() == 0.0 {
        return None;
    }
    let off = cross(&along, &from);
    Some((dot(&off, &off).to_double() / square.to_double()).sqrt())
}

/// The distance to the plane of a triangle, where the foot is in the triangle.
fn to_triangle(p: DVec3, [q, r, s]: [DVec3; 3]) -> Option<f64> {
    let (u, v, w) = (between(r, q), between(s, q), between(p, q));
    let n = cross(&u, &v);
    let square = dot(&n, &n);
    let (beta, gamma) = (dot(&cross(&w, &v), &n), dot(&cross(&u, &w), &n));
    let inside = [beta, gamma, square - beta - gamma].iter().all(|x| x.to_double() >= 0.0);
    (inside && square.to_double() > 0.0).then(|| dot(&n, &w).to_double().abs() / square.to_double().sqrt())
}

/// The distance of the lines of two edges, where both feet are in the edges.
fn between_edges([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Option<f64> {
    let (u, v, w) = (between(q, p), between(s, r), between(p, r));
    let n = normal([p, q], [r, s]);
    if is_zero(&n) {
        return None;
    }
    let (a, b, e, c, f) = (dot(&u, &u), dot(&u, &v), dot(&v, &v), dot(&u, &w), dot(&v, &w));
    let whole = a * e - b * b;
    let (first, second) = (b * f - c * e, a * f - b * c);
    let inside = [first, second, whole - first, whole - second].iter().all(|x| x.to_double() >= 0.0);
    inside.then(|| dot(&n, &w).to_double().abs() / dot(&n, &n).to_double().sqrt())
}
