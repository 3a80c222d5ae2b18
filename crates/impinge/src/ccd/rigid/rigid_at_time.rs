//! Edges and faces of a rigid body in motion and of one at rest, at one time.

use super::motion_bounds::Stretch;
use super::pose_integers::Posed;
use super::rigid_filter::Forms;
use super::rigid_in_window::{RigidCourse, turning_vertex};
use super::rigid_polynomials::{EdgeForms, VertexForms};
use super::rotating_points::{TurningEdges, TurningVertex};
use crate::ccd::contact::contact_intervals::Span;
use crate::ccd::contact::edge_face_at_time::{EdgeFace, MOST_HALVINGS, MotionPart};
use crate::ccd::contact::edge_face_integers::Frozen;
use crate::ccd::contact::feature_pair_queries::{Body, Stop};
use crate::ccd::contact::time_window::Window;
use crate::ccd::polynomial::bernstein::Bernstein;
use crate::ccd::polynomial::root_time::Time;
use crate::cost::Cost;
use crate::math::DVec3;
use std::sync::OnceLock;

/// The motion at one time.
#[derive(Clone, Debug)]
pub struct RigidStop<'c> {
    own: &'c RigidCourse,
    time: f64,
    now: Stretch,
    ahead: Stretch,
    behind: Stretch,
    /// In integers, for those that need it.
    posed: OnceLock<Posed>,
}

impl RigidCourse {
    /// At a time of the motion; `None` for a time outside of it.
    #[must_use]
    pub fn at(&self, time: f64) -> Option<RigidStop<'_>> {
        let stretch = |from: f64, until: f64| Some(Stretch::new(&self.motion, Window::new(from, until)?));
        let (now, ahead, behind) = (stretch(time, time)?, stretch(time, 1.0)?, stretch(0.0, time)?);
        Some(RigidStop { own: self, time: time.abs(), now, ahead, behind, posed: OnceLock::new() })
    }
}

impl Stop for RigidStop<'_> {
    type Vertex = DVec3;

    fn crosses(&self, owner: Body, edge: &[DVec3; 2], face: &[DVec3; 3], cost: &mut Cost) -> bool {
        RigidPair::new(owner, edge, face, self).is_some_and(|pair| pair.crosses(cost))
    }

    fn crosses_until(&self, owner: Body, edge: &[DVec3; 2], face: &[DVec3; 3], cost: &mut Cost) -> Option<Time> {
        RigidPair::new(owner, edge, face, self)?.until(cost)
    }

    fn crossing(&self, owner: Body, edge: &[DVec3; 2], face: &[DVec3; 3], cost: &mut Cost) -> Option<Span> {
        RigidPair::new(owner, edge, face, self)?.span(cost)
    }
}

/// An edge of one body and a face of the other.
struct RigidPair<'s> {
    owner: Body,
    ends: [[DVec3; 4]; 2],
    sides: [[DVec3; 4]; 3],
    stop: &'s RigidStop<'s>,
}

impl<'s> RigidPair<'s> {
    /// `None` if a point is not finite.
    fn new(owner: Body, [p, q]: &[DVec3; 2], [a, b, c]: &[DVec3; 3], stop: &'s RigidStop<'s>) -> Option<Self> {
        if ![p, q, a, b, c].iter().all(|point| point.is_finite()) {
            return None;
        }
        let sides = [[a, b], [b, c], [c, a]].map(|[f, g]| match owner {
            Body::First => [*p, *q, *f, *g],
            Body::Second => [*f, *g, *p, *q],
        });
        Some(Self { owner, ends: [p, q].map(|v| [*v, *a, *b, *c]), sides, stop })
    }
}

impl<'s> EdgeFace for RigidPair<'s> {
    type End = TurningVertex;
    type Side = TurningEdges<'s>;

    fn time(&self) -> f64 {
        self.stop.time
    }

    fn determinant(&self, index: usize, part: MotionPart) -> Option<(Bernstein<4>, f64)> {
        let (stretch, halvings) = match part {
            MotionPart::Now => (&self.stop.now, 0),
            MotionPart::Ahead => (&self.stop.ahead, MOST_HALVINGS),
            MotionPart::Behind => (&self.stop.behind, MOST_HALVINGS),
        };
        match (index.checked_sub(2), self.owner) {
            (None, Body::First) => VertexForms::face(&self.ends[index], stretch)?.bounded(halvings),
            (None, Body::Second) => VertexForms::vertex(&self.ends[index], stretch)?.bounded(halvings),
            (Some(side), _) => EdgeForms::new(&self.sides[side], stretch)?.bounded(halvings),
        }
        .into()
    }

    fn frozen(&self, time: f64) -> Frozen {
        let [[p, a, b, c], [q, ..]] = self.ends;
        let course = &self.stop.own.course;
        let (grid, finer) = course.grid(&[p, q, a, b, c]);
        let other;
        let posed = if time == self.stop.time {
            self.stop.posed.get_or_init(|| Posed::new(course, time))
        } else {
            other = Posed::new(course, time);
            &other
        };
        let (moving, resting) = (|p: DVec3| posed.moving(p, grid, finer), |p: DVec3| posed.resting(p, grid));
        match self.owner {
            Body::First => Frozen { edge: [p, q].map(resting), face: [a, b, c].map(moving) },
            Body::Second => Frozen { edge: [p, q].map(moving), face: [a, b, c].map(resting) },
        }
    }

    fn end(&self, index: usize) -> TurningVertex {
        turning_vertex(self.owner, &self.ends[index], &self.stop.own.course)
    }

    fn side(&self, index: usize) -> TurningEdges<'s> {
        TurningEdges::new(&self.sides[index], &self.stop.own.course)
    }
}

/// All spans in which an edge of one body, which is named, and a face of the other share a point, first to last.
pub(crate) fn crossings(owner: Body, edge: &[DVec3; 2], face: &[DVec3; 3], course: &RigidCourse) -> Vec<Span> {
    let Some(stop) = course.at(0.0) else { return Vec::new() };
    let Some(pair) = RigidPair::new(owner, edge, face, &stop) else { return Vec::new() };
    pair.spans()
}
