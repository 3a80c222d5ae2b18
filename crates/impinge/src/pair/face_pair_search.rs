//! Pairs of faces that share a point, by a method from outside the engine.

use super::contacts::face_contacts::TouchingFaces;
use super::face_pair_method::{FacePairMethod, PosedMeshes};
use super::posed_pair::PosedPair;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::Pose;
use crate::math::predicates::Triangle;
use crate::triangle_pair::{TriangleRelation, relate};
use std::ops::ControlFlow;

/// Visits every pair of faces that share a point.
pub(super) fn visit_contacts(
    posed: &PosedPair<'_>,
    method: &dyn FacePairMethod,
    cost: &mut Cost,
    mut visit: impl FnMut(&TouchingFaces<'_>, &mut Cost) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let bodies = &posed.bodies();
    let mut recent = [RecentFaces::default(), RecentFaces::default()];
    method.candidates(&posed_meshes(posed), cost, &mut |pairs, cost| {
        for faces in pairs {
            let [s, t] = [0, 1].map(|k| recent[k].get(faces[k], |face| bodies[k].triangle(face)));
            let relation = relate(&s, &t, cost);
            if relation != TriangleRelation::Disjoint {
                visit(&TouchingFaces { faces: *faces, relation, bodies }, cost)?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// The two meshes of a query, in canonical order.
pub(super) fn posed_meshes<'a>(posed: &'a PosedPair<'_>) -> PosedMeshes<'a> {
    let [first, second] = posed.bodies().map(|body| body.mesh);
    PosedMeshes { first, second, first_from_second: posed.pose().unwrap_or(&Pose::IDENTITY) }
}

/// Faces in the frame of the query that were asked for last, by the lowest bits of their numbers: the faces of a leaf come again and again, and
/// posing one exactly takes longer than most tests.
#[derive(Default)]
struct RecentFaces([Option<(FaceId, Triangle)>; 8]);

impl RecentFaces {
    fn get(&mut self, face: FaceId, place: impl FnOnce(FaceId) -> Triangle) -> Triangle {
        let slot = &mut self.0[face.index() % 8];
        match slot {
            Some((kept, triangle)) if *kept == face => *triangle,
            _ => slot.insert((face, place(face))).1,
        }
    }
}
