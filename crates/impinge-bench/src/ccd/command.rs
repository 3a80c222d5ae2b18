//! The command `ccd`: args, measurement, and what is written.

use super::compare_and_time::{CcdMeasurement, measure};
use super::sample::{QueryKind, samples};
use crate::performance_targets::ReachedTarget;
use crate::table::{plain, target_table};
use anyhow::{Context, bail};
use clap::Args;
use impinge_lab::measurement_harness::machine::Machine;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Microseconds that a query may take in the mean of the first pass.
const MEAN: f64 = 0.5;

/// Microseconds that any query may take.
const WORST: f64 = 20.0;

/// Continuous collision on the sample queries of NYU: answers beside the truth, then timed, one thread, in one run
#[derive(Debug, Args)]
pub struct CcdArgs {
    /// Passes over all queries; the median counts [default: 51]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Rough numbers soon: three passes unless set
    #[arg(long)]
    quick: bool,
    /// Where the CSV goes
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Measures, prints and writes.
///
/// # Errors
/// There is no corpus, or the output could not be written.
pub fn run(args: &CcdArgs) -> anyhow::Result<()> {
    let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
        bail!("IMPINGE_CORPUS names no folder with ccd-sample-queries");
    };
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let rounds = args.rounds.unwrap_or(if args.quick { 3 } else { 51 }) as usize;
    let setup = Machine::here();
    let mut rows = Vec::new();
    for kind in QueryKind::ALL {
        rows.push(measure(kind, &samples(Path::new(&corpus), kind)?, rounds));
    }
    let text = format!(
        "{setup}\nimpinge {}\n\nMicroseconds a query: in the first pass over all, in later ones, the slowest; and all contact times of one that hits\n\n\
         {}\n\nTargets\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        table(&rows),
        target_table(&reached_targets(&rows))
    );
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    let csv = csv(&rows, &setup);
    impinge_io::write_atomically(&args.output.join("ccd.csv"), |file| file.write_all(csv.as_bytes()))?;
    let _ = writeln!(io::stderr(), "wrote ccd.csv to {}", args.output.display());
    Ok(())
}

fn table(rows: &[CcdMeasurement]) -> String {
    let header =
        ["kind", "queries", "hits", "missed", "false alarms", "in integers", "first pass", "later", "worst", "times"];
    let mut table = plain(&header);
    for row in rows {
        let counts = [row.queries, row.hits, row.missed, row.false_alarms, row.exact as usize];
        let times = [row.first_pass, row.mean, row.worst, row.times];
        let mut line = vec![row.kind.name().to_owned()];
        line.extend(counts.map(|count| count.to_string()));
        line.extend(times.map(|time| format!("{time:.3}")));
        table.add_row(line);
    }
    table.to_string()
}

fn reached_targets(rows: &[CcdMeasurement]) -> Vec<ReachedTarget> {
    let of_each = |row: &CcdMeasurement| {
        let name = row.kind.name();
        let wrong = format!("{} missed, {} false alarms", row.missed, row.false_alarms);
        let limit = |what: &str, most: f64, found: f64| {
            ReachedTarget::of(format!("{name}: {what} below {most} us"), Some((format!("{found:.3} us"), found < most)))
        };
        [
            ReachedTarget::of(
                format!("{name}: nothing missed, no false alarm"),
                Some((wrong, row.missed + row.false_alarms == 0)),
            ),
            limit("mean of the first pass", MEAN, row.first_pass),
            limit("slowest query", WORST, row.worst),
        ]
    };
    rows.iter().flat_map(of_each).collect()
}

fn csv(rows: &[CcdMeasurement], setup: &Machine) -> String {
    let columns = "kind,queries,hits,missed,false_alarms,exact,first_pass_us,mean_us,worst_us,times_us";
    let mut csv = format!("date,machine,version,{columns}\n");
    for row in rows {
        let CcdMeasurement { queries, hits, missed, false_alarms, exact, first_pass, mean, worst, times, kind } = row;
        let _ = writeln!(
            csv,
            "{},{},impinge {},{},{queries},{hits},{missed},{false_alarms},{exact},{first_pass:.4},{mean:.4},{worst:.3},{times:.3}",
            setup.date,
            setup.processor,
            env!("CARGO_PKG_VERSION"),
            kind.name()
        );
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sample is answered as it should be; without a corpus, a loud nothing.
    #[test]
    fn samples_are_measured_and_told() {
        let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
            eprintln!("SKIPPED: IMPINGE_CORPUS is not set, so no sample query is measured");
            return;
        };
        let rows = QueryKind::ALL.map(|kind| measure(kind, &samples(Path::new(&corpus), kind).unwrap(), 1));
        for row in rows {
            assert_eq!((row.missed, row.false_alarms), (0, 0), "{row:?}");
            assert!(row.hits > 100 && row.queries > 1_000 && row.worst >= row.mean && row.times > 0.0, "{row:?}");
        }
        assert_eq!(table(&rows).lines().count(), 4);
        assert_eq!(csv(&rows, &Machine::here()).lines().count(), 3);
        let wrong = CcdMeasurement { missed: 1, ..rows[0] };
        assert_eq!(reached_targets(&[wrong])[0].held, Some(false));
    }
}
