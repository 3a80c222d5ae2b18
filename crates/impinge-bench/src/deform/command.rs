//! The command `deform`: args, surfaces, and what is written.

use super::compare_and_time::{measure, scaling};
use super::report;
use super::sequence::Sequence;
use anyhow::Context;
use clap::Args;
use impinge_lab::measurement_harness::machine::Machine;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Surfaces that deform, against themselves: contacts compared, then frames timed, in one run
#[derive(Debug, Args)]
pub struct DeformArgs {
    /// Rounds in which all engines take turns; the median counts [default: 31]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Rough numbers soon: five rounds unless set
    #[arg(long)]
    quick: bool,
    /// Where the CSV goes
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Measures, prints and writes.
///
/// # Errors
/// A surface could not be read, an engine failed, or the output could not be written.
pub fn run(args: &DeformArgs) -> anyhow::Result<()> {
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let rounds = args.rounds.unwrap_or(if args.quick { 5 } else { 31 }) as usize;
    let setup = Machine::here();
    let mut sequences = vec![Sequence::beast()?];
    match std::env::var_os("IMPINGE_CORPUS") {
        Some(corpus) => sequences.insert(0, Sequence::cloth(Path::new(&corpus))?),
        None => {
            let _ = writeln!(io::stderr(), "SKIPPED cloth: IMPINGE_CORPUS does not name a folder with its frames");
        }
    }
    let (mut rows, mut scalings) = (Vec::new(), Vec::new());
    for sequence in &sequences {
        let _ = writeln!(io::stderr(), "{} …", sequence.name);
        rows.extend(measure(sequence, rounds).context(sequence.name)?);
        scalings.extend(scaling(sequence, rounds).context(sequence.name)?);
    }
    let text = report::text(&rows, &scalings, &setup);
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    let file = args.output.join("deform.csv");
    let csv = report::csv(&rows, &scalings, &setup)?;
    impinge_io::write_atomically(&file, |out| out.write_all(&csv))?;
    let _ = writeln!(io::stderr(), "wrote {}", file.display());
    Ok(())
}
