//! What all walks over pairs of features share: the pair to start from, the end of every walk, the proof of its answer.
//!
//! A walk is a map from pairs of features to pairs of features, and there are finitely many pairs, so it either stops
//! or comes back to where it was. Brent's test (1980) notices the latter within three times the steps of the longest
//! path, at the cost of one comparison a step. So every walk ends, on any input, with no bound on its steps made up.
//! What it ends with is never trusted: [`super::closest_certificate`] proves that a pair is the closest, or a point strictly
//! inside both proves that they meet, and whatever neither can prove is handed over to [`crate::convex::distance()`], and
//! counted as such.

use super::closest_certificate::{ProvedDistance, certify};
use super::posed_polytopes::{FeatureIds, PosedPolytopes, PosedQuery};
use super::voronoi_cells::{HullFeature, VoronoiCells};
use crate::convex::distance::distance;
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
#[non_exhaustive]
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
pub enum WalkStep {
    /// Another pair.
    To(FeatureIds),
    /// Nothing closer nearby.
    Closest,
    /// A point, in the frame of X, that is surely in both.
    MeetInX(DVec3),
    /// A point, in the frame of Y, that is surely in both.
    MeetInY(DVec3),
    /// The polytopes meet or nearly so, and doubles cannot tell.
    Unsure,
}

impl WalkStep {
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
pub struct WalkTrail {
    pub pair: FeatureIds,
    /// Never [`WalkStep::To`] but where the walk came back to a pair it had left.
    pub last: WalkStep,
    pub steps: u32,
}

/// Walks until a step leads nowhere or a pair comes back.
pub fn walk_from(
    posed: &PosedPolytopes<'_>,
    start: FeatureIds,
    step: impl Fn(&PosedPolytopes<'_>, FeatureIds) -> WalkStep,
) -> WalkTrail {
    walk_at_most(u32::MAX, posed, start, step)
}

/// Walks until a step leads nowhere, a pair comes back, or the limit of steps is reached.
pub fn walk_at_most(
    most: u32,
    posed: &PosedPolytopes<'_>,
    start: FeatureIds,
    step: impl Fn(&PosedPolytopes<'_>, FeatureIds) -> WalkStep,
) -> WalkTrail {
    let (mut pair, mut mark, mut next_mark) = (start, start, 1);
    let mut steps = 0;
    loop {
        let last = step(posed, pair);
        let WalkStep::To(next) = last else { return WalkTrail { pair, last, steps } };
        (pair, steps) = (next, steps + 1);
        if pair == mark || steps == most {
            return WalkTrail { pair, last, steps };
        }
        if steps == next_mark {
            (mark, next_mark) = (pair, next_mark.saturating_mul(2));
        }
    }
}

/// A whole walk from the pair of the last query, proved, as a report in A's frame.
pub fn walk_and_prove(
    query: &PosedQuery<'_>,
    warm: &mut FeaturePair,
    step: impl Fn(&PosedPolytopes<'_>, FeatureIds) -> WalkStep,
) -> WalkReport {
    let trail = walk_from(&query.posed, query.start(warm), step);
    prove_or_hand_over(query, trail, warm)
}

/// Proves what a walk ended at, or hands over.
pub fn prove_or_hand_over(query: &PosedQuery<'_>, trail: WalkTrail, warm: &mut FeaturePair) -> WalkReport {
    let posed = &query.posed;
    let meeting = match trail.last {
        WalkStep::MeetInX(p) => Some(p),
        WalkStep::MeetInY(p) => Some(posed.x_from_y.point(p)),
        _ => None,
    };
    if let Some(p) = meeting {
        let found = ProvedDistance { distance: 0.0, lower: 0.0, points: [p; 2], features: trail.pair };
        return report(query, WalkEnd::Penetrating, &found, trail.steps, warm);
    }
    if !matches!(trail.last, WalkStep::Unsure)
        && let Some(found) = certify(query, trail.pair)
    {
        return report(query, WalkEnd::Converged, &found, trail.steps, warm);
    }
    report(query, WalkEnd::HandedOver, &hand_over(query, trail.pair), trail.steps, warm)
}

/// The distance from the posed vertices alone; the features of the walk stay where the polytopes share a point.
fn hand_over(query: &PosedQuery<'_>, pair: FeatureIds) -> ProvedDistance {
    let (x, y) = (query.posed.x, query.posed.y);
    let found = distance(x.polytope(), y.polytope(), &query.first_from_second);
    let features = match found.features.each_ref().map(|f| f.as_slice()) {
        [[], _] | [_, []] => pair,
        [on_x, on_y] => [x.spanned(on_x), y.spanned(on_y)],
    };
    ProvedDistance { distance: found.distance.value, lower: found.distance.lower, points: found.points, features }
}

fn report(
    query: &PosedQuery<'_>,
    end: WalkEnd,
    found: &ProvedDistance,
    steps: u32,
    warm: &mut FeaturePair,
) -> WalkReport {
    let named = |cells: &VoronoiCells, feature| cells.nearest_valid(feature);
    let [x, y] = found.features;
    let features = query.exchange([named(query.posed.x, x), named(query.posed.y, y)]);
    warm.features = Some(features);
    let points = query.exchange(found.points.map(|p| query.point_in_a(p)));
    WalkReport { end, distance: found.distance, lower: found.lower, points, features, steps }
}

impl PosedQuery<'_> {
    /// The features of the last query as those of the first and the second, made valid.
    pub fn start(&self, warm: &FeaturePair) -> FeatureIds {
        let [x, y] = self.exchange(warm.features.unwrap_or([HullFeature::Vertex(0); 2]));
        [self.posed.x.nearest_valid(x), self.posed.y.nearest_valid(y)]
    }
}
