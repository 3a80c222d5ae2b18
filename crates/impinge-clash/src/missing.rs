//! Contacts that are expected and not there.

use impinge::pair::Relation;
use impinge_io::Severity;

/// A contact that was expected and is not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Missing {
    /// What the expectation is called.
    pub rule: String,
    /// How grave that is.
    pub severity: Severity,
    /// The body that meets nothing it should meet.
    pub body: usize,
    /// What comes nearest to being that contact, among the pairs that were looked at.
    pub nearest: Option<Nearest>,
}

/// A body that a contact was expected with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The body, by its place in the assembly.
    pub body: usize,
    /// The relation of the pair, as it was asked about.
    pub relation: Relation,
    /// How far apart they are; zero if they meet.
    pub gap: f64,
}

impl Nearest {
    /// What is known of a body; `None` if it is too far away to know.
    pub fn of(body: usize, relation: Relation, gap: Option<f64>) -> Option<Self> {
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
