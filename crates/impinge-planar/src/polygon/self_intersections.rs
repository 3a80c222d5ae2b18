//! Self-intersections: pairs of edges of one polygon that share a point.
//!
//! Where a ring returns to one place k times, k² pairs of edges end there and share nothing else. These are not visited: vertices sorted by
//! place tell of them in k log k, and the filter takes them off eight at a time.

use crate::posed_pair::crossing_filter::filter_crossings;
use crate::posed_pair::pair::{PosedPair, PosedPolygon};
use crate::posed_pair::tree_traversal::traverse_overlapping;
use crate::posed_pair::vector_lanes::EdgeLanes;
use crate::relation::edge_intersections::{VisitEdgePair, intersections_by_brute_force};
use crate::segment::intersection::{SegmentIntersection, intersect_segments};
use crate::tree::edge_tree::{Leaf, WIDTH};
use crate::{EdgeId, Method, Polygon, Pose2};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x8};
use impinge::cost::Cost;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, simd};
use std::ops::ControlFlow;

/// Vertices of a body, sorted by position.
pub(crate) struct SortedVertices(Vec<(DVec2, u32)>);

impl SortedVertices {
    pub fn new(body: &PosedPolygon<'_>) -> Self {
        let mut all: Vec<(DVec2, u32)> =
            (0..body.polygon.vertices().len()).map(|vertex| (body.vertex(vertex), vertex as u32)).collect();
        all.sort_unstable_by(|(p, v), (q, w)| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(v.cmp(w)));
        Self(all)
    }

    /// The vertices of every place that has several, in order.
    pub fn coincident(&self) -> impl Iterator<Item = &[(DVec2, u32)]> {
        self.0.chunk_by(|p, q| p.0 == q.0).filter(|alike| alike.len() > 1)
    }

    /// The most vertices at one place.
    pub fn largest_group(&self) -> usize {
        self.coincident().map(<[_]>::len).max().unwrap_or(1)
    }
}

/// The edges that end and begin at a vertex.
pub(crate) fn edges_at(polygon: &Polygon, vertex: u32) -> [EdgeId; 2] {
    let range = polygon.ring_range(polygon.ring_of(EdgeId(vertex)));
    let before = if vertex as usize > range.start { vertex } else { range.end as u32 } - 1;
    [EdgeId(before), EdgeId(vertex)]
}

impl Polygon {
    /// Whether it takes more than this many exact comparisons of two edges to find where edges meet each other: the time and the memory of
    /// other queries go by their number, which may be the square of that of edges.
    #[must_use]
    pub fn is_intricate(&self, most: u64) -> bool {
        let edges = self.vertices().len() as u64;
        if edges.saturating_mul(edges) <= most {
            return false;
        }
        let posed = PosedPair::new(self, self, &Pose2::IDENTITY, Method::Auto);
        dispatch!(simd::level(), simd => takes_more(simd, &posed.alone(0), most))
    }
}

