//! A point that two bodies share: where two of their faces meet, else where a part of one lies inside the other.

use super::solid_relation::contained_vertex;
use crate::bvh::{Open, Order, Slot};
use crate::cost::Cost;
use crate::feature::{FaceId, Feature, VertexId};
use crate::pair::contacts::face_contacts::{resume_contacts, visit_contacts};
use crate::pair::distance::closest_faces::as_asked;
use crate::pair::pair_query_types::Distance;
use crate::pair::posed_pair::PosedPair;
use crate::pair::query::budget::Meter;
use crate::triangle_pair::intersection;
use std::ops::ControlFlow;

/// A point that both bodies have, by where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonPoint {
    /// On two faces, in canonical order.
    Faces([FaceId; 2]),
    /// A vertex of one body (0 or 1 in canonical order), inside the other.
    Inside(usize, VertexId),
}

impl CommonPoint {
    /// As a distance of zero.
    pub fn distance(self, posed: &PosedPair<'_>, cost: &mut Cost) -> Option<Distance> {
        let bodies = posed.bodies();
        match self {
            Self::Faces(faces) => {
                let [s, t] = [0, 1].map(|k| bodies[k].triangle(faces[k]));
                let common = intersection(&s, &t, cost)?;
                let corner = common.corners()[0];
                let corners = [0, 1].map(|k| bodies[k].mesh.faces()[faces[k].index()]);
                let features = [0, 1].map(|k| Some(corner.features[k].in_mesh(faces[k], corners[k])));
                Some(as_asked(posed, 0.0, [corner.point; 2], features))
            }
            Self::Inside(own, vertex) => {
                let mut features = [None; 2];
                features[own] = Some(Feature::Vertex(vertex));
                Some(as_asked(posed, 0.0, [bodies[own].vertex(vertex); 2], features))
            }
        }
    }
}

/// A point that both bodies have, if there is one: always the same.
pub(crate) fn common_point(posed: &PosedPair<'_>, cost: &mut Cost) -> Option<CommonPoint> {
    let mut first = None;
    let _ = visit_contacts(posed, Order::NearestFirst, cost, |touching, _| {
        first = Some(CommonPoint::Faces(touching.faces));
        ControlFlow::Break(())
    });
    first.or_else(|| inner_point(posed, cost))
}

/// A vertex of one body inside the other, no two faces sharing a point.
pub(crate) fn inner_point(posed: &PosedPair<'_>, cost: &mut Cost) -> Option<CommonPoint> {
    contained_vertex(posed, cost).map(|(own, vertex)| CommonPoint::Inside(own, vertex))
}

/// The search for a common point, left when a budget is spent.
#[derive(Clone, Debug)]
pub struct CommonPointSearch {
    open: Open,
    /// The answer, once it is known.
    found: Option<Option<CommonPoint>>,
}

impl CommonPointSearch {
    /// A search that has not begun.
    pub fn new() -> Self {
        Self { open: vec![[Slot::ROOT; 2]], found: None }
    }

    /// A search that is known to find nothing.
    pub fn in_vain() -> Self {
        Self { open: Vec::new(), found: Some(None) }
    }

    /// Pairs of boxes that may still share a point.
    pub fn waiting(&self) -> usize {
        self.open.len()
    }

    /// Whether the answer is known.
    pub fn is_over(&self) -> bool {
        self.found.is_some()
    }

    /// Goes on until the answer is known or the budget is spent: `None` as long as it is not known.
    pub fn advance(
        &mut self,
        posed: &PosedPair<'_>,
        meter: &mut Meter,
        cost: &mut Cost,
    ) -> Option<Option<CommonPoint>> {
        if self.found.is_some() {
            return self.found;
        }
        let mut first = None;
        let _ = resume_contacts(posed, Order::NearestFirst, &mut self.open, meter, cost, &mut |touching, _| {
            first = Some(CommonPoint::Faces(touching.faces));
            ControlFlow::Break(())
        });
        if first.is_some() {
            self.open.clear();
            self.found = Some(first);
        } else if self.open.is_empty() && meter.has_some() {
            let before = cost.box_tests;
            self.found = Some(inner_point(posed, cost));
            meter.pay_for((cost.box_tests - before).div_ceil(8));
        }
        self.found
    }
}
