//! Pairs of leaves, gathered and then tested in long loops without unpredictable branches.
//!
//! First the eight boxes of each first leaf against the box around the second; those left, each against the eight boxes of the
//! second leaf. What is found is written eight rows at a time, and only some of them count.

use super::box_tree::BoxTree;
use super::box_tree_leaf::{Depth, Leaf, VACANT};
use super::keyed_boxes::KeyedBoxes;
use super::pair_set::PairSet;
use crate::lane_tree::{LeafPairVisitor, WIDTH, set_lanes};
use fearless_simd::prelude::*;
use fearless_simd::{mask32x8, u32x8};
use std::ops::{ControlFlow, Range};

/// Number of pairs of leaves that are gathered: few enough for their boxes to stay in the first-level cache.
const GATHERED: usize = 256;
/// Largest number of pairs that one node adds.
const ADDED: usize = WIDTH * WIDTH;

/// Eight tests where more is to be done: a box by its place against a leaf, or a leaf turned by some lanes against itself.
#[derive(Clone, Copy, Debug, Default)]
struct SpecialTest {
    one: u32,
    two: u32,
    found: LaneHits,
}

/// What eight tests found: in a byte where boxes overlap now, in one where that changed, and above whether something is open.
#[derive(Clone, Copy, Debug, Default)]
struct LaneHits(u32);

impl LaneHits {
    /// Something is open: the only thing to know then.
    const OPEN: Self = Self(1 << 16);

    /// From depths of lanes that were asked for.
    #[inline(always)]
    fn new<S: Simd, const SWEPT: bool>(depth: Depth<S>, asked: u32) -> Self {
        // Where boxes of before do not count, they may be far from the frame, and all fall together.
        let is_open = if SWEPT { depth.is_open() } else { depth.open() != 0 };
        if is_open {
            return Self::OPEN;
        }
        let changed = if SWEPT { depth.changed() & asked } else { 0 };
        Self(!depth.apart() & asked | changed << 8)
    }

    /// Where boxes overlap now; nowhere if something is open.
    #[inline(always)]
    fn hits(self) -> u32 {
        self.0 & 0xFF
    }

    /// Where that changed.
    fn changed(self) -> u32 {
        self.0 >> 8 & 0xFF
    }

    fn is_open(self) -> bool {
        self.0 == Self::OPEN.0
    }

    /// Whether there is more to do.
    #[inline(always)]
    fn is_special(self) -> bool {
        self.0 >= 1 << 8
    }
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
    special: Vec<SpecialTest>,
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
            special: vec![SpecialTest::default(); rows * WIDTH],
        }
    }
}

impl LeafBatch {
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.len > GATHERED
    }

    #[inline(always)]
    fn add<S: Simd>(&mut self, simd: S, first: usize, second: usize, mask: u32) {
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
    /// The trees.
    pub both: [&'a BoxTree; 2],
    /// What waits to be tested.
    pub batch: &'a mut LeafBatch,
    /// The boxes themselves, to settle what single precision leaves open.
    pub roster: &'a KeyedBoxes,
    /// Where pairs go.
    pub pairs: &'a mut PairSet,
    /// Tests of one box against eight.
    pub tests: u64,
    /// Pairs of leaves tested.
    pub leaf_pairs: u64,
}

impl<const SWEPT: bool> LeafPairVisitor for LeafTests<'_, SWEPT> {
    #[inline(always)]
    fn add<S: Simd>(&mut self, simd: S, first: usize, second: usize, mask: u32) {
        self.batch.add(simd, first, second, mask);
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.batch.is_full()
    }

    #[inline(always)]
    fn note_tests(&mut self, tests: u64) {
        self.tests += tests;
    }

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S) -> ControlFlow<()> {
        let [a, b] = self.both;
        let items = self.gather(simd);
        self.leaf_pairs += self.batch.len as u64;
        self.tests += (self.batch.len + items) as u64;
        self.batch.len = 0;
        let special = self.test(simd, items);
        for index in 0..special {
            let SpecialTest { one, two, found } = self.batch.special[index];
            let key = a.leaves[one as usize / WIDTH].keys[one as usize % WIDTH];
            let others = &b.leaves[two as usize].keys;
            self.note(found, 0xFF, |lane| (key, others[lane]));
        }
        ControlFlow::Continue(())
    }

    /// Tests the boxes of each of some leaves against each other.
    #[inline(always)]
    fn within<S: Simd>(&mut self, simd: S, leaves: Range<usize>) {
        let [tree, _] = self.both;
        self.leaf_pairs += leaves.len() as u64;
        self.tests += (leaves.len() * WIDTH / 2) as u64;
        let mut special = 0;
        for leaf in leaves {
            // Each box against those one to four lanes on; four lanes on are four pairs, twice.
            special = self.turned::<S, 1>(simd, tree, leaf, special);
            special = self.turned::<S, 2>(simd, tree, leaf, special);
            special = self.turned::<S, 3>(simd, tree, leaf, special);
            special = self.turned::<S, 4>(simd, tree, leaf, special);
        }
        for index in 0..special {
            let SpecialTest { one, two, found } = self.batch.special[index];
            let keys = &tree.leaves[one as usize].keys;
            self.note(found, asked(two), |lane| (keys[lane], keys[(lane + two as usize) % WIDTH]));
        }
    }
}

