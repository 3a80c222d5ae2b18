//! Two bodies by their fields: vertices and edges of each in the field of the other.
//!
//! Guendelman, Bridson and Fedkiw (2003) look up vertices only, so that edges that cross edges go unseen; here edges are searched, too. That is
//! all there is to it: if no edge of either body comes to the surface of the other, no two faces meet, and if no vertex is inside, either, the
//! bodies are apart (`docs/notes/field.md`). Linear in the number of edges.

use super::deepest_on_edge::{along, least_between};
use super::distance_field::Field;
use super::posed_field::PlacedField;
use crate::bounded::Bounded;
use crate::compact_sort::sort_by_key;
use crate::feature::Feature;
use crate::math::{DVec3, Pose};
use crate::pair;

/// What fields prove about two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldVerdict {
    /// They share no point, for certain.
    Apart {
        /// A length that they are at least apart.
        gap: f64,
    },
    /// They share a point, for certain: some vertex or some point of an edge of one is inside the other.
    Meeting,
    /// The samples do not tell.
    Unsure {
        /// No vertex or edge of one is deeper in the other than this.
        deepest: f64,
    },
}

/// Which of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The first.
    A,
    /// The second.
    B,
}

/// A point of one body inside the other, for certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldPoint {
    /// Whose point it is.
    pub owner: Owner,
    /// How it was found: a vertex looked up, or an edge or a face searched for its deepest point.
    pub feature: Feature,
    /// The point, in A's frame.
    pub point: DVec3,
    /// How far it is from the surface of the other body, positive.
    pub depth: Bounded,
    /// The direction towards the surface of the other body, of length 1, in A's frame: an estimate; zero where the samples do not tell.
    pub direction: DVec3,
}

impl FieldPoint {
    /// The same where the bodies have changed names, and a pose carries into the new A's frame.
    pub(super) fn seen_from_other(self, pose: &Pose) -> Self {
        Self {
            owner: if self.owner == Owner::A { Owner::B } else { Owner::A },
            point: pose.transform_point(self.point),
            direction: pose.transform_vector(self.direction).normalize_or_zero(),
            ..self
        }
    }
}

/// What two fields prove, and the work counters.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FieldCollision {
    /// What is certain.
    pub verdict: FieldVerdict,
    /// All vertices inside the other body, and points of edges that are deeper than the ends of their edge for certain, sorted by owner and feature.
    pub points: Vec<FieldPoint>,
    /// Values looked up.
    pub values: u64,
    /// Edges searched.
    pub edges: u64,
}

impl FieldCollision {
    /// The point whose depth is the greatest for certain.
    #[must_use]
    pub fn deepest(&self) -> Option<&FieldPoint> {
        self.points.iter().max_by(|p, q| p.depth.lower.total_cmp(&q.depth.lower))
    }
}

/// Whether two bodies share a point, and what decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldIntersection {
    /// Whether they share a point; exact, whatever decided it.
    pub intersects: bool,
    /// What decided it.
    pub decided_by: Decider,
}

/// What decided whether two bodies share a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The samples did.
    Fields,
    /// The samples were unsure, and the faces did.
    Faces,
}

/// Vertices and edges of each body in the field of the other; `a_from_b` carries B into A's frame.
#[must_use]
pub fn collide(a: &Field<'_>, b: &Field<'_>, a_from_b: &Pose) -> FieldCollision {
    if !a_from_b.is_inverted() {
        return in_frame_of_first(a, b, a_from_b);
    }
    // In the frame into which the user's own matrix carries: see `pair`.
    let mut found = in_frame_of_first(b, a, &a_from_b.inverse());
    found.points = found.points.into_iter().map(|point| point.seen_from_other(a_from_b)).collect();
    sort(&mut found.points);
    found
}

/// Whether A and B share a point, as [`pair::intersects`], and what decided it: where the samples are unsure, the faces are asked.
#[must_use]
pub fn intersects(a: &Field<'_>, b: &Field<'_>, a_from_b: &Pose) -> FieldIntersection {
    let (intersects, decided_by) = match collide(a, b, a_from_b).verdict {
        FieldVerdict::Apart { .. } => (false, Decider::Fields),
        FieldVerdict::Meeting => (true, Decider::Fields),
        FieldVerdict::Unsure { .. } => (pair::intersects(a.mesh(), b.mesh(), a_from_b), Decider::Faces),
    };
    FieldIntersection { intersects, decided_by }
}

fn in_frame_of_first(a: &Field<'_>, b: &Field<'_>, a_from_b: &Pose) -> FieldCollision {
    let bodies = [PlacedField::resting(a), PlacedField::carried(b, a_from_b)];
    let mut search = FieldCollisionSearch { lower: f64::INFINITY, points: Vec::new(), values: 0, edges: 0 };
    search.look_up(Owner::A, &bodies[0], &bodies[1]);
    search.look_up(Owner::B, &bodies[1], &bodies[0]);
    sort(&mut search.points);
    let verdict = match () {
        () if !search.points.is_empty() => FieldVerdict::Meeting,
        () if search.lower > 0.0 => FieldVerdict::Apart { gap: search.lower },
        () => FieldVerdict::Unsure { deepest: -search.lower },
    };
    FieldCollision { verdict, points: search.points, values: search.values, edges: search.edges }
}

fn sort(points: &mut [FieldPoint]) {
    sort_by_key(points, |p| (p.owner, p.feature));
}

/// What was found so far.
struct FieldCollisionSearch {
    /// At most every distance along edges and at vertices.
    lower: f64,
    points: Vec<FieldPoint>,
    values: u64,
    edges: u64,
}

impl FieldCollisionSearch {
    /// Looks up the vertices and edges of one body in the field of the other.
    fn look_up(&mut self, owner: Owner, body: &PlacedField<'_>, other: &PlacedField<'_>) {
        let corners = body.field.corners();
        let mut place = vec![DVec3::ZERO; body.field.mesh().vertices().len()];
        let mut value = vec![None; place.len()];
        for &vertex in &corners.vertices {
            let point = body.vertex(vertex);
            let found = other.at(point, 0.0);
            (place[vertex.index()], value[vertex.index()]) = (point, Some(found));
            self.values += 1;
            self.lower = self.lower.min(found.lower);
            self.keep(owner, Feature::Vertex(vertex), point, found, other);
        }
        for &[v, w] in &corners.edges {
            let ends = [v, w].map(|vertex| place[vertex.index()]);
            let [Some(p), Some(q)] = [v, w].map(|vertex| value[vertex.index()]) else { continue };
            let least = least_between(&[p, q], ends[0].distance(ends[1]));
            if least > 0.0 {
                self.lower = self.lower.min(least);
                continue;
            }
            self.edges += 1;
            let found = along(other, ends, [p, q]);
            self.values += u64::from(found.points);
            self.lower = self.lower.min(found.lower);
            if found.share > 0.0 && found.share < 1.0 {
                self.keep(owner, Feature::Edge(v, w), found.point, found.found, other);
            }
        }
    }

    /// Keeps a point that is inside the other body for certain.
    fn keep(&mut self, owner: Owner, feature: Feature, point: DVec3, found: Bounded, other: &PlacedField<'_>) {
        if found.is_negative() {
            let direction = other.direction(point).unwrap_or(DVec3::ZERO);
            self.points.push(FieldPoint { owner, feature, point, depth: -found, direction });
        }
    }
}
