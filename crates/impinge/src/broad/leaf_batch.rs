//! Pairs of leaves, gathered and then tested in long loops without branches that the processor would guess wrong.
//!
//! First the eight boxes of each first leaf against the box around the second; those left, each against the eight boxes of the
//! second leaf. What is found is written eight rows at a time, and only some of them count.

use super::block::{Block, Splat, WIDTH, bits, lanes};
use super::octet_tree::{OctetTree, VACANT};
use super::pair_set::PairSet;
use super::roster::Roster;
use fearless_simd::prelude::*;
use fearless_simd::{mask32x8, u32x8};

/// Pairs of leaves that are gathered: few enough for their boxes to stay in the first cache.
const GATHERED: usize = 256;
/// Pairs that one node adds at most.
const ADDED: usize = WIDTH * WIDTH;

/// A tree and the boxes of its leaves at the last update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaves<'a> {
    /// The tree.
    pub tree: &'a OctetTree,
    /// The boxes of its leaves at the last update.
    pub before: &'a [Block],
}

/// A box of the first leaf against the second, whose boxes have changed: the item, which overlap now, and which changed.
type Changed = (u32, u32, u32);

/// Pairs of leaves to be tested.
#[derive(Debug)]
pub(super) struct LeafBatch {
    first: Vec<u32>,
    second: Vec<u32>,
    len: usize,
    /// Boxes of first leaves that are near the second: eight times the pair, plus the lane.
    items: Vec<u32>,
    /// Items that single precision cannot decide.
    open: Vec<u32>,
    changed: Vec<Changed>,
}

impl Default for LeafBatch {
    fn default() -> Self {
        let rows = GATHERED + ADDED + WIDTH;
        Self {
            first: vec![0; rows],
            second: vec![0; rows],
            len: 0,
            items: vec![0; rows * WIDTH],
            open: vec![0; rows * WIDTH],
            changed: vec![(0, 0, 0); rows * WIDTH],
        }
    }
}

impl LeafBatch {
    /// How many pairs wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has to be tested before another node adds to it.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len > GATHERED
    }

    /// Adds a leaf with each of those of eight that a mask names, from `second` on.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, first: usize, second: usize, mask: u32) {
        let rows = self.len..self.len + WIDTH;
        self.first[rows.clone()].copy_from_slice(&[first as u32; WIDTH]);
        let all = u32x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]) + second as u32;
        let named: [u32; WIDTH] = all.compress(mask32x8::from_bitmask(simd, u64::from(mask))).into();
        self.second[rows].copy_from_slice(&named);
        self.len += mask.count_ones() as usize;
    }
}

/// Tests of leaves; if `SWEPT`, with the boxes of before, too, so that pairs that came and went are found.
pub(super) struct LeafTests<'a, const SWEPT: bool> {
    /// What waits to be tested.
    pub batch: &'a mut LeafBatch,
    /// The boxes themselves, to settle what single precision leaves open.
    pub roster: &'a Roster,
    /// Where pairs go.
    pub pairs: &'a mut PairSet,
    /// Tests of one box against eight.
    pub tests: u64,
    /// Pairs of leaves tested.
    pub leaf_pairs: u64,
}

