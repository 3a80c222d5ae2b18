//! The penetration depth of two bodies, as evidence of a clash.

use super::clash_measure::Measure;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{self, DepthOptions, LowerBoundSource, UpperBoundSource};

/// The effort for a depth: a clash check has many of them.
const EFFORT: DepthOptions = DepthOptions { points: 200, directions: 0, rounds: 1 };

/// The depth of two meshes, with how its bounds were found; `None` if no separating translation was found.
pub fn penetration_depth([a, b]: [&Mesh; 2], a_from_b: &Pose) -> Option<Measure> {
    let depth = pair::depth(a, b, a_from_b, &EFFORT);
    let lower = match depth.lower_by {
        LowerBoundSource::Relation => "they share no inside",
        LowerBoundSource::Convex => "exact depth of convex bodies",
        LowerBoundSource::Balls(_) => "balls in both bodies",
        LowerBoundSource::Vertex => "the deepest vertex",
        LowerBoundSource::Nothing => "no proof but zero",
    };
    let upper = match depth.upper_by {
        UpperBoundSource::Relation => "they share no inside",
        UpperBoundSource::Hulls => "a translation that separates the hulls",
        UpperBoundSource::Direction => "a translation that separates the bodies",
    };
    let by = format!("at least by {lower}; at most by {upper}");
    depth.length.upper.is_finite().then_some(Measure { lower: depth.length.lower, upper: depth.length.upper, by })
}
