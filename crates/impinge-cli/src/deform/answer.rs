//! The answer of `impinge deform`, for people, machines and spreadsheets.

use super::run::{Finding, FrameRow, Pairs, Wanted};
use crate::place;
use crate::report::json::{SCHEMA, lines};
use clap::builder::styling::{AnsiColor, Style};
use comfy_table::{Cell, CellAlignment, LineStyle, Table, presets};
use impinge::deform::FacePair;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// A line a frame, and one that sums up.
pub fn table(rows: &[FrameRow], wanted: Wanted) -> String {
    let has_obstacle = findings(rows).any(|finding| finding.contacts.is_some());
    let mut table = Table::new();
    table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('─').junction('─')));
    let contacts = has_obstacle.then_some("contacts");
    let columns = ["frame", "file", "upkeep", "meeting", "overlapping"].into_iter();
    table.set_header(columns.chain(contacts).chain(["ms"]));
    for (index, row) in rows.iter().enumerate() {
        table.add_row(cells(index, row, (wanted, has_obstacle)));
    }
    let styles = [Style::new().bold(), Style::new()].into_iter().chain(rows.iter().map(style));
    let mut out = String::new();
    for (line, style) in table.lines().zip(styles) {
        let _ = writeln!(out, "{style}{}{style:#}", line.trim_end());
    }
    let _ = writeln!(out, "\n{}", summary(rows, wanted));
    out
}

fn cells(index: usize, row: &FrameRow, (wanted, has_obstacle): (Wanted, bool)) -> Vec<Cell> {
    let right = |text: String| Cell::new_owned(text).set_alignment(CellAlignment::Right);
    let mut cells = vec![right(index.to_string()), Cell::new_owned(place::name(&row.file.display().to_string()))];
    match &row.outcome {
        Err(why) => cells.push(Cell::new_owned(format!("left out: {}", place::name(why)))),
        Ok(finding) => {
            let number = |pairs: &Pairs| right(counted(pairs, wanted));
            let (what, why) = finding.upkeep.words();
            let upkeep = why.map_or_else(|| what.to_owned(), |why| format!("{what} ({why})"));
            cells.extend([Cell::new_owned(upkeep), number(&finding.meeting), number(&finding.overlapping)]);
            cells.extend(finding.contacts.as_ref().filter(|_| has_obstacle).map(number));
            cells.push(right(format!("{:.3}", milliseconds(finding.update + finding.search))));
        }
    }
    cells
}

/// How many pairs there are, or whether there are some.
fn counted(pairs: &Pairs, wanted: Wanted) -> String {
    match (wanted, pairs.count) {
        (Wanted::First, 0) => "-".to_owned(),
        (Wanted::First, _) => "some".to_owned(),
        (_, count) => count.to_string(),
    }
}

fn style(row: &FrameRow) -> Style {
    match &row.outcome {
        Err(_) => AnsiColor::Yellow.on_default(),
        Ok(finding) if finding.found() => AnsiColor::Red.on_default(),
        Ok(_) => Style::new(),
    }
}

fn summary(rows: &[FrameRow], wanted: Wanted) -> String {
    let found = findings(rows).filter(|finding| finding.found()).count();
    let frames = place::count(rows.len(), "frame", "frames");
    let lost = rows.iter().filter(|row| row.outcome.is_err()).count();
    let lost = if lost > 0 { format!(", {lost} left out") } else { String::new() };
    let total = |pairs: &dyn Fn(&Finding) -> usize| findings(rows).map(pairs).sum::<usize>();
    let [meeting, overlapping] = [total(&|f| f.meeting.count), total(&|f| f.overlapping.count)];
    let contacts = total(&|f| f.contacts.as_ref().map_or(0, |pairs| pairs.count));
    let pairs = match wanted {
        Wanted::First => String::new(),
        _ if findings(rows).any(|f| f.contacts.is_some()) => {
            format!(": {meeting} pairs meeting, {overlapping} overlapping, {contacts} contacts")
        }
        _ => format!(": {meeting} pairs meeting, {overlapping} overlapping"),
    };
    let taken: Duration = findings(rows).map(|finding| finding.update + finding.search).sum();
    format!("{frames}{lost}{pairs}; something found in {found}, {:.3} s without reading", taken.as_secs_f64())
}

