//! CULLIDE as published, on the CPU: one depth image, bodies drawn in order, then in reverse order, each first tested against what was drawn.
//!
//! A member that is in front of everything drawn before it in both orders is in front of everything; so the shaders, which ask that of all
//! members at once, must prune the same ones.

use super::face_groups::FaceGroups;
use super::potentially_colliding_set::{ALL_HIDDEN, NOTHING, PotentialSet};
use crate::error::GpuError;
use crate::layers::{AxisView, Fragment, for_each_footprint};
use crate::mesh_table::MeshTable;

/// The fragments of each body in one view, with their pixels.
struct Drawn {
    bodies: Vec<Vec<(usize, Fragment)>>,
    pixels: usize,
}

/// The potentially colliding set of the bodies that views show.
///
/// # Errors
/// A mesh that is not there.
pub fn potential_set(store: &MeshTable, views: &[AxisView; 3]) -> Result<PotentialSet, GpuError> {
    let drawn = [draw(store, &views[0])?, draw(store, &views[1])?, draw(store, &views[2])?];
    let (slots, faces) = (drawn[0].bodies.len(), views[0].layout.totals.faces as usize);
    let mut owners = vec![0; faces];
    for (slot, record) in views[0].layout.records.iter().enumerate() {
        owners[record.first_face as usize..].fill(slot);
    }
    let mut bodies = vec![true; slots];
    let body_rounds = to_fixed_point(&drawn, &mut bodies, &|fragment| owners[fragment.face as usize]);
    let FaceGroups { of_face, owners, starts } = FaceGroups::new(&views[0]);
    let mut groups: Vec<bool> = owners.iter().map(|&owner| bodies[owner as usize]).collect();
    let group_rounds = to_fixed_point(&drawn, &mut groups, &|fragment| of_face[fragment.face as usize] as usize);
    let mut faces: Vec<bool> = of_face.iter().map(|&group| groups[group as usize]).collect();
    let face_rounds = to_fixed_point(&drawn, &mut faces, &|fragment| fragment.face as usize);
    let boxes = boxes(store, &views[0], &faces)?;
    Ok(PotentialSet { bodies, groups, group_starts: starts, faces, boxes, body_rounds, group_rounds, face_rounds })
}

fn draw(store: &MeshTable, view: &AxisView) -> Result<Drawn, GpuError> {
    let size = view.layout.request.size.map(|side| side as i32);
    let mut bodies = vec![Vec::new(); view.layout.records.len()];
    for_each_footprint(store, view, |slot, footprint| {
        let [x0, x1, y0, y1] = footprint.pixels(size);
        for (x, y) in (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))) {
            let found = footprint.fragment([x, y]).map(|fragment| ((y * size[0] + x) as usize, fragment));
            bodies[slot as usize].extend(found);
        }
    })?;
    Ok(Drawn { bodies, pixels: (size[0] * size[1]) as usize })
}

/// Prunes members until none goes; tells how many there were, while they became fewer.
fn to_fixed_point(drawn: &[Drawn; 3], kept: &mut [bool], member: &dyn Fn(&Fragment) -> usize) -> Vec<u32> {
    let count = |kept: &[bool]| kept.iter().filter(|kept| **kept).count() as u32;
    let mut rounds = vec![count(kept)];
    loop {
        let mut hidden = vec![0_u8; kept.len()];
        for (axis, drawn) in drawn.iter().enumerate() {
            for order in [true, false] {
                let mut images = [vec![i32::MAX; drawn.pixels], vec![i32::MIN; drawn.pixels]];
                let slots = 0..drawn.bodies.len();
                let slots: Vec<_> = if order { slots.collect() } else { slots.rev().collect() };
                for slot in slots {
                    let of_body = || drawn.bodies[slot].iter().filter(|(_, fragment)| kept[member(fragment)]);
                    for (pixel, fragment) in of_body() {
                        let bits = u8::from(images[0][*pixel] <= fragment.high)
                            | u8::from(images[1][*pixel] >= fragment.low) << 1;
                        hidden[member(fragment)] |= bits << (2 * axis);
                    }
                    for (pixel, fragment) in of_body() {
                        images[0][*pixel] = images[0][*pixel].min(fragment.low);
                        images[1][*pixel] = images[1][*pixel].max(fragment.high);
                    }
                }
            }
        }
        for (kept, hidden) in kept.iter_mut().zip(hidden) {
            *kept &= hidden == ALL_HIDDEN;
        }
        if Some(&count(kept)) == rounds.last() {
            return rounds;
        }
        rounds.push(count(kept));
    }
}

/// Around the faces left of every group, in the image of a view.
pub(super) fn boxes(store: &MeshTable, view: &AxisView, kept: &[bool]) -> Result<Vec<[i32; 6]>, GpuError> {
    let groups = FaceGroups::new(view);
    let mut boxes = vec![NOTHING; groups.count()];
    for (record, &mesh) in view.layout.records.iter().zip(&view.layout.meshes) {
        let model = store.model(mesh)?;
        let faces = (record.first_face as usize..).zip(model.mesh.faces()).filter(|(number, _)| kept[*number]);
        for (number, corner) in faces.flat_map(|(number, face)| face.map(|corner| (number, corner))) {
            let bounds = &mut boxes[groups.of_face[number] as usize];
            let place = record.matrix.project(model.quantised.corners[corner as usize]);
            for i in 0..3 {
                bounds[i] = bounds[i].min(place[i]);
                bounds[i + 3] = bounds[i + 3].max(place[i]);
            }
        }
    }
    Ok(boxes)
}

/// The faces of one mesh that are not in front of, nor behind, all faces that they share no corner with, in any view; how many there were
/// while they became fewer. `corners` names the corners of faces, equal where they are at the same place.
///
/// # Errors
/// A mesh that is not there.
pub fn potential_faces(
    store: &MeshTable,
    views: &[AxisView; 3],
    corners: &[[u32; 3]],
) -> Result<(Vec<bool>, Vec<u32>), GpuError> {
    let mut columns = Vec::new();
    for (axis, view) in views.iter().enumerate() {
        let image = crate::layers::LayeredImage::draw(store, view)?;
        columns.extend((0..image.pixels()).map(|pixel| (axis, image.column(pixel).collect::<Vec<_>>())));
    }
    let mut kept = vec![true; corners.len()];
    let mut rounds = vec![corners.len() as u32];
    let apart = |f: &Fragment, g: &Fragment| {
        corners[f.face as usize].iter().all(|corner| !corners[g.face as usize].contains(corner))
    };
    loop {
        let mut hidden = vec![0_u8; kept.len()];
        for (axis, column) in &columns {
            let present: Vec<_> = column.iter().filter(|fragment| kept[fragment.face as usize]).collect();
            for f in &present {
                for g in present.iter().filter(|g| apart(f, g)) {
                    let bits = u8::from(g.low <= f.high) | u8::from(g.high >= f.low) << 1;
                    hidden[f.face as usize] |= bits << (2 * axis);
                }
            }
        }
        for (kept, hidden) in kept.iter_mut().zip(hidden) {
            *kept &= hidden == ALL_HIDDEN;
        }
        let left = kept.iter().filter(|kept| **kept).count() as u32;
        if Some(&left) == rounds.last() {
            return Ok((kept, rounds));
        }
        rounds.push(left);
    }
}
