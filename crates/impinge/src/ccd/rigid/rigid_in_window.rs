//! Features of a rigid body in motion and of one at rest, over a window of times.

use super::coplanarity_quadruple::Points;
use super::motion_bounds::Stretch;
use super::motion_integers::Course;
use super::rigid_filter::Forms;
use super::rigid_motion::RigidMotion;
use super::rigid_polynomials::{EdgeForms, VertexForms};
use super::rotating_points::{TurningEdges, TurningVertex};
use crate::ccd::contact::contact_intervals;
use crate::ccd::contact::contact_intervals::Span;
use crate::ccd::contact::coplanar_times::Encounter;
use crate::ccd::contact::feature_pair_queries::{Body, Travel};
use crate::ccd::contact::first_contact::{First, first, first_known};
use crate::ccd::contact::impact::{Impact, edge_on_edge, vertex_on_face};
use crate::ccd::contact::time_window::Window;
use crate::cost::Cost;
use crate::feature::{EdgeFeature, TriangleFeature};
use crate::math::DVec3;
use dashu_int::IBig;

/// A rigid motion of the second body, ready for any number of questions; the first body is at rest. Points are each in the frame of their
/// body; a point that is not finite meets nothing.
#[derive(Debug)]
pub struct RigidCourse {
    pub(crate) motion: RigidMotion,
    pub(crate) course: Course,
}

/// The motion over a window of times.
#[derive(Clone, Debug)]
pub struct RigidTravel<'c> {
    own: &'c RigidCourse,
    window: Window,
    stretch: Stretch,
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

    /// Whether points meet, by doubles or by what they are in integers.
    fn meets<E: Encounter<Coefficient = IBig>>(
        &self,
        points: &[DVec3; 4],
        doubles: impl Fn(&[DVec3; 4]) -> Option<bool>,
        integers: impl Fn(&[DVec3; 4]) -> E,
        cost: &mut Cost,
    ) -> bool {
        cost.triangle_tests += 1;
        doubles(points).unwrap_or_else(|| {
            cost.exact_tests += 1;
            points.iter().all(|p| p.is_finite()) && first(&integers(points), self.window).is_some()
        })
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
        let exact = |points: &[DVec3; 4]| turning_vertex(owner, points, &self.own.course);
        self.meets(&[vertex, *a, *b, *c], |points| self.vertex_meets(owner, points), exact, cost)
    }

    fn face_spans(&self, owner: Body, vertex: DVec3, face: &[DVec3; 3], cost: &mut Cost) -> Vec<Span> {
        if !self.meets_face(owner, vertex, face, cost) {
            return Vec::new();
        }
        contact_intervals::spans(&turning_vertex(owner, &[vertex, face[0], face[1], face[2]], &self.own.course)).0
    }

    fn edge_edge(&self, [a, b]: &[DVec3; 2], [c, d]: &[DVec3; 2], cost: &mut Cost) -> Option<Impact<[EdgeFeature; 2]>> {
        let points = [*a, *b, *c, *d];
        let exact = |points: &[DVec3; 4]| TurningEdges::new(points, &self.own.course);
        let (time, features) = self.first(&points, |points| self.edges_meet(points), exact, cost)?;
        Some(edge_on_edge(&Points::with_edges(points).moment(&self.own.motion, time), features))
    }

    fn meets_edge(&self, [a, b]: &[DVec3; 2], [c, d]: &[DVec3; 2], cost: &mut Cost) -> bool {
        let exact = |points: &[DVec3; 4]| TurningEdges::new(points, &self.own.course);
        self.meets(&[*a, *b, *c, *d], |points| self.edges_meet(points), exact, cost)
    }

    fn edge_spans(&self, first: &[DVec3; 2], second: &[DVec3; 2], cost: &mut Cost) -> Vec<Span> {
        if !self.meets_edge(first, second, cost) {
            return Vec::new();
        }
        contact_intervals::spans(&TurningEdges::new(&[first[0], first[1], second[0], second[1]], &self.own.course)).0
    }
}

/// A vertex of a body and a face of the other.
pub(crate) fn turning_vertex(owner: Body, points: &[DVec3; 4], course: &Course) -> TurningVertex {
    match owner {
        Body::First => TurningVertex::face(points, course),
        Body::Second => TurningVertex::vertex(points, course),
    }
}
