//! One query for every goal: it can be interrupted when its budget is spent, and resumed.

use super::budget::Budget;
use crate::bounded::Bounded;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::PosedPair;
use std::fmt::Debug;

/// A query about two meshes that can be interrupted and resumed; more budget never widens its bounds.
///
/// ```
/// use impinge::pair::{Budget, DistanceAnswer, DistanceGoal, IntersectsGoal, Query};
/// use impinge::{DVec3, Mesh, Pose};
///
/// let (ball, block) = (Mesh::icosphere(1.0, 3)?, Mesh::cuboid(DVec3::ZERO, DVec3::ONE)?);
/// let ball_from_block = Pose::from_translation(DVec3::new(2.0, 0.0, 0.0))?;
/// let mut query = Query::new(&ball, &block, &ball_from_block, DistanceGoal::default());
/// let report = query.advance(&Budget::of_pairs(4));
/// println!("{} so far, {} pairs of boxes to go", report.distance, report.waiting);
/// let Some(DistanceAnswer::Found(distance)) = query.advance(&Budget::UNLIMITED).answer else { panic!("unlimited") };
/// assert!((distance.value - 1.0).abs() < 0.01);
///
/// let mut query = Query::new(&ball, &block, &Pose::IDENTITY, IntersectsGoal);
/// assert_eq!(query.advance(&Budget::UNLIMITED).answer, Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query<'a, G: QueryGoal> {
    posed: PosedPair<'a>,
    goal: G,
    state: G::State,
    cost: Cost,
}

impl<'a, G: QueryGoal> Query<'a, G> {
    /// A query about A and B with this goal.
    #[must_use]
    pub fn new(a: &'a Mesh, b: &'a Mesh, a_from_b: &Pose, goal: G) -> Self {
        let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
        let mut cost = Cost::default();
        let state = goal.start(&posed, &mut cost);
        Self { posed, goal, state, cost }
    }

    /// Continues until the answer is known or the budget is spent.
    pub fn advance(&mut self, budget: &Budget) -> QueryReport<G::Answer> {
        self.goal.advance(&mut self.state, &self.posed, budget, &mut self.cost)
    }

    /// The goal, with what it has collected.
    #[must_use]
    pub fn goal(&self) -> &G {
        &self.goal
    }
}

/// What a [`Query`] is to find: [`DistanceGoal`](crate::pair::DistanceGoal), [`WithinGoal`](crate::pair::WithinGoal), [`IntersectsGoal`](crate::pair::IntersectsGoal) or
/// [`ContactsGoal`](crate::pair::ContactsGoal). No other type can implement it.
pub trait QueryGoal: sealed::Sealed {
    /// The answer.
    type Answer: Copy + Debug + PartialEq;
    #[doc(hidden)]
    type State: Clone + Debug;

    #[doc(hidden)]
    fn start(&self, posed: &PosedPair<'_>, cost: &mut Cost) -> Self::State;

    #[doc(hidden)]
    fn advance(
        &mut self,
        state: &mut Self::State,
        posed: &PosedPair<'_>,
        budget: &Budget,
        cost: &mut Cost,
    ) -> QueryReport<Self::Answer>;
}

pub(super) mod sealed {
    /// Keeps goals to this module.
    pub trait Sealed {}
}

/// What a [`Query`] has found so far.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct QueryReport<A> {
    /// The answer; `None` if the budget was spent before it was known.
    pub answer: Option<A>,
    /// Bounds on the distance of the bodies: exact once it is found, otherwise the value is the upper bound. From 0 to infinity where the goal does not measure
    /// it, or nothing is known yet. The lower bound is 0 as long as the bodies may share a point.
    pub distance: Bounded,
    /// A point of A and a point of B, in A's frame, as far apart as the upper bound says, up to rounding; `None` where the goal measures no distance, or the
    /// distance is beyond what was asked for.
    pub points: Option<[DVec3; 2]>,
    /// The faces of A and of B that the points lie on: a witness for the next query. `None` also if one body lies inside the other.
    pub faces: Option<[FaceId; 2]>,
    /// Pairs of boxes that are still to be examined, as far as they are known; 0 if only containment is left.
    pub waiting: usize,
    /// Work counters since the query was made.
    pub cost: Cost,
}

impl<A> QueryReport<A> {
    /// A report of a goal that measures no distance.
    pub(super) fn unmeasured(answer: Option<A>, waiting: usize, cost: Cost) -> Self {
        let distance = Bounded { lower: 0.0, value: f64::INFINITY, upper: f64::INFINITY };
        Self { answer, distance, points: None, faces: None, waiting, cost }
    }
}
