//! `impinge lab crowd`: many moving bodies. Broad phases of Kockara et al. (2007) and Lin, Manocha, Cohen and Gottschalk (1996) over
//! the number of bodies, the latter's pipeline at 20 Hz, a deadline for the whole scene, and the vibratory bowl that they name as its use.

mod bowl;
mod bowl_pictures;
pub mod broad_phase_changes;
pub mod broad_phases;
pub mod cost_growth;
pub mod models;
pub mod pipeline;
pub mod random_motion;
mod shaken_bowl;
pub mod step_deadlines;
mod step_rate;
mod table;

use crate::args::{Crowd, CrowdExperiment, LabFormat};
use crate::crowd::broad_phases::BoxTrial;
use crate::crowd::cost_growth::{Crossover, Growth};
use crate::crowd::models::CROWD_MODELS;
use crate::crowd::pipeline::PipelineTrial;
use crate::crowd::random_motion::{MOTIONS, Motion};
use crate::crowd::shaken_bowl::{BowlSnapshot, Feeder, ShakeStep};
use crate::crowd::step_deadlines::DeadlineTrial;
use crate::crowd::step_rate::Rate;
use crate::measurement_harness::machine::processor;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge_picture::log_log_plot::{Curve, Figure, Mark, Panel};
use impinge_picture::number_format::grouped;
use impinge_picture::step_plot::{self, Scale, Series};
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use serde::Serialize;

/// When pictures of the bowl are taken, in parts of its time.
const MOMENTS: [f64; 4] = [0.1, 0.25, 0.5, 1.0];

/// All that was measured.
#[derive(Serialize)]
pub struct CrowdResults {
    pub machine: String,
    pub seed: u64,
    pub boxes: Vec<BoxTrial>,
    pub crossovers: Vec<Crossover>,
    pub growths: Vec<Growth>,
    pub pipeline: Vec<PipelineTrial>,
    pub rates: Vec<Rate>,
    pub deadlines: Vec<DeadlineTrial>,
    pub bowl: Option<Bowl>,
}

