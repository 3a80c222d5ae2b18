//! `impinge lab soak`: random queries of every kind against brute force and exact arithmetic, for hours, on all threads.

pub mod args;
mod case;
mod checks;
mod memory_watch;
mod random_geometry;
mod soak_run;
mod table;

use crate::LabOutcome;
use crate::args::LabFormat;
use crate::measurement_harness::machine::processor;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use crate::soak::args::SoakArgs;
use crate::soak::case::{CheckKind, Failure, kind_of, run_case};
use crate::soak::soak_run::{KindCount, Limit, SoakRun};
use impinge_terminal::output::Output;
use serde::Serialize;
use std::time::{Duration, Instant};

/// How long it runs where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_mins(1);

/// All that was tried.
#[derive(Serialize)]
pub struct SoakResults {
    pub machine: String,
    pub threads: usize,
    pub seed: u64,
    pub cases: u64,
    pub checks: u64,
    pub wrong: u64,
    pub seconds: f64,
    /// The most memory of the process that was seen, where the system tells.
    pub peak_megabytes: Option<f64>,
    pub kinds: Vec<KindCount>,
    pub failures: Vec<Failure>,
}

/// Runs the command.
///
/// # Errors
/// The files could not be written.
pub fn run(words: &SoakArgs, quiet: bool) -> anyhow::Result<LabOutcome> {
    if let Some(case) = words.case {
        return replay(words, case);
    }
    let mut dir = OutputDir::open(&words.place.out)?;
    let limit = match (words.hours.or(words.minutes), words.cases) {
        (None, Some(cases)) => Limit::Cases(cases),
        (time, _) => Limit::Time(time.unwrap_or(DEFAULT_TIME)),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if words.place.jobs == 0 { cores } else { usize::from(words.place.jobs) };
    let results = soak(&checks::ALL, words.seed, limit, threads, &mut dir)?;
    let (rows, json) = (csv_rows(&results.kinds)?, serde_json::to_vec_pretty(&results)?);
    dir.put("soak.csv", &rows)?;
    dir.put("soak.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => Output::Stdout.write_text(&table::text(&results, &words.place.out))?,
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&rows)?,
    }
    Ok(LabOutcome::failed_if(!results.failures.is_empty()))
}

/// Runs all cases of a seed within the limit; failures are written as soon as they are found.
fn soak(
    kinds: &'static [CheckKind],
    seed: u64,
    limit: Limit,
    threads: usize,
    dir: &mut OutputDir,
) -> anyhow::Result<SoakResults> {
    let begin = Instant::now();
    let run = SoakRun::start(kinds, seed, limit, threads)?;
    let mut written = 0;
    let peak_megabytes = run.watch(|failures| {
        if failures.len() > written {
            written = failures.len();
            dir.put("soak-failures.csv", &csv_rows(failures)?)?;
        }
        Ok(())
    })?;
    let (kinds, failures) = run.results();
    Ok(SoakResults {
        machine: processor(),
        threads,
        seed,
        cases: kinds.iter().map(|kind| kind.cases).sum(),
        checks: kinds.iter().map(|kind| kind.checks).sum(),
        wrong: kinds.iter().map(|kind| kind.wrong).sum(),
        seconds: begin.elapsed().as_secs_f64(),
        peak_megabytes,
        kinds,
        failures,
    })
}

/// Runs one case again, and says what is wrong in it.
fn replay(words: &SoakArgs, case: u64) -> anyhow::Result<LabOutcome> {
    let kind = &checks::ALL[kind_of(&checks::ALL, case)];
    let tally = run_case(kind, words.seed, case);
    let mut text =
        format!("seed {}, case {case}, {}: {} checks, {} wrong\n", words.seed, kind.name, tally.checks, tally.wrong);
    for told in &tally.told {
        text += &format!("{told}\n");
    }
    Output::Stdout.write_text(&text)?;
    Ok(LabOutcome::failed_if(tally.wrong > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::case::Tally;
    use crate::soak::random_geometry::RandomGeometry;

    fn in_folder(name: &str, kinds: &'static [CheckKind], limit: Limit, threads: usize) -> (SoakResults, String) {
        let folder = std::env::temp_dir().join(format!("impinge-soak-{name}-{}", std::process::id()));
        let mut dir = OutputDir::open(&folder).unwrap();
        let results = soak(kinds, 3, limit, threads, &mut dir).unwrap();
        let written = std::fs::read_to_string(folder.join("soak-failures.csv")).unwrap_or_default();
        std::fs::remove_dir_all(&folder).unwrap();
        (results, written)
    }

    #[test]
    fn a_short_run_finds_nothing_and_repeats() {
        const CASES: u64 = 12 * checks::ALL.len() as u64;
        let (one, written) = in_folder("one", &checks::ALL, Limit::Cases(CASES), 1);
        assert_eq!((one.cases, one.wrong, &one.failures), (CASES, 0, &Vec::new()));
        assert!(written.is_empty());
        for kind in &one.kinds {
            assert!(kind.cases == 12 && kind.checks >= 12, "{kind:?}");
            assert!(kind.contacts >= 2, "{kind:?}: bodies must meet");
        }
        let (two, _) = in_folder("two", &checks::ALL, Limit::Cases(CASES), 2);
        assert_eq!(two.kinds, one.kinds, "the number of threads changes nothing");
    }

    /// An oracle that is wrong about a few numbers, and panics at others.
    fn wrong_oracle(source: &mut RandomGeometry, tally: &mut Tally) {
        let number = source.random.below(20);
        assert!(number != 7, "seven");
        tally.same("number", number == 3, false);
    }

    #[test]
    fn wrong_answers_are_reported_and_run_again() {
        static KINDS: [CheckKind; 1] = [CheckKind { name: "wrong", run: wrong_oracle }];
        let (results, written) = in_folder("wrong", &KINDS, Limit::Cases(400), 2);
        assert!(results.failures.len() > 20 && results.failures.len() < 70, "{}", results.failures.len());
        assert_eq!(results.wrong, results.failures.len() as u64);
        assert_eq!(written.lines().count(), results.failures.len() + 1);
        let mut kinds_of_problem = [0, 0];
        for failure in &results.failures {
            let again = run_case(&KINDS[kind_of(&KINDS, failure.case)], failure.seed, failure.case);
            assert_eq!(again.told, std::slice::from_ref(&failure.problem));
            kinds_of_problem[usize::from(failure.problem.starts_with("panic: seven"))] += 1;
        }
        assert!(kinds_of_problem.iter().all(|count| *count >= 5), "{kinds_of_problem:?}");
    }

    fn endless(_: &mut RandomGeometry, _: &mut Tally) {
        std::thread::sleep(Duration::from_secs(3600));
    }

    #[test]
    fn a_case_that_does_not_end_is_reported() {
        static KINDS: [CheckKind; 1] = [CheckKind { name: "endless", run: endless }];
        let run = SoakRun::start(&KINDS, 1, Limit::Cases(1), 1).unwrap().with_longest_case(Duration::from_millis(50));
        run.watch(|_| Ok(())).unwrap();
        let (_, failures) = run.results();
        assert_eq!(failures.len(), 1);
        assert_eq!((failures[0].case, failures[0].kind), (0, "endless"));
        assert!(failures[0].problem.contains("does not end"), "{failures:?}");
    }
}
