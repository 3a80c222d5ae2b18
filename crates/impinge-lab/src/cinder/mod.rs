//! `impinge lab cinder`: the experiments of Knott and Pai (2003) on this device, and how much one image misses.

pub mod linear_fit;
pub mod missed_pairs;
mod pictures;
mod table;
pub mod timing;

use crate::args::LabFormat;
use crate::image_space_args::CinderArgs;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use impinge_gpu::cinder::Cinder;
use impinge_gpu::{Description, Gpu};
use impinge_picture::log_log_plot::{Curve, Figure, Panel};
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use linear_fit::Fit;
use missed_pairs::MissRate;
pub use missed_pairs::meeting;
use serde::Serialize;
use timing::{QUESTIONS, Timing};

/// All that was measured.
#[derive(Serialize)]
pub struct CinderResults {
    pub device: String,
    pub driver: String,
    pub seed: u64,
    pub trials: u32,
    pub pixels: u32,
    pub timings: Vec<Timing>,
    pub fits: Vec<Fit>,
    pub misses: Vec<MissRate>,
}

/// What is asked for.
struct CinderPlan {
    boxes: Vec<u32>,
    triangles: Vec<u32>,
    trials: u32,
    pixels: u32,
    sizes: Vec<u32>,
    densities: Vec<f64>,
    /// Bodies of a scene in which misses are counted, and how many such scenes.
    crowd: [u32; 2],
}

impl CinderPlan {
    fn of(words: &CinderArgs) -> Self {
        let sorted = |list: &[u32]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list.dedup();
            list
        };
        if words.quick {
            return Self {
                boxes: vec![20, 40, 80],
                triangles: vec![500, 1000, 2000],
                trials: words.trials.min(3),
                pixels: words.pixels.min(64),
                sizes: vec![16, 64],
                densities: vec![0.1, 0.4],
                crowd: [24, 2],
            };
        }
        Self {
            boxes: sorted(&words.boxes),
            triangles: sorted(&words.triangles),
            trials: words.trials,
            pixels: words.pixels,
            sizes: vec![32, 64, 128, 256, 512, 1024],
            densities: vec![0.05, 0.1, 0.2, 0.4, 0.8],
            crowd: [200, 10],
        }
    }
}

/// Runs the command.
///
/// # Errors
/// There is no device, it fails, or the files could not be written.
pub fn run(words: &CinderArgs, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let gpu = Gpu::open(&impinge_gpu::Choice::named_or_fastest(words.device.as_deref()))?;
    let plan = CinderPlan::of(words);
    let mut cinder = Cinder::new(&gpu)?;
    let Description { name, driver, .. } = gpu.description().clone();
    let questions = QUESTIONS.iter().filter(|question| question.fits(gpu.description()));
    let work = questions.clone().count() * (plan.boxes.len() + plan.triangles.len()) + plan.densities.len() + 1;
    let progress = Progress::new("cinder", work, quiet);
    let series = timing::TrialSeries { trials: plan.trials, pixels: plan.pixels, seed: words.seed };
    let mut timings = Vec::new();
    for question in questions {
        for &count in &plan.boxes {
            timings.push(timing::boxes(&gpu, &mut cinder, question, count, series)?);
            progress.step();
        }
        for &count in &plan.triangles {
            timings.push(timing::spheres(&gpu, &mut cinder, question, count, series)?);
            progress.step();
        }
    }
    let mut misses = Vec::new();
    for &density in &plan.densities {
        misses.extend(missed_pairs::count(&gpu, &mut cinder, (density, plan.crowd), &plan.sizes, words.seed)?);
        progress.step();
    }
    for (file, picture) in pictures::pictures(&gpu, &mut cinder, words.width, words.seed)? {
        dir.put(file, &picture)?;
    }
    drop(progress);
    let fits = linear_fit::all(&timings);
    let (seed, trials, pixels) = (words.seed, plan.trials, plan.pixels);
    let results = CinderResults { device: name, driver, seed, trials, pixels, timings, fits, misses };
    report(words, &results, &mut dir, quiet)
}

/// Writes the files and prints the tables.
fn report(words: &CinderArgs, results: &CinderResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let (times, json) = (csv_rows(&results.timings)?, serde_json::to_vec_pretty(results)?);
    dir.put("cinder-times.csv", &times)?;
    dir.put("cinder-misses.csv", &csv_rows(&results.misses)?)?;
    dir.put("cinder-times.svg", times_figure(results).as_bytes())?;
    dir.put("cinder-misses.svg", misses_figure(results).as_bytes())?;
    dir.put("cinder.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let mut text = table::text(results);
            let CinderResults { device, driver, seed, .. } = results;
            let out = words.place.out.display();
            text.push_str(&format!("{device} ({driver}), seed {seed}\nwrote to {out}: {}\n", dir.files.join(", ")));
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&times)?,
    }
    Ok(())
}

const COLOURS: [&str; 6] = ["#d55e00", "#e69f00", "#aa4499", "#0072b2", "#56b4e9", "#777777"];

/// Figures 9 and 10: time over boxes, and over triangles, a curve for each way to ask.
fn times_figure(results: &CinderResults) -> String {
    let panel = |experiment: &'static str| {
        let curve = |(question, colour): (&timing::Question, &'static str)| Curve {
            name: question.name,
            colour,
            points: results.timings.iter().filter(|t| t.is(experiment, question.name)).map(Timing::point).collect(),
        };
        let curves = QUESTIONS.iter().zip(COLOURS).map(curve).filter(|curve| !curve.points.is_empty());
        Panel { title: experiment.to_owned(), curves: curves.collect(), marks: Vec::new() }
    };
    let CinderResults { device, trials, pixels, .. } = results;
    let note =
        format!("mean of {trials} random scenes at {pixels} x {pixels} pixels, identification included; {device}");
    let rows = vec![timing::EXPERIMENTS.map(panel).into()];
    Figure { title: "CInDeR: time of a query", note: &note, axes: ["how many", "ms"], rows }.svg()
}

/// What one image misses, over its pixels; a panel for each density. Nothing missed is drawn at a tenth of a per cent.
fn misses_figure(results: &CinderResults) -> String {
    let mut densities: Vec<f64> = results.misses.iter().map(|miss| miss.density).collect();
    densities.dedup();
    let panel = |density: &f64| {
        let own = || results.misses.iter().filter(move |miss| miss.density == *density);
        let curve = |name, colour, percent: fn(&MissRate) -> f64| Curve {
            name,
            colour,
            points: own().map(|miss| [f64::from(miss.pixels), percent(miss).max(0.1)]).collect(),
        };
        Panel {
            title: format!("density {density}"),
            curves: vec![
                curve("one view", COLOURS[0], |miss| miss.missed_percent),
                curve("three, layers", COLOURS[3], |miss| miss.survey_missed_percent),
            ],
            marks: Vec::new(),
        }
    };
    let note = format!("pairs that meet and that no image shows, by the exact engine; {}", results.device);
    let rows = vec![densities.iter().map(panel).collect()];
    Figure { title: "CInDeR: what images miss", note: &note, axes: ["pixels a side", "% of pairs"], rows }.svg()
}
