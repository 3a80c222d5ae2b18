//! All pairs of triangles of two meshes that share a point.

use super::common_tips::{CommonTips, TipContacts};
use crate::bound::Aabb;
use crate::bvh::{Encounter, Front, FrontEnd, Open, Order, PairStep, Slot, Standing, walk_front, walk_on};
use crate::collect::{All, Collect};
use crate::compact_sort::sort_by_key;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::predicates::Triangle;
use crate::math::simd::dispatch;
use crate::math::{Pose, simd};
use crate::mesh::Mesh;
use crate::pair::face_pair_search;
use crate::pair::pair_query_types::{Contact, ContactGroup, Method, TipGroup};
use crate::pair::posed_pair::{PosedMesh, PosedPair};
use crate::pair::query::budget::{Budget, Meter};
use crate::triangle_pair::{FilterVerdict, Leaves, TriangleRelation, intersection, relate, relate_brute, verdict};
use fearless_simd::Simd;
use std::cell::Cell;
use std::ops::ControlFlow;

/// Hands every pair of triangles that share a point to the collector, in an order that depends on the meshes alone.
pub fn contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose, collector: &mut impl Collect<Contact>) -> Cost {
    contacts_by(Method::Auto, a, b, a_from_b, collector)
}

/// As [`contacts`], by any method: the same contacts, in an order of the method's own.
pub fn contacts_by(method: Method, a: &Mesh, b: &Mesh, a_from_b: &Pose, collector: &mut impl Collect<Contact>) -> Cost {
    let posed = PosedPair::new(a, b, a_from_b, method);
    let mut cost = Cost::default();
    let _ = visit_contacts(&posed, Order::Stored, &mut cost, |touching, cost| match touching.contact(cost) {
        Some(contact) => collector.take(posed.contact_as_asked(contact)),
        None => ControlFlow::Continue(()),
    });
    cost
}

/// As [`contacts`], but where two fans of many faces have a common tip, pairs of faces that share the tip alone are handed over as one group: they may be as many as
/// the product of both.
pub fn grouped_contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose, collector: &mut impl Collect<ContactGroup>) -> Cost {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    let mut cost = Cost::default();
    let mut tips = Vec::new();
    let at_tip = &mut |found: &TipContacts<'_>| {
        if found.pairs > 0 {
            let faces = posed.as_asked(found.faces.map(<[FaceId]>::to_vec));
            tips.push(TipGroup { point: posed.point_in_a(found.tip), faces, contact_count: found.pairs });
        }
    };
    let flow =
        visit_contacts_beyond_tips(&posed, &mut cost, at_tip, &mut |touching, cost| match touching.contact(cost) {
            Some(contact) => collector.take(ContactGroup::Pair(posed.contact_as_asked(contact))),
            None => ControlFlow::Continue(()),
        });
    if flow.is_continue() {
        let _ = tips.into_iter().try_for_each(|tip| collector.take(ContactGroup::AtTip(tip)));
    }
    cost
}

/// How many pairs of triangles share a point.
#[must_use]
pub fn count_contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> usize {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    let (mut at_tips, mut others) = (0, 0);
    let _ = visit_contacts_beyond_tips(&posed, &mut Cost::default(), &mut |tips| at_tips += tips.pairs, &mut |_, _| {
        others += 1;
        ControlFlow::Continue(())
    });
    at_tips + others
}

/// All contacts, sorted by faces.
pub(crate) fn sorted_contacts(posed: &PosedPair<'_>, cost: &mut Cost) -> Vec<Contact> {
    let mut all = All(Vec::new());
    let _ = visit_contacts(posed, Order::Stored, cost, |touching, cost| {
        touching.contact(cost).map_or(ControlFlow::Continue(()), |c| all.take(posed.contact_as_asked(c)))
    });
    sort_by_key(&mut all.0, |c| c.faces);
    all.0
}

/// How many pairs of triangles share a point, and the box around what they share, in A's frame.
pub(crate) fn counted_contacts(posed: &PosedPair<'_>, cost: &mut Cost) -> (usize, Option<Aabb>) {
    let (mut at_tips, mut tip_bounds) = (0, Aabb::EMPTY);
    let (mut count, mut bounds) = (0, Aabb::EMPTY);
    let at_tip = &mut |tips: &TipContacts<'_>| {
        at_tips += tips.pairs;
        tip_bounds = tip_bounds.including(posed.point_in_a(tips.tip));
    };
    let _ = visit_contacts_beyond_tips(posed, cost, at_tip, &mut |touching, cost| {
        count += 1;
        // What two triangles share lies in both their boxes: where that is nothing new, it need not be constructed.
        let [p, q] = touching.triangles().map(|t| Aabb::of_points(&t));
        let common = [p.min.max(q.min), p.max.min(q.max)].map(|p| posed.point_in_a(p));
        if posed.turns_answers() || bounds != common.iter().fold(bounds, |b, p| b.including(*p)) {
            let contact = touching.contact(cost).map(|c| posed.contact_as_asked(c));
            bounds = contact.iter().flat_map(|c| c.intersection.points()).fold(bounds, |b, p| b.including(*p));
        }
        ControlFlow::Continue(())
    });
    count += at_tips;
    (count, (count > 0).then_some(bounds.joined(tip_bounds)))
}

