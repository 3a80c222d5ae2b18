//! `impinge lab kitamura`: the experiments of Kitamura, Smith, Takemura and Kishino (1995) with approaching spheres, on one processor and on many.

pub mod approaching_spheres;
pub mod mpi_ranks;
mod table;

use crate::args::{Kitamura, LabFormat};
use crate::kitamura::approaching_spheres::{Cycle, WorkDistribution};
use crate::measurement_harness::machine::processor;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use impinge_classics::octree::Distribution;
use impinge_picture::log_log_plot::{Curve, Figure, Panel};
use impinge_picture::step_plot::{self, Scale, Series};
use impinge_scenes::approaching_spheres::Approach;
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use serde::Serialize;

/// Meridians of the spheres: 224, 960, 2,208 and 3,968 faces. The paper names the second and the last of its four.
const MERIDIANS: [u32; 4] = [16, 32, 48, 64];

/// Meridians of the spheres whose pairs are shared out.
pub const SHARED_MERIDIANS: [u32; 2] = [32, 64];

/// Rounds of `--quick`.
const QUICK: u32 = 3;

/// Processors beyond which there are none by default, as in the paper's figures, and a power of two.
const MOST_PROCESSORS: usize = 16;

/// All that was measured.
#[derive(Serialize)]
pub struct KitamuraResults {
    pub machine: String,
    /// Processors that the machine says it has.
    pub cores: usize,
    pub rounds: u32,
    /// Every cycle of each sphere, on one processor.
    pub cycles: Vec<Cycle>,
    /// The last cycle of each sphere, on several.
    pub shared: Vec<WorkDistribution>,
}

impl KitamuraResults {
    /// The last cycle of a sphere.
    pub fn last(&self, faces: usize) -> Option<&Cycle> {
        self.cycles.iter().rev().find(|cycle| cycle.faces == faces)
    }

    /// Whether processes that pass messages were measured.
    pub fn has_messages(&self) -> bool {
        self.shared.iter().any(|shared| shared.distribution == mpi_ranks::WAYS[0].0)
    }

    /// The numbers of faces, in order.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.cycles.iter().map(|cycle| cycle.faces).collect();
        sizes.dedup();
        sizes
    }

    /// The numbers of faces of the spheres whose pairs were shared out, in order.
    pub fn shared_sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.shared.iter().map(|shared| shared.faces).collect();
        sizes.dedup();
        sizes
    }
}

/// Runs the command.
///
/// # Errors
/// Two runs do not agree, or the files could not be written.
pub fn run(words: &Kitamura, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut processors: Vec<usize> = words.processors.iter().map(|n| usize::from(*n)).collect();
    if processors.is_empty() {
        processors = (1..=cores.min(MOST_PROCESSORS)).collect();
    }
    processors.sort_unstable();
    processors.dedup();
    let rounds = if words.quick { words.rounds.min(QUICK) } else { words.rounds };
    let steps = MERIDIANS.len() * words.cycles as usize + SHARED_MERIDIANS.len() * processors.len();
    let progress = Progress::new("kitamura", steps, quiet);
    let program = mpi_ranks::program();
    let mut results = KitamuraResults { machine: processor(), cores, rounds, cycles: Vec::new(), shared: Vec::new() };
    for meridians in MERIDIANS {
        let spheres = Approach::new(meridians, words.cycles)?;
        let cycles = approaching_spheres::measure(&spheres, rounds, || progress.step())?;
        if let Some(last) = cycles.last()
            && SHARED_MERIDIANS.contains(&meridians)
        {
            for count in &processors {
                results.shared.extend(approaching_spheres::share(&spheres, *count, rounds, last)?);
                if let Some(program) = &program {
                    let numbers = [meridians, words.cycles, rounds];
                    results.shared.extend(mpi_ranks::share(program, numbers, *count, last)?);
                }
                progress.step();
            }
        }
        results.cycles.extend(cycles);
    }
    drop(progress);
    report(words, &results, &mut dir, quiet)
}

/// Writes the files and prints the tables.
fn report(words: &Kitamura, results: &KitamuraResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let (cycles, json) = (csv_rows(&results.cycles)?, serde_json::to_vec_pretty(results)?);
    dir.put("kitamura.csv", &cycles)?;
    dir.put("kitamura-processors.csv", &csv_rows(&results.shared)?)?;
    dir.put("kitamura-cycles.svg", over_cycles(results).as_bytes())?;
    dir.put("kitamura-processors.svg", over_processors(results).as_bytes())?;
    dir.put("kitamura-speedup.svg", speedup(results).as_bytes())?;
    dir.put("kitamura.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let mut text = table::text(results);
            let (machine, out) = (&results.machine, words.place.out.display());
            let rest = format!(
                "{machine}, {} processors, fastest of {} rounds\nwrote to {out}: {}\n",
                results.cores,
                results.rounds,
                dir.files.join(", ")
            );
            text.push_str(&rest);
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&cycles)?,
    }
    Ok(())
}

