//! When features of a rigid body in motion meet those of a body at rest: exactly. Doubles tell most that never do, in a tenth of a
//! microsecond; all others take integers of any length and some tens of microseconds.

use super::coplanarity_quadruple::{Points, check};
use super::motion_bounds::Stretch;
use super::motion_integers::Course;
use super::rigid_at_time::crossings;
use super::rigid_filter::Forms;
use super::rigid_in_window::RigidCourse;
use super::rigid_motion::{RigidMotion, RigidMotionError};
use super::rigid_polynomials::{EdgeForms, VertexForms};
use super::rotating_points::{TurningEdges, TurningVertex};
use crate::ccd::contact::contact_intervals::Span;
use crate::ccd::contact::feature_pair_queries::Body;
use crate::ccd::contact::impact::{Contacts, edge_on_edge, vertex_on_face};
use crate::ccd::contact::time_window::Window;
use crate::feature::{EdgeFeature, TriangleFeature};
use crate::math::DVec3;

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
