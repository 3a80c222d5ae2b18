//! `impinge lab cloth`: surfaces that deform until they cross themselves. Ways to keep a tree up after Larsson and Akenine-Möller (2001), the
//! spanner of Gao, Guibas and Nguyen (2006) on their vertices, and how many steps a second there are.

pub mod args;
pub mod classic_refits;
pub mod close_vertices;
pub mod frames;
mod pictures;
pub mod simulation_steps;
mod table;
pub mod tree_upkeep;
pub mod upkeep_comparison;

use crate::args::LabFormat;
use crate::measurement_harness::machine::processor;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use args::{ClothArgs, Scene};
use classic_refits::ClassicRefit;
use close_vertices::CloseVertices;
use frames::FilmFrames;
use impinge::executor::Executor;
use impinge_picture::number_format::grouped;
use impinge_picture::step_plot::{self, Scale, Series};
use impinge_scenes::deforming_sequences::Size;
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use serde::Serialize;
use simulation_steps::StepRate;
use tree_upkeep::WAYS;
use upkeep_comparison::{Count, FrameTimes, Mean};

/// The most triangles, frames and rounds of `--quick`.
const QUICK: [u32; 3] = [2_000, 12, 1];

/// The steps of progress for a scene: frames made, contacts counted, ways timed, classic trees, points, steps, pictures.
const STAGES: usize = 7;

/// Colours of the ways, colour-blind safe.
const COLOURS: [&str; WAYS.len()] = ["#e69f00", "#d55e00", "#0072b2"];

/// All that was measured.
#[derive(Serialize)]
pub struct ClothResults {
    pub machine: String,
    pub seed: u64,
    pub rounds: u32,
    pub counts: Vec<Count>,
    pub means: Vec<Mean>,
    pub frames: Vec<FrameTimes>,
    pub classic: Vec<ClassicRefit>,
    pub points: Vec<CloseVertices>,
    pub steps: Vec<StepRate>,
}

/// Runs the command.
///
/// # Errors
/// Two ways do not agree, or the files could not be written.
pub fn run(words: &ClothArgs, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let executor = threads::start(words.place.jobs)?;
    let quick = |asked: u32, most: u32| if words.quick { asked.min(most) } else { asked };
    let size = Size { triangles: quick(words.triangles, QUICK[0]), frames: quick(words.frames, QUICK[1]) };
    let mut results = ClothResults {
        machine: processor(),
        seed: words.seed,
        rounds: quick(words.rounds, QUICK[2]),
        counts: Vec::new(),
        means: Vec::new(),
        frames: Vec::new(),
        classic: Vec::new(),
        points: Vec::new(),
        steps: Vec::new(),
    };
    let mut scenes: Vec<Scene> = Vec::new();
    for scene in &words.scenes {
        if !scenes.contains(scene) {
            scenes.push(*scene);
        }
    }
    let progress = Progress::new("cloth", scenes.len() * STAGES, quiet);
    for scene in scenes {
        let film = FilmFrames::new(scene, size, words.seed, &executor)?;
        progress.step();
        measure(&film, &mut results, &executor, &progress)?;
        dir.put(&format!("{}.svg", scene.name()), over_frames(&film, &results).as_bytes())?;
        for (k, png) in pictures::pictures(&film, words.width, &executor)?.iter().enumerate() {
            dir.put(&format!("{}-{}.png", scene.name(), k + 1), png)?;
        }
        progress.step();
    }
    drop(progress);
    report(words, &results, &mut dir, quiet)
}

/// Everything about one film, added to the results.
fn measure(
    film: &FilmFrames,
    results: &mut ClothResults,
    executor: &Executor,
    progress: &Progress,
) -> anyhow::Result<()> {
    let counts = upkeep_comparison::count(film, executor)?;
    progress.step();
    let laps = upkeep_comparison::time(film, &counts, results.rounds)?;
    progress.step();
    results.classic.extend(classic_refits::measure(film, &counts, executor)?);
    progress.step();
    results.points.extend(close_vertices::measure(film)?);
    progress.step();
    results.steps.extend(simulation_steps::measure(film, results.rounds, executor)?);
    progress.step();
    results.means.extend(upkeep_comparison::means(film, &laps));
    results.counts.extend(counts);
    results.frames.extend(laps);
    Ok(())
}

/// Writes the files and prints the tables.
fn report(words: &ClothArgs, results: &ClothResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let (means, json) = (csv_rows(&results.means)?, serde_json::to_vec_pretty(results)?);
    dir.put("cloth.csv", &means)?;
    dir.put("cloth-frames.csv", &csv_rows(&results.frames)?)?;
    dir.put("cloth-counts.csv", &csv_rows(&results.counts)?)?;
    dir.put("cloth-classic.csv", &csv_rows(&results.classic)?)?;
    dir.put("cloth-points.csv", &csv_rows(&results.points)?)?;
    dir.put("cloth-steps.csv", &csv_rows(&results.steps)?)?;
    dir.put("cloth.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let mut text = table::text(results);
            let ClothResults { machine, seed, rounds, .. } = results;
            let (out, files) = (words.place.out.display(), dir.files.join(", "));
            text.push_str(&format!("{machine}, fastest of {rounds} rounds, seed {seed}\nwrote to {out}: {files}\n"));
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&means)?,
    }
    Ok(())
}

/// Counts and times over the frames of a film.
fn over_frames(film: &FilmFrames, results: &ClothResults) -> String {
    let scene = film.scene.name();
    let counts: Vec<&Count> = results.counts.iter().filter(|count| count.scene == scene).collect();
    let counted = |name, colour, of: fn(&Count) -> usize| {
        let values = counts.iter().map(|count| of(count) as f64).collect();
        Series { name, values, colour }
    };
    let timed = |of: fn(&FrameTimes) -> f64| {
        let series = |(way, colour): (&tree_upkeep::UpkeepMethod, &'static str)| {
            let own = results.frames.iter().filter(|lap| (lap.scene, lap.way) == (scene, way.name));
            Series { name: way.name, values: own.map(of).collect(), colour }
        };
        WAYS.iter().zip(COLOURS).map(series).collect()
    };
    let near = |name, colour, of: fn(&CloseVertices) -> f64| {
        let own = results.points.iter().filter(|row| row.scene == scene);
        Series { name, values: own.map(of).collect(), colour }
    };
    let panel = |title, series| step_plot::Panel { title, series, scale: Scale::Linear };
    let mut meeting = vec![
        counted("meeting", "#d55e00", |count| count.crossing),
        counted("neighbours", "#777777", |count| count.overlapping),
    ];
    if film.obstacle.is_some() {
        meeting.push(counted("with the ball", "#009e73", |count| count.obstacle));
    }
    let panels = [
        panel("pairs of faces", meeting),
        panel("microseconds: keeping the tree up", timed(|lap| lap.upkeep_microseconds)),
        panel("microseconds: self-collision", timed(|lap| lap.search_microseconds)),
        panel("microseconds: both", timed(|lap| lap.upkeep_microseconds + lap.search_microseconds)),
        panel(
            "microseconds: close vertices",
            vec![
                near("spanner", "#aa4499", |row| row.spanner_upkeep_microseconds + row.spanner_search_microseconds),
                near("tree", "#0072b2", |row| row.tree_microseconds),
            ],
        ),
    ];
    let triangles = grouped(film.triangles() as u64);
    step_plot::under_each_other(&format!("{scene}: {triangles} triangles, {} frames", film.frames.len()), &panels)
}
