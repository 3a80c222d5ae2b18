//! A checked pair that violates a rule, before its evidence is collected.

use crate::report::checked_pair::CheckedPair;
use crate::rules::rule_book::AppliedRule;
use impinge::math::Pose;

/// Two bodies that violate a rule, or one that meets itself.
#[derive(Clone, Copy, Debug)]
pub struct Violation<'a> {
    /// The pair.
    pub pair: &'a CheckedPair,
    /// The pose of the second body in the frame of the first.
    pub a_from_b: Pose,
    /// The rule that is violated.
    pub rule: AppliedRule<'a>,
}

impl Violation<'_> {
    /// Whether the gap counts as contact.
    #[must_use]
    pub fn is_contact(&self) -> bool {
        self.pair.distance.zip(self.rule.touch).is_some_and(|(gap, touch)| gap <= touch)
    }
}
