//! `impinge step`: all pairs of bodies under a budget, step by step, each free, meeting or open; time against certainty.

pub mod args;

use crate::Outcome;
use crate::format::RowFormat;
use args::StepArgs;
use impinge::executor::Executor;
use impinge::scene::{BodyId, BudgetedStep, ContactPhase, PairAnswer, Scene};
use impinge_clash::json::{self, AnswerSource, SCHEMA};
use impinge_clash::{Assembly, AssemblyScene, csv_text, number_format};
use impinge_terminal::output;
use serde::Serialize;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

/// A step and what is known after it.
#[derive(Clone, Copy, Debug, Serialize)]
struct StepRow {
    step: u32,
    microseconds: f64,
    effort: u64,
    pairs: usize,
    free: usize,
    meeting: usize,
    open: usize,
    contacts: usize,
    decided: f64,
}

/// A pair and what is known of it.
#[derive(Debug, Serialize)]
struct PairRow {
    a: String,
    b: String,
    answer: &'static str,
    /// Upper bound on the distance of an open pair; `None` for other pairs and where no finite bound is known, as with half-spaces.
    distance_upper: Option<f64>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or the answers could not be written.
pub fn run(words: &StepArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let inputs: Vec<&Path> = words.files.iter().map(|path| path.as_path()).collect();
    let (output, format) = words.output.open(&inputs)?;
    let executor = words.jobs.start()?;
    let assembly = Assembly::load(&words.files, &words.robots.settings(&words.files)?)?;
    if !quiet {
        assembly.notes.iter().for_each(|note| output::note(note));
    }
    let mut scene = AssemblyScene::new(&assembly)?.scene;
    prepare(&scene, &executor);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    for step in 1..=words.steps {
        let start = Instant::now();
        let found = scene.step_within(&words.budget, words.open.policy(), &executor);
        rows.push(row(step, start.elapsed().as_secs_f64() * 1e6, &found));
        let is_last = step == words.steps || found.cost().open == 0;
        if is_last {
            pairs = found.pairs().collect();
            break;
        }
    }
    let pairs: Vec<PairRow> = pairs.into_iter().map(|(bodies, answer)| pair_row(&scene, bodies, answer)).collect();
    let source = AnswerSource::read(assembly.unit, &inputs);
    match (format, words.pairs) {
        (RowFormat::Csv, false) => output.write(&steps_csv(&rows)?)?,
        (RowFormat::Csv, true) => output.write(&pairs_csv(&pairs)?)?,
        (RowFormat::Json, _) => output.write(&as_json(&rows, &pairs, &source)?)?,
    }
    let Some(last) = rows.last() else { return Ok(Outcome::Nothing) };
    if !quiet {
        let all = number_format::count(last.pairs, "pair of boxes", "pairs of boxes");
        let steps = number_format::count(rows.len(), "step", "steps");
        let StepRow { free, meeting, open, .. } = last;
        output::say(&format!("{all} after {steps}: {free} free, {meeting} meeting, {open} open"));
    }
    Ok(Outcome::found(last.meeting + last.open > 0))
}

/// Makes the trees of all meshes, so that no step waits for them.
fn prepare(scene: &Scene, executor: &Executor) {
    scene.bodies().flat_map(|body| body.model().meshes()).for_each(|mesh| mesh.prepare(executor));
}

fn row(step: u32, microseconds: f64, found: &BudgetedStep<'_>) -> StepRow {
    let [mut free, mut meeting, mut open] = [0; 3];
    for (_, answer) in found.pairs() {
        *match answer {
            PairAnswer::Free => &mut free,
            PairAnswer::Meeting => &mut meeting,
            PairAnswer::Open(_) => &mut open,
        } += 1;
    }
    let pairs = free + meeting + open;
    let contacts = found.events().iter().filter(|event| event.phase != ContactPhase::End).count();
    let decided = if pairs == 0 { 1.0 } else { (free + meeting) as f64 / pairs as f64 };
    let effort = found.cost().effort;
    StepRow { step, microseconds, effort, pairs, free, meeting, open, contacts, decided }
}

fn pair_row(scene: &Scene, bodies: (BodyId, BodyId), answer: PairAnswer) -> PairRow {
    let name = |id: BodyId| scene.body(id).ok().and_then(|body| body.name()).unwrap_or("?").to_owned();
    let (answer, distance_upper) = match answer {
        PairAnswer::Free => ("free", None),
        PairAnswer::Meeting => ("meeting", None),
        PairAnswer::Open(bounds) => ("open", Some(bounds.upper).filter(|upper| upper.is_finite())),
    };
    PairRow { a: name(bodies.0), b: name(bodies.1), answer, distance_upper }
}

fn steps_csv(rows: &[StepRow]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    for row in rows {
        out.serialize(row)?;
    }
    Ok(out.into_inner()?)
}

fn pairs_csv(pairs: &[PairRow]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["a", "b", "answer", "distance_upper"])?;
    for pair in pairs {
        let upper = pair.distance_upper.map_or_else(String::new, |upper| upper.to_string());
        out.write_record([&*csv_text(&pair.a), &*csv_text(&pair.b), pair.answer, &upper])?;
    }
    Ok(out.into_inner()?)
}

fn as_json(rows: &[StepRow], pairs: &[PairRow], source: &AnswerSource) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    writeln!(out, "{{\"schema\":{SCHEMA},")?;
    source.write(&mut out)?;
    write!(out, "\"steps\":[")?;
    json::lines(&mut out, rows.iter())?;
    write!(out, "],\n\"pairs\":[")?;
    json::lines(&mut out, pairs.iter())?;
    writeln!(out, "]}}")?;
    Ok(out)
}
