//! The distance of two triangles that share no point, with the closest points and the features they lie on.
//!
//! The closest points of two disjoint triangles lie on a vertex and a vertex, edge or face, or on two edges: 33 candidates,
//! each valid on its own, the least of which is the answer. They are compared in plain floating point first, with an error of a few
//! units in the last place of the largest coordinate.
//!
//! Rounding may take the wrong features, most so of slivers and of edges nearly parallel: with e how far their closest points are then
//! apart, and d the distance, the relative error is (e / d)² / 2. Where that is below 2^-40 the length of the winner is taken from its features in
//! double-double; other pairs are measured in integers.

use super::Triangle;
use super::exact_distance::ExactTriangles;
use crate::feature::TriangleFeature::{self, Edge, Face, Vertex};
use crate::math::double_double::{Vector, between, cross, dot};
use crate::math::{DVec3, power_of_two_above};
use crate::primitive::{edge_edge, vertex_edge, vertex_face};

/// How far the distance of two computed points may be off the distance of the features they were computed on: a few
/// roundings of coordinates of at most 1.
const POINT_ERROR: f64 = 64.0 * f64::EPSILON;

/// The square of e where all features are well conditioned: closest points are off by their rounding.
const LEAST_ERROR_SQUARED: f64 = POINT_ERROR * POINT_ERROR;

/// Upper bound on e: a sine s gives e = min(s, POINT_ERROR / s), 2^-23 at most, times the length of edges, below 4.
const LARGEST_ERROR: f64 = 1.0 / (1_u64 << 20) as f64;

/// Squares of distances from which floating point is good enough, in units of e²: 2^39 for the promise, 2^4 for the length of edges.
const WELL_MEASURED: f64 = (1_u64 << 43) as f64;

/// Closest points of two triangles in floating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleDistance {
    /// The square of the distance.
    pub squared: f64,
    /// A closest point of A and of B.
    pub points: [DVec3; 2],
    /// The features of A and B they lie on.
    pub features: [TriangleFeature; 2],
}

/// Closest points of two triangles, their distance with a relative error of at most 2^-40.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints {
    /// The distance: never zero for triangles that share no point.
    pub distance: f64,
    /// A closest point of A and of B.
    pub points: [DVec3; 2],
    /// The features of A and B they lie on.
    pub features: [TriangleFeature; 2],
}

/// A distance of two triangles that is known up to the rounding of their coordinates.
pub struct RoughDistance {
    /// Coordinates divided by this power of two are at most 1.
    unit: f64,
    scaled: [Triangle; 2],
    found: TriangleDistance,
}

impl RoughDistance {
    /// Two triangles that share no point, with coordinates in the exact range.
    pub fn new(triangles: &[Triangle; 2]) -> Self {
        let (unit, scaled) = scaled(triangles);
        Self { unit, found: distance(&scaled[0], &scaled[1]), scaled }
    }

    /// Lower bound.
    pub fn lower(&self) -> f64 {
        let squared = self.found.squared - LARGEST_ERROR * LARGEST_ERROR;
        let rough = (squared.max(0.0).sqrt() - 2.0 * POINT_ERROR) * self.unit;
        if rough > 0.0 { rough } else { self.box_gap() }
    }

    /// A length that the boxes of the triangles are at least apart along an axis.
    fn box_gap(&self) -> f64 {
        let [a, b] = self.scaled.map(|t| [t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2])]);
        (a[0] - b[1]).max(b[0] - a[1]).max_element().max(0.0) * self.unit * (1.0 - f64::EPSILON)
    }

    /// Whether floating point may have taken the wrong features, by more than is promised.
    fn needs_integers(&self) -> bool {
        self.found.squared < WELL_MEASURED * LARGEST_ERROR * LARGEST_ERROR
            && self.found.squared < WELL_MEASURED * confusion_squared(&self.scaled)
    }

    /// The distance as it is promised.
    pub fn closest_points(&self) -> ClosestPoints {
        let [a, b] = &self.scaled;
        let found = &self.found;
        let exact =
            self.needs_integers().then(|| ExactTriangles::new(a, b).closest_points(found.squared.sqrt() + POINT_ERROR));
        let closest = exact.flatten().unwrap_or_else(|| ClosestPoints {
            distance: found.value(a, b),
            points: found.points,
            features: found.features,
        });
        ClosestPoints {
            // Triangles apart are not zero apart, even where rounding says so.
            distance: (closest.distance * self.unit).max(f64::MIN_POSITIVE),
            points: closest.points.map(|p| p * self.unit),
            features: closest.features,
        }
    }
}

impl ClosestPoints {
    /// Two triangles whose closest points are known to be these corners.
    pub fn of_corners(triangles: &[Triangle; 2], corners: [u8; 2]) -> Self {
        let (unit, scaled) = scaled(triangles);
        let [p, q] = [0, 1].map(|k| scaled[k][usize::from(corners[k])]);
        let distance = (between_points(p, q) * unit).max(f64::MIN_POSITIVE);
        Self { distance, points: [p, q].map(|p| p * unit), features: corners.map(Vertex) }
    }
}

