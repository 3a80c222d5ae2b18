//! Decides which pairs of faces meet: eight at a time, then the few that are left one by one, exactly.

use super::lane_buffer::LaneBuffer;
use super::leaf_pair_expansion::{FacePairTest, SearchEffort};
use super::matches::{ContactMatches, SearchGoal};
use super::neighbour_pairs_x8::{at_corner, at_edge, near_corner};
use super::triangle_pairs_x8::{crossing, near};
use crate::deform::tree::face_tree::FaceTree;
use crate::lane_tree::{WIDTH, set_lanes};
use crate::math::predicates::projection_axis;
use crate::math::simd::{apart, three};
use crate::triangle_pair::{TriangleRelation, overlaps_beyond, relate};
use fearless_simd::prelude::*;
use fearless_simd::{mask32x8, u32x8};
use std::ops::ControlFlow;

/// Finds the pairs of faces that meet.
pub(crate) struct ContactTest<'a> {
    /// Whether both are one surface.
    is_own: bool,
    /// The trees.
    both: [&'a FaceTree; 2],
    /// What is added to every error bound.
    slack: f64,
    /// What is to be found.
    goal: SearchGoal,
    /// What waits to be judged.
    waiting: PairLists,
    /// What was found.
    found: ContactMatches,
}

/// What waits to be judged.
struct PairLists {
    /// Pairs of slots whose faces have no common corner.
    pub loose: Box<LaneBuffer<2>>,
    /// Pairs of slots whose faces have some.
    pub neighbours: Box<LaneBuffer<2>>,
    /// A common corner, the others of both faces, and both slots.
    pub fans: Box<LaneBuffer<7>>,
    /// Two common corners, the other one of both faces, and both slots.
    pub hinges: Box<LaneBuffer<6>>,
}

impl<'a> ContactTest<'a> {
    /// A test that has found nothing yet.
    pub fn new(is_own: bool, both: [&'a FaceTree; 2], goal: SearchGoal, slack: f64) -> Self {
        let waiting = PairLists {
            loose: LaneBuffer::new(),
            neighbours: LaneBuffer::new(),
            fans: LaneBuffer::new(),
            hinges: LaneBuffer::new(),
        };
        Self { is_own, both, slack, goal, waiting, found: ContactMatches::default() }
    }
}

impl FacePairTest for ContactTest<'_> {
    type Matches = ContactMatches;

    #[inline(always)]
    fn take<S: Simd>(&mut self, simd: S, slots: [u32x8<S>; 2], loose: u32, neighbours: u32) {
        if self.is_own {
            self.waiting.neighbours.push(simd, slots, neighbours);
            if self.waiting.neighbours.is_full() {
                self.judge_neighbours(simd);
            }
        }
        self.waiting.loose.push(simd, slots, loose);
        if self.waiting.loose.is_full() {
            self.judge_loose(simd);
        }
    }

    #[inline(always)]
    fn settle<S: Simd>(&mut self, simd: S) -> ControlFlow<()> {
        self.judge_loose(simd);
        self.judge_neighbours(simd);
        self.judge_fans(simd);
        self.judge_hinges(simd);
        if self.goal == SearchGoal::First && self.found.counts != [0; 2] {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn finish(&mut self, effort: SearchEffort) -> ContactMatches {
        let mut found = std::mem::take(&mut self.found);
        found.cost.box_tests += effort.box_tests;
        found.leaf_pairs += effort.leaf_pairs;
        found.skipped = effort.skipped;
        found
    }
}

impl ContactTest<'_> {
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
        for lane in set_lanes(odd) {
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
                let said = crossing(simd, both, self.waiting.loose.eight(from), slack);
                let used = self.waiting.loose.used(from);
                for lane in set_lanes(said.certain & used) {
                    let [a, b] = self.waiting.loose.row(from + lane);
                    self.note_meeting(a, b);
                }
                for lane in set_lanes(said.maybe & !said.certain & used) {
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
                for lane in set_lanes(said.certain & used) {
                    let [.., a, b] = self.waiting.fans.row(from + lane);
                    self.note_overlapping(a, b);
                }
                for lane in set_lanes(said.maybe & !said.certain & used) {
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
        let (i, j) = if self.is_own { (i.min(j), i.max(j)) } else { (i, j) };
        u64::from(i) << 32 | u64::from(j)
    }

    #[inline(always)]
    fn note_meeting(&mut self, a: u32, b: u32) {
        self.found.counts[0] += 1;
        if self.goal != SearchGoal::Count {
            self.found.meeting.push(self.faces(a, b));
        }
    }

    #[inline(always)]
    fn note_overlapping(&mut self, a: u32, b: u32) {
        self.found.counts[1] += 1;
        if self.goal != SearchGoal::Count {
            self.found.overlapping.push(self.faces(a, b));
        }
    }
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
