//! Where a component of one body can lie inside another.
//!
//! A component is connected. If it shares no point with the surface of the other body and the winding number about it is not zero, then that of one of the
//! closed parts is not zero, and everywhere on the component; so the component lies within the box around that part. Most bodies are of a few parts, and
//! most boxes around them are too small, or elsewhere.

use crate::bound::Aabb;
use crate::cost::Cost;
use crate::feature::VertexId;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::PosedMesh;

/// Boxes that are told apart; where more are in question, they count as one.
const MOST_BOXES: usize = 8;

/// Boxes in the frame of a query; a component that lies in none of them is not inside the other body.
pub struct EnclosingBoxes {
    boxes: [Aabb; MOST_BOXES],
    count: usize,
}

impl EnclosingBoxes {
    /// Boxes of `other` in which a component of `body` can lie.
    pub fn of(body: &PosedMesh<'_>, other: &PosedMesh<'_>, method: Method, cost: &mut Cost) -> Self {
        let mut found = Self { boxes: [other.bounds(); MOST_BOXES], count: 1 };
        if method == Method::Brute {
            return found;
        }
        if let Some(parts) = other.mesh.topology().component_boxes() {
            found.narrow_to(parts.closed().iter().map(|part| other.box_in_frame(part)), &body.bounds());
            cost.box_tests += parts.closed().len() as u64;
        }
        if let Some(components) = body.mesh.topology().component_boxes().filter(|_| body.is_in_place()) {
            cost.box_tests += (found.count * components.count()) as u64;
            found.retain(|bounds| components.any_within(bounds));
        }
        found
    }

    /// Takes those of some boxes that overlap another, unless they are too many.
    fn narrow_to(&mut self, boxes: impl Iterator<Item = Aabb>, around: &Aabb) {
        let mut near = Self { boxes: [Aabb::EMPTY; MOST_BOXES], count: 0 };
        for bounds in boxes.filter(|bounds| bounds.overlaps(around)) {
            let Some(slot) = near.boxes.get_mut(near.count) else { return };
            *slot = bounds;
            near.count += 1;
        }
        *self = near;
    }

    /// Keeps the boxes of which something holds.
    fn retain(&mut self, holds: impl Fn(&Aabb) -> bool) {
        let mut kept = 0;
        for k in 0..self.count {
            if holds(&self.boxes[k]) {
                self.boxes[kept] = self.boxes[k];
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Whether no box is left.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a component with some vertices may lie within one of the boxes.
    pub fn may_hold(&self, body: &PosedMesh<'_>, vertices: &[VertexId]) -> bool {
        self.boxes[..self.count].iter().any(|bounds| !leaves(body, vertices, bounds))
    }
}

/// Whether one of some vertices lies beyond a box for certain.
#[inline]
pub fn leaves(body: &PosedMesh<'_>, vertices: &[VertexId], bounds: &Aabb) -> bool {
    vertices.iter().any(|v| body.is_certainly_beyond(*v, bounds))
}
