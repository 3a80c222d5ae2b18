//! Judges pairs of bodies in the world's frame: relation, contacts, gap and witness of one pair, or of an assembly.

use crate::bodies::Placed;
use crate::progress::Progress;
use crate::report::{BodyRow, PairRow, Report};
use crate::rules::{Rules, Verdict};
use crate::sweep;
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, Contacts, Method, PairReport, Relation, Request};
use impinge::triangle_pair::TriangleRelation;
use std::ops::ControlFlow;

/// What to check in an assembly, and how.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// When a pair is found.
    pub rules: Rules,
    /// Report every pair with its distance.
    pub all_pairs: bool,
    /// Also judge each body against itself.
    pub self_pairs: bool,
    /// The way to the answers.
    pub method: Method,
    /// Show no progress.
    pub quiet: bool,
}

impl Assembly {
    /// Judges all pairs of bodies; the report does not depend on the executor.
    pub fn judge(&self, bodies: &[Placed], executor: &Executor) -> Report {
        let work = self.pairs(bodies);
        let progress = Progress::new("preparing", bodies.len(), self.quiet);
        let rows = executor.map(bodies.len(), |i| {
            // Made here, each once and by one thread, so that no query waits for another's.
            let row = BodyRow::of(&bodies[i]);
            let _ = bodies[i].mesh.tree();
            if let Method::Hierarchy(config) = &self.method {
                let _ = bodies[i].mesh.hierarchy(&config.build);
            }
            progress.step();
            row
        });
        drop(progress);
        let progress = Progress::new("checking", work.len(), self.quiet);
        let judged = executor.map(work.len(), |i| {
            let row = self.pair(bodies, work[i]);
            progress.step();
            row
        });
        drop(progress);
        let n = bodies.len();
        let pair_count = n * (n - n.min(1)) / 2 + if self.self_pairs { n } else { 0 };
        let mut report = Report { bodies: rows, pairs: Vec::new(), pair_count, cost: Cost::default() };
        for (row, cost) in judged {
            report.cost += cost;
            if self.all_pairs || row.verdict != Verdict::Ok {
                report.pairs.push(row);
            }
        }
        report
    }

    /// The pairs that have to be looked at, sorted.
    fn pairs(&self, bodies: &[Placed]) -> Vec<(usize, usize)> {
        let n = bodies.len();
        let mut pairs: Vec<(usize, usize)> = if self.all_pairs {
            (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect()
        } else {
            let boxes: Vec<Aabb> = bodies.iter().map(|body| body.mesh.bounds()).collect();
            sweep::near_pairs(&boxes, self.rules.reach())
        };
        if self.self_pairs {
            pairs.extend((0..n).map(|i| (i, i)));
            pairs.sort_unstable();
        }
        pairs
    }

    fn pair(&self, bodies: &[Placed], (a, b): (usize, usize)) -> (PairRow, Cost) {
        let (mut row, cost) = if a == b {
            against_itself(&bodies[a].mesh)
        } else {
            let up_to = if self.all_pairs { f64::INFINITY } else { self.rules.reach() };
            let request = Request { method: self.method, contacts: Contacts::Count, distance_up_to: Some(up_to) };
            let (row, report) = between(&bodies[a].mesh, &bodies[b].mesh, &request);
            (row, report.cost)
        };
        (row.a, row.b) = (a, b);
        (row.verdict, row.found) = if a == b {
            Rules { allowed: self.rules.allowed.clone(), ..Rules::default() }.judge(row.relation, row.distance)
        } else {
            self.rules.judge(row.relation, row.distance)
        };
        (row, cost)
    }
}

/// The row of two meshes in one frame, as bodies 0 and 1, judged by no rule but contact; and what it comes from.
pub fn between(a: &Mesh, b: &Mesh, request: &Request) -> (PairRow, PairReport) {
    let report = pair::relate(a, b, &Pose::IDENTITY, request);
    let meets = report.relation != Relation::Disjoint;
    let row = PairRow {
        a: 0,
        b: 1,
        relation: report.relation,
        distance: report.distance.map(|d| d.value),
        contacts: (request.contacts != Contacts::Skip).then_some(report.contact_count),
        bounds: report.contact_bounds,
        witness: report.distance.map(|d| d.points),
        features: None,
        verdict: if meets { Verdict::Contact } else { Verdict::Ok },
        found: meets,
    };
    (row, report)
}

/// The row of a mesh with itself: triangles that meet elsewhere than in what they share.
fn against_itself(mesh: &Mesh) -> (PairRow, Cost) {
    let mut extent = Extent::default();
    let cost = pair::self_contacts(mesh, &mut |contact: Contact| extent.take(&contact));
    let relation = match (extent.count, extent.crosses) {
        (0, _) => Relation::Disjoint,
        (_, false) => Relation::Touching,
        (_, true) => Relation::Crossing,
    };
    let row = PairRow {
        a: 0,
        b: 0,
        relation,
        distance: extent.first.map(|_| 0.0),
        contacts: Some(extent.count),
        bounds: extent.first.map(|_| extent.bounds),
        witness: extent.first.map(|(_, point)| [point, point]),
        features: None,
        verdict: Verdict::Ok,
        found: false,
    };
    (row, cost)
}

/// What is kept of contacts, however many there are.
struct Extent {
    count: usize,
    crosses: bool,
    bounds: Aabb,
    /// The lowest pair of faces and a point that they share.
    first: Option<([u32; 2], DVec3)>,
}

impl Default for Extent {
    fn default() -> Self {
        Self { count: 0, crosses: false, bounds: Aabb::EMPTY, first: None }
    }
}

impl Extent {
    fn take(&mut self, contact: &Contact) -> ControlFlow<()> {
        self.count += 1;
        self.crosses |= contact.relation == TriangleRelation::Crossing;
        self.bounds = contact.intersection.points().fold(self.bounds, |bounds, p| bounds.including(*p));
        let faces = contact.faces.map(|f| f.0);
        if let Some(&point) = contact.intersection.points().next()
            && self.first.is_none_or(|(first, _)| faces < first)
        {
            self.first = Some((faces, point));
        }
        ControlFlow::Continue(())
    }
}
