//! Whether two bodies share a point, under a budget.

use super::budget::{Budget, Meter};
use super::resumable_query::{QueryGoal, QueryReport, sealed};
use crate::cost::Cost;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::common_point::CommonPointSearch;

/// Whether the bodies share a point, as [`crate::pair::intersects`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntersectsGoal;

impl sealed::Sealed for IntersectsGoal {}

impl QueryGoal for IntersectsGoal {
    type Answer = bool;
    type State = CommonPointSearch;

    fn start(&self, _: &PosedPair<'_>, _: &mut Cost) -> CommonPointSearch {
        CommonPointSearch::new()
    }

    fn advance(
        &mut self,
        state: &mut CommonPointSearch,
        posed: &PosedPair<'_>,
        budget: &Budget,
        cost: &mut Cost,
    ) -> QueryReport<bool> {
        let found = state.advance(posed, &mut Meter::start(budget), cost);
        let waiting = if found.is_some() { 0 } else { state.waiting() };
        QueryReport::unmeasured(found.map(|point| point.is_some()), waiting, *cost)
    }
}
