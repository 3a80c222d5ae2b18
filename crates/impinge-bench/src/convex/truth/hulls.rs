//! Two hulls: whether a plane is between them, and then the distance; else the depth.

use super::closest_features::{Features, distance};
use super::extended_precision::{gap, is_zero, normal, opposite};
use super::gauss_map::Sphere;
use super::projection_gap::Shadow;
use impinge::math::DVec3;
use impinge::math::double_double::{DoubleDouble, Vector, between};

/// Corners with their edges and triangles, or with all that corners could make.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The corners.
    pub points: Vec<DVec3>,
    /// The triangles by their corners, outward where the surface is known.
    pub triangles: Vec<[u32; 3]>,
    /// The edges by their ends.
    pub edges: Vec<Edge>,
}

/// An edge, and the triangles at its sides where the surface is known.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The corners at its ends.
    pub ends: [u32; 2],
    /// The triangles at its sides.
    pub sides: Option<[u32; 2]>,
}

impl Solid {
    /// Corners whose surface is not known: every three may be a face, every two an edge.
    #[must_use]
    pub fn of_all(points: Vec<DVec3>) -> Self {
        let n = points.len() as u32;
        let edges = (0..n).flat_map(|i| (i + 1..n).map(move |j| Edge { ends: [i, j], sides: None })).collect();
        let triangles = (0..n).flat_map(|i| (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| [i, j, k]))).collect();
        Self { points, triangles, edges }
    }

    /// Corners with their outward triangles.
    #[must_use]
    pub fn of_surface(points: Vec<DVec3>, triangles: &[[u32; 3]]) -> Self {
        let mut sides: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * triangles.len());
        for (k, [a, b, c]) in (0_u32..).zip(triangles) {
            sides.extend([[*a, *b], [*b, *c], [*c, *a]].map(|[p, q]| ([p.min(q), p.max(q)], k)));
        }
        sides.sort_unstable();
        let edge = |two: &[([u32; 2], u32)]| Edge { ends: two[0].0, sides: Some([two[0].1, two[1].1]) };
        let edges = sides.chunks_exact(2).map(edge).collect();
        Self { points, triangles: triangles.to_vec(), edges }
    }

    /// Whether its surface is known.
    fn is_surface(&self) -> bool {
        !self.edges.is_empty() && self.edges.iter().all(|edge| edge.sides.is_some())
    }

    fn ends(&self, edge: &Edge) -> [DVec3; 2] {
        edge.ends.map(|k| self.points[k as usize])
    }

    fn corners(&self, triangle: [u32; 3]) -> [DVec3; 3] {
        triangle.map(|k| self.points[k as usize])
    }

    /// The normal of a triangle.
    fn normal(&self, triangle: [u32; 3]) -> Vector {
        let [p, q, r] = self.corners(triangle);
        normal([p, q], [p, r])
    }

    /// The features that reach a plane: some corner is as far along a direction.
    fn features(&self, n: DVec3, least: f64) -> Features {
        let reaches = |k: &u32| n.dot(self.points[*k as usize]) >= least;
        Features {
            points: self.points.iter().copied().filter(|p| n.dot(*p) >= least).collect(),
            edges: self.edges.iter().filter(|edge| edge.ends.iter().any(reaches)).map(|e| self.ends(e)).collect(),
            triangles: self.triangles.iter().filter(|t| t.iter().any(reaches)).map(|t| self.corners(*t)).collect(),
        }
    }
}

/// The distance; minus the depth where they meet.
#[must_use]
pub fn signed_distance(a: &Solid, b: &Solid) -> f64 {
    let shadow = Shadow::between(&a.points, &b.points);
    if shadow.is_apart() {
        return reached(a, b, &shadow);
    }
    let (widest, direction) = widest_gap(a, b);
    if widest > 0.0 {
        let rough = DVec3::from_array(direction.map(DoubleDouble::to_double)).normalize();
        return reached(a, b, &shadow.or(rough, &a.points, &b.points));
    }
    // -0 is 0.
    if widest == 0.0 { 0.0 } else { widest }
}

/// The distance over the features that reach the slab in which the closest points must be.
///
/// Along a unit direction with a gap of `s`, closest points `p` and `q` no farther apart than `u` have
/// `n · p ≥ n · q - u ≥ min n·B - u = max n·A - (u - s)`, and the feature of `p` has a corner at least as far along; so too for `q`.
fn reached(a: &Solid, b: &Solid, shadow: &Shadow) -> f64 {
    let n = shadow.direction;
    let far = a.points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
    let near = b.points.iter().map(|p| n.dot(*p)).fold(f64::INFINITY, f64::min);
    // Rounding errors of a scalar product, with a margin.
    let room = 1e-13 * (far.abs() + near.abs() + shadow.upper);
    let slack = (shadow.upper - (near - far)).max(0.0) + room;
    distance(&a.features(n, far - slack), &b.features(-n, -near - slack))
}

/// The widest gap over the normals of all faces of the difference, and its direction.
fn widest_gap(a: &Solid, b: &Solid) -> (f64, Vector) {
    let mut best = Best { a: &a.points, b: &b.points, gap: f64::NEG_INFINITY, direction: Vector::default() };
    if a.is_surface() && b.is_surface() {
        let sphere = Sphere::of(a, b);
        for (solid, faces) in [a, b].iter().zip(sphere.widest_faces()) {
            faces.iter().for_each(|face| best.both(&solid.normal(solid.triangles[*face as usize])));
        }
        sphere.crossings(best.gap, |p, q| {
            best.both(&normal(a.ends(p), b.ends(q)));
            best.gap
        });
        return (best.gap, best.direction);
    }
    for solid in [a, b] {
        solid.triangles.iter().for_each(|triangle| best.both(&solid.normal(*triangle)));
    }
    for (p, q) in a.edges.iter().flat_map(|p| b.edges.iter().map(move |q| (p, q))) {
        best.both(&normal(a.ends(p), b.ends(q)));
    }
    if best.gap == f64::NEG_INFINITY { on_a_line(a, b) } else { (best.gap, best.direction) }
}

/// The widest gap seen so far.
struct Best<'a> {
    a: &'a [DVec3],
    b: &'a [DVec3],
    gap: f64,
    direction: Vector,
}

impl Best<'_> {
    /// Looks along a direction and its opposite.
    fn both(&mut self, n: &Vector) {
        for n in [*n, opposite(n)] {
            let gap = if is_zero(&n) { f64::NEG_INFINITY } else { gap(&n, self.a, self.b) };
            if gap > self.gap {
                (self.gap, self.direction) = (gap, n);
            }
        }
    }
}

/// Bodies on one line, or points: along the line there may be a gap, across it there is none.
fn on_a_line(a: &Solid, b: &Solid) -> (f64, Vector) {
    let mut best = Best { a: &a.points, b: &b.points, gap: 0.0, direction: Vector::default() };
    let all: Vec<DVec3> = a.points.iter().chain(&b.points).copied().collect();
    for (p, q) in all.iter().flat_map(|p| all.iter().map(move |q| (*p, *q))) {
        best.both(&between(p, q));
    }
    (best.gap, best.direction)
}
