//! All pairs of bodies of an assembly, judged by rules: relation, contacts, gap and witness of each.

use super::check_error::{CheckError, MOST_LISTED_PAIRS, MOST_VIOLATIONS};
use super::overlap_check::judge_overlap;
use super::self_contacts::self_pair;
use crate::assembly::assembly_scene::AssemblyScene;
use crate::assembly::body::AssemblyBody;
use crate::assembly::load_assembly::Assembly;
use crate::progress::Progress;
use crate::report::body_summary::BodySummary;
use crate::report::check_report::Report;
use crate::report::checked_pair::CheckedPair;
use crate::rules::pair_verdict::PairVerdict;
use crate::rules::rule_book::{PairRelation, RuleBook};
use crate::rules::rules_file::Severity;
use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::cost::Cost;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::pair::{Contacts, Method, Relation, Request, WindingRelation, relate_by_winding};
use impinge::scene::{BodyId, SceneError, SceneView};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Refuses to list every pair of too many bodies.
///
/// # Errors
/// There are more than [`MOST_LISTED_PAIRS`].
pub fn ensure_listable(bodies: usize) -> Result<(), CheckError> {
    let pairs = bodies * bodies.saturating_sub(1) / 2;
    if pairs > MOST_LISTED_PAIRS { Err(CheckError::TooManyPairs { pairs, bodies }) } else { Ok(()) }
}

/// Refuses more violations than a report holds.
fn ensure_reportable(violations: usize, bodies: usize) -> Result<(), CheckError> {
    if violations > MOST_VIOLATIONS { Err(CheckError::TooManyViolations { bodies }) } else { Ok(()) }
}

/// Pairs that are judged before what is not reported of them is forgotten.
const BATCH: usize = 1 << 14;

/// What to check of all pairs, and how.
#[derive(Clone, Debug)]
pub struct PairCheck<'a> {
    /// The rules.
    pub rules: &'a RuleBook,
    /// Report every pair with its distance.
    pub all_pairs: bool,
    /// Also check each body against itself.
    pub self_pairs: bool,
    /// The method of the engine.
    pub method: Method,
    /// What is proved before, and is not tested again.
    pub proved: ProvedApart,
}

/// What a method proves before the exact engine tests anything.
#[derive(Clone, Debug, Default)]
pub struct ProvedApart {
    /// Pairs whose surfaces are apart, neither of them inside a closed part of the other; by index, the lower first.
    pub pairs: BTreeSet<(usize, usize)>,
    /// Their gaps are larger than this.
    pub gap: f64,
    /// For every face of a body, whether it may meet a face of the same body that shares no vertex with it.
    pub faces: BTreeMap<usize, Arc<Vec<bool>>>,
}

impl ProvedApart {
    /// Whether two bodies are proved to have a gap that is larger than a length.
    fn has(&self, [a, b]: [usize; 2], gap: f64) -> bool {
        gap <= self.gap && self.pairs.contains(&(a.min(b), a.max(b)))
    }
}

/// The pairs of a check, and which of them become clashes.
#[derive(Clone, Debug)]
pub struct PairCheckResult {
    /// Bodies, pairs and counts.
    pub report: Report,
    /// The pairs of the report that violate a rule, by index, informational ones included.
    pub violations: Vec<usize>,
}

