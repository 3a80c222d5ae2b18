//! The first common point found: where edges intersect, or a vertex of one polygon inside the other.

use crate::posed_pair::leaf_pair_table::LeafPairTable;
use crate::posed_pair::pair::{PosedPair, PosedPolygon};
use crate::relation::contacts::visit_edge_intersections;
use crate::relation::edge_intersections::{intersections_by_leaf_table, intersections_by_traversal};
use crate::relation::ray_casting::{Ray, cast_ray, inside_by_filter};
use crate::segment::Segment;
use crate::segment::exact_point::ExactPoint;
use crate::segment::intersection::SegmentIntersection;
use crate::{Distance, EdgeId, Method};
use fearless_simd::Simd;
use impinge::cost::Cost;
use impinge::feature::{Feature, VertexId};
use impinge::math::rounding::Products;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, simd};
use std::ops::ControlFlow;

/// The reason why two polygons share a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CommonPoint {
    /// Two edges meet.
    Edges([EdgeId; 2], SegmentIntersection),
    /// No edges meet, and a vertex of the body of this index lies inside the other.
    Inside(usize, VertexId),
}

impl CommonPoint {
    /// Searches for one, and stops at the first.
    pub fn find(posed: &PosedPair<'_>, cost: &mut Cost) -> Option<Self> {
        if posed.method == Method::Brute {
            let mut edges = None;
            let _ = visit_edge_intersections(posed, cost, &mut |found, shared, _| {
                edges = Some(Self::Edges(found, shared));
                ControlFlow::Break(())
            });
            return edges.or_else(|| (0..2).find_map(|body| ring_inside(posed, body, cost, |_| None)));
        }
        dispatch!(simd::level(), simd => {
            let pairs = LeafPairTable::new(simd, posed);
            match edges_meet(simd, posed, pairs.as_ref(), cost) {
                None => rings_inside(simd, posed, cost),
                common => common,
            }
        })
    }

    /// The distance zero, with this point.
    #[inline(always)]
    pub fn distance(self, posed: &PosedPair<'_>, products: Products) -> Distance {
        let [first, second] = &posed.bodies;
        let (point, features) = match self {
            Self::Edges(edges, shared) => {
                let point = match shared {
                    SegmentIntersection::Touching(p) | SegmentIntersection::Overlapping([p, _]) => p,
                    SegmentIntersection::Crossing | SegmentIntersection::Disjoint => {
                        crossing_point(first.edge_by(products, edges[0]), second.edge_by(products, edges[1]))
                    }
                };
                (point, [feature(first, edges[0], shared, point), feature(second, edges[1], shared, point)])
            }
            Self::Inside(body, vertex) => {
                let mut features = [None; 2];
                features[body] = Some(Feature::Vertex(vertex));
                (posed.bodies[body].vertex(vertex.index()), features)
            }
        };
        let points = [posed.point_in_a(point); 2];
        Distance { value: 0.0, points, features: posed.as_asked(features) }
    }
}

/// The part of an edge that a common point lies on: where edges cross, it is inside both.
#[inline(always)]
fn feature(body: &PosedPolygon<'_>, edge: EdgeId, shared: SegmentIntersection, point: DVec2) -> Option<Feature> {
    let ends = if shared == SegmentIntersection::Crossing { None } else { Some(body.edge(edge)) };
    Some(body.polygon.feature_at(edge, ends, point))
}

/// Where two edges cross: in plain doubles if these tell to within some units in the last place of the coordinates of either edge, else
/// exactly, rounded once.
#[inline(always)]
fn crossing_point(e: Segment, f: Segment) -> DVec2 {
    match plain_crossing(e, f) {
        Some(point) => point,
        None => exact_crossing(e, f),
    }
}

/// Where two edges cross, rounded once.
#[cold]
fn exact_crossing(e: Segment, f: Segment) -> DVec2 {
    ExactPoint::crossing(e, f).map_or(e[0], |point| point.nearest())
}

