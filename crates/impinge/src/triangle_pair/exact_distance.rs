//! The distance of two triangles that share no point, in integers.
//!
//! Closest points lie on a vertex and a vertex, edge or face, or on two edges. Each such pair of features, where the closest points of
//! their lines or planes lie in them, gives the distance of two points of the triangles, and one of them gives the least. Squares of
//! these distances are quotients of integers, which are compared without rounding.

use super::Triangle;
use super::distance::ClosestPoints;
use crate::feature::TriangleFeature::{self, Edge, Face, Vertex};
use crate::math::DVec3;
use crate::math::integer::{Grid, sign};
use crate::math::integer_vector::{cross, dot, minus};
use crate::math::rational::{Locus, RationalPoint};
use dashu_int::IBig;

type Point = [IBig; 3];

/// Two triangles on one grid.
pub(crate) struct ExactTriangles {
    grid: Grid,
    corners: [Triangle; 2],
    triangles: [[Point; 3]; 2],
}

/// The square of a distance in steps of the grid: a quotient with a positive divisor.
struct Squared {
    numerator: IBig,
    denominator: IBig,
}

impl ExactTriangles {
    /// Two triangles with finite corners.
    pub fn new(a: &Triangle, b: &Triangle) -> Self {
        Self::on_grid_with([], a, b)
    }

    /// Two triangles on a grid that holds other numbers, too.
    fn on_grid_with<const N: usize>(others: [f64; N], a: &Triangle, b: &Triangle) -> Self {
        let grid = Grid::holding([a, b].into_iter().flatten().flat_map(|p| p.to_array()).chain(others));
        let point = |p: &DVec3| p.to_array().map(|x| grid.integer(x));
        Self { grid, corners: [*a, *b], triangles: [a, b].map(|t| t.each_ref().map(point)) }
    }

    /// Whether two triangles are within a finite length of each other; the given features are looked at first.
    pub fn are_within(a: &Triangle, b: &Triangle, length: f64, likely: [TriangleFeature; 2]) -> bool {
        let both = Self::on_grid_with([length], a, b);
        let length = both.grid.integer(length);
        let most = Squared { numerator: &length * &length, denominator: IBig::ONE };
        let is_within = |features| both.squared(features).is_some_and(|squared| !most.is_below(&squared));
        std::iter::once(likely).chain(feature_pairs()).any(is_within)
    }

    /// The closest points and their distance, each rounded once, if it is known to be at most
    /// `reach`. Of features at the same distance the smallest are given.
    pub fn closest_points(&self, reach: f64) -> Option<ClosestPoints> {
        let mut best: Option<(Squared, [TriangleFeature; 2])> = None;
        for features in feature_pairs().filter(|features| self.box_gap(*features) <= reach) {
            let Some(squared) = self.squared(features) else { continue };
            if best.as_ref().is_none_or(|(least, _)| squared.is_below(least)) {
                best = Some((squared, features));
            }
        }
        let (squared, features) = best?;
        let distance = self.grid.square_root(&squared.numerator, &squared.denominator);
        Some(ClosestPoints { distance, points: self.points(features), features })
    }

    /// A length that two features are at least apart.
    fn box_gap(&self, features: [TriangleFeature; 2]) -> f64 {
        let [a, b] = [0, 1].map(|body| {
            let t = &self.corners[body];
            let corner = |i: u8| t[usize::from(i) % 3];
            let [p, q, r] = match features[body] {
                Vertex(i) => [corner(i); 3],
                Edge(i) => [corner(i), corner(i + 1), corner(i)],
                Face => *t,
            };
            [p.min(q).min(r), p.max(q).max(r)]
        });
        (a[0] - b[1]).max(b[0] - a[1]).max_element() * (1.0 - f64::EPSILON)
    }

    fn vertex(&self, body: usize, i: u8) -> &Point {
        &self.triangles[body][usize::from(i) % 3]
    }

    fn edge(&self, body: usize, i: u8) -> [&Point; 2] {
        [self.vertex(body, i), self.vertex(body, i + 1)]
    }

    /// The square of the distance of two features, if closest points can lie on both.
    fn squared(&self, features: [TriangleFeature; 2]) -> Option<Squared> {
        match features {
            [Vertex(i), Vertex(j)] => {
                let w = minus(self.vertex(0, i), self.vertex(1, j));
                Some(Squared { numerator: dot(&w, &w), denominator: IBig::ONE })
            }
            [Vertex(i), Edge(j)] => vertex_edge(self.vertex(0, i), self.edge(1, j)),
            [Edge(i), Vertex(j)] => vertex_edge(self.vertex(1, j), self.edge(0, i)),
            [Edge(i), Edge(j)] => edge_edge(self.edge(0, i), self.edge(1, j)),
            [Vertex(i), Face] => vertex_face(self.vertex(0, i), &self.triangles[1]),
            [Face, Vertex(j)] => vertex_face(self.vertex(1, j), &self.triangles[0]),
            [Face, _] | [_, Face] => None, // closest points of disjoint triangles lie on smaller features as well
        }
    }

