//! The distance of two bodies under a budget, and whether it is within a length: bounds that close in on the distance.
//!
//! As long as it is not known that the bodies share no point, the distance may be zero: surfaces may meet, or one body may lie
//! inside the other however far apart their surfaces are. So that is settled first, as in [`crate::pair::distance`], unless the boxes
//! around the bodies tell it at once; from then on the lower bound rises with the frontier of the search.

use super::budget::{Budget, Meter};
use super::resumable_query::{QueryGoal, QueryReport, sealed};
use crate::bounded::Bounded;
use crate::bvh::Frontier;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::pair::distance::closest_faces::ClosestFacesSearch;
use crate::pair::distance::closest_goal::ClosestGoal;
use crate::pair::pair_query_types::Distance;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::common_point::{CommonPoint, CommonPointSearch};

/// The distance, the same to the last bit as that of [`crate::pair::distance`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceGoal {
    /// Only a distance up to this matters (a length); infinite by default.
    pub up_to: f64,
    /// A face of A and one of B that may be the closest, such as those of the last query: they give the first upper bound.
    /// Faces that do not exist are ignored.
    pub witness: Option<[FaceId; 2]>,
}

impl Default for DistanceGoal {
    fn default() -> Self {
        Self { up_to: f64::INFINITY, witness: None }
    }
}

/// Whether the distance is at most a length, as [`crate::pair::within`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WithinGoal {
    /// The length; no distance is within a negative one.
    pub clearance: f64,
    /// As [`DistanceGoal::witness`].
    pub witness: Option<[FaceId; 2]>,
}

/// The answer to a [`DistanceGoal`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DistanceAnswer {
    /// The distance.
    Found(Distance),
    /// It is more than [`DistanceGoal::up_to`].
    Beyond,
}

/// A search for the distance.
#[derive(Clone, Debug)]
pub struct DistanceState {
    common: CommonPointSearch,
    search: ClosestFacesSearch,
    frontier: Frontier,
    /// The largest lower bound so far.
    lower: f64,
    end: Option<DistanceEnd>,
}

/// How a search for the distance ended.
#[derive(Clone, Copy, Debug)]
enum DistanceEnd {
    Found { distance: Distance, faces: Option<[FaceId; 2]> },
    Beyond { lower: f64, upper: f64 },
}

impl DistanceState {
    /// A search that has measured one pair of faces.
    fn start(posed: &PosedPair<'_>, goal: ClosestGoal, witness: Option<[FaceId; 2]>, cost: &mut Cost) -> Self {
        let bodies = posed.bodies();
        let mut search = ClosestFacesSearch::default();
        let known = |faces: &[FaceId; 2]| (0..2).all(|k| faces[k].index() < bodies[k].mesh.faces().len());
        let witness = witness.map(|faces| posed.as_asked(faces)).filter(known);
        search.look_at(&bodies, witness.unwrap_or([FaceId(0); 2]), cost);
        let lower = posed.boxes.distance_bound(&bodies[0].mesh.bounds(), &bodies[1].mesh.bounds()).max(0.0);
        let common = if lower > 0.0 { CommonPointSearch::in_vain() } else { CommonPointSearch::new() };
        let mut frontier = Frontier::default();
        frontier.restart();
        let is_out_of_reach = goal.up_to().is_nan() || goal.up_to() < lower;
        let end = is_out_of_reach.then_some(DistanceEnd::Beyond { lower, upper: search.upper() });
        Self { common, search, frontier, lower, end }
    }

    /// Continues until the distance is known or the budget is spent.
    fn advance(
        &mut self,
        posed: &PosedPair<'_>,
        goal: ClosestGoal,
        budget: &Budget,
        cost: &mut Cost,
    ) -> QueryReport<DistanceAnswer> {
        let mut meter = Meter::start(budget);
        if self.end.is_none() {
            self.end = self.run(posed, goal, &mut meter, cost);
        }
        match self.end {
            Some(DistanceEnd::Found { distance, faces }) => QueryReport {
                answer: Some(DistanceAnswer::Found(distance)),
                distance: Bounded::exact(distance.value),
                points: Some(distance.points),
                faces: faces.map(|faces| posed.as_asked(faces)),
                waiting: 0,
                cost: *cost,
            },
            Some(DistanceEnd::Beyond { lower, upper }) => QueryReport {
                answer: Some(DistanceAnswer::Beyond),
                distance: Bounded { lower, value: upper, upper },
                points: None,
                faces: None,
                waiting: 0,
                cost: *cost,
            },
            None => self.so_far(posed, *cost),
        }
    }

