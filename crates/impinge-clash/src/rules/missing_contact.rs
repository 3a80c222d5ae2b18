//! Expected contacts that were not found.

use super::rules_file::Severity;
use impinge::pair::Relation;

/// An expected contact that was not found.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingContact {
    /// The name of the expectation.
    pub rule: String,
    /// How severe it is.
    pub severity: Severity,
    /// The body that lacks the contact, by index.
    pub body: usize,
    /// The nearest candidate among the pairs that were checked.
    pub nearest: Option<NearestBody>,
}

/// A body that a contact was expected with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestBody {
    /// The body, by index.
    pub body: usize,
    /// The relation of the pair, in the order it was checked.
    pub relation: Relation,
    /// How far apart they are; zero if they meet.
    pub gap: f64,
}

impl NearestBody {
    /// A candidate; `None` if it is farther away than gaps were measured.
    pub fn from_pair(body: usize, relation: Relation, gap: Option<f64>) -> Option<Self> {
        let gap = if relation == Relation::Disjoint { gap? } else { 0.0 };
        Some(Self { body, relation, gap })
    }

    /// The nearer of two, the first if they are alike.
    pub fn or_nearer(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        match (first, second) {
            (Some(p), Some(q)) => Some(if q.gap < p.gap { q } else { p }),
            (p, q) => p.or(q),
        }
    }
}
