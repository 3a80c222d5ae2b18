//! `impinge approve`: approves clashes in a report, or reopens them.

pub mod args;

use crate::Outcome;
use anyhow::{Context, bail};
use args::ApproveArgs;
use impinge_clash::{Approval, ApprovedReport, Baseline};
use impinge_terminal::output::{self, Output};

/// Runs the command.
///
/// # Errors
/// The report cannot be read, has no such clash, or could not be written.
pub fn run(args: &ApproveArgs, quiet: bool) -> anyhow::Result<Outcome> {
    if args.choose_nothing() {
        bail!(
            "the clashes to {} are required: their IDs, --pattern, --rule, --kind, --body or --thinner-than, or --all",
            if args.reopen { "reopen" } else { "approve" }
        );
    }
    let output = match &args.output {
        None => Output::File(args.report.clone()),
        Some(path) => Output::open(Some(path), &[&args.report])?,
    };
    let file = || args.report.display().to_string();
    let unit = Baseline::read(&args.report)?.unit;
    let text = std::fs::read_to_string(&args.report).with_context(file)?;
    let ApproveArgs { ids, all, reopen, comment, .. } = args;
    let filter = args.filter.filter(unit)?;
    let approval = Approval { ids: ids.clone(), all: *all, filter, reopen: *reopen, comment: comment.clone() };
    let ApprovedReport { text, log, .. } = approval.apply(&text).with_context(file)?;
    output.write(text.as_bytes())?;
    match (quiet, output.is_stdout()) {
        (true, _) => {}
        (false, true) => output::say(log.trim_end()),
        (false, false) => Output::Stdout.write_text(&log)?,
    }
    Ok(Outcome::Nothing)
}
