//! The faces of each of two bodies that are not outside the other.
//!
//! A ball inside both bodies touches each of them, if at all, inside the other or on its surface. So faces outside need no look. Faces that meet no face of the other body are on
//! one side of it together with their neighbours: one point tells for all of them.

use super::ball_search::{BallSearch, ROUNDING, Remainder};
use super::body_side::{InsideRule, Side, SolidBody, exact_point};
use crate::bound::Aabb;
use crate::bvh::Order;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::pair::contacts::face_contacts::visit_contacts;
use crate::pair::point::point_query::nearest_in;
use crate::pair::posed_pair::PosedPair;
use std::ops::ControlFlow;

/// Which faces of a body meet the other, and which may be inside it or on its surface, both by face.
pub(super) struct EnclosedFaces {
    pub meeting: Vec<bool>,
    pub enclosed: Vec<bool>,
}

/// The faces of each body that are not outside the other.
pub(super) fn enclosed_faces(
    posed: &PosedPair<'_>,
    bodies: &[SolidBody<'_>; 2],
    cost: &mut Cost,
) -> [EnclosedFaces; 2] {
    let mut meeting = bodies.map(|body| vec![false; body.mesh.mesh.faces().len()]);
    let _ = visit_contacts(posed, Order::Stored, cost, |touching, _| {
        (0..2).for_each(|k| meeting[k][touching.faces[k].index()] = true);
        ControlFlow::Continue(())
    });
    [0, 1].map(|k| {
        let meeting = std::mem::take(&mut meeting[k]);
        let enclosed = match bodies[1 - k].rule {
            InsideRule::Exact => with_enclosed(&bodies[k], &bodies[1 - k], &meeting, cost),
            // Through an opening, a ball may touch what is outside.
            InsideRule::Winding => vec![true; meeting.len()],
        };
        EnclosedFaces { meeting, enclosed }
    })
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

/// Of the given faces of a body, those that a ball in the other may touch whose radius is at most `largest`, if the other is not closed: clusters of faces are dropped if all that can
/// be reached from them on a way of that length that crosses no face is outside.
pub(super) fn without_outside(
    search: &mut BallSearch<'_>,
    own: usize,
    faces: Vec<FaceId>,
    largest: f64,
) -> Vec<FaceId> {
    /// Clusters of no more faces are kept.
    const SMALL: usize = 8;
    let (body, other) = (search.bodies[own].mesh, search.bodies[1 - own]);
    let (mut open, mut kept) = (vec![faces], Vec::new());
    while let Some(mut cluster) = open.pop() {
        if cluster.len() <= SMALL {
            kept.extend(cluster);
            continue;
        }
        let bounds = cluster.iter().flat_map(|face| body.triangle(*face)).fold(Aabb::EMPTY, Aabb::including);
        let reach = 0.5 * bounds.size().length() * (1.0 + ROUNDING) + search.grain;
        let middle = exact_point(bounds.centre());
        let is_outside = middle.is_some_and(|middle| {
            let near = nearest_in(&other.mesh, middle, None, &mut search.cost);
            near.is_some_and(|near| near.distance.lower > reach)
                && other.is_outside_about(middle, reach + largest, &mut search.cost)
        });
        if is_outside {
            continue;
        }
        let size = bounds.size();
        let axis = (0..3).max_by(|i, j| size[*i].total_cmp(&size[*j])).unwrap_or(0);
        let half = cluster.len() / 2;
        let place = |face: &FaceId| body.triangle(*face)[0][axis];
        cluster.select_nth_unstable_by(half, |p, q| place(p).total_cmp(&place(q)).then(p.cmp(q)));
        open.push(cluster.split_off(half));
        open.push(cluster);
    }
    kept.sort_unstable();
    kept
}

/// The faces of a body that balls may touch whose middle is where the cubes say, sorted.
pub(super) fn faces_within(search: &mut BallSearch<'_>, body: usize, rest: &Remainder) -> Vec<FaceId> {
    let mut faces = Vec::new();
    for cube in &rest.cubes {
        let reach = cube.reaches[body].min(cube.largest) * (1.0 + ROUNDING) + search.grain;
        let around = Aabb { min: cube.bounds.min - reach, max: cube.bounds.max + reach };
        search.bodies[body].mesh.visit_near(&around, &mut search.cost, &mut |face, _| faces.push(face));
    }
    faces.sort_unstable();
    faces.dedup();
    faces
}