/// Two faces that share a point, in canonical order and in the frame of the query.
pub(crate) struct TouchingFaces<'a> {
    pub faces: [FaceId; 2],
    pub relation: TriangleRelation,
    pub bodies: &'a [PosedMesh<'a>; 2],
}

impl TouchingFaces<'_> {
    /// The faces as they stand.
    pub fn triangles(&self) -> [Triangle; 2] {
        [0, 1].map(|k| self.bodies[k].triangle(self.faces[k]))
    }

    /// What they share.
    pub fn contact(&self, cost: &mut Cost) -> Option<Contact> {
        let [s, t] = self.triangles();
        let intersection = intersection(&s, &t, cost)?;
        Some(Contact { faces: self.faces, relation: self.relation, intersection })
    }
}

/// Visits every pair of faces that share a point.
pub(crate) fn visit_contacts(
    posed: &PosedPair<'_>,
    order: Order,
    cost: &mut Cost,
    mut visit: impl FnMut(&TouchingFaces<'_>, &mut Cost) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_contacts_dyn(posed, order, cost, &mut visit)
}

/// As [`visit_contacts`], compiled once: the walk is large, and its visitors are many.
fn visit_contacts_dyn(posed: &PosedPair<'_>, order: Order, cost: &mut Cost, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let bodies = &posed.bodies();
    let [first, second] = bodies;
    if posed.method == Method::Brute {
        for i in first.mesh.face_ids() {
            for j in second.mesh.face_ids() {
                cost.triangle_tests += 1;
                let relation = relate_brute(&first.triangle(i), &second.triangle(j));
                if relation != TriangleRelation::Disjoint {
                    visit(&TouchingFaces { faces: [i, j], relation, bodies }, cost)?;
                }
            }
        }
        return ControlFlow::Continue(());
    }
    if let Method::Custom(method) = posed.method {
        return face_pair_search::visit_contacts(posed, method, cost, visit);
    }
    let mut open = OPEN.take();
    open.clear();
    open.push([Slot::ROOT; 2]);
    let flow = resume_contacts(posed, order, &mut open, &mut Meter::start(&Budget::UNLIMITED), cost, visit);
    OPEN.set(open);
    flow
}

/// As [`visit_contacts`], but for pairs of faces that share the common tip of two large stars and nothing else: those are only counted.
/// So are none where the method is not the engine's own.
pub(crate) fn visit_contacts_beyond_tips(
    posed: &PosedPair<'_>,
    cost: &mut Cost,
    at_tip: &mut dyn FnMut(&TipContacts<'_>),
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let tips = match posed.method {
        Method::Auto if !posed.are_far_apart() => CommonTips::of(posed),
        _ => None,
    };
    let Some(tips) = tips else { return visit_contacts_dyn(posed, Order::Stored, cost, visit) };
    let bodies = &posed.bodies();
    let walk = LeafPairs { encounter: &posed.encounter(), bodies, tips: Some(&tips) };
    let (open, meter) = (&mut vec![[Slot::ROOT; 2]], &mut Meter::start(&Budget::UNLIMITED));
    dispatch!(simd::level(), simd => walk.visit(simd, Order::Stored, open, meter, cost, visit))?;
    for stars in tips.pairs() {
        let comparison = tips.compare(bodies, stars);
        at_tip(&comparison.at_tip());
        comparison.visit_beyond(|faces| {
            cost.exact_tests += 1;
            let relation = relate(&bodies[0].triangle(faces[0]), &bodies[1].triangle(faces[1]), cost);
            visit(&TouchingFaces { faces, relation, bodies }, cost)
        })?;
    }
    ControlFlow::Continue(())
}

/// Goes on with a walk over both trees until the budget is spent: what is open is what is left of it.
pub(crate) fn resume_contacts(
    posed: &PosedPair<'_>,
    order: Order,
    open: &mut Open,
    meter: &mut Meter,
    cost: &mut Cost,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    cost.box_tests += 1;
    if posed.are_far_apart() {
        open.clear();
        return ControlFlow::Continue(());
    }
    let walk = LeafPairs { encounter: &posed.encounter(), bodies: &posed.bodies(), tips: None };
    dispatch!(simd::level(), simd => walk.visit(simd, order, open, meter, cost, visit))
}

/// How a search from a front ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrontSearchEnd {
    /// No two faces share a point.
    Apart,
    /// These two do, in canonical order.
    Met([FaceId; 2]),
    /// The budget was spent; the next search goes on from there.
    Paused,
}

/// Searches for two faces that share a point on a walk that starts at a front; the front is left where the walk stopped.
pub(crate) fn contact_from_front(
    posed: &PosedPair<'_>,
    front: &mut Front,
    standing: &mut Standing,
    meter: &mut Meter,
    cost: &mut Cost,
) -> FrontSearchEnd {
    cost.box_tests += 1;
    if posed.are_far_apart() {
        return FrontSearchEnd::Apart;
    }
    let walk = LeafPairs { encounter: &posed.encounter(), bodies: &posed.bodies(), tips: None };
    let mut found = FrontSearchEnd::Apart;
    let visit = &mut |touching: &TouchingFaces<'_>, _: &mut Cost| {
        found = FrontSearchEnd::Met(touching.faces);
        ControlFlow::Break(())
    };
    let end = dispatch!(simd::level(), simd => walk.visit_from(simd, front, standing, meter, cost, visit));
    if end == FrontEnd::Paused { FrontSearchEnd::Paused } else { found }
}

