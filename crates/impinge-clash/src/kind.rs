//! What kind of clash two bodies have.

use impinge::pair::Relation;
use serde::{Deserialize, Serialize};

/// The kinds of clashes, beside the relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Two bodies fill the same space.
    Duplicate,
    /// One passes right through the other: what is left of it outside falls apart.
    Pierce,
    /// One enters the other, and does not come out again on another side.
    Protrude,
    /// One is inside the other.
    Envelope,
    /// They touch.
    Touch,
    /// Their gap is below the clearance.
    Encroach,
    /// A contact that was expected is not there.
    Missing,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Duplicate, Self::Pierce, Self::Protrude, Self::Envelope, Self::Touch, Self::Encroach, Self::Missing];

    /// The word for it in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Pierce => "pierce",
            Self::Protrude => "protrude",
            Self::Envelope => "envelope",
            Self::Touch => "touch",
            Self::Encroach => "encroach",
            Self::Missing => "missing",
        }
    }
}

/// The kind of a pair by its relation; `passes` is whether one of two that cross passes right through the other.
#[must_use]
pub fn kind_of(relation: Relation, is_contact: bool, passes: bool) -> Kind {
    match relation {
        Relation::Coincident => Kind::Duplicate,
        Relation::AInsideB | Relation::BInsideA => Kind::Envelope,
        Relation::Crossing if passes => Kind::Pierce,
        Relation::Crossing => Kind::Protrude,
        Relation::Touching => Kind::Touch,
        Relation::Disjoint if is_contact => Kind::Touch,
        Relation::Disjoint => Kind::Encroach,
    }
}
