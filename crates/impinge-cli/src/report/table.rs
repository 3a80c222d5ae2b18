//! The report for people: a table of pairs, notes, and one line that sums it up.

use super::{Closure, OwnPairs, PairRow, Report};
use crate::fields::Sounding;
use crate::images::Overlap;
use crate::place::{self, Space};
use crate::rules::Verdict;
use clap::builder::styling::{AnsiColor, Style};
use comfy_table::{Cell, CellAlignment, LineStyle, Table, presets};
use impinge::pair::Relation;
use std::fmt::Write;
use std::time::Duration;

/// Which pairs of a report the table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Those that meet or come too near, allowed or not.
    Findings,
    /// All that the report lists.
    All,
}

/// The report as a table, coloured, with what it took in time.
pub fn write(report: &Report, listing: Listing, elapsed: Duration) -> String {
    let shown = |pair: &&PairRow| listing == Listing::All || pair.verdict != Verdict::Ok;
    let mut pairs: Vec<&PairRow> = report.pairs.iter().filter(shown).collect();
    pairs.sort_by_key(|pair| urgency(pair));
    let mut out = String::new();
    if !pairs.is_empty() {
        out.push_str(&coloured(report, &pairs));
        out.push('\n');
    }
    if report.pair_count == 0 && report.bodies.len() == 1 {
        let name = place::name(&report.bodies[0].name);
        let _ = match report.space {
            Space::Solid => writeln!(out, "one body, no pairs ({name}; --self checks it against itself)"),
            Space::Plane => writeln!(out, "one body, no pairs ({name})"),
        };
        return out;
    }
    for note in notes(report) {
        let _ = writeln!(out, "note: {note}");
    }
    let _ = writeln!(out, "{}, {:.3} s", summary(report), elapsed.as_secs_f64());
    out
}

/// The rows with a header, a colour for each verdict.
fn coloured(report: &Report, pairs: &[&PairRow]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('─').junction('─')));
    let image = report.images.as_ref().map(|_| "image");
    let overlap = report.has_overlaps().then_some("overlap");
    let columns = ["a", "b", "relation", "verdict", "gap", "contacts", "at"].into_iter();
    let depth = report.fields.as_ref().map(|_| "depth");
    table.set_header(columns.chain(image).chain(overlap).chain(depth));
    for pair in pairs {
        table.add_row(cells(report, pair));
    }
    let styles = [Style::new().bold(), Style::new()].into_iter().chain(pairs.iter().map(|pair| style(pair)));
    let mut out = String::new();
    for (line, style) in table.lines().zip(styles) {
        let _ = writeln!(out, "{style}{}{style:#}", line.trim_end());
    }
    out
}

fn cells(report: &Report, pair: &PairRow) -> Vec<Cell> {
    let at = match pair.witness {
        Some([a, b]) if a == b => report.space.short_point(a),
        Some([a, b]) => format!("{} - {}", report.space.short_point(a), report.space.short_point(b)),
        None => String::new(),
    };
    let right = |text: Option<String>| Cell::new_owned(text.unwrap_or_default()).set_alignment(CellAlignment::Right);
    let mut cells = vec![
        Cell::new_owned(place::name(&report.bodies[pair.a].name)),
        Cell::new_owned(if pair.a == pair.b { "itself".to_owned() } else { place::name(&report.bodies[pair.b].name) }),
        Cell::new(pair.relation.name()),
        Cell::new(if pair.verdict != Verdict::Ok && !pair.found { "allowed" } else { pair.verdict.name() }),
        right(pair.distance.map(place::short)),
        right(pair.contacts.map(|n| contacts(n, pair.own))),
        Cell::new_owned(at),
    ];
    if let Some(sight) = &report.images {
        cells.push(Cell::new(if pair.a == pair.b { "" } else { sight.word(pair.a, pair.b, pair.relation) }));
    }
    if report.has_overlaps() {
        cells.push(Cell::new_owned(report.overlap(pair).map(volume).unwrap_or_default()));
    }
    if let Some(fields) = &report.fields {
        let has_none = pair.a != pair.b && [pair.a, pair.b].iter().any(|body| fields.without.contains_key(body));
        let none = if has_none { "no field" } else { "" };
        cells.push(Cell::new_owned(report.sounding(pair).map_or_else(|| none.to_owned(), Sounding::text)));
    }
    cells
}

