//! The whole check: pairs by rules, clashes with evidence, comparison with a baseline, pictures.

use super::check_error::CheckError;
use super::pair_check::{PairCheck, PairCheckResult, ProvedApart};
use crate::assembly::assembly_scene::AssemblyScene;
use crate::assembly::body::AssemblyBody;
use crate::assembly::load_assembly::Assembly;
use crate::baseline::compare::Baseline;
use crate::clashes::Violation;
use crate::clashes::clash::Clash;
use crate::clashes::clash_evidence::collect_evidence;
use crate::clashes::clash_group::group_clashes;
use crate::clashes::clash_order::ClashRank;
use crate::clashes::clash_pattern::find_patterns;
use crate::pictures::clash_pictures::{PictureOrder, draw_first_clashes};
use crate::pictures::clash_view::ClashPictures;
use crate::progress::Progress;
use crate::proposals::fields::{FieldResults, FieldSettings};
use crate::proposals::images::{DrawnBody, ImageDrawing, ImageRequest, ImageResults};
use crate::report::check_report::{ClashList, Report};
use crate::rules::pair_verdict::PairVerdict;
use crate::rules::rule_book::RuleBook;
use impinge::executor::Executor;
use impinge::pair::{Method, Relation};
use std::sync::Arc;

/// What to check, and how.
#[derive(Default)]
pub struct ClashCheck<'a> {
    /// Report every pair with its distance.
    pub all_pairs: bool,
    /// Also check each body against itself.
    pub self_pairs: bool,
    /// Refuse bodies that are not closed.
    pub require_closed: bool,
    /// The method of the engine.
    pub method: Method,
    /// Samples bodies as signed distance fields first.
    pub fields: Option<FieldSettings>,
    /// Draws bodies first.
    pub images: Option<ImageDrawing>,
    /// Compares clashes with an earlier report.
    pub baseline: Option<&'a Baseline>,
    /// At most this many clashes are drawn, the worst; `None` for all.
    pub most_pictures: Option<usize>,
    /// Steps that each measure of an overlap may take at most: for its depth pairs of faces that meet and exact signs, by default 102,400 and 32 for each face; for its
    /// thickness parts of the surfaces, by default 20,000. Whether pairs clash does not depend on it. Where it was spent, the measure says so.
    pub effort: Option<u64>,
}

/// An assembly whose pairs are checked: a report without clashes, and what it takes to collect them.
pub struct CheckedAssembly<'a> {
    /// The report, without clashes.
    pub report: Report,
    violations: Vec<usize>,
    assembly: Assembly,
    scene: AssemblyScene,
    rules: &'a RuleBook,
    baseline: Option<&'a Baseline>,
    most_pictures: Option<usize>,
    effort: Option<u64>,
}

impl<'a> ClashCheck<'a> {
    /// Checks the pairs of an assembly. One scene is built for all that follows.
    ///
    /// # Errors
    /// See [`CheckError`].
    pub fn run(
        self,
        assembly: Assembly,
        rules: &'a RuleBook,
        executor: &Executor,
        progress: &dyn Progress,
    ) -> Result<CheckedAssembly<'a>, CheckError> {
        let Self { all_pairs, self_pairs, require_closed, method, fields, images, baseline, most_pictures, effort } =
            self;
        if require_closed {
            ensure_closed(&assembly)?;
        }
        let mut scene = AssemblyScene::new(&assembly)?;
        let fields = fields
            .map(|settings| FieldResults::find(settings, &assembly, &mut scene, executor, progress))
            .transpose()?;
        let gap = if all_pairs { 0.0 } else { rules.reach() };
        let request = ImageRequest { gap, self_pairs };
        let images = images.map(|mut drawing| drawing.draw(&drawn_bodies(&assembly), request)).transpose()?;
        let proved = proved_apart(fields.as_ref(), images.as_ref());
        let check = PairCheck { rules, all_pairs, self_pairs, method, proved };
        let PairCheckResult { report, violations } = check.run(&assembly, &mut scene, executor, progress)?;
        let (names, unused_rules) = (rules.names(), rules.unused());
        let report = Report { images, fields, rules: names, unused_rules, unit: assembly.unit, ..report };
        Ok(CheckedAssembly { report, violations, assembly, scene, rules, baseline, most_pictures, effort })
    }
}

