//! `impinge lab rapid`: the simulations of Lin, Manocha, Cohen and Gottschalk (1996, section 5).

mod cost_plot;
pub mod experiment;
mod pictures;
pub mod scenario;
mod step_csv;
pub mod timings;

use crate::args::{LabFormat, Rapid, RapidScene};
use crate::measurement_harness::output_dir::OutputDir;
use crate::rapid::scenario::Scenario;
use crate::rapid::timings::{Timings, TimingsComparison};
use impinge_scenes::pipework::PAPER_TRIANGLES;
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use serde::Serialize;

/// The figures of all scenes.
#[derive(Serialize)]
struct RapidResults {
    paper: &'static str,
    seed: u64,
    scenes: Vec<TimingsComparison>,
}

/// Runs the command.
///
/// # Errors
/// The files could not be written.
pub fn run(words: &Rapid, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    threads::start(words.place.jobs)?;
    let mut comparisons = Vec::new();
    for (i, scene) in words.scenes.iter().enumerate() {
        if words.scenes[..i].contains(scene) {
            continue;
        }
        let (scenario, paper) = match scene {
            RapidScene::Pipes => (scenario::pipes(words.seed, PAPER_TRIANGLES)?, Timings::printed_for_pipes()),
            RapidScene::Torpedo => (scenario::torpedo(words.seed)?, Timings::printed_for_torpedo()),
        };
        comparisons.push(simulate(&scenario, paper, words, &mut dir, quiet)?);
    }
    let report =
        RapidResults { paper: "Lin, Manocha, Cohen, Gottschalk 1996, Table 1", seed: words.seed, scenes: comparisons };
    let json = serde_json::to_vec_pretty(&report)?;
    dir.put("rapid.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let table = timings::table(&report.scenes);
            let wrote = format!("wrote to {}: {}\n", words.place.out.display(), dir.files.join(", "));
            Output::Stdout.write_text(&(table + &wrote))?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&timings::csv(&report.scenes)?)?,
    }
    Ok(())
}

/// Runs one scene and writes its files.
fn simulate(
    scenario: &Scenario,
    paper: Timings,
    words: &Rapid,
    dir: &mut OutputDir,
    quiet: bool,
) -> anyhow::Result<TimingsComparison> {
    let progress = Progress::new(scenario.name, words.steps as usize, quiet);
    let run = experiment::run(scenario, words.steps as usize, &progress)?;
    drop(progress);
    let name = scenario.name;
    dir.put(&format!("{name}-steps.csv"), &step_csv::csv(&run)?)?;
    dir.put(&format!("{name}-cost.svg"), cost_plot::over_steps(name, &run).as_bytes())?;
    let pictures = pictures::RunPictures::of(scenario, &run, words.width);
    dir.put(&format!("{name}.png"), &pictures.whole()?)?;
    dir.put(&format!("{name}-contacts.png"), &pictures.contacts()?)?;
    Ok(TimingsComparison {
        scene: name,
        paper,
        obb_tree: Timings::measured(scenario, &run, |step| step.classic),
        impinge: Timings::measured(scenario, &run, |step| step.here),
    })
}
