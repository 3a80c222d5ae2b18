//! The command `broad`: arguments, workloads, and the files it writes.

use super::compare_and_time::{BroadMeasurement, measure};
use super::engine::BroadEngine;
use super::report;
use super::workload::BoxSet;
use anyhow::Context;
use clap::Args;
use impinge_lab::measurement_harness::machine::Machine;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Numbers of uniform boxes.
const UNIFORM: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Moving boxes: pairs compared, then steps timed, one thread, in one run
#[derive(Debug, Args)]
pub struct BroadArgs {
    /// Rounds; the median counts [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Rough numbers soon: one round, no million boxes, hard sets of 10,000
    #[arg(long)]
    quick: bool,
    /// Only workloads whose name, as in uniform_1000, contains this
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Where CSV and SVG go
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Measures, prints and writes.
///
/// # Errors
/// Engines disagree about pairs, or the output could not be written.
pub fn run(args: &BroadArgs) -> anyhow::Result<()> {
    let rounds = args.rounds.unwrap_or(if args.quick { 1 } else { 5 }) as usize;
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let (setup, hard) = (Machine::here(), if args.quick { 10_000 } else { 100_000 });
    let uniform =
        UNIFORM.iter().filter(|boxes| !args.quick || **boxes <= 100_000).map(|boxes| (BoxSet::Uniform, *boxes));
    let others = [BoxSet::Sizes, BoxSet::Clusters, BoxSet::Giants, BoxSet::Incoherent].map(|kind| (kind, hard));
    let mut rows: Vec<BroadMeasurement> = Vec::new();
    for (kind, boxes) in uniform.chain(others) {
        let name = format!("{}_{boxes}", kind.name());
        if !name.contains(&args.only) {
            continue;
        }
        let _ = writeln!(io::stderr(), "{name} …");
        let takes_part = |engine: &BroadEngine| {
            // Without coherence, sorted lists do not help, and a refitted tree is traversed completely.
            let is_hopeless =
                kind == BoxSet::Incoherent && matches!(engine, BroadEngine::Parry | BroadEngine::ParryChanges);
            boxes <= engine.most() && !is_hopeless
        };
        let engines: Vec<BroadEngine> = BroadEngine::ALL.into_iter().filter(takes_part).collect();
        let rounds = if boxes >= 1_000_000 {
            1
        } else if boxes >= 100_000 {
            rounds.min(3)
        } else {
            rounds
        };
        rows.extend(measure(kind, boxes, &engines, rounds).with_context(|| name)?);
    }
    io::stdout()
        .lock()
        .write_all(report::text(&rows, &setup).as_bytes())
        .context("standard output could not be written")?;
    save(&args.output, "broad.csv", &report::times(&rows, &setup)?)?;
    save(&args.output, "broad.svg", report::plot(&rows, &setup).as_bytes())?;
    let _ = writeln!(io::stderr(), "wrote broad.csv and its plot to {}", args.output.display());
    Ok(())
}

fn save(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    Ok(impinge_io::write_atomically(&folder.join(name), |file| file.write_all(bytes))?)
}
