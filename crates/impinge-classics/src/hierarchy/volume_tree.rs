//! The tree as it lies in memory: nodes in one array, siblings side by side, items of a leaf side by side.

use super::bounding_volume::BoundingVolume;

/// A tree of bounding volumes over numbered items.
#[derive(Clone, Debug)]
pub struct Tree<V> {
    pub(super) nodes: Vec<Node<V>>,
    /// Items in the order of the leaves.
    pub(super) items: Vec<u32>,
}

/// A volume, and what is in it.
#[derive(Clone, Debug)]
pub struct Node<V> {
    /// Holds everything below.
    pub bound: V,
    /// How far it is from its middle to its corners: what "larger" means.
    pub(super) size: f64,
    /// The first item of a leaf in leaf order; otherwise the first child.
    pub(super) first: u32,
    /// How many items or children.
    pub(super) count: u32,
    pub(super) is_leaf: bool,
}

impl<V: BoundingVolume> Tree<V> {
    /// Number of nodes; a tree of no items has none.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// A node by number; the root is number 0.
    #[must_use]
    pub fn node(&self, number: u32) -> &Node<V> {
        &self.nodes[number as usize]
    }

    /// The items of a leaf; none of another node.
    #[must_use]
    pub fn items(&self, number: u32) -> &[u32] {
        let node = self.node(number);
        if node.is_leaf { &self.items[node.first as usize..(node.first + node.count) as usize] } else { &[] }
    }

    /// The numbers of a node's children; none for a leaf.
    pub fn children(&self, number: u32) -> std::ops::Range<u32> {
        let node = self.node(number);
        if node.is_leaf { 0..0 } else { node.first..node.first + node.count }
    }

    /// All volumes, carried into the frame of the first body: what walks in world space compare.
    #[must_use]
    pub fn carried(&self, tests: &V::Tests) -> Vec<V> {
        self.nodes.iter().map(|node| node.bound.carried(tests)).collect()
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<V>>() + self.items.len() * size_of::<u32>()
    }
}
