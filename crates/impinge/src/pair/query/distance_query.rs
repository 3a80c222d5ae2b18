//! How far apart two bodies are, under a budget: bounds that close in on the distance.
//!
//! As long as it is not known that the bodies share no point, the distance may be zero: surfaces may meet, or one body may lie
//! inside the other however far apart their surfaces are. So that is settled first, as in [`crate::pair::distance`], unless the boxes
//! around the bodies tell it at once; from then on the lower bound rises with the frontier of the search.

use super::budget::{Budget, Meter};
use crate::bvh::Frontier;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::distance::closest_faces::ClosestFacesSearch;
use crate::pair::distance::distance_goal::ClosestGoal;
use crate::pair::pair_report::{Distance, Method};
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::common_point::{CommonPoint, CommonPointSearch};

/// What a distance query starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceOptions {
    /// Only a distance up to this matters (a length); infinite by default.
    pub up_to: f64,
    /// A face of A and one of B that may be the closest, such as those of the last query: they give the first upper bound.
    /// Faces that do not exist are passed over.
    pub witness: Option<[FaceId; 2]>,
}

impl Default for DistanceOptions {
    fn default() -> Self {
        Self { up_to: f64::INFINITY, witness: None }
    }
}

/// What is known about a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DistanceOutcome {
    /// The distance, the same to the last bit as that of [`crate::pair::distance`].
    Found(Distance),
    /// It is more than what was asked for.
    Beyond {
        /// A length that the bodies are at least apart.
        lower: f64,
        /// A length that they are at most apart.
        upper: f64,
    },
    /// It is not known yet.
    Between {
        /// The distance is at least this; zero as long as the bodies may share a point.
        lower: f64,
        /// The distance is at most this: that of the points below, and a hair for rounding.
        upper: f64,
        /// A point of A and a point of B, in A's frame.
        points: [DVec3; 2],
        /// Pairs of boxes that still have to be looked at, as far as they are known; zero if only containment is left.
        waiting: usize,
    },
}

impl DistanceOutcome {
    /// A length that the distance is not below.
    #[must_use]
    pub fn lower(&self) -> f64 {
        match self {
            Self::Found(distance) => distance.value,
            Self::Beyond { lower, .. } | Self::Between { lower, .. } => *lower,
        }
    }

    /// A length that the distance is not above.
    #[must_use]
    pub fn upper(&self) -> f64 {
        match self {
            Self::Found(distance) => distance.value,
            Self::Beyond { upper, .. } | Self::Between { upper, .. } => *upper,
        }
    }

    /// Whether more budget would tell no more.
    #[must_use]
    pub fn is_final(&self) -> bool {
        !matches!(self, Self::Between { .. })
    }
}

/// What a distance query has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceReport {
    /// What is known.
    pub outcome: DistanceOutcome,
    /// The faces of A and B that the points lie on; `None` if one body lies inside the other.
    pub faces: Option<[FaceId; 2]>,
    /// What it took, since the query was made.
    pub cost: Cost,
}

/// [`crate::pair::distance`] as a query that can be left and taken up again; more budget never widens the bounds.
#[derive(Clone, Debug)]
pub struct DistanceQuery<'a> {
    posed: PosedPair<'a>,
    goal: ClosestGoal,
    common: CommonPointSearch,
    search: ClosestFacesSearch,
    frontier: Frontier,
    /// The largest lower bound so far.
    lower: f64,
    /// The end, once it is reached.
    end: Option<(DistanceOutcome, Option<[FaceId; 2]>)>,
    cost: Cost,
}

impl<'a> DistanceQuery<'a> {
    /// A query about A and B; it has looked at one pair of faces.
    #[must_use]
    pub fn new(a: &'a Mesh, b: &'a Mesh, a_from_b: &Pose, options: &DistanceOptions) -> Self {
        Self::with_goal(a, b, a_from_b, ClosestGoal::Closest(options.up_to), options.witness)
    }

    pub(crate) fn with_goal(
        a: &'a Mesh,
        b: &'a Mesh,
        a_from_b: &Pose,
        goal: ClosestGoal,
        witness: Option<[FaceId; 2]>,
    ) -> Self {
        let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
        let bodies = posed.bodies();
        let mut cost = Cost::default();
        let mut search = ClosestFacesSearch::new(&posed);
        let known = |faces: &[FaceId; 2]| (0..2).all(|k| faces[k].index() < bodies[k].mesh.faces().len());
        let witness = witness.map(|faces| posed.as_asked(faces)).filter(known);
        search.look_at(&bodies, witness.unwrap_or([FaceId(0); 2]), &mut cost);
        let lower = posed.boxes.distance_bound(&bodies[0].mesh.bounds(), &bodies[1].mesh.bounds()).max(0.0);
        let common = if lower > 0.0 { CommonPointSearch::in_vain() } else { CommonPointSearch::new() };
        let mut frontier = Frontier::default();
        frontier.restart();
        let out_of_reach = goal.up_to().is_nan() || goal.up_to() < lower;
        let end = out_of_reach.then_some((DistanceOutcome::Beyond { lower, upper: search.upper() }, None));
        Self { posed, goal, common, search, frontier, lower, end, cost }
    }

    /// Goes on until the distance is known or the budget is spent.
    pub fn advance(&mut self, budget: &Budget) -> DistanceReport {
        let mut meter = Meter::start(budget);
        if self.end.is_none() {
            self.end = self.run(&mut meter);
        }
        let (outcome, faces) = self.end.unwrap_or_else(|| (self.between(), self.search.faces()));
        DistanceReport { outcome, faces: faces.map(|faces| self.posed.as_asked(faces)), cost: self.cost }
    }

    /// Goes on; the end, if it is reached.
    fn run(&mut self, meter: &mut Meter) -> Option<(DistanceOutcome, Option<[FaceId; 2]>)> {
        let Self { posed, goal, common, search, frontier, lower, cost, .. } = self;
        if let Some(point) = common.advance(posed, meter, cost)? {
            let faces = match point {
                CommonPoint::Faces(faces) => Some(faces),
                CommonPoint::Inside(..) => None,
            };
            if let Some(distance) = point.distance(posed, cost) {
                return Some((DistanceOutcome::Found(distance), faces));
            }
        }
        let finished = search.advance(posed, frontier, *goal, meter, cost);
        if !finished {
            // The answer is the best so far or something that waits.
            *lower = lower.max(ClosestFacesSearch::lower(posed, frontier).min(search.least()).min(goal.up_to()));
            return None;
        }
        if search.reaches(posed, *goal) {
            return Some((DistanceOutcome::Found(search.answer(posed)?), search.faces()));
        }
        Some((DistanceOutcome::Beyond { lower: lower.max(goal.up_to()), upper: search.upper() }, None))
    }

    /// What is known before the end.
    fn between(&self) -> DistanceOutcome {
        let posed = &self.posed;
        let upper = self.search.upper();
        let points = self.search.points().unwrap_or_default();
        DistanceOutcome::Between {
            lower: self.lower.min(upper),
            upper,
            points: posed.as_asked(points).map(|p| posed.point_in_a(p)),
            waiting: match self.common.waiting() {
                0 if self.common.is_over() => self.frontier.len(),
                waiting => waiting,
            },
        }
    }
}
