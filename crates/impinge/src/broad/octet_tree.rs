//! A tree of eight children a node over boxes in a given order: a leaf is eight consecutive boxes, and node `k` of a level is
//! around nodes `8k` to `8k + 7` of the level below. There are no pointers: building is sorting, refitting is one pass.
//!
//! Boxes that come between two sorts get a leaf each at the end of the order, so that leaf is no larger than its box.

use super::block::{BEYOND, Block, Corners, NOTHING, WIDTH};
use super::decay::LeafSizes;
use super::frame::{Frame, WideFrame};
use super::leaf::{Leaf, Reaches, VACANT, corners, reaches};
use crate::bound::Aabb;
use crate::math::simd;
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x4};

/// One leaf in so many is measured.
const SAMPLED: usize = 4;

/// The tree; boxes are found by their place, which is eight times the leaf plus the lane. Leaves are level 0.
#[derive(Debug)]
pub(super) struct OctetTree {
    /// The boxes.
    pub leaves: Vec<Leaf>,
    /// Boxes around leaves, then around these, up to a level of a single node; at least one level.
    nodes: Vec<Vec<Block>>,
    /// The box around every leaf, boxes of before left out.
    unions: Vec<Corners>,
    /// How many boxes there are.
    count: usize,
    /// How many of them have a leaf of their own.
    newcomers: usize,
}

impl Default for OctetTree {
    fn default() -> Self {
        Self { leaves: Vec::new(), nodes: vec![vec![Block::EMPTY]], unions: Vec::new(), count: 0, newcomers: 0 }
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
        self.nodes.len() + 1
    }

    /// How many leaves or nodes a level has.
    pub fn len(&self, level: usize) -> usize {
        if level == 0 { self.leaves.len() } else { self.nodes[level - 1].len() }
    }

    /// A node of a level above the leaves.
    #[inline(always)]
    pub fn node(&self, level: usize, index: usize) -> &Block {
        &self.nodes[level - 1][index]
    }

