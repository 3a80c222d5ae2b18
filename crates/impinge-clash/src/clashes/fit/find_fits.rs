//! Which clashes are fits, and how severe fits and thin overlaps are.

use super::axis_candidates::OverlapTraces;
use super::fit_body::FitBody;
use super::fit_shell::{FitShell, fit_shell};
use crate::assembly::body::AssemblyBody;
use crate::clashes::clash::Clash;
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_measure::Measure;
use crate::clashes::clash_order::is_thin;
use crate::clashes::clash_section::ClashSection;
use crate::clashes::equal_pairs::EqualPair;
use crate::clashes::violation::Violation;
use crate::number_format::report_number;
use crate::rules::fit_limit::{FitLimit, FitTreatment};
use crate::rules::rules_file::Severity;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::pair::Relation;

/// Lines that are tried for one clash, at most.
const MOST_LINES: usize = 24;

/// A shell no thicker than this, over its radius, is not looked at about other lines.
const THIN: f64 = 0.01;

/// Gives clashes of violations, in the same order, the kind `fit` where that is proved, and lists fits and thin overlaps apart from faults.
pub fn find_fits(
    bodies: &[AssemblyBody],
    violations: &[Violation<'_>],
    equal: &[EqualPair],
    clashes: &mut [Clash],
    executor: &Executor,
) {
    let may_be: Vec<bool> =
        violations.iter().zip(&*clashes).map(|(violation, clash)| may_be_fit(violation, clash)).collect();
    // The rule of an equal pair may ask for fits where that of the measured one does not.
    let source = |k: usize| {
        Some(equal[k]).filter(|equal| may_be[equal.measured]).unwrap_or(EqualPair { measured: k, displacement: 0.0 })
    };
    let is_own = |k: usize| may_be[k] && source(k).measured == k;
    let shells =
        executor.map(violations.len(), |k| is_own(k).then(|| shell(bodies, &violations[k], &clashes[k])).flatten());
    for (k, (violation, clash)) in violations.iter().zip(clashes).enumerate() {
        let EqualPair { measured, displacement } = source(k);
        let shell = shells[measured].filter(|_| may_be[k]);
        let is_fit = shell.is_some_and(|shell| make_fit(clash, &shell.displaced(displacement), violation));
        let [a, b] = violation.pair.bodies();
        if is_fit || is_thin_overlap(clash, [&bodies[a], &bodies[b]]) {
            clash.section = ClashSection::Fits;
        }
    }
}

/// Whether a clash is an overlap so thin that rounding or drawing may explain it, and no rule says that it is grave.
fn is_thin_overlap(clash: &Clash, bodies: [&AssemblyBody; 2]) -> bool {
    let is_overlap = !matches!(clash.relation, None | Some(Relation::Disjoint | Relation::Touching));
    is_overlap && clash.severity <= Severity::Minor && (clash.kind == ClashKind::Touch || is_thin(clash, bodies))
}

/// Whether a clash is of a kind that may turn out to be a fit, and its rule asks for that.
fn may_be_fit(violation: &Violation<'_>, clash: &Clash) -> bool {
    matches!(clash.kind, ClashKind::Pierce | ClashKind::Protrude)
        && violation.pair.relation == Relation::Crossing
        && violation.rule.treatment.fit.limit != FitLimit::Off
}

/// The shell of a clash that may be a fit.
fn shell(bodies: &[AssemblyBody], violation: &Violation<'_>, clash: &Clash) -> Option<FitShell> {
    let [a, b] = violation.pair.bodies().map(|body| &bodies[body]);
    let seam: Vec<DVec3> = clash.curves.iter().flat_map(|curve| curve.points.iter().copied()).collect();
    let [a, b] = [FitBody::new(a, b, &seam)?, FitBody::new(b, a, &seam)?];
    let curves = clash.curves.iter().map(|curve| (curve.points.as_slice(), curve.is_closed)).collect();
    let normals =
        [(&a, 0), (&b, 1)].map(|(body, side)| clash.faces[side].iter().map(|face| body.area(*face)).collect());
    let traces = OverlapTraces { curves, normals, frames: [a.axes(), b.axes()] };
    let mut best: Option<FitShell> = None;
    for line in traces.candidates().into_iter().take(MOST_LINES) {
        let found = fit_shell([&a, &b], &line, &seam);
        best = best.into_iter().chain(found).min_by(|p, q| p.thickness.total_cmp(&q.thickness));
        // No other line tells more of a shell this thin.
        if best.is_some_and(|shell| shell.thickness <= THIN * shell.outer) {
            break;
        }
    }
    best
}

/// Makes a fit of a clash; whether it is no thicker than fits may be.
fn make_fit(clash: &mut Clash, shell: &FitShell, violation: &Violation<'_>) -> bool {
    let FitTreatment { limit, severity } = violation.rule.treatment.fit;
    let Some(limit) = limit.length_for(2.0 * shell.outer) else { return false };
    let thickness =
        clash.thickness.get_or_insert_with(|| Measure { lower: 0.0, upper: f64::INFINITY, by: String::new() });
    if shell.thickness < thickness.upper {
        thickness.upper = shell.thickness.max(thickness.lower);
        thickness.by =
            "at least by a ball inside both bodies; at most by the width of the shell about the axis".to_owned();
    }
    clash.kind = ClashKind::Fit;
    clash.kind_by = Some(format!(
        "a shell about a common axis: {} to {} from it, with no gap of more than {:.0} degrees",
        report_number(shell.inner),
        report_number(shell.outer),
        shell.gap.ceil()
    ));
    if clash.thickness.as_ref().is_some_and(|thickness| thickness.upper <= limit) {
        clash.severity = severity;
        return true;
    }
    clash.severity = violation.rule.treatment.severity.unwrap_or_default();
    let said = format!("thicker than a fit may be, which is {}", report_number(limit));
    clash.note = Some(clash.note.take().map_or_else(|| said.clone(), |note| format!("{note}; {said}")));
    false
}
