//! Judges pairs of bodies in the world's frame: relation, contacts, gap and witness of one pair, or of an assembly.

use crate::itself;
use crate::report::{BodyRow, ClashList, PairRow, Report, ensure_listable};
use crate::stage::{Stage, Staged};
use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::cost::Cost;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contacts, Method, PairReport, Relation, Request};
use impinge::scene::{BodyId, SceneView};
use impinge_clash::{Member, Missing, RuleBook, Verdict};
use impinge_io::Severity;
use impinge_terminal::progress::Progress;
use std::collections::BTreeSet;

/// What to check in an assembly, and how.
#[derive(Clone, Debug)]
pub struct Assembly<'a> {
    /// When a pair is found.
    pub book: &'a RuleBook,
    /// Report every pair with its distance.
    pub all_pairs: bool,
    /// Also judge each body against itself.
    pub self_pairs: bool,
    /// The way to the answers.
    pub method: Method,
    /// Pairs that are known to be apart, by place, the lower first: not looked at unless gaps are measured.
    pub apart: BTreeSet<(usize, usize)>,
    /// Show no progress.
    pub quiet: bool,
}

/// Two bodies, their relation, and their gap where it was measured.
type Met = ((usize, usize), Relation, Option<f64>);

/// A report, and what it takes to make clashes of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What was looked at and found.
    pub report: Report,
    /// The pairs of the report that violate a rule, by their place in it, also those that are only to be known.
    pub violations: Vec<usize>,
    /// The expected contacts that are not there.
    pub missing: Vec<Missing>,
}

impl Judged {
    /// Whether anything was found.
    pub fn found(&self) -> bool {
        self.report.found() || self.missing.iter().any(|missing| missing.severity > Severity::Info)
    }

    /// The report with the clashes of its violations: what these make of a pair counts.
    pub fn settled(mut self, list: ClashList, members: &[Member]) -> Report {
        for (k, clash) in self.violations.iter().zip(&list.clashes) {
            self.report.pairs[*k].found = clash.fails();
        }
        for (row, member) in self.report.bodies.iter_mut().zip(members) {
            row.stand = member.stand();
        }
        Report { clashes: Some(list), ..self.report }
    }
}