/// The walk over pairs of leaves, with the triangles in them compared in bulk.
struct LeafPairs<'a> {
    encounter: &'a Encounter<'a>,
    bodies: &'a [PosedMesh<'a>; 2],
    /// Stars of which no two faces are compared.
    tips: Option<&'a CommonTips<'a>>,
}

type Visit<'v> = dyn FnMut(&TouchingFaces<'_>, &mut Cost) -> ControlFlow<()> + 'v;

impl LeafPairs<'_> {
    #[inline(always)]
    fn visit<S: Simd>(
        &self,
        simd: S,
        order: Order,
        open: &mut Open,
        meter: &mut Meter,
        cost: &mut Cost,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let mut box_tests = 0;
        let flow = walk_on(
            simd,
            self.encounter,
            order,
            open,
            &mut box_tests,
            #[inline(always)]
            |slots| match self.tips {
                _ if !meter.pay() => PairStep::Stop,
                Some(tips) if tips.settle(slots) => PairStep::Skip(()),
                _ => PairStep::Open,
            },
            #[inline(always)]
            |slots| self.compare(simd, slots, cost, visit),
        );
        cost.box_tests += box_tests;
        flow
    }

    #[inline(always)]
    fn visit_from<S: Simd>(
        &self,
        simd: S,
        front: &mut Front,
        standing: &mut Standing,
        meter: &mut Meter,
        cost: &mut Cost,
        visit: &mut Visit<'_>,
    ) -> FrontEnd {
        let before = standing.box_tests;
        let end = walk_front(
            simd,
            self.encounter,
            front,
            standing,
            #[inline(always)]
            || meter.pay(),
            #[inline(always)]
            |slots| self.compare(simd, slots, cost, visit),
        );
        cost.box_tests += standing.box_tests - before;
        end
    }

    /// Compares the triangles of two leaves.
    #[inline(always)]
    fn compare<S: Simd>(&self, simd: S, slots: [Slot; 2], cost: &mut Cost, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let (encounter, bodies) = (self.encounter, self.bodies);
        let leaves = Leaves::new(encounter, slots);
        let FilterVerdict { mut maybe, certain } = verdict(simd, encounter, &leaves);
        // Exact tests are counted where they are made.
        cost.triangle_tests += u64::from((leaves.used & !(maybe & !certain)).count_ones());
        let mut placed =
            PlacedFaces { bodies, faces: [leaves.first.faces, leaves.second.faces], known: [[None; 4]; 2] };
        while maybe != 0 {
            let lane = maybe.trailing_zeros() as usize;
            maybe &= maybe - 1;
            let faces = [leaves.first.faces[lane / 4], leaves.second.faces[lane % 4]];
            if self.tips.is_some_and(|tips| tips.hold(faces)) {
                continue;
            }
            let relation = if certain & 1 << lane != 0 {
                TriangleRelation::Crossing
            } else {
                cost.exact_tests += 1;
                placed.relate_near([lane / 4, lane % 4], cost)
            };
            if relation != TriangleRelation::Disjoint {
                visit(&TouchingFaces { faces, relation, bodies }, cost)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The faces of two leaves, each placed once, when it is first asked for.
struct PlacedFaces<'a> {
    bodies: &'a [PosedMesh<'a>; 2],
    faces: [[FaceId; 4]; 2],
    known: [[Option<(Triangle, Aabb)>; 4]; 2],
}

impl PlacedFaces<'_> {
    /// The relation of two triangles, by their boxes where these are apart: where one vertex is so far off that single precision has one place for
    /// all the others, they are all that tells most pairs apart.
    #[inline(never)]
    fn relate_near(&mut self, lanes: [usize; 2], cost: &mut Cost) -> TriangleRelation {
        let [(s, first), (t, second)] = [0, 1].map(|k| {
            *self.known[k][lanes[k]].get_or_insert_with(|| {
                let triangle = self.bodies[k].triangle(self.faces[k][lanes[k]]);
                (triangle, Aabb::of_points(&triangle))
            })
        });
        if first.overlaps(&second) {
            return relate(&s, &t, cost);
        }
        cost.triangle_tests += 1;
        TriangleRelation::Disjoint
    }
}

thread_local! {
    /// The stack of the walk, kept so that queries need not allocate.
    static OPEN: Cell<Open> = const { Cell::new(Open::new()) };
}
