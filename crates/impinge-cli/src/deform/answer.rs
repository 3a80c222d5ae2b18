//! The answer of `impinge deform`, for people and spreadsheets.

use super::continuous_step::{Meetings, MovingContact};
use super::run::{Finding, FrameRow, Pairs, Wanted};
use clap::builder::styling::{AnsiColor, Style};
use impinge_clash::{csv_text, number_format};
use impinge_terminal::fitted_table::{Cell, FittedTable};
use impinge_terminal::terminal_width::terminal_width;
use std::fmt::Write as _;
use std::time::Duration;

/// A line a frame, and one that sums up.
pub fn table(rows: &[FrameRow], wanted: Wanted) -> String {
    let shown = Shown::of(rows);
    let columns = ["frame", "file", "upkeep", "meeting", "overlapping"].into_iter();
    let extras = [(shown.contacts, "contacts"), (shown.near, "near"), (shown.impacts, "impacts")];
    let extras = extras.into_iter().filter_map(|(is_shown, name)| is_shown.then_some(name));
    let mut table = FittedTable::new(columns.chain(extras).chain(["ms"]));
    for (index, row) in rows.iter().enumerate() {
        table.add_row(cells(index, row, wanted, &shown));
    }
    let styles = [Style::new().bold(), Style::new()].into_iter().chain(rows.iter().map(style));
    let mut out = String::new();
    for (row, style) in table.render(terminal_width()).iter().zip(styles) {
        for line in row.lines() {
            let _ = writeln!(out, "{style}{line}{style:#}");
        }
    }
    let _ = writeln!(out, "\n{}", summary(rows, wanted));
    out
}

fn cells(index: usize, row: &FrameRow, wanted: Wanted, shown: &Shown) -> Vec<Cell> {
    let right = |text: String| Cell::number(Some(text));
    let mut cells = vec![right(index.to_string()), Cell::name(number_format::name(&row.file.display().to_string()))];
    match &row.outcome {
        Err(why) => cells.push(Cell::new(format!("left out: {}", number_format::name(why)))),
        Ok(finding) => {
            let number = |pairs: &Pairs| right(counted(pairs, wanted));
            let (what, why) = finding.upkeep.words();
            let upkeep = why.map_or_else(|| what.to_owned(), |why| format!("{what} ({why})"));
            cells.extend([Cell::new(upkeep), number(&finding.meeting), number(&finding.overlapping)]);
            let none = || right("-".to_owned());
            for (pairs, is_shown) in [(&finding.contacts, shown.contacts), (&finding.near, shown.near)] {
                cells.extend(is_shown.then(|| pairs.as_ref().map_or_else(none, number)));
            }
            let impacts = || finding.way.as_ref().map_or_else(none, |way| right(way.count().to_string()));
            cells.extend(shown.impacts.then(impacts));
            cells.push(right(format!("{:.3}", milliseconds(finding.update + finding.search))));
        }
    }
    cells
}

/// Columns that are there if something was asked for.
struct Shown {
    contacts: bool,
    near: bool,
    impacts: bool,
}

impl Shown {
    fn of(rows: &[FrameRow]) -> Self {
        Self {
            contacts: findings(rows).any(|finding| finding.contacts.is_some()),
            near: findings(rows).any(|finding| finding.near.is_some()),
            impacts: findings(rows).any(|finding| finding.way.is_some()),
        }
    }
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
    let frames = number_format::count(rows.len(), "frame", "frames");
    let lost = rows.iter().filter(|row| row.outcome.is_err()).count();
    let lost = if lost > 0 { format!(", {lost} left out") } else { String::new() };
    let total = |pairs: &dyn Fn(&Finding) -> usize| findings(rows).map(pairs).sum::<usize>();
    let [meeting, overlapping] = [total(&|f| f.meeting.count), total(&|f| f.overlapping.count)];
    let contacts = total(&|f| f.contacts.as_ref().map_or(0, |pairs| pairs.count));
    let shown = Shown::of(rows);
    let near = total(&|f| f.near.as_ref().map_or(0, |pairs| pairs.count));
    let impacts = total(&|f| f.way.as_ref().map_or(0, |way| way.count()));
    let extras =
        [(shown.contacts, contacts, "contacts"), (shown.near, near, "near"), (shown.impacts, impacts, "impacts")];
    let extras: String =
        extras.iter().filter(|(is_shown, ..)| *is_shown).map(|(_, count, name)| format!(", {count} {name}")).collect();
    let pairs = match wanted {
        Wanted::First => String::new(),
        _ => format!(": {meeting} pairs meeting, {overlapping} overlapping{extras}"),
    };
    let taken: Duration = findings(rows).map(|finding| finding.update + finding.search).sum();
    format!("{frames}{lost}{pairs}; something found in {found}, {:.3} s without reading", taken.as_secs_f64())
}

