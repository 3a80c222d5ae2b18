//! When features of a rigid body in motion meet those of a body at rest: exactly, in integers of any length, some tens of microseconds each.

use super::encounter::Encounter;
use super::impact::{Contacts, Impact, Moment, edge_on_edge, vertex_on_face};
use super::kind::Kind;
use super::rigid_motion::{RigidMotion, RigidMotionError};
use super::timeline;
use super::turning::Turning;
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
    let points = Points::try_new([vertex, face[0], face[1], face[2]], [true, false, false, false])?;
    Ok(points.contacts(&Turning::vertex(vertex, face, motion), motion, vertex_on_face))
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
    let points = Points::try_new([vertex, face[0], face[1], face[2]], [false, true, true, true])?;
    Ok(points.contacts(&Turning::face(vertex, face, motion), motion, vertex_on_face))
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
    let points = Points::try_new([resting[0], resting[1], moving[0], moving[1]], [false, false, true, true])?;
    Ok(points.contacts(&Turning::edges(resting, moving, motion), motion, edge_on_edge))
}

/// Four points, and which of them move.
struct Points {
    places: [DVec3; 4],
    moves: [bool; 4],
}

impl Points {
    fn try_new(places: [DVec3; 4], moves: [bool; 4]) -> Result<Self, RigidMotionError> {
        match places.iter().find(|p| !p.is_finite()) {
            Some(point) => Err(RigidMotionError::Point(*point)),
            None => Ok(Self { places, moves }),
        }
    }

    fn contacts<E: Encounter<Coefficient = IBig>>(
        &self,
        encounter: &E,
        motion: &RigidMotion,
        impact: impl Fn(&Moment, <E::Kind as Kind>::Features) -> Impact<<E::Kind as Kind>::Features>,
    ) -> Contacts<<E::Kind as Kind>::Features> {
        let (spans, first) = timeline::spans(encounter);
        let impact = spans.first().zip(first).map(|(span, features)| {
            let (time, at) = (span.begin, span.begin.middle());
            let either = |k: usize, moved: DVec3, rests: DVec3| if self.moves[k] { moved } else { rests };
            let place = |k: usize| either(k, motion.place(self.places[k], at), self.places[k]);
            let velocity = |k: usize| either(k, motion.velocity(self.places[k], at), DVec3::ZERO);
            let ends = [0, 1, 2, 3];
            impact(&Moment { time, places: ends.map(place), velocities: ends.map(velocity) }, features)
        });
        Contacts { spans, impact }
    }
}
