//! Faces of the result that meet where no faces of the input did.

use super::healed_face::HealedFace;
use crate::bound::{Aabb, PosedBoxes};
use crate::bvh::{Encounter, Preset, Slot, WideTree, walk_self};
use crate::cost::Cost;
use crate::executor::Executor;
use crate::feature::FaceId;
use crate::math::predicates::Triangle;
use crate::math::simd::dispatch;
use crate::math::{DVec3, Pose, simd};
use crate::mesh::star_arcs::pairs_beyond_tip;
use crate::mesh::vertex_stars::{FaceStars, NO_STAR, slot_marks};
use crate::triangle_pair::overlaps_beyond;
use std::ops::ControlFlow;

/// What faces are compared with, and how much may be done for it.
pub(super) struct ContactInput<'a> {
    pub vertices: &'a [DVec3],
    /// Corners of the faces of the input.
    pub corners: &'a [[u32; 3]],
    /// Pairs of faces whose boxes overlap that may be tested; what is found is not complete if `cost` has more afterwards.
    pub effort: u64,
}

/// Changed faces, and pairs of them or with others, that meet beyond shared corners and edges, where the faces of the input that they came from did not.
pub(super) fn new_contacts(input: &ContactInput<'_>, faces: &[HealedFace], cost: &mut Cost) -> Vec<[usize; 2]> {
    let ContactInput { vertices, corners, effort } = *input;
    let triangle = |corners: [u32; 3]| -> Triangle { corners.map(|c| vertices[c as usize]) };
    let bounds_of = |face: &HealedFace| Aabb::of_points(&triangle(face.corners));
    let changed = faces.iter().filter(|face| face.is_changed);
    let around = changed.fold(Aabb::EMPTY, |bounds, face| bounds.joined(bounds_of(face)));
    // Other faces cannot meet a changed one.
    let near: Vec<usize> = (0..faces.len()).filter(|k| bounds_of(&faces[*k]).overlaps(&around)).collect();
    let mut found = Vec::new();
    let box_tests = near_pairs(vertices, faces, &near, &mut |i, j| {
        let names = [faces[i].corners, faces[j].corners];
        if !bounds_of(&faces[i]).overlaps(&bounds_of(&faces[j])) {
            return ControlFlow::Continue(());
        }
        if cost.triangle_tests > effort {
            return ControlFlow::Break(());
        }
        cost.triangle_tests += 1;
        if !overlaps_beyond(&names.map(triangle), &names, cost) {
            return ControlFlow::Continue(());
        }
        let before = match [faces[i].origin, faces[j].origin] {
            [Some(p), Some(q)] if p != q => {
                let names = [p, q].map(|origin| corners[origin as usize]);
                overlaps_beyond(&names.map(triangle), &names, cost)
            }
            _ => false,
        };
        if !before {
            found.push([i, j]);
        }
        ControlFlow::Continue(())
    });
    cost.box_tests += box_tests;
    found
}

/// Visits all pairs of these faces, one of them changed, that may share more than the tip of a large star, until it is told to stop. Returns how many pairs of boxes were tested.
fn near_pairs(
    vertices: &[DVec3],
    faces: &[HealedFace],
    near: &[usize],
    visit: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> u64 {
    if near.is_empty() {
        return 0;
    }
    let corners: Vec<[u32; 3]> = near.iter().map(|k| faces[*k].corners).collect();
    let triangle = |face: FaceId| -> Triangle { corners[face.index()].map(|c| vertices[c as usize]) };
    let bounds = corners.iter().flatten().fold(Aabb::EMPTY, |bounds, c| bounds.including(vertices[*c as usize]));
    let tree = WideTree::build(vertices, &corners, &bounds, Preset::Oriented, &Executor::serial());
    let stars = FaceStars::of(&corners, vertices.len());
    let star_of_slot = stars.as_ref().map(|stars| slot_marks(&tree, &stars.of_face));
    let unchanged: Vec<u32> = near.iter().map(|k| if faces[*k].is_changed { NO_STAR } else { 0 }).collect();
    let unchanged_slots = slot_marks(&tree, &unchanged);
    let are_marked = |marks: &[u32], [p, q]: [Slot; 2]| {
        let [p, q] = [p, q].map(|slot| marks[slot.0 as usize]);
        p != NO_STAR && p == q
    };
    let skips = |slots| {
        are_marked(&unchanged_slots, slots) || star_of_slot.as_ref().is_some_and(|marks| are_marked(marks, slots))
    };
    let star = |face: FaceId| stars.as_ref().map_or(NO_STAR, |stars| stars.of_face[face.index()]);
    let mut offer = |i: FaceId, j: FaceId| {
        let [i, j] = [i, j].map(|face| near[face.index()]);
        if faces[i].is_changed || faces[j].is_changed {
            return visit(i.min(j), i.max(j));
        }
        ControlFlow::Continue(())
    };
    let leaves = &mut |slots: [Slot; 2]| {
        let [p, q] = slots.map(|slot| tree.faces(slot));
        for (k, &i) in p.iter().enumerate() {
            let others = if slots[0] == slots[1] { &q[k + 1..] } else { q };
            others.iter().filter(|j| star(i) == NO_STAR || star(i) != star(**j)).try_for_each(|&j| offer(i, j))?;
        }
        ControlFlow::Continue(())
    };
    let encounter = Encounter::with_itself(&tree, &PosedBoxes::new(&Pose::IDENTITY, &bounds, &bounds));
    let mut box_tests = 0;
    let _ = dispatch!(simd::level(), simd => walk_self(simd, &encounter, &mut box_tests, skips, &mut *leaves));
    for (tip, faces) in stars.iter().flat_map(|stars| stars.tips.iter().zip(&stars.faces)) {
        let triangles: Vec<Triangle> = faces.iter().map(|face| triangle(*face)).collect();
        pairs_beyond_tip(vertices[tip.index()], [&triangles; 2], |i, j| {
            if i < j {
                // Once it is to stop, a visit does nothing.
                let _ = offer(faces[i], faces[j]);
            }
        });
    }
    box_tests
}
