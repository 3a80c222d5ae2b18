//! The search for the closest pair, best first: what waits is a frontier of pairs of boxes that together bound everything that
//! has not been looked at. It can be left at any moment and taken up again.

use super::box_distance_x8::{gaps, gaps_along};
use super::obb_node::{Child, Slot, WIDTH};
use super::posed_trees::Encounter;
use super::traversal::{PairStep, side_to_open, with_side};
use crate::math::simd::three;
use crate::priority_queue::{Priority, PriorityQueue};
use fearless_simd::Simd;
use std::cmp::Ordering;

/// Pairs that may wait in order; beyond it the search goes on depth first.
const MOST_WAITING: usize = 1 << 14;

/// A pair of slots and a length that its boxes are at least apart, in the unit of the encounter.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// The length.
    pub gap: f32,
    /// A slot of each tree.
    pub slots: [Slot; 2],
}

impl Priority for Waiting {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.gap.total_cmp(&self.gap)
    }
}

/// How a search goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchOrder {
    /// With the nearest of all that waits.
    BestFirst,
    /// With what was found last, because too much waits.
    DepthFirst,
}

/// What of a search is still to be done.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    waiting: PriorityQueue<Waiting>,
    deep: Vec<Waiting>,
}

impl Frontier {
    /// Everything is still to be done.
    pub fn restart(&mut self) {
        self.waiting.clear();
        self.deep.clear();
        self.deep.push(Waiting { gap: 0.0, slots: [Slot::ROOT; 2] });
    }

    /// The least length at which something may still be found; infinite if nothing is left.
    #[must_use]
    pub fn lower(&self) -> f32 {
        let deep = self.deep.iter().map(|w| w.gap);
        self.waiting.peek().map(|w| w.gap).into_iter().chain(deep).fold(f32::INFINITY, f32::min)
    }

    /// How many pairs of boxes wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len() + self.deep.len()
    }
}

/// Looks at pairs of leaves, the nearest first, until none that waits is within the limit.
///
/// `visit` looks at a pair of leaves and gives the new limit, in the unit of the encounter; so does `choose`, which is asked about every
/// pair, where it skips one. True if the search was finished.
#[inline(always)]
pub fn nearest<S: Simd>(
    simd: S,
    encounter: &Encounter<'_>,
    frontier: &mut Frontier,
    mut limit: f32,
    box_tests: &mut u64,
    mut choose: impl FnMut([Slot; 2]) -> PairStep<f32>,
    mut visit: impl FnMut([Slot; 2]) -> f32,
) -> bool {
    // In both frames: in the first the axes of carried boxes are longer than 1 by it.
    let stretch = 1.0 / encounter.stretch as f32 * (1.0 - f32::EPSILON);
    loop {
        // Depth first until a leaf is reached, then the nearest of what waits.
        let deep = frontier.deep.pop();
        let Some(next) = deep.or_else(|| frontier.waiting.pop()) else { return true };
        if next.gap > limit {
            if deep.is_none() {
                frontier.waiting.clear();
            }
            continue;
        }
        match choose(next.slots) {
            PairStep::Open => {}
            PairStep::Skip(new_limit) => {
                limit = new_limit;
                continue;
            }
            PairStep::Stop => {
                frontier.deep.push(next);
                return false;
            }
        }
        let Some(side) = side_to_open(encounter, next.slots) else {
            limit = visit(next.slots);
            continue;
        };
        *box_tests += WIDTH as u64;
        let tree = encounter.trees[side];
        let child = tree.child(next.slots[side]);
        let node = &tree.nodes[child.index()];
        let (other_node, other_lane) = next.slots[1 - side].place();
        let other = encounter.into[side].carry(simd, &encounter.trees[1 - side].nodes[other_node], other_lane);
        let [gaps, middles] = match &encounter.line {
            None => gaps(simd, node, encounter.units[side], &other, encounter.box_slack),
            Some(line) => {
                let towards = line.towards[side];
                let direction = if side == 1 { towards } else { three!(k => -towards[k]) };
                let gaps = gaps_along(simd, node, encounter.units[side], &other, direction, encounter.box_slack);
                [gaps, [0.0; WIDTH]]
            }
        };
        let mut nearest: Option<(f32, Waiting)> = None;
        let way = if frontier.waiting.len() < MOST_WAITING { SearchOrder::BestFirst } else { SearchOrder::DepthFirst };
        for lane in 0..WIDTH {
            if node.child[lane] == Child::NONE {
                break;
            }
            let gap = (gaps[lane] * stretch).max(next.gap);
            if gap > limit {
                continue;
            }
            let slots = with_side(next.slots, side, Slot::new(child.index() as u32, lane as u32));
            let waiting = Waiting { gap, slots };
            // Of boxes that overlap, the one with the nearest middle.
            let key = gap + 1e-3 * middles[lane];
            match nearest {
                Some((least, before)) if key < least => {
                    frontier.put(before, way);
                    nearest = Some((key, waiting));
                }
                None => nearest = Some((key, waiting)),
                Some(_) => frontier.put(waiting, way),
            }
        }
        if let Some((_, waiting)) = nearest {
            let ahead = frontier.waiting.peek().is_some_and(|w| w.gap < waiting.gap);
            if ahead && way == SearchOrder::BestFirst && limit < f32::INFINITY {
                frontier.waiting.push(waiting);
            } else {
                frontier.deep.push(waiting);
            }
        }
    }
}

impl Frontier {
    #[inline(always)]
    fn put(&mut self, waiting: Waiting, way: SearchOrder) {
        match way {
            SearchOrder::BestFirst => self.waiting.push(waiting),
            SearchOrder::DepthFirst => self.deep.push(waiting),
        }
    }
}
