//! Every pair of edges that share a point.

use super::candidates::covering_meetings;
use super::crossing::verdict;
use super::facing::Facing;
use super::leaf_pairs::LeafPairs;
use super::meet::{Meet, contact, meet};
use super::setting::Setting;
use super::tree::{Box2, WIDTH};
use super::walk::walk_pairs;
use super::{Contact, EdgeId, Method, Polygon, Pose2, Rect};
use fearless_simd::{Simd, dispatch};
use impinge::collect::Collect;
use impinge::cost::Cost;
use impinge::math::simd;
use std::ops::ControlFlow;

/// Gives every pair of edges of A and B that share a point to the collector, in an order that depends on the polygons alone.
pub fn contacts(a: &Polygon, b: &Polygon, a_from_b: &Pose2, collector: &mut impl Collect<Contact>) -> Cost {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    let mut cost = Cost::default();
    let _ = meetings(&setting, &mut cost, &mut |edges, _, cost| match contact_of(&setting, edges, cost) {
        Some(contact) => collector.take(contact),
        None => ControlFlow::Continue(()),
    });
    cost
}

/// What two edges share, as asked.
fn contact_of(setting: &Setting<'_>, edges: [EdgeId; 2], cost: &mut Cost) -> Option<Contact> {
    let [e, f] = [0, 1].map(|k| setting.bodies[k].edge(edges[k]));
    let (relation, common) = contact(e, f, cost)?;
    Some(setting.contact_as_asked(Contact { edges, relation, common }))
}

/// All contacts, sorted by edges.
pub(super) fn sorted_contacts(setting: &Setting<'_>, cost: &mut Cost) -> Vec<Contact> {
    let mut all = Vec::new();
    let _ = meetings(setting, cost, &mut |edges, _, cost| {
        all.extend(contact_of(setting, edges, cost));
        ControlFlow::Continue(())
    });
    all.sort_unstable_by_key(|contact: &Contact| contact.edges);
    all
}

/// How many pairs of edges share a point, and the rectangle around what they share.
pub(super) fn counted_contacts(setting: &Setting<'_>, cost: &mut Cost) -> (usize, Option<Rect>) {
    let (mut count, mut bounds) = (0, Rect::EMPTY);
    let _ = meetings(setting, cost, &mut |edges, _, cost| {
        count += 1;
        let contact = contact_of(setting, edges, cost);
        bounds = contact.iter().flat_map(|c| c.common.points()).fold(bounds, |b, p| b.including(*p));
        ControlFlow::Continue(())
    });
    (count, (count > 0).then_some(bounds))
}

/// Takes two edges that share a point, and what they share.
pub(super) type Visit<'v> = dyn FnMut([EdgeId; 2], Meet, &mut Cost) -> ControlFlow<()> + 'v;

/// Visits every pair of edges that share a point.
pub(super) fn meetings(setting: &Setting<'_>, cost: &mut Cost, visit: &mut Visit<'_>) -> ControlFlow<()> {
    match setting.method {
        Method::Brute => return all_meetings(setting, cost, visit),
        Method::Covering => return covering_meetings(setting, cost, visit),
        Method::Auto | Method::Tree => {}
    }
    dispatch!(simd::level(), simd => tree_meetings(simd, setting, cost, visit))
}

/// By comparing every edge with every other.
fn all_meetings(setting: &Setting<'_>, cost: &mut Cost, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let [first, second] = &setting.bodies;
    for i in first.polygon.edge_ids() {
        let e = first.edge(i);
        for j in second.polygon.edge_ids() {
            cost.triangle_tests += 1;
            match meet(e, second.edge(j), cost) {
                Meet::Apart => {}
                found => visit([i, j], found, cost)?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// By the trees.
#[inline(always)]
pub(super) fn tree_meetings<S: Simd, V>(
    simd: S,
    setting: &Setting<'_>,
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], Meet, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    match LeafPairs::of(simd, setting) {
        Some(pairs) => leaf_meetings(simd, (setting, &pairs), cost, visit),
        None => walk_meetings(simd, setting, cost, visit),
    }
}

/// By walking over both trees.
#[inline(always)]
pub(super) fn walk_meetings<S: Simd, V>(
    simd: S,
    setting: &Setting<'_>,
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], Meet, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    let bodies = &setting.bodies;
    let mut box_tests = 0;
    let flow = walk_pairs(
        simd,
        bodies,
        setting.pad(),
        &mut box_tests,
        #[inline(always)]
        |leaves, bounds| compare(simd, setting, (leaves, bounds), cost, &mut *visit),
    );
    cost.box_tests += box_tests;
    flow
}

/// By a table of the leaves of both.
#[inline(always)]
pub(super) fn leaf_meetings<S: Simd, V>(
    simd: S,
    (setting, pairs): (&Setting<'_>, &LeafPairs<'_, S>),
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], Meet, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    cost.box_tests += pairs.box_tests;
    pairs.visit_overlapping(
        simd,
        #[inline(always)]
        |leaves, bounds| compare(simd, setting, (leaves, bounds), cost, &mut *visit),
    )
}

/// Compares the edges of two leaves.
#[inline(always)]
fn compare<S: Simd, V>(
    simd: S,
    setting: &Setting<'_>,
    (leaves, bounds): ([usize; 2], &Box2),
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], Meet, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    let [first, second] = &setting.bodies;
    let (p, q) = (&first.tree.leaves[leaves[0]], &second.tree.leaves[leaves[1]]);
    let facing = Facing::of(simd, setting, leaves, bounds);
    let rows = facing.within(simd, 0.0);
    let found = verdict(simd, [&facing.first, &facing.second], rows, setting.determinant_slack);
    cost.triangle_tests += u64::from(p.count * rows.count_ones());
    let mut maybe = found.maybe;
    while maybe != 0 {
        let lane = maybe.trailing_zeros();
        maybe &= maybe - 1;
        let edges = [EdgeId(p.start.0 + lane % WIDTH as u32), EdgeId(q.start.0 + lane / WIDTH as u32)];
        let meeting = if found.certain & 1 << lane != 0 {
            Meet::Cross
        } else {
            cost.exact_tests += 1;
            meet(first.edge(edges[0]), second.edge(edges[1]), cost)
        };
        if meeting != Meet::Apart {
            visit(edges, meeting, cost)?;
        }
    }
    ControlFlow::Continue(())
}