    /// The closest points of two features that have a distance.
    fn points(&self, features: [TriangleFeature; 2]) -> [DVec3; 2] {
        [0, 1].map(|body| {
            let other = 1 - body;
            match (features[body], features[other]) {
                (Vertex(i), _) => self.rounded(self.vertex(body, i), &IBig::ZERO, self.vertex(body, i), &IBig::ONE),
                (Edge(i), Vertex(j)) => {
                    let ([q, r], p) = (self.edge(body, i), self.vertex(other, j));
                    let e = minus(r, q);
                    self.rounded(q, &dot(&minus(p, q), &e), &e, &dot(&e, &e))
                }
                (Edge(i), Edge(j)) => {
                    let ([p, q], [r, s]) = (self.edge(body, i), self.edge(other, j));
                    let (u, v) = (minus(q, p), minus(s, r));
                    let n = cross(&u, &v);
                    self.rounded(p, &dot(&cross(&minus(r, p), &v), &n), &u, &dot(&n, &n))
                }
                (Face, Vertex(j)) => {
                    let (p, face) = (self.vertex(other, j), &self.triangles[body]);
                    let n = normal(face);
                    self.rounded(p, &dot(&minus(&face[0], p), &n), &n, &dot(&n, &n))
                }
                // Not among the pairs of features that have a distance.
                (Edge(_) | Face, _) => {
                    self.rounded(self.vertex(body, 0), &IBig::ZERO, self.vertex(body, 0), &IBig::ONE)
                }
            }
        })
    }

    /// The point `origin + along · step / whole`, rounded.
    fn rounded(&self, origin: &Point, step: &IBig, along: &Point, whole: &IBig) -> DVec3 {
        let numerators = std::array::from_fn(|k| &origin[k] * whole + &along[k] * step);
        RationalPoint::new(numerators, whole.clone(), self.grid).nearest()
    }
}

impl Squared {
    fn is_below(&self, other: &Self) -> bool {
        &self.numerator * &other.denominator < &other.numerator * &self.denominator
    }

    /// With w between the features and n across both: (w·n)² / |n|².
    fn across(w: &Point, n: &Point) -> Self {
        let along = dot(w, n);
        Self { numerator: &along * &along, denominator: dot(n, n) }
    }
}

/// Every pair of features on which closest points of disjoint triangles lie, small ones first.
fn feature_pairs() -> impl Iterator<Item = [TriangleFeature; 2]> {
    let vertices = (0..9).map(|k| [Vertex(k / 3), Vertex(k % 3)]);
    let vertex_edges = (0..9).flat_map(|k| [[Vertex(k / 3), Edge(k % 3)], [Edge(k / 3), Vertex(k % 3)]]);
    let edges = (0..9).map(|k| [Edge(k / 3), Edge(k % 3)]);
    let faces = (0..3).flat_map(|i| [[Vertex(i), Face], [Face, Vertex(i)]]);
    vertices.chain(vertex_edges).chain(edges).chain(faces)
}

/// With w from an end of the edge and e along it: |w|² - (w·e)² / |e|².
fn vertex_edge(p: &Point, [q, r]: [&Point; 2]) -> Option<Squared> {
    let (w, e) = (minus(p, q), minus(r, q));
    let (along, length) = (dot(&w, &e), dot(&e, &e));
    is_between(&along, &length)
        .then(|| Squared { numerator: dot(&w, &w) * &length - &along * &along, denominator: length })
}

fn edge_edge([p, q]: [&Point; 2], [r, s]: [&Point; 2]) -> Option<Squared> {
    let (u, v, w) = (minus(q, p), minus(s, r), minus(r, p));
    let n = cross(&u, &v);
    let scale = dot(&n, &n);
    let is_inside = |along: &Point| is_between(&dot(&cross(&w, along), &n), &scale);
    (is_inside(&v) && is_inside(&u)).then(|| Squared::across(&w, &n))
}

fn vertex_face(p: &Point, face: &[Point; 3]) -> Option<Squared> {
    let n = normal(face);
    let is_inside = |k: usize| {
        let (from, to) = (&face[k], &face[(k + 1) % 3]);
        sign(&dot(&cross(&minus(to, from), &minus(p, from)), &n)) >= 0
    };
    (sign(&dot(&n, &n)) > 0 && (0..3).all(is_inside)).then(|| Squared::across(&minus(p, &face[0]), &n))
}

fn normal(face: &[Point; 3]) -> Point {
    cross(&minus(&face[1], &face[0]), &minus(&face[2], &face[0]))
}

/// Whether a number is from 0 to a positive one.
fn is_between(x: &IBig, most: &IBig) -> bool {
    sign(most) > 0 && sign(x) >= 0 && x <= most
}
