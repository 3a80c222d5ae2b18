//! `impinge lab convex`: the constant time that Lin and Canny (1991) expect for closest features of hulls in coherent motion, beside
//! GJK, V-Clip and SWIFT; and what hulls save two meshes (Lin, Manocha, Cohen and Gottschalk 1996, section 3).

pub mod distance_tracker;
pub mod hulls_first;
mod table;
pub mod tumbling_hulls;

use crate::args::{Convex, LabFormat};
use crate::convex::distance_tracker::{PLACES, TRACKERS, Track, Tracker, track};
use crate::convex::hulls_first::HullStageGain;
use crate::convex::table::SMALL_MOTION;
use crate::convex::tumbling_hulls::{MOTIONS, PAIRS, Tumble};
use crate::measurement_harness::machine::processor;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use impinge_picture::log_log_plot::{Curve, Figure, Panel};
use impinge_picture::number_format::grouped;
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use serde::Serialize;

/// Motions of which the growth of costs with vertices is drawn, in degrees a step.
const DRAWN_MOTIONS: [f64; 3] = [SMALL_MOTION, 1.0, 90.0];

/// All that was measured.
#[derive(Serialize)]
struct ConvexResults {
    machine: String,
    seed: u64,
    steps: u32,
    tracks: Vec<Track>,
    hulls_first: Vec<HullStageGain>,
}

/// Runs the command.
///
/// # Errors
/// Two methods do not agree, or the files could not be written.
pub fn run(words: &Convex, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let executor = threads::start(words.place.jobs)?;
    let mut sizes: Vec<usize> = words.vertices.iter().map(|n| *n as usize).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let steps = words.steps as usize;
    let work = 2 * (sizes.len() * MOTIONS.len() * PAIRS + hulls_first::SCENES * hulls_first::PASSES);
    let progress = Progress::new("convex", work, quiet);
    let mut tracks = Vec::new();
    for vertices in sizes {
        tracks.extend(track(&Tumble::new(vertices, words.seed, &executor)?, steps, &executor, &progress)?);
    }
    let hulls_first = hulls_first::measure(&hulls_first::scenes(words.seed, steps)?, &executor, &progress)?;
    drop(progress);
    let results = ConvexResults { machine: processor(), seed: words.seed, steps: words.steps, tracks, hulls_first };
    report(words, &results, &mut dir, quiet)
}

/// Writes the files and prints the tables.
fn report(words: &Convex, results: &ConvexResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let (tracks, json) = (csv_rows(&results.tracks)?, serde_json::to_vec_pretty(results)?);
    dir.put("convex.csv", &tracks)?;
    dir.put("convex-hulls-first.csv", &csv_rows(&results.hulls_first)?)?;
    dir.put("convex-vertices.svg", over_vertices(results).as_bytes())?;
    dir.put("convex-motion.svg", over_motions(results).as_bytes())?;
    dir.put("convex.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let mut text = table::tracks(&results.tracks);
            text.push_str(&format!("\n{}", table::gains(&results.hulls_first)));
            let (machine, out) = (&results.machine, words.place.out.display());
            text.push_str(&format!("\n{machine}, one thread\nwrote to {out}: {}\n", dir.files.join(", ")));
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&tracks)?,
    }
    Ok(())
}

/// Costs over vertices, a panel for each of three motions.
fn over_vertices(results: &ConvexResults) -> String {
    let panel = |place: &str, degrees: f64| Panel {
        title: format!("{place}, {degrees}° a step"),
        curves: curves(results, place, &|t| (t.degrees_a_step == degrees).then_some(t.vertices as f64)),
        marks: Vec::new(),
    };
    let rows = PLACES.map(|place| DRAWN_MOTIONS.map(|degrees| panel(place, degrees)).into());
    figure(results, "distance of hulls in motion: cost and size", "vertices", rows.into())
}

/// Costs over motions, a panel each for the fewest vertices, the middle number and the most.
fn over_motions(results: &ConvexResults) -> String {
    let mut sizes: Vec<usize> = results.tracks.iter().map(|t| t.vertices).collect();
    sizes.dedup();
    let mut drawn = vec![0, sizes.len() / 2, sizes.len().saturating_sub(1)];
    drawn.dedup();
    let panel = |place: &str, vertices: usize| Panel {
        title: format!("{place}, {} vertices", grouped(vertices as u64)),
        curves: curves(results, place, &|t| (t.vertices == vertices).then_some(t.degrees_a_step)),
        marks: Vec::new(),
    };
    let row = |place| drawn.iter().filter_map(|i| sizes.get(*i)).map(|vertices| panel(place, *vertices)).collect();
    figure(results, "distance of hulls in motion: cost and motion", "degrees a step", PLACES.map(row).into())
}

fn figure(results: &ConvexResults, title: &str, across: &str, rows: Vec<Vec<Panel>>) -> String {
    let note = format!("{PAIRS} pairs, {} steps each; {}, one thread", results.steps, results.machine);
    Figure { title, note: &note, axes: [across, "us a query"], rows }.svg()
}

/// A curve of times for each method, over a number that tracks have.
fn curves(results: &ConvexResults, place: &str, across: &dyn Fn(&Track) -> Option<f64>) -> Vec<Curve> {
    let points = |tracker: Tracker| {
        let own = results.tracks.iter().filter(|t| t.method == tracker.name() && t.pairs == place);
        own.filter_map(|t| Some([across(t)?, t.microseconds])).collect()
    };
    TRACKERS.map(|tracker| Curve { name: tracker.name(), colour: colour(tracker), points: points(tracker) }).into()
}

/// Colour-blind safe colours.
fn colour(tracker: Tracker) -> &'static str {
    match tracker {
        Tracker::GjkCold => "#777777",
        Tracker::GjkWarm => "#0072b2",
        Tracker::LinCanny => "#d55e00",
        Tracker::VClip => "#009e73",
        Tracker::Swift => "#aa4499",
    }
}
