//! Faces of the result that meet where no faces of the input did.

use super::healed_face::HealedFace;
use crate::bound::Aabb;
use crate::broad::{BroadPhaseKind, Mobility};
use crate::cost::Cost;
use crate::executor::Executor;
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::triangle_pair::overlaps_beyond;

/// Changed faces, and pairs of them or with others, that meet beyond shared corners and edges, where the faces of the input that they came from did not. `corners` are those of the input.
pub(super) fn new_contacts(vertices: &[DVec3], corners: &[[u32; 3]], faces: &[HealedFace]) -> Vec<[usize; 2]> {
    if !faces.iter().any(|face| face.is_changed) {
        return Vec::new();
    }
    let triangle = |corners: [u32; 3]| -> Triangle { corners.map(|c| vertices[c as usize]) };
    let bounds: Vec<Aabb> = faces.iter().map(|face| Aabb::of_points(&triangle(face.corners))).collect();
    let mut phase = BroadPhaseKind::Tree.build();
    for (key, bounds) in (0..).zip(&bounds) {
        phase.insert(key, *bounds, Mobility::Fixed);
    }
    phase.update(&Executor::serial());
    let (mut cost, mut found) = (Cost::default(), Vec::new());
    for (i, face) in faces.iter().enumerate().filter(|(_, face)| face.is_changed) {
        phase.overlapping(&bounds[i], &mut |key| {
            let j = key as usize;
            let other = &faces[j];
            if j == i || (other.is_changed && j < i) {
                return;
            }
            let names = [face.corners, other.corners];
            if !overlaps_beyond(&names.map(triangle), &names, &mut cost) {
                return;
            }
            let before = match [face.origin, other.origin] {
                [Some(p), Some(q)] if p != q => {
                    let names = [p, q].map(|origin| corners[origin as usize]);
                    overlaps_beyond(&names.map(triangle), &names, &mut cost)
                }
                _ => false,
            };
            if !before {
                found.push([i, j]);
            }
        });
    }
    found
}