impl PairCheck<'_> {
    /// Checks all pairs of bodies; the result does not depend on the executor. The scene is left without filters.
    ///
    /// # Errors
    /// There are too many pairs to look at, or to list.
    pub fn run(
        &self,
        assembly: &Assembly,
        scene: &mut AssemblyScene,
        executor: &Executor,
        progress: &dyn Progress,
    ) -> Result<PairCheckResult, CheckError> {
        let bodies = &assembly.bodies;
        if self.all_pairs {
            ensure_listable(bodies.len())?;
        } else if self.rules.reach() > 0.0 {
            scene.ensure_few_near(self.rules.reach())?;
        }
        let summaries = self.summarise(assembly, executor, progress);
        let ids = scene.ids.clone();
        let view = scene.scene.view(executor);
        let reach = if self.all_pairs { f64::INFINITY } else { self.rules.reach() };
        let mut work: Vec<(usize, usize)> =
            view.pairs_within(reach).into_iter().map(|(a, b)| (a.slot(), b.slot())).collect();
        let near = work.len();
        work.retain(|(a, b)| self.rules.needs_check(*a, *b));
        let ignored = near - work.len();
        let alone = if self.self_pairs { bodies.len() } else { 0 };
        work.extend((0..alone).map(|i| (i, i)));
        work.sort_unstable();
        let has_expectations = !self.rules.file().expected.is_empty();
        let all = bodies.len() * bodies.len().saturating_sub(1) / 2;
        let skipped = all - view.pair_count() + ignored;
        let (pair_count, self_count) = (all + alone, alone);
        let mut report = Report { bodies: summaries, pair_count, self_count, skipped, ..Report::default() };
        let (mut violations, mut relations) = (Vec::new(), Vec::new());
        progress.begin("checking", work.len());
        // Batch by batch, so that pairs that are not reported take no memory.
        for batch in work.chunks(BATCH) {
            let checked = executor.map(batch.len(), |k| {
                let (a, b) = batch[k];
                let pair = if a == b {
                    Ok(self.self_pair(&bodies[a], a, executor))
                } else {
                    self.pair(&view, bodies, [ids[a], ids[b]]).map(Some)
                };
                progress.step();
                pair
            });
            for pair in checked {
                let Some((pair, cost, is_tested)) = pair? else {
                    report.skipped += 1;
                    continue;
                };
                report.cost += cost;
                report.tested += usize::from(is_tested && pair.a != pair.b);
                if pair.a != pair.b && has_expectations {
                    relations.push(relation_of(&pair));
                }
                if self.all_pairs || pair.verdict != PairVerdict::Ok {
                    if pair.found {
                        violations.push(report.pairs.len());
                    }
                    let severity = self.rules.rule_for(pair.a, pair.b).treatment.severity;
                    let counts = severity.is_none_or(|severity| severity > Severity::Info);
                    report.pairs.push(CheckedPair { found: pair.found && counts, ..pair });
                }
            }
            ensure_reportable(violations.len(), bodies.len())?;
        }
        progress.end();
        relations.extend(self.filtered_pairs(assembly, scene, &work, executor)?);
        let left = MOST_VIOLATIONS.saturating_sub(violations.len());
        report.missing = self.rules.each_missing(&relations).take(left + 1).collect();
        if report.missing.len() > left {
            return Err(CheckError::TooManyMissing { bodies: bodies.len() });
        }
        Ok(PairCheckResult { report, violations })
    }

    /// Builds all trees, each once, so that no query waits for another's, and summarises the bodies.
    fn summarise(&self, assembly: &Assembly, executor: &Executor, progress: &dyn Progress) -> Vec<BodySummary> {
        let bodies = &assembly.bodies;
        progress.begin("preparing", bodies.len());
        assembly.prepare(executor);
        let summaries = executor.map(bodies.len(), |i| {
            let summary = BodySummary::from_body(&bodies[i]);
            if let Method::Custom(method) = self.method {
                bodies[i].model.meshes().for_each(|mesh| method.prepare(mesh));
            }
            progress.step();
            summary
        });
        progress.end();
        summaries
    }

    /// Pairs that the files leave out of the check, such as neighbours in a robot, and that an expectation matches.
    fn filtered_pairs(
        &self,
        assembly: &Assembly,
        scene: &mut AssemblyScene,
        work: &[(usize, usize)],
        executor: &Executor,
    ) -> Result<Vec<PairRelation>, SceneError> {
        if self.rules.file().expected.is_empty() {
            return Ok(Vec::new());
        }
        scene.drop_filters(assembly)?;
        let ids = scene.ids.clone();
        let view = scene.scene.view(executor);
        let near = view.pairs_within(self.rules.reach()).into_iter().map(|(a, b)| (a.slot(), b.slot()));
        let is_filtered = |pair: &(usize, usize)| work.binary_search(pair).is_err();
        let pairs: Vec<_> = near.filter(|(a, b)| self.rules.has_expectation(*a, *b)).filter(is_filtered).collect();
        let checked =
            executor.map(pairs.len(), |k| self.pair(&view, &assembly.bodies, [ids[pairs[k].0], ids[pairs[k].1]]));
        checked.into_iter().map(|pair| Ok(relation_of(&pair?.0))).collect()
    }

    /// Two bodies; `found` if they violate a rule.
    fn pair(
        &self,
        view: &SceneView<'_>,
        assembly: &[AssemblyBody],
        [a, b]: [BodyId; 2],
    ) -> Result<(CheckedPair, Cost, bool), SceneError> {
        let bodies = [a.slot(), b.slot()];
        let up_to = if self.all_pairs { f64::INFINITY } else { self.rules.reach_of(bodies[0], bodies[1]) };
        if self.proved.has(bodies, up_to) {
            return Ok((self.apart_pair(view, assembly, [a, b])?, Cost::default(), false));
        }
        let request = Request { method: self.method, contacts: Contacts::Count, distance_up_to: Some(up_to) };
        let relation = view.relate(a, b, &request)?;
        let pose = view.scene().body(a)?.world_from_body();
        let distance = relation.distance.map(|gap| gap.length.value);
        let (verdict, found) = self.rules.judge(bodies, relation.relation, distance);
        let is_near = relation.relation == Relation::Disjoint && verdict == PairVerdict::Contact;
        let pair = CheckedPair {
            certainty: relation.certainty,
            distance,
            touch: self.rules.rule_for(bodies[0], bodies[1]).touch.filter(|_| is_near),
            contacts: relation.contact_count,
            bounds: relation.contact_bounds.map(|bounds| carry_box(&bounds, pose)),
            witness: relation.distance.map(|gap| gap.points.map(|p| carry_point(p, pose))),
            verdict,
            found,
            unit: assembly[bodies[0]].unit.or(assembly[bodies[1]].unit),
            ..CheckedPair::new(bodies, relation.relation)
        };
        let meshes = bodies.map(|i| assembly[i].mesh());
        let pair = match (relation.relation, meshes) {
            (Relation::Disjoint | Relation::Touching, [Some(p), Some(q)]) if !(p.is_closed() && q.is_closed()) => {
                self.with_winding(pair, relate_by_winding(p, q, &view.scene().a_from_b(a, b)?))
            }
            _ => pair,
        };
        let pair = self.with_tolerance(pair, assembly, &view.scene().a_from_b(a, b)?);
        Ok((pair, relation.cost, true))
    }

    /// Two bodies whose gap is proved to matter to no rule: only winding numbers can still tell that one is inside openings of the other.
    fn apart_pair(
        &self,
        view: &SceneView<'_>,
        assembly: &[AssemblyBody],
        [a, b]: [BodyId; 2],
    ) -> Result<CheckedPair, SceneError> {
        let bodies = [a.slot(), b.slot()];
        let (verdict, found) = self.rules.judge(bodies, Relation::Disjoint, None);
        let pair = CheckedPair {
            contacts: Some(0),
            verdict,
            found,
            unit: assembly[bodies[0]].unit.or(assembly[bodies[1]].unit),
            ..CheckedPair::new(bodies, Relation::Disjoint)
        };
        let [Some(p), Some(q)] = bodies.map(|i| assembly[i].mesh()) else { return Ok(pair) };
        if p.is_closed() && q.is_closed() {
            return Ok(pair);
        }
        let a_from_b = view.scene().a_from_b(a, b)?;
        let pair = self.with_winding(pair, relate_by_winding(p, q, &a_from_b));
        Ok(self.with_tolerance(pair, assembly, &a_from_b))
    }

    /// A pair whose faces do not cross, with what winding numbers say about it.
    fn with_winding(&self, pair: CheckedPair, winding: Option<WindingRelation>) -> CheckedPair {
        let Some(found) = winding else { return pair };
        let bodies = pair.bodies();
        let pair = CheckedPair { winding, ..pair };
        if pair.is_undecided() {
            // What is a violation anyhow stays the violation that it is.
            let is_new = !pair.found && self.rules.forbids_inside(bodies);
            let (verdict, found) = if is_new { (PairVerdict::Undecided, true) } else { (pair.verdict, pair.found) };
            return CheckedPair { certainty: Certainty::Undecided, verdict, found, ..pair };
        }
        if found.relation == Relation::Disjoint {
            return pair;
        }
        let (verdict, is_violation) = self.rules.judge(bodies, found.relation, Some(0.0));
        CheckedPair {
            relation: found.relation,
            certainty: found.certainty,
            distance: Some(0.0),
            touch: None,
            witness: None,
            verdict,
            found: is_violation,
            ..pair
        }
    }

    /// A pair of two bodies judged by its tolerance as well, where that matters.
    fn with_tolerance(&self, pair: CheckedPair, assembly: &[AssemblyBody], a_from_b: &Pose) -> CheckedPair {
        let bodies = pair.bodies();
        let is_as_expected = self.rules.expects(bodies, pair.relation, pair.distance);
        let is_waited_for = self.rules.has_expectation(bodies[0], bodies[1]) && !is_as_expected;
        if pair.relation == Relation::Disjoint || pair.is_undecided() || !(pair.found || is_waited_for) {
            return pair;
        }
        let members = bodies.map(|i| &assembly[i]);
        let tolerance = self.rules.rule_for(bodies[0], bodies[1]).treatment.tolerance.length_for(members);
        let overlap = judge_overlap(members, &pair, a_from_b, tolerance);
        if !overlap.is_some_and(|overlap| overlap.is_within()) {
            return CheckedPair { overlap, ..pair };
        }
        let (verdict, found) = self.rules.judge_thin(bodies);
        CheckedPair { overlap, verdict, found: found && pair.found, ..pair }
    }

    /// A body against itself, where it is one mesh: shapes do not meet themselves.
    fn self_pair(&self, body: &AssemblyBody, index: usize, executor: &Executor) -> Option<(CheckedPair, Cost, bool)> {
        let left = self.proved.faces.get(&index);
        let (mut pair, cost) = self_pair(body.mesh()?, left.map(|left| &left[..]), executor);
        (pair.a, pair.b) = (index, index);
        pair.bounds = pair.bounds.map(|bounds| carry_box(&bounds, &body.world_from_body));
        pair.witness = pair.witness.map(|points| points.map(|p| carry_point(p, &body.world_from_body)));
        (pair.verdict, pair.found) = self.rules.judge([index; 2], pair.relation, pair.distance);
        Some((pair, cost, true))
    }
}

