//! Relation and distance of two bodies, composed from those of the parts of their models.

use super::body::Body;
use super::body_gap::BodyGap;
use super::model::{Model, ModelPart};
use super::near_parts::{have_few_pairs, list_near_parts};
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
    let (rows, columns) = (a.model().parts(), b.model().parts());
    let meet =
        |p: &ModelPart, q: &ModelPart| part_queries::intersects(&p.leaf, &q.leaf, &between_parts(p, q, &a_from_b));
    if have_few_pairs(a.model(), b.model()) {
        return rows.iter().any(|p| columns.iter().any(|q| meet(p, q)));
    }
    let mut near = Vec::new();
    list_near_parts(a.model(), b.model(), &a_from_b, &mut near);
    near.into_iter().any(|[i, j]| meet(&rows[i as usize], &columns[j as usize]))
}

/// How far apart two bodies are, in A's frame.
pub(super) fn distance(a: &Body, b: &Body) -> BodyGap {
    let a_from_b = a_from_b(a, b);
    if a_from_b.is_inverted() && a.model().parts().len().max(b.model().parts().len()) > 1 {
        // The first of equally near parts is the same, whichever body is asked about first.
        return distance(b, a).flipped(&a_from_b);
    }
    let (rows, columns) = (a.model().parts(), b.model().parts());
    let mut nearest = NearestParts::default();
    if have_few_pairs(a.model(), b.model()) {
        for (i, p) in rows.iter().enumerate() {
            columns.iter().enumerate().for_each(|(j, q)| nearest.look_at([p, q], [i, j], &a_from_b));
        }
    } else {
        let tree = a.model().part_tree();
        for (j, q) in columns.iter().enumerate() {
            tree.nearest(&q.bounds_at(&a_from_b), nearest.gap.length.upper, &mut |i| {
                nearest.look_at([&rows[i], q], [i, j], &a_from_b);
                nearest.gap.length.upper
            });
        }
    }
    BodyGap { length: Bounded { lower: nearest.lower, ..nearest.gap.length }, ..nearest.gap }
}

/// The nearest of the parts that were looked at: the first by their places among equals.
struct NearestParts {
    gap: BodyGap,
    places: [usize; 2],
    /// Lower bound on the distance of all.
    lower: f64,
}

impl Default for NearestParts {
    fn default() -> Self {
        let gap = BodyGap { length: Bounded::exact(f64::INFINITY), points: [DVec3::ZERO; 2] };
        Self { gap, places: [usize::MAX; 2], lower: f64::INFINITY }
    }
}

impl NearestParts {
    fn look_at(&mut self, [p, q]: [&ModelPart; 2], places: [usize; 2], a_from_b: &Pose) {
        let found = part_queries::distance(&p.leaf, &q.leaf, &between_parts(p, q, a_from_b));
        let found = if p.model_from_part.is_identity() { found } else { found.carried(&p.model_from_part) };
        self.lower = self.lower.min(found.length.lower);
        if (found.length.value, places) < (self.gap.length.value, self.places) {
            (self.gap, self.places) = (found, places);
        }
    }
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

/// The relations of the parts of two models that are near each other; all others are disjoint.
struct PartRelations {
    rows: usize,
    columns: usize,
    /// By their places, a part of A first.
    near: Vec<PartRelation>,
}

/// Two parts by their places, and how they relate.
struct PartRelation {
    places: [u32; 2],
    relation: Relation,
    certainty: Certainty,
}

impl PartRelations {
    fn new(a: &Body, b: &Body, report: &mut BodyPair) -> Self {
        let a_from_b = a_from_b(a, b);
        let (rows, columns) = (a.model().parts(), b.model().parts());
        let mut places = Vec::new();
        list_near_parts(a.model(), b.model(), &a_from_b, &mut places);
        let near = places.into_iter().map(|places| {
            let (p, q) = (&rows[places[0] as usize], &columns[places[1] as usize]);
            let found = part_queries::relate(&p.leaf, &q.leaf, &between_parts(p, q, &a_from_b));
            report.cost += found.cost;
            PartRelation { places, relation: found.relation, certainty: found.certainty }
        });
        Self { near: near.collect(), rows: rows.len(), columns: columns.len() }
    }

    /// Whether every part of A is in some part of B, and the reverse.
    fn inside(&self) -> [bool; 2] {
        let (mut in_b, mut in_a) = (vec![false; self.rows], vec![false; self.columns]);
        for near in &self.near {
            let [i, j] = near.places.map(|place| place as usize);
            in_b[i] |= matches!(near.relation, Relation::AInsideB | Relation::Coincident);
            in_a[j] |= matches!(near.relation, Relation::BInsideA | Relation::Coincident);
        }
        [in_b, in_a].map(|parts| parts.into_iter().all(|inside| inside))
    }

    /// The relation of the unions. Solid parts meet in their insides exactly if the unions do.
    fn relation(&self) -> Relation {
        if self.near.iter().all(|near| near.relation == Relation::Disjoint) {
            return Relation::Disjoint;
        }
        match self.inside() {
            [true, true] => Relation::Coincident,
            [true, false] => Relation::AInsideB,
            [false, true] => Relation::BInsideA,
            [false, false] if !self.near.iter().any(|near| overlaps(near.relation)) => Relation::Touching,
            [false, false] => Relation::Crossing,
        }
    }

    /// How sure the relation of the unions is. A part may be in several parts of the other together, which is not looked for; but not where
    /// one union goes farther than the other.
    fn certainty(&self, [a, b]: [&Body; 2]) -> Certainty {
        let a_from_b = a_from_b(a, b);
        let all_exact = self.near.iter().all(|near| near.certainty == Certainty::Exact);
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
        self.near.iter().any(|near| overlaps(near.relation) && near.certainty == Certainty::Exact)
    }
}

/// Whether parts of a relation share inner points.
fn overlaps(relation: Relation) -> bool {
    !matches!(relation, Relation::Disjoint | Relation::Touching)
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
