//! Tasks of the repository: `cargo xtask COMMAND`:
//!
//! - [`demo`]: builds the page of reports and the command, and runs the demo;
//! - [`test_everything`]: everything that must hold, which is what CI runs;
//! - [`install`]: installs the command with the page in it;
//! - [`compile_cost`]: what the engine costs to compile, and how large things are;
//! - [`mod@bench`]: the benchmark beside its peers;
//! - [`fuzz`]: runs the fuzz targets;
//! - [`python_package`]: builds and tests the Python package;
//! - [`wheels`]: builds wheels of it and checks them.
//!
//! Whatever has to be installed is had through a package manager's own client, and is printed before it is installed.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "it is a command")]

pub mod bench;
pub mod compile_cost;
pub mod demo;
pub mod fuzz;
pub mod fuzz_log;
pub mod fuzz_seeds;
pub mod install;
mod licence_expression;
pub mod dependency_licences;
pub mod nodejs;
pub mod package_managers;
pub mod packaging;
pub mod python_package;
pub mod report_page;
pub mod process;
pub mod test_requirements;
pub mod test_programs;
pub mod test_everything;
pub mod wheels;

use std::process::ExitCode;

/// What a task that fails says.
pub type Outcome<T = ()> = Result<T, String>;

const HELP: &str = "\
cargo xtask demo [ARGS]     builds the page and the command, then runs `impinge demo ARGS`
cargo xtask test            format, lints, tests, documentation, licences, packages: what CI runs
cargo xtask install         installs the `impinge` command with the page in it
cargo xtask cost            processor time and memory to compile the engine, and sizes
cargo xtask bench [ARGS]    the benchmark beside its peers; `cargo xtask bench --help` for its arguments; `bench panda FOLDER` for a robot arm
cargo xtask fuzz [ARGS]     runs the fuzz targets on all cores; `cargo xtask fuzz --help` for its arguments
cargo xtask python          builds the Python package and runs its tests
cargo xtask wheels          builds a wheel of it for this platform and checks it in two versions of Python
cargo xtask page            builds the page of reports alone
cargo xtask licences        checks licences and sources of dependencies alone
cargo xtask packages        packages every shipped crate, and checks what is in the packages";

/// Runs the task that the arguments name.
#[must_use]
pub fn run(arguments: Vec<String>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let outcome = match command.as_str() {
        "demo" => demo::run(&rest),
        "bench" => bench::run(&rest),
        "fuzz" => fuzz::run(&rest),
        "test" if rest.is_empty() => test_everything::run(),
        "install" => install::run(&rest),
        "cost" if rest.is_empty() => compile_cost::run(),
        "page" if rest.is_empty() => report_page::build(),
        "python" if rest.is_empty() => python_package::run(),
        "wheels" if rest.is_empty() => wheels::run(),
        "licences" if rest.is_empty() => dependency_licences::check(),
        "packages" if rest.is_empty() => packaging::check(&["--workspace", "--quiet"]),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("expected one of these commands\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
