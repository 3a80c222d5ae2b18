//! The faces of each of two bodies that are not outside the other.
//!
//! A ball inside both bodies touches each of them, if at all, inside the other or on its surface. So faces outside need no look. Faces that meet no face of the other body are on
//! one side of it together with their neighbours: one point tells for all of them.

use super::ball_search::{BallSearch, ROUNDING, Remainder};
use super::body_side::{Side, SolidBody};
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::pair::contacts::common_tips::TipContacts;
use crate::pair::contacts::face_contacts::visit_contacts_beyond_tips;
use crate::pair::posed_pair::PosedPair;
use std::ops::ControlFlow;

/// For each body, whether a face is not outside the other, by face.
pub(super) fn enclosed_faces(posed: &PosedPair<'_>, bodies: &[SolidBody<'_>; 2], cost: &mut Cost) -> [Vec<bool>; 2] {
    let mut meeting = bodies.map(|body| vec![false; body.mesh.mesh.faces().len()]);
    let mut at_tips: [Vec<FaceId>; 2] = Default::default();
    let at_tip = &mut |tips: &TipContacts<'_>| (0..2).for_each(|k| at_tips[k].extend_from_slice(tips.faces[k]));
    let _ = visit_contacts_beyond_tips(posed, cost, at_tip, &mut |touching, _| {
        (0..2).for_each(|k| meeting[k][touching.faces[k].index()] = true);
        ControlFlow::Continue(())
    });
    (0..2).for_each(|k| at_tips[k].iter().for_each(|face| meeting[k][face.index()] = true));
    [0, 1].map(|k| with_enclosed(&bodies[k], &bodies[1 - k], &meeting[k], cost))
}

/// The faces that meet the other body, and those inside it.
fn with_enclosed(body: &SolidBody<'_>, other: &SolidBody<'_>, meeting: &[bool], cost: &mut Cost) -> Vec<bool> {
    let topology = body.mesh.mesh.topology();
    let (mut enclosed, mut seen) = (meeting.to_vec(), meeting.to_vec());
    let mut members: Vec<FaceId> = Vec::new();
    for first in body.mesh.mesh.face_ids() {
        if seen[first.index()] {
            continue;
        }
        seen[first.index()] = true;
        members.clear();
        members.push(first);
        let mut next = 0;
        while let Some(&face) = members.get(next) {
            next += 1;
            for beside in (0..3).filter_map(|i| topology.neighbour(face, i)) {
                if !std::mem::replace(&mut seen[beside.index()], true) {
                    members.push(beside);
                }
            }
        }
        // No face of the other body is at the face, so any point of it tells.
        if other.exact_side(body.mesh.triangle(first)[0], cost) != Side::Outside {
            members.iter().for_each(|face| enclosed[face.index()] = true);
        }
    }
    enclosed
}

/// The enclosed faces of a body that balls may touch whose middle is where the cubes say, sorted.
pub(super) fn faces_within(search: &BallSearch<'_>, body: usize, rest: &Remainder, enclosed: &[bool]) -> Vec<FaceId> {
    let mesh = &search.bodies[body].mesh;
    let mut is_near = vec![false; enclosed.len()];
    for cube in &rest.cubes {
        let reach = cube.reaches[body].min(cube.largest) * (1.0 + ROUNDING) + search.grain;
        let around = Aabb { min: cube.bounds.min - reach, max: cube.bounds.max + reach };
        mesh.visit_near(&around, &mut Cost::default(), &mut |face, _| {
            let is_known = !enclosed[face.index()] || is_near[face.index()];
            is_near[face.index()] |= !is_known && mesh.bounds_of_face(face).overlaps(&around);
        });
    }
    mesh.mesh.face_ids().filter(|face| is_near[face.index()]).collect()
}
