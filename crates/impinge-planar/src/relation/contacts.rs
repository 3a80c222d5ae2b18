//! Contacts: every pair of edges that share a point, with what they share.

use super::edge_intersections::{VisitEdgePair, intersections_by_brute_force, intersections_by_tree};
use crate::coverings::candidate_edges::intersections_by_covering;
use crate::posed_pair::pair::PosedPair;
use crate::segment::intersection::contact;
use crate::{Contact, EdgeId, Method, Polygon, Pose2, Rect};
use impinge::collect::Collect;
use impinge::cost::Cost;
use impinge::math::simd;
use impinge::math::simd::dispatch;
use std::ops::ControlFlow;

/// Passes every pair of edges of A and B that share a point to the collector, in an order that depends on the polygons alone.
pub fn contacts(a: &Polygon, b: &Polygon, a_from_b: &Pose2, collector: &mut impl Collect<Contact>) -> Cost {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    let mut cost = Cost::default();
    let _ = visit_edge_intersections(&posed, &mut cost, &mut |edges, _, cost| match contact_of(&posed, edges, cost) {
        Some(contact) => collector.take(contact),
        None => ControlFlow::Continue(()),
    });
    cost
}

/// The contact of two edges in A's frame.
fn contact_of(posed: &PosedPair<'_>, edges: [EdgeId; 2], cost: &mut Cost) -> Option<Contact> {
    let [e, f] = [0, 1].map(|k| posed.bodies[k].edge(edges[k]));
    let (relation, intersection) = contact(e, f, cost)?;
    Some(posed.contact_as_asked(Contact { edges, relation, intersection }))
}

/// All contacts, sorted by edges.
pub(crate) fn sorted_contacts(posed: &PosedPair<'_>, cost: &mut Cost) -> Vec<Contact> {
    let mut all = Vec::new();
    let _ = visit_edge_intersections(posed, cost, &mut |edges, _, cost| {
        all.extend(contact_of(posed, edges, cost));
        ControlFlow::Continue(())
    });
    all.sort_unstable_by_key(|contact: &Contact| contact.edges);
    all
}

/// The number of pairs of edges that share a point, and the rectangle around the common points.
pub(crate) fn counted_contacts(posed: &PosedPair<'_>, cost: &mut Cost) -> (usize, Option<Rect>) {
    let (mut count, mut bounds) = (0, Rect::EMPTY);
    let _ = visit_edge_intersections(posed, cost, &mut |edges, _, cost| {
        count += 1;
        let contact = contact_of(posed, edges, cost);
        bounds = contact.iter().flat_map(|c| c.intersection.points()).fold(bounds, |b, p| b.including(*p));
        ControlFlow::Continue(())
    });
    (count, (count > 0).then_some(bounds))
}

/// Visits every pair of edges that share a point, by the method of the query.
pub(crate) fn visit_edge_intersections(
    posed: &PosedPair<'_>,
    cost: &mut Cost,
    visit: &mut VisitEdgePair<'_>,
) -> ControlFlow<()> {
    match posed.method {
        Method::Brute => return intersections_by_brute_force(posed, cost, visit),
        Method::Covering => return intersections_by_covering(posed, cost, visit),
        Method::Auto | Method::Tree => {}
    }
    dispatch!(simd::level(), simd => intersections_by_tree(simd, posed, cost, visit))
}
