//! How a tree is kept up: refitted, repaired in parts or sorted, and why.
//!
//! What counts is what searches measure. Sizes of leaves grow, too, where a surface only stretches or folds, and then a new order is no better than the old one: so the policy
//! learns from searches how much of the growth of sizes is growth of work, and from the search after a new order whether that was worth its price.

use crate::lane_tree::{LeafSizes, OrderDecay, SPOILT_GROWTH};
use std::sync::atomic::{AtomicU64, Ordering};

/// Growth of the pairs of leaves to be expected in a piece at which it is held to be the cause, when searches have become slower.
const WORSE: f64 = 1.2;

/// The price of a sort in units of the pairs of leaves of a search: the tests of a tree with a third more of them take a tenth more time, a sort four tenths
/// (`impinge lab cloth`).
const SORT_PRICE: f64 = 1.25;

/// A new order was worth its price if it spares searches this part of their pairs of leaves at least.
const WORTHWHILE: f64 = 0.05;

/// After a new order that was not, the next one has to promise this many times more, up to a limit.
const DOUBT: f64 = 4.0;
const MOST_DOUBT: f64 = 4096.0;

/// Growth of sizes from which a search tells how much of it is growth of work.
const TELLING: f64 = 1.1;

/// The least exponent by which sizes that no search has seen yet are taken for work.
const UNSEEN: f64 = 0.3;

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

/// What sizes of leaves in a piece, or in all of them, let expect.
#[derive(Clone, Copy, Debug, Default)]
struct PieceQuality {
    now: f64,
    /// At the last search.
    searched: f64,
    /// When it was last sorted.
    sorted: f64,
}

impl PieceQuality {
    fn new(now: f64) -> Self {
        Self { now, searched: now, sorted: now }
    }
}

/// What searches have told about the surface, whatever the order of its faces.
#[derive(Clone, Copy, Debug)]
struct SearchEvidence {
    /// Work grows by the growth of sizes to this power, from 0 to 1.
    exponent: f64,
    /// How many times more a new order has to promise, because others did not keep it.
    doubt: f64,
    /// Pairs of leaves of the search before a new order that is to be judged by the next one.
    before: Option<f64>,
}

/// Decides by the quality of the tree and the cost of searches.
#[derive(Debug)]
pub(crate) struct UpkeepPolicy {
    decay: OrderDecay,
    /// How good the tree is.
    pub quality: TreeQuality,
    /// Pairs of leaves of the last search since the last update; 0 if there was none.
    searched: AtomicU64,
    /// The quality of every piece.
    pieces: Vec<PieceQuality>,
    /// The quality of all at the last search, and since the order was last changed.
    whole: PieceQuality,
    /// Pairs of leaves of the first search in this order, and the quality then.
    fresh: Option<[f64; 2]>,
    evidence: SearchEvidence,
}

impl Default for UpkeepPolicy {
    fn default() -> Self {
        Self {
            decay: OrderDecay::default(),
            quality: TreeQuality::default(),
            searched: AtomicU64::default(),
            pieces: Vec::new(),
            whole: PieceQuality::default(),
            fresh: None,
            evidence: SearchEvidence { exponent: UNSEEN, doubt: 1.0, before: None },
        }
    }
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
            self.learn(leaf_pairs as f64);
        }
        match mode {
            _ if has_moved => UpkeepDecision::Sort(SortReason::Moved),
            UpkeepMode::Sort => UpkeepDecision::Sort(SortReason::Asked),
            UpkeepMode::Policy if self.has_decayed() => {
                // Where no piece has grown, faces have come together, and no order helps.
                let cure = self.cure(SortReason::Decayed, |piece| piece.now > WORSE * piece.sorted);
                self.evidence.before = (cure != UpkeepDecision::Keep).then(|| self.decay.last());
                cure
            }
            UpkeepMode::Policy | UpkeepMode::Refit => UpkeepDecision::Keep,
        }
    }

    /// What to do, by the sizes of leaves, after what searches say.
    pub fn by_sizes(&mut self, sizes: &[LeafSizes], mode: UpkeepMode, decision: UpkeepDecision) -> UpkeepDecision {
        self.measure(sizes);
        if mode == UpkeepMode::Refit {
            return UpkeepDecision::Keep;
        }
        match self.cure(SortReason::Spoilt, |piece| self.predicted_growth(piece) > SPOILT_GROWTH) {
            UpkeepDecision::Keep if self.predicted_growth(&self.whole) > SPOILT_GROWTH => {
                UpkeepDecision::Sort(SortReason::Spoilt)
            }
            UpkeepDecision::Keep => decision,
            cure => cure,
        }
    }

    /// Whether searches have cost what a new order costs, and have grown by so much that it is likely to help: where a surface folds, an order made for the
    /// folded one is often worse than that of the flat one.
    fn has_decayed(&self) -> bool {
        let has_grown = self.fresh.is_some_and(|[fresh, _]| self.decay.last() > SPOILT_GROWTH * fresh);
        has_grown && self.decay.is_due(SORT_PRICE * self.evidence.doubt)
    }

    /// Learns from a search in the present order.
    fn learn(&mut self, leaf_pairs: f64) {
        if let Some(before) = self.evidence.before.take() {
            let is_worthwhile = before - leaf_pairs > WORTHWHILE * leaf_pairs;
            self.evidence.doubt = if is_worthwhile { 1.0 } else { (DOUBT * self.evidence.doubt).min(MOST_DOUBT) };
        }
        let [fresh, quality] = *self.fresh.get_or_insert([leaf_pairs, self.quality.now]);
        let growth = self.quality.now / quality;
        if growth > TELLING {
            self.evidence.exponent = ((leaf_pairs / fresh).ln() / growth.ln()).clamp(0.0, 1.0);
        }
        self.pieces.iter_mut().chain([&mut self.whole]).for_each(|piece| piece.searched = piece.now);
    }

    /// How many times more work is expected than when a piece was last sorted.
    fn predicted_growth(&self, piece: &PieceQuality) -> f64 {
        let exponent = self.evidence.exponent;
        let growth =
            |now: f64, then: f64, exponent: f64| if then > 0.0 { (now / then).max(1.0).powf(exponent) } else { 1.0 };
        growth(piece.searched, piece.sorted, exponent) * growth(piece.now, piece.searched, exponent.max(UNSEEN))
    }

    /// Records that pieces were sorted; returns whether that is enough.
    pub fn is_repaired(&mut self, pieces: &[usize], sizes: &[LeafSizes]) -> bool {
        self.measure(sizes);
        for piece in pieces {
            self.pieces[*piece] = PieceQuality::new(self.pieces[*piece].now);
        }
        // Searches are compared with the next one, leaves with those after the last sort.
        self.decay = OrderDecay::fresh(self.quality.sorted);
        self.fresh = None;
        self.whole.searched = self.whole.now;
        self.predicted_growth(&self.whole) <= SPOILT_GROWTH
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
            whole: PieceQuality::new(self.quality.now),
            evidence: self.evidence,
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
                None => self.pieces.push(PieceQuality::new(now)),
            }
            sum += *sizes;
        }
        self.quality.now = sum.expected_pairs_on_surface();
        self.whole.now = self.quality.now;
    }

    /// What cures pieces that have grown.
    fn cure(&self, why: SortReason, has_grown: impl Fn(&PieceQuality) -> bool) -> UpkeepDecision {
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