/// The relation that expectations see: an overlap within its tolerance counts as touching.
fn relation_of(pair: &CheckedPair) -> PairRelation {
    let is_thin = pair.overlap.is_some_and(|overlap| overlap.is_within());
    let relation = if is_thin { Relation::Touching } else { pair.relation };
    PairRelation { bodies: pair.bodies(), relation, gap: pair.distance }
}

/// A point of a body in the world.
fn carry_point(p: DVec3, world_from_body: &Pose) -> DVec3 {
    if world_from_body.is_identity() { p } else { world_from_body.transform_point(p) }
}

/// A box in the world around a box of a body.
fn carry_box(bounds: &Aabb, world_from_body: &Pose) -> Aabb {
    if world_from_body.is_identity() {
        return *bounds;
    }
    let corner = |i: usize| {
        let pick = |k: usize| if i >> k & 1 == 0 { bounds.min[k] } else { bounds.max[k] };
        world_from_body.transform_point(DVec3::new(pick(0), pick(1), pick(2)))
    };
    (0..8).fold(Aabb::EMPTY, |all, i| all.including(corner(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_violations_than_a_report_holds_are_refused() {
        assert!(ensure_reportable(MOST_VIOLATIONS, 1_001).is_ok());
        let refusal = ensure_reportable(MOST_VIOLATIONS + 1, 1_002).unwrap_err().to_string();
        assert!(refusal.starts_with("more than 500000 pairs of the 1002 bodies violate a rule"), "{refusal}");
    }
}
