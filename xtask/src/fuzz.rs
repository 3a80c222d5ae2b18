//! Fuzzing: builds every target of `fuzz/` on the stable toolchain, runs them on all cores, and prints what each has done.
//!
//! Only cargo and libFuzzer, which comes with the crate `libfuzzer-sys`, are needed: the flags are those of `cargo fuzz --sanitizer none`.

use crate::Outcome;
use crate::fuzz_log::FuzzLog;
use crate::fuzz_seeds::put_seeds;
use crate::process::{cargo, output, root, run as run_command, target};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

const HELP: &str = "\
cargo xtask fuzz [OPTIONS] [TARGET...]

Builds the targets (by default all of fuzz/fuzz_targets), and runs each for the given time, as many at once as there are cores. Where
there are fewer targets than cores, several processes share a target and its corpus.

  --seconds N     how long each target runs; 60 by default
  --hours N       how long all of them take together, each an equal part of it: `cargo xtask fuzz --hours 8` is for a night
  --jobs N        processes at once; by default one for each core
  --corpus DIR    where corpora, failing inputs and logs are kept; target/fuzz-corpus by default. A second run goes on from the first

DIR/TARGET holds the inputs that reached something new, DIR/failures/TARGET those that failed, DIR/logs what libFuzzer wrote. A failing input
runs again with `target/fuzz/HOST/release/TARGET FILE`.

Exit codes: 0 nothing failed, 1 a target failed.";

/// Flags by which LLVM counts what an input reaches, and what it compares.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 --cfg fuzzing -Ccodegen-units=1";

/// An input that takes longer than this many seconds fails.
const LONGEST_INPUT: u32 = 25;

/// An input that takes more than this many megabytes fails.
const MOST_MEMORY: u32 = 2048;

/// How long to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FuzzTime {
    /// Each target for so many seconds.
    Each(u64),
    /// All targets together for so many seconds.
    Together(u64),
}

impl FuzzTime {
    /// Seconds for each process, where they run in so many rounds.
    fn seconds(self, rounds: u64) -> u64 {
        match self {
            Self::Each(seconds) => seconds,
            Self::Together(seconds) => (seconds / rounds.max(1)).max(1),
        }
    }
}

/// What to run, and for how long.
#[derive(Debug, PartialEq, Eq)]
struct FuzzArguments {
    time: FuzzTime,
    jobs: usize,
    corpus: PathBuf,
    targets: Vec<String>,
}

