//! The arguments of `impinge approve`.

use clap::Args;
use impinge_clash::{ApprovalFilter, BodyPattern, ClashKind};
use impinge_io::{Length, LengthError, LengthUnit};
use std::path::PathBuf;

/// Clashes by what they are.
#[derive(Debug, Args)]
pub struct FilterArgs {
    /// Those of the pattern ID; may be given several times
    #[arg(long, value_name = "ID")]
    pub pattern: Vec<String>,
    /// Those that violate the rule NAME; default: those that no rule matches
    #[arg(long, value_name = "NAME")]
    pub rule: Vec<String>,
    /// Those of a kind: fit, protrude, pierce, envelope, duplicate, touch, encroach, missing, undecided
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub kind: Vec<ClashKind>,
    /// Those of a body whose name fits GLOB, as "bolt *"
    #[arg(long, value_name = "GLOB", value_parser = body_pattern)]
    pub body: Vec<BodyPattern>,
    /// Overlaps certainly no thicker than D
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub thinner_than: Option<Length>,
}

impl FilterArgs {
    /// The filter for a report in a unit.
    ///
    /// # Errors
    /// A length has a unit and the report has none.
    pub fn filter(&self, unit: Option<LengthUnit>) -> Result<ApprovalFilter, LengthError> {
        Ok(ApprovalFilter {
            patterns: self.pattern.clone(),
            rules: self.rule.clone(),
            kinds: self.kind.clone(),
            bodies: self.body.clone(),
            thinner_than: self.thinner_than.map(|length| length.in_unit(unit)).transpose()?,
        })
    }
}

fn kind(word: &str) -> Result<ClashKind, String> {
    let known = || ClashKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    ClashKind::from_name(&word.to_ascii_lowercase()).ok_or_else(|| format!("expected one of {}", known()))
}

fn body_pattern(word: &str) -> Result<BodyPattern, String> {
    BodyPattern::try_new(word).map_err(|error| error.to_string())
}

/// `impinge approve`.
#[derive(Debug, Args)]
#[command(after_help = "\
The report is one that `impinge check` has written as JSON. Approved clashes are still listed, but fail no check that has
this report as its --baseline, until they change. Everything else in the file stays as it is, byte for byte.
Capitals and small letters are the same in ids. --pattern, --rule, --kind, --body and --thinner-than choose among the clashes
that are new or active (with --reopen: approved); where several are given, a clash has to match each of them. A clash that is resolved is not there any more and cannot be approved.
docs/rules.md tells more about ids, baselines and what becomes of clashes.

Examples:
  impinge check plant.glb --rules rules.toml --format json -o clashes.json
  impinge approve clashes.json 7KQ2-XW3P --comment \"sleeve comes on site\"
  impinge approve clashes.json 7KQ2-XW3P --reopen
  impinge approve clashes.json --pattern P-7KQ2-XW3P --comment \"threads are drawn as cylinders\"
  impinge approve clashes.json --kind fit --body \"bolt *\" --thinner-than 0.5mm
  impinge approve clashes.json --all -o accepted.json
  impinge check plant.glb --rules rules.toml --baseline clashes.json

Exit codes: 0 done, 2 bad usage or input; then the report is as it was.")]
pub struct ApproveArgs {
    /// A report of `impinge check` in JSON
    #[arg(value_name = "REPORT")]
    pub report: PathBuf,
    /// The ids of clashes or patterns, as the report has them
    #[arg(value_name = "ID", conflicts_with_all = ["all", "pattern", "rule", "kind", "body", "thinner_than"])]
    pub ids: Vec<String>,
    /// Which clashes, other than by their ids
    #[command(flatten)]
    pub filter: FilterArgs,
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

impl ApproveArgs {
    /// Whether no clash is chosen in any way.
    pub fn choose_nothing(&self) -> bool {
        let FilterArgs { pattern, rule, kind, body, thinner_than } = &self.filter;
        let is_filtered = !pattern.is_empty() || !rule.is_empty() || !kind.is_empty() || !body.is_empty();
        self.ids.is_empty() && !self.all && !is_filtered && thinner_than.is_none()
    }
}
