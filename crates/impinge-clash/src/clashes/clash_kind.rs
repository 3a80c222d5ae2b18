//! The kinds of clashes.

use impinge::pair::Relation;
use serde::{Deserialize, Serialize};

/// The kind of a clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClashKind {
    /// Two bodies fill the same space.
    Duplicate,
    /// One passes right through the other: the part of it outside is in several pieces.
    Pierce,
    /// One enters the other without passing through.
    Protrude,
    /// One is inside the other.
    Envelope,
    /// They overlap in a thin shell about a common axis: an interference fit, a thread, a hole of facets.
    Fit,
    /// They touch.
    Touch,
    /// Their gap is below the clearance.
    Encroach,
    /// An expected contact does not exist.
    Missing,
    /// A body has openings, and one may be inside the other, or they cross and share nothing for certain.
    Undecided,
}

crate::enum_names!(ClashKind {
    Duplicate = "duplicate",
    Pierce = "pierce",
    Protrude = "protrude",
    Envelope = "envelope",
    Fit = "fit",
    Touch = "touch",
    Encroach = "encroach",
    Missing = "missing",
    Undecided = "undecided",
});

/// The kind of a pair by its relation; `passes` says whether one of two crossing bodies passes right through the other.
#[must_use]
pub fn clash_kind(relation: Relation, is_contact: bool, passes: bool) -> ClashKind {
    match relation {
        Relation::Coincident => ClashKind::Duplicate,
        Relation::AInsideB | Relation::BInsideA => ClashKind::Envelope,
        Relation::Crossing if passes => ClashKind::Pierce,
        Relation::Crossing => ClashKind::Protrude,
        Relation::Touching => ClashKind::Touch,
        Relation::Disjoint if is_contact => ClashKind::Touch,
        Relation::Disjoint => ClashKind::Encroach,
    }
}
