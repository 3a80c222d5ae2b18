//! The point of either surface that is deepest in the other body.
//!
//! The depth of a piece of a face is at most that of its middle and the way from there. Pieces that may be deepest are cut into four first,
//! until none can be much deeper than the best point, or pieces are so small that samples tell no more. So the depth is known between that of a
//! point for certain and what no point exceeds. Linear in the faces, and a few hundred values for each that may be the deepest.

use super::distance_field::Field;
use super::field_collision::{FieldPoint, Owner};
use super::posed_field::PlacedField;
use crate::bounded::Bounded;
use crate::feature::{FaceId, Feature, VertexId};
use crate::math::{DVec3, Pose};
use crate::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;

/// Pieces smaller than this (in cells), and gains below it, are not looked for: bounds of values are no better.
const SHORTEST: f64 = 0.25;

/// Pieces that are cut, at most.
const MOST_PIECES: u64 = 100_000;

/// What computed points of a face may be off by (relative to coordinates), after all halvings of its edges.
const OFF: f64 = 128.0 * f64::EPSILON;

/// How deep the surfaces of two bodies are in each other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeepestPoint {
    /// A point of one surface that is inside the other body for certain, and as deep as any that was found; none if samples show none.
    pub found: Option<FieldPoint>,
    /// No point of either surface is deeper in the other body; 0 if none is inside.
    pub at_most: f64,
    /// Values looked up.
    pub values: u64,
}

/// The deepest point of A's surface in B or of B's in A; `a_from_b` carries B into A's frame.
#[must_use]
pub fn deepest_point(a: &Field<'_>, b: &Field<'_>, a_from_b: &Pose) -> DeepestPoint {
    if !a_from_b.is_inverted() {
        return in_frame_of_first(a, b, a_from_b);
    }
    // In the frame into which the user's own matrix carries: see `pair`.
    let mut deepest = in_frame_of_first(b, a, &a_from_b.inverse());
    deepest.found = deepest.found.map(|found| found.seen_from_other(a_from_b));
    deepest
}

fn in_frame_of_first(a: &Field<'_>, b: &Field<'_>, a_from_b: &Pose) -> DeepestPoint {
    let bodies = [PlacedField::resting(a), PlacedField::carried(b, a_from_b)];
    let mut search = DeepestPointSearch { best: None, at_most: 0.0, values: 0 };
    search.faces(Owner::A, &bodies[0], &bodies[1]);
    search.faces(Owner::B, &bodies[1], &bodies[0]);
    let sure = search.sure();
    let DeepestPointSearch { best, at_most, values } = search;
    DeepestPoint { found: best, at_most: at_most.max(sure), values }
}

/// A piece of a face.
struct Piece {
    /// No point of it is deeper.
    most: f64,
    corners: [DVec3; 3],
    face: FaceId,
    /// No point of it is farther from its middle.
    radius: f64,
}

impl Priority for Piece {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        self.most.total_cmp(&other.most).then(other.face.cmp(&self.face))
    }
}

/// What was found so far.
struct DeepestPointSearch {
    best: Option<FieldPoint>,
    /// No point of the faces that were looked at is deeper, but for what is known of the best.
    at_most: f64,
    values: u64,
}

impl DeepestPointSearch {
    /// The depth that the best point has for certain; 0 if no point was found.
    fn sure(&self) -> f64 {
        self.best.as_ref().map_or(0.0, |best| best.depth.lower)
    }

    /// Looks at all faces of one body in the field of the other.
    fn faces(&mut self, owner: Owner, body: &PlacedField<'_>, other: &PlacedField<'_>) {
        for &vertex in &body.field.corners().vertices {
            self.look_at(owner, Feature::Vertex(vertex), body.vertex(vertex), 0.0, other);
        }
        let mesh = body.field.mesh();
        let mut waiting = PriorityQueue::default();
        for (face, corners) in mesh.face_ids().zip(mesh.faces()) {
            let corners = corners.map(|corner| body.vertex(VertexId(corner)));
            waiting.extend(self.piece(owner, face, corners, other));
        }
        let enough = SHORTEST * other.field.step();
        let mut cut = 0;
        while let Some(next) = waiting.pop() {
            if next.most <= self.sure() + enough || cut >= MOST_PIECES {
                self.at_most = self.at_most.max(next.most);
                return;
            }
            if next.radius <= enough {
                self.at_most = self.at_most.max(next.most);
                continue;
            }
            cut += 1;
            let [p, q, r] = next.corners;
            let [pq, qr, rp] = [(p, q), (q, r), (r, p)].map(|(v, w)| DVec3::midpoint(v, w));
            for corners in [[p, pq, rp], [pq, q, qr], [rp, qr, r], [pq, qr, rp]] {
                waiting.extend(self.piece(owner, next.face, corners, other));
            }
        }
    }

    /// A piece of a face, after a look at its middle; none if it is not deeper than what is known.
    fn piece(&mut self, owner: Owner, face: FaceId, corners: [DVec3; 3], other: &PlacedField<'_>) -> Option<Piece> {
        let middle = corners[0] / 3.0 + corners[1] / 3.0 + corners[2] / 3.0;
        let size = corners.iter().fold(0.0, |most: f64, p| most.max(p.abs().max_element()));
        let radius = corners.iter().fold(0.0, |most: f64, p| most.max(p.distance(middle))) + OFF * size;
        let found = self.look_at(owner, Feature::Face(face), middle, OFF * size, other);
        let most = (radius - found.lower).next_up();
        (most > self.sure()).then_some(Piece { most, corners, face, radius })
    }

    /// The distance of a rounded point, which is kept if it is the deepest for certain.
    fn look_at(&mut self, owner: Owner, feature: Feature, point: DVec3, off: f64, other: &PlacedField<'_>) -> Bounded {
        self.values += 1;
        let found = other.at(point, off);
        if found.is_negative() && -found.upper > self.sure() {
            let direction = other.direction(point).unwrap_or(DVec3::ZERO);
            self.best = Some(FieldPoint { owner, feature, point, depth: -found, direction });
        }
        found
    }
}
