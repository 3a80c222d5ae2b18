//! Every pair of edges that share a point: by brute force, by trees, by a table of leaves.

use crate::EdgeId;
use crate::posed_pair::crossing_filter::verdict;
use crate::posed_pair::leaf_pair::Facing;
use crate::posed_pair::leaf_pair_table::LeafPairs;
use crate::posed_pair::pair::Setting;
use crate::posed_pair::tree_traversal::walk_pairs;
use crate::segment::intersection::{Meet, meet};
use crate::tree::edge_tree::WIDTH;
use crate::tree::oriented_box::Box2;
use fearless_simd::Simd;
use impinge::cost::Cost;
use std::ops::ControlFlow;

/// Takes two edges that share a point, and what they share.
pub(crate) type Visit<'v> = dyn FnMut([EdgeId; 2], Meet, &mut Cost) -> ControlFlow<()> + 'v;

/// By comparing every edge with every other.
pub(crate) fn all_meetings(setting: &Setting<'_>, cost: &mut Cost, visit: &mut Visit<'_>) -> ControlFlow<()> {
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
pub(crate) fn tree_meetings<S: Simd, V>(
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
pub(crate) fn walk_meetings<S: Simd, V>(
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
pub(crate) fn leaf_meetings<S: Simd, V>(
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