fn between_points(p: DVec3, q: DVec3) -> f64 {
    let w = between(p, q);
    dot(&w, &w).to_double().sqrt()
}

/// The square of e, for coordinates of at most 1: the largest over both faces and all pairs of their edges. A cross product with the sine
/// s has a direction that is off by about POINT_ERROR / s; where it is so far off that its candidate is lost, a smaller feature is
/// within s.
fn confusion_squared([a, b]: &[Triangle; 2]) -> f64 {
    let edges = |t: &Triangle| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (of_a, of_b) = (edges(a), edges(b));
    let confusion = |u: DVec3, v: DVec3, lengths: f64| {
        let sine_squared = u.cross(v).length_squared() / lengths;
        sine_squared.min(LEAST_ERROR_SQUARED / sine_squared)
    };
    let of_face = |e: &[DVec3; 3]| {
        let longest = e[0].length_squared().max(e[1].length_squared()).max(e[2].length_squared());
        confusion(e[0], e[1], longest * longest)
    };
    // f64::max passes over what is not a number: features without extent are covered by smaller ones.
    let of_edges = |u: &DVec3| of_b.map(|v| confusion(*u, v, u.length_squared() * v.length_squared()));
    let pairs = of_a.iter().flat_map(of_edges);
    pairs.chain([of_face(&of_a), of_face(&of_b)]).fold(LEAST_ERROR_SQUARED, f64::max)
}

/// Triangles divided by a power of two that brings their coordinates to at most 1.
fn scaled(triangles: &[Triangle; 2]) -> (f64, [Triangle; 2]) {
    let largest = triangles.as_flattened().iter().fold(DVec3::ZERO, |most, p| most.max(p.abs())).max_element();
    let unit = power_of_two_above(largest);
    (unit, triangles.map(|t| t.map(|p| p / unit)))
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
    fn value(&self, a: &Triangle, b: &Triangle) -> f64 {
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
            [Vertex(i), Vertex(j)] => between_points(a[usize::from(i)], b[usize::from(j)]),
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
    use crate::math::random::Random;
    use crate::triangle_pair::{TriangleRelation, relate_brute};

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        corners.map(DVec3::from_array)
    }

    /// Coordinates of all magnitudes, of one magnitude with gaps of all sizes, and of a small lattice, where features tie.
    #[test]
    fn distances_agree_with_integers_at_any_scale() {
        let random = &mut Random(31);
        let (mut apart, mut by_integers) = (0, 0);
        for round in 0..3_000 {
            let magnitude = |random: &mut Random| 2f64.powi((random.bits() % 400) as i32 - 200);
            let mut pair = match round % 3 {
                0 => [0, 1].map(|_| [0; 3].map(|_| random.vector() * magnitude(random))),
                1 => random.pair(),
                _ => [0, 1].map(|_| [0; 3].map(|_| (random.vector() * 4.0).round())),
            };
            if round % 3 == 1 {
                // A corner close to a point of the other triangle.
                let near = pair[0][0].lerp(pair[0][1], 0.3).lerp(pair[0][2], 0.2);
                let off = random.vector() * 2f64.powi(-((random.bits() % 60) as i32));
                pair[1][0] = near + off;
            }
            if relate_brute(&pair[0], &pair[1]) != TriangleRelation::Disjoint {
                continue;
            }
            apart += 1;
            let exact = ExactTriangles::new(&pair[0], &pair[1]).closest_points(f64::INFINITY).unwrap();
            let rough = RoughDistance::new(&pair);
            by_integers += u32::from(rough.needs_integers());
            let found = rough.closest_points();
            let off = (found.distance / exact.distance - 1.0).abs();
            assert!(off <= 2f64.powi(-40), "{pair:?}: {found:?}, expected {exact:?}");
            assert!(rough.lower() <= exact.distance, "{pair:?}: {} {exact:?}", rough.lower());
            let largest = pair.as_flattened().iter().fold(0.0_f64, |most, p| most.max(p.abs().max_element()));
            let between = found.points[0].distance(found.points[1]);
            assert!(
                (between - exact.distance).abs() <= POINT_ERROR * power_of_two_above(largest),
                "{pair:?}: {found:?}"
            );
        }
        assert!(apart > 1_500 && (200..1_400).contains(&by_integers), "{apart} {by_integers}");
    }

    #[test]
    fn parallel_triangles_are_their_gap_apart_to_the_last_bit() {
        let floor = triangle([[0.1, 0.2, 0.0], [0.9, 0.3, 0.0], [0.4, 0.7, 0.0]]);
        for gap in [0.1, 0.3, 1e-3, 2f64.powi(-52), 1e-30] {
            let above = floor.map(|p| DVec3::new(p.x * 0.77, p.y * 0.9, gap));
            assert_eq!(RoughDistance::new(&[floor, above]).closest_points().distance, gap);
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
        let found = RoughDistance::new(&[face, spike]).closest_points();
        assert_eq!(found.features, [Face, Vertex(0)]);
        assert!((found.distance / expected - 1.0).abs() < 1e-15);
    }
}
