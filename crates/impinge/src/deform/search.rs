//! Pairs of leaves become pairs of boxes, these pairs of faces, and these are judged: eight at a time in lists that stay in the
//! cache, then the few that are left one by one.

use super::columns::Columns;
use super::face_tree::FaceTree;
use super::neighbours::{at_corner, at_edge, near_corner};
use super::triangles::{near, verdict};
use crate::broad::{Corners, LeafWork, Splat, WIDTH, lanes};
use crate::cost::Cost;
use crate::math::predicates::projection_axis;
use crate::math::simd::three;
use crate::triangle_pair::{TriangleRelation, overlaps_beyond, relate};
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

/// What waits to be tested.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Pairs of leaves.
    leaves: Box<Columns<2>>,
    /// Slots of first leaves whose boxes are near the second, and that leaf.
    items: Box<Columns<2>>,
    /// Of these, slots with boxes that overlap some of the leaf, the leaf, and which of its boxes.
    hits: Box<Columns<3>>,
    /// Pairs of slots whose faces have no common corner.
    loose: Box<Columns<2>>,
    /// Pairs of slots whose faces have some.
    neighbours: Box<Columns<2>>,
    /// A common corner, the others of both faces, and both slots.
    fans: Box<Columns<7>>,
    /// Two common corners, the other one of both faces, and both slots.
    hinges: Box<Columns<6>>,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            leaves: Columns::new(),
            items: Columns::new(),
            hits: Columns::new(),
            loose: Columns::new(),
            neighbours: Columns::new(),
            fans: Columns::new(),
            hinges: Columns::new(),
        }
    }
}

impl Waiting {
    /// Forgets what waits.
    pub fn clear(&mut self) {
        self.leaves.truncate(0);
        self.items.truncate(0);
        self.hits.truncate(0);
        self.loose.truncate(0);
        self.neighbours.truncate(0);
        self.fans.truncate(0);
        self.hinges.truncate(0);
    }
}

/// What a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Every pair.
    All,
    /// How many there are.
    Count,
    /// One.
    First,
}

/// What was found: pairs as words, the first face in the upper half.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub meeting: Vec<u64>,
    pub overlapping: Vec<u64>,
    /// How many of each there are.
    pub counts: [usize; 2],
    pub cost: Cost,
    /// Pairs of leaves tested.
    pub leaf_pairs: u64,
}