impl<const SWEPT: bool> LeafTests<'_, SWEPT> {
    /// Tests what waits.
    #[inline(always)]
    pub fn run<S: Simd>(&mut self, simd: S, both: [Leaves<'_>; 2]) {
        let items = self.gather_items(simd, both);
        self.leaf_pairs += self.batch.len as u64;
        self.tests += (self.batch.len + items) as u64;
        let (open, changed) = self.test_items(simd, both, items);
        self.pairs.came.reserve(changed * WIDTH);
        self.pairs.went.reserve(changed * WIDTH);
        for (item, hit, changed) in self.batch.changed[..changed].iter().copied() {
            let (key, others) = self.batch.keys(both, item);
            let others = u32x8::from_slice(simd, others);
            for (list, mask) in [(&mut self.pairs.came, changed & hit), (&mut self.pairs.went, changed & !hit)] {
                let found = others.compress(mask32x8::from_bitmask(simd, u64::from(mask)));
                list.write(key, &found.into(), mask.count_ones() as usize);
            }
        }
        for index in 0..open {
            self.settle(both, self.batch.open[index]);
        }
        self.batch.len = 0;
    }

    /// Fills in the boxes of first leaves that are near the second; how many.
    #[inline(always)]
    fn gather_items<S: Simd>(&mut self, simd: S, both: [Leaves<'_>; 2]) -> usize {
        let batch = &mut *self.batch;
        let is_one_tree = std::ptr::eq(both[0].tree, both[1].tree);
        let eight = u32x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
        let mut count = 0;
        for row in 0..batch.len {
            let (i, j) = (batch.first[row] as usize, batch.second[row] as usize);
            let mut near = Self::near(simd, both, i, j);
            if false && is_one_tree {
                // The side with fewer boxes near the other leaf comes first.
                let other = Self::near(simd, both, j, i);
                let (i, j) = (batch.first[row], batch.second[row]);
                let swaps = other.count_ones() < near.count_ones();
                near = if swaps { other } else { near };
                batch.first[row] = if swaps { j } else { i };
                batch.second[row] = if swaps { i } else { j };
            }
            let items = (eight + (row * WIDTH) as u32).compress(mask32x8::from_bitmask(simd, u64::from(near)));
            batch.items[count..count + WIDTH].copy_from_slice(&<[u32; WIDTH]>::from(items));
            count += near.count_ones() as usize;
        }
        count
    }

    /// The boxes of a leaf of the first tree that are near one of the second.
    #[inline(always)]
    fn near<S: Simd>(simd: S, both: [Leaves<'_>; 2], i: usize, j: usize) -> u32 {
        let around = Splat::of(simd, &both[1].tree.levels[1][j / WIDTH], j % WIDTH);
        let boxes = &both[0].tree.levels[0][i];
        if SWEPT { boxes.near_either(&both[0].before[i], simd, &around) } else { boxes.near(simd, &around) }
    }

    /// Tests items; how many are open, and how many have changed.
    #[inline(always)]
    fn test_items<S: Simd>(&mut self, simd: S, both: [Leaves<'_>; 2], items: usize) -> (usize, usize) {
        let batch = &mut *self.batch;
        let [a, b] = both;
        let (a_now, b_now) = (&a.tree.levels[0][..], &b.tree.levels[0][..]);
        let (mut open, mut changed) = (0, 0);
        self.pairs.all.reserve(items * WIDTH);
        for index in 0..items {
            let item = batch.items[index];
            let (i, j, lane) = batch.place(item);
            let asked = asked(both, i, j, lane);
            let gap = b_now[j].gap(simd, &Splat::of(simd, &a_now[i], lane));
            let mut hit = bits(gap.simd_le(0.0));
            let mut equal = bits(gap.simd_eq(0.0));
            let mut differs = 0;
            if SWEPT {
                let gap = b.before[j].gap(simd, &Splat::of(simd, &a.before[i], lane));
                differs = hit ^ bits(gap.simd_le(0.0));
                equal |= bits(gap.simd_eq(0.0));
            }
            let is_open = equal & asked != 0;
            let asked = if is_open { 0 } else { asked };
            (hit, differs) = (hit & asked, differs & asked);
            batch.open[open] = item;
            open += usize::from(is_open);
            if SWEPT {
                batch.changed[changed] = (item, hit, differs);
                changed += usize::from(differs != 0);
            }
            let keys = u32x8::from_slice(simd, &b.tree.keys[j]);
            let found = keys.compress(mask32x8::from_bitmask(simd, u64::from(hit)));
            self.pairs.all.write(a.tree.keys[i][lane], &found.into(), hit.count_ones() as usize);
        }
        (open, changed)
    }

    /// Pairs of a box and eight others in double precision.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, both: [Leaves<'_>; 2], item: u32) {
        let (i, j, lane) = self.batch.place(item);
        let (key, others) = self.batch.keys(both, item);
        for lane in lanes(asked(both, i, j, lane)).filter(|lane| key != VACANT && others[*lane] != VACANT) {
            let other = others[lane];
            self.pairs.cost.settled += 1;
            let (is, was) = (self.roster.is_pair(key, other), SWEPT && self.roster.was_pair(key, other));
            if is {
                self.pairs.all.push(key, other);
            }
            match (SWEPT, is, was) {
                (true, true, false) => self.pairs.came.push(key, other),
                (true, false, true) => self.pairs.went.push(key, other),
                _ => (),
            }
        }
    }
}

impl LeafBatch {
    /// The leaves and the lane of an item.
    #[inline(always)]
    fn place(&self, item: u32) -> (usize, usize, usize) {
        let row = item as usize / WIDTH;
        (self.first[row] as usize, self.second[row] as usize, item as usize % WIDTH)
    }

    /// The key of an item, and those of the second leaf.
    fn keys<'t>(&self, both: [Leaves<'t>; 2], item: u32) -> (u32, &'t [u32; WIDTH]) {
        let (i, j, lane) = self.place(item);
        (both[0].tree.keys[i][lane], &both[1].tree.keys[j])
    }
}

/// The boxes of the second leaf that count: all, or inside one leaf those behind the first, so that each pair counts once.
#[inline(always)]
fn asked(both: [Leaves<'_>; 2], i: usize, j: usize, lane: usize) -> u32 {
    let is_inside = std::ptr::eq(both[0].tree, both[1].tree) & (i == j);
    (0xFF << (usize::from(is_inside) * (lane + 1))) & 0xFF
}
