//! Pairs of leaves become pairs of boxes, and these pairs of faces, by lists that stay in the cache.

use super::candidate_lists::CandidateLists;
use super::leaf_bounds::LeafBounds;
use crate::deform::patches::certified_patches::CertifiedPatches;
use crate::deform::patches::disc_patches::NONE;
use crate::deform::tree::face_tree::FaceTree;
use crate::lane_tree::{AabbSplat, BoxCorners, LeafPairVisitor, WIDTH};
use crate::math::simd::apart;
use fearless_simd::prelude::*;
use fearless_simd::{mask32x8, u32x8};
use std::ops::{ControlFlow, Range};

/// Tests pairs of faces whose boxes overlap.
pub(crate) trait FacePairTest {
    /// What it finds.
    type Matches: Default + Send;

    /// Takes a slot with each of eight that a mask names: faces without a common corner, and with one.
    fn take<S: Simd>(&mut self, simd: S, slots: [u32x8<S>; 2], loose: u32, neighbours: u32);

    /// Tests all pairs taken so far; a break ends the search.
    fn settle<S: Simd>(&mut self, simd: S) -> ControlFlow<()>;

    /// Returns what was found, with the work added, and starts over.
    fn finish(&mut self, effort: SearchEffort) -> Self::Matches;
}

/// Work until pairs of faces are found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchEffort {
    /// Pairs of boxes tested.
    pub box_tests: u64,
    /// Pairs of leaves tested.
    pub leaf_pairs: u64,
    /// Pairs of faces, of leaves and of nodes that were skipped because they are of one patch that does not meet itself.
    pub skipped: [u64; 3],
}

/// A search among the pairs of leaves of two trees, or of one with itself.
pub(crate) struct LeafPairSearch<'a, J> {
    /// Whether both are one tree.
    pub is_own: bool,
    /// The trees.
    pub both: [LeafBounds<'a>; 2],
    /// What waits to be tested.
    pub waiting: &'a mut CandidateLists,
    /// What takes pairs of faces.
    pub test: &'a mut J,
    /// Work counters.
    pub effort: SearchEffort,
}

impl<J: FacePairTest> LeafPairVisitor for LeafPairSearch<'_, J> {
    #[inline(always)]
    fn add<S: Simd>(&mut self, simd: S, first: usize, second: usize, mask: u32) {
        self.waiting.leaves.push(simd, [u32x8::splat(simd, first as u32), eight_from(simd, second as u32)], mask);
    }

    #[inline(always)]
    fn within<S: Simd>(&mut self, _: S, leaves: Range<usize>) {
        for leaf in leaves {
            self.waiting.leaves.push_if([leaf as u32; 2], true);
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.waiting.leaves.is_full()
    }

    #[inline(always)]
    fn settles(&mut self, level: usize, first: usize, second: usize) -> bool {
        let settles = self.is_own
            && self.both[0].certified.is_some_and(|certified| certified.is_same_patch(level, first, second));
        self.effort.skipped[2] += u64::from(settles);
        settles
    }

    #[inline(always)]
    fn note_tests(&mut self, tests: u64) {
        self.effort.box_tests += tests * WIDTH as u64;
    }

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S) -> ControlFlow<()> {
        // Only these two loops are compiled twice: it pays in them, and the rest is large.
        if self.is_own {
            apart!(simd, self.gather::<true, S>(simd));
            self.meet::<true, S>(simd);
        } else {
            apart!(simd, self.gather::<false, S>(simd));
            self.meet::<false, S>(simd);
        }
        self.test.settle(simd)
    }

    #[inline(always)]
    fn first_in_second<S: Simd>(&self, simd: S, corners: &BoxCorners) -> AabbSplat<S> {
        let [a, b] = self.both;
        if self.is_own {
            AabbSplat::new(simd, corners)
        } else {
            AabbSplat::new(simd, &between(a.tree, b.tree, corners))
        }
    }

    #[inline(always)]
    fn second_in_first<S: Simd>(&self, simd: S, corners: &BoxCorners) -> AabbSplat<S> {
        let [a, b] = self.both;
        if self.is_own {
            AabbSplat::new(simd, corners)
        } else {
            AabbSplat::new(simd, &between(b.tree, a.tree, corners))
        }
    }
}

/// A box of one tree in the frame of another, or slightly larger.
fn between(from: &FaceTree, to: &FaceTree, corners: &BoxCorners) -> BoxCorners {
    if from.frame == to.frame { *corners } else { to.frame.carry(&from.frame.around_carried(corners)) }
}

