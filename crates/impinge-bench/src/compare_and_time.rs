//! A workload measured: every peer loaded, asked, compared and timed.

use crate::answer_comparison::{Answers, Disagreement, differences};
use crate::batch_query_timing::Batch;
use crate::exact_fallback_rate::exact_share;
use crate::measured_row::{Cell, Measure, MeasuredRow, THREADS};
use crate::peer::{Loaded, Pair, Peer};
use crate::query::{Answer, Query};
use crate::timing::{Contender, Plan, time};
use crate::tree_building::build_on;
use crate::workload::{KNOWN_COLLIDING, KNOWN_CONTACTS, KNOWN_POSES, Workload};
use impinge::bvh::Preset;
use std::hint::black_box;
use std::time::Duration;

/// All that was found out about one workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement {
    /// One for each query, then what Impinge does alone, then build, topology and memory.
    pub rows: Vec<MeasuredRow>,
    /// Every answer that differs from Impinge's.
    pub disagreements: Vec<Disagreement>,
    /// What peers were not asked, and why.
    pub skips: Vec<Skip>,
    /// What is out of order, in sentences.
    pub notices: Vec<String>,
}

/// A question that a peer was not asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The name of the peer.
    pub peer: &'static str,
    /// What was not asked.
    pub query: Query,
    /// The name of the workload.
    pub workload: String,
    /// Why the peer cannot answer.
    pub reason: &'static str,
}

impl Measurement {
    /// Adds what another workload gave.
    pub fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.disagreements.extend(other.disagreements);
        self.skips.extend(other.skips);
        self.notices.extend(other.notices);
    }
}

/// Loads, asks, compares and times all peers, of which Impinge is the first.
#[must_use]
pub fn measure(workload: &Workload, peers: &[Box<dyn Peer>], plan: &Plan) -> Measurement {
    let mut found = Measurement::default();
    for (peer, &query) in peers.iter().flat_map(|peer| workload.queries.iter().map(move |query| (peer, query))) {
        if let Some(reason) = peer.refusal(query, workload) {
            found.skips.push(Skip { peer: peer.name(), query, workload: workload.name.clone(), reason });
        }
    }
    let mut load = |peer: &dyn Peer| {
        workload.queries.iter().find(|query| peer.refusal(**query, workload).is_none())?;
        let loaded = loaded_best(peer, workload);
        if let Err(error) = &loaded {
            found.notices.push(format!("{}: {} left out: {error:#}", workload.name, peer.name()));
        }
        loaded.ok()
    };
    let loaded: Vec<Option<Loaded>> = peers.iter().map(|peer| load(peer.as_ref())).collect();
    let mut apart: Vec<usize> = (0..workload.poses.len()).collect();
    let mut reposing = vec![Reposing::default(); peers.len()];
    for &query in &workload.queries {
        let poses = if query == Query::Distance { apart.clone() } else { (0..workload.poses.len()).collect() };
        let pairs = Asked { workload, peers, loaded: &loaded, query, poses: &poses };
        let answers = pairs.answers(plan);
        if let (Query::Boolean, Some(Some(impinge))) = (query, answers.first()) {
            apart.retain(|&pose| impinge.answers.get(pose) != Some(&Answer::Boolean(true)));
        }
        for (reposing, answers) in reposing.iter_mut().zip(&answers) {
            reposing.add(answers.as_ref());
        }
        pairs.compare(&answers, &mut found);
        found.rows.push(pairs.timed(&answers, &reposing, &found.disagreements, plan));
        let impinge = answers.first().and_then(|answers| Some(&poses[..answers.as_ref()?.answers.len()]));
        match batch_rows(workload, query, impinge.unwrap_or_default(), peers.len(), plan) {
            Ok(rows) => found.rows.extend(rows),
            Err(error) => found.notices.push(format!("{}: no batch of {}: {error:#}", workload.name, query.name())),
        }
    }
    found.rows.extend(reposing_row(workload, &reposing));
    let share = exact_share(workload, plan.limit);
    found.rows.extend(share.map(|share| MeasuredRow::alone(workload, Measure::Exact, 0, 100.0 * share, peers.len())));
    found.rows.push(loading(workload, &loaded, Measure::Build));
    for preset in [Preset::Oriented, Preset::AxisAligned] {
        let time = build_on(workload, preset, THREADS);
        let build = time.map(|time| time.as_secs_f64() * 1e9 / workload.triangles() as f64);
        let measure = Measure::BuildOn(preset, THREADS);
        found.rows.extend(build.map(|value| MeasuredRow::alone(workload, measure, 0, value, peers.len())));
    }
    found.rows.extend([Measure::Topology, Measure::Memory].map(|measure| loading(workload, &loaded, measure)));
    found
}

