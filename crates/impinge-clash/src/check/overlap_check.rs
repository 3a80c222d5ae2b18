//! Whether the overlap of a pair is thicker than its tolerance.
//!
//! A ball in both bodies keeps them from being separated by a translation shorter than its diameter. So the depth is an upper bound on the
//! thickness, and proves at little cost what flush faces overlap by.

use crate::assembly::body::AssemblyBody;
use crate::clashes::cap_influence::{CapInfluence, CappedBody};
use crate::clashes::certain_ball::CertainBall;
use crate::clashes::solid_form::complete_caps;
use crate::clashes::swallowed_part::swallowed_thickness;
use crate::report::checked_pair::CheckedPair;
use crate::report::overlap_limit::OverlapLimit;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{self, DepthOptions, InsideSource, Relation, Thickness, ThicknessDecision, ThicknessOptions};

/// Cells of a search for a ball: first few, and if neither these nor a translation decide, more.
const EFFORTS: [u32; 2] = [500, 5_000];

/// The effort for a translation that separates.
const DEPTH: DepthOptions = DepthOptions { points: 50, directions: 0, rounds: 1, effort: None };

/// Judges the overlap of two bodies by a tolerance above zero; `None` if they do not meet, or if a body has no inside that its thickness could be measured in: what
/// is a surface, or has parts that are, may pass through anything without sharing material.
pub fn judge_overlap(
    bodies: [&AssemblyBody; 2],
    pair: &CheckedPair,
    a_from_b: &Pose,
    tolerance: f64,
) -> Option<OverlapLimit> {
    if tolerance <= 0.0 {
        return None;
    }
    match pair.relation {
        Relation::Disjoint => None,
        Relation::Touching => {
            Some(OverlapLimit { tolerance, lower: 0.0, upper: 0.0, decision: ThicknessDecision::Allowed })
        }
        Relation::Crossing | Relation::AInsideB | Relation::BInsideA | Relation::Coincident => {
            let [Some(a), Some(b)] = bodies.map(|body| body.mesh().filter(|mesh| is_solid(mesh))) else { return None };
            let meshes: [&Mesh; 2] = [a, b];
            if pair.is_swallowed() {
                return swallowed(meshes, pair.relation, a_from_b, tolerance);
            }
            let capped = meshes.map(complete_caps);
            if capped.iter().any(Option::is_some) {
                let bodies =
                    [0, 1].map(|k| CappedBody { mesh: capped[k].as_deref().unwrap_or(meshes[k]), own: meshes[k] });
                return with_openings(bodies, a_from_b, tolerance);
            }
            let first = by_balls([a, b], a_from_b, tolerance, EFFORTS[0])?;
            let found = by_translation(first, [a, b], a_from_b);
            if found.decision != ThicknessDecision::Undecided {
                return Some(found);
            }
            let last = by_balls([a, b], a_from_b, tolerance, EFFORTS[1])?;
            Some(OverlapLimit { lower: last.lower.max(found.lower), upper: last.upper.min(found.upper), ..last })
        }
    }
}

/// Judges by the largest ball; `None` if a body has no inside.
fn by_balls(meshes: [&Mesh; 2], a_from_b: &Pose, tolerance: f64, effort: u32) -> Option<OverlapLimit> {
    let options = search_options(tolerance, effort);
    let [a, b] = meshes;
    let found = pair::thickness(a, b, a_from_b, &options);
    let decision = found.decision.filter(|_| has_insides(&found))?;
    Some(OverlapLimit { tolerance, lower: found.bounds.lower, upper: found.bounds.upper, decision })
}

/// What a search for a ball thicker than a tolerance asks.
fn search_options(tolerance: f64, effort: u32) -> ThicknessOptions {
    ThicknessOptions { tolerance: Some(tolerance), effort, ..ThicknessOptions::default() }
}

