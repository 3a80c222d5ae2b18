//! Whether two triangles that share no point are within a length of each other, in integers.
//!
//! Closest points lie on a vertex and a vertex, edge or face, or on two edges. Each such pair of features, where the closest points of
//! their lines or planes lie in them, gives the distance of two points of the triangles, and one of them gives the least: so the
//! triangles are within a length exactly if some valid pair of features is. Squares are compared, multiplied by what they are quotients of.

use super::Triangle;
use crate::feature::TriangleFeature::{self, Edge, Face, Vertex};
use crate::math::DVec3;
use crate::math::integer::{Grid, sign};
use crate::math::integer_vector::{cross, dot, minus};
use dashu_int::IBig;

type Point = [IBig; 3];

/// Two triangles and the square of a length, on one grid.
pub(crate) struct Within {
    triangles: [[Point; 3]; 2],
    squared: IBig,
}

impl Within {
    /// Two triangles and a finite length.
    pub fn new(a: &Triangle, b: &Triangle, length: f64) -> Self {
        let grid = Grid::holding([a, b].into_iter().flatten().flat_map(|p| p.to_array()).chain([length]));
        let point = |p: &DVec3| p.to_array().map(|x| grid.integer(x));
        let length = grid.integer(length);
        Self { triangles: [a, b].map(|t| t.each_ref().map(point)), squared: &length * &length }
    }

    /// Whether some pair of features is within the length; those given are looked at first.
    pub fn any(&self, likely: [TriangleFeature; 2]) -> bool {
        let vertices = (0..9).map(|k| [Vertex(k / 3), Vertex(k % 3)]);
        let others = (0..9).flat_map(|k| {
            let (i, j) = (k / 3, k % 3);
            [[Vertex(i), Edge(j)], [Edge(i), Vertex(j)], [Edge(i), Edge(j)]]
        });
        let faces = (0..3).flat_map(|i| [[Vertex(i), Face], [Face, Vertex(i)]]);
        std::iter::once(likely).chain(vertices).chain(others).chain(faces).any(|features| self.holds(features))
    }

    /// Whether two features, if closest points can lie on both, are within the length.
    fn holds(&self, features: [TriangleFeature; 2]) -> bool {
        let [a, b] = &self.triangles;
        let vertex = |t: &'_ [Point; 3], i: u8| t[usize::from(i) % 3].clone();
        let edge = |t: &'_ [Point; 3], i: u8| [vertex(t, i), vertex(t, i + 1)];
        match features {
            [Vertex(i), Vertex(j)] => {
                let w = minus(&vertex(a, i), &vertex(b, j));
                dot(&w, &w) <= self.squared
            }
            [Vertex(i), Edge(j)] => self.vertex_edge(&vertex(a, i), &edge(b, j)),
            [Edge(i), Vertex(j)] => self.vertex_edge(&vertex(b, j), &edge(a, i)),
            [Edge(i), Edge(j)] => self.edge_edge(&edge(a, i), &edge(b, j)),
            [Vertex(i), Face] => self.vertex_face(&vertex(a, i), b),
            [Face, Vertex(j)] => self.vertex_face(&vertex(b, j), a),
            [Face, _] | [_, Face] => false, // closest points of disjoint triangles lie on smaller features as well
        }
    }

    /// With w from an end of the edge and e along it: |w|² - (w·e)² / |e|².
    fn vertex_edge(&self, p: &Point, [q, r]: &[Point; 2]) -> bool {
        let (w, e) = (minus(p, q), minus(r, q));
        let (along, length) = (dot(&w, &e), dot(&e, &e));
        is_between(&along, &length) && dot(&w, &w) * &length - &along * &along <= &self.squared * &length
    }

    /// With n across both edges: (w·n)² / |n|².
    fn edge_edge(&self, [p, q]: &[Point; 2], [r, s]: &[Point; 2]) -> bool {
        let (u, v, w) = (minus(q, p), minus(s, r), minus(r, p));
        let n = cross(&u, &v);
        let scale = dot(&n, &n);
        let is_inside = |along: &Point| is_between(&dot(&cross(&w, along), &n), &scale);
        is_inside(&v) && is_inside(&u) && self.is_across(&w, &n)
    }

    /// With n across the face: (w·n)² / |n|².
    fn vertex_face(&self, p: &Point, face: &[Point; 3]) -> bool {
        let n = cross(&minus(&face[1], &face[0]), &minus(&face[2], &face[0]));
        let is_inside = |k: usize| {
            let (from, to) = (&face[k], &face[(k + 1) % 3]);
            sign(&dot(&cross(&minus(to, from), &minus(p, from)), &n)) >= 0
        };
        sign(&dot(&n, &n)) > 0 && (0..3).all(is_inside) && self.is_across(&minus(p, &face[0]), &n)
    }

    fn is_across(&self, w: &Point, n: &Point) -> bool {
        let along = dot(w, n);
        &along * &along <= &self.squared * dot(n, n)
    }
}

/// Whether a number is from 0 to a positive one.
fn is_between(x: &IBig, most: &IBig) -> bool {
    sign(most) > 0 && sign(x) >= 0 && x <= most
}
