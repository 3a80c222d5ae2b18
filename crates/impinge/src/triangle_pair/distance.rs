//! The distance of two triangles that share no point, with the closest points and the features they lie on.
//!
//! The closest points of two disjoint triangles lie on a vertex and a vertex, edge or face, or on two edges: 33 candidates,
//! each valid on its own, the least of which is the answer. In plain floating point on differences of coordinates: the error
//! is a few units in the last place of the largest coordinate.

use super::Triangle;
use crate::feature::TriangleFeature::{self, Edge, Face, Vertex};
use crate::math::DVec3;
use crate::primitive::{edge_edge, vertex_edge, vertex_face};

/// Closest points of two triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleDistance {
    /// The square of the distance.
    pub squared: f64,
    /// A closest point of A and of B.
    pub points: [DVec3; 2],
    /// The features of A and B they lie on.
    pub features: [TriangleFeature; 2],
}

/// The distance of two disjoint triangles whose coordinates are of moderate size (their fourth powers are finite).
#[must_use]
pub fn distance(a: &Triangle, b: &Triangle) -> TriangleDistance {
    let mut best = TriangleDistance { squared: f64::INFINITY, points: [a[0], b[0]], features: [Vertex(0), Vertex(0)] };
    let mut offer = |p: DVec3, q: DVec3, features: [TriangleFeature; 2]| {
        let squared = (p - q).length_squared();
        if squared < best.squared {
            best = TriangleDistance { squared, points: [p, q], features };
        }
    };
    let edge = |t: &Triangle, i: u8| [t[usize::from(i)], t[(usize::from(i) + 1) % 3]];
    for i in 0..3 {
        let (p, q) = (a[usize::from(i)], b[usize::from(i)]);
        for j in 0..3 {
            offer(p, b[usize::from(j)], [Vertex(i), Vertex(j)]);
            if let Some(foot) = vertex_edge(p, edge(b, j)) {
                offer(p, foot, [Vertex(i), Edge(j)]);
            }
            if let Some(foot) = vertex_edge(q, edge(a, j)) {
                offer(foot, q, [Edge(j), Vertex(i)]);
            }
            if let Some([on_a, on_b]) = edge_edge(edge(a, i), edge(b, j)) {
                offer(on_a, on_b, [Edge(i), Edge(j)]);
            }
        }
        if let Some(foot) = vertex_face(p, *b) {
            offer(p, foot, [Vertex(i), Face]);
        }
        if let Some(foot) = vertex_face(q, *a) {
            offer(foot, q, [Face, Vertex(i)]);
        }
    }
    best
}
