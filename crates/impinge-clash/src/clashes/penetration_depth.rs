//! The penetration depth of two bodies, as evidence of a clash, and in words how each of its bounds was found.

use super::clash_measure::Measure;
use crate::number_format::report_number;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{self, DepthOptions, LowerBoundSource, PushDirection, UpperBoundSource};

/// The effort for a depth: a clash check has many of them. Varied directions would take a quarter of the time, and make the bounds of few overlaps tighter.
const MODEST: DepthOptions = DepthOptions { points: 200, directions: 0, rounds: 0, effort: None };

/// Added to how a measure was found where its search ended early.
pub(super) const EFFORT_SPENT: &str = "; the effort was spent, more may bring the bounds closer";

/// The upper bound over the lower one, at most, of a depth that is exact but for rounding.
const EXACT: f64 = 1.0 + 1e-6;

/// The depth of two meshes within a number of steps, with how its bounds were found; `None` if no separating translation was found.
pub fn penetration_depth([a, b]: [&Mesh; 2], a_from_b: &Pose, effort: Option<u64>) -> Option<Measure> {
    let points = effort.map_or(MODEST.points, |effort| MODEST.points.min(u32::try_from(effort).unwrap_or(u32::MAX)));
    let depth = pair::depth(a, b, a_from_b, &DepthOptions { points, effort, ..MODEST });
    let (lower, upper) = (at_least_by(&depth.lower_by), at_most_by(&depth.upper_by));
    let by = match (&depth.lower_by, &depth.upper_by) {
        // Hulls of very many corners may leave the bounds apart.
        (LowerBoundSource::Convex, UpperBoundSource::Hulls) if depth.length.upper <= EXACT * depth.length.lower => {
            "exact for convex bodies".to_owned()
        }
        _ => format!("at least: {lower}; at most: {upper}"),
    };
    let spent = if depth.effort_spent { EFFORT_SPENT } else { "" };
    let by = by + spent;
    depth.length.upper.is_finite().then_some(Measure { lower: depth.length.lower, upper: depth.length.upper, by })
}

/// How the lower bound of a depth was found, in words.
#[must_use]
pub fn at_least_by(source: &LowerBoundSource) -> String {
    match source {
        LowerBoundSource::Relation => "the bodies share no inside".to_owned(),
        LowerBoundSource::Convex => "by the depth of the convex hulls, which the bodies fill".to_owned(),
        LowerBoundSource::NearlyConvex { inset } => {
            format!(
                "by the depth of the convex hulls, which the bodies fill but for dents of at most {}",
                report_number(*inset)
            )
        }
        LowerBoundSource::Balls(_) => "by balls inside both bodies about one point".to_owned(),
        LowerBoundSource::Vertex => "by the vertex of one body that is deepest in the other".to_owned(),
        LowerBoundSource::ConvexParts => {
            "by convex parts of the bodies that stay in each other at every shorter move".to_owned()
        }
        LowerBoundSource::Nothing => "nothing is known, as no point was found inside both bodies".to_owned(),
        _ => "by another proof".to_owned(),
    }
}

/// How the upper bound of a depth was found, in words.
#[must_use]
pub fn at_most_by(source: &UpperBoundSource) -> &'static str {
    match source {
        UpperBoundSource::Relation => "the bodies share no inside",
        UpperBoundSource::Hulls => "by pulling the convex hulls of the bodies apart",
        UpperBoundSource::ConvexParts => "by the shortest move that convex parts of the bodies allow",
        UpperBoundSource::Direction(direction) => match direction {
            PushDirection::DeepestVertex => {
                "by pulling the bodies apart along the shortest way out for the deepest vertex"
            }
            PushDirection::Balls => "by pulling the bodies apart along the shortest way out for the balls inside both",
            PushDirection::Seam => "by pulling the bodies apart across faces that pass through each other",
            PushDirection::Axis => "by pulling the bodies apart along an axis of one of them",
            _ => "by pulling the bodies apart along the best direction found",
        },
        _ => "by pulling the bodies apart",
    }
}
