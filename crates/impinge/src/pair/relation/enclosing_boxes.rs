//! Where a component of one body can lie inside another.
//!
//! A component is connected. If it shares no point with the surface of the other body and the winding number about it is not zero, then that of one of the
//! closed parts is not zero, and everywhere on the component; so the component lies within the box around that part. Most bodies are of a few parts, and
//! most boxes around them are too small, or elsewhere.

use crate::bound::Aabb;
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
    pub fn of(body: &PosedMesh<'_>, other: &PosedMesh<'_>, method: Method) -> Self {
        let whole = Self { boxes: [other.bounds(); MOST_BOXES], count: 1 };
        let parts = if method == Method::Brute { None } else { other.mesh.topology().component_boxes() };
        let Some(parts) = parts else { return whole };
        let around = body.bounds();
        let components = if body.is_in_place() { body.mesh.topology().component_boxes() } else { None };
        let mut found = Self { boxes: [Aabb::EMPTY; MOST_BOXES], count: 0 };
        for part in parts.closed() {
            let part = other.box_in_frame(part);
            if !part.overlaps(&around) || components.is_some_and(|components| !components.any_within(&part)) {
                continue;
            }
            let Some(slot) = found.boxes.get_mut(found.count) else { return whole };
            *slot = part;
            found.count += 1;
        }
        found
    }

    /// Whether there is none.
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
