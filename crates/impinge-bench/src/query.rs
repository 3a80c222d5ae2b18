//! What is asked of every peer, and what it may answer.

use std::fmt;

/// A question about two meshes at a relative pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Query {
    /// Do they meet?
    Boolean,
    /// How many pairs of triangles meet?
    Contacts,
    /// How far apart are they? Asked only at poses where they do not meet.
    Distance,
}

impl Query {
    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Contacts => "contacts",
            Self::Distance => "distance",
        }
    }
}

/// How far two distances may differ and still agree, relative to the larger.
pub const DISTANCE_TOLERANCE: f64 = 1e-9;

/// What a peer answered at one pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Whether they meet.
    Boolean(bool),
    /// How many pairs of triangles meet.
    Contacts(usize),
    /// How far apart they are.
    Distance(f64),
    /// An exception, a panic, an error or not a number.
    Failed,
}

impl Answer {
    /// A length, or a failure where it is not a number.
    #[must_use]
    pub fn of_distance(value: f64) -> Self {
        if value.is_nan() { Self::Failed } else { Self::Distance(value) }
    }

    /// Whether two answers to one question say the same; a failure agrees with nothing.
    #[must_use]
    pub fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Self::Boolean(p), Self::Boolean(q)) => p == q,
            (Self::Contacts(p), Self::Contacts(q)) => p == q,
            (Self::Distance(p), Self::Distance(q)) => (p - q).abs() <= DISTANCE_TOLERANCE * p.abs().max(q.abs()),
            _ => false,
        }
    }

    /// The answer as a number, to be summed over poses: 1 for yes.
    #[must_use]
    pub fn amount(self) -> f64 {
        match self {
            Self::Boolean(yes) => f64::from(u8::from(yes)),
            Self::Contacts(count) => count as f64,
            Self::Distance(length) => length,
            Self::Failed => f64::NAN,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(true) => f.write_str("meet"),
            Self::Boolean(false) => f.write_str("apart"),
            Self::Contacts(count) => write!(f, "{count}"),
            Self::Distance(length) => write!(f, "{length:?}"),
            Self::Failed => f.write_str("failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_agree_up_to_the_tolerance_and_failures_never() {
        assert!(Answer::Distance(1.0).agrees(Answer::Distance(1.0 + 0.9e-9)));
        assert!(!Answer::Distance(1.0).agrees(Answer::Distance(1.0 + 1.1e-9)));
        assert!(Answer::Distance(0.0).agrees(Answer::Distance(0.0)));
        assert!(!Answer::of_distance(f64::NAN).agrees(Answer::Failed));
        assert!(!Answer::Contacts(3).agrees(Answer::Contacts(4)));
    }
}
