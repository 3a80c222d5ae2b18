//! The command `planar`: arguments, workloads, and the files it writes.

use super::compare_and_time::{PlanarMeasurement, PlanarQuery, measure};
use super::report;
use super::workload::Workload;
use crate::timing::Plan;
use anyhow::Context;
use clap::Args;
use impinge_lab::measurement_harness::machine::Machine;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Corners of stars.
const CORNERS: [usize; 8] = [8, 16, 32, 64, 128, 256, 512, 1_024];
/// The first pair of n corners has this seed and n, each further pair adds this stride.
const FIRST_SEED: u64 = 7_000;
const SEED_STEP: u64 = 10_000;
/// Pairs of stars of each size.
const PAIRS: u64 = 4;

/// Star polygons in the plane: answers compared, then timed, one thread, in one run
#[derive(Debug, Args)]
pub struct PlanarArgs {
    /// Rounds in which all engines take turns; the median counts [default: 7]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Rough numbers soon: three rounds, one pair of each size
    #[arg(long)]
    quick: bool,
    /// Where CSV and SVG go
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Measures, prints and writes.
///
/// # Errors
/// An engine refuses a polygon, or the output could not be written.
pub fn run(args: &PlanarArgs) -> anyhow::Result<()> {
    let (rounds, pairs) = if args.quick { (3, 1) } else { (7, PAIRS) };
    let plan = Plan {
        rounds: args.rounds.unwrap_or(rounds) as usize,
        round: Duration::from_millis(20),
        limit: Duration::from_secs(4),
    };
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let setup = Machine::here();
    let mut rows: Vec<PlanarMeasurement> = Vec::new();
    for corners in CORNERS {
        let _ = writeln!(io::stderr(), "stars of {corners} …");
        let workloads: Vec<Workload> = (0..pairs)
            .map(|k| Workload::stars(corners, FIRST_SEED + corners as u64 + SEED_STEP * k))
            .collect::<anyhow::Result<_>>()?;
        for query in PlanarQuery::ALL {
            rows.push(measure(&workloads, query, &plan)?);
        }
    }
    rows.sort_by_key(|row| row.query);
    io::stdout()
        .lock()
        .write_all(report::text(&rows, &setup).as_bytes())
        .context("standard output could not be written")?;
    save(&args.output, "planar.csv", &report::times(&rows, &setup)?)?;
    save(&args.output, "planar.svg", report::plot(&rows, &setup).as_bytes())?;
    let _ = writeln!(io::stderr(), "wrote planar.csv and its plot to {}", args.output.display());
    Ok(())
}

fn save(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    Ok(impinge_io::write_atomically(&folder.join(name), |file| file.write_all(bytes))?)
}
