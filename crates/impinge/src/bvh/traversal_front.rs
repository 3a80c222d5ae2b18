//! The front of a walk over two trees: where it stopped because boxes were apart. At a pose nearby most of them still are, so the
//! next walk starts there instead of at the roots (Klosowski et al. 1998, Ehmann and Lin 2001).
//!
//! One step tests a box against the eight children of a node, so what is kept is a step with the lanes that it found apart. All
//! steps but those that found nothing apart have to be made again: with eight children that saves far less than the half it saves
//! with two. A front only ever goes down; as soon as it has more stops than a walk from the roots had steps it is thrown away, and
//! the next walk starts at the roots.

use super::obb_node::{Child, Slot, WIDTH};
use super::posed_trees::Encounter;
use super::traversal::{Open, open_lanes, side_to_open, step};
use fearless_simd::Simd;
use std::ops::ControlFlow;

/// A step of a walk, and which of its lanes were apart.
#[derive(Clone, Copy, Debug)]
struct Stop {
    slots: [Slot; 2],
    /// The side that was opened; `None` for two leaves.
    side: Option<u8>,
    /// Children of that side that the other box was apart from; those it was not apart from have stops of their own.
    lanes: u8,
}

/// Where a walk over two trees stopped. Every pair of leaves is below exactly one of the stops, or of the open pairs of a walk that was paused.
#[derive(Clone, Debug, Default)]
pub struct Front {
    stops: Vec<Stop>,
    open: Open,
    /// Steps of the last walk from the roots.
    steps_from_roots: usize,
    /// A walk that is not over.
    paused: Option<PausedWalk>,
}

/// How far a walk had come when it was paused.
#[derive(Clone, Copy, Debug, Default)]
struct PausedWalk {
    /// The stop to be looked at next: those before it have been, at the pose of the walk.
    next: usize,
    /// How many stops there were when it began.
    stops: usize,
    from_roots: bool,
    steps: usize,
    /// Whether the pose is another by now, so that all stops have to be looked at again.
    is_outdated: bool,
}

/// How a walk from a front ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontEnd {
    /// All pairs of leaves have been visited or are apart.
    Apart,
    /// The visitor broke off.
    Met,
    /// There was nothing left to pay with; the next walk goes on from there.
    Paused,
}

/// How a front fared in a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Stops that were looked at again.
    pub tried: u64,
    /// Of these, stops where everything was still apart.
    pub stood: u64,
    /// Pairs of boxes tested.
    pub box_tests: u64,
}

impl Front {
    /// Forgets everything: the next walk starts at the roots.
    pub fn clear(&mut self) {
        self.stops.clear();
        self.steps_from_roots = 0;
        self.paused = None;
    }

    /// The boxes have moved: a walk that was paused keeps what it covers, and has to look at all of it again.
    pub fn outdate(&mut self) {
        self.paused.iter_mut().for_each(|walk| walk.is_outdated = true);
    }

    /// A pair of slots that a paused walk comes to next.
    #[must_use]
    pub fn next_slots(&self) -> Option<[Slot; 2]> {
        let walk = self.paused?;
        self.open.last().copied().or_else(|| self.stops.get(walk.next).map(|stop| stop.slots))
    }

    /// Whether the next walk starts at the roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty() && self.paused.is_none()
    }

    /// Where the next walk begins: where the last one was paused, else at the first stop, or at the roots if the front is empty.
    fn begin(&mut self, encounter: &Encounter<'_>) -> PausedWalk {
        match self.paused.take() {
            Some(walk) if !walk.is_outdated => walk,
            Some(walk) => {
                // What is open becomes stops of which everything is to be looked at: steps that the walk takes as stops. It comes first, then what was looked at longest ago.
                let steps = walk.steps + self.open.len();
                let unopened = self.open.drain(..).map(|slots| match side_to_open(encounter, slots) {
                    Some(side) => Stop { slots, side: Some(side as u8), lanes: there(encounter, slots, side) },
                    None => Stop { slots, side: None, lanes: u8::MAX },
                });
                self.stops.rotate_left(walk.next);
                let looked_at = self.stops.len();
                self.stops.extend(unopened);
                self.stops.rotate_left(looked_at);
                self.stops.retain(|stop| stop.lanes != 0);
                PausedWalk { next: 0, stops: self.stops.len(), steps, is_outdated: false, ..walk }
            }
            None => {
                let from_roots = self.stops.is_empty();
                self.open.clear();
                if from_roots {
                    self.open.push([Slot::ROOT; 2]);
                }
                PausedWalk { stops: self.stops.len(), from_roots, ..PausedWalk::default() }
            }
        }
    }

    /// After a walk that found everything apart: a front that costs more than it saves is forgotten.
    fn settle(&mut self) {
        self.stops.retain(|stop| stop.lanes != 0);
        if self.stops.len() > self.steps_from_roots {
            self.clear();
        }
    }
}

/// Visits pairs of leaves that are not certainly apart, starting at the front, and leaves the front where it stopped; no front is
/// left where the visitor broke off. Every stop and every step is paid for.
///
/// The front must come from walks over the same two trees in the same order.
#[inline(always)]
pub fn walk_front<S: Simd>(
    simd: S,
    encounter: &Encounter<'_>,
    front: &mut Front,
    standing: &mut Standing,
    mut pay: impl FnMut() -> bool,
    mut visit: impl FnMut([Slot; 2]) -> ControlFlow<()>,
) -> FrontEnd {
    let mut walk = front.begin(encounter);
    while walk.next < walk.stops {
        if !pay() {
            front.paused = Some(walk);
            return FrontEnd::Paused;
        }
        let stop = front.stops[walk.next];
        standing.tried += 1;
        let Some(side) = stop.side.map(usize::from) else {
            if visit(stop.slots).is_break() {
                front.clear();
                return FrontEnd::Met;
            }
            standing.stood += 1;
            walk.next += 1;
            continue;
        };
        standing.box_tests += WIDTH as u64;
        let left = step(simd, encounter, stop.slots, side) & u32::from(stop.lanes);
        standing.stood += u64::from(left == 0);
        front.stops[walk.next].lanes &= !(left as u8);
        open_lanes(encounter, &mut front.open, stop.slots, side, left);
        walk.next += 1;
    }
    while let Some(slots) = front.open.pop() {
        if !pay() {
            front.open.push(slots);
            front.paused = Some(walk);
            return FrontEnd::Paused;
        }
        walk.steps += 1;
        let Some(side) = side_to_open(encounter, slots) else {
            if visit(slots).is_break() {
                front.clear();
                return FrontEnd::Met;
            }
            front.stops.push(Stop { slots, side: None, lanes: u8::MAX });
            continue;
        };
        standing.box_tests += WIDTH as u64;
        let left = step(simd, encounter, slots, side);
        let lanes = there(encounter, slots, side) & !(left as u8);
        front.stops.push(Stop { slots, side: Some(side as u8), lanes });
        open_lanes(encounter, &mut front.open, slots, side, left);
    }
    if walk.from_roots {
        front.steps_from_roots = walk.steps;
    }
    front.settle();
    FrontEnd::Apart
}

/// The lanes of the node below a slot that have children.
#[inline(always)]
fn there(encounter: &Encounter<'_>, slots: [Slot; 2], side: usize) -> u8 {
    let tree = encounter.trees[side];
    let node = &tree.nodes[tree.child(slots[side]).index()];
    (0..WIDTH).filter(|lane| node.child[*lane] != Child::NONE).fold(0, |lanes, lane| lanes | 1 << lane)
}
