//! A pair of bodies that violates a rule, before anything more is known about it.

use crate::rule_book::Spoken;
use impinge::math::{DVec3, Pose};
use impinge::pair::Relation;

/// Two bodies that violate a rule, or one that meets itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding<'a> {
    /// The bodies, by their place in the assembly; twice the same for one that meets itself.
    pub bodies: [usize; 2],
    /// The relation of the first to the second.
    pub relation: Relation,
    /// The place of the second to the first for which that was found.
    pub a_from_b: Pose,
    /// The gap, if it was measured; zero if they meet.
    pub gap: Option<f64>,
    /// A closest point of each, in the world.
    pub witness: Option<[DVec3; 2]>,
    /// The rule that is violated, and what it asks.
    pub spoken: Spoken<'a>,
}

impl Finding<'_> {
    /// Whether the gap is so small that it counts as contact.
    #[must_use]
    pub fn is_contact(&self) -> bool {
        self.gap.zip(self.spoken.treatment.touch).is_some_and(|(gap, touch)| gap <= touch)
    }
}
