//! The effort that a search for a depth puts into pushes and into trying translations.
//!
//! Bodies whose coordinates differ by many powers of ten, or that meet in most of their faces, take exact arithmetic for every pair of faces at every
//! length of a push. What is counted is the same on each machine but for pairs that its filter in single precision decides or leaves to exact signs.

use crate::cost::Cost;

/// What may still be spent: pairs of faces that meet, and signs that take exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PushEffort {
    left: u64,
}

impl PushEffort {
    /// As much as it takes.
    pub const UNLIMITED: Self = Self { left: u64::MAX };

    /// What is stated, or else the effort for bodies with this many faces in all, at this many points for balls: each face may meet some others, at each of many
    /// lengths.
    pub fn new(stated: Option<u64>, points: u32, faces: usize) -> Self {
        /// Pairs of faces for each point.
        const PER_POINT: u64 = 1 << 9;
        /// Pairs of faces for each face.
        const PER_FACE: u64 = 1 << 5;
        let by_default = u64::from(points) * PER_POINT + faces as u64 * PER_FACE;
        Self { left: stated.unwrap_or(by_default) }
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Whether this many pairs and what they took are all that is left.
    pub fn is_less_than(&self, pairs: u64, cost: &Cost) -> bool {
        self.left <= units(pairs, cost)
    }

    /// Takes off this many pairs and what they took.
    pub fn spend(&mut self, pairs: u64, cost: &Cost) {
        if self.left < u64::MAX {
            self.left = self.left.saturating_sub(units(pairs, cost));
        }
    }
}

fn units(pairs: u64, cost: &Cost) -> u64 {
    pairs.saturating_add(cost.exact_signs)
}