/// Whether the edges of a body, compared with each other, take more exact comparisons.
#[inline(always)]
fn takes_more<S: Simd>(simd: S, alone: &PosedPair<'_>, most: u64) -> bool {
    let mut cost = Cost::default();
    let flow = traverse_overlapping(
        simd,
        &alone.bodies,
        alone.pad(),
        &mut 0,
        #[inline(always)]
        |leaves, _| {
            if leaves[0] <= leaves[1] {
                compare(simd, alone, leaves, &mut cost, &mut |_, _, _| ControlFlow::Continue(()))?;
            }
            if cost.exact_tests > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    flow.is_break()
}

/// Visits every pair of different edges of a body, the lower first, that share a point, but for those that share only an end of both.
pub(crate) fn self_intersections(
    posed: &PosedPair<'_>,
    body: usize,
    cost: &mut Cost,
    visit: &mut VisitEdgePair<'_>,
) -> ControlFlow<()> {
    let (alone, placed) = (posed.alone(body), posed.bodies[body]);
    let visit: &mut VisitEdgePair<'_> = &mut |edges: [EdgeId; 2], shared: SegmentIntersection, cost: &mut Cost| {
        let in_ends =
            matches!(shared, SegmentIntersection::Touching(p) if edges.iter().all(|e| placed.edge(*e).contains(&p)));
        if edges[0] < edges[1] && !in_ends { visit(edges, shared, cost) } else { ControlFlow::Continue(()) }
    };
    match posed.method {
        Method::Brute => intersections_by_brute_force(&alone, cost, visit),
        Method::Auto | Method::Tree | Method::Covering => {
            dispatch!(simd::level(), simd => by_tree(simd, &alone, cost, visit))
        }
    }
}

#[inline(always)]
fn by_tree<S: Simd>(simd: S, alone: &PosedPair<'_>, cost: &mut Cost, visit: &mut VisitEdgePair<'_>) -> ControlFlow<()> {
    let mut box_tests = 0;
    let flow = traverse_overlapping(
        simd,
        &alone.bodies,
        alone.pad(),
        &mut box_tests,
        #[inline(always)]
        |leaves, _| {
            if leaves[0] <= leaves[1] {
                compare(simd, alone, leaves, cost, &mut *visit)
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    cost.box_tests += box_tests;
    flow
}

/// Compares the edges of two leaves.
#[inline(always)]
fn compare<S: Simd>(
    simd: S,
    alone: &PosedPair<'_>,
    leaves: [usize; 2],
    cost: &mut Cost,
    visit: &mut VisitEdgePair<'_>,
) -> ControlFlow<()> {
    let body = &alone.bodies[0];
    let [p, q] = leaves.map(|leaf| &body.tree.leaves[leaf]);
    let (e, f) = (EdgeLanes::load(simd, p, &body.transform), EdgeLanes::load(simd, q, &body.transform));
    cost.triangle_tests += u64::from(p.count * q.count);
    let mut possible = filter_crossings(simd, [&e, &f], f.used, alone.determinant_slack).possible;
    if possible != 0 {
        possible &= !only_ends(simd, [&e, &f], [p, q], alone.determinant_slack);
    }
    while possible != 0 {
        let lane = possible.trailing_zeros();
        possible &= possible - 1;
        let mut edges = [EdgeId(p.start.0 + lane % WIDTH as u32), EdgeId(q.start.0 + lane / WIDTH as u32)];
        edges.sort_unstable();
        // Of two edges of one leaf both orders come.
        if edges[0] == edges[1] || (leaves[0] == leaves[1] && lane % WIDTH as u32 > lane / WIDTH as u32) {
            continue;
        }
        cost.exact_tests += 1;
        match intersect_segments(body.edge(edges[0]), body.edge(edges[1]), cost) {
            SegmentIntersection::Disjoint => {}
            found => visit(edges, found, cost)?,
        }
    }
    ControlFlow::Continue(())
}

/// The pairs of edges, numbered as in a verdict, that have an end in common and are certainly not parallel: they share nothing else.
#[inline(always)]
fn only_ends<S: Simd>(simd: S, [e, f]: [&EdgeLanes<S>; 2], [p, q]: [&Leaf; 2], slack: f64) -> u64 {
    let all = |x: f64| f64x8::splat(simd, x);
    let load = |values: &[f64; WIDTH + 1], k: usize| f64x8::from_slice(simd, &values[k..k + WIDTH]);
    let (dx, dy) = (e.to[0] - e.from[0], e.to[1] - e.from[1]);
    let ends = [[load(&p.x, 0), load(&p.y, 0)], [load(&p.x, 1), load(&p.y, 1)]];
    let [qx, qy] = f.points();
    let at = |j: usize| [q.x[j], q.y[j]];
    let (mut found, mut before) = (0, ends_at(simd, &ends, at(0)));
    for j in 0..(q.count as usize).min(WIDTH) {
        let after = ends_at(simd, &ends, at(j + 1));
        let turn = dx.mul_sub(all(qy[j + 1] - qy[j]), dy * all(qx[j + 1] - qx[j]));
        let lanes = (before | after) & turn.abs().simd_gt(all(slack)).to_bitmask() & u64::from(e.used);
        found |= lanes << (j * WIDTH);
        before = after;
    }
    found
}

/// The edges, by their ends, that end at a place.
#[inline(always)]
fn ends_at<S: Simd>(simd: S, [from, to]: &[[f64x8<S>; 2]; 2], [x, y]: [f64; 2]) -> u64 {
    let (x, y) = (f64x8::splat(simd, x), f64x8::splat(simd, y));
    ((from[0].simd_eq(x) & from[1].simd_eq(y)) | (to[0].simd_eq(x) & to[1].simd_eq(y))).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// A star of an odd number of points: each edge crosses nearly all others.
    fn star(points: usize) -> Polygon {
        let angle = |k: usize| TAU * ((k * (points / 2)) % points) as f64 / points as f64;
        Polygon::from_ring((0..points).map(|k| DVec2::from_angle(angle(k)))).unwrap()
    }

    #[test]
    fn polygons_are_intricate_by_comparisons_not_by_edges() {
        assert!(!star(101).is_intricate(101 * 101));
        assert!(star(101).is_intricate(101 * 98 / 2 - 1));
        let circle = Polygon::from_ring((0..10_000).map(|k| DVec2::from_angle(TAU * f64::from(k) / 1e4))).unwrap();
        assert!(!circle.is_intricate(100_000));
        // Edges that share an end and are nearly parallel meet nowhere else, and are compared all the same.
        let flat = |k: usize| [[0.0, 0.0], [1.0, 1.0 + f64::EPSILON * (k % 9) as f64]];
        let fan = Polygon::from_ring((0..1_000).flat_map(flat)).unwrap();
        assert!(fan.is_intricate(100_000));
    }
}
