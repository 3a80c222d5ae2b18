//! A tree of eight children a node over boxes in a given order: a leaf is eight consecutive boxes, and above are
//! [levels](NodeLevels) without pointers: building is sorting, refitting is one pass.
//!
//! Boxes that come between two sorts get a leaf each at the end of the order, so that leaf is no larger than its box.

use super::box_tree_leaf::{Leaf, VACANT};
use crate::executor::Executor;
use crate::lane_tree::{Aabbx8, LeafSizes, NodeLevels, PackedAabb, PackedAabbLanes, WIDTH, rows};
use crate::math::simd;
use crate::math::simd::dispatch;
use fearless_simd::prelude::*;

/// Samples every nth leaf for its size.
const SAMPLED: usize = 4;
/// Lowest nodes of a piece: sizes are summed by pieces, whatever the number of threads.
const PIECE: usize = 64;
/// Smallest number of lowest nodes for which threads are used.
const PARALLEL_FROM: usize = 256;

/// The tree; boxes are found by their place, which is eight times the leaf plus the lane. Leaves are level 0.
#[derive(Debug, Default)]
pub(super) struct BoxTree {
    /// The boxes.
    pub leaves: Vec<Leaf>,
    /// Boxes around leaves, then around these.
    pub levels: NodeLevels,
    /// The box around every leaf, boxes of before left out.
    unions: Vec<PackedAabb>,
    /// The box around every leaf as the lowest nodes have it.
    pub arounds: Vec<PackedAabb>,
    /// Working memory: sizes of leaves, of every piece.
    sizes: Vec<[LeafSizes; 2]>,
    /// How many boxes there are.
    count: usize,
    /// How many of them have a leaf of their own.
    newcomers: usize,
}

impl BoxTree {
    /// How many boxes there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many boxes came since the last sort.
    pub fn newcomers(&self) -> usize {
        self.newcomers
    }

    /// Takes new keys in order; boxes are to be [filled in](Self::refill).
    pub fn set_order(&mut self, keys: impl ExactSizeIterator<Item = u32>, mut place: impl FnMut(u32, u32)) {
        self.count = keys.len();
        self.newcomers = 0;
        self.leaves.resize(self.count.div_ceil(WIDTH), Leaf::EMPTY);
        for (index, key) in keys.enumerate() {
            place(key, index as u32);
            self.leaves[index / WIDTH].keys[index % WIDTH] = key;
        }
        if let Some(last) = self.leaves.last_mut().filter(|_| !self.count.is_multiple_of(WIDTH)) {
            last.keys[self.count % WIDTH..].fill(VACANT);
        }
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
        self.set(place, &PackedAabb::EMPTY);
    }

    /// Makes everything as long as it has to be.
    fn shape(&mut self) {
        self.levels.shape(self.leaves.len());
        self.unions.resize(self.leaves.len(), PackedAabb::EMPTY);
        self.arounds.resize(self.leaves.len(), PackedAabb::EMPTY);
    }

