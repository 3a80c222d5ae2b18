//! What a search is to find, and what it found.

use crate::cost::Cost;

/// What a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchGoal {
    /// Every pair.
    All,
    /// How many there are.
    Count,
    /// One.
    First,
}

/// What was found: pairs as words, the first face in the upper half.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactMatches {
    pub meeting: Vec<u64>,
    pub overlapping: Vec<u64>,
    /// How many of each there are.
    pub counts: [usize; 2],
    pub cost: Cost,
    /// Pairs of leaves tested.
    pub leaf_pairs: u64,
    /// Pairs of faces, of leaves and of nodes skipped.
    pub skipped: [u64; 3],
}

impl ContactMatches {
    /// What was found in all parts of a search.
    pub fn joined(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.add(part));
        all
    }

    fn add(&mut self, other: Self) {
        self.meeting.extend(other.meeting);
        self.overlapping.extend(other.overlapping);
        (0..2).for_each(|k| self.counts[k] += other.counts[k]);
        self.cost += other.cost;
        self.leaf_pairs += other.leaf_pairs;
        (0..3).for_each(|k| self.skipped[k] += other.skipped[k]);
    }
}
