//! Relation and distance of two bodies, composed from those of the parts of their models.

use super::body::Body;
use super::body_gap::BodyGap;
use super::model::Model;
use super::part_queries::{self, between_parts};
use super::relative_pose::a_from_b;
use super::world::BodyId;
use crate::bound::Aabb;
use crate::bounded::{Bounded, Certainty};
use crate::cost::Cost;
use crate::math::{DVec3, Pose};
use crate::pair::{self, Contact, Contacts, Relation, Request};

/// Two bodies, how they relate and what else was asked; everything in the frame of body A.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyPair {
    /// A and B as they were asked about; in lists the smaller id is first.
    pub bodies: (BodyId, BodyId),
    /// The relation of A to B.
    pub relation: Relation,
    /// How certain the relation is: exact for meshes and cornered shapes.
    pub certainty: Certainty,
    /// How far apart they are, if it was asked for and is no more than the bound asked for.
    pub distance: Option<BodyGap>,
    /// How many pairs of triangles share a point, if both are meshes and they were to be counted.
    pub contact_count: Option<usize>,
    /// The box around all common points of triangles, if they were to be counted and there are any.
    pub contact_bounds: Option<Aabb>,
    /// Every contact, sorted by faces, if they were to be listed.
    pub contacts: Vec<Contact>,
    /// Work counters.
    pub cost: Cost,
}

/// Whether two bodies share a point.
pub(super) fn intersects(a: &Body, b: &Body) -> bool {
    let a_from_b = a_from_b(a, b);
    let pairs = a.model().parts().iter().flat_map(|p| b.model().parts().iter().map(move |q| (p, q)));
    pairs.into_iter().any(|(p, q)| part_queries::intersects(&p.leaf, &q.leaf, &between_parts(p, q, &a_from_b)))
}

/// How far apart two bodies are, in A's frame.
pub(super) fn distance(a: &Body, b: &Body) -> BodyGap {
    let a_from_b = a_from_b(a, b);
    if a_from_b.is_inverted() && a.model().parts().len().max(b.model().parts().len()) > 1 {
        // The first of equally near parts is the same, whichever body is asked about first.
        return distance(b, a).flipped(&a_from_b);
    }
    let pairs = a.model().parts().iter().flat_map(|p| b.model().parts().iter().map(move |q| (p, q)));
    let gaps = pairs.map(|(p, q)| {
        let found = part_queries::distance(&p.leaf, &q.leaf, &between_parts(p, q, &a_from_b));
        if p.model_from_part.is_identity() { found } else { found.carried(&p.model_from_part) }
    });
    let nearer = |best: BodyGap, found: BodyGap| {
        let lower = best.length.lower.min(found.length.lower);
        let closest = if found.length.value < best.length.value { found } else { best };
        BodyGap { length: Bounded { lower, ..closest.length }, ..closest }
    };
    let nothing = BodyGap { length: Bounded::exact(f64::INFINITY), points: [DVec3::ZERO; 2] };
    gaps.fold(nothing, nearer)
}

/// How two bodies relate, with what is asked.
pub(super) fn relate(a: &Body, b: &Body, request: &Request) -> BodyPair {
    let a_from_b = a_from_b(a, b);
    let mut report = BodyPair {
        bodies: (a.id, b.id),
        relation: Relation::Disjoint,
        certainty: Certainty::Exact,
        distance: None,
        contact_count: None,
        contact_bounds: None,
        contacts: Vec::new(),
        cost: Cost::default(),
    };
    if let (Some(p), Some(q)) = (a.model().as_mesh(), b.model().as_mesh()) {
        let found = pair::relate(p, q, &a_from_b, request);
        let exactly = |d: pair::Distance| BodyGap { length: Bounded::exact(d.value), points: d.points };
        report.distance = found.distance.map(exactly);
        (report.relation, report.cost, report.contacts) = (found.relation, found.cost, found.contacts);
        report.contact_count = (request.contacts != Contacts::Skip).then_some(found.contact_count);
        report.contact_bounds = found.contact_bounds;
        return report;
    }
    if a_from_b.is_identity() && a.model().is_same(b.model()) {
        report.relation = Relation::Coincident;
    } else {
        let parts = PartRelations::new(a, b, &mut report);
        report.relation = parts.relation();
        report.certainty = parts.certainty([a, b]);
    }
    report.distance = request.distance_up_to.and_then(|up_to| {
        let found = distance(a, b);
        (found.length.value <= up_to).then_some(found)
    });
    report
}