impl FuzzArguments {
    fn parse(words: &[String], all: &[String]) -> Outcome<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut parsed =
            Self { time: FuzzTime::Each(60), jobs: cores, corpus: target().join("fuzz-corpus"), targets: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` expects a value"));
            match word.as_str() {
                "--seconds" => parsed.time = FuzzTime::Each(positive(word, value()?)?),
                "--hours" => parsed.time = FuzzTime::Together(positive(word, value()?)?.saturating_mul(3600)),
                "--jobs" => parsed.jobs = usize::try_from(positive(word, value()?)?).unwrap_or(cores),
                "--corpus" => {
                    parsed.corpus = std::path::absolute(value()?).map_err(|error| format!("{word}: {error}"))?;
                }
                name if all.iter().any(|known| known == name) => parsed.targets.push(name.to_owned()),
                _ => return Err(format!("`{word}`: expected an option or one of these targets: {}", all.join(", "))),
            }
        }
        if parsed.targets.is_empty() {
            parsed.targets = all.to_vec();
        }
        parsed.targets.sort_unstable();
        parsed.targets.dedup();
        Ok(parsed)
    }
}

fn positive(option: &str, word: &str) -> Outcome<u64> {
    match word.parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err(format!("`{option} {word}`: expected a whole number above 0")),
    }
}

/// Runs the command.
///
/// # Errors
/// Bad words, a target does not build, or one fails.
pub fn run(words: &[String]) -> Outcome {
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{HELP}");
        return Ok(());
    }
    let arguments = FuzzArguments::parse(words, &all_targets()?)?;
    let programs = build(&arguments.targets)?;
    let copies = (arguments.jobs / arguments.targets.len()).max(1);
    let runs: Vec<(&str, usize)> =
        (0..copies).flat_map(|copy| arguments.targets.iter().map(move |name| (name.as_str(), copy))).collect();
    let rounds = runs.len().div_ceil(arguments.jobs) as u64;
    let seconds = arguments.time.seconds(rounds);
    println!(
        "{} targets, {} processes at once, {seconds} s each: {} s",
        arguments.targets.len(),
        arguments.jobs.min(runs.len()),
        rounds.saturating_mul(seconds)
    );
    for name in &arguments.targets {
        put_seeds(name, &arguments.corpus.join(name))?;
        make_folder(&arguments.corpus.join("failures").join(name))?;
    }
    make_folder(&arguments.corpus.join("logs"))?;
    let logs = run_all(&FuzzRunner { arguments: &arguments, programs, seconds }, &runs)?;
    print_table(&arguments, &logs)
}

/// The files of `fuzz/fuzz_targets`, by name.
fn all_targets() -> Outcome<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = entries.filter_map(|entry| stem(entry.ok()?.path())).collect();
    names.sort_unstable();
    Ok(names)
}

/// Builds the targets; gives the folder they are in. Flags hold for the targets alone, since a host is named.
fn build(targets: &[String]) -> Outcome<PathBuf> {
    let host = output(Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("-vV"))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not name its host")?;
    let folder = target().join("fuzz");
    let mut build = cargo(&["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target", host]);
    build.args(targets.iter().flat_map(|name| ["--bin", name])).arg("--target-dir").arg(&folder);
    run_command(build.env("RUSTFLAGS", COVERAGE).env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
    Ok(folder.join(host).join("release"))
}

fn make_folder(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// What all processes have in common.
struct FuzzRunner<'a> {
    arguments: &'a FuzzArguments,
    /// Where the programs are.
    programs: PathBuf,
    /// How long each process runs.
    seconds: u64,
}

/// Runs everything, as many processes at once as asked for; logs in the order of the runs.
fn run_all<'a>(runner: &FuzzRunner<'_>, runs: &[(&'a str, usize)]) -> Outcome<Vec<(&'a str, FuzzLog)>> {
    let (waiting, logs) = (Mutex::new(runs.iter()), Mutex::new(Vec::new()));
    let next = || waiting.lock().ok()?.next().copied();
    let work = || -> Outcome {
        while let Some((name, copy)) = next() {
            let log = run_one(runner, name, copy)?;
            println!("{}", row(name, &log));
            logs.lock().map_err(|_| "a thread failed")?.push((name, log));
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..runner.arguments.jobs.min(runs.len())).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a thread failed")?)
    })?;
    logs.into_inner().map_err(|_| "a thread failed".to_owned())
}

/// One process to its end.
fn run_one(runner: &FuzzRunner<'_>, name: &str, copy: usize) -> Outcome<FuzzLog> {
    let FuzzRunner { arguments, programs, seconds } = runner;
    let place = arguments.corpus.join("logs").join(format!("{name}-{copy}.log"));
    let problem = |error: std::io::Error| format!("{}: {error}", place.display());
    let failures = arguments.corpus.join("failures").join(name);
    let mut program = Command::new(programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
    program.arg(arguments.corpus.join(name)).arg(format!("-artifact_prefix={}/", failures.display()));
    program.arg(format!("-max_total_time={seconds}")).arg("-print_final_stats=1");
    program.arg(format!("-timeout={LONGEST_INPUT}")).arg(format!("-rss_limit_mb={MOST_MEMORY}"));
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&place).map_err(problem)?);
    let status = program.status().map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    let text = fs::read(&place).map_err(problem)?;
    Ok(FuzzLog::parse(&String::from_utf8_lossy(&text), status.success()))
}

fn row(name: &str, log: &FuzzLog) -> String {
    let failed = log.failures.len();
    let [executions, rate] = [log.executions, log.executions_per_second];
    format!(
        "{name:24} {executions:>12} {rate:>9} {:>7} {:>7} {:>7} {failed:>8}",
        log.coverage, log.features, log.corpus
    )
}

/// Prints a row for each target; an error where one has failed.
fn print_table(arguments: &FuzzArguments, logs: &[(&str, FuzzLog)]) -> Outcome {
    println!(
        "\n{:24} {:>12} {:>9} {:>7} {:>7} {:>7} {:>8}",
        "target", "executions", "a second", "cov", "ft", "corpus", "failures"
    );
    let mut total = FuzzLog::default();
    for name in &arguments.targets {
        let own = logs.iter().filter(|(of, _)| of == name).map(|(_, log)| log);
        let together = own.fold(FuzzLog::default(), FuzzLog::beside);
        println!("{}", row(name, &together));
        total.executions += together.executions;
        total.failures.extend(together.failures);
    }
    println!(
        "{} executions, {} failures; corpora in {}",
        total.executions,
        total.failures.len(),
        arguments.corpus.display()
    );
    if total.failures.is_empty() { Ok(()) } else { Err(total.failures.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Outcome<FuzzArguments> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        FuzzArguments::parse(&words, &["obj".to_owned(), "off".to_owned()])
    }

    #[test]
    fn words_become_a_run() {
        let all = parsed(&[]).unwrap();
        assert_eq!((all.time, all.targets.len()), (FuzzTime::Each(60), 2));
        let night = parsed(&["--hours", "8", "off", "--jobs", "3", "off"]).unwrap();
        assert_eq!((night.time, night.jobs), (FuzzTime::Together(28_800), 3));
        assert_eq!(night.targets, ["off"]);
        assert_eq!([night.time.seconds(14), all.time.seconds(14), FuzzTime::Together(3).seconds(9)], [2057, 60, 1]);
        for words in [&["--seconds"][..], &["--seconds", "0"], &["--hours", "x"], &["ogg"], &["--nightly"]] {
            assert!(parsed(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn every_target_is_in_the_manifest() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        let names = all_targets().unwrap();
        assert!(names.len() >= 28 && names.iter().all(|name| manifest.contains(&format!("name = \"{name}\""))));
    }
}
