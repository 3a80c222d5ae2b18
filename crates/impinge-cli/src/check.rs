//! `impinge check`: every pair of bodies in the files.

use crate::fields::Soundings;
use crate::judge::Assembly;
use crate::output::{self, Output};
use crate::report::{Report, csv, json, table};
use crate::rules::Rules;
use crate::stage::{Robots, Stage};
use crate::words::{Check, TableFormat, told};
use crate::{Outcome, bodies, threads};
use std::time::Instant;

/// Runs the command.
///
/// # Errors
/// Bad input, or the report could not be written.
pub fn run(words: &Check, quiet: bool) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let mut inputs = bodies::paths(&words.files);
    inputs.extend(words.robot.srdf.as_deref());
    let output = Output::open(words.output.as_deref(), &inputs)?;
    let format = told(words.format, &output)?;
    if !quiet && format == TableFormat::Table {
        bodies::repeats(&words.files).iter().for_each(|note| output::note(note));
    }
    let executor = threads::start(words.way.jobs)?;
    let drawing = words.way.drawing()?;
    let stage = Stage::load(&words.files, Robots { words: &words.robot, joints: &words.joint })?;
    if !quiet {
        stage.notes.iter().for_each(|note| output::note(note));
    }
    let fields = words.way.fields().map(|way| Soundings::take(way, &stage, &executor, quiet)).transpose()?;
    let assembly = Assembly {
        rules: Rules {
            touch: words.touch,
            clearance: words.clearance,
            allowed: words.allow.iter().map(|meeting| (*meeting).into()).collect(),
        },
        all_pairs: words.all_pairs,
        self_pairs: words.self_pairs,
        method: words.way.method.method(),
        apart: fields.as_ref().map(Soundings::apart).unwrap_or_default(),
        quiet,
    };
    let sight = drawing.map(|mut drawing| drawing.look(&stage.drawn())).transpose()?;
    let report = Report { images: sight, fields, ..assembly.judge(&stage, &executor)? };
    let listing = if words.all_pairs { table::Listing::All } else { table::Listing::Findings };
    let as_table = || table::write(&report, listing, start.elapsed());
    match format {
        TableFormat::Table if quiet && output.is_stdout() => {}
        TableFormat::Table => output.write_text(&as_table())?,
        TableFormat::Json => output.write(&json::write(&report)?)?,
        TableFormat::Csv => output.write(&csv::write(&report)?)?,
    }
    if !quiet && report.pair_count == 0 && !(output.is_stdout() && format == TableFormat::Table) {
        output::say("impinge: one body, no pairs (--self checks it against itself)");
    }
    Ok(Outcome::found(report.found()))
}
