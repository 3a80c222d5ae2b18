//! The arguments of `impinge rules`.

use crate::common_args::JobsArgs;
use crate::robot::PosedRobotArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `impinge rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
docs/rules.md describes files of rules.

Examples:
  impinge rules init plant.glb -o rules.toml     a starter, with suggestions from what meets now
  impinge check plant.glb --rules rules.toml     a check by these rules")]
pub struct RulesArgs {
    /// What to do.
    #[command(subcommand)]
    pub task: RulesTask,
}

/// What can be done about rules.
#[derive(Debug, Subcommand)]
pub enum RulesTask {
    /// Write a commented starter of rules for an assembly
    Init(RulesInitArgs),
}

/// `impinge rules init`.
#[derive(Debug, Args)]
#[command(after_help = "\
The starter has a group for bodies whose names differ in numbers alone, lists what a check reports now, and suggests
rules for pairs that touch: [[expect]] where every body of a group touches what it should, [[rule]] otherwise. All
suggestions are comments, which begin with '# '; explanations begin with '## '. Crossings, containments and coincident
bodies are listed; of these only thin overlaps are suggested to be allowed. Fits that are too thick, as threads drawn as
cylinders are, have a rule behind '## ', to be taken by who has looked at them. docs/rules.md describes the format.

Examples:
  impinge rules init plant.glb -o rules.toml
  impinge rules init frame.stl arm.urdf --joint elbow=1.2 > rules.toml
  impinge rules init plant.glb -o rules.toml --force      replace an earlier starter

Exit codes: 0 written, 2 bad usage or input.")]
pub struct RulesInitArgs {
    /// The files of the assembly, as for `impinge check`
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// How robots are read
    #[command(flatten)]
    pub robot: PosedRobotArgs,
    /// Write the starter to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace FILE if it is there already
    #[arg(long, requires = "output")]
    pub force: bool,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
}
