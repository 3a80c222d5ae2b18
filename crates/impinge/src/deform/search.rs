//! Pairs of leaves become pairs of boxes, and these pairs of faces, by lists that stay in the cache.

use super::face_tree::FaceTree;
use super::found::{Found, Wanted};
use super::waiting::Waiting;
use crate::broad::{Corners, LeafWork, Splat, WIDTH};
use fearless_simd::prelude::*;
use fearless_simd::{mask32x8, u32x8};
use std::ops::{ControlFlow, Range};

/// Work in a function of its own with the vector instructions of its caller: no code is made twice.
macro_rules! apart {
    ($simd:ident, $work:expr) => {
        $simd.vectorize(
            #[inline(always)]
            || $work,
        )
    };
}
pub(super) use apart;

/// A search among the pairs of leaves of two trees; if `OWN`, of one with itself.
pub(super) struct Search<'a, const OWN: bool> {
    /// The trees.
    pub both: [&'a FaceTree; 2],
    /// What is added to every error bound.
    pub slack: f64,
    /// What is to be found.
    pub wanted: Wanted,
    /// What waits to be tested.
    pub waiting: &'a mut Waiting,
    /// What was found.
    pub found: Found,
}

impl<const OWN: bool> LeafWork for Search<'_, OWN> {
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
    fn note_tests(&mut self, tests: u64) {
        self.found.cost.box_tests += tests * WIDTH as u64;
    }

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S) -> ControlFlow<()> {
        apart!(simd, self.gather(simd));
        self.meet(simd);
        self.judge_loose(simd);
        self.judge_neighbours(simd);
        self.judge_fans(simd);
        self.judge_hinges(simd);
        if self.wanted == Wanted::First && self.found.counts != [0; 2] {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn first_in_second(&self, corners: Corners) -> Corners {
        if OWN { corners } else { between(self.both, corners) }
    }

    #[inline(always)]
    fn second_in_first(&self, corners: Corners) -> Corners {
        let [a, b] = self.both;
        if OWN { corners } else { between([b, a], corners) }
    }
}

/// A box of one tree in the frame of another, or a little more.
fn between([from, to]: [&FaceTree; 2], corners: Corners) -> Corners {
    if from.frame == to.frame { corners } else { to.frame.carry(&from.frame.around_carried(&corners)) }
}

impl<'a, const OWN: bool> Search<'a, OWN> {
    /// A search that has found nothing yet.
    pub fn new(both: [&'a FaceTree; 2], (wanted, slack): (Wanted, f64), waiting: &'a mut Waiting) -> Self {
        Self { both, slack, wanted, waiting, found: Found::default() }
    }

    /// Lists the slots of first leaves that are near the second leaf.
    #[inline(always)]
    fn gather<S: Simd>(&mut self, simd: S) {
        let [a, b] = self.both;
        for pair in 0..self.waiting.leaves.len() {
            let [i, j] = self.waiting.leaves.row(pair);
            let around = b.levels.node(1, j as usize / WIDTH).get(j as usize % WIDTH);
            let near = a.boxes[i as usize].near(simd, &Splat::new(simd, &self.second_in_first(around)));
            self.waiting.items.push(simd, [eight_from(simd, i * WIDTH as u32), u32x8::splat(simd, j)], near);
            if self.waiting.items.is_full() {
                self.meet(simd);
            }
        }
        self.found.leaf_pairs += self.waiting.leaves.len() as u64;
        self.found.cost.box_tests += (self.waiting.leaves.len() * WIDTH) as u64;
        self.waiting.leaves.truncate(0);
    }

    /// Lists the pairs of slots and leaves of which boxes overlap, then the pairs of faces.
    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let [a, b] = self.both;
            for item in 0..self.waiting.items.len() {
                let [slot, leaf] = self.waiting.items.row(item);
                let (own_leaf, lane) = (slot as usize / WIDTH, slot as usize % WIDTH);
                let corners = self.first_in_second(a.boxes[own_leaf].get(lane));
                let near = b.boxes[leaf as usize].near(simd, &Splat::new(simd, &corners));
                let asked = if OWN && own_leaf == leaf as usize { 0xFE << lane } else { 0xFF };
                self.waiting.hits.push_if([slot, leaf, near & asked], near & asked != 0);
                if self.waiting.hits.is_full() {
                    self.part(simd);
                }
            }
            self.found.cost.box_tests += (self.waiting.items.len() * WIDTH) as u64;
            self.waiting.items.truncate(0);
            self.part(simd);
        });
    }

    /// Lists the pairs of faces whose boxes overlap, neighbours apart.
    #[inline(always)]
    fn part<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let [a, _] = self.both;
            for hit in 0..self.waiting.hits.len() {
                let [slot, leaf, mut hits] = self.waiting.hits.row(hit);
                let slots = [u32x8::splat(simd, slot), eight_from(simd, leaf * WIDTH as u32)];
                if OWN {
                    let neighbours = neighbours(simd, a, slot, leaf) & hits;
                    hits &= !neighbours;
                    self.waiting.neighbours.push(simd, slots, neighbours);
                    if self.waiting.neighbours.is_full() {
                        self.judge_neighbours(simd);
                    }
                }
                self.waiting.loose.push(simd, slots, hits);
                if self.waiting.loose.is_full() {
                    self.judge_loose(simd);
                }
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
