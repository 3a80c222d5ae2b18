//! `impinge check`: every pair of bodies in the files, by rules; violations are clashes.
//!
//! - `args`: the arguments;
//! - `picture_limit`: how many clashes are drawn;
//! - `outputs`: the files that reports go to;
//! - `terminal_report`, `clash_table`, `report_notes`: the report on a terminal.

pub mod args;
mod clash_table;
mod outputs;
mod picture_limit;
mod report_notes;
pub mod terminal_report;

use crate::Outcome;
use crate::stage_progress::ProgressBars;
use args::CheckArgs;
use impinge_clash::{
    Assembly, Baseline, BaselineError, BaselineProblem, ClashCheck, FileOperand, InputFile, Report, RuleBook,
    number_format, repeated_files, timestamp,
};
use impinge_terminal::output;
use outputs::CheckOutputs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use terminal_report::Listing;

/// Runs the command.
///
/// # Errors
/// Bad input, or a report could not be written.
pub fn run(args: &CheckArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let outputs = CheckOutputs::open(args, quiet)?;
    let baseline = read_baseline(args, quiet)?;
    if !quiet && outputs.has_table() {
        repeated_files(&args.files).iter().for_each(|note| output::note(note));
    }
    let is_first = args.baseline.as_ref().is_some_and(|path| args.allow_missing_baseline && !path.exists());
    let executor = args.method.jobs.start()?;
    let images = args.method.drawing()?;
    let mut assembly = Assembly::load_in(&args.files, &args.robot.settings(&args.files)?, args.unit)?;
    let rules = args.rules(assembly.unit)?;
    ensure_pairs(&assembly, args)?;
    let heal = args.heal.map(|heal| heal.in_unit(assembly.unit)).transpose()?;
    if heal.is_some() {
        // What is asked for now counts before what files say.
        assembly.bodies.iter_mut().for_each(|body| body.heal = None);
    }
    assembly.heal(heal.or(rules.heal).unwrap_or_default(), &executor);
    let rules = RuleBook::for_assembly(rules, &assembly);
    let unused: Vec<String> = unmatched_note(&rules).into_iter().chain(shadowed_note(&rules)).collect();
    if let Some(note) = unused.first().filter(|_| args.strict) {
        anyhow::bail!("--strict: {note}");
    }
    if !quiet {
        assembly.notes.iter().chain(&unused).for_each(|note| output::note(note));
    }
    let check = ClashCheck {
        all_pairs: args.all_pairs,
        self_pairs: args.self_pairs,
        require_closed: args.require_closed,
        method: args.method.method.method(),
        fields: args.method.fields(),
        images,
        baseline: baseline.as_ref(),
        most_pictures: args.max_pictures.most(),
        effort: args.effort,
    };
    let progress = ProgressBars::new(quiet);
    let checked = check.run(assembly, &rules, &executor, &progress)?;
    let listing = match () {
        () if args.all_pairs || args.pairs_only => Listing::Pairs,
        () if args.verbose => Listing::Members,
        () => Listing::Clashes,
    };
    let is_silent = baseline.is_none() && !outputs.are_written();
    let report = if args.pairs_only || (is_silent && !checked.may_be_fits()) {
        checked.report
    } else {
        if let (Some(path), false) = (&args.baseline, is_first || checked.is_known_to_baseline()) {
            let note = format!("no body of {} is in these files: is it the right report?", path.display());
            if args.strict {
                anyhow::bail!("--strict: {note}");
            }
            output::note(&format!(
                "{note} Its clashes are listed as resolved, and their approvals end; --strict refuses it"
            ));
        }
        let report = checked.collect_clashes(outputs.clash_pictures(), &executor, &progress)?;
        let inputs = FileOperand::paths(&args.files).iter().filter_map(|file| InputFile::read(file)).collect();
        Report { title: title(&args.files), made: now(), inputs, json_file: outputs.json_file(), ..report }
    };
    outputs.write(&report, listing, start)?;
    Ok(Outcome::found(report.found()))
}

/// The baseline, if there is one; an empty one where it is not there yet and need not be.
fn read_baseline(args: &CheckArgs, quiet: bool) -> anyhow::Result<Option<Baseline>> {
    let Some(path) = &args.baseline else { return Ok(None) };
    if args.allow_missing_baseline && !path.exists() {
        if !quiet {
            output::note(&format!("{}: there is no baseline yet, so every clash is new", path.display()));
        }
        return Ok(Some(Baseline::default()));
    }
    let hint = |error: BaselineError| match &error.problem {
        BaselineProblem::Unreadable(cause) if cause.kind() == ErrorKind::NotFound => anyhow::anyhow!(
            "{error}; for a first run, which has none, add --allow-missing-baseline: then every clash is new"
        ),
        _ => error.into(),
    };
    Ok(Some(Baseline::read(path).map_err(hint)?))
}

/// Refuses an assembly without pairs.
fn ensure_pairs(assembly: &Assembly, args: &CheckArgs) -> anyhow::Result<()> {
    match &assembly.bodies[..] {
        [only] if !args.self_pairs => {
            let name = number_format::name(&only.name);
            anyhow::bail!("there is nothing to check: one body, no pairs ({name}; --self checks it against itself)")
        }
        _ => Ok(()),
    }
}

/// A note on rules that match no pair.
fn unmatched_note(rules: &RuleBook) -> Option<String> {
    let unmatched = rules.unmatched();
    let names: Vec<&str> = unmatched.iter().map(String::as_str).collect();
    let verb = if names.len() == 1 { "matches" } else { "match" };
    let note = || format!("{} {verb} no pair of bodies: are the names right?", number_format::first_names(&names));
    (!names.is_empty()).then(note)
}

/// A note on rules that are never applied.
fn shadowed_note(rules: &RuleBook) -> Option<String> {
    let shadowed = rules.shadowed();
    let [below, above] = shadowed.first()?.map(number_format::name);
    let more =
        if shadowed.len() > 1 { format!("; {} more rules are shadowed", shadowed.len() - 1) } else { String::new() };
    Some(format!("rule '{below}' is never used: rule '{above}' above it matches all of its pairs{more}"))
}

/// What was checked, in a few words.
fn title(files: &[PathBuf]) -> String {
    const MOST: usize = 3;
    let name = |file: &PathBuf| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let mut names: Vec<String> = files.iter().take(MOST).map(name).collect();
    if files.len() > MOST {
        names.push(format!("and {} more", files.len() - MOST));
    }
    names.join(", ")
}

/// The time; or that of `SOURCE_DATE_EPOCH`, for reproducible files.
fn now() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let given = given.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    timestamp(given.unwrap_or_else(SystemTime::now))
}
