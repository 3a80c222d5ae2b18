//! Every pair of edges that share a point: by brute force, by trees, by a table of leaves.

use crate::EdgeId;
use crate::posed_pair::crossing_filter::filter_crossings;
use crate::posed_pair::leaf_pair::LeafPair;
use crate::posed_pair::leaf_pair_table::LeafPairTable;
use crate::posed_pair::pair::PosedPair;
use crate::posed_pair::tree_traversal::traverse_overlapping;
use crate::segment::intersection::{SegmentIntersection, intersect_segments};
use crate::tree::edge_tree::WIDTH;
use crate::tree::oriented_box::OrientedBox;
use fearless_simd::Simd;
use impinge::cost::Cost;
use std::ops::ControlFlow;

/// Visits two edges that share a point, with their intersection.
pub(crate) type VisitEdgePair<'v> = dyn FnMut([EdgeId; 2], SegmentIntersection, &mut Cost) -> ControlFlow<()> + 'v;

/// By comparing every edge with every other.
pub(crate) fn intersections_by_brute_force(
    posed: &PosedPair<'_>,
    cost: &mut Cost,
    visit: &mut VisitEdgePair<'_>,
) -> ControlFlow<()> {
    let [first, second] = &posed.bodies;
    for i in first.polygon.edge_ids() {
        let e = first.edge(i);
        for j in second.polygon.edge_ids() {
            cost.triangle_tests += 1;
            match intersect_segments(e, second.edge(j), cost) {
                SegmentIntersection::Disjoint => {}
                found => visit([i, j], found, cost)?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// By the trees.
#[inline(always)]
pub(crate) fn intersections_by_tree<S: Simd, V>(
    simd: S,
    posed: &PosedPair<'_>,
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], SegmentIntersection, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    match LeafPairTable::new(simd, posed) {
        Some(pairs) => intersections_by_leaf_table(simd, &pairs, cost, visit),
        None => intersections_by_traversal(simd, posed, cost, visit),
    }
}

/// By walking over both trees.
#[inline(always)]
pub(crate) fn intersections_by_traversal<S: Simd, V>(
    simd: S,
    posed: &PosedPair<'_>,
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], SegmentIntersection, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    let bodies = &posed.bodies;
    let mut box_tests = 0;
    let flow = traverse_overlapping(
        simd,
        bodies,
        posed.pad(),
        &mut box_tests,
        #[inline(always)]
        |leaves, bounds| compare(simd, posed, VisitedLeaves { leaves, bounds }, cost, &mut *visit),
    );
    cost.box_tests += box_tests;
    flow
}

/// By a table of the leaves of both.
#[inline(always)]
pub(crate) fn intersections_by_leaf_table<S: Simd, V>(
    simd: S,
    pairs: &LeafPairTable<'_, S>,
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], SegmentIntersection, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    cost.box_tests += pairs.box_tests;
    pairs.visit_overlapping(
        simd,
        #[inline(always)]
        |leaves, bounds| compare(simd, pairs.posed, VisitedLeaves { leaves, bounds }, cost, &mut *visit),
    )
}

/// Two leaves that a traversal visits, by index, and the box of the first.
struct VisitedLeaves<'a> {
    leaves: [usize; 2],
    bounds: &'a OrientedBox,
}

/// Compares the edges of two leaves.
#[inline(always)]
fn compare<S: Simd, V>(
    simd: S,
    posed: &PosedPair<'_>,
    VisitedLeaves { leaves, bounds }: VisitedLeaves<'_>,
    cost: &mut Cost,
    visit: &mut V,
) -> ControlFlow<()>
where
    V: FnMut([EdgeId; 2], SegmentIntersection, &mut Cost) -> ControlFlow<()> + ?Sized,
{
    let [first, second] = &posed.bodies;
    let (p, q) = (&first.tree.leaves[leaves[0]], &second.tree.leaves[leaves[1]]);
    let leaf_pair = LeafPair::new(simd, posed, leaves, bounds);
    let rows = leaf_pair.within(simd, 0.0);
    let found = filter_crossings(simd, [&leaf_pair.first, &leaf_pair.second], rows, posed.determinant_slack);
    cost.triangle_tests += u64::from(p.count * rows.count_ones());
    let mut possible = found.possible;
    while possible != 0 {
        let lane = possible.trailing_zeros();
        possible &= possible - 1;
        let edges = [EdgeId(p.start.0 + lane % WIDTH as u32), EdgeId(q.start.0 + lane / WIDTH as u32)];
        let meeting = if found.certain & 1 << lane != 0 {
            SegmentIntersection::Crossing
        } else {
            cost.exact_tests += 1;
            intersect_segments(first.edge(edges[0]), second.edge(edges[1]), cost)
        };
        if meeting != SegmentIntersection::Disjoint {
            visit(edges, meeting, cost)?;
        }
    }
    ControlFlow::Continue(())
}
