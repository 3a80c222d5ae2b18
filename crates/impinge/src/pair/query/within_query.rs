//! Whether two bodies come as close as a length, under a budget.

use super::budget::Budget;
use super::distance_query::{DistanceOptions, DistanceOutcome, DistanceQuery};
use super::proof::{Proof, ProofReport};
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::distance::distance_goal::ClosestGoal;

/// [`crate::pair::within`] as a query that can be left and taken up again.
#[derive(Clone, Debug)]
pub struct WithinQuery<'a> {
    distance: DistanceQuery<'a>,
    clearance: f64,
}

impl<'a> WithinQuery<'a> {
    /// A query whether A and B are as close as the length up to which a distance matters; none are closer than a negative one.
    #[must_use]
    pub fn new(a: &'a Mesh, b: &'a Mesh, a_from_b: &Pose, options: &DistanceOptions) -> Self {
        let distance = DistanceQuery::with_goal(a, b, a_from_b, ClosestGoal::Within(options.up_to), options.witness);
        Self { distance, clearance: options.up_to }
    }

    /// Goes on until the answer is known or the budget is spent.
    pub fn advance(&mut self, budget: &Budget) -> ProofReport {
        let nothing = Budget::of_pairs(0);
        let mut report = self.distance.advance(&nothing);
        if self.judge(&report.outcome).is_none() {
            report = self.distance.advance(budget);
        }
        let proof = self.judge(&report.outcome).unwrap_or(match report.outcome {
            DistanceOutcome::Between { lower, waiting, .. } => Proof::NotProved { waiting, lower },
            DistanceOutcome::Found(_) => Proof::Meeting,
            DistanceOutcome::Beyond { .. } => Proof::Free,
        });
        ProofReport { proof, cost: report.cost }
    }

    /// What bounds on the distance prove.
    fn judge(&self, outcome: &DistanceOutcome) -> Option<Proof> {
        match outcome {
            DistanceOutcome::Found(_) => Some(Proof::Meeting),
            DistanceOutcome::Beyond { .. } => Some(Proof::Free),
            DistanceOutcome::Between { lower, .. } if *lower > self.clearance => Some(Proof::Free),
            DistanceOutcome::Between { upper, .. } if *upper <= self.clearance => Some(Proof::Meeting),
            DistanceOutcome::Between { .. } => None,
        }
    }
}
