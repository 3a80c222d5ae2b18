//! The arguments of `impinge step`.

use crate::args::budget;
use crate::common_args::{JobsArgs, OutputArgs};
use crate::format::RowFormat;
use crate::robot::PosedRobotArgs;
use clap::{Args, ValueEnum};
use impinge::pair::Budget;
use impinge::scene::OpenPairs;
use std::path::PathBuf;

/// `impinge step`.
#[derive(Debug, Args)]
#[command(after_help = "\
All pairs of bodies whose boxes overlap wait in one queue. In each step they are tested until the budget is spent; then every pair is
free, meeting, or open, and the next step goes on where this one stopped. What is said of a pair is always true: a step under a budget
calls no pair free that meets, and none meeting that is free. Trees are built before the first step.

One row comes out for each step, until no pair is open or --steps are done:
  step,microseconds,effort,pairs,free,meeting,open,contacts,decided
effort: pairs of boxes and leaves that were tested; contacts: pairs in contact by the events, as --open counts those that are open;
decided: the part of all pairs that is known. --pairs lists every pair instead, with its answer after the last step:
  a,b,answer,distance_upper                    distance_upper: for an open pair, an upper bound on the distance
A budget in pairs gives the same rows on every run and for any --jobs, but for the times; one in time does not.

Examples:
  impinge step cell.toml --budget 1ms
  impinge step plant.glb --budget 5000pairs --open meeting --format json
  impinge step plant.glb --budget 200us --steps 3 --pairs

Exit codes: 0 all pairs are free, 1 a pair meets, or may as far as is known, 2 bad usage or input.")]
pub struct StepArgs {
    /// Mesh files, scenes and robots, as for `impinge check`
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// What each step may take: a time such as 50us, 2ms or 1s, or a number of pairs of boxes such as 200pairs
    #[arg(long, value_name = "BUDGET", value_parser = budget, allow_hyphen_values = true)]
    pub budget: Budget,
    /// How many steps at most
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub steps: u32,
    /// What open pairs count as
    #[arg(long, value_enum, default_value_t)]
    pub open: OpenWord,
    /// List every pair with its answer instead of the steps
    #[arg(long)]
    pub pairs: bool,
    /// How robots are read
    #[command(flatten)]
    pub robots: PosedRobotArgs,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<RowFormat>,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
}

/// What open pairs count as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OpenWord {
    /// Neither as meeting nor as free
    #[default]
    Undecided,
    /// As meeting: no contact is missed
    Meeting,
}

impl OpenWord {
    /// As the engine has it.
    pub fn policy(self) -> OpenPairs {
        match self {
            Self::Undecided => OpenPairs::Undecided,
            Self::Meeting => OpenPairs::Meeting,
        }
    }
}
