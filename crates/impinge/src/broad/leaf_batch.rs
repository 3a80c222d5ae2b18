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

/// A box against a leaf where more is to be done: which of the leaf's boxes it overlaps now, where that changed, and where single
/// precision cannot tell.
#[derive(Clone, Copy, Debug, Default)]
struct Special {
    place: u32,
    leaf: u32,
    hit: u32,
    changed: u32,
    open: u32,
}

/// Pairs of leaves to be tested.
#[derive(Debug)]
pub(super) struct LeafBatch {
    first: Vec<u32>,
    second: Vec<u32>,
    len: usize,
    /// Boxes of first leaves that are near the second, by place, and that second leaf.
    places: Vec<u32>,
    leaves: Vec<u32>,
    special: Vec<Special>,
}

impl Default for LeafBatch {
    fn default() -> Self {
        let rows = GATHERED + ADDED + WIDTH;
        let column = |rows: usize| vec![0; rows];
        Self {
            first: column(rows),
            second: column(rows),
            len: 0,
            places: column(rows * WIDTH),
            leaves: column(rows * WIDTH),
            special: vec![Special::default(); rows * WIDTH],
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
        let items = self.gather(simd, both);
        self.leaf_pairs += self.batch.len as u64;
        self.tests += (self.batch.len + items) as u64;
        self.batch.len = 0;
        let special = self.test(simd, both, items);
        self.pairs.came.reserve(special * WIDTH);
        self.pairs.went.reserve(special * WIDTH);
        for index in 0..special {
            let special = self.batch.special[index];
            let key = both[0].tree.keys.as_flattened()[special.place as usize];
            let others = &both[1].tree.keys[special.leaf as usize];
            if special.open != 0 {
                self.settle(key, others, asked(both, special.place, special.leaf));
                continue;
            }
            let others = u32x8::from_slice(simd, others);
            let (came, went) = (special.changed & special.hit, special.changed & !special.hit);
            for (list, mask) in [(&mut self.pairs.came, came), (&mut self.pairs.went, went)] {
                let found = others.compress(mask32x8::from_bitmask(simd, u64::from(mask)));
                list.write(key, &found.into(), mask.count_ones() as usize);
            }
        }
    }

    /// Fills in the boxes of first leaves that are near the second; how many.
    #[inline(always)]
    fn gather<S: Simd>(&mut self, simd: S, both: [Leaves<'_>; 2]) -> usize {
        let batch = &mut *self.batch;
        let eight = u32x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
        let mut count = 0;
        for (i, j) in batch.first[..batch.len].iter().zip(&batch.second[..batch.len]) {
            let near = Self::near(simd, both, *i as usize, *j as usize);
            let places = (eight + *i * WIDTH as u32).compress(mask32x8::from_bitmask(simd, u64::from(near)));
            batch.places[count..count + WIDTH].copy_from_slice(&<[u32; WIDTH]>::from(places));
            batch.leaves[count..count + WIDTH].copy_from_slice(&[*j; WIDTH]);
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

    /// Tests boxes against leaves; how many are special.
    #[inline(always)]
    fn test<S: Simd>(&mut self, simd: S, both: [Leaves<'_>; 2], items: usize) -> usize {
        let LeafBatch { places, leaves, special, .. } = &mut *self.batch;
        let [a, b] = both;
        // Slices of one length, so that one check serves all.
        let (a_now, b_now) = (&a.tree.levels[0][..], &b.tree.levels[0][..]);
        let (a_before, b_before) = if SWEPT { (a.before, b.before) } else { (a_now, b_now) };
        let (a_before, b_before) = (&a_before[..a_now.len()], &b_before[..b_now.len()]);
        let (a_keys, b_keys) = (&a.tree.keys[..a_now.len()], &b.tree.keys[..b_now.len()]);
        let special = &mut special[..items + 1];
        let mut count = 0;
        self.pairs.all.reserve(items * WIDTH);
        for (place, leaf) in places[..items].iter().zip(&leaves[..items]) {
            let (i, lane, j) = (*place as usize / WIDTH, *place as usize % WIDTH, *leaf as usize);
            let asked = asked(both, *place, *leaf);
            let gap = b_now[j].gap(simd, &Splat::of(simd, &a_now[i], lane));
            let mut hit = bits(gap.simd_le(0.0));
            let mut open = bits(gap.simd_eq(0.0));
            let mut changed = 0;
            if SWEPT {
                let gap = b_before[j].gap(simd, &Splat::of(simd, &a_before[i], lane));
                changed = (hit ^ bits(gap.simd_le(0.0))) & asked;
                open |= bits(gap.simd_eq(0.0));
            }
            open &= asked;
            hit = if open == 0 { hit & asked } else { 0 };
            special[count] = Special { place: *place, leaf: *leaf, hit, changed, open };
            count += usize::from(changed | open != 0);
            let found = u32x8::from_slice(simd, &b_keys[j]).compress(mask32x8::from_bitmask(simd, u64::from(hit)));
            self.pairs.all.write(a_keys[i][lane], &found.into(), hit.count_ones() as usize);
        }
        count
    }

    /// Pairs of a box and some of eight others in double precision.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, key: u32, others: &[u32; WIDTH], asked: u32) {
        for other in lanes(asked).map(|lane| others[lane]).filter(|other| key != VACANT && *other != VACANT) {
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

/// The boxes of a leaf that count for the box of a place: all, or inside one leaf those behind it, so that each pair counts once.
#[inline(always)]
fn asked(both: [Leaves<'_>; 2], place: u32, leaf: u32) -> u32 {
    let is_inside = std::ptr::eq(both[0].tree, both[1].tree) & (place / WIDTH as u32 == leaf);
    if is_inside { 0xFE << (place % WIDTH as u32) & 0xFF } else { 0xFF }
}
