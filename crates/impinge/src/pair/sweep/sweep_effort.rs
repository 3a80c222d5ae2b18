//! How much a sweep may look at: it bounds every search, in boxes, faces and integers.

use crate::cost::Cost;

/// Pairs of boxes that a test in integers counts as: it takes some hundred times as long.
const EXACT_TEST: u64 = 100;

/// What is spent and what may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepEffort {
    pub cost: Cost,
    pub left: u64,
}

impl SweepEffort {
    /// Counts a pair of boxes, or of a box and a face; whether there is effort left.
    pub fn spend_on_boxes(&mut self) -> bool {
        self.cost.box_tests += 1;
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Whether there is effort left.
    pub fn is_left(&self) -> bool {
        self.left > 0
    }

    /// Runs what asks integers, and counts what that takes.
    pub fn spend_on_integers<T>(&mut self, ask: impl FnOnce(&mut Cost) -> T) -> T {
        let before = self.cost.exact_tests;
        let answer = ask(&mut self.cost);
        self.left = self.left.saturating_sub(EXACT_TEST * (self.cost.exact_tests - before));
        answer
    }

    /// Counts a pair of faces; whether there is effort left.
    pub fn spend_on_faces(&mut self) -> bool {
        self.cost.triangle_tests += 1;
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }
}
