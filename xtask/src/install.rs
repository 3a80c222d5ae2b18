//! The command for every day, with the page in it.

use crate::Outcome;
use crate::process::{self, cargo};
use crate::report_page;

/// Builds the page and installs the command; arguments go to `cargo install`.
///
/// # Errors
/// The command cannot be built.
pub fn run(arguments: &[String]) -> Outcome {
    report_page::build_or_go_without();
    let mut install = cargo(&["install", "--locked", "--path", "crates/impinge-cli"]);
    process::run(install.args(arguments))
}
