//! The edges of one polygon that another may meet: those whose influence area holds the centre of the other's circle.

use super::edge_chain_sides::{EdgeChainSides, StandingEdge};
use crate::coverings::influence_areas::CircleProbe;
use crate::posed_pair::pair::PosedPair;
use crate::relation::edge_intersections::{VisitEdgePair, intersections_by_tree};
use crate::{EdgeId, Polygon, Pose2};
use impinge::cost::Cost;
use impinge::math::bit_mask::BitMask;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, SMALLEST_IN_PLANE, in_plane_range, simd};
use std::ops::ControlFlow;

/// The middle of B at a pose and the circle about it, grown by the clearance, in the frame of the influence areas of A; `None` if the
/// frame of the query is not that of A, or the middle is out of range.
pub(crate) fn probe(
    a: &Polygon,
    b: &Polygon,
    a_from_b: &Pose2,
    [radius, clearance]: [f64; 2],
) -> Option<(DVec2, CircleProbe)> {
    if a_from_b.is_inverted() {
        return None;
    }
    // Rounding does no harm: any point within the slack of the posed centre will do.
    let place = a_from_b.rotation() * b.covering().centre() + a_from_b.translation();
    let place = DVec2::from_array(place.to_array().map(|x| if x.abs() < SMALLEST_IN_PLANE { 0.0 } else { x }));
    if !place.to_array().into_iter().all(in_plane_range) {
        return None;
    }
    let radius = radius * a_from_b.direction().length() + clearance.max(0.0);
    let largest = 2.0 * b.extent().largest + a_from_b.translation().abs().max_element();
    Some((place, a.covering().influence().probe(place, radius, largest)))
}

/// Visits every pair of edges that meet, by influence areas; by the trees where the first body is not in its own frame.
pub(crate) fn intersections_by_covering(
    posed: &PosedPair<'_>,
    cost: &mut Cost,
    visit: &mut VisitEdgePair<'_>,
) -> ControlFlow<()> {
    let [first, second] = &posed.bodies;
    let (a, b) = (first.polygon, second.polygon);
    let (pose, centre) = (second.pose.unwrap_or_default(), b.covering().centre());
    let radius = b.vertices().iter().map(|v| (*v - centre).length()).fold(0.0, f64::max);
    let found = if first.pose.is_none() { probe(a, b, &pose, [radius, 0.0]) } else { None };
    let Some((_, probe)) = found else {
        return dispatch!(simd::level(), simd => intersections_by_tree(simd, posed, cost, visit));
    };
    let influence = a.covering().influence();
    if influence.is_clear_of(&probe) {
        return ControlFlow::Continue(());
    }
    let (mut mask, mut sides_buffer, chain) = (BitMask::default(), EdgeChainSides::default(), &b.covering().chain);
    dispatch!(simd::level(), simd => {
        influence.mask_of(simd, &probe, &mut mask);
        if mask.is_empty() {
            return ControlFlow::Continue(());
        }
        sides_buffer.place(simd, chain, &second.transform);
        mask.ones().try_for_each(|edge| {
            let standing = StandingEdge { posed, body: 0, edge: EdgeId(edge as u32) };
            sides_buffer.compare(simd, chain, standing, cost, visit)
        })
    })
}
