//! The pairs of the last update, and what changed.
//!
//! No table is needed to find changes: a pair that is new did not overlap before, and one that went does not overlap now, so
//! both are seen by testing boxes again.

use super::roster::Roster;
use super::{BroadCost, Changes};

/// Two keys, the smaller first.
pub(super) type Pair = (u32, u32);

/// Two keys as a pair.
#[inline]
pub(super) fn pair(a: u32, b: u32) -> Pair {
    (a.min(b), a.max(b))
}

/// All pairs, and those that came and went.
#[derive(Debug, Default)]
pub(super) struct PairSet {
    /// Every pair, each once.
    pub all: Vec<Pair>,
    /// Every pair of the update before.
    pub last: Vec<Pair>,
    /// Pairs that came.
    pub added: Vec<Pair>,
    /// Pairs that went.
    pub removed: Vec<Pair>,
    /// Work of this update.
    pub cost: BroadCost,
}

impl PairSet {
    /// Begins an update that finds every pair anew.
    pub fn restart(&mut self) {
        std::mem::swap(&mut self.all, &mut self.last);
        self.all.clear();
    }

    /// Fills in what changed, after all pairs were found anew.
    pub fn compare(&mut self, roster: &Roster) {
        self.added.extend(self.all.iter().filter(|(a, b)| !roster.was_pair(*a, *b)));
        self.removed.extend(self.last.iter().filter(|(a, b)| !roster.is_pair(*a, *b)));
    }

    /// Forgets the changes of the last update.
    pub fn clear_changes(&mut self) {
        self.added.clear();
        self.removed.clear();
    }

    /// Puts the changes in order.
    pub fn sort_changes(&mut self) {
        self.added.sort_unstable();
        self.removed.sort_unstable();
    }

    /// What changed.
    pub fn changes(&self) -> Changes<'_> {
        Changes { added: &self.added, removed: &self.removed }
    }
}