/// The relations of all parts of two models.
struct PartRelations {
    rows: usize,
    columns: usize,
    /// Row by row, a part of A each.
    relations: Vec<Relation>,
    certainties: Vec<Certainty>,
}

impl PartRelations {
    fn new(a: &Body, b: &Body, report: &mut BodyPair) -> Self {
        let a_from_b = a_from_b(a, b);
        let (rows, columns) = (a.model().parts().len(), b.model().parts().len());
        let mut relations = Vec::with_capacity(rows * columns);
        let mut certainties = Vec::with_capacity(rows * columns);
        for p in a.model().parts() {
            for q in b.model().parts() {
                let found = part_queries::relate(&p.leaf, &q.leaf, &between_parts(p, q, &a_from_b));
                relations.push(found.relation);
                certainties.push(found.certainty);
                report.cost += found.cost;
            }
        }
        Self { rows, columns, relations, certainties }
    }

    fn at(&self, row: usize, column: usize) -> Relation {
        self.relations[row * self.columns + column]
    }

    /// Whether every part of A is in some part of B, and the reverse.
    fn inside(&self) -> [bool; 2] {
        let in_b = |r| matches!(r, Relation::AInsideB | Relation::Coincident);
        let in_a = |r| matches!(r, Relation::BInsideA | Relation::Coincident);
        [
            (0..self.rows).all(|i| (0..self.columns).any(|j| in_b(self.at(i, j)))),
            (0..self.columns).all(|j| (0..self.rows).any(|i| in_a(self.at(i, j)))),
        ]
    }

    /// The relation of the unions. Solid parts meet in their insides exactly if the unions do.
    fn relation(&self) -> Relation {
        if self.relations.iter().all(|r| *r == Relation::Disjoint) {
            return Relation::Disjoint;
        }
        match self.inside() {
            [true, true] => Relation::Coincident,
            [true, false] => Relation::AInsideB,
            [false, true] => Relation::BInsideA,
            [false, false] if self.relations.iter().all(|r| matches!(r, Relation::Disjoint | Relation::Touching)) => {
                Relation::Touching
            }
            [false, false] => Relation::Crossing,
        }
    }

    /// How sure the relation of the unions is. A part may be in several parts of the other together, which is not looked for; but not where
    /// one union goes farther than the other.
    fn certainty(&self, [a, b]: [&Body; 2]) -> Certainty {
        let a_from_b = a_from_b(a, b);
        let all_exact = self.certainties.iter().all(|c| *c == Certainty::Exact);
        let is_a_out = || goes_beyond(a.model(), b.model(), &a_from_b);
        let is_b_out = || goes_beyond(b.model(), a.model(), &a_from_b.inverse());
        let is_exact = match self.relation() {
            Relation::Crossing if all_exact => (self.columns == 1 || is_a_out()) && (self.rows == 1 || is_b_out()),
            Relation::Crossing => self.surely_overlap() && is_a_out() && is_b_out(),
            Relation::AInsideB => all_exact && (self.rows == 1 || is_b_out()),
            Relation::BInsideA => all_exact && (self.columns == 1 || is_a_out()),
            Relation::Disjoint | Relation::Touching | Relation::Coincident => all_exact,
        };
        if is_exact { Certainty::Exact } else { Certainty::Rounded }
    }

    /// Whether two parts share inner points for certain.
    fn surely_overlap(&self) -> bool {
        let overlaps = |r| !matches!(r, Relation::Disjoint | Relation::Touching);
        self.relations.iter().zip(&self.certainties).any(|(r, c)| overlaps(*r) && *c == Certainty::Exact)
    }
}

/// Whether some point of A is certainly outside B: the farthest along an axis or a diagonal of A's frame.
fn goes_beyond(a: &Model, b: &Model, a_from_b: &Pose) -> bool {
    let each = [-1.0, 0.0, 1.0];
    let directions = each.iter().flat_map(|x| each.iter().flat_map(move |y| each.map(|z| DVec3::new(*x, *y, z))));
    directions.filter(|d| *d != DVec3::ZERO).any(|d| {
        let ([own, _], [_, others]) = (a.extent_along(d, &Pose::IDENTITY), b.extent_along(d, a_from_b));
        own > others
    })
}
