//! Whether rounding the vertices of a polygon keeps the arrangement of its edges.
//!
//! If no edges meet but in common vertices, and no vertex comes closer to an edge that does not end at it than twice what vertices
//! move by, then moving them makes no vertex pass an edge: the arrangement of edges stays the same.

use super::cached::RoundingStability;
use crate::polygon::self_intersections::{SortedVertices, self_intersections};
use crate::posed_pair::pair::{PosedPair, PosedPolygon};
use crate::posed_pair::tree_traversal::traverse_overlapping;
use crate::posed_pair::vector_lanes::EdgeLanes;
use crate::tree::edge_tree::{Leaf, WIDTH};
use crate::{Method, Polygon, Pose2};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x8};
use impinge::cost::Cost;
use impinge::math::simd::dispatch;
use impinge::math::{SMALLEST_IN_PLANE, simd};
use std::ops::ControlFlow;

/// Room beyond this share of the polygon's size (2^-24) is not measured: poses up to a million times as far away as the polygon is large
/// leave it its shape.
const MOST_ROOM: f64 = 1.0 / (1_u32 << 24) as f64;

/// Room up to this share of the largest coordinate (2^-46) always is: eight times what a pose takes that does not carry it far away.
const LEAST_ROOM: f64 = 1.0 / (1_u64 << 46) as f64;

/// With more vertices than this at one place the room is not measured, for its time is their square.
const LARGEST_FAN: usize = 1_000;

impl Polygon {
    /// Whether rounding the vertices keeps the arrangement of edges; computed on first use.
    pub(crate) fn rounding_stability(&self) -> RoundingStability {
        *self.cached().rounding_stability.get_or_init(|| RoundingStability::compute(self))
    }

    /// Builds the tree and looks for self-intersections now, so that no query has to.
    pub fn prepare(&self) {
        let _ = self.rounding_stability();
    }
}

impl PosedPolygon<'_> {
    /// Whether the posed, rounded vertices have the same arrangement of edges.
    pub fn keeps_arrangement(&self) -> bool {
        let stability = self.polygon.rounding_stability();
        let Some(pose) = self.pose else { return stability.is_simple };
        let largest = 2.0 * self.polygon.extent().largest + pose.translation().abs().max_element();
        // Both ends of what comes close move, by half a unit in the last place in each coordinate, or to zero; doubled twice for safety.
        stability.is_simple && stability.clearance > 8.0 * (f64::EPSILON * largest + SMALLEST_IN_PLANE)
    }
}

impl RoundingStability {
    pub fn compute(polygon: &Polygon) -> Self {
        let posed = PosedPair::new(polygon, polygon, &Pose2::IDENTITY, Method::Auto);
        let extent = polygon.extent();
        let most = (MOST_ROOM * extent.span).max(LEAST_ROOM * extent.largest);
        let mut room = most * posed.unit;
        let clean = self_intersections(&posed, 0, &mut Cost::default(), &mut |_, _, _| ControlFlow::Break(()));
        if clean.is_continue() && SortedVertices::new(&posed.bodies[0]).largest_group() <= LARGEST_FAN {
            dispatch!(simd::level(), simd => narrowest(simd, &posed, &mut room));
        } else {
            room = 0.0;
        }
        // What is approximate is made sure of: a length is off by some slacks.
        let room = (room - 16.0 * posed.slack).max(0.0) / posed.unit;
        Self { is_simple: clean.is_continue() && !has_points(polygon), clearance: room }
    }
}

/// Whether some ring is a single point: it may lie on an edge without making it less clean, but it is no edge.
fn has_points(polygon: &Polygon) -> bool {
    polygon.rings().any(|ring| ring.len() == 1)
}

/// Lowers the room to the least approximate distance of a vertex to an edge that does not end at its place.
#[inline(always)]
fn narrowest<S: Simd>(simd: S, posed: &PosedPair<'_>, room: &mut f64) {
    let bodies = &posed.bodies;
    let leaves = &bodies[0].tree.leaves;
    let transform = &bodies[0].transform;
    let _ = traverse_overlapping(
        simd,
        bodies,
        posed.pad() + *room,
        &mut 0,
        #[inline(always)]
        |[i, j], _| {
            let (e, f) = (EdgeLanes::load(simd, &leaves[i], transform), EdgeLanes::load(simd, &leaves[j], transform));
            *room = room.min(least_apart(simd, &e, &f, [&leaves[i], &leaves[j]]).sqrt());
            ControlFlow::Continue(())
        },
    );
}

/// The least squared distance of a vertex of the second leaf to an edge of the first that does not end at its place. Whether it does is
/// asked of the places themselves: different ones may be one approximately.
#[inline(always)]
fn least_apart<S: Simd>(simd: S, first: &EdgeLanes<S>, second: &EdgeLanes<S>, leaves: [&Leaf; 2]) -> f64 {
    let all = |x: f64| f64x8::splat(simd, x);
    let load = |values: &[f64; WIDTH + 1], k: usize| f64x8::from_slice(simd, &values[k..k + WIDTH]);
    let (zero, one, far) = (all(0.0), all(1.0), all(f64::INFINITY));
    let [px, py] = first.from;
    let (dx, dy) = (first.to[0] - px, first.to[1] - py);
    let from = [load(&leaves[0].x, 0), load(&leaves[0].y, 0)];
    let to = [load(&leaves[0].x, 1), load(&leaves[0].y, 1)];
    let [qx, qy] = second.points();
    let mut best = far;
    for j in 0..(leaves[1].count as usize).min(WIDTH) {
        let (rx, ry) = (all(qx[j]) - px, all(qy[j]) - py);
        let t = (rx.mul_add(dx, ry * dy) * first.inverse).max(zero).min(one);
        let (wx, wy) = (rx - t * dx, ry - t * dy);
        let (x, y) = (all(leaves[1].x[j]), all(leaves[1].y[j]));
        let ends = (x.simd_eq(from[0]) & y.simd_eq(from[1])) | (x.simd_eq(to[0]) & y.simd_eq(to[1]));
        best = best.min(ends.select(far, wx.mul_add(wx, wy * wy)));
    }
    let best = best.as_slice();
    (0..WIDTH).filter(|k| first.used & 1 << k != 0).fold(f64::INFINITY, |least, k| least.min(best[k]))
}
