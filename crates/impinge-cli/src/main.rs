//! The `impinge` command: files of meshes or polygons in, exact relations out.
//!
//! Arguments are parsed first ([`args`]), then each command builds what it needs and answers with an exit code: 0 nothing
//! found, 1 something found, 2 bad usage or input. Errors go to standard error, and nothing half-written
//! stays behind.

#![forbid(unsafe_code)]

mod approve;
mod args;
mod ccd;
mod check;
mod configurations;
mod deform;
mod demo;
mod depth;
mod distance;
mod format;
mod gpu;
mod inspect;
mod mesa;
mod method_args;
mod planar;
mod pose_answer;
mod pose_file;
mod poses;
mod relate;
mod robot;
mod rules;
mod stage_progress;
mod sweep;

use args::{Command, Words};
use clap::{CommandFactory, Parser};
use impinge_terminal::output::{self, Output};
use std::process::ExitCode;

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

fn main() -> ExitCode {
    let words = match Words::try_parse() {
        Ok(words) => words,
        Err(refusal) => return refused(&refusal),
    };
    if words.command.draws() {
        mesa::keep_quiet();
    }
    match run(&words) {
        Ok(Outcome::Nothing) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::from(1),
        Err(error) => {
            output::say(&format!("impinge: error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(words: &Words) -> anyhow::Result<Outcome> {
    match &words.command {
        Command::Check(check) => check::run(check, words.quiet),
        Command::Rules(rules) => rules::run(rules, words.quiet),
        Command::Approve(asked) => approve::run(asked, words.quiet),
        Command::Relate(relate) => relate::run(relate, words.quiet),
        Command::Distance(distance) => distance::run(distance, words.quiet),
        Command::Depth(asked) => depth::run(asked, words.quiet),
        Command::Inspect(inspect) => inspect::run(inspect, words.quiet),
        Command::Poses(poses) => poses::run(poses, words.quiet),
        Command::Configurations(asked) => configurations::run(asked, words.quiet),
        Command::Sweep(asked) => sweep::run(asked, words.quiet),
        Command::Deform(asked) => deform::run(asked, words.quiet),
        Command::Ccd(asked) => ccd::run(asked, words.quiet),
        Command::Planar(planar) => planar::run(planar, words.quiet),
        Command::Gpu(gpu) => gpu::run(gpu, words.quiet),
        Command::Demo(demo) => demo::run(demo, words.quiet),
        Command::Lab(lab) => impinge_lab::run(lab, words.quiet).map(|()| Outcome::Nothing),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Words::command(), "impinge", &mut script);
            Output::Stdout.write(&script)?;
            Ok(Outcome::Nothing)
        }
    }
}

/// Prints help, version or what was wrong with the words.
fn refused(refusal: &clap::Error) -> ExitCode {
    let text = refusal.render().ansi().to_string();
    if !refusal.use_stderr() {
        return match Output::Stdout.write_text(&text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        };
    }
    let is_help = refusal.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let name = if is_help { "" } else { "impinge: " };
    output::say(&format!("{name}{}", text.trim_end()));
    ExitCode::from(2)
}