    /// Continues; the end, if it is reached.
    fn run(
        &mut self,
        posed: &PosedPair<'_>,
        goal: ClosestGoal,
        meter: &mut Meter,
        cost: &mut Cost,
    ) -> Option<DistanceEnd> {
        let Self { common, search, frontier, lower, .. } = self;
        if let Some(point) = common.advance(posed, meter, cost)? {
            let faces = match point {
                CommonPoint::Faces(faces) => Some(faces),
                CommonPoint::Inside(..) => None,
            };
            if let Some(distance) = point.distance(posed, cost) {
                return Some(DistanceEnd::Found { distance, faces });
            }
        }
        let finished = search.advance(posed, frontier, goal, meter, cost);
        if !finished {
            // The answer is the best so far or something that waits.
            *lower = lower.max(ClosestFacesSearch::lower(posed, frontier).min(search.upper()).min(goal.up_to()));
            return None;
        }
        if search.reaches(goal) {
            return Some(DistanceEnd::Found { distance: search.answer(posed)?, faces: search.faces() });
        }
        Some(DistanceEnd::Beyond { lower: lower.max(goal.up_to()), upper: search.upper() })
    }

    /// What is known before the end.
    fn so_far(&self, posed: &PosedPair<'_>, cost: Cost) -> QueryReport<DistanceAnswer> {
        let upper = self.search.upper();
        let in_a = |points: [DVec3; 2]| posed.as_asked(points).map(|p| posed.point_in_a(p));
        QueryReport {
            answer: None,
            distance: Bounded { lower: self.lower.min(upper), value: upper, upper },
            points: self.search.points().map(in_a),
            faces: self.search.faces().map(|faces| posed.as_asked(faces)),
            waiting: match self.common.waiting() {
                0 if self.common.is_over() => self.frontier.len(),
                waiting => waiting,
            },
            cost,
        }
    }
}

impl sealed::Sealed for DistanceGoal {}

impl QueryGoal for DistanceGoal {
    type Answer = DistanceAnswer;
    type State = DistanceState;

    fn start(&self, posed: &PosedPair<'_>, cost: &mut Cost) -> DistanceState {
        DistanceState::start(posed, ClosestGoal::Closest(self.up_to), self.witness, cost)
    }

    fn advance(
        &mut self,
        state: &mut DistanceState,
        posed: &PosedPair<'_>,
        budget: &Budget,
        cost: &mut Cost,
    ) -> QueryReport<DistanceAnswer> {
        state.advance(posed, ClosestGoal::Closest(self.up_to), budget, cost)
    }
}

impl sealed::Sealed for WithinGoal {}

impl QueryGoal for WithinGoal {
    type Answer = bool;
    type State = DistanceState;

    fn start(&self, posed: &PosedPair<'_>, cost: &mut Cost) -> DistanceState {
        DistanceState::start(posed, ClosestGoal::Within(self.clearance), self.witness, cost)
    }

    fn advance(
        &mut self,
        state: &mut DistanceState,
        posed: &PosedPair<'_>,
        budget: &Budget,
        cost: &mut Cost,
    ) -> QueryReport<bool> {
        let goal = ClosestGoal::Within(self.clearance);
        let mut report = state.advance(posed, goal, &Budget::of_pairs(0), cost);
        if self.decided(&report).is_none() {
            report = state.advance(posed, goal, budget, cost);
        }
        let QueryReport { distance, points, faces, waiting, cost, .. } = report;
        QueryReport { answer: self.decided(&report), distance, points, faces, waiting, cost }
    }
}

impl WithinGoal {
    /// What a report on the distance proves.
    fn decided(&self, report: &QueryReport<DistanceAnswer>) -> Option<bool> {
        match report.answer {
            Some(DistanceAnswer::Found(_)) => Some(true),
            Some(DistanceAnswer::Beyond) => Some(false),
            None if report.distance.lower > self.clearance => Some(false),
            None if report.distance.upper <= self.clearance => Some(true),
            None => None,
        }
    }
}