fn findings(rows: &[FrameRow]) -> impl Iterator<Item = &Finding> {
    rows.iter().filter_map(|row| row.outcome.as_ref().ok())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// A row a frame, or where pairs are wanted, a row a pair.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn csv(rows: &[FrameRow], wanted: Wanted) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    match wanted {
        Wanted::Pairs => list(&mut out, rows)?,
        _ => {
            const HEADER: [&str; 10] = [
                "index",
                "file",
                "upkeep",
                "why",
                "meeting",
                "overlapping",
                "contacts",
                "update_ms",
                "search_ms",
                "error",
            ];
            out.write_record(HEADER)?;
            for (index, row) in rows.iter().enumerate() {
                out.write_record(row_cells(index, row))?;
            }
        }
    }
    Ok(out.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

fn row_cells(index: usize, row: &FrameRow) -> [String; 10] {
    let [index, file] = [index.to_string(), row.file.display().to_string()];
    match &row.outcome {
        Ok(finding) => {
            let (upkeep, why) = finding.upkeep.words();
            let count = |pairs: &Pairs| pairs.count.to_string();
            let contacts = finding.contacts.as_ref().map(count).unwrap_or_default();
            let [update, search] = [finding.update, finding.search].map(|time| milliseconds(time).to_string());
            let [upkeep, why] = [upkeep, why.unwrap_or_default()].map(str::to_owned);
            let [meeting, overlapping] = [&finding.meeting, &finding.overlapping].map(count);
            [index, file, upkeep, why, meeting, overlapping, contacts, update, search, String::new()]
        }
        Err(error) => {
            let mut cells = [const { String::new() }; 10];
            (cells[0], cells[1], cells[9]) = (index, file, error.clone());
            cells
        }
    }
}

fn list(out: &mut csv::Writer<Vec<u8>>, rows: &[FrameRow]) -> anyhow::Result<()> {
    out.write_record(["index", "file", "kind", "a", "b"])?;
    for (index, row) in rows.iter().enumerate() {
        let Ok(finding) = &row.outcome else { continue };
        let kinds = [("meeting", Some(&finding.meeting)), ("overlapping", Some(&finding.overlapping))];
        for (kind, pairs) in kinds.into_iter().chain([("contact", finding.contacts.as_ref())]) {
            for [a, b] in pairs.iter().flat_map(|pairs| &pairs.listed) {
                let [index, a, b] = [index.to_string(), a.0.to_string(), b.0.to_string()];
                out.write_record([&index, &row.file.display().to_string(), kind, &a, &b])?;
            }
        }
    }
    Ok(())
}

/// A frame for machines; `docs/deform.schema.json` describes it.
#[derive(Serialize)]
struct Told {
    index: usize,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    found: Option<ToldFinding>,
}

#[derive(Serialize)]
struct ToldFinding {
    upkeep: &'static str,
    why: Option<&'static str>,
    meeting: ToldPairs,
    overlapping: ToldPairs,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<ToldPairs>,
    update_ms: f64,
    search_ms: f64,
}

#[derive(Serialize)]
struct ToldPairs {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<[u32; 2]>>,
}

/// The answer for machines.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn json(rows: &[FrameRow], wanted: Wanted) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    let asked = match wanted {
        Wanted::Counts => "counts",
        Wanted::Pairs => "pairs",
        Wanted::First => "first",
    };
    write!(out, "{{\"schema\":{SCHEMA},\"wanted\":\"{asked}\",\n\"frames\":[")?;
    lines(&mut out, rows.iter().enumerate().map(|(index, row)| told(index, row, wanted)))?;
    writeln!(out, "]}}")?;
    Ok(out)
}

fn told(index: usize, row: &FrameRow, wanted: Wanted) -> Told {
    let pairs = |pairs: &Pairs| ToldPairs {
        count: (wanted != Wanted::First).then_some(pairs.count),
        pairs: (wanted != Wanted::Counts)
            .then(|| pairs.listed.iter().map(|pair: &FacePair| pair.map(|f| f.0)).collect()),
    };
    let found = row.outcome.as_ref().ok().map(|finding| {
        let (upkeep, why) = finding.upkeep.words();
        ToldFinding {
            upkeep,
            why,
            meeting: pairs(&finding.meeting),
            overlapping: pairs(&finding.overlapping),
            contacts: finding.contacts.as_ref().map(pairs),
            update_ms: milliseconds(finding.update),
            search_ms: milliseconds(finding.search),
        }
    });
    let error = row.outcome.as_ref().err().cloned();
    Told { index, file: row.file.display().to_string(), error, found }
}
