//! Contacts of a vertex and a tetrahedron, and of an edge and a face: whether, by exact signs, and where, rounded.

use super::surface_features::FACES;
use super::tet_mesh::TetId;
use impinge::cost::Cost;
use impinge::feature::VertexId;
use impinge::math::DVec3;
use impinge::math::predicates::{Triangle, orient3d};
use impinge::triangle_pair::{TriangleRelation, relate};

/// Where in a tetrahedron a vertex is, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceInTet {
    /// Strictly inside.
    Inside,
    /// On a face, an edge or a corner.
    OnBoundary,
}

/// A vertex in a tetrahedron that it is no corner of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexContact {
    /// The body of the vertex.
    pub vertex_body: usize,
    /// The vertex.
    pub vertex: VertexId,
    /// The body of the tetrahedron.
    pub tet_body: usize,
    /// The tetrahedron.
    pub tet: TetId,
    /// Where in it, exactly.
    pub place: PlaceInTet,
    /// Barycentric coordinates of the vertex by the corners, rounded; not negative, their sum is 1 but for rounding, and 0 for faces that it lies on, by the corner across.
    pub weights: [f64; 4],
}

/// How an edge meets a face, exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeFaceMeeting {
    /// In one point.
    Point {
        /// Where, rounded.
        at: DVec3,
        /// How far along the edge, from 0 to 1, rounded.
        along: f64,
        /// Barycentric coordinates by the corners of the face, rounded.
        weights: [f64; 3],
    },
    /// The edge lies in the plane of the face, or one of both has no extent, and they share a point.
    InPlane,
}

/// An edge and a face, without a vertex in common, that share a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeContact {
    /// The body of the edge.
    pub edge_body: usize,
    /// The ends of the edge, the lower index first.
    pub edge: [VertexId; 2],
    /// The body of the face.
    pub face_body: usize,
    /// The corners of the face.
    pub face: [VertexId; 3],
    /// How they meet.
    pub meeting: EdgeFaceMeeting,
}

/// Where a point is in a tetrahedron that is not flat, and its weights; `None` if it is outside.
pub(super) fn locate(at: DVec3, corners: &[DVec3; 4], turn: i32, cost: &mut Cost) -> Option<(PlaceInTet, [f64; 4])> {
    let mut signs = [0; 4];
    for (sign, face) in signs.iter_mut().zip(FACES) {
        let [a, b, c] = face.map(|k| corners[k]);
        // Faces look outwards from an upright tetrahedron: inside is below.
        *sign = -turn * orient3d(a, b, c, at, cost);
        if *sign < 0 {
            return None;
        }
    }
    let place = if signs.contains(&0) { PlaceInTet::OnBoundary } else { PlaceInTet::Inside };
    let [a, b, c, d] = *corners;
    let volumes = [volume(at, b, c, d), volume(a, at, c, d), volume(a, b, at, d), volume(a, b, c, at)];
    Some((place, shares(volumes, signs)))
}

/// How an edge meets a face; `None` if they share no point.
pub(super) fn edge_face_meeting([p, q]: [DVec3; 2], face: &Triangle, cost: &mut Cost) -> Option<EdgeFaceMeeting> {
    let [a, b, c] = *face;
    let sides = [orient3d(a, b, c, p, cost), orient3d(a, b, c, q, cost)];
    if sides[0] * sides[1] > 0 {
        return None;
    }
    if sides == [0, 0] {
        return (relate(&[p, q, q], face, cost) != TriangleRelation::Disjoint).then_some(EdgeFaceMeeting::InPlane);
    }
    let turns = [orient3d(p, q, b, c, cost), orient3d(p, q, c, a, cost), orient3d(p, q, a, b, cost)];
    if turns.contains(&1) && turns.contains(&-1) {
        return None;
    }
    let weights = shares([volume(p, q, b, c), volume(p, q, c, a), volume(p, q, a, b)], turns);
    let [from_p, _] = shares([volume(a, b, c, p), volume(a, b, c, q)], sides);
    Some(EdgeFaceMeeting::Point { at: p + (q - p) * from_p, along: from_p, weights })
}

/// Six times the volume of a tetrahedron, rounded.
fn volume(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    (b - a).dot((c - a).cross(d - a))
}

/// The shares of magnitudes in their sum, 0 where the exact sign is; equal ones where rounding has left nothing.
fn shares<const N: usize>(values: [f64; N], signs: [i32; N]) -> [f64; N] {
    let mut shares = [0.0; N];
    for k in 0..N {
        shares[k] = if signs[k] == 0 { 0.0 } else { values[k].abs() };
    }
    let sum: f64 = shares.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        return shares.map(|share| share / sum);
    }
    let count = signs.iter().filter(|sign| **sign != 0).count().max(1) as f64;
    signs.map(|sign| if sign == 0 { 0.0 } else { 1.0 / count })
}