/// How many pairs of faces meet, and of one body how many of these are neighbours.
fn contacts(count: usize, own: Option<OwnPairs>) -> String {
    match own.filter(|own| own.overlapping > 0) {
        Some(own) => format!("{count} ({} of neighbours)", own.overlapping),
        None => count.to_string(),
    }
}

/// An estimate, and in brackets its bounds.
fn volume(overlap: &Overlap) -> String {
    let [lower, estimate, upper] = [overlap.lower, overlap.estimate, overlap.upper].map(place::short);
    format!("{estimate} ({lower} to {upper})")
}

/// Rows of lower urgency number come first; within one, the order of the report stays.
fn urgency(pair: &PairRow) -> usize {
    match (pair.found, pair.verdict, pair.relation) {
        (false, Verdict::Contact | Verdict::Clearance, _) => 4,
        (false, Verdict::Ok, _) => 5,
        (true, _, Relation::Crossing) => 0,
        (true, _, Relation::AInsideB | Relation::BInsideA | Relation::Coincident) => 1,
        (true, _, Relation::Touching) => 2,
        (true, _, Relation::Disjoint) => 3,
    }
}

fn style(pair: &PairRow) -> Style {
    match pair.verdict {
        _ if !pair.found => Style::new().dimmed(),
        Verdict::Contact if pair.relation == Relation::Disjoint => AnsiColor::Yellow.on_default(),
        Verdict::Contact if pair.relation == Relation::Touching => AnsiColor::Yellow.on_default(),
        Verdict::Contact => AnsiColor::Red.on_default(),
        Verdict::Clearance => AnsiColor::Cyan.on_default(),
        Verdict::Ok => Style::new(),
    }
}

/// What a reader should know before trusting the rows.
fn notes(report: &Report) -> Vec<String> {
    let named = |closure| {
        let bodies = report.bodies.iter().filter(move |body| body.make.closure() == closure);
        bodies.map(|body| body.name.as_str()).collect::<Vec<_>>()
    };
    let (open, partly) = (named(Closure::Open), named(Closure::Partly));
    let mut notes = Vec::new();
    if !open.is_empty() {
        let (verb, what) =
            if open.len() == 1 { ("is", "a surface without an inside") } else { ("are", "surfaces without an inside") };
        let count = place::count(open.len(), "body", "bodies");
        notes.push(format!("{count} {verb} not closed and counted as {what}: {}", place::first_names(&open)));
    }
    if !partly.is_empty() {
        let verb = if partly.len() == 1 { "has" } else { "have" };
        let count = place::count(partly.len(), "body", "bodies");
        let what = "open parts, which count as surfaces beside the closed parts, which are solids";
        notes.push(format!("{count} {verb} {what}: {}", place::first_names(&partly)));
    }
    if let Some(fields) = &report.fields {
        notes.extend(fields.notes(&report.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>()));
    }
    if let Some(sight) = &report.images {
        notes.extend(sight.notes(&report.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>()));
    }
    if report.space == Space::Plane {
        let odd = report.bodies.iter().filter(|body| !body.defects.is_empty());
        let odd: Vec<&str> = odd.map(|body| body.name.as_str()).collect();
        if !odd.is_empty() {
            let verb = if odd.len() == 1 { "has" } else { "have" };
            let count = place::count(odd.len(), "body", "bodies");
            let what = "rings that cross, overlap or touch themselves, or bound nothing; inside is what an odd number of rings is around";
            notes.push(format!("{count} {verb} {what}: {}", place::first_names(&odd)));
        }
    }
    notes
}

/// Bodies, pairs, how many of each relation, how many found.
fn summary(report: &Report) -> String {
    const MEETING: [Relation; 5] =
        [Relation::Touching, Relation::Crossing, Relation::AInsideB, Relation::BInsideA, Relation::Coincident];
    let tally = |relation: Relation| report.pairs.iter().filter(|pair| pair.relation == relation).count();
    let meeting: usize = MEETING.iter().map(|relation| tally(*relation)).sum();
    let mut relations = vec![format!("{} disjoint", report.pair_count - report.skipped - meeting)];
    let present = MEETING.iter().filter(|relation| tally(**relation) > 0);
    relations.extend(present.map(|relation| format!("{} {}", tally(*relation), relation.name())));
    if report.skipped > 0 {
        relations.push(format!("{} not looked at", report.skipped));
    }
    let found = report.pairs.iter().filter(|pair| pair.found).count();
    format!(
        "{}, {}: {}; {found} found",
        place::count(report.bodies.len(), "body", "bodies"),
        place::count(report.pair_count, "pair", "pairs"),
        relations.join(", ")
    )
}
