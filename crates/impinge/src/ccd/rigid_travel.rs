//! Features of a rigid body in motion and of one at rest.

use super::bernstein::Bernstein;
use super::course::Course;
use super::edge_face::{EdgeFace, MOST_HALVINGS, Part};
use super::encounter::Encounter;
use super::first::{First, first, first_known};
use super::frozen::Frozen;
use super::impact::{Impact, edge_on_edge, vertex_on_face};
use super::posed::Posed;
use super::rigid::Points;
use super::rigid_filter::Forms;
use super::rigid_forms::{EdgeForms, VertexForms};
use super::rigid_motion::RigidMotion;
use super::stretch::Stretch;
use super::time::Time;
use super::timeline::Span;
use super::travel::{Body, Stop, Travel};
use super::turning::{TurningEdges, TurningVertex};
use super::window::Window;
use crate::cost::Cost;
use crate::feature::{EdgeFeature, TriangleFeature};
use crate::math::DVec3;
use dashu_int::IBig;
use std::sync::OnceLock;

/// A rigid motion of the second body, ready for any number of questions; the first body is at rest. Points are each in the frame of their
/// body; a point that is not finite meets nothing.
#[derive(Debug)]
pub struct RigidCourse {
    motion: RigidMotion,
    course: Course,
}

/// The motion over a window of times.
#[derive(Clone, Debug)]
pub struct RigidTravel<'c> {
    own: &'c RigidCourse,
    window: Window,
    stretch: Stretch,
}

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
    /// What all features need to know of a motion.
    #[must_use]
    pub fn new(motion: &RigidMotion) -> Self {
        Self { motion: *motion, course: Course::new(motion) }
    }

    /// Over these times.
    #[must_use]
    pub fn over(&self, window: Window) -> RigidTravel<'_> {
        RigidTravel { own: self, window, stretch: Stretch::new(&self.motion, window) }
    }

    /// At a time of the motion; `None` if it is none.
    #[must_use]
    pub fn at(&self, time: f64) -> Option<RigidStop<'_>> {
        let stretch = |from: f64, until: f64| Some(Stretch::new(&self.motion, Window::new(from, until)?));
        let (now, ahead, behind) = (stretch(time, time)?, stretch(time, 1.0)?, stretch(0.0, time)?);
        Some(RigidStop { own: self, time: time.abs(), now, ahead, behind, posed: OnceLock::new() })
    }
}

impl RigidTravel<'_> {
    /// The first contact of points, by doubles or by what they are in integers.
    fn first<E: Encounter<Coefficient = IBig>>(
        &self,
        points: &[DVec3; 4],
        doubles: impl Fn(&[DVec3; 4]) -> Option<bool>,
        integers: impl Fn(&[DVec3; 4]) -> E,
        cost: &mut Cost,
    ) -> First<E> {
        cost.triangle_tests += 1;
        match doubles(points) {
            Some(false) => None,
            Some(true) => first_known(&integers(points), self.window),
            None => {
                cost.exact_tests += 1;
                points.iter().all(|p| p.is_finite()).then(|| first(&integers(points), self.window)).flatten()
            }
        }
    }

    fn vertex_meets(&self, owner: Body, points: &[DVec3; 4]) -> Option<bool> {
        match owner {
            Body::First => VertexForms::face(points, &self.stretch)?.meets(),
            Body::Second => VertexForms::vertex(points, &self.stretch)?.meets(),
        }
    }

    fn edges_meet(&self, points: &[DVec3; 4]) -> Option<bool> {
        EdgeForms::new(points, &self.stretch)?.meets()
    }
}

impl Travel for RigidTravel<'_> {
    type Vertex = DVec3;

    fn vertex_face(
        &self,
        owner: Body,
        vertex: DVec3,
        [a, b, c]: &[DVec3; 3],
        cost: &mut Cost,
    ) -> Option<Impact<TriangleFeature>> {
        let points = [vertex, *a, *b, *c];
        let exact = |points: &[DVec3; 4]| turning_vertex(owner, points, &self.own.course);
        let (time, features) = self.first(&points, |points| self.vertex_meets(owner, points), exact, cost)?;
        Some(vertex_on_face(&Points::with_vertex(owner, points).moment(&self.own.motion, time), features))
    }

    fn meets_face(&self, owner: Body, vertex: DVec3, [a, b, c]: &[DVec3; 3], cost: &mut Cost) -> bool {
        cost.triangle_tests += 1;
        let points = [vertex, *a, *b, *c];
        self.vertex_meets(owner, &points).unwrap_or_else(|| {
            cost.exact_tests += 1;
            let is_finite = points.iter().all(|p| p.is_finite());
            is_finite && first(&turning_vertex(owner, &points, &self.own.course), self.window).is_some()
        })
    }

    fn edge_edge(&self, [a, b]: &[DVec3; 2], [c, d]: &[DVec3; 2], cost: &mut Cost) -> Option<Impact<[EdgeFeature; 2]>> {
        let points = [*a, *b, *c, *d];
        let exact = |points: &[DVec3; 4]| TurningEdges::new(points, &self.own.course);
        let (time, features) = self.first(&points, |points| self.edges_meet(points), exact, cost)?;
        Some(edge_on_edge(&Points::with_edges(points).moment(&self.own.motion, time), features))
    }

    fn meets_edge(&self, [a, b]: &[DVec3; 2], [c, d]: &[DVec3; 2], cost: &mut Cost) -> bool {
        cost.triangle_tests += 1;
        let points = [*a, *b, *c, *d];
        self.edges_meet(&points).unwrap_or_else(|| {
            cost.exact_tests += 1;
            let is_finite = points.iter().all(|p| p.is_finite());
            is_finite && first(&TurningEdges::new(&points, &self.own.course), self.window).is_some()
        })
    }
}

/// A vertex of a body and a face of the other.
fn turning_vertex(owner: Body, points: &[DVec3; 4], course: &Course) -> TurningVertex {
    match owner {
        Body::First => TurningVertex::face(points, course),
        Body::Second => TurningVertex::vertex(points, course),
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

    fn determinant(&self, index: usize, part: Part) -> Option<(Bernstein<4>, f64)> {
        let (stretch, halvings) = match part {
            Part::Now => (&self.stop.now, 0),
            Part::Ahead => (&self.stop.ahead, MOST_HALVINGS),
            Part::Behind => (&self.stop.behind, MOST_HALVINGS),
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
pub(super) fn crossings(owner: Body, edge: &[DVec3; 2], face: &[DVec3; 3], course: &RigidCourse) -> Vec<Span> {
    let Some(stop) = course.at(0.0) else { return Vec::new() };
    let Some(pair) = RigidPair::new(owner, edge, face, &stop) else { return Vec::new() };
    pair.spans()
}