/// What the bowl came to.
#[derive(Serialize)]
pub struct Bowl {
    pub parts: usize,
    /// How many of each kind.
    pub kinds: Vec<(&'static str, usize)>,
    pub parts_inside: usize,
    /// A step in which nothing has moved.
    pub still: BowlSnapshot,
    pub steps: Vec<ShakeStep>,
}

/// Runs the command.
///
/// # Errors
/// Two methods do not agree, or the files could not be written.
pub fn run(words: &Crowd, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let executor = threads::start(words.place.jobs)?;
    let mut sizes: Vec<usize> = words.bodies.iter().map(|n| *n as usize).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let (seed, steps) = (words.seed, words.steps as usize);
    let mut results = CrowdResults {
        machine: processor(),
        seed,
        boxes: Vec::new(),
        crossovers: Vec::new(),
        growths: Vec::new(),
        pipeline: Vec::new(),
        rates: Vec::new(),
        deadlines: Vec::new(),
        bowl: None,
    };
    if words.experiments.contains(&CrowdExperiment::Boxes) {
        let progress = Progress::new("boxes", broad_phases::work(&sizes), quiet);
        results.boxes = broad_phases::measure(&sizes, seed, steps, &executor, &progress)?;
        (results.crossovers, results.growths) =
            (broad_phases::crossovers(&results.boxes), broad_phases::growths(&results.boxes));
        dir.put("crowd-boxes.csv", &csv_rows(&results.boxes)?)?;
    }
    if words.experiments.contains(&CrowdExperiment::Pipeline) {
        let progress = Progress::new("pipeline", pipeline::work(&sizes), quiet);
        results.pipeline = pipeline::measure(&sizes, seed, steps, &executor, &progress)?;
        dir.put("crowd-pipeline.csv", &csv_rows(&results.pipeline)?)?;
    }
    if !(results.boxes.is_empty() && results.pipeline.is_empty()) {
        dir.put("crowd-sizes.svg", over_sizes(&results).as_bytes())?;
    }
    if words.experiments.contains(&CrowdExperiment::Rate) {
        let most = sizes.last().copied().unwrap_or_default();
        let progress = Progress::new("rate", step_rate::work(most), quiet);
        results.rates = step_rate::measure(most, seed, &progress)?;
    }
    if words.experiments.contains(&CrowdExperiment::Deadline) {
        let progress = Progress::new("deadline", step_deadlines::work(&sizes), quiet);
        results.deadlines = step_deadlines::measure(&sizes, seed, steps, &Executor::serial(), &progress)?;
        dir.put("crowd-deadlines.csv", &csv_rows(&results.deadlines)?)?;
        dir.put("crowd-deadlines.svg", over_budgets(&results).as_bytes())?;
    }
    if words.experiments.contains(&CrowdExperiment::Bowl) {
        results.bowl = Some(shake(words, &executor, &mut dir, quiet)?);
    }
    report(words, &results, &mut dir, quiet)
}

/// Runs the bowl and writes its files.
fn shake(words: &Crowd, executor: &Executor, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<Bowl> {
    let steps = words.shakes as usize;
    let progress = Progress::new("bowl", steps, quiet);
    let kinds = bowl::kinds(words.seed)?;
    let parts = bowl::parts(&kinds, words.parts as usize, words.seed);
    let mut feeder = Feeder::new(&kinds, &parts)?;
    let drawn: Vec<usize> = MOMENTS.map(|part| ((steps as f64 * part) as usize).saturating_sub(1)).to_vec();
    let shaken = feeder.run(steps, &drawn, executor, &progress)?;
    drop(progress);
    for (k, step) in drawn.iter().enumerate() {
        if let Some(moment) = shaken.moments.iter().find(|moment| moment.step == *step) {
            let png = bowl_pictures::png(moment, feeder.meshes(), words.width)?;
            dir.put(&format!("bowl-{}.png", k + 1), &png)?;
        }
    }
    dir.put("bowl-steps.csv", &csv_rows(&shaken.steps)?)?;
    dir.put("bowl-steps.svg", over_steps(&shaken.steps, parts.len()).as_bytes())?;
    let count = |kind: usize| parts.iter().filter(|part| part.kind == kind).count();
    Ok(Bowl {
        parts: parts.len(),
        kinds: kinds.iter().enumerate().map(|(k, kind)| (kind.name, count(k))).collect(),
        parts_inside: shaken.parts_inside,
        still: shaken.still,
        steps: shaken.steps,
    })
}

/// Writes the last file and prints the tables.
fn report(words: &Crowd, results: &CrowdResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let json = serde_json::to_vec_pretty(results)?;
    dir.put("crowd.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let mut text = table::text(results);
            let (machine, out) = (&results.machine, words.place.out.display());
            let wrote =
                format!("{machine}, one thread, seed {}\nwrote to {out}: {}\n", results.seed, dir.files.join(", "));
            text.push_str(&wrote);
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&first_csv(results)?)?,
    }
    Ok(())
}

/// The rows of the first experiment that was made.
fn first_csv(results: &CrowdResults) -> anyhow::Result<Vec<u8>> {
    match results {
        CrowdResults { boxes, .. } if !boxes.is_empty() => csv_rows(boxes),
        CrowdResults { pipeline, .. } if !pipeline.is_empty() => csv_rows(pipeline),
        CrowdResults { rates, .. } if !rates.is_empty() => csv_rows(rates),
        CrowdResults { deadlines, .. } if !deadlines.is_empty() => csv_rows(deadlines),
        CrowdResults { bowl, .. } => csv_rows(bowl.as_ref().map_or(&[], |bowl| &bowl.steps)),
    }
}

/// Times over sizes: broad phases alone above, the whole pipeline below, a column for each motion.
fn over_sizes(results: &CrowdResults) -> String {
    let broad = |motion: Motion| Panel {
        title: format!("boxes alone, {}", motion.name()),
        curves: BroadPhaseKind::ALL
            .map(|kind| Curve {
                name: kind.name(),
                colour: colour(kind),
                points: broad_phases::curve(&results.boxes, motion, kind.name()),
            })
            .into_iter()
            .filter(|curve| !curve.points.is_empty())
            .collect(),
        marks: marks(&results.crossovers, motion),
    };
    let whole = |motion: Motion| Panel {
        title: format!("whole pipeline, {}", motion.name()),
        curves: CROWD_MODELS
            .into_iter()
            .zip(["#0072b2", "#d55e00"])
            .map(|(cast, colour)| Curve {
                name: cast.name(),
                colour,
                points: pipeline::curve(&results.pipeline, motion, cast),
            })
            .collect(),
        marks: Vec::new(),
    };
    let mut rows = Vec::new();
    if !results.boxes.is_empty() {
        rows.push(MOTIONS.map(broad).into());
    }
    if !results.pipeline.is_empty() {
        rows.push(MOTIONS.map(whole).into());
    }
    let note = format!("mean of all steps; rings: one method overtakes another; {}, one thread", results.machine);
    let axes = ["moving bodies", "ms a step"];
    Figure { title: "a step of many moving bodies: time and size", note: &note, axes, rows }.svg()
}

/// What is known over the time that a step took, a column for each motion.
fn over_budgets(results: &CrowdResults) -> String {
    let panel = |motion: Motion| Panel {
        title: format!("pairs decided, {}", motion.name()),
        curves: CROWD_MODELS
            .into_iter()
            .zip(["#0072b2", "#d55e00"])
            .map(|(cast, colour)| Curve {
                name: cast.name(),
                colour,
                points: step_deadlines::curve(&results.deadlines, motion, cast),
            })
            .collect(),
        marks: Vec::new(),
    };
    let bodies = results.deadlines.first().map_or(0, |trial| trial.bodies as u64);
    let note = format!("{} bodies; {}, one thread", grouped(bodies), results.machine);
    let (axes, rows) = (["ms a step", "per cent of all pairs"], vec![MOTIONS.map(panel).into()]);
    Figure { title: "a scene under a deadline: certainty and time", note: &note, axes, rows }.svg()
}

/// A ring at every crossover, where it is written.
fn marks(crossovers: &[Crossover], motion: Motion) -> Vec<Mark> {
    let own = crossovers.iter().filter(|cross| cross.motion == motion.name());
    let mark = |cross: &Crossover| Mark {
        at: [cross.bodies, cross.milliseconds],
        words: grouped(table::two_figures(cross.bodies)),
    };
    own.map(mark).collect()
}

/// Colour-blind safe colours.
fn colour(kind: BroadPhaseKind) -> &'static str {
    match kind {
        BroadPhaseKind::Exhaustive => "#777777",
        BroadPhaseKind::SweepAndPrune => "#d55e00",
        BroadPhaseKind::HashGrid => "#009e73",
        BroadPhaseKind::Tree => "#0072b2",
        BroadPhaseKind::Auto => "#aa4499",
    }
}

