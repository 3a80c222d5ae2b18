//! The main job on a machine that has Rust: page, command, demo.

use crate::Outcome;
use crate::process::{self, cargo};
use crate::report_page;

/// Builds what is out of date and runs `impinge demo`.
///
/// # Errors
/// The command cannot be built, or the demo fails.
pub fn run(arguments: &[String]) -> Outcome {
    report_page::build_or_go_without();
    let mut demo = cargo(&["run", "--release", "--quiet", "-p", "impinge-cli", "--", "demo"]);
    process::run(demo.args(arguments))
}