/// How often, and how long, an engine brought the second mesh to a pose.
#[derive(Clone, Copy, Default)]
struct Reposing {
    count: u32,
    time: Duration,
}

impl Reposing {
    fn add(&mut self, answers: Option<&Answers>) {
        let Some(answers) = answers else { return };
        (self.count, self.time) = (self.count + answers.reposings, self.time + answers.reposing);
    }

    /// The mean; `None` for an engine that takes poses.
    fn microseconds(&self) -> Option<f64> {
        (self.count > 0).then(|| self.time.as_secs_f64() * 1e6 / f64::from(self.count))
    }
}

/// The rows of one query in a batch, on one thread and on [`THREADS`].
fn batch_rows(
    workload: &Workload,
    query: Query,
    poses: &[usize],
    peers: usize,
    plan: &Plan,
) -> anyhow::Result<Vec<MeasuredRow>> {
    if poses.is_empty() {
        return Ok(Vec::new());
    }
    let times = Batch { workload, query, poses }.microseconds([1, THREADS], plan)?;
    let rows = [1, THREADS].into_iter().zip(times);
    Ok(rows.map(|(n, time)| MeasuredRow::alone(workload, Measure::Batch(query, n), poses.len(), time, peers)).collect())
}

/// The row of what bringing the second mesh to a pose takes, where an engine has to.
fn reposing_row(workload: &Workload, all: &[Reposing]) -> Option<MeasuredRow> {
    let cell = |reposing: &Reposing| {
        let value = reposing.microseconds()?;
        Some(Cell { value, repose: 0.0, ratio: None, poses: reposing.count as usize, disagreements: 0, total: 0.0 })
    };
    let cells: Vec<Option<Cell>> = all.iter().map(cell).collect();
    cells.iter().any(Option::is_some).then(|| MeasuredRow::new(workload, Measure::Repose, 0, cells))
}

/// Builds of which the quickest counts.
const BUILDS: usize = 3;

/// The workload loaded several times, with the least times.
fn loaded_best(peer: &dyn Peer, workload: &Workload) -> anyhow::Result<Loaded> {
    let mut best = peer.load(workload)?;
    for _ in 1..BUILDS {
        let again = peer.load(workload)?;
        best.build = best.build.min(again.build);
        best.topology = best.topology.min(again.topology);
    }
    Ok(best)
}

/// One query put to all peers.
struct Asked<'a> {
    workload: &'a Workload,
    peers: &'a [Box<dyn Peer>],
    loaded: &'a [Option<Loaded>],
    query: Query,
    poses: &'a [usize],
}

