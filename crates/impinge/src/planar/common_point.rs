//! A point that two polygons share: where edges meet, or a vertex of one inside the other.

use super::contacts::{meetings, tree_meetings};
use super::distance::feature_of_edge;
use super::meet::Meet;
use super::ray::{Ray, beside, roughly_inside};
use super::setting::{Placed, Setting};
use super::site::Site;
use super::{Distance, EdgeId, Method};
use crate::cost::Cost;
use crate::feature::{Feature, VertexId};
use crate::math::{DVec2, simd};
use fearless_simd::{Simd, dispatch};
use std::ops::ControlFlow;

/// Why two polygons share a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CommonPoint {
    /// Two edges meet.
    Edges([EdgeId; 2], Meet),
    /// No edges meet, and a vertex of the body of this index lies inside the other.
    Inside(usize, VertexId),
}

impl CommonPoint {
    /// Looks for one, and stops at the first.
    pub fn find(setting: &Setting<'_>, cost: &mut Cost) -> Option<Self> {
        if setting.method == Method::Brute {
            let mut edges = None;
            let _ = meetings(setting, cost, &mut |found, meet, _| {
                edges = Some(Self::Edges(found, meet));
                ControlFlow::Break(())
            });
            return edges.or_else(|| (0..2).find_map(|body| ring_inside(setting, body, cost, |_| None)));
        }
        dispatch!(simd::level(), simd => find(simd, setting, cost))
    }

    /// The answer to a question of distance.
    pub fn distance(self, setting: &Setting<'_>) -> Distance {
        let [first, second] = &setting.bodies;
        let (point, features) = match self {
            Self::Edges(edges, meet) => {
                let point = match meet {
                    Meet::Touch(p) | Meet::Overlap([p, _]) => p,
                    Meet::Cross | Meet::Apart => rough_crossing(setting, edges),
                };
                (point, [feature(first, edges[0], meet, point), feature(second, edges[1], meet, point)])
            }
            Self::Inside(body, vertex) => {
                let mut features = [None; 2];
                features[body] = Some(Feature::Vertex(vertex));
                (setting.bodies[body].vertex(vertex.index()), features)
            }
        };
        let points = [setting.point_in_a(point); 2];
        Distance { value: 0.0, points, features: setting.as_asked(features) }
    }
}

/// The part of an edge that a common point lies on: where edges cross, it is inside both.
fn feature(body: &Placed<'_>, edge: EdgeId, meet: Meet, point: DVec2) -> Option<Feature> {
    let ends = if meet == Meet::Cross { None } else { Some(body.edge(edge)) };
    Some(feature_of_edge(body.polygon, edge, ends, point))
}

/// Where two edges cross, on the first of them, in plain doubles.
fn rough_crossing(setting: &Setting<'_>, edges: [EdgeId; 2]) -> DVec2 {
    let [first, second] = &setting.bodies;
    let ends = first.polygon.edge(edges[0]);
    let [p, q] = ends.map(|p| first.carrier.point(p));
    let [r, s] = second.polygon.edge(edges[1]).map(|p| second.carrier.point(p));
    let (at_p, at_q) = ((s - r).perp_dot(p - r), (s - r).perp_dot(q - r));
    let share = at_p / (at_p - at_q);
    let share = if share.is_nan() { 0.5 } else { share.clamp(0.0, 1.0) };
    ends[0] + (ends[1] - ends[0]) * share
}

/// Looks for one by the trees.
#[inline(always)]
pub(super) fn find<S: Simd>(simd: S, setting: &Setting<'_>, cost: &mut Cost) -> Option<CommonPoint> {
    let mut edges = None;
    let _ = tree_meetings(simd, setting, cost, &mut |found, meet, _| {
        edges = Some(CommonPoint::Edges(found, meet));
        ControlFlow::Break(())
    });
    if edges.is_some() {
        return edges;
    }
    for body in 0..2 {
        let (own, other) = (&setting.bodies[body], &setting.bodies[1 - body]);
        let inside = ring_inside(
            setting,
            body,
            cost,
            #[inline(always)]
            |vertex| {
                let start = own.carrier.point(own.polygon.vertices()[vertex]);
                roughly_inside(simd, setting, other, start)
            },
        );
        if inside.is_some() {
            return inside;
        }
    }
    None
}

/// A ring of a body that lies inside the other, by its first vertex, where no edges meet: roughly if that tells, else exactly.
#[inline(always)]
fn ring_inside(
    setting: &Setting<'_>,
    body: usize,
    cost: &mut Cost,
    mut roughly: impl FnMut(usize) -> Option<bool>,
) -> Option<CommonPoint> {
    let (own, other) = (&setting.bodies[body], &setting.bodies[1 - body]);
    for ring in 0..own.polygon.ring_count() {
        let vertex = own.polygon.ring_range(ring).start;
        let inside = match roughly(vertex) {
            Some(inside) => inside,
            None => {
                let start = &Site::Double(own.vertex(vertex));
                let found = beside(setting, other, Ray { start, axis: 0 }, cost);
                found.on_edge || found.ray_side
            }
        };
        if inside {
            return Some(CommonPoint::Inside(body, VertexId(vertex as u32)));
        }
    }
    None
}
