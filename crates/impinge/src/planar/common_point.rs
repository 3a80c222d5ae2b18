//! A point that two polygons share: where edges meet, or a vertex of one inside the other.

use super::contacts::{meetings, tree_meetings};
use super::distance::feature_of_edge;
use super::meet::contact;
use super::ray::{Ray, beside, roughly_inside};
use super::setting::Setting;
use super::site::Site;
use super::{Distance, EdgeId, Method};
use crate::cost::Cost;
use crate::feature::{Feature, VertexId};
use crate::math::simd;
use fearless_simd::{Simd, dispatch};
use std::ops::ControlFlow;

/// Why two polygons share a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommonPoint {
    /// Two edges meet.
    Edges([EdgeId; 2]),
    /// No edges meet, and a vertex of the body of this index lies inside the other.
    Inside(usize, VertexId),
}

impl CommonPoint {
    /// Looks for one, and stops at the first.
    pub fn find(setting: &Setting<'_>, cost: &mut Cost) -> Option<Self> {
        if setting.method == Method::Brute {
            let mut edges = None;
            let _ = meetings(setting, cost, &mut |found, _, _| {
                edges = Some(Self::Edges(found));
                ControlFlow::Break(())
            });
            return edges.or_else(|| (0..2).find_map(|body| ring_inside(setting, body, cost, |_| None)));
        }
        dispatch!(simd::level(), simd => find(simd, setting, cost))
    }

    /// The answer to a question of distance.
    pub fn distance(self, setting: &Setting<'_>, cost: &mut Cost) -> Option<Distance> {
        let [first, second] = &setting.bodies;
        let (point, features) = match self {
            Self::Edges(edges) => {
                let (_, common) = contact(first.edge(edges[0]), second.edge(edges[1]), cost)?;
                let point = *common.points().first()?;
                let features = [0, 1].map(|k| Some(feature_of_edge(&setting.bodies[k], edges[k], point)));
                (point, features)
            }
            Self::Inside(body, vertex) => {
                let mut features = [None; 2];
                features[body] = Some(Feature::Vertex(vertex));
                (setting.bodies[body].vertex(vertex.index()), features)
            }
        };
        let points = [setting.point_in_a(point); 2];
        Some(Distance { value: 0.0, points, features: setting.as_asked(features) })
    }
}

#[inline(always)]
fn find<S: Simd>(simd: S, setting: &Setting<'_>, cost: &mut Cost) -> Option<CommonPoint> {
    let mut edges = None;
    let _ = tree_meetings(simd, setting, cost, &mut |found, _, _| {
        edges = Some(CommonPoint::Edges(found));
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