impl<const SWEPT: bool> LeafTests<'_, SWEPT> {
    /// Fills in the boxes of first leaves that are near the second; how many.
    #[inline(always)]
    fn gather<S: Simd>(&mut self, simd: S) -> usize {
        let [a, b] = self.both;
        let LeafBatch { first, second, len, places, leaves, .. } = &mut *self.batch;
        let leaves = &mut leaves[..places.len()];
        let eight = u32x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
        let mut count = 0;
        for (i, j) in first[..*len].iter().zip(&second[..*len]) {
            let depth = a.leaves[*i as usize].depth_in(simd, &b.arounds[*j as usize]);
            let near = !(if SWEPT { depth.ever_apart() } else { depth.apart() }) & 0xFF;
            let near_places = (eight + *i * WIDTH as u32).compress(mask32x8::from_bitmask(simd, u64::from(near)));
            places[count..count + WIDTH].copy_from_slice(&<[u32; WIDTH]>::from(near_places));
            leaves[count..count + WIDTH].copy_from_slice(&[*j; WIDTH]);
            count += near.count_ones() as usize;
        }
        count
    }

    /// Tests boxes against leaves; how many are special.
    #[inline(always)]
    fn test<S: Simd>(&mut self, simd: S, items: usize) -> usize {
        let [a, b] = self.both;
        let LeafBatch { places, leaves, special, .. } = &mut *self.batch;
        let (a, b, special) = (&a.leaves[..], &b.leaves[..], &mut special[..items + 1]);
        let mut count = 0;
        let mut rows = self.pairs.all.rows(items * WIDTH);
        for (place, leaf) in places[..items].iter().zip(&leaves[..items]) {
            let (one, lane, two) = (&a[*place as usize / WIDTH], *place as usize % WIDTH, &b[*leaf as usize]);
            let found = LaneHits::new::<S, SWEPT>(two.depth(simd, one, lane), 0xFF);
            special[count] = SpecialTest { one: *place, two: *leaf, found };
            count += usize::from(found.is_special());
            let hits = mask32x8::from_bitmask(simd, u64::from(found.hits()));
            let others = u32x8::from_slice(simd, &two.keys).compress(hits);
            rows.write(&[one.keys[lane]; WIDTH], &others.into(), found.hits().count_ones() as usize);
        }
        rows.end();
        count
    }

    /// Tests the boxes of a leaf against those some lanes on; how many special tests there are now.
    #[inline(always)]
    fn turned<S: Simd, const R: usize>(&mut self, simd: S, tree: &BoxTree, leaf: usize, special: usize) -> usize {
        let Leaf { keys, .. } = &tree.leaves[leaf];
        let found = LaneHits::new::<S, SWEPT>(tree.leaves[leaf].depth_within::<S, R>(simd), asked(R as u32));
        self.batch.special[special] = SpecialTest { one: leaf as u32, two: R as u32, found };
        let hits = mask32x8::from_bitmask(simd, u64::from(found.hits()));
        let keys = u32x8::from_slice(simd, keys);
        let others = keys.slide::<R>(keys).compress(hits);
        let mut rows = self.pairs.all.rows(WIDTH);
        rows.write(&keys.compress(hits).into(), &others.into(), found.hits().count_ones() as usize);
        rows.end();
        special + usize::from(found.is_special())
    }

    /// Notes what changed and settles what is open.
    #[inline(always)]
    fn note(&mut self, found: LaneHits, asked: u32, pair: impl Fn(usize) -> (u32, u32)) {
        if found.is_open() {
            set_lanes(asked).map(pair).for_each(|(a, b)| self.settle(a, b));
            return;
        }
        for lane in set_lanes(found.changed()) {
            let (a, b) = pair(lane);
            let hits = found.0 >> lane & 1;
            self.pairs.came.push_some(a, b, hits as usize);
            self.pairs.went.push_some(a, b, 1 - hits as usize);
        }
    }

    /// A pair of boxes in double precision.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, a: u32, b: u32) {
        if a == VACANT || b == VACANT {
            return;
        }
        self.pairs.cost.settled += 1;
        let (is, was) = (self.roster.is_pair(a, b), SWEPT && self.roster.was_pair(a, b));
        if is {
            self.pairs.all.push(a, b);
        }
        match (SWEPT, is, was) {
            (true, true, false) => self.pairs.came.push(a, b),
            (true, false, true) => self.pairs.went.push(a, b),
            _ => (),
        }
    }
}

/// The lanes that count when a leaf is rotated by `turn` lanes: by four, the other half holds the same pairs.
#[inline(always)]
fn asked(turn: u32) -> u32 {
    if turn as usize == WIDTH / 2 { 0x0F } else { 0xFF }
}