impl Asked<'_> {
    /// The answers of each peer that can answer.
    fn answers(&self, plan: &Plan) -> Vec<Option<Answers>> {
        let each = self.peers.iter().zip(self.loaded);
        each.map(|(peer, loaded)| {
            let pair = loaded
                .as_ref()
                .filter(|_| peer.refusal(self.query, self.workload).is_none() && !self.poses.is_empty())?
                .pair
                .as_ref();
            Some(Answers::collect(pair, self.query, self.poses, plan.limit))
        })
        .collect()
    }

    /// Notes every answer that differs from Impinge's, and totals that differ from known ones.
    fn compare(&self, answers: &[Option<Answers>], found: &mut Measurement) {
        let Some(Some(impinge)) = answers.first() else { return };
        for (peer, answers) in self.peers.iter().zip(answers) {
            let Some(answers) = answers else { continue };
            for (pose, expected, answer) in differences(self.poses, impinge, answers) {
                let (peer, workload) = (peer.name(), self.workload.name.clone());
                found.disagreements.push(Disagreement {
                    peer,
                    workload,
                    query: self.query,
                    pose,
                    impinge: expected,
                    answer,
                });
            }
            let known = match self.query {
                Query::Boolean => KNOWN_COLLIDING,
                Query::Contacts => KNOWN_CONTACTS,
                Query::Distance => continue,
            };
            let is_known = self.workload.name == "env_rob" && answers.answers.len() == KNOWN_POSES;
            if is_known && answers.total() != known as f64 {
                let (name, total) = (peer.name(), answers.total());
                found
                    .notices
                    .push(format!("env_rob: {name} counts {total} for {}, known are {known}", self.query.name()));
            }
        }
    }

    /// Asks a peer at one pose after the other.
    fn asker<'a>(&self, pair: &'a dyn Pair) -> impl Fn(&[usize]) + use<'a> {
        let query = self.query;
        move |poses| {
            for &pose in poses {
                black_box(pair.ask(query, black_box(pose)));
            }
        }
    }

    /// The row of times; a peer with a failure among its answers is not timed.
    fn timed(
        &self,
        answers: &[Option<Answers>],
        reposing: &[Reposing],
        disagreements: &[Disagreement],
        plan: &Plan,
    ) -> MeasuredRow {
        let asks: Vec<_> = self.loaded.iter().map(|loaded| Some(self.asker(loaded.as_ref()?.pair.as_ref()))).collect();
        let contenders: Vec<Option<Contender<'_>>> = answers
            .iter()
            .zip(&asks)
            .map(|(answers, ask)| {
                let answers = answers.as_ref().filter(|answers| answers.is_sound())?;
                Some(Contender { ask: ask.as_ref()?, poses: answers.answers.len(), pass: answers.time })
            })
            .collect();
        let times = time(&contenders, self.poses, plan);
        let impinge = contenders.first().copied().flatten().map_or(0, |contender| contender.poses);
        let cells = (0..self.peers.len()).map(|k| {
            let (poses, times_of_peer) = (contenders[k]?.poses, times[k].as_ref()?);
            let common = poses.min(impinge);
            let own = times.first().and_then(|times| times.as_ref()?.mean_microseconds(common));
            let is_here = |d: &&Disagreement| d.peer == self.peers[k].name() && d.query == self.query;
            let repose = reposing[k].microseconds().unwrap_or(0.0);
            Some(Cell {
                value: times_of_peer.mean_microseconds(poses)?,
                repose,
                ratio: own.and_then(|own| Some((times_of_peer.mean_microseconds(common)? + repose) / own)),
                poses,
                disagreements: disagreements.iter().filter(is_here).count(),
                total: answers[k].as_ref().map_or(0.0, Answers::total),
            })
        });
        MeasuredRow::new(self.workload, Measure::Query(self.query), self.poses.len(), cells.collect())
    }
}

/// The row of what loading took.
fn loading(workload: &Workload, loaded: &[Option<Loaded>], measure: Measure) -> MeasuredRow {
    let triangles = workload.triangles() as f64;
    let value = |loaded: &Loaded| match measure {
        Measure::Query(_) | Measure::Repose | Measure::Batch(..) | Measure::Exact | Measure::BuildOn(..) => None,
        Measure::Build => Some(loaded.build.as_secs_f64() * 1e9 / triangles),
        Measure::Topology => Some(loaded.topology?.as_secs_f64() * 1e9 / triangles),
        Measure::Memory => Some(loaded.bytes? as f64 / triangles),
    };
    let values: Vec<Option<f64>> = loaded.iter().map(|loaded| value(loaded.as_ref()?)).collect();
    let own = values.first().copied().flatten();
    let cell = |value: f64| Cell {
        value,
        repose: 0.0,
        ratio: own.map(|own| value / own),
        poses: 0,
        disagreements: 0,
        total: 0.0,
    };
    MeasuredRow::new(workload, measure, 0, values.iter().map(|value| value.map(cell)).collect())
}