/// Whether both bodies have an inside.
fn has_insides(found: &Thickness) -> bool {
    found.inside.iter().all(InsideSource::is_known)
}

/// Judges what is undecided by a translation that separates closed bodies.
fn by_translation(limit: OverlapLimit, meshes: [&Mesh; 2], a_from_b: &Pose) -> OverlapLimit {
    /// Roundings of coordinates that a moved body is placed with.
    const ROUNDINGS: f64 = 64.0;
    if limit.decision != ThicknessDecision::Undecided || !meshes.iter().all(|mesh| mesh.is_closed()) {
        return limit;
    }
    let [a, b] = meshes;
    let largest = meshes.map(|mesh| mesh.bounds().largest_coordinate()).into_iter().fold(0.0, f64::max);
    let slack = ROUNDINGS * f64::EPSILON * (2.0 * largest + a_from_b.translation().length());
    let upper = limit.upper.min(pair::depth(a, b, a_from_b, &DEPTH).length.upper + slack);
    let decision = if upper <= limit.tolerance { ThicknessDecision::Allowed } else { limit.decision };
    OverlapLimit { upper: upper.max(limit.lower), decision, ..limit }
}

/// Judges what is inside a body with openings by winding number: by the inner body alone, and it is never proved to be thin.
fn swallowed(meshes: [&Mesh; 2], relation: Relation, a_from_b: &Pose, tolerance: f64) -> Option<OverlapLimit> {
    let options = ThicknessOptions { tolerance: Some(tolerance), effort: EFFORTS[1], ..ThicknessOptions::default() };
    let bounds = swallowed_thickness(meshes, relation, a_from_b, &options)?.bounds;
    let is_thicker = bounds.lower > tolerance;
    let decision = if is_thicker { ThicknessDecision::Violated } else { ThicknessDecision::Undecided };
    Some(OverlapLimit { tolerance, lower: bounds.lower, upper: bounds.upper, decision })
}

/// Judges the overlap of bodies with openings, whose caps may be off by their margins.
fn with_openings(bodies: [CappedBody<'_>; 2], a_from_b: &Pose, tolerance: f64) -> Option<OverlapLimit> {
    let caps = CapInfluence::new(bodies, a_from_b);
    let judged = |asked: f64, effort: u32| {
        let [a, b] = bodies.map(|body| body.own);
        let (found, balls) = pair::thickness_and_balls(a, b, a_from_b, &search_options(asked, effort));
        if !has_insides(&found) {
            return None;
        }
        let upper = caps.widened(found.bounds.upper);
        let lower = 2.0 * CertainBall::largest(bodies, a_from_b, &balls, 0.5 * tolerance).radius;
        let decision = match () {
            () if lower > tolerance => ThicknessDecision::Violated,
            () if upper <= tolerance => ThicknessDecision::Allowed,
            () => ThicknessDecision::Undecided,
        };
        Some(OverlapLimit { tolerance, lower, upper, decision })
    };
    // What is to be decided of the capped bodies, so that it holds for all margins.
    let by = 2.0 * caps.width * (1.0 + 1e-9);
    let mut asked = vec![tolerance + by, tolerance - by];
    asked.retain(|asked| *asked > 0.0);
    asked.dedup();
    let searches = EFFORTS.iter().flat_map(|effort| asked.iter().map(|asked| (*asked, *effort)));
    let mut limits = searches.map(|(asked, effort)| judged(asked, effort));
    let mut found = limits.next()??;
    while found.decision == ThicknessDecision::Undecided {
        let Some(next) = limits.next() else { break };
        let next = next?;
        found = OverlapLimit { lower: next.lower.max(found.lower), upper: next.upper.min(found.upper), ..next };
    }
    Some(found)
}

/// Whether all of a mesh is around an inside: caps over its openings leave no face out.
fn is_solid(mesh: &Mesh) -> bool {
    mesh.is_closed() || complete_caps(mesh).is_some()
}
