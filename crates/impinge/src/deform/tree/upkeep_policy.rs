//! How a tree is kept up: refitted, repaired in parts or sorted, and why.

use crate::lane_tree::{LeafSizes, OrderDecay, SPOILT_GROWTH};
use std::sync::atomic::{AtomicU64, Ordering};

/// Growth of the pairs of leaves to be expected in a piece at which it is held to be the cause, when searches have become slower.
const WORSE: f64 = 1.2;

/// All is sorted if more than one piece in this many would have to be repaired.
const REPAIRABLE: usize = 2;

/// What an update may do with the order of the faces: contacts are the same, time is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpkeepMode {
    /// What the policy chooses.
    #[default]
    Policy,
    /// Keep it, unless the surface has gone far away or its size has changed by a large factor.
    Refit,
    /// Put faces into a new order.
    Sort,
}

/// What was done with the tree, and how good it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Upkeep {
    /// What was done.
    pub choice: UpkeepAction,
    /// How good the tree is now.
    pub quality: TreeQuality,
}

/// What an update or an edit did with the order of the faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpkeepAction {
    /// Boxes were refitted in the old order.
    #[default]
    Refit,
    /// Only the boxes of edited faces were updated.
    Patched,
    /// Faces of some pieces of the tree were put into a new order.
    Repaired {
        /// Why.
        why: SortReason,
        /// How many pieces.
        pieces: usize,
        /// How many there are.
        of: usize,
    },
    /// All faces were put into a new order.
    Sorted {
        /// Why.
        why: SortReason,
    },
}

impl UpkeepAction {
    /// The word for it in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Refit => "refit",
            Self::Patched => "patched",
            Self::Repaired { .. } => "repaired",
            Self::Sorted { .. } => "sorted",
        }
    }

    /// Why faces were put into a new order, if they were.
    #[must_use]
    pub fn why(&self) -> Option<SortReason> {
        match self {
            Self::Refit | Self::Patched => None,
            Self::Repaired { why, .. } | Self::Sorted { why } => Some(*why),
        }
    }
}

/// Why faces are put into a new order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortReason {
    /// There was no order yet.
    First,
    /// The surface has gone far away, or its size has changed by a large factor.
    Moved,
    /// Searches test many more pairs of leaves than the first one after the last sort, so that sorting pays.
    Decayed,
    /// Leaves have grown so much in this update that the tree is sorted before it is searched again.
    Spoilt,
    /// Edits have left too many slots without a face, or too many faces out of order.
    Edited,
    /// The update asked for it.
    Asked,
}

impl SortReason {
    /// The word for it in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Moved => "moved",
            Self::Decayed => "decayed",
            Self::Spoilt => "spoilt",
            Self::Edited => "edited",
            Self::Asked => "asked",
        }
    }
}

/// How many pairs of leaves are to be expected in a search, by the sizes of leaves alone: as if they lay anywhere, independently. Only the
/// ratio means something.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeQuality {
    /// When the tree was last measured: at the last update or sort.
    pub now: f64,
    /// When it was last sorted as a whole.
    pub sorted: f64,
}

impl TreeQuality {
    /// How many times more pairs are expected now than after the last sort.
    #[must_use]
    pub fn growth(&self) -> f64 {
        if self.sorted > 0.0 { self.now / self.sorted } else { 1.0 }
    }
}

/// What the policy decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UpkeepDecision {
    /// Nothing.
    Keep,
    /// Some pieces are to be sorted.
    Repair { why: SortReason, pieces: Vec<usize> },
    /// All is to be sorted.
    Sort(SortReason),
}

/// Decides by the quality of the tree and the cost of searches.
#[derive(Debug, Default)]
pub(crate) struct UpkeepPolicy {
    decay: OrderDecay,
    /// How good the tree is.
    pub quality: TreeQuality,
    /// Pairs of leaves of the last search since the last update; 0 if there was none.
    searched: AtomicU64,
    /// The quality of every piece, as it is and as it was last sorted.
    pieces: Vec<TreeQuality>,
}

