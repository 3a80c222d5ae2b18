//! The tree as it lies in memory: nodes in one array, leaves in another, both in depth-first order.

use super::obb_node::{Box32, Child, Node, Slot};
use super::triangle_leaf::Leaf;
use crate::bound::Aabb;
use crate::feature::FaceId;
use crate::math::{DVec3, power_of_two_above};

/// How the boxes of a tree are fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// A box along the principal directions of what it holds, or along the axes of the body, whichever is smaller.
    #[default]
    Oriented,
    /// Along the axes of the body: made faster, separates later.
    AxisAligned,
}

/// A tree of boxes over the faces of a mesh.
#[derive(Clone, Debug)]
pub struct WideTree {
    /// The first has one child, the root.
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) frame: Frame,
}

/// The middle and the unit in which a tree has its coordinates: `x` becomes `(x - centre) / unit`, at most 1 in magnitude.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The middle of the body, in its frame.
    pub centre: DVec3,
    /// A power of two, at least half the longest side of the body (a length).
    pub unit: f64,
}

impl Frame {
    /// The frame of a body with these bounds.
    #[must_use]
    pub fn of(bounds: &Aabb) -> Self {
        let centre = bounds.centre();
        let half = (bounds.max - centre).max(centre - bounds.min).max_element();
        // Coordinates are in the exact range, so this is normal and finite.
        Self { centre, unit: power_of_two_above(half) }
    }

    /// A point of the body's frame, rounded twice in double precision.
    #[must_use]
    pub fn local(&self, p: DVec3) -> DVec3 {
        (p - self.centre) / self.unit
    }
}

impl WideTree {
    /// The nodes; the first has one child, the root.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The leaves.
    #[must_use]
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The middle and the unit of the coordinates.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// What stands in a slot.
    #[must_use]
    #[inline(always)]
    pub fn child(&self, slot: Slot) -> Child {
        let (node, lane) = slot.place();
        self.nodes[node].child[lane]
    }

    /// The box of a slot.
    #[must_use]
    #[inline(always)]
    pub fn bounds(&self, slot: Slot) -> Box32 {
        let (node, lane) = slot.place();
        self.nodes[node].bounds(lane)
    }

    /// The faces of a leaf; none for an inner node.
    #[must_use]
    pub fn faces(&self, slot: Slot) -> &[FaceId] {
        let child = self.child(slot);
        if child.is_leaf() { &self.leaves[child.index()].faces[..child.count()] } else { &[] }
    }

    /// A face below a slot.
    pub(crate) fn first_face(&self, slot: Slot) -> FaceId {
        let mut child = self.child(slot);
        while !child.is_leaf() {
            child = self.nodes[child.index()].child[0];
        }
        self.leaves[child.index()].faces[0]
    }

    /// Memory of nodes and leaves, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.leaves.as_slice())
    }
}
