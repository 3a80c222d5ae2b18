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

/// Where a walk over two trees stopped. Every pair of leaves is below exactly one of the stops.
#[derive(Clone, Debug, Default)]
pub struct Front {
    stops: Vec<Stop>,
    open: Open,
    /// Steps of the last walk from the roots.
    steps_from_roots: usize,
}

/// How a front fared in a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Stops that were looked at again.
    pub tried: u64,
    /// Of these, stops where everything was still apart.
    pub stood: u64,
}

impl Front {
    /// Forgets everything: the next walk starts at the roots.
    pub fn clear(&mut self) {
        self.stops.clear();
    }

    /// Whether the next walk starts at the roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
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
/// left where the visitor broke off.
///
/// The front must come from walks over the same two trees in the same order.
#[inline(always)]
pub fn walk_front<S: Simd>(
    simd: S,
    encounter: &Encounter<'_>,
    front: &mut Front,
    standing: &mut Standing,
    box_tests: &mut u64,
    mut visit: impl FnMut([Slot; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let from_roots = front.stops.is_empty();
    let mut steps = 0;
    front.open.clear();
    if from_roots {
        front.open.push([Slot::ROOT; 2]);
    }
    for i in 0..front.stops.len() {
        let stop = front.stops[i];
        standing.tried += 1;
        let Some(side) = stop.side.map(usize::from) else {
            if visit(stop.slots).is_break() {
                front.clear();
                return ControlFlow::Break(());
            }
            standing.stood += 1;
            continue;
        };
        *box_tests += WIDTH as u64;
        let left = step(simd, encounter, stop.slots, side) & u32::from(stop.lanes);
        standing.stood += u64::from(left == 0);
        front.stops[i].lanes &= !(left as u8);
        open_lanes(encounter, &mut front.open, stop.slots, side, left);
    }
    while let Some(slots) = front.open.pop() {
        steps += 1;
        let Some(side) = side_to_open(encounter, slots) else {
            if visit(slots).is_break() {
                front.clear();
                return ControlFlow::Break(());
            }
            front.stops.push(Stop { slots, side: None, lanes: u8::MAX });
            continue;
        };
        *box_tests += WIDTH as u64;
        let left = step(simd, encounter, slots, side);
        let node = &encounter.trees[side].nodes[encounter.trees[side].child(slots[side]).index()];
        let there = (0..WIDTH).filter(|lane| node.child[*lane] != Child::NONE).fold(0, |lanes, lane| lanes | 1 << lane);
        front.stops.push(Stop { slots, side: Some(side as u8), lanes: (there & !left) as u8 });
        open_lanes(encounter, &mut front.open, slots, side, left);
    }
    if from_roots {
        front.steps_from_roots = steps;
    }
    front.settle();
    ControlFlow::Continue(())
}