impl Assembly<'_> {
    /// Judges all pairs of bodies; the report does not depend on the executor.
    ///
    /// # Errors
    /// A body cannot be where it is to be.
    pub fn judge(&self, stage: &Stage, executor: &Executor) -> anyhow::Result<Judged> {
        let bodies = &stage.bodies;
        if self.all_pairs {
            ensure_listable(bodies.len())?;
        }
        let progress = Progress::new("preparing", bodies.len(), self.quiet);
        // Made here, each once, so that no query waits for another's.
        stage.prepare(executor);
        let rows = executor.map(bodies.len(), |i| {
            let row = BodyRow::of(&bodies[i]);
            if let Method::Custom(method) = self.method {
                bodies[i].model.meshes().for_each(|mesh| method.prepare(mesh));
            }
            progress.step();
            row
        });
        drop(progress);
        let (mut scene, ids) = stage.scene()?;
        let view = scene.view(executor);
        let reach = if self.all_pairs { f64::INFINITY } else { self.book.reach() };
        let mut work: Vec<(usize, usize)> =
            view.pairs_within(reach).into_iter().map(|(a, b)| (a.slot(), b.slot())).collect();
        let near = work.len();
        work.retain(|(a, b)| self.book.looks_at(*a, *b));
        let ignored = near - work.len();
        let alone = if self.self_pairs { bodies.len() } else { 0 };
        if reach == 0.0 {
            work.retain(|(a, b)| !self.apart.contains(&(*a.min(b), *a.max(b))));
        }
        work.extend((0..alone).map(|i| (i, i)));
        work.sort_unstable();
        let progress = Progress::new("checking", work.len(), self.quiet);
        let judged = executor.map(work.len(), |k| {
            let (a, b) = work[k];
            let row = if a == b { self.alone(&bodies[a], a, executor) } else { self.pair(&view, (ids[a], ids[b])) };
            progress.step();
            row
        });
        drop(progress);
        let all = bodies.len() * bodies.len().saturating_sub(1) / 2;
        let (pair_count, tested) = (all + alone, view.pair_count());
        let skipped = all - tested + ignored;
        let mut report = Report { bodies: rows, pair_count, self_count: alone, skipped, ..Report::default() };
        let (mut violations, mut met) = (Vec::new(), Vec::new());
        for judged in judged {
            let Some((row, cost)) = judged? else {
                report.skipped += 1;
                continue;
            };
            report.cost += cost;
            if row.a != row.b {
                met.push(((row.a, row.b), row.relation, row.distance));
            }
            if self.all_pairs || row.verdict != Verdict::Ok {
                if row.found {
                    violations.push(report.pairs.len());
                }
                let counts = self.book.of(row.a, row.b).treatment.severity > Severity::Info;
                report.pairs.push(PairRow { found: row.found && counts, ..row });
            }
        }
        met.extend(self.left_out(stage, &work, executor)?);
        Ok(Judged { report, violations, missing: self.book.missing(met.into_iter()) })
    }

    /// How bodies relate that the files leave out of the test, as neighbours in a robot, and of which a contact is expected.
    fn left_out(&self, stage: &Stage, work: &[(usize, usize)], executor: &Executor) -> anyhow::Result<Vec<Met>> {
        if self.book.file().expected.is_empty() {
            return Ok(Vec::new());
        }
        let (mut scene, ids) = stage.without_filters().scene()?;
        let view = scene.view(executor);
        let near = view.pairs_within(self.book.reach()).into_iter().map(|(a, b)| (a.slot(), b.slot()));
        let is_left_out = |pair: &(usize, usize)| work.binary_search(pair).is_err();
        let pairs: Vec<_> = near.filter(|(a, b)| self.book.expects_of(*a, *b)).filter(is_left_out).collect();
        let mut met = Vec::new();
        for row in executor.map(pairs.len(), |k| self.pair(&view, (ids[pairs[k].0], ids[pairs[k].1]))) {
            met.extend(row?.map(|(row, _)| ((row.a, row.b), row.relation, row.distance)));
        }
        Ok(met)
    }

    /// Two bodies, found if they violate a rule; `None` if there is nothing to say.
    fn pair(&self, view: &SceneView<'_>, (a, b): (BodyId, BodyId)) -> anyhow::Result<Option<(PairRow, Cost)>> {
        let places = (a.slot(), b.slot());
        let up_to = if self.all_pairs { f64::INFINITY } else { self.book.reach_of(places.0, places.1) };
        let request = Request { method: self.method, contacts: Contacts::Count, distance_up_to: Some(up_to) };
        let found = view.relate(a, b, &request)?;
        let body = view.scene().body(a)?;
        let place = body.world_from_body();
        let distance = found.distance.map(|gap| gap.length.value);
        let (verdict, is_found) = self.book.judge(places, found.relation, distance);
        let row = PairRow {
            a: places.0,
            b: places.1,
            relation: found.relation,
            certainty: found.certainty,
            distance,
            contacts: found.contact_count,
            own: None,
            bounds: found.contact_bounds.map(|bounds| carried(&bounds, place)),
            witness: found.distance.map(|gap| gap.points.map(|p| carried_point(p, place))),
            features: None,
            verdict,
            found: is_found,
        };
        Ok(Some((row, found.cost)))
    }

    /// A body against itself, where it is one mesh: no other can meet itself.
    fn alone(&self, body: &Staged, place: usize, executor: &Executor) -> anyhow::Result<Option<(PairRow, Cost)>> {
        let Some(mesh) = body.model.as_mesh() else { return Ok(None) };
        let (mut row, cost) = itself::row(mesh, executor);
        (row.a, row.b) = (place, place);
        row.bounds = row.bounds.map(|bounds| carried(&bounds, &body.world_from_body));
        row.witness = row.witness.map(|points| points.map(|p| carried_point(p, &body.world_from_body)));
        (row.verdict, row.found) = self.book.judge((place, place), row.relation, row.distance);
        Ok(Some((row, cost)))
    }
}

/// A point of a body in the world.
fn carried_point(p: DVec3, world_from_body: &Pose) -> DVec3 {
    if world_from_body.is_identity() { p } else { world_from_body.transform_point(p) }
}

/// A box in the world around a box of a body.
fn carried(bounds: &Aabb, world_from_body: &Pose) -> Aabb {
    if world_from_body.is_identity() {
        return *bounds;
    }
    let corner = |i: usize| {
        let pick = |k: usize| if i >> k & 1 == 0 { bounds.min[k] } else { bounds.max[k] };
        world_from_body.transform_point(DVec3::new(pick(0), pick(1), pick(2)))
    };
    (0..8).fold(Aabb::EMPTY, |all, i| all.including(corner(i)))
}

/// The row of two meshes in one frame, as bodies 0 and 1, judged by no rule but contact; and what it comes from.
pub fn between(a: &Mesh, b: &Mesh, request: &Request) -> (PairRow, PairReport) {
    let report = pair::relate(a, b, &Pose::IDENTITY, request);
    let meets = report.relation != Relation::Disjoint;
    let row = PairRow {
        a: 0,
        b: 1,
        relation: report.relation,
        certainty: Certainty::Exact,
        distance: report.distance.map(|d| d.value),
        contacts: (request.contacts != Contacts::Skip).then_some(report.contact_count),
        own: None,
        bounds: report.contact_bounds,
        witness: report.distance.map(|d| d.points),
        features: None,
        verdict: if meets { Verdict::Contact } else { Verdict::Ok },
        found: meets,
    };
    (row, report)
}
