//! `impinge approve`: says in a report that clashes may stay, or no longer may.

mod sheet;
pub mod words;

use crate::{Outcome, place};
use anyhow::{Context, bail};
use impinge_clash::{Baseline, EarlierClash, Status};
use impinge_io::Severity;
use impinge_terminal::output::{self, Output};
use sheet::Sheet;
use std::fmt::Write;
use words::Approve;

/// Runs the command.
///
/// # Errors
/// The report cannot be read, has no such clash, or could not be written.
pub fn run(words: &Approve, quiet: bool) -> anyhow::Result<Outcome> {
    let output = match &words.output {
        None => Output::File(words.report.clone()),
        Some(path) => Output::open(Some(path), &[&words.report])?,
    };
    let file = || words.report.display().to_string();
    Baseline::read(&words.report)?;
    let text = std::fs::read_to_string(&words.report).with_context(file)?;
    let mut sheet = Sheet::parse(&text).with_context(file)?;
    let chosen = chosen(words, &sheet).with_context(file)?;
    let told = chosen.iter().fold(String::new(), |told, k| told + &settle(words, &mut sheet, *k));
    output.write(sheet.changed().as_bytes())?;
    let told = if told.is_empty() { nothing(words).to_owned() } else { told };
    match (quiet, output.is_stdout()) {
        (true, _) => {}
        (false, true) => output::say(told.trim_end()),
        (false, false) => Output::Stdout.write_text(&told)?,
    }
    Ok(Outcome::Nothing)
}

/// The clashes that are meant, by their place in the report.
fn chosen(words: &Approve, sheet: &Sheet<'_>) -> anyhow::Result<Vec<usize>> {
    let clashes: Vec<&EarlierClash> = sheet.records().iter().map(|record| &record.clash).collect();
    let unknown: Vec<&str> =
        words.ids.iter().map(String::as_str).filter(|id| !clashes.iter().any(|c| is(c, id))).collect();
    if !unknown.is_empty() {
        bail!(no_such(&unknown, &clashes));
    }
    let is_meant = |clash: &EarlierClash| match (words.all, words.reopen) {
        (true, false) => matches!(clash.status, Status::New | Status::Active),
        (true, true) => clash.status == Status::Approved,
        (false, _) => words.ids.iter().any(|id| is(clash, id)),
    };
    let chosen: Vec<usize> = (0..clashes.len()).filter(|k| is_meant(clashes[*k])).collect();
    let gone = chosen.iter().map(|k| clashes[*k]).filter(|clash| clash.status == Status::Resolved);
    let gone: Vec<&str> = gone.map(|clash| clash.id.as_str()).collect();
    if !gone.is_empty() {
        let deed = if words.reopen { "reopen" } else { "approve" };
        bail!("{}: resolved, so there is nothing left to {deed}", place::first_names(&gone));
    }
    Ok(chosen)
}

fn is(clash: &EarlierClash, id: &str) -> bool {
    clash.id.eq_ignore_ascii_case(id.trim())
}

/// Changes a clash of the report, and tells what was done.
fn settle(words: &Approve, sheet: &mut Sheet<'_>, record: usize) -> String {
    let clash = sheet.records()[record].clash.clone();
    let (deed, status, found) = match (words.reopen, clash.status) {
        (false, Status::Approved) => ("was approved already", clash.status, false),
        (false, _) => ("approved", Status::Approved, false),
        (true, Status::Approved) => {
            ("reopened", Status::Active, clash.severity.as_deref() != Some(Severity::Info.name()))
        }
        (true, _) => ("was open already", clash.status, true),
    };
    if status != clash.status {
        sheet.replace(record, "status", &format!("\"{}\"", status.name()));
        sheet.replace(record, "found", if found { "true" } else { "false" });
    }
    if let Some(comment) = &words.comment {
        let value = if comment.is_empty() { serde_json::Value::Null } else { comment.as_str().into() };
        sheet.put(record, "comment", &value.to_string());
    }
    let [id, a, b] = [&clash.id, &clash.a, &clash.b].map(|text| place::name(text));
    let what = format!("{}: {a} and {b}", clash.kind.name());
    if status == clash.status { format!("{id} {deed}: {what}\n") } else { format!("{deed} {id}: {what}\n") }
}

fn nothing(words: &Approve) -> &'static str {
    if words.reopen { "no clash is approved\n" } else { "no clash is new or active\n" }
}

/// What to say about ids that no clash has.
fn no_such(unknown: &[&str], clashes: &[&EarlierClash]) -> String {
    let mut said = format!("there is no clash {}", place::first_names(unknown));
    let known: Vec<&str> = clashes.iter().map(|clash| clash.id.as_str()).collect();
    let mut close: Vec<&str> = unknown.iter().filter_map(|id| nearest(id, &known)).collect();
    close.dedup();
    if !close.is_empty() {
        let _ = write!(said, "; did you mean {}?", place::first_names(&close));
    } else if known.is_empty() {
        said.push_str("; the report has no clashes");
    } else {
        let _ = write!(said, "; the report has {}", place::first_names(&known));
    }
    said
}

/// The known id with the fewest other characters, if these are few.
fn nearest<'a>(id: &str, known: &[&'a str]) -> Option<&'a str> {
    /// Of the nine of an id.
    const FEW: usize = 3;
    let id = id.trim();
    let apart = |other: &str| {
        let differ = id.chars().zip(other.chars()).filter(|(p, q)| !p.eq_ignore_ascii_case(q)).count();
        differ + id.chars().count().abs_diff(other.chars().count())
    };
    known.iter().map(|other| (apart(other), *other)).min().filter(|(apart, _)| *apart <= FEW).map(|(_, other)| other)
}
