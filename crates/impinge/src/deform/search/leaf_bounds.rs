//! The boxes by which a search sees the faces of a tree.

use crate::deform::patches::certified_patches::CertifiedPatches;
use crate::deform::tree::face_tree::FaceTree;
use crate::lane_tree::{Aabbx8, NodeLevels, WIDTH};

/// The slots of a tree with boxes around them: its own, or larger ones in the same frame.
#[derive(Clone, Copy)]
pub(crate) struct LeafBounds<'a> {
    /// The tree.
    pub tree: &'a FaceTree,
    /// The boxes of the slots.
    pub boxes: &'a [Aabbx8],
    /// The boxes around leaves, and around these.
    pub levels: &'a NodeLevels,
    /// What need not be looked at in a search of the tree with itself, if that is known.
    pub certified: Option<&'a CertifiedPatches>,
}

impl<'a> LeafBounds<'a> {
    /// By the boxes of the tree.
    pub fn from_tree(tree: &'a FaceTree) -> Self {
        Self { tree, boxes: &tree.boxes, levels: &tree.levels, certified: None }
    }

    /// By other boxes.
    pub fn with_boxes(tree: &'a FaceTree, boxes: &'a SlotBoxes) -> Self {
        Self { tree, boxes: &boxes.slots, levels: &boxes.levels, certified: None }
    }
}

/// Boxes of the slots of a tree that are not its own, and the boxes around them.
#[derive(Debug)]
pub(crate) struct SlotBoxes {
    slots: Vec<Aabbx8>,
    levels: NodeLevels,
}

impl SlotBoxes {
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