/// Figure 2: time and pairs over the cycles.
fn over_cycles(results: &KitamuraResults) -> String {
    const NAMES: [(&str, &str); MERIDIANS.len()] =
        [("224 faces", "#009e73"), ("960 faces", "#e69f00"), ("2,208 faces", "#cc79a7"), ("3,968 faces", "#0072b2")];
    let panel = |title, value: fn(&Cycle) -> f64| {
        let series = results.sizes().into_iter().zip(NAMES).map(|(faces, (name, colour))| {
            let own = results.cycles.iter().filter(|cycle| cycle.faces == faces);
            Series { name, values: own.map(value).collect(), colour }
        });
        step_plot::Panel { title, series: series.collect(), scale: Scale::Linear }
    };
    let panels = [
        panel("microseconds, all four steps", |cycle| cycle.microseconds),
        panel("pairs of faces checked", |cycle| cycle.checked as f64),
        panel("pairs of faces colliding", |cycle| cycle.colliding as f64),
    ];
    step_plot::under_each_other("two spheres approach: cost of each cycle on one processor", &panels)
}

/// Figures 3 and 4: time over processors.
fn over_processors(results: &KitamuraResults) -> String {
    const COLOURS: [&str; 3] = ["#d55e00", "#0072b2", "#009e73"];
    const MESSAGES: [&str; mpi_ranks::WAYS.len()] = ["#cc79a7", "#56b4e9"];
    let panel = |faces: usize| {
        let own = |name: &'static str| {
            results.shared.iter().filter(move |shared| (shared.faces, shared.distribution) == (faces, name))
        };
        let point = |shared: &WorkDistribution, time: f64| [shared.processors as f64, time.max(1e-3)];
        let mut curves: Vec<Curve> = Distribution::ALL
            .into_iter()
            .zip(COLOURS)
            .map(|(way, colour)| {
                let points = own(way.name()).map(|shared| point(shared, shared.microseconds)).collect();
                Curve { name: way.name(), colour, points }
            })
            .collect();
        for ((name, _), colour) in mpi_ranks::WAYS.into_iter().zip(MESSAGES) {
            let points: Vec<[f64; 2]> = own(name).map(|shared| point(shared, shared.microseconds)).collect();
            if !points.is_empty() {
                curves.push(Curve { name, colour, points });
            }
        }
        let ideal = own(Distribution::Static.name()).map(|shared| point(shared, shared.ideal_microseconds)).collect();
        curves.push(Curve { name: "ideal", colour: "#777777", points: ideal });
        Panel { title: format!("{faces} faces"), curves, marks: Vec::new() }
    };
    let note = format!("the last cycle, fastest of {} rounds; {}", results.rounds, results.machine);
    let rows = vec![results.shared_sizes().into_iter().map(panel).collect()];
    let title = "two spheres collide: time and processors";
    Figure { title, note: &note, axes: ["processors", "us a cycle"], rows }.svg()
}

/// Figures 3 and 4 as speed-up over one processor, with the points that the paper prints and its T_N.
fn speedup(results: &KitamuraResults) -> String {
    const OURS: [(Distribution, &str, &str); 3] = [
        (Distribution::Static, "static", "#d55e00"),
        (Distribution::Dynamic, "dynamic", "#0072b2"),
        (Distribution::Stealing, "stealing", "#009e73"),
    ];
    let panel = |faces: usize| {
        let curve = |(way, name, colour): (Distribution, &'static str, &'static str)| {
            let own: Vec<&WorkDistribution> = results
                .shared
                .iter()
                .filter(|shared| (shared.faces, shared.distribution) == (faces, way.name()))
                .collect();
            let alone = own.iter().find(|shared| shared.processors == 1).map(|shared| shared.microseconds);
            let point = |shared: &&WorkDistribution| {
                [shared.processors as f64, alone.unwrap_or(f64::NAN) / shared.microseconds.max(1e-3)]
            };
            Curve { name, colour, points: own.iter().map(point).filter(|[_, gain]| gain.is_finite()).collect() }
        };
        let mut curves: Vec<Curve> = OURS.into_iter().map(curve).collect();
        curves.extend(table::published_speedups(faces));
        curves.retain(|curve| !curve.points.is_empty());
        Panel { title: format!("{faces} faces"), curves, marks: Vec::new() }
    };
    let note = format!("the last cycle; {} processors here, 24 in the paper; {}", results.cores, results.machine);
    let rows = vec![results.shared_sizes().into_iter().map(panel).collect()];
    let title = "two spheres collide: how much faster than one processor";
    Figure { title, note: &note, axes: ["processors", "speed-up"], rows }.svg()
}
