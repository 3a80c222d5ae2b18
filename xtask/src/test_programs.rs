//! Test programs: compiled by cargo, run here, some at a time.
//!
//! `cargo test` starts a program when the last one has ended, so one long test keeps all cores but one waiting.

use crate::Outcome;
use crate::process::cargo;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Programs that run at a time; each has a thread for every core.
const AT_ONCE: usize = 2;

/// A program, or the examples of the documentation.
struct TestProgram {
    name: String,
    command: Command,
}

/// The sum of all results.
#[derive(Debug, Default)]
struct Tally {
    passed: u64,
    failed: u64,
    /// The programs that failed.
    failures: Vec<String>,
}

/// Test programs that are ready to run.
pub struct TestPrograms(VecDeque<TestProgram>);

impl TestPrograms {
    /// Compiles the tests that `selection` names.
    ///
    /// # Errors
    /// A program does not compile.
    pub fn compile(selection: &[&str]) -> Outcome<Self> {
        let mut programs = VecDeque::from(compiled(selection)?);
        let mut examples = cargo(&["test", "--doc", "--no-fail-fast"]);
        examples.args(selection);
        programs.push_front(TestProgram { name: "examples of the documentation".to_owned(), command: examples });
        Ok(Self(programs))
    }

    /// Adds a program that says its results in the same words, to be run first.
    pub fn add(&mut self, name: &str, command: Command) {
        self.0.push_front(TestProgram { name: name.to_owned(), command });
    }

    /// Runs all of them and adds up their results. `path`, if given, is their search path for commands.
    ///
    /// # Errors
    /// A test fails.
    pub fn run(mut self, path: Option<&OsStr>) -> Outcome<String> {
        for program in &mut self.0 {
            program.command.envs(path.map(|path| ("PATH", path)));
        }
        let (waiting, tally) = (Mutex::new(self.0), Mutex::new(Tally::default()));
        std::thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                scope.spawn(|| {
                    while let Some(program) = next(&waiting) {
                        run_program(program, &tally);
                    }
                });
            }
        });
        let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sum = format!("{} passed, {} failed", tally.passed, tally.failed);
        if tally.failures.is_empty() { Ok(sum) } else { Err(format!("{sum}: {}", tally.failures.join("; "))) }
    }
}

fn run_program(mut program: TestProgram, tally: &Mutex<Tally>) {
    println!("running {}", program.name);
    let start = Instant::now();
    let output = program.command.stdin(Stdio::null()).output().map_err(|error| error.to_string());
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    tally.add(&program.name, output, start.elapsed().as_secs_f64());
}

fn next(waiting: &Mutex<VecDeque<TestProgram>>) -> Option<TestProgram> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

impl Tally {
    /// Shows what a program wrote, and counts its results.
    fn add(&mut self, name: &str, output: Result<Output, String>, seconds: f64) {
        let output = match output {
            Ok(output) => output,
            Err(error) => return self.failures.push(format!("{name} cannot be started: {error}")),
        };
        let text = String::from_utf8_lossy(&output.stdout);
        println!("\n{name} ({seconds:.0} s)\n{}{}", text.trim(), String::from_utf8_lossy(&output.stderr));
        for (passed, failed) in text.lines().filter_map(result_counts) {
            (self.passed, self.failed) = (self.passed + passed, self.failed + failed);
        }
        if !output.status.success() {
            self.failures.push(format!("{name}: {}", output.status));
        }
    }
}

/// The test programs, in the order of their crates and names.
fn compiled(selection: &[&str]) -> Outcome<Vec<TestProgram>> {
    let problem = |error: std::io::Error| format!("cargo test: {error}");
    // Without examples, which the lints have checked: linking each to the engine takes longer.
    let mut build = cargo(&["test", "--no-run", "--tests", "--message-format=json-render-diagnostics"]);
    let mut build = build.args(selection).stdout(Stdio::piped()).spawn().map_err(problem)?;
    let mut artifacts = Vec::new();
    for line in build.stdout.take().into_iter().flat_map(|stdout| BufReader::new(stdout).lines()) {
        artifacts.extend(TestArtifact::parse(&line.map_err(problem)?));
    }
    let status = build.wait().map_err(problem)?;
    if !status.success() {
        return Err(format!("cargo test --no-run: {status}"));
    }
    if artifacts.is_empty() {
        return Err("cargo test --no-run names no test program".to_owned());
    }
    artifacts.sort();
    Ok(artifacts.iter().map(TestArtifact::program).collect())
}

/// What cargo says of a test program that it compiled.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TestArtifact {
    /// The folder of its crate.
    folder: PathBuf,
    target: String,
    executable: PathBuf,
}

impl TestArtifact {
    /// Reads a line of cargo's messages; `None` if it is about something else.
    fn parse(line: &str) -> Option<Self> {
        let (about, made) = line.strip_prefix("{\"reason\":\"compiler-artifact\"")?.split_once("\"profile\":{")?;
        let (profile, made) = made.split_once('}')?;
        if !profile.contains("\"test\":true") {
            return None;
        }
        let folder = PathBuf::from(text_of(about, "manifest_path")?).parent()?.to_path_buf();
        let executable = text_of(made, "executable")?.into();
        Some(Self { folder, target: text_of(about, "name")?, executable })
    }

    fn program(&self) -> TestProgram {
        let mut command = Command::new(&self.executable);
        command.arg("--quiet").current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        let package = self.folder.file_name().map(Path::new).unwrap_or(&self.folder);
        TestProgram { name: format!("{}: {}", package.display(), self.target), command }
    }
}

/// The text that a key of an object in JSON has.
fn text_of(json: &str, key: &str) -> Option<String> {
    let (_, value) = json.split_once(&format!("\"{key}\":\""))?;
    let (mut text, mut letters) = (String::new(), value.chars());
    loop {
        match letters.next()? {
            '"' => return Some(text),
            // Paths hold no other escape than that of a backslash or a quote.
            '\\' => text.push(letters.next()?),
            letter => text.push(letter),
        }
    }
}

/// The counts of a line such as `test result: ok. 12 passed; 0 failed; …`.
fn result_counts(line: &str) -> Option<(u64, u64)> {
    let mut words = line.strip_prefix("test result: ")?.split_whitespace().skip(1);
    let passed = words.next()?.parse().ok()?;
    Some((passed, words.nth(1)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(result_counts(line), Some((12, 3)));
        assert_eq!(result_counts("test result: ok"), None);
        assert_eq!(result_counts("running 3 tests"), None);
    }

    #[test]
    fn test_programs_are_told_from_other_artifacts() {
        let line = |reason: &str, test: bool, executable: &str| {
            format!(
                r#"{{"reason":"{reason}","package_id":"path+file:///r/crates/a#0.1.0","manifest_path":"/r/crates/a/Cargo.toml","target":{{"kind":["test"],"name":"pairs","test":true}},"profile":{{"opt_level":"1","test":{test}}},"features":[],"filenames":[],"executable":{executable},"fresh":true}}"#
            )
        };
        let program = TestArtifact::parse(&line("compiler-artifact", true, r#""C:\\t\\pairs-1""#));
        let expected =
            TestArtifact { folder: "/r/crates/a".into(), target: "pairs".into(), executable: r"C:\t\pairs-1".into() };
        assert_eq!(program, Some(expected));
        assert_eq!(TestArtifact::parse(&line("compiler-artifact", false, r#""/t/a""#)), None);
        assert_eq!(TestArtifact::parse(&line("compiler-artifact", true, "null")), None);
        assert_eq!(TestArtifact::parse(&line("build-script-executed", true, r#""/t/a""#)), None);
    }
}
