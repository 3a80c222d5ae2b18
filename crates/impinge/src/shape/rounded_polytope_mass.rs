//! Mass of a polytope rounded by a radius, after Steiner (1840): the polytope, a prism on every face, a wedge on every edge, and a piece of
//! a ball on every vertex, each with a closed form. The piece of a ball covers the directions between the normals of the faces around the
//! vertex; its moments come from arcs along its boundary (Arvo 1995), its solid angle from triangles (van Oosterom and Strackee 1983).
//!
//! Everything is taken about the centre of the polytope; linear in its size.

use super::{MassProperties, Polytope, Support};
use crate::hull::Extent;
use crate::math::{DMat3, DVec3};

/// Integrals of 1, x and x xᵀ.
#[derive(Clone, Copy, Debug)]
struct Moments {
    volume: f64,
    first: DVec3,
    second: DMat3,
}

/// `u vᵀ`.
fn outer(u: DVec3, v: DVec3) -> DMat3 {
    DMat3::from_cols(u * v.x, u * v.y, u * v.z)
}

impl Moments {
    const ZERO: Self = Self { volume: 0.0, first: DVec3::ZERO, second: DMat3::ZERO };

    /// Integrals over the sum of a set and vectors across it, from those of both.
    fn sum(set: Self, vectors: Self) -> Self {
        let mixed = outer(set.first, vectors.first);
        Self {
            volume: set.volume * vectors.volume,
            first: set.first * vectors.volume + vectors.first * set.volume,
            second: set.second * vectors.volume + vectors.second * set.volume + mixed + mixed.transpose(),
        }
    }

    /// Integrals over the simplex of some corners, of given content, uniformly.
    fn simplex<const N: usize>(content: f64, corners: [DVec3; N]) -> Self {
        let n = N as f64;
        let sum: DVec3 = corners.iter().sum();
        let squares = corners.iter().fold(outer(sum, sum), |m, c| m + outer(*c, *c));
        Self { volume: content, first: sum * (content / n), second: squares * (content / (n * (n + 1.0))) }
    }

    fn add(&mut self, other: Self) {
        self.volume += other.volume;
        self.first += other.first;
        self.second += other.second;
    }
}

/// The frame in which a polytope is integrated: about its centre, in units of its size, so that nothing overflows before its time.
#[derive(Clone, Copy, Debug)]
struct Frame<'a> {
    polytope: &'a Polytope,
    unit: f64,
}

impl<'a> Frame<'a> {
    fn new(polytope: &'a Polytope) -> Self {
        let spread = polytope.vertices().iter().map(|v| (*v - polytope.centre()).abs().max_element());
        Self { polytope, unit: spread.fold(0.0, f64::max) }
    }

    fn place(&self, p: DVec3) -> DVec3 {
        (p - self.polytope.centre()) / self.unit
    }
}

/// An edge as the wedge on it needs it: the half-edge runs along `along` with the face of `normal` on its left.
struct Edge {
    ends: [DVec3; 2],
    length: f64,
    along: DVec3,
    normal: DVec3,
    other_normal: DVec3,
    /// By how much the normal turns across the edge, about `along`.
    turn: f64,
}

impl Edge {
    fn new(frame: Frame, number: u32) -> Self {
        let polytope = frame.polytope;
        let edges = polytope.surface().half_edges();
        let edge = edges[number as usize];
        let twin = edges[edge.twin as usize];
        let ends = [edge.origin, twin.origin].map(|v| frame.place(polytope.corner(v)));
        let length = (ends[1] - ends[0]).length();
        let along = (ends[1] - ends[0]) / length;
        let (normal, other_normal) = (polytope.normal(edge.face), polytope.normal(twin.face));
        // For the two sides of a polygon this is π.
        let turn = along.dot(normal.cross(other_normal)).abs().atan2(normal.dot(other_normal));
        Self { ends, length, along, normal, other_normal, turn }
    }

    /// The unit vector between the two normals.
    fn bisector(&self) -> DVec3 {
        let (sin, cos) = (self.turn / 2.0).sin_cos();
        self.normal * cos + self.along.cross(self.normal) * sin
    }

    /// The sector of a disc of radius r between the normals, swept along the edge.
    fn wedge(&self, r: f64) -> Moments {
        let (m, theta) = (self.bisector(), self.turn);
        let t = self.along.cross(m);
        let along_m = outer(m, m) * (theta + theta.sin());
        let sector = Moments {
            volume: theta * r * r / 2.0,
            first: m * (2.0 / 3.0 * r.powi(3) * (theta / 2.0).sin()),
            second: (along_m + outer(t, t) * (theta - theta.sin())) * (r.powi(4) / 8.0),
        };
        Moments::sum(Moments::simplex(self.length, self.ends), sector)
    }
}