impl Found {
    /// Adds what was found elsewhere.
    pub fn add(&mut self, other: Self) {
        self.meeting.extend(other.meeting);
        self.overlapping.extend(other.overlapping);
        (0..2).for_each(|k| self.counts[k] += other.counts[k]);
        self.cost += other.cost;
        self.leaf_pairs += other.leaf_pairs;
    }
}

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
    fn into_second(&self, corners: Corners) -> Corners {
        if OWN { corners } else { between(self.both, corners) }
    }

    #[inline(always)]
    fn into_first(&self, corners: Corners) -> Corners {
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
            let near = a.boxes[i as usize].near(simd, &Splat::new(simd, &self.into_first(around)));
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
                let corners = self.into_second(a.boxes[own_leaf].get(lane));
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

    /// Judges the pairs with common corners: most of those that share one at once, the others by what they share.
    #[inline(always)]
    fn judge_neighbours<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            self.found.cost.triangle_tests += self.waiting.neighbours.len() as u64;
            for from in (0..self.waiting.neighbours.len()).step_by(WIDTH) {
                self.judge_eight_neighbours(simd, from);
                if self.waiting.fans.is_full() {
                    self.judge_fans(simd);
                }
                if self.waiting.hinges.is_full() {
                    self.judge_hinges(simd);
                }
            }
            self.waiting.neighbours.truncate(0);
        });
    }

    /// Judges eight rows of neighbours, or lists them by what they share.
    #[inline(always)]
    fn judge_eight_neighbours<S: Simd>(&mut self, simd: S, from: usize) {
        let [tree, _] = self.both;
        let (slots, used) = (self.waiting.neighbours.eight(from), self.waiting.neighbours.used(from));
        let (a, b) = (corner_rows(simd, tree, slots[0]), corner_rows(simd, tree, slots[1]));
        let slots = [u32x8::from_slice(simd, slots[0]), u32x8::from_slice(simd, slots[1])];
        let same = three!(i => three!(j => a[i].simd_eq(b[j])));
        let s = three!(i => same[i][0] | same[i][1] | same[i][2]);
        let t = three!(j => same[0][j] | same[1][j] | same[2][j]);
        let (two_a, two_b) = (two_of(s), two_of(t));
        let all = ((s[0] & s[1] & s[2]) | (t[0] & t[1] & t[2])).to_bitmask() as u32;
        // With a corner repeated, the faces may not agree on how many they share.
        let odd = (all | (two_a ^ two_b)) & used;
        let ([c, p, pp], [_, q, qq]) = (turned(a, s), turned(b, t));
        let numbers: [[u32; WIDTH]; 5] = [c.into(), p.into(), pp.into(), q.into(), qq.into()];
        let fan = [&numbers[0], &numbers[1], &numbers[2], &numbers[3], &numbers[4]];
        let near = near_corner(simd, &tree.points, fan, self.slack) & used & !(two_a | odd);
        if near != 0 {
            self.waiting.fans.push(simd, [c, p, pp, q, qq, slots[0], slots[1]], near);
        }
        let ([p, c, d], [q, _, _]) = (turned(a, three!(k => !s[k])), turned(b, three!(k => !t[k])));
        self.waiting.hinges.push(simd, [c, d, p, q, slots[0], slots[1]], used & two_a & !odd);
        for lane in lanes(odd) {
            let [first, second] = self.waiting.neighbours.row(from + lane);
            self.judge_neighbours_exactly(first, second);
        }
    }

    /// Judges the pairs without a common corner.
    #[inline(always)]
    fn judge_loose<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let (both, slack) = (self.both, self.slack);
            let loose = &mut self.waiting.loose;
            self.found.cost.triangle_tests += loose.len() as u64;
            loose.retain(
                simd,
                #[inline(always)]
                |slots| near(simd, both, slots, slack),
            );
            for from in (0..self.waiting.loose.len()).step_by(WIDTH) {
                let said = verdict(simd, both, self.waiting.loose.eight(from), slack);
                let used = self.waiting.loose.used(from);
                for lane in lanes(said.certain & used) {
                    let [a, b] = self.waiting.loose.row(from + lane);
                    self.note_meeting(a, b);
                }
                for lane in lanes(said.maybe & !said.certain & used) {
                    let [a, b] = self.waiting.loose.row(from + lane);
                    self.judge_exactly(a, b);
                }
            }
            self.waiting.loose.truncate(0);
        });
    }

    /// Judges the pairs with one common corner.
    #[inline(always)]
    fn judge_fans<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let ([tree, _], slack) = (self.both, self.slack);
            for from in (0..self.waiting.fans.len()).step_by(WIDTH) {
                let [c, p, pp, q, qq, _, _] = self.waiting.fans.eight(from);
                let said = at_corner(simd, &tree.points, [c, p, pp, q, qq], slack);
                let used = self.waiting.fans.used(from);
                for lane in lanes(said.certain & used) {
                    let [.., a, b] = self.waiting.fans.row(from + lane);
                    self.note_overlapping(a, b);
                }
                for lane in lanes(said.maybe & !said.certain & used) {
                    let [.., a, b] = self.waiting.fans.row(from + lane);
                    self.judge_neighbours_exactly(a, b);
                }
            }
            self.waiting.fans.truncate(0);
        });
    }

    /// Judges the pairs with a common edge.
    #[inline(always)]
    fn judge_hinges<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let ([tree, _], slack) = (self.both, self.slack);
            let hinges = &mut self.waiting.hinges;
            hinges.retain(
                simd,
                #[inline(always)]
                |[c, d, p, q, _, _]| at_edge(simd, &tree.points, [c, d, p, q], slack),
            );
            for row in 0..self.waiting.hinges.len() {
                let [.., a, b] = self.waiting.hinges.row(row);
                self.judge_neighbours_exactly(a, b);
            }
            self.waiting.hinges.truncate(0);
        });
    }

    /// Judges two faces without a common corner in exact arithmetic; those without area are passed over.
    #[cold]
    #[inline(never)]
    fn judge_exactly(&mut self, a: u32, b: u32) {
        let cost = &mut self.found.cost;
        cost.exact_tests += 1;
        let triangles = [self.both[0].triangle(a), self.both[1].triangle(b)];
        let [s, t] = &triangles;
        let tests = cost.triangle_tests;
        let relation = relate(s, t, cost);
        cost.triangle_tests = tests;
        if relation != TriangleRelation::Disjoint && triangles.iter().all(|t| projection_axis(t, cost).is_some()) {
            self.note_meeting(a, b);
        }
    }

    /// Judges two faces with common corners in exact arithmetic; those without area are passed over.
    #[cold]
    #[inline(never)]
    fn judge_neighbours_exactly(&mut self, a: u32, b: u32) {
        let cost = &mut self.found.cost;
        cost.exact_tests += 1;
        let [tree, _] = self.both;
        let (triangles, corners) = ([a, b].map(|slot| tree.triangle(slot)), [a, b].map(|slot| tree.corners_of(slot)));
        let tests = cost.triangle_tests;
        let found = overlaps_beyond(&triangles, &corners, cost);
        cost.triangle_tests = tests;
        if found {
            self.note_overlapping(a, b);
        }
    }

    /// A pair of slots as a pair of faces, in one word.
    #[inline(always)]
    fn faces(&self, a: u32, b: u32) -> u64 {
        let (i, j) = (self.both[0].slots[a as usize][3], self.both[1].slots[b as usize][3]);
        let (i, j) = if OWN { (i.min(j), i.max(j)) } else { (i, j) };
        u64::from(i) << 32 | u64::from(j)
    }

    #[inline(always)]
    fn note_meeting(&mut self, a: u32, b: u32) {
        self.found.counts[0] += 1;
        if self.wanted != Wanted::Count {
            self.found.meeting.push(self.faces(a, b));
        }
    }

    #[inline(always)]
    fn note_overlapping(&mut self, a: u32, b: u32) {
        self.found.counts[1] += 1;
        if self.wanted != Wanted::Count {
            self.found.overlapping.push(self.faces(a, b));
        }
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

/// The corners of eight slots, by rows.
#[inline(always)]
fn corner_rows<S: Simd>(simd: S, tree: &FaceTree, slots: &[u32; WIDTH]) -> [u32x8<S>; 3] {
    let mut rows = [[0; WIDTH]; 3];
    for lane in 0..WIDTH {
        let [a, b, c, _] = tree.slots[slots[lane] as usize];
        (rows[0][lane], rows[1][lane], rows[2][lane]) = (a, b, c);
    }
    three!(k => u32x8::from_slice(simd, &rows[k]))
}

/// The lanes in which at least two are marked.
#[inline(always)]
fn two_of<S: Simd>(marked: [mask32x8<S>; 3]) -> u32 {
    ((marked[0] & marked[1]) | (marked[1] & marked[2]) | (marked[2] & marked[0])).to_bitmask() as u32
}

/// Corners turned so that the first one that is marked comes first; the last, if the first two are not.
#[inline(always)]
fn turned<S: Simd>([a, b, c]: [u32x8<S>; 3], marked: [mask32x8<S>; 3]) -> [u32x8<S>; 3] {
    let first = marked[1].select(b, c);
    let second = marked[1].select(c, a);
    let third = marked[1].select(a, b);
    [marked[0].select(a, first), marked[0].select(b, second), marked[0].select(c, third)]
}