fn findings(rows: &[FrameRow]) -> impl Iterator<Item = &Finding> {
    rows.iter().filter_map(|row| row.outcome.as_ref().ok())
}

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
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
            const HEADER: [&str; 12] = [
                "index",
                "file",
                "upkeep",
                "why",
                "meeting",
                "overlapping",
                "contacts",
                "near",
                "impacts",
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

fn row_cells(index: usize, row: &FrameRow) -> [String; 12] {
    let [index, file] = [index.to_string(), file_cell(row)];
    match &row.outcome {
        Ok(finding) => {
            let (upkeep, why) = finding.upkeep.words();
            let count = |pairs: &Pairs| pairs.count.to_string();
            let [contacts, near] =
                [&finding.contacts, &finding.near].map(|pairs| pairs.as_ref().map(count).unwrap_or_default());
            let impacts = finding.way.as_ref().map(|way| way.count().to_string()).unwrap_or_default();
            let [update, search] = [finding.update, finding.search].map(|time| milliseconds(time).to_string());
            let [upkeep, why] = [upkeep, why.unwrap_or_default()].map(str::to_owned);
            let [meeting, overlapping] = [&finding.meeting, &finding.overlapping].map(count);
            [index, file, upkeep, why, meeting, overlapping, contacts, near, impacts, update, search, String::new()]
        }
        Err(error) => {
            let mut cells = [const { String::new() }; 12];
            (cells[0], cells[1], cells[11]) = (index, file, csv_text(error).into_owned());
            cells
        }
    }
}

/// The file of a frame.
fn file_cell(row: &FrameRow) -> String {
    csv_text(&row.file.display().to_string()).into_owned()
}

fn list(out: &mut csv::Writer<Vec<u8>>, rows: &[FrameRow]) -> anyhow::Result<()> {
    out.write_record(["index", "file", "kind", "a", "b", "time"])?;
    for (index, row) in rows.iter().enumerate() {
        let Ok(finding) = &row.outcome else { continue };
        let kinds = [("meeting", Some(&finding.meeting)), ("overlapping", Some(&finding.overlapping))];
        let others = [("contact", finding.contacts.as_ref()), ("near", finding.near.as_ref())];
        for (kind, pairs) in kinds.into_iter().chain(others) {
            for [a, b] in pairs.iter().flat_map(|pairs| &pairs.listed) {
                let [index, a, b] = [index.to_string(), a.0.to_string(), b.0.to_string()];
                out.write_record([&index, &file_cell(row), kind, &a, &b, ""])?;
            }
        }
        let ways = finding.way.iter().flat_map(|way| [("", Some(&way.own)), ("obstacle-", way.obstacle.as_ref())]);
        let met = ways.flat_map(|(prefix, meetings)| meetings.into_iter().flat_map(listed).map(move |m| (prefix, m)));
        for (prefix, meeting) in met {
            let MovingContact { a, b, time } = meeting;
            let kind = format!("{prefix}{}-{}", a.kind(), b.kind());
            let [a, b] = [a, b].map(|part| part.numbers().iter().map(u32::to_string).collect::<Vec<_>>().join("-"));
            let file = file_cell(row);
            out.write_record([&index.to_string(), &file, &kind, &a, &b, &time.lower.to_string()])?;
        }
    }
    Ok(())
}

fn listed(meetings: &Meetings) -> &[MovingContact] {
    meetings.listed.as_ref().map_or(&[], |(_, all)| all)
}
