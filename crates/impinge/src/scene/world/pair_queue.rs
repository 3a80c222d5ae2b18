//! The priority queue of a step under a budget: which pairs are tested next, and for how long.

use super::body_options::BodyId;
use super::contact_step::StepCost;
use super::pair_table::{TestedPair, TrackedPair};
use crate::bound::Aabb;
use crate::pair::Meter;
use crate::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// Pairs of a round.
const ROUND: usize = 128;

/// What the first slice of a pair may cost: enough for most convex pairs, and for trees that are apart.
const FIRST_SLICE: u64 = 64;

/// Slices grow no more after so many.
const LARGEST_LEVEL: u32 = 12;

/// Pairs to be tested, and working memory.
#[derive(Debug)]
pub(super) struct PairQueue<P> {
    waiting: PriorityQueue<QueuedPair>,
    /// Pairs that are tested now.
    pub round: Vec<Slice<P>>,
    /// How long it last took to write the events of a step under a budget of time.
    pub writing: Option<Duration>,
}

impl<P> Default for PairQueue<P> {
    fn default() -> Self {
        Self { waiting: PriorityQueue::default(), round: Vec::new(), writing: None }
    }
}

/// A pair that waits.
#[derive(Clone, Copy, Debug)]
struct QueuedPair {
    /// Slices that it has had in this step.
    level: u32,
    /// Steps that it was left open.
    waited: u32,
    /// How deep the boxes are in each other, as a part of the smaller one.
    depth: f64,
    /// Its index among all pairs that are tested.
    order: u32,
    /// Its index in the table.
    pair: u32,
}

impl Priority for QueuedPair {
    /// Fewer slices first, then longer left open, then deeper.
    fn priority(&self, other: &Self) -> Ordering {
        (other.level.cmp(&self.level))
            .then(self.waited.cmp(&other.waited))
            .then(self.depth.total_cmp(&other.depth))
            .then(other.order.cmp(&self.order))
    }
}

/// A pair and what it may spend in a round.
#[derive(Debug)]
pub(super) struct Slice<P> {
    queued: QueuedPair,
    pub ids: [BodyId; 2],
    pub tested: TestedPair<P>,
    pub meter: Meter,
    pub cost: StepCost,
    /// `None` until it is known.
    pub answer: Option<bool>,
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub effort: u64,
    pub deadline: Option<Instant>,
}

impl<P> PairQueue<P> {
    /// Puts in all pairs that are to be tested, and nothing else.
    pub fn fill(&mut self, due: &[u32], tracked: &[TrackedPair<P>], box_of: impl Fn(u32) -> Option<Aabb>) {
        let queued = |(order, pair): (usize, &u32)| {
            let found = &tracked[*pair as usize];
            let [a, b] = found.ids.map(|id| box_of(id.slot));
            let depth = a.zip(b).map_or(0.0, |(a, b)| relative_depth(&a, &b));
            QueuedPair { level: 0, waited: found.waited, depth, order: order as u32, pair: *pair }
        };
        self.waiting.clear();
        self.waiting.extend(due.iter().enumerate().map(queued));
    }

    /// Takes the next pairs from the queue, each with its slice; their memory is taken from the table.
    pub fn begin_round(&mut self, mut allowance: Allowance, tracked: &mut [TrackedPair<P>]) {
        while self.round.len() < ROUND && allowance.effort > 0 {
            let Some(queued) = self.waiting.pop() else { break };
            let pair = &mut tracked[queued.pair as usize];
            let slice = allowance.effort.min(FIRST_SLICE << (2 * queued.level.min(LARGEST_LEVEL)));
            allowance.effort -= slice;
            self.round.push(Slice {
                queued,
                ids: pair.ids,
                tested: std::mem::take(&mut pair.tested),
                meter: Meter::until(allowance.deadline, slice),
                cost: StepCost::default(),
                answer: None,
            });
        }
    }

    /// Gives back what the pairs remember and learnt, in the order of the queue, whatever thread did what; those still open wait again. Returns what
    /// was spent.
    pub fn end_round(&mut self, tracked: &mut [TrackedPair<P>], cost: &mut StepCost) -> u64 {
        let before = cost.effort;
        for slice in self.round.drain(..) {
            let pair = &mut tracked[slice.queued.pair as usize];
            pair.tested = slice.tested;
            pair.learn(slice.answer);
            let spent = slice.meter.spent();
            *cost += slice.cost;
            cost.effort += spent;
            cost.tested += u64::from(slice.queued.level == 0 && spent > 0);
            if slice.answer.is_none() {
                let level = slice.queued.level + u32::from(spent > 0);
                self.waiting.push(QueuedPair { level, ..slice.queued });
            }
        }
        cost.effort - before
    }
}

impl Allowance {
    /// Whether there is something left.
    pub fn lasts(&self) -> bool {
        self.effort > 0 && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

/// How deep two boxes are in each other, as a part of the smaller: along the axis where that is least. 0 where a box is infinite or flat.
fn relative_depth(a: &Aabb, b: &Aabb) -> f64 {
    let common = a.max.min(b.max) - a.min.max(b.min);
    let least = (a.size().min(b.size())).min_element();
    let depth = common.min_element() / least;
    if depth.is_finite() { depth } else { 0.0 }
}
