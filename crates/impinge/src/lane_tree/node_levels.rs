//! Boxes around boxes, eight to a node and without pointers: node `k` of a level is around nodes `8k` to `8k + 7` of the level
//! below, and level 0 are leaves, which are kept elsewhere.

use super::aabbx8::{Aabbx8, BoxCorners, EMPTY_BOX, WIDTH};

/// The nodes of all levels above the leaves, up to a level of a single node; at least one level.
#[derive(Clone, Debug)]
pub(crate) struct NodeLevels {
    nodes: Vec<Vec<Aabbx8>>,
    leaves: usize,
}

impl Default for NodeLevels {
    fn default() -> Self {
        Self { nodes: vec![vec![Aabbx8::EMPTY]], leaves: 0 }
    }
}

impl NodeLevels {
    /// How many levels there are, that of leaves included.
    pub fn height(&self) -> usize {
        self.nodes.len() + 1
    }

    /// How many leaves or nodes a level has.
    pub fn len(&self, level: usize) -> usize {
        if level == 0 { self.leaves } else { self.nodes[level - 1].len() }
    }

    /// A node of a level above the leaves.
    #[inline(always)]
    pub fn node(&self, level: usize, index: usize) -> &Aabbx8 {
        &self.nodes[level - 1][index]
    }

    /// The nodes around leaves.
    pub fn lowest(&mut self) -> &mut [Aabbx8] {
        &mut self.nodes[0]
    }

    /// Sets the length of every level for a number of leaves.
    pub fn shape(&mut self, leaves: usize) {
        self.leaves = leaves;
        let mut nodes = leaves;
        let mut level = 1;
        while level < 2 || nodes > 1 || level < self.height() {
            nodes = nodes.div_ceil(WIDTH).max(1);
            if level == self.height() {
                self.raise(level + 1);
            }
            self.nodes[level - 1].resize(nodes, Aabbx8::EMPTY);
            level += 1;
        }
    }

    /// Adds levels of a single node up to a height.
    pub fn raise(&mut self, height: usize) {
        while self.height() < height {
            let mut root = Aabbx8::EMPTY;
            root.set(0, &self.node(self.height() - 1, 0).union());
            self.nodes.push(vec![root]);
        }
    }

    /// Sets the nodes above the lowest.
    pub fn refit(&mut self) {
        for level in 1..self.nodes.len() {
            let (below, above) = self.nodes.split_at_mut(level);
            for (children, parent) in below[level - 1].chunks(WIDTH).zip(above[0].iter_mut()) {
                children.iter().enumerate().for_each(|(lane, child)| parent.set(lane, &child.union()));
                (children.len()..WIDTH).for_each(|lane| parent.set(lane, &EMPTY_BOX));
            }
        }
    }

    /// Sets the box around a leaf, and what is around it.
    pub fn set(&mut self, leaf: usize, mut union: BoxCorners) {
        let mut place = leaf;
        for level in &mut self.nodes {
            let node = &mut level[place / WIDTH];
            if node.get(place % WIDTH) == union {
                break;
            }
            node.set(place % WIDTH, &union);
            union = node.union();
            place /= WIDTH;
        }
    }
}