/// Where two edges cross, if plain doubles tell. With d, g along the edges and w between their first ends, `w × g / d × g` of d is off by at
/// most some roundings of (|w| + |d|) / sin(d, g), along d: so the point lies on d, and as near to the line of g as (|w| + |d|) allows.
#[inline(always)]
fn plain_crossing(e: Segment, f: Segment) -> Option<DVec2> {
    /// Angles with a lesser sine (2^-10) are too flat.
    const FLAT: f64 = 1.0 / 1024.0;
    /// The most that w and d may be, relative to the coordinates of either edge.
    const REACH: f64 = 4.0;
    /// What a point may stick out of the box of an edge, relative to the coordinates of either edge: two units in the last place.
    const OVERHANG: f64 = 2.0 * f64::EPSILON;
    let (d, g, w) = (e[1] - e[0], f[1] - f[0], f[0] - e[0]);
    let largest = |[p, q]: Segment| p.abs().max(q.abs()).max_element();
    let size = largest(e).min(largest(f));
    let (d_size, g_size, w_size) = (d.abs().max_element(), g.abs().max_element(), w.abs().max_element());
    let determinant = d.perp_dot(g);
    if w_size + d_size > REACH * size || determinant.abs() <= FLAT * d_size * g_size || d_size * g_size < TINY_SQUARE {
        return None;
    }
    let point = e[0] + d * (w.perp_dot(g) / determinant).clamp(0.0, 1.0);
    let room = DVec2::splat(OVERHANG * size);
    let inside = point.cmpge(f[0].min(f[1]) - room) & point.cmple(f[0].max(f[1]) + room);
    inside.all().then_some(point)
}

/// Products below this (2^-900) may have lost digits.
const TINY_SQUARE: f64 = f64::from_bits((1023 - 900) << 52);

/// Looks for edges that meet, by the trees, and for those of leaves by a table if there is one.
#[inline(always)]
pub(crate) fn edges_meet<S: Simd>(
    simd: S,
    posed: &PosedPair<'_>,
    pairs: Option<&LeafPairTable<'_, S>>,
    cost: &mut Cost,
) -> Option<CommonPoint> {
    let mut edges = None;
    let mut stop = |found, shared, _: &mut Cost| {
        edges = Some(CommonPoint::Edges(found, shared));
        ControlFlow::Break(())
    };
    let _ = match pairs {
        Some(pairs) => intersections_by_leaf_table(simd, pairs, cost, &mut stop),
        None => intersections_by_traversal(simd, posed, cost, &mut stop),
    };
    edges
}

/// Looks for a ring of one that lies inside the other, where no edges meet.
#[inline(always)]
pub(crate) fn rings_inside<S: Simd>(simd: S, posed: &PosedPair<'_>, cost: &mut Cost) -> Option<CommonPoint> {
    for body in 0..2 {
        let (own, other) = (&posed.bodies[body], &posed.bodies[1 - body]);
        let inside = ring_inside(
            posed,
            body,
            cost,
            #[inline(always)]
            |vertex| {
                let start = own.transform.point(own.polygon.vertices()[vertex]);
                inside_by_filter(simd, posed, other, start)
            },
        );
        if inside.is_some() {
            return inside;
        }
    }
    None
}

/// A ring of a body that lies inside the other, by its first vertex, where no edges meet: approximately if that tells, else exactly.
#[inline(always)]
fn ring_inside(
    posed: &PosedPair<'_>,
    body: usize,
    cost: &mut Cost,
    mut roughly: impl FnMut(usize) -> Option<bool>,
) -> Option<CommonPoint> {
    let (own, other) = (&posed.bodies[body], &posed.bodies[1 - body]);
    for ring in 0..own.polygon.ring_count() {
        let vertex = own.polygon.ring_range(ring).start;
        let inside = match roughly(vertex) {
            Some(inside) => inside,
            None => {
                let start = &ExactPoint::Double(own.vertex(vertex));
                let found = cast_ray(posed, other, Ray { start, axis: 0 }, cost);
                found.on_edge || found.ray_side
            }
        };
        if inside {
            return Some(CommonPoint::Inside(body, VertexId(vertex as u32)));
        }
    }
    None
}
