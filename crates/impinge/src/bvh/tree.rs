//! The tree as it lies in memory: nodes in one array, siblings side by side, items of a leaf side by side.

use crate::bound::Aabb;

/// A binary tree of boxes.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    pub(super) nodes: Vec<Node>,
    /// Items in the order of the leaves.
    pub(super) items: Vec<u32>,
}

/// A box, and what is in it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Bounds everything below.
    pub bounds: Aabb,
    /// A leaf's first item in leaf order; otherwise the first of two children.
    pub(super) first: u32,
    /// A leaf's number of items; 0 for an inner node.
    pub(super) count: u32,
}

impl Node {
    /// Whether the node has items instead of children.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.count > 0
    }
}

impl Bvh {
    /// The node that bounds everything; `None` for a tree of no items.
    #[must_use]
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    /// The two children of an inner node.
    #[must_use]
    pub(super) fn children(&self, node: &Node) -> [&Node; 2] {
        let first = node.first as usize;
        [&self.nodes[first], &self.nodes[first + 1]]
    }

    /// The items of a leaf.
    #[must_use]
    pub(super) fn items(&self, node: &Node) -> &[u32] {
        &self.items[node.first as usize..(node.first + node.count) as usize]
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }
}
