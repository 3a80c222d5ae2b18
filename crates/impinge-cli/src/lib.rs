//! The `impinge` command: files of meshes or polygons in, exact relations out.
//!
//! Arguments are parsed first (`args`), then each command builds what it needs and answers with an exit code: 0 nothing
//! found, 1 something found, 2 bad usage or input. Errors go to standard error, and nothing half-written
//! stays behind.

#![forbid(unsafe_code)]

mod approve;
mod args;
mod ccd;
mod check;
mod common_args;
mod configurations;
mod deform;
mod demo;
mod depth;
mod distance;
mod format;
mod formats;
mod gpu;
mod heal;
mod inspect;
mod mesa;
mod method_args;
mod methods;
mod planar;
mod pose_answer;
mod pose_file;
mod poses;
mod relate;
mod robot;
mod rules;
mod stage_progress;
mod step;
mod sweep;

use args::{Command, CommandLine};
use clap::{CommandFactory, Parser};
use impinge_lab::LabOutcome;
use impinge_terminal::output::{self, Output};
use std::ffi::OsString;

/// What a command came to, other than an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Exit code 0.
    Nothing,
    /// Exit code 1.
    Found,
}

impl Outcome {
    /// `Found` if so.
    fn found(found: bool) -> Self {
        if found { Self::Found } else { Self::Nothing }
    }
}

/// Runs the command with arguments, the first of which is its name, and gives the exit code.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    let line = match CommandLine::try_parse_from(arguments) {
        Ok(line) => line,
        Err(refusal) => return refused(&refusal),
    };
    if line.command.draws() {
        mesa::keep_quiet();
    }
    match dispatch(&line) {
        Ok(Outcome::Nothing) => 0,
        Ok(Outcome::Found) => 1,
        Err(error) => {
            output::say(&format!("impinge: error: {error:#}{}", common_args::remedy(&error)));
            2
        }
    }
}

fn dispatch(line: &CommandLine) -> anyhow::Result<Outcome> {
    match &line.command {
        Command::Check(check) => check::run(check, line.quiet),
        Command::Rules(rules) => rules::run(rules, line.quiet),
        Command::Approve(asked) => approve::run(asked, line.quiet),
        Command::Relate(relate) => relate::run(relate, line.quiet),
        Command::Distance(distance) => distance::run(distance, line.quiet),
        Command::Depth(asked) => depth::run(asked, line.quiet),
        Command::Heal(asked) => heal::run(asked, line.quiet),
        Command::Inspect(inspect) => inspect::run(inspect, line.quiet),
        Command::Poses(poses) => poses::run(poses, line.quiet),
        Command::Configurations(asked) => configurations::run(asked, line.quiet),
        Command::Step(asked) => step::run(asked, line.quiet),
        Command::Sweep(asked) => sweep::run(asked, line.quiet),
        Command::Deform(asked) => deform::run(asked, line.quiet),
        Command::Ccd(asked) => ccd::run(asked, line.quiet),
        Command::Planar(planar) => planar::run(planar, line.quiet),
        Command::Gpu(gpu) => gpu::run(gpu, line.quiet),
        Command::Demo(demo) => demo::run(demo, line.quiet),
        Command::Lab(lab) => impinge_lab::run(lab, line.quiet).map(|end| Outcome::found(end == LabOutcome::Failed)),
        Command::Methods => print_page(methods::PAGE),
        Command::Formats => print_page(formats::PAGE),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut CommandLine::command(), "impinge", &mut script);
            Output::Stdout.write(&script)?;
            Ok(Outcome::Nothing)
        }
    }
}

/// Prints a page of help.
fn print_page(page: &str) -> anyhow::Result<Outcome> {
    Output::Stdout.write_text(page)?;
    Ok(Outcome::Nothing)
}

/// Prints help, version or what was wrong with the arguments.
fn refused(refusal: &clap::Error) -> u8 {
    let text = refusal.render().ansi().to_string();
    if !refusal.use_stderr() {
        return match Output::Stdout.write_text(&text) {
            Ok(()) => 0,
            Err(_) => 2,
        };
    }
    let is_help = refusal.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let name = if is_help { "" } else { "impinge: " };
    output::say(&format!("{name}{}", text.trim_end()));
    2
}
