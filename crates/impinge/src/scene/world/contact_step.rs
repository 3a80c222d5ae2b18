//! Contact events, and what a step returns.

use super::body_options::BodyId;
use crate::broad::BroadCost;
use crate::cost::Cost;
use crate::pair::{CoherenceHits, HullGains};
use std::ops::AddAssign;

/// Where a contact of two bodies is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactPhase {
    /// They meet, and did not in the step before.
    Begin,
    /// They still meet.
    Stay,
    /// They met in the step before and do not now, or one of them was removed.
    End,
}

impl ContactPhase {
    /// Where a contact is that there was or was not, and is or is not; `None` if there is and was none.
    pub(super) fn between(met: bool, meets: bool) -> Option<Self> {
        match (met, meets) {
            (false, false) => None,
            (false, true) => Some(Self::Begin),
            (true, true) => Some(Self::Stay),
            (true, false) => Some(Self::End),
        }
    }
}

/// A change or continuation of the contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEvent {
    /// The smaller id first; twice the same for a deformable body that meets itself.
    pub bodies: (BodyId, BodyId),
    /// Whether the contact begins, stays or ends.
    pub phase: ContactPhase,
}

/// How pairs are reported that a budget left undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenPairs {
    /// Neither as meeting nor as free: their contacts neither begin, stay nor end until the answer is known.
    #[default]
    Undecided,
    /// As meeting: no contact is missed, and some that are reported may be false.
    Meeting,
}

/// Work counters of a step, and what coherence saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepCost {
    /// Work of the broad phase.
    pub broad: BroadCost,
    /// Pairs of bodies whose boxes overlap and that may meet.
    pub pairs: u64,
    /// Of these, pairs of which neither body moved: their answer stands.
    pub unmoved: u64,
    /// Of these, pairs that were tested.
    pub tested: u64,
    /// Of these, pairs that a budget left open.
    pub open: u64,
    /// What was spent of a budget, in pairs of boxes or leaves.
    pub effort: u64,
    /// Fronts and witnesses of tree pairs.
    pub trees: CoherenceHits,
    /// Hulls of mesh pairs.
    pub hulls: HullGains,
    /// Pairs with a deformable body, and deformable bodies with themselves.
    pub surfaces: u64,
    /// Pairs of convex shapes, by GJK from where it last ended.
    pub convex: u64,
    /// Work of trees and triangle tests.
    pub cost: Cost,
}

impl AddAssign for StepCost {
    fn add_assign(&mut self, other: Self) {
        self.broad += other.broad;
        self.pairs += other.pairs;
        self.unmoved += other.unmoved;
        self.tested += other.tested;
        self.open += other.open;
        self.effort += other.effort;
        self.trees += other.trees;
        self.hulls += other.hulls;
        self.surfaces += other.surfaces;
        self.convex += other.convex;
        self.cost += other.cost;
    }
}

/// The answer of a step.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StepReport<'a> {
    /// Every contact that began, stays or ended, sorted by bodies.
    pub events: &'a [ContactEvent],
    /// Work counters.
    pub cost: StepCost,
}