/// Integrals over the part of a ball that a vertex adds: the cone of directions between the normals around it.
fn ball_piece(frame: Frame, vertex: u32, r: f64) -> Moments {
    let polytope = frame.polytope;
    let around: Vec<Edge> =
        polytope.surface().around_origin(polytope.edge_from(vertex)).map(|e| Edge::new(frame, e)).collect();
    // Seen from outside the faces follow each other clockwise; the arcs of normals, run against that, turn about -along.
    let mean = around.iter().fold(DVec3::ZERO, |sum, e| sum - e.along * (e.turn / 2.0));
    let within = mean.normalize_or_zero();
    let (mut angle, mut arcs) = (0.0, DMat3::ZERO);
    for edge in &around {
        // In two halves, because between the sides of a polygon the normal turns by π.
        let middle = edge.bisector();
        let half_tangent = (edge.turn / 4.0).tan();
        for [p, q] in [[edge.other_normal, middle], [middle, edge.normal]] {
            arcs -= outer((p + q) * half_tangent, edge.along);
            let (triple, sum) = (within.dot(p.cross(q)), 1.0 + within.dot(p) + p.dot(q) + q.dot(within));
            angle += 2.0 * triple.atan2(sum);
        }
    }
    let second = (DMat3::from_diagonal(DVec3::splat(angle)) + (arcs + arcs.transpose()) * 0.5) * (1.0 / 3.0);
    let piece = Moments {
        volume: angle * r.powi(3) / 3.0,
        first: mean * (r.powi(4) / 4.0),
        second: second * (r.powi(5) / 5.0),
    };
    let at = frame.place(polytope.corner(vertex));
    Moments::sum(Moments { volume: 1.0, first: at, second: outer(at, at) }, piece)
}

/// The faces: cones to the centre below them, prisms above.
fn faces(frame: Frame, r: f64) -> (Moments, Moments) {
    let polytope = frame.polytope;
    let (mut all, mut surface) = (Moments::ZERO, Moments::ZERO);
    for face in polytope.face_numbers() {
        let n = polytope.normal(face);
        let upward = Moments { volume: r, first: n * (r * r / 2.0), second: outer(n, n) * (r.powi(3) / 3.0) };
        for corners in polytope.fan(face) {
            let [a, b, c] = corners.map(|p| frame.place(p));
            let cross = (b - a).cross(c - a);
            let triangle = Moments::simplex(n.dot(cross) / 2.0, [a, b, c]);
            surface.add(triangle);
            all.add(Moments::sum(triangle, upward));
            if polytope.extent() == Extent::Solid {
                all.add(Moments::simplex(a.dot(cross) / 6.0, [DVec3::ZERO, a, b, c]));
            }
        }
    }
    (all, surface)
}

/// Mass of a polygon or a solid rounded by a radius.
pub(super) fn mass_rounded(polytope: &Polytope, by: f64) -> MassProperties {
    let frame = Frame::new(polytope);
    let (unit, r) = (frame.unit, by / frame.unit);
    let (mut all, surface) = faces(frame, r);
    if r > 0.0 {
        for (number, _) in (0..).zip(polytope.surface().half_edges()).filter(|(n, e)| e.twin > *n) {
            all.add(Edge::new(frame, number).wedge(r));
        }
        for vertex in 0..polytope.corner_count() {
            all.add(ball_piece(frame, vertex, r));
        }
    }
    // A polygon, or so thin that rounding took its volume.
    if all.volume <= 0.0 {
        return MassProperties::empty(polytope.centre() + surface.first / surface.volume * unit);
    }
    let centroid = all.first / all.volume;
    let about_centroid = all.second - outer(centroid, centroid) * all.volume;
    let inertia = about_centroid * unit * unit * unit * unit * unit;
    let volume = all.volume * unit * unit * unit;
    MassProperties::from_second_moments(volume, polytope.centre() + centroid * unit, inertia)
}

impl MassProperties {
    /// Those of a polytope.
    pub(super) fn from_polytope(polytope: &Polytope) -> Self {
        match polytope.extent() {
            Extent::Point | Extent::Segment => Self::empty(polytope.centre()),
            Extent::Polygon | Extent::Solid => mass_rounded(polytope, 0.0),
        }
    }
}
