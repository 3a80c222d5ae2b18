//! A tree of eight children a node over boxes in a given order: a leaf is eight consecutive boxes, and node `k` of a level is
//! around nodes `8k` to `8k + 7` of the level below. There are no pointers: building is sorting, refitting is one pass.
//!
//! Boxes that come between two sorts get a leaf each at the end of the order, so that leaf is no larger than its box.

use super::block::{BEYOND, Block, Corners, NOTHING, WIDTH};
use super::decay::LeafSizes;
use super::frame::{Frame, WideFrame};
use crate::bound::Aabb;
use crate::math::simd;
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x4};

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
    /// The box around every leaf, boxes of before left out.
    unions: Vec<Corners>,
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
            unions: Vec::new(),
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
        self.unions.resize(self.keys.len(), NOTHING);
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
    pub fn refit<'r>(&mut self, frame: &Frame, bounds: impl Fn(u32) -> &'r Aabb) -> [LeafSizes; 2] {
        self.before.resize(self.keys.len(), Block::EMPTY);
        let sizes = dispatch!(simd::level(), simd => self.read_all(simd, frame, &bounds));
        self.refit_nodes(1);
        sizes
    }

    #[inline(always)]
    fn read_all<'r, S: Simd>(&mut self, simd: S, frame: &Frame, bounds: &impl Fn(u32) -> &'r Aabb) -> [LeafSizes; 2] {
        let mut sizes = [LeafSizes::default(); 2];
        let (leaves, nodes) = self.levels.split_at_mut(1);
        let (leaves, nodes) = (&mut leaves[0][..], &mut nodes[0][..]);
        let frame = frame.wide(simd);
        for leaf in 0..self.keys.len() {
            self.before[leaf] = leaves[leaf];
            let new = read(simd, &self.keys[leaf], &mut leaves[leaf], &frame, bounds);
            let both = joined(&self.unions[leaf], &new);
            self.unions[leaf] = new;
            sizes[0].add(&new);
            sizes[1].add(&both);
            nodes[leaf / WIDTH].set(leaf % WIDTH, &both);
        }
        for node in &mut nodes[self.keys.len().div_ceil(WIDTH)..] {
            *node = Block::EMPTY;
        }
        if let Some(last) = nodes.get_mut(self.keys.len() / WIDTH) {
            (self.keys.len() % WIDTH..WIDTH).for_each(|lane| last.set(lane, &NOTHING));
        }
        sizes
    }

    /// Shrinks nodes to what is around the new boxes alone.
    pub fn tighten(&mut self) {
        for (leaf, union) in self.unions.iter().enumerate() {
            self.levels[1][leaf / WIDTH].set(leaf % WIDTH, union);
        }
        self.refit_nodes(1);
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
            if level == 1 {
                self.unions[place] = union;
            }
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
    let low = |k: usize| if a[k] < b[k] { a[k] } else { b[k] };
    let high = |k: usize| if a[k] > b[k] { a[k] } else { b[k] };
    [low(0), low(1), low(2), high(3), high(4), high(5)]
}

/// Reads the boxes of a leaf; the box around them.
#[inline(always)]
fn read<'r, S: Simd>(
    simd: S,
    keys: &[u32; WIDTH],
    leaf: &mut Block,
    frame: &WideFrame<S>,
    bounds: &impl Fn(u32) -> &'r Aabb,
) -> Corners {
    let (mut low, mut high) = (f32x4::splat(simd, BEYOND), f32x4::splat(simd, -BEYOND));
    for lane in 0..WIDTH {
        let key = keys[lane];
        if key == VACANT {
            leaf.set(lane, &NOTHING);
            continue;
        }
        let [first, last] = frame.carry(simd, bounds(key));
        (low, high) = (low.min(first), high.max(last));
        let (a, b) = (<[f32; 4]>::from(first), <[f32; 4]>::from(last));
        leaf.set(lane, &[a[0], a[1], a[2], b[1], b[2], b[3]]);
    }
    let (a, b) = (<[f32; 4]>::from(low), <[f32; 4]>::from(high));
    [a[0], a[1], a[2], b[1], b[2], b[3]]
}