/// Contacts, pairs, what coherence saved and time over the steps of the bowl.
fn over_steps(steps: &[ShakeStep], parts: usize) -> String {
    let series = |name, colour, value: &dyn Fn(&ShakeStep) -> f64| Series {
        name,
        values: steps.iter().map(value).collect(),
        colour,
    };
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let panel = |title, series| step_plot::Panel { title, series, scale: Scale::Linear };
    let panels = [
        panel(
            "contacts of bodies",
            vec![
                series("lasting", "#777777", &|s| s.lasting as f64),
                series("begun", "#d55e00", &|s| s.began as f64),
                series("ended", "#0072b2", &|s| s.ended as f64),
            ],
        ),
        panel("pairs whose boxes overlap", vec![series("", "#555555", &|s| s.pairs as f64)]),
        panel(
            "settled by what was kept, per cent",
            vec![
                series("stops of fronts", "#0072b2", &|s| share(s.stops_stood, s.stops_tried)),
                series("witnesses", "#d55e00", &|s| share(s.witnesses_stood, s.witnesses_tried)),
                series("hulls apart", "#009e73", &|s| share(s.walks_apart, s.walks)),
            ],
        ),
        panel("microseconds of the step", vec![series("", "#0072b2", &|s| s.microseconds)]),
    ];
    let title = format!("vibratory bowl: {parts} parts, {} steps", grouped(steps.len() as u64));
    step_plot::under_each_other(&title, &panels)
}