    /// Reads all boxes and keeps those of the last update; nodes enclose both. Returns the sizes of leaves around the new boxes alone, and
    /// around both.
    pub fn refit<'r>(&mut self, boxes: impl Fn(u32) -> &'r PackedAabb + Sync, executor: &Executor) -> [LeafSizes; 2] {
        self.read_all::<false>(&boxes, &boxes, executor)
    }

    /// As [`Self::refit`], where those of before are to be read, too.
    pub fn refill<'r>(
        &mut self,
        boxes: impl Fn(u32) -> &'r PackedAabb + Sync,
        before: impl Fn(u32) -> &'r PackedAabb + Sync,
        executor: &Executor,
    ) -> [LeafSizes; 2] {
        self.read_all::<true>(&boxes, &before, executor)
    }

    fn read_all<'r, const FRESH: bool>(
        &mut self,
        boxes: &(impl Fn(u32) -> &'r PackedAabb + Sync),
        before: &(impl Fn(u32) -> &'r PackedAabb + Sync),
        executor: &Executor,
    ) -> [LeafSizes; 2] {
        let used = self.leaves.len().div_ceil(WIDTH);
        self.sizes.clear();
        self.sizes.resize(used.div_ceil(PIECE), [LeafSizes::default(); 2]);
        let level = simd::level();
        let boxes_around = self.unions.chunks_mut(PIECE * WIDTH).zip(self.arounds.chunks_mut(PIECE * WIDTH));
        let leaves = self.leaves.chunks_mut(PIECE * WIDTH).zip(boxes_around);
        let pieces = self.levels.lowest().chunks_mut(PIECE).zip(leaves).zip(&mut self.sizes);
        let executor = if used < PARALLEL_FROM { &Executor::serial() } else { executor };
        executor.for_each_of(pieces, |((nodes, (leaves, (unions, arounds))), sizes)| {
            dispatch!(level, simd => {
                let boxes_around = unions.chunks_mut(WIDTH).zip(arounds.chunks_mut(WIDTH));
                for ((node, leaves), (unions, arounds)) in nodes.iter_mut().zip(leaves.chunks_mut(WIDTH)).zip(boxes_around) {
                    if FRESH {
                        for (leaf, union) in leaves.iter_mut().zip(&mut *unions) {
                            read(simd, leaf, before).store(union);
                        }
                    }
                    *node = renew(simd, leaves, unions, arounds, boxes, sizes);
                }
            });
        });
        for node in &mut self.levels.lowest()[used..] {
            *node = Aabbx8::EMPTY;
        }
        self.levels.refit();
        let mut sum = [LeafSizes::default(); 2];
        self.sizes.iter().for_each(|sizes| (0..2).for_each(|k| sum[k] += sizes[k]));
        sum
    }

    /// Shrinks nodes to what is around the new boxes alone.
    pub fn tighten(&mut self) {
        for (leaf, union) in self.unions.iter().enumerate() {
            self.levels.lowest()[leaf / WIDTH].set(leaf % WIDTH, &union.corners());
        }
        self.arounds.copy_from_slice(&self.unions);
        self.levels.refit();
    }

    /// Makes the boxes of before those of now.
    pub fn forget(&mut self) {
        self.leaves.iter_mut().for_each(Leaf::forget);
    }

    /// Moves the box of a place, before and now, and what is around it.
    pub fn set(&mut self, place: u32, carried: &PackedAabb) {
        let place = place as usize;
        let leaf = &mut self.leaves[place / WIDTH];
        leaf.set(place % WIDTH, carried);
        let around = leaf.union();
        self.unions[place / WIDTH] = around;
        self.arounds[place / WIDTH] = around;
        self.levels.set(place / WIDTH, around.corners());
    }
}

/// Reads the boxes of eight leaves or fewer; the node around them and what they held before.
#[inline(always)]
fn renew<'r, S: Simd>(
    simd: S,
    leaves: &mut [Leaf],
    unions: &mut [PackedAabb],
    arounds: &mut [PackedAabb],
    boxes: &impl Fn(u32) -> &'r PackedAabb,
    sizes: &mut [LeafSizes; 2],
) -> Aabbx8 {
    let mut eight = [PackedAabbLanes::load(simd, &PackedAabb::EMPTY); WIDTH];
    for (lane, ((leaf, union), around)) in leaves.iter_mut().zip(unions).zip(arounds).enumerate() {
        let new = read(simd, leaf, boxes);
        eight[lane] = new.joined(PackedAabbLanes::load(simd, union));
        new.store(union);
        eight[lane].store(around);
        if lane % SAMPLED == 0 {
            sizes[0].add(union);
            sizes[1].add(around);
        }
    }
    Aabbx8::from_reaches(rows(&eight))
}

/// Reads the boxes of a leaf, those of now becoming those of before; the box around them.
#[inline(always)]
fn read<'r, S: Simd>(simd: S, leaf: &mut Leaf, boxes: &impl Fn(u32) -> &'r PackedAabb) -> PackedAabbLanes<S> {
    let nothing = PackedAabbLanes::load(simd, &PackedAabb::EMPTY);
    let (mut eight, mut union) = ([nothing; WIDTH], nothing);
    for (one, key) in eight.iter_mut().zip(leaf.keys) {
        *one = PackedAabbLanes::load(simd, boxes(key));
        union = union.joined(*one);
    }
    leaf.renew(&rows(&eight));
    union
}
