//! A tree of eight children a node over boxes in a given order: a leaf is eight consecutive boxes, and node `k` of a level is
//! around nodes `8k` to `8k + 7` of the level below. There are no pointers: building is sorting, refitting is one pass.
//!
//! Boxes that come between two sorts get a leaf each at the end of the order, so that leaf is no larger than its box.

use super::block::{Block, Corners, NOTHING, WIDTH};
use super::decay::LeafSizes;
use super::frame::Frame;
use super::roster::Roster;

/// The key of a place without a box.
pub(super) const VACANT: u32 = u32::MAX;

/// The tree; boxes are found by their place, which is eight times the leaf plus the lane.
#[derive(Debug)]
pub(super) struct OctetTree {
    /// The keys of every leaf.
    pub keys: Vec<[u32; WIDTH]>,
    /// Boxes of leaves, then of nodes around them, up to a level of a single node; at least two levels.
    pub levels: Vec<Vec<Block>>,
    /// Boxes of leaves before the last refit.
    pub before: Vec<Block>,
    /// How many boxes there are.
    count: usize,
    /// How many of them have a leaf of their own.
    newcomers: usize,
}

impl Default for OctetTree {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            levels: vec![Vec::new(), vec![Block::EMPTY]],
            before: Vec::new(),
            count: 0,
            newcomers: 0,
        }
    }
}

impl OctetTree {
    /// How many boxes there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many boxes came since the last sort.
    pub fn newcomers(&self) -> usize {
        self.newcomers
    }

    /// How many levels there are.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// Every key in the order of places.
    pub fn members(&self) -> impl Iterator<Item = u32> + '_ {
        self.keys.as_flattened().iter().copied().filter(|key| *key != VACANT)
    }

    /// Takes new keys in order; boxes are to be [refitted](Self::refit).
    pub fn set_order(&mut self, keys: impl Iterator<Item = u32>, mut place: impl FnMut(u32, u32)) {
        self.keys.clear();
        self.count = 0;
        for key in keys {
            if self.count % WIDTH == 0 {
                self.keys.push([VACANT; WIDTH]);
            }
            place(key, self.count as u32);
            self.keys[self.count / WIDTH][self.count % WIDTH] = key;
            self.count += 1;
        }
        self.newcomers = 0;
        self.shape();
    }

    /// Puts in a key; its place.
    pub fn append(&mut self, key: u32) -> u32 {
        let mut leaf = [VACANT; WIDTH];
        leaf[0] = key;
        self.keys.push(leaf);
        self.count += 1;
        self.newcomers += 1;
        self.shape();
        ((self.keys.len() - 1) * WIDTH) as u32
    }

    /// Takes out the key of a place.
    pub fn vacate(&mut self, place: u32) {
        self.keys[place as usize / WIDTH][place as usize % WIDTH] = VACANT;
        self.count -= 1;
        self.set(place, &NOTHING);
    }

    /// Makes every level as long as it has to be.
    fn shape(&mut self) {
        let mut nodes = self.keys.len();
        let mut level = 0;
        while level < 2 || nodes > 1 || level < self.levels.len() {
            nodes = if level == 0 { nodes } else { nodes.div_ceil(WIDTH).max(1) };
            if level == self.levels.len() {
                self.raise(level + 1);
            }
            self.levels[level].resize(nodes, Block::EMPTY);
            level += 1;
        }
    }

    /// Adds levels of a single node until there are so many.
    pub fn raise(&mut self, height: usize) {
        while self.levels.len() < height {
            let top = self.levels.len() - 1;
            let mut root = Block::EMPTY;
            root.set(0, &self.levels[top][0].union());
            self.levels.push(vec![root]);
        }
    }

    /// Reads all boxes anew and keeps those of before; nodes are around both. The size of leaves around the new boxes alone, and
    /// of those around both.
    pub fn refit(&mut self, roster: &Roster, frame: &Frame) -> [LeafSizes; 2] {
        let mut sizes = [LeafSizes::default(); 2];
        self.before.resize(self.keys.len(), Block::EMPTY);
        let (leaves, nodes) = self.levels.split_at_mut(1);
        let leaves = leaves[0].chunks_mut(WIDTH).zip(self.before.chunks_mut(WIDTH));
        for ((keys, (leaves, before)), parent) in self.keys.chunks(WIDTH).zip(leaves).zip(nodes[0].iter_mut()) {
            for (lane, keys) in keys.iter().enumerate() {
                let old = leaves[lane].union();
                before[lane] = leaves[lane];
                let new = read(keys, &mut leaves[lane], roster, frame);
                let both = joined(&old, &new);
                sizes[0].add(&new);
                sizes[1].add(&both);
                parent.set(lane, &both);
            }
        }
        self.refit_nodes(1);
        sizes
    }

    /// Shrinks nodes to what is around the new boxes alone.
    pub fn tighten(&mut self) {
        self.refit_nodes(0);
    }

    /// Sets the nodes above a level.
    fn refit_nodes(&mut self, lowest: usize) {
        for level in lowest..self.levels.len() - 1 {
            let (below, above) = self.levels.split_at_mut(level + 1);
            for (children, parent) in below[level].chunks(WIDTH).zip(above[0].iter_mut()) {
                children.iter().enumerate().for_each(|(lane, child)| parent.set(lane, &child.union()));
                (children.len()..WIDTH).for_each(|lane| parent.set(lane, &NOTHING));
            }
        }
    }

    /// Moves the box of a place, and what is around it.
    pub fn set(&mut self, place: u32, corners: &Corners) {
        let mut place = place as usize;
        self.levels[0][place / WIDTH].set(place % WIDTH, corners);
        for level in 1..self.levels.len() {
            place /= WIDTH;
            let union = self.levels[level - 1][place].union();
            let node = &mut self.levels[level][place / WIDTH];
            if node.get(place % WIDTH) == union {
                break;
            }
            node.set(place % WIDTH, &union);
        }
    }
}

/// The smallest box around two.
#[inline(always)]
fn joined(a: &Corners, b: &Corners) -> Corners {
    let (low, high) = (|k: usize| a[k].min(b[k]), |k: usize| a[k].max(b[k]));
    [low(0), low(1), low(2), high(3), high(4), high(5)]
}

/// Reads the boxes of a leaf; the box around them.
#[inline(always)]
fn read(keys: &[u32; WIDTH], leaf: &mut Block, roster: &Roster, frame: &Frame) -> Corners {
    let mut union = NOTHING;
    for (lane, key) in keys.iter().enumerate() {
        let corners = if *key == VACANT { NOTHING } else { frame.carry(roster.now(*key)) };
        for k in 0..3 {
            union[k] = if corners[k] < union[k] { corners[k] } else { union[k] };
            union[k + 3] = if corners[k + 3] > union[k + 3] { corners[k + 3] } else { union[k + 3] };
        }
        leaf.set(lane, &corners);
    }
    union
}
