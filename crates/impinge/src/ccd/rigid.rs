//! When features of a rigid body in motion meet those of a body at rest: exactly. Doubles tell most that never do, in a tenth of a
//! microsecond; all others take integers of any length and some tens of microseconds.

use super::course::Course;
use super::encounter::Encounter;
use super::impact::{Contacts, Impact, Moment, edge_on_edge, vertex_on_face};
use super::kind::Kind;
use super::rigid_filter::Forms;
use super::rigid_forms::{EdgeForms, VertexForms};
use super::rigid_motion::{RigidMotion, RigidMotionError};
use super::rigid_stop::crossings;
use super::rigid_travel::RigidCourse;
use super::stretch::Stretch;
use super::time::Time;
use super::timeline::{self, Span};
use super::travel::Body;
use super::turning::{TurningEdges, TurningVertex};
use super::window::Window;
use crate::feature::{EdgeFeature, TriangleFeature};
use crate::math::DVec3;
use dashu_int::IBig;

/// All times at which a vertex of the moving body is on a face at rest; points are each in the frame of their body.
///
/// # Errors
/// A point is not finite.
pub fn vertex_turning(
    vertex: DVec3,
    face: &[DVec3; 3],
    motion: &RigidMotion,
) -> Result<Contacts<TriangleFeature>, RigidMotionError> {
    let places = [vertex, face[0], face[1], face[2]];
    let points = Points::with_vertex(Body::Second, places).checked()?;
    let stretch = Stretch::new(motion, Window::WHOLE);
    if VertexForms::vertex(&places, &stretch).and_then(|forms| forms.meets()) == Some(false) {
        return Ok(Contacts::none());
    }
    Ok(points.contacts(&TurningVertex::vertex(&places, &Course::new(motion)), motion, vertex_on_face))
}

/// All times at which a vertex at rest is on a face of the moving body; points are each in the frame of their body.
///
/// # Errors
/// A point is not finite.
pub fn face_turning(
    vertex: DVec3,
    face: &[DVec3; 3],
    motion: &RigidMotion,
) -> Result<Contacts<TriangleFeature>, RigidMotionError> {
    let places = [vertex, face[0], face[1], face[2]];
    let points = Points::with_vertex(Body::First, places).checked()?;
    let stretch = Stretch::new(motion, Window::WHOLE);
    if VertexForms::face(&places, &stretch).and_then(|forms| forms.meets()) == Some(false) {
        return Ok(Contacts::none());
    }
    Ok(points.contacts(&TurningVertex::face(&places, &Course::new(motion)), motion, vertex_on_face))
}

/// All times at which an edge at rest and one of the moving body share a point; points are each in the frame of their body.
///
/// # Errors
/// A point is not finite.
pub fn edge_turning(
    resting: &[DVec3; 2],
    moving: &[DVec3; 2],
    motion: &RigidMotion,
) -> Result<Contacts<[EdgeFeature; 2]>, RigidMotionError> {
    let places = [resting[0], resting[1], moving[0], moving[1]];
    let points = Points::with_edges(places).checked()?;
    let stretch = Stretch::new(motion, Window::WHOLE);
    if EdgeForms::new(&places, &stretch).and_then(|forms| forms.meets()) == Some(false) {
        return Ok(Contacts::none());
    }
    Ok(points.contacts(&TurningEdges::new(&places, &Course::new(motion)), motion, edge_on_edge))
}

/// All spans in which an edge of the moving body and a face at rest share a point; points are each in the frame of their body.
///
/// # Errors
/// A point is not finite.
pub fn edge_turning_through_face(
    edge: &[DVec3; 2],
    face: &[DVec3; 3],
    motion: &RigidMotion,
) -> Result<Vec<Span>, RigidMotionError> {
    check(edge.iter().chain(face))?;
    Ok(crossings(Body::Second, edge, face, &RigidCourse::new(motion)))
}

/// All spans in which an edge at rest and a face of the moving body share a point; points are each in the frame of their body.
///
/// # Errors
/// A point is not finite.
pub fn face_turning_through_edge(
    edge: &[DVec3; 2],
    face: &[DVec3; 3],
    motion: &RigidMotion,
) -> Result<Vec<Span>, RigidMotionError> {
    check(edge.iter().chain(face))?;
    Ok(crossings(Body::First, edge, face, &RigidCourse::new(motion)))
}

fn check<'p>(points: impl IntoIterator<Item = &'p DVec3>) -> Result<(), RigidMotionError> {
    points.into_iter().find(|p| !p.is_finite()).map_or(Ok(()), |point| Err(RigidMotionError::Point(*point)))
}

/// Four points, and which of them move.
pub(super) struct Points {
    places: [DVec3; 4],
    moves: [bool; 4],
}

impl Points {
    /// A vertex of a body, and a face of the other.
    pub fn with_vertex(owner: Body, places: [DVec3; 4]) -> Self {
        let moves = owner == Body::Second;
        Self { places, moves: [moves, !moves, !moves, !moves] }
    }

    /// An edge at rest, and one that moves.
    pub fn with_edges(places: [DVec3; 4]) -> Self {
        Self { places, moves: [false, false, true, true] }
    }

    fn checked(self) -> Result<Self, RigidMotionError> {
        check(&self.places).map(|()| self)
    }

    /// Where they are at a time, and which way they go.
    pub fn moment(&self, motion: &RigidMotion, time: Time) -> Moment {
        let at = time.middle();
        let either = |k: usize, moved: DVec3, rests: DVec3| if self.moves[k] { moved } else { rests };
        let place = |k: usize| either(k, motion.place(self.places[k], at), self.places[k]);
        let velocity = |k: usize| either(k, motion.velocity(self.places[k], at), DVec3::ZERO);
        let ends = [0, 1, 2, 3];
        Moment { time, places: ends.map(place), velocities: ends.map(velocity) }
    }

    fn contacts<E: Encounter<Coefficient = IBig>>(
        &self,
        encounter: &E,
        motion: &RigidMotion,
        impact: impl Fn(&Moment, <E::Kind as Kind>::Features) -> Impact<<E::Kind as Kind>::Features>,
    ) -> Contacts<<E::Kind as Kind>::Features> {
        let (spans, first) = timeline::spans(encounter);
        let first = spans.first().zip(first);
        let impact = first.map(|(span, features)| impact(&self.moment(motion, span.begin), features));
        Contacts { spans, impact }
    }
}
