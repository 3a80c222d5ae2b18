//! The thickness of what two bodies share, as evidence of a clash.

use super::cap_influence::{CapInfluence, CappedBody};
use super::certain_ball::CertainBall;
use super::clash_measure::Measure;
use super::penetration_depth::EFFORT_SPENT;
use super::swallowed_part::swallowed_thickness;
use super::violation::Violation;
use crate::number_format::report_number;
use crate::report::overlap_limit::OverlapLimit;
use impinge::pair::{InsideSource, ThicknessDecision, ThicknessOptions, thickness, thickness_and_balls};

/// The largest ratio of the bounds that is sought.
const RATIO: f64 = 1.9;

/// Bounds that are farther apart than this are sought again beside openings: margins of caps add to them.
const LARGEST_RATIO: f64 = 2.0;

/// The ratio that is sought then, or at once where margins are wide.
const CLOSE_RATIO: f64 = 1.15;

/// A margin of this part of the thickness that is known is wide: what margins add on both sides leaves no room for [`RATIO`].
const WIDE_MARGIN: f64 = 0.05;

/// The effort for a thickness where none is stated, which few overlaps take.
const MODEST: u32 = 20_000;

/// The thickness of the overlap of two bodies, with caps where they have openings, and the width of an opening if it is not certain because what lies behind that may be a hole.
/// `None` if one of them has no inside.
///
/// The bounds found for the tolerance are used as well, and the depth is an upper bound: a translation that separates two bodies is at least as
/// long as the diameter of any ball inside both.
pub fn overlap_thickness(
    bodies: [CappedBody<'_>; 2],
    violation: &Violation<'_>,
    depth: Option<&Measure>,
    caps: &CapInfluence,
    effort: Option<u64>,
) -> Option<(Measure, Option<f64>)> {
    let meshes = bodies.map(|body| body.mesh);
    let is_swallowed = violation.pair.is_swallowed();
    let are_closed = meshes.iter().all(|mesh| mesh.is_closed());
    let depth = depth.filter(|_| are_closed && !is_swallowed);
    let known = violation.pair.overlap.as_ref();
    let [mut lower, mut upper] = known.map_or([0.0, f64::INFINITY], |known| [known.lower, known.upper]);
    let (mut is_spent, mut hole) = (false, None);
    let known_upper = depth.map_or(upper, |depth| upper.min(depth.upper));
    if known_upper > RATIO * lower {
        let effort = effort.map_or(MODEST, |effort| u32::try_from(effort).unwrap_or(u32::MAX));
        let are_margins_wide = lower > 0.0 && caps.width > WIDE_MARGIN * lower;
        let ratio = if are_margins_wide { CLOSE_RATIO } else { RATIO };
        let options = ThicknessOptions { tolerance: None, known_upper, ratio, effort };
        let mut found = measured(bodies, violation, caps, &options)?;
        let is_apart = found.lower > 0.0 && found.upper > LARGEST_RATIO * found.lower;
        if caps.width > 0.0 && is_apart && !are_margins_wide {
            // Margins leave less room.
            let again = measured(bodies, violation, caps, &ThicknessOptions { ratio: CLOSE_RATIO, ..options })?;
            found = MeasuredBall { lower: found.lower.max(again.lower), upper: found.upper.min(again.upper), ..again };
        }
        (is_spent, hole) = (found.is_spent, found.hole);
        (lower, upper) = (found.lower.max(lower), found.upper.min(upper));
    }
    let by_depth = depth.filter(|depth| depth.upper <= upper);
    let by_part = "the largest ball inside the inner body, which is inside by winding number";
    let (upper, by) = match by_depth {
        None if is_swallowed => (upper, by_part),
        Some(depth) => (depth.upper.max(lower), "the depth"),
        None => (upper, "a search for larger ones"),
    };
    let parts = if are_closed { "" } else { "; of closed parts" };
    let spent = if is_spent && upper > RATIO * lower { EFFORT_SPENT } else { "" };
    let by = format!("at least by a ball inside both bodies; at most by {by}{parts}{spent}");
    upper.is_finite().then_some((Measure { lower, upper, by }, hole))
}

/// Bounds on a thickness.
#[derive(Clone, Copy, Debug)]
struct MeasuredBall {
    lower: f64,
    upper: f64,
    is_spent: bool,
    /// The width of an opening behind which the ball found may lie in a hole.
    hole: Option<f64>,
}

/// The thickness of the overlap of two bodies, with what their openings leave open; `None` if one of them has no inside.
fn measured(
    bodies: [CappedBody<'_>; 2],
    violation: &Violation<'_>,
    caps: &CapInfluence,
    options: &ThicknessOptions,
) -> Option<MeasuredBall> {
    let meshes = bodies.map(|body| body.mesh);
    let is_swallowed = violation.pair.is_swallowed();
    let has_caps = !is_swallowed && bodies.iter().any(CappedBody::has_caps);
    let [a, b] = meshes;
    let (found, balls) = match () {
        () if is_swallowed => {
            (swallowed_thickness(meshes, violation.pair.relation, &violation.a_from_b, options)?, Vec::new())
        }
        () if has_caps => thickness_and_balls(a, b, &violation.a_from_b, options),
        () => (thickness(a, b, &violation.a_from_b, options), Vec::new()),
    };
    if !found.inside.iter().all(InsideSource::is_known) {
        return None;
    }
    let [lower, upper] = [found.bounds.lower, found.bounds.upper];
    let all = MeasuredBall { lower, upper, is_spent: found.effort_spent, hole: None };
    if !has_caps {
        return Some(all);
    }
    // A ball in both is no wider than the boxes of both.
    let narrowest = meshes.map(|mesh| mesh.bounds().size().min_element()).into_iter().fold(f64::INFINITY, f64::min);
    let upper = caps.widened(upper).min(narrowest.max(upper));
    let certain = CertainBall::largest(bodies, &violation.a_from_b, &balls, 0.5 * upper / RATIO);
    Some(MeasuredBall { lower: 2.0 * certain.radius, upper, hole: certain.hole, ..all })
}

/// A remark on an overlap of which it was not found out whether it is within its tolerance.
pub fn undecided_note(overlap: &OverlapLimit) -> Option<String> {
    let tolerance = report_number(overlap.tolerance);
    let note = || {
        format!("not decided whether the overlap is thicker than the tolerance of {tolerance}: counted as a violation")
    };
    (overlap.decision == ThicknessDecision::Undecided).then(note)
}
