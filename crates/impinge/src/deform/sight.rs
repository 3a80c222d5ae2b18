//! The boxes by which a search sees the faces of a tree.

use super::face_tree::FaceTree;
use super::marks::Marks;
use crate::lane_tree::{Aabbx8, NodeLevels, WIDTH};

/// The slots of a tree with boxes around them: its own, or larger ones in the same frame.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    /// The tree.
    pub tree: &'a FaceTree,
    /// The boxes of the slots.
    pub boxes: &'a [Aabbx8],
    /// The boxes around leaves, and around these.
    pub levels: &'a NodeLevels,
    /// What need not be looked at in a search of the tree with itself, if that is known.
    pub marks: Option<&'a Marks>,
}

impl<'a> Sight<'a> {
    /// By the boxes of the tree.
    pub fn of(tree: &'a FaceTree) -> Self {
        Self { tree, boxes: &tree.boxes, levels: &tree.levels, marks: None }
    }

    /// By other boxes.
    pub fn by(tree: &'a FaceTree, boxes: &'a Boxes) -> Self {
        Self { tree, boxes: &boxes.slots, levels: &boxes.levels, marks: None }
    }
}

/// Boxes of the slots of a tree that are not its own, and the boxes around them.
#[derive(Debug)]
pub(super) struct Boxes {
    slots: Vec<Aabbx8>,
    levels: NodeLevels,
}

impl Boxes {
    /// The boxes of a tree with others in their place.
    pub fn new(tree: &FaceTree, slots: Vec<Aabbx8>) -> Self {
        let mut levels = tree.levels.clone();
        for (node, leaves) in levels.lowest().iter_mut().zip(slots.chunks(WIDTH)) {
            leaves.iter().enumerate().for_each(|(lane, leaf)| node.set(lane, &leaf.union()));
        }
        levels.refit();
        Self { slots, levels }
    }

    /// The boxes of a tree grown by a length that is not negative.
    pub fn grown(tree: &FaceTree, length: f64) -> Self {
        let length = tree.frame.length(length);
        Self::new(tree, tree.boxes.iter().map(|block| block.grown(length)).collect())
    }
}
