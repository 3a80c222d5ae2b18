//! The distance of two triangles that share no point, with the closest points and the features they lie on.
//!
//! The closest points of two disjoint triangles lie on a vertex and a vertex, edge or face, or on two edges: 33 candidates,
//! each valid on its own, the least of which is the answer. They are compared in plain floating point, with an error of a few
//! units in the last place of the largest coordinate; the length of the winner is then taken from its features in double-double.

use super::Triangle;
use crate::feature::TriangleFeature::{self, Edge, Face, Vertex};
use crate::math::DVec3;
use crate::math::double_double::{Vector, between, cross, dot};
use crate::primitive::{edge_edge, vertex_edge, vertex_face};

/// How far the distance of two computed points may be off the distance of the features they were computed on: a few
/// roundings of coordinates of at most 1.
pub(crate) const POINT_ERROR: f64 = 64.0 * f64::EPSILON;

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

impl TriangleDistance {
    /// The distance of triangles with coordinates of at most 1: between the two features, good to the last bit or two however
    /// small it is, as long as that agrees with the two points as well as they are known; else between the points.
    ///
    /// They disagree where a triangle is so thin that doubles cannot tell what its interior is. With w from one feature to the other: |w| for vertices, |w × d| / |d| for an edge along d, |w · n| / |n| for a face or
    /// two edges with the common normal n.
    #[must_use]
    pub fn value(&self, a: &Triangle, b: &Triangle) -> f64 {
        let (rough, refined) = (self.squared.sqrt(), self.between_features(a, b));
        if (rough - refined).abs() <= POINT_ERROR { refined } else { rough }
    }

    fn between_features(&self, a: &Triangle, b: &Triangle) -> f64 {
        let across = |w: &Vector, n: &Vector| {
            let along = dot(w, n);
            ((along * along).to_double() / dot(n, n).to_double()).sqrt()
        };
        let edge = |t: &Triangle, i: u8| between(t[(usize::from(i) + 1) % 3], t[usize::from(i)]);
        let from_edge = |p: DVec3, t: &Triangle, i: u8| {
            let (w, d) = (between(p, t[usize::from(i)]), edge(t, i));
            let n = cross(&w, &d);
            (dot(&n, &n).to_double() / dot(&d, &d).to_double()).sqrt()
        };
        let from_face = |p: DVec3, t: &Triangle| {
            let n = cross(&between(t[1], t[0]), &between(t[2], t[0]));
            across(&between(p, t[0]), &n)
        };
        match self.features {
            [Vertex(i), Vertex(j)] => {
                let w = between(a[usize::from(i)], b[usize::from(j)]);
                dot(&w, &w).to_double().sqrt()
            }
            [Vertex(i), Edge(j)] => from_edge(a[usize::from(i)], b, j),
            [Edge(i), Vertex(j)] => from_edge(b[usize::from(j)], a, i),
            [Vertex(i), Face] => from_face(a[usize::from(i)], b),
            [Face, Vertex(j)] => from_face(b[usize::from(j)], a),
            [Edge(i), Edge(j)] => {
                let n = cross(&edge(a, i), &edge(b, j));
                across(&between(a[usize::from(i)], b[usize::from(j)]), &n)
            }
            [Face, _] | [_, Face] => self.squared.sqrt(), // not among the candidates
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        corners.map(DVec3::from_array)
    }

    #[test]
    fn parallel_triangles_are_their_gap_apart_to_the_last_bit() {
        let floor = triangle([[0.1, 0.2, 0.0], [0.9, 0.3, 0.0], [0.4, 0.7, 0.0]]);
        for gap in [0.1, 0.3, 1e-3, 2f64.powi(-52), 1e-30] {
            let above = floor.map(|p| DVec3::new(p.x * 0.77, p.y * 0.9, gap));
            assert_eq!(distance(&floor, &above).value(&floor, &above), gap);
        }
    }

    /// A corner lifted off a slanted face by one unit in the last place: the height is (2^-52 n_z) / |n|.
    #[test]
    fn a_hair_above_a_slanted_face() {
        let face = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 1.0], [0.0, 4.0, 2.0]]);
        let foot = DVec3::new(2.0, 1.0, 1.0);
        let tip = DVec3::new(2.0, 1.0, 1.0 + f64::EPSILON);
        let spike = [tip, tip + DVec3::new(0.1, 0.0, 1.0), tip + DVec3::new(0.0, 0.1, 1.0)];
        let n = (face[1] - face[0]).cross(face[2] - face[0]);
        assert_eq!(n.dot(foot - face[0]), 0.0);
        let expected = f64::EPSILON * n.z / n.length();
        let found = distance(&face, &spike);
        assert_eq!(found.features, [Face, Vertex(0)]);
        assert!((found.value(&face, &spike) / expected - 1.0).abs() < 1e-15);
    }
}
