//! The command `broad`: words, workloads, and what is written.

use super::engine::Choice;
use super::measurement::{Row, measure};
use super::report;
use super::workload::Kind;
use crate::machine::Setup;
use anyhow::Context;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Numbers of uniform boxes.
const UNIFORM: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Moving boxes: pairs compared, then steps timed, one thread, in one run
#[derive(Debug, Args)]
pub struct Words {
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
pub fn run(words: &Words) -> anyhow::Result<()> {
    let rounds = words.rounds.unwrap_or(if words.quick { 1 } else { 5 }) as usize;
    std::fs::create_dir_all(&words.output).with_context(|| words.output.display().to_string())?;
    let (setup, hard) = (Setup::here(), if words.quick { 10_000 } else { 100_000 });
    let uniform =
        UNIFORM.iter().filter(|boxes| !words.quick || **boxes <= 100_000).map(|boxes| (Kind::Uniform, *boxes));
    let others = [Kind::Sizes, Kind::Clusters, Kind::Giants, Kind::Incoherent].map(|kind| (kind, hard));
    let mut rows: Vec<Row> = Vec::new();
    for (kind, boxes) in uniform.chain(others) {
        let name = format!("{}_{boxes}", kind.name());
        if !name.contains(&words.only) {
            continue;
        }
        let _ = writeln!(io::stderr(), "{name} …");
        let takes_part = |engine: &Choice| {
            // Without coherence, sorted lists are of no use, and a refitted tree is walked as a whole.
            let is_hopeless = kind == Kind::Incoherent && matches!(engine, Choice::Parry | Choice::ParryChanges);
            boxes <= engine.most() && !is_hopeless
        };
        let engines: Vec<Choice> = Choice::ALL.into_iter().filter(takes_part).collect();
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
    save(&words.output, "broad.csv", &report::times(&rows, &setup)?)?;
    save(&words.output, "broad.svg", report::plot(&rows, &setup).as_bytes())?;
    let _ = writeln!(io::stderr(), "wrote broad.csv and its plot to {}", words.output.display());
    Ok(())
}

fn save(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    Ok(impinge_io::write_atomically(&folder.join(name), |file| file.write_all(bytes))?)
}
