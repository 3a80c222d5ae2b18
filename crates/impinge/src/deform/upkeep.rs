//! How a tree is brought up to date, and why.

use crate::broad::{Decay, LeafSizes};
use std::sync::atomic::{AtomicU64, Ordering};

/// What an update did with the order of the faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upkeep {
    /// Boxes were drawn anew in the old order.
    Refit,
    /// Faces were put into a new order first.
    Sorted {
        /// Why.
        why: SortReason,
    },
}

/// Why faces are put into a new order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortReason {
    /// There was none.
    First,
    /// The surface has gone far away, or its size has changed by a large factor.
    Moved,
    /// Searches have taken so many more pairs of leaves than the first after the last sort that sorting pays.
    Decayed,
    /// Leaves have grown so much in this update that it is not worth a search.
    Spoilt,
    /// The update asked for it.
    Asked,
}

/// Decides, and counts.
#[derive(Debug, Default)]
pub(super) struct Policy {
    decay: Decay,
    /// Pairs of leaves of the last search since the last update; 0 if there was none.
    searched: AtomicU64,
}

impl Policy {
    /// Notes the pairs of leaves of a search.
    pub fn note(&self, leaf_pairs: u64) {
        self.searched.store(leaf_pairs, Ordering::Relaxed);
    }

    /// Whether to sort, by what searches took.
    pub fn is_due(&mut self) -> bool {
        let leaf_pairs = std::mem::take(self.searched.get_mut());
        if leaf_pairs > 0 {
            self.decay.note(leaf_pairs);
        }
        self.decay.is_due()
    }

    /// Whether leaves of these sizes are not worth a search.
    pub fn is_spoilt(&self, sizes: &LeafSizes) -> bool {
        self.decay.is_spoilt(sizes.expected_pairs())
    }

    /// Begins anew with a tree just sorted.
    pub fn restart(&mut self, sizes: &LeafSizes) {
        *self = Self { decay: Decay::fresh(sizes.expected_pairs()), searched: AtomicU64::new(0) };
    }
}