impl CheckedAssembly<'_> {
    /// Whether a check that found something may still pass once evidence is collected: all that was found are overlaps, which may be fits.
    #[must_use]
    pub fn may_be_fits(&self) -> bool {
        let found = || self.report.pairs.iter().filter(|pair| pair.found);
        self.report.missing.is_empty()
            && found().next().is_some()
            && found().all(|pair| pair.relation == Relation::Crossing && pair.verdict == PairVerdict::Contact)
    }

    /// Whether the baseline, if there is one, knows any of the bodies.
    #[must_use]
    pub fn is_known_to_baseline(&self) -> bool {
        self.baseline.is_none_or(|baseline| baseline.knows_any(&self.assembly.bodies))
    }

    /// Collects the clashes of all violations with their evidence, compares them with the baseline, and draws what is wanted of them.
    ///
    /// # Errors
    /// None: the bodies are those of the assembly.
    pub fn collect_clashes(
        self,
        pictures: ClashPictures,
        executor: &Executor,
        progress: &dyn Progress,
    ) -> Result<Report, CheckError> {
        progress.begin("gathering evidence", 1);
        let mut clashes = self.evidence(executor)?;
        let Self { mut report, violations, assembly, baseline, most_pictures, .. } = self;
        if let Some(baseline) = baseline {
            baseline.compare(&mut clashes, &assembly.bodies);
        }
        progress.end();
        for (k, clash) in violations.iter().zip(&clashes) {
            let pair = &mut report.pairs[*k];
            pair.found = clash.fails();
            pair.measured = clash.thickness.as_ref().map(|thickness| [thickness.lower, thickness.upper]);
        }
        // The worst first, in every output.
        clashes.sort_by_cached_key(ClashRank::new);
        let patterns = find_patterns(&mut clashes, &assembly.bodies);
        for (summary, body) in report.bodies.iter_mut().zip(&assembly.bodies) {
            summary.signature = body.signature();
        }
        let mut views = Vec::new();
        if pictures != ClashPictures::None {
            progress.begin("drawing pictures", 1);
            let order = PictureOrder { pictures, most: most_pictures.unwrap_or(usize::MAX) };
            views = draw_first_clashes(&assembly.bodies, &clashes, order, executor);
            progress.end();
        }
        let (groups, is_compared) = (group_clashes(&clashes), baseline.is_some());
        let list = ClashList { groups, patterns, clashes, is_compared, views };
        Ok(Report { clashes: Some(list), assembly: assembly.bodies, ..report })
    }

    /// A clash for every violation, in their order, then one for every missing contact.
    fn evidence(&self, executor: &Executor) -> Result<Vec<Clash>, CheckError> {
        let mut violations = Vec::new();
        for pair in self.violations.iter().map(|k| &self.report.pairs[*k]) {
            let a_from_b = self.scene.a_from_b(pair.bodies())?;
            violations.push(Violation { pair, a_from_b, rule: self.rules.rule_for(pair.a, pair.b) });
        }
        Ok(collect_evidence(&self.assembly.bodies, &violations, &self.report.missing, self.effort, executor))
    }
}

/// What fields or images prove.
fn proved_apart(fields: Option<&FieldResults>, images: Option<&ImageResults>) -> ProvedApart {
    match (images, fields) {
        (Some(ImageResults { apart, gap, faces, .. }), _) => {
            ProvedApart { pairs: apart.clone(), gap: *gap, faces: faces.clone() }
        }
        (None, Some(fields)) => ProvedApart { pairs: fields.apart(), ..ProvedApart::default() },
        (None, None) => ProvedApart::default(),
    }
}

/// Refuses an assembly with a body that is not closed.
fn ensure_closed(assembly: &Assembly) -> Result<(), CheckError> {
    let is_open = |body: &&AssemblyBody| body.model.meshes().any(|mesh| !mesh.is_closed());
    let names: Vec<String> = assembly.bodies.iter().filter(is_open).map(|body| body.name.clone()).collect();
    if names.is_empty() { Ok(()) } else { Err(CheckError::NotClosed { names }) }
}

/// The meshes at their places, for images; `None` for shapes.
fn drawn_bodies(assembly: &Assembly) -> Vec<DrawnBody> {
    let drawn = |body: &AssemblyBody| Some((Arc::clone(body.mesh()?), body.world_from_body));
    assembly.bodies.iter().map(drawn).collect()
}
