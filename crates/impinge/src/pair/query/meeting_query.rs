//! Whether two bodies share a point, under a budget.

use super::budget::{Budget, Meter};
use super::proof::{Proof, ProofReport};
use crate::cost::Cost;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::pair_report::Method;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::common_point::CommonPointSearch;

/// [`crate::pair::intersects`] as a query that can be left and taken up again.
///
/// ```
/// # use impinge::{math::{DVec3, Pose}, mesh::Mesh};
/// # let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(DVec3::from_array);
/// # let a = Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]])?;
/// # let b = a.clone();
/// use impinge::pair::{Budget, MeetingQuery, Proof};
///
/// let mut query = MeetingQuery::new(&a, &b, &Pose::IDENTITY);
/// let mut report = query.advance(&Budget::of_pairs(1));
/// while let Proof::NotProved { waiting, .. } = report.proof {
///     println!("{waiting} pairs of boxes to go");
///     report = query.advance(&Budget::of_pairs(100));
/// }
/// assert_eq!(report.proof, Proof::Meeting);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeetingQuery<'a> {
    posed: PosedPair<'a>,
    search: CommonPointSearch,
    cost: Cost,
}

impl<'a> MeetingQuery<'a> {
    /// A query about A and B that has not begun.
    #[must_use]
    pub fn new(a: &'a Mesh, b: &'a Mesh, a_from_b: &Pose) -> Self {
        let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
        Self { posed, search: CommonPointSearch::new(), cost: Cost::default() }
    }

    /// Goes on until the answer is known or the budget is spent.
    pub fn advance(&mut self, budget: &Budget) -> ProofReport {
        let found = self.search.advance(&self.posed, &mut Meter::start(budget), &mut self.cost);
        let proof = match found {
            Some(Some(_)) => Proof::Meeting,
            Some(None) => Proof::Free,
            None => Proof::NotProved { waiting: self.search.waiting(), lower: 0.0 },
        };
        ProofReport { proof, cost: self.cost }
    }
}
