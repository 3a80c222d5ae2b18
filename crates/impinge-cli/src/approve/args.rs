//! The arguments of `impinge approve`.

use clap::Args;
use std::path::PathBuf;

/// `impinge approve`.
#[derive(Debug, Args)]
#[command(after_help = "\
The report is one that `impinge check` has written as JSON. Approved clashes are still listed, but fail no check that has
this report as its --baseline, until they change. Everything else in the file stays as it is, byte for byte.
Capitals and small letters are the same in ids. A clash that is resolved is not there any more and cannot be approved.
docs/rules.md tells more about ids, baselines and what becomes of clashes.

Examples:
  impinge check plant.glb --rules rules.toml --format json -o clashes.json
  impinge approve clashes.json 7KQ2-XW3P --comment \"sleeve comes on site\"
  impinge approve clashes.json 7KQ2-XW3P --reopen
  impinge approve clashes.json --all -o accepted.json
  impinge check plant.glb --rules rules.toml --baseline clashes.json

Exit codes: 0 done, 2 bad usage or input; then the report is as it was.")]
pub struct ApproveArgs {
    /// A report of `impinge check` in JSON
    #[arg(value_name = "REPORT")]
    pub report: PathBuf,
    /// The ids of clashes, as the report has them
    #[arg(value_name = "ID", required_unless_present = "all", conflicts_with = "all")]
    pub ids: Vec<String>,
    /// Every clash that is new or active; with --reopen, every one that is approved
    #[arg(long)]
    pub all: bool,
    /// Say why; an empty text takes the comment away. Without this option the comment stays as it is
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub comment: Option<String>,
    /// Make approved clashes active again
    #[arg(long)]
    pub reopen: bool,
    /// Write the changed report to FILE, and leave REPORT as it is
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