    /// Every key in the order of places.
    pub fn members(&self) -> impl Iterator<Item = u32> + '_ {
        self.leaves.iter().flat_map(|leaf| leaf.keys).filter(|key| *key != VACANT)
    }

    /// Takes new keys in order; boxes are to be [refitted](Self::refit).
    pub fn set_order(&mut self, keys: impl Iterator<Item = u32>, mut place: impl FnMut(u32, u32)) {
        self.leaves.clear();
        self.count = 0;
        for key in keys {
            if self.count.is_multiple_of(WIDTH) {
                self.leaves.push(Leaf::EMPTY);
            }
            place(key, self.count as u32);
            self.leaves[self.count / WIDTH].keys[self.count % WIDTH] = key;
            self.count += 1;
        }
        self.newcomers = 0;
        self.shape();
    }

    /// Puts in a key; its place.
    pub fn append(&mut self, key: u32) -> u32 {
        let mut leaf = Leaf::EMPTY;
        leaf.keys[0] = key;
        self.leaves.push(leaf);
        self.count += 1;
        self.newcomers += 1;
        self.shape();
        ((self.leaves.len() - 1) * WIDTH) as u32
    }

    /// Takes out the key of a place.
    pub fn vacate(&mut self, place: u32) {
        self.leaves[place as usize / WIDTH].keys[place as usize % WIDTH] = VACANT;
        self.count -= 1;
        self.set(place, &NOTHING);
    }

    /// Makes every level as long as it has to be.
    fn shape(&mut self) {
        let mut nodes = self.leaves.len();
        let mut level = 1;
        while level < 2 || nodes > 1 || level < self.height() {
            nodes = nodes.div_ceil(WIDTH).max(1);
            if level == self.height() {
                self.raise(level + 1);
            }
            self.nodes[level - 1].resize(nodes, Block::EMPTY);
            level += 1;
        }
        self.unions.resize(self.leaves.len(), NOTHING);
    }

    /// Adds levels of a single node until there are so many.
    pub fn raise(&mut self, height: usize) {
        while self.height() < height {
            let mut root = Block::EMPTY;
            root.set(0, &self.node(self.height() - 1, 0).union());
            self.nodes.push(vec![root]);
        }
    }

    /// Reads all boxes anew and keeps those of before; nodes are around both. The size of leaves around the new boxes alone, and
    /// of those around both.
    pub fn refit<'r>(&mut self, frame: &Frame, bounds: impl Fn(u32) -> &'r Aabb) -> [LeafSizes; 2] {
        let sizes = dispatch!(simd::level(), simd => self.read_all(simd, frame, &bounds));
        self.refit_nodes();
        sizes
    }

    #[inline(always)]
    fn read_all<'r, S: Simd>(&mut self, simd: S, frame: &Frame, bounds: &impl Fn(u32) -> &'r Aabb) -> [LeafSizes; 2] {
        let mut sizes = [LeafSizes::default(); 2];
        let nodes = &mut self.nodes[0][..];
        let frame = frame.wide(simd);
        let eights = self.leaves.chunks_mut(WIDTH).zip(self.unions.chunks_mut(WIDTH));
        for (node, (leaves, unions)) in nodes.iter_mut().zip(eights) {
            for (lane, (leaf, union)) in leaves.iter_mut().zip(unions).enumerate() {
                leaf.age(simd);
                let new = read(simd, leaf, &frame, bounds);
                let both = joined(union, &new);
                *union = new;
                if lane % SAMPLED == 0 {
                    sizes[0].add(&new);
                    sizes[1].add(&both);
                }
                node.set(lane, &both);
            }
        }
        for node in &mut nodes[self.leaves.len().div_ceil(WIDTH)..] {
            *node = Block::EMPTY;
        }
        if let Some(last) = nodes.get_mut(self.leaves.len() / WIDTH) {
            (self.leaves.len() % WIDTH..WIDTH).for_each(|lane| last.set(lane, &NOTHING));
        }
        sizes
    }

    /// Shrinks nodes to what is around the new boxes alone.
    pub fn tighten(&mut self) {
        for (leaf, union) in self.unions.iter().enumerate() {
            self.nodes[0][leaf / WIDTH].set(leaf % WIDTH, union);
        }
        self.refit_nodes();
    }

    /// Makes the boxes of before those of now.
    pub fn forget(&mut self) {
        self.leaves.iter_mut().for_each(Leaf::forget);
    }

    /// Sets the nodes above the lowest.
    fn refit_nodes(&mut self) {
        for level in 1..self.nodes.len() {
            let (below, above) = self.nodes.split_at_mut(level);
            for (children, parent) in below[level - 1].chunks(WIDTH).zip(above[0].iter_mut()) {
                children.iter().enumerate().for_each(|(lane, child)| parent.set(lane, &child.union()));
                (children.len()..WIDTH).for_each(|lane| parent.set(lane, &NOTHING));
            }
        }
    }

    /// Moves the box of a place, before and now, and what is around it.
    pub fn set(&mut self, place: u32, corners: &Corners) {
        let mut place = place as usize;
        let leaf = &mut self.leaves[place / WIDTH];
        leaf.set(place % WIDTH, corners);
        let mut union = leaf.union();
        self.unions[place / WIDTH] = union;
        for level in &mut self.nodes {
            place /= WIDTH;
            let node = &mut level[place / WIDTH];
            if node.get(place % WIDTH) == union {
                break;
            }
            node.set(place % WIDTH, &union);
            union = node.union();
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
fn read<'r, S: Simd>(simd: S, leaf: &mut Leaf, frame: &WideFrame<S>, bounds: &impl Fn(u32) -> &'r Aabb) -> Corners {
    let mut most = [f32x4::splat(simd, -BEYOND); 2];
    for (lane, key) in leaf.keys.into_iter().enumerate() {
        if key == VACANT {
            leaf.put(lane, &reaches(&NOTHING));
            continue;
        }
        let [first, last] = frame.carry(simd, bounds(key));
        most = [most[0].max(first), most[1].max(last)];
        leaf.put(lane, &joint(first, last));
    }
    corners(&joint(most[0], most[1]))
}

/// Six reaches from the first four and the last four.
#[inline(always)]
fn joint<S: Simd>(first: f32x4<S>, last: f32x4<S>) -> Reaches {
    let (a, b) = (<[f32; 4]>::from(first), <[f32; 4]>::from(last));
    [a[0], a[1], a[2], b[1], b[2], b[3]]
}
