//! The thickness of what two bodies share, as evidence of a clash.

use super::cap_influence::CapInfluence;
use super::clash_measure::Measure;
use super::penetration_depth::EFFORT_SPENT;
use super::swallowed_part::swallowed_thickness;
use super::violation::Violation;
use crate::number_format::report_number;
use crate::report::overlap_limit::OverlapLimit;
use impinge::mesh::Mesh;
use impinge::pair::{InsideSource, ThicknessDecision, ThicknessOptions, thickness};

/// The largest ratio of the bounds that is sought.
const RATIO: f64 = 1.9;

/// The effort for a thickness where none is stated, which few overlaps take.
const MODEST: u32 = 20_000;

/// The thickness of the overlap of two meshes, with caps where they had openings; `None` if one of them has no inside.
///
/// The bounds found for the tolerance are used as well, and the depth is an upper bound: a translation that separates two bodies is at least as
/// long as the diameter of any ball inside both.
pub fn overlap_thickness(
    [a, b]: [&Mesh; 2],
    violation: &Violation<'_>,
    depth: Option<&Measure>,
    caps: &CapInfluence,
    effort: Option<u64>,
) -> Option<Measure> {
    let is_swallowed = violation.pair.is_swallowed();
    let are_closed = [a, b].iter().all(|mesh| mesh.is_closed());
    let depth = depth.filter(|_| are_closed && !is_swallowed);
    let known = violation.pair.overlap.as_ref();
    let [mut lower, mut upper] = known.map_or([0.0, f64::INFINITY], |known| [known.lower, known.upper]);
    let mut is_spent = false;
    let known_upper = depth.map_or(upper, |depth| upper.min(depth.upper));
    if known_upper > RATIO * lower {
        let effort = effort.map_or(MODEST, |effort| u32::try_from(effort).unwrap_or(u32::MAX));
        let options = ThicknessOptions { tolerance: None, known_upper, ratio: RATIO, effort };
        let found = match is_swallowed {
            true => swallowed_thickness([a, b], violation.pair.relation, &violation.a_from_b, &options)?,
            false => thickness(a, b, &violation.a_from_b, &options),
        };
        if !found.inside.iter().all(InsideSource::is_known) {
            return None;
        }
        is_spent = found.effort_spent;
        let mut bounds = Measure { lower: found.bounds.lower, upper: found.bounds.upper, by: String::new() };
        if !is_swallowed {
            caps.widen(&mut bounds);
            // A ball in both is no wider than the boxes of both.
            let narrowest =
                [a, b].map(|mesh| mesh.bounds().size().min_element()).into_iter().fold(f64::INFINITY, f64::min);
            bounds.upper = bounds.upper.min(narrowest.max(found.bounds.upper));
        }
        (lower, upper) = (bounds.lower.max(lower), bounds.upper.min(upper));
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
    upper.is_finite().then_some(Measure { lower, upper, by })
}

/// A remark on an overlap of which it was not found out whether it is within its tolerance.
pub fn undecided_note(overlap: &OverlapLimit) -> Option<String> {
    let tolerance = report_number(overlap.tolerance);
    let note = || {
        format!("not decided whether the overlap is thicker than the tolerance of {tolerance}: counted as a violation")
    };
    (overlap.decision == ThicknessDecision::Undecided).then(note)
}