impl UpkeepPolicy {
    /// Records the pairs of leaves of a search.
    pub fn note(&self, leaf_pairs: u64) {
        self.searched.store(leaf_pairs, Ordering::Relaxed);
    }

    /// What to do, by what searches took.
    pub fn by_searches(&mut self, has_moved: bool, mode: UpkeepMode) -> UpkeepDecision {
        let leaf_pairs = std::mem::take(self.searched.get_mut());
        if leaf_pairs > 0 {
            self.decay.note(leaf_pairs);
        }
        match mode {
            _ if has_moved => UpkeepDecision::Sort(SortReason::Moved),
            UpkeepMode::Sort => UpkeepDecision::Sort(SortReason::Asked),
            UpkeepMode::Policy if self.decay.is_due() => match self.cure(SortReason::Decayed, WORSE) {
                UpkeepDecision::Keep => UpkeepDecision::Sort(SortReason::Decayed),
                cure => cure,
            },
            UpkeepMode::Policy | UpkeepMode::Refit => UpkeepDecision::Keep,
        }
    }

    /// What to do, by the sizes of leaves, after what searches say.
    pub fn by_sizes(&mut self, sizes: &[LeafSizes], mode: UpkeepMode, decision: UpkeepDecision) -> UpkeepDecision {
        self.measure(sizes);
        if mode == UpkeepMode::Refit {
            return UpkeepDecision::Keep;
        }
        match self.cure(SortReason::Spoilt, SPOILT_GROWTH) {
            UpkeepDecision::Keep if self.decay.is_spoilt(self.quality.now) => UpkeepDecision::Sort(SortReason::Spoilt),
            UpkeepDecision::Keep => decision,
            cure => cure,
        }
    }

    /// Records that pieces were sorted; returns whether that is enough.
    pub fn is_repaired(&mut self, pieces: &[usize], sizes: &[LeafSizes]) -> bool {
        self.measure(sizes);
        for piece in pieces {
            self.pieces[*piece].sorted = self.pieces[*piece].now;
        }
        // Searches are compared with the next one, leaves with those after the last sort.
        self.decay = OrderDecay::fresh(self.quality.sorted);
        !self.decay.is_spoilt(self.quality.now)
    }

    /// Restarts with a tree just sorted.
    pub fn restart(&mut self, sizes: &[LeafSizes]) {
        self.pieces.clear();
        self.measure(sizes);
        self.quality.sorted = self.quality.now;
        *self = Self {
            decay: OrderDecay::fresh(self.quality.now),
            quality: self.quality,
            pieces: std::mem::take(&mut self.pieces),
            ..Self::default()
        };
    }

    fn measure(&mut self, sizes: &[LeafSizes]) {
        let mut sum = LeafSizes::default();
        self.pieces.truncate(sizes.len());
        for (piece, sizes) in sizes.iter().enumerate() {
            let now = sizes.expected_pairs_on_surface();
            match self.pieces.get_mut(piece) {
                Some(quality) => quality.now = now,
                None => self.pieces.push(TreeQuality { now, sorted: now }),
            }
            sum += *sizes;
        }
        self.quality.now = sum.expected_pairs_on_surface();
    }

    /// What cures pieces that have grown by more than a factor.
    fn cure(&self, why: SortReason, factor: f64) -> UpkeepDecision {
        let has_grown = |quality: &TreeQuality| quality.now > factor * quality.sorted;
        let grown = (0..self.pieces.len()).filter(|piece| has_grown(&self.pieces[*piece]));
        let pieces: Vec<usize> = grown.collect();
        if pieces.is_empty() {
            UpkeepDecision::Keep
        } else if pieces.len() * REPAIRABLE > self.pieces.len() {
            UpkeepDecision::Sort(why)
        } else {
            UpkeepDecision::Repair { why, pieces }
        }
    }
}
