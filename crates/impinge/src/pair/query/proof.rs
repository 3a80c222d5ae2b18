//! What has been proved about a question with yes or no for an answer.

use crate::cost::Cost;

/// What a query has proved within its budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proof {
    /// The bodies share a point, or are as close as was asked.
    Meeting,
    /// The bodies share no point, or are farther apart than was asked.
    Free,
    /// Neither yet.
    NotProved {
        /// Pairs of boxes that still have to be looked at, as far as they are known; zero if only containment is left.
        waiting: usize,
        /// A length that the bodies are known to be apart; zero if nothing is known.
        lower: f64,
    },
}

/// A proof and what it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofReport {
    /// What is proved.
    pub proof: Proof,
    /// What it took, since the query was made.
    pub cost: Cost,
}
