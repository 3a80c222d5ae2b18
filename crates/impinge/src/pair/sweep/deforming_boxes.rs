//! Boxes of a body that deforms: around the faces below every slot of the tree of its first shape, at both ends.

use crate::bound::Aabb;
use crate::bvh::{Child, Slot};
use crate::mesh::Mesh;

/// Boxes around the faces below every slot, at the start and at the end.
pub(super) fn boxes_at_both_ends(from: &Mesh, to: &Mesh) -> Vec<[Aabb; 2]> {
    let tree = from.tree();
    let mut boxes = vec![[Aabb::EMPTY; 2]; tree.nodes().len() * 8];
    // Children come after their parents.
    for index in (0..tree.nodes().len()).rev() {
        for lane in 0..8 {
            let slot = Slot::new(index as u32, lane);
            let child = tree.child(slot);
            if child == Child::NONE {
                continue;
            }
            let mut around = [Aabb::EMPTY; 2];
            if child.is_leaf() {
                for face in tree.faces(slot) {
                    for (k, mesh) in [from, to].into_iter().enumerate() {
                        around[k] = mesh.triangle(*face).into_iter().fold(around[k], |b, p| b.including(p));
                    }
                }
            } else {
                for below in &boxes[child.index() * 8..child.index() * 8 + 8] {
                    for k in 0..2 {
                        around[k] = Aabb { min: around[k].min.min(below[k].min), max: around[k].max.max(below[k].max) };
                    }
                }
            }
            boxes[slot.0 as usize] = around;
        }
    }
    boxes
}
