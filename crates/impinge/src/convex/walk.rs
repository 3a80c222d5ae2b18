//! What all walks over pairs of features share: the kept pair, the end of every walk, the proof of its answer.
//!
//! A walk is a map from pairs of features to pairs of features, and there are finitely many pairs, so it either stops
//! or comes back to where it was. Brent's test (1980) notices the latter within three times the steps of the longest
//! path, at the cost of one comparison a step. So every walk ends, on any input, with no bound on its steps made up.
//! What it ends with is never trusted: [`super::certificate`] proves that a pair is the closest, or a point strictly
//! inside both proves that they meet, and whatever neither can prove is handed over to [`super::separation`], and
//! counted as such.

use super::certificate::{Verdict, certify};
use super::distance::distance;
use super::posed_polytopes::{Facing, Pair, Placement};
use super::voronoi::{HullFeature, VoronoiCells};
use crate::math::DVec3;

/// The features of A and B that a walk ended at, to start the next one from. Any value is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FeaturePair {
    /// `None` before the first walk.
    pub features: Option<[HullFeature; 2]>,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WalkEnd {
    /// At the closest features, proved so.
    Converged,
    /// At a point that lies in both polytopes, proved so.
    Penetrating,
    /// At nothing that it could prove: the descent over the difference of both decided, in integers where it had to.
    HandedOver,
}

/// What a walk found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkReport {
    /// How it ended.
    pub end: WalkEnd,
    /// The distance; 0 exactly if the polytopes share a point.
    pub distance: f64,
    /// A length that the distance is certainly not below, rounding and all; within 1e-12 of it relatively.
    pub lower: f64,
    /// The closest points of A and B, or a common point twice, in A's frame.
    pub points: [DVec3; 2],
    /// The features of A and B that the closest points lie on, or the last that were looked at where they share a
    /// point.
    pub features: [HullFeature; 2],
    /// How often the walk went from one pair of features to another.
    pub steps: u32,
}

/// What one step of a walk leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Another pair.
    To(Pair),
    /// Nothing closer nearby.
    Closest,
    /// A point, in the frame of X, that is surely in both.
    MeetInX(DVec3),
    /// A point, in the frame of Y, that is surely in both.
    MeetInY(DVec3),
    /// The polytopes meet or nearly so, and doubles cannot tell.
    Unsure,
}

impl Step {
    /// The step as seen with X and Y exchanged.
    pub fn flipped(self) -> Self {
        match self {
            Self::To([x, y]) => Self::To([y, x]),
            Self::MeetInX(p) => Self::MeetInY(p),
            Self::MeetInY(p) => Self::MeetInX(p),
            other => other,
        }
    }
}

/// The end of a walk: the last pair, the step it could not take further, how many it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    pub pair: Pair,
    /// Never [`Step::To`] but where the walk came back to a pair it had left.
    pub last: Step,
    pub steps: u32,
}

/// Walks until a step leads nowhere or a pair comes back.
pub(super) fn stroll(facing: &Facing<'_>, start: Pair, step: impl Fn(&Facing<'_>, Pair) -> Step) -> Trail {
    stroll_within(u32::MAX, facing, start, step)
}

/// Walks until a step leads nowhere, a pair comes back, or so many steps are taken.
pub(super) fn stroll_within(
    most: u32,
    facing: &Facing<'_>,
    start: Pair,
    step: impl Fn(&Facing<'_>, Pair) -> Step,
) -> Trail {
    let (mut pair, mut mark, mut next_mark) = (start, start, 1);
    let mut steps = 0;
    loop {
        let last = step(facing, pair);
        let Step::To(next) = last else { return Trail { pair, last, steps } };
        (pair, steps) = (next, steps + 1);
        if pair == mark || steps == most {
            return Trail { pair, last, steps };
        }
        if steps == next_mark {
            (mark, next_mark) = (pair, next_mark.saturating_mul(2));
        }
    }
}

/// A whole walk from the kept pair, proved, in the words of the user.
pub(super) fn follow(
    placement: &Placement<'_>,
    kept: &mut FeaturePair,
    step: impl Fn(&Facing<'_>, Pair) -> Step,
) -> WalkReport {
    let trail = stroll(&placement.facing, placement.start(kept), step);
    conclude(placement, trail, kept)
}

/// Proves what a walk ended at, or hands over.
pub(super) fn conclude(placement: &Placement<'_>, trail: Trail, kept: &mut FeaturePair) -> WalkReport {
    let facing = &placement.facing;
    let meeting = match trail.last {
        Step::MeetInX(p) => Some(p),
        Step::MeetInY(p) => Some(facing.x_from_y.point(p)),
        _ => None,
    };
    if let Some(p) = meeting {
        let found = Verdict { distance: 0.0, lower: 0.0, points: [p; 2], features: trail.pair };
        return report(placement, WalkEnd::Penetrating, &found, trail.steps, kept);
    }
    if !matches!(trail.last, Step::Unsure)
        && let Some(found) = certify(placement, trail.pair)
    {
        return report(placement, WalkEnd::Converged, &found, trail.steps, kept);
    }
    report(placement, WalkEnd::HandedOver, &hand_over(placement, trail.pair), trail.steps, kept)
}

/// The distance from the posed vertices alone; the features of the walk stay where the polytopes share a point.
fn hand_over(placement: &Placement<'_>, pair: Pair) -> Verdict {
    let (x, y) = (placement.facing.x, placement.facing.y);
    let found = distance(x.polytope(), y.polytope(), &placement.first_from_second);
    let features = match found.features.each_ref().map(|f| f.as_slice()) {
        [[], _] | [_, []] => pair,
        [on_x, on_y] => [x.spanned(on_x), y.spanned(on_y)],
    };
    Verdict { distance: found.distance.value, lower: found.distance.lower, points: found.points, features }
}

fn report(placement: &Placement<'_>, end: WalkEnd, found: &Verdict, steps: u32, kept: &mut FeaturePair) -> WalkReport {
    let named = |cells: &VoronoiCells, feature| cells.nearest_valid(feature);
    let [x, y] = found.features;
    let features = placement.exchange([named(placement.facing.x, x), named(placement.facing.y, y)]);
    kept.features = Some(features);
    let points = placement.exchange(found.points.map(|p| placement.point_in_a(p)));
    WalkReport { end, distance: found.distance, lower: found.lower, points, features, steps }
}

impl Placement<'_> {
    /// The kept features as those of the first and the second, made valid.
    pub fn start(&self, kept: &FeaturePair) -> Pair {
        let [x, y] = self.exchange(kept.features.unwrap_or([HullFeature::Vertex(0); 2]));
        [self.facing.x.nearest_valid(x), self.facing.y.nearest_valid(y)]
    }
}
