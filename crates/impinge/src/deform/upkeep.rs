//! How a tree is brought up to date, and why.

use crate::broad::{Decay, LeafSizes};
use std::sync::atomic::{AtomicU64, Ordering};

/// What was done with the tree, and how good it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Upkeep {
    /// What was done.
    pub choice: Choice,
    /// How good the tree is now.
    pub quality: Quality,
}

/// What an update or an edit did with the order of the faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Boxes were drawn anew in the old order.
    Refit,
    /// Only the boxes of faces that were edited were drawn.
    Patched,
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
    /// Edits have left too many slots without a face, or too many faces out of order.
    Edited,
}

/// How many pairs of leaves are to be expected in a search, by the sizes of leaves alone: as if they lay anywhere, independently. Only the
/// ratio means something.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// When the tree was last measured: at the last update or sort.
    pub now: f64,
    /// When it was last sorted as a whole.
    pub sorted: f64,
}

impl Quality {
    /// How many times more pairs are expected now than after the last sort.
    #[must_use]
    pub fn growth(&self) -> f64 {
        if self.sorted > 0.0 { self.now / self.sorted } else { 1.0 }
    }
}

/// Decides, and counts.
#[derive(Debug, Default)]
pub(super) struct Policy {
    decay: Decay,
    /// How good the tree is.
    pub quality: Quality,
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
    pub fn is_spoilt(&mut self, sizes: &LeafSizes) -> bool {
        self.quality.now = sizes.expected_pairs();
        self.decay.is_spoilt(self.quality.now)
    }

    /// Begins anew with a tree just sorted.
    pub fn restart(&mut self, sizes: &LeafSizes) {
        let expected = sizes.expected_pairs();
        let quality = Quality { now: expected, sorted: expected };
        *self = Self { decay: Decay::fresh(expected), quality, searched: AtomicU64::new(0) };
    }
}
