//! The effort that a search for a depth puts into pushes and into trying translations.
//!
//! Bodies whose coordinates differ by many powers of ten, or that meet in most of their faces, take exact arithmetic for every pair of faces at every
//! length of a push. What is counted is the same on each machine but for pairs that its filter in single precision decides or leaves to exact signs.

use crate::cost::Cost;

/// What may still be spent: pairs of faces that meet, signs that take exact arithmetic, and pairs that single precision cannot tell apart, as far as they are more
/// than bodies in order have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PushEffort {
    left: u64,
    /// Pairs for each query that are not counted.
    free: u64,
}

impl PushEffort {
    /// As much as it takes.
    pub const UNLIMITED: Self = Self { left: u64::MAX, free: u64::MAX };

    /// What is stated, or else the effort for bodies with this many faces in all, at this many points for balls: each face may meet some others, at each of many
    /// lengths.
    pub fn new(stated: Option<u64>, points: u32, faces: usize) -> Self {
        /// Pairs of faces for each point.
        const PER_POINT: u64 = 1 << 9;
        /// Pairs of faces for each face.
        const PER_FACE: u64 = 1 << 5;
        /// Pairs that single precision cannot tell apart, for each face, that are not counted.
        const FREE: u64 = 1 << 3;
        let by_default = u64::from(points) * PER_POINT + faces as u64 * PER_FACE;
        Self { left: stated.unwrap_or(by_default), free: faces as u64 * FREE }
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Whether this many pairs and what they took are all that is left.
    pub fn is_less_than(&self, pairs: u64, cost: &Cost) -> bool {
        self.left <= self.units(pairs, cost)
    }

    /// Takes off this many pairs and what they took.
    pub fn spend(&mut self, pairs: u64, cost: &Cost) {
        if self.left < u64::MAX {
            self.left = self.left.saturating_sub(self.units(pairs, cost));
        }
    }

    fn units(&self, pairs: u64, cost: &Cost) -> u64 {
        /// Pairs of faces that take as long as one exact sign.
        const PER_SIGN: u64 = 4;
        let told_by_boxes = cost.exact_tests.saturating_sub(self.free) / PER_SIGN;
        pairs.saturating_add(cost.exact_signs).saturating_add(told_by_boxes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight pairs for each face are free in each query, and four of the others count as one exact sign.
    #[test]
    fn pairs_that_boxes_cannot_tell_apart_count_beyond_what_is_usual() {
        let usual = Cost { exact_tests: 800, exact_signs: 7, ..Cost::default() };
        let damaged = Cost { exact_tests: 10_000, ..usual };
        let mut effort = PushEffort::new(Some(3_000), 50, 100);
        effort.spend(3, &usual);
        assert_eq!(effort.left, 2_990);
        assert!(!effort.is_less_than(3, &usual) && !effort.is_less_than(3, &damaged));
        effort.spend(3, &damaged);
        assert_eq!(effort.left, 2_990 - 10 - 9_200 / 4);
        assert!(effort.is_less_than(3, &damaged) && !effort.is_spent());
        effort.spend(3, &damaged);
        assert!(effort.is_spent());
        let mut unlimited = PushEffort::UNLIMITED;
        unlimited.spend(u64::MAX, &damaged);
        assert!(!unlimited.is_spent());
    }
}