impl<J: FacePairTest> LeafPairSearch<'_, J> {
    /// Lists the slots of first leaves that are near the second leaf.
    #[inline(always)]
    fn gather<const OWN: bool, S: Simd>(&mut self, simd: S) {
        let [a, b] = self.both;
        for pair in 0..self.waiting.leaves.len() {
            let [i, j] = self.waiting.leaves.row(pair);
            if OWN && a.certified.is_some_and(|certified| certified.is_same_patch(0, i as usize, j as usize)) {
                self.effort.skipped[1] += 1;
                continue;
            }
            let corners = b.levels.node(1, j as usize / WIDTH).get(j as usize % WIDTH);
            let around = if OWN { corners } else { between(b.tree, a.tree, &corners) };
            let near = a.boxes[i as usize].near(simd, &AabbSplat::new(simd, &around));
            self.waiting.items.push(simd, [eight_from(simd, i * WIDTH as u32), u32x8::splat(simd, j)], near);
            if self.waiting.items.is_full() {
                self.meet::<OWN, S>(simd);
            }
        }
        self.effort.leaf_pairs += self.waiting.leaves.len() as u64;
        self.effort.box_tests += (self.waiting.leaves.len() * WIDTH) as u64;
        self.waiting.leaves.truncate(0);
    }

    /// Lists the pairs of slots and leaves of which boxes overlap, then the pairs of faces.
    #[inline(always)]
    fn meet<const OWN: bool, S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let [a, b] = self.both;
            for item in 0..self.waiting.items.len() {
                let [slot, leaf] = self.waiting.items.row(item);
                let (own_leaf, lane) = (slot as usize / WIDTH, slot as usize % WIDTH);
                let corners = a.boxes[own_leaf].get(lane);
                let around = if OWN { corners } else { between(a.tree, b.tree, &corners) };
                let near = b.boxes[leaf as usize].near(simd, &AabbSplat::new(simd, &around));
                let asked = if OWN && own_leaf == leaf as usize { 0xFE << lane } else { 0xFF };
                self.waiting.hits.push_if([slot, leaf, near & asked], near & asked != 0);
                if self.waiting.hits.is_full() {
                    self.part(simd);
                }
            }
            self.effort.box_tests += (self.waiting.items.len() * WIDTH) as u64;
            self.waiting.items.truncate(0);
            self.part(simd);
        });
    }

    /// Hands over the pairs of faces whose boxes overlap, neighbours apart.
    #[inline(always)]
    fn part<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let LeafBounds { tree, certified, .. } = self.both[0];
            for hit in 0..self.waiting.hits.len() {
                let [slot, leaf, mut hits] = self.waiting.hits.row(hit);
                if let Some(certified) = certified.filter(|_| self.is_own) {
                    let one = of_one_patch(simd, certified, slot, leaf) & hits;
                    self.effort.skipped[0] += u64::from(one.count_ones());
                    hits &= !one;
                }
                let slots = [u32x8::splat(simd, slot), eight_from(simd, leaf * WIDTH as u32)];
                let neighbours = if self.is_own { neighbours(simd, tree, slot, leaf) & hits } else { 0 };
                self.test.take(simd, slots, hits & !neighbours, neighbours);
            }
            self.waiting.hits.truncate(0);
        });
    }
}

/// Eight numbers that follow each other.
#[inline(always)]
fn eight_from<S: Simd>(simd: S, first: u32) -> u32x8<S> {
    u32x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]) + first
}

/// The faces of a leaf that are of the patch of that in a slot.
#[inline(always)]
fn of_one_patch<S: Simd>(simd: S, certified: &CertifiedPatches, slot: u32, leaf: u32) -> u32 {
    let mark = certified.slot(slot);
    let same = u32x8::from_slice(simd, certified.leaf(leaf)).simd_eq(mark).to_bitmask() as u32;
    if mark == NONE { 0 } else { same }
}

/// The faces of a leaf that have a corner in common with that in a slot.
#[inline(always)]
fn neighbours<S: Simd>(simd: S, tree: &FaceTree, slot: u32, leaf: u32) -> u32 {
    let [x, y, z, _] = tree.slots[slot as usize];
    let rows = &tree.corners[leaf as usize];
    let mut any = mask32x8::splat(simd, false);
    for row in rows {
        let row = u32x8::from_slice(simd, row);
        any |= row.simd_eq(x) | row.simd_eq(y) | row.simd_eq(z);
    }
    any.to_bitmask() as u32
}
