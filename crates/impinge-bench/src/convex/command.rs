//! The command `convex`: arguments, workloads, and the files it writes.

use super::compare_and_time::{Measurement, measure};
use super::hull_building::{self, POINTS};
use super::workload::{Workload, coherent, random};
use super::{degenerate_pairs, peer, report};
use crate::timing::Plan;
use anyhow::Context;
use clap::Args;
use impinge_lab::measurement_harness::machine::Machine;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The corners of the hulls that are timed.
const CORNERS: [usize; 4] = [8, 32, 128, 512];
/// Corners from which the truth about all pairs takes too long.
const LARGE: usize = 512;
/// Pairs of large hulls about which the truth is found.
const KNOWN: usize = 200;

/// Convex pairs: answers judged by the truth, then timed, one thread, in one run
#[derive(Debug, Args)]
pub struct ConvexArgs {
    /// Random pairs of each workload [default: 2000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: Option<u32>,
    /// Steps of each of the 20 motions of a workload [default: 200]
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
    steps: Option<u32>,
    /// The most pairs of a workload about which the truth is found [default: all, but 200 of hulls with 512 corners]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    truths: Option<u32>,
    /// Rounds in which all engines take turns; the median counts [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Rough numbers soon: 100 pairs, 20 steps, 50 truths, 3 rounds and hulls of 10,000 points unless set
    #[arg(long)]
    quick: bool,
    /// Only workloads whose name contains this; hull building is called hulls
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Where CSV and SVG go
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Measures, prints and writes.
///
/// # Errors
/// The output could not be written.
pub fn run(args: &ConvexArgs) -> anyhow::Result<()> {
    let (pairs, steps, rounds) = if args.quick { (100, 20, 3) } else { (2_000, 200, 5) };
    let [pairs, steps, rounds] = [(args.pairs, pairs), (args.steps, steps), (args.rounds, rounds)]
        .map(|(given, own)| given.unwrap_or(own) as usize);
    let plan = Plan { rounds, round: Duration::from_millis(20), limit: Duration::from_secs(10) };
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let (setup, engines) = (Machine::here(), peer::all());
    let mut all = Measurement::default();
    let mut add = |workload: &Workload, plan: Option<&Plan>| {
        let _ = writeln!(io::stderr(), "{} …", workload.name);
        let most = if workload.corners >= LARGE { KNOWN } else { usize::MAX };
        let most = if args.quick { most.min(50) } else { most };
        all.add(measure(workload, &engines, args.truths.map_or(most, |given| given as usize), plan));
    };
    let is_asked = |name: &str| name.contains(&args.only);
    for corners in CORNERS {
        if is_asked(&format!("random_{corners}")) {
            add(&random(corners, pairs)?, Some(&plan));
        }
        if is_asked(&format!("coherent_{corners}")) {
            add(&coherent(corners, steps)?, Some(&plan));
        }
    }
    for workload in degenerate_pairs::all(pairs.min(300))?.iter().filter(|workload| is_asked(&workload.name)) {
        add(workload, None);
    }
    let points = if args.quick { POINTS / 10 } else { POINTS };
    let built = if is_asked("hulls") { hull_building::build(points, rounds) } else { Vec::new() };
    let mut text = report::text(&all, &built, &engines, &setup);
    let skipped = all.skips.iter().map(String::as_str).chain(peer::absent());
    text.extend(skipped.map(|skip| format!("SKIPPED {skip}\n")));
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    save(&args.output, "convex.csv", &report::times(&all.rows, &built, &engines, &setup)?)?;
    save(&args.output, "convex-judgements.csv", &report::judgements(&all.judged, &engines)?)?;
    save(&args.output, "convex-faults.csv", &report::faults(&all.findings)?)?;
    save(&args.output, "convex.svg", report::plot(&all.rows, &engines, &setup).as_bytes())?;
    let _ = writeln!(io::stderr(), "wrote convex.csv, its judgements, faults and plot to {}", args.output.display());
    Ok(())
}

fn save(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    Ok(impinge_io::write_atomically(&folder.join(name), |file| file.write_all(bytes))?)
}
