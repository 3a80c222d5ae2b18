//! The report for people: a table of pairs, notes, and one line that sums it up.

use super::clash_table::{self, ClashRows};
use super::report_notes::notes;
use clap::builder::styling::{AnsiColor, Style};
use impinge::math::DVec3;
use impinge::pair::Relation;
use impinge_clash::fields::FieldResult;
use impinge_clash::images::ImageOverlap;
use impinge_clash::number_format;
use impinge_clash::{CheckedPair, PairVerdict, Report, SelfContactCounts};
use impinge_terminal::fitted_table::{Cell, FittedTable};
use impinge_terminal::terminal_width::terminal_width;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// What the table lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The clashes, where there are some, a row for each pattern.
    Clashes,
    /// The same, a row for each clash.
    Members,
    /// Pairs that meet or come too near, allowed or not.
    Findings,
    /// All pairs of the report, then the clashes, where there are some.
    Pairs,
}

/// The report as a coloured table, with its time.
pub fn render(report: &Report, listing: Listing, elapsed: Duration) -> String {
    let mut out = String::new();
    let clashes = report.clashes.as_ref().map(|list| clash_table::render(report, list, rows_of(listing)));
    let pairs = (listing == Listing::Pairs || clashes.is_none()).then(|| rows(report, listing));
    for table in [pairs, clashes].into_iter().flatten().filter(|table| !table.is_empty()) {
        out.push_str(&table);
        out.push('\n');
    }
    if report.pair_count == 0 && report.bodies.len() == 1 {
        let name = number_format::name(&report.bodies[0].name);
        let _ = writeln!(out, "one body, no pairs ({name})");
        return out;
    }
    for note in notes(report) {
        let _ = writeln!(out, "note: {note}");
    }
    if let Some(list) = report.clashes.as_ref().filter(|list| !list.clashes.is_empty()) {
        let _ = writeln!(out, "{}", clash_table::tally(list));
    }
    let unit = report.unit.map(|unit| format!("; lengths in {unit}")).unwrap_or_default();
    let _ = writeln!(out, "{}{unit}, {:.3} s", summary(report), elapsed.as_secs_f64());
    out
}

/// Which clashes have a row.
fn rows_of(listing: Listing) -> ClashRows {
    if listing == Listing::Members { ClashRows::All } else { ClashRows::Patterns }
}

/// What was found, in a few words.
pub fn tally(report: &Report) -> String {
    match &report.clashes {
        Some(list) => clash_table::tally(list),
        None => format!("{} found", report.pairs.iter().filter(|pair| pair.found).count()),
    }
}

/// The pairs as rows; nothing if there are none.
fn rows(report: &Report, listing: Listing) -> String {
    let shown = |pair: &&CheckedPair| listing == Listing::Pairs || pair.verdict != PairVerdict::Ok;
    let mut pairs: Vec<&CheckedPair> = report.pairs.iter().filter(shown).collect();
    pairs.sort_by_key(|pair| urgency(pair));
    if pairs.is_empty() { String::new() } else { coloured(report, &pairs) }
}

/// The rows with a header, a colour for each verdict.
fn coloured(report: &Report, pairs: &[&CheckedPair]) -> String {
    let columns = ["a", "b", "relation", "verdict", "gap", "contacts", "at"].into_iter();
    let header = columns.chain(method_columns(report)).collect();
    styled(header, pairs.iter().map(|pair| (cells(report, pair), style(pair))))
}

/// A table with a header that fits the terminal, every row in its style.
pub fn styled(header: Vec<&str>, rows: impl Iterator<Item = (Vec<Cell>, Style)>) -> String {
    let mut table = FittedTable::new(header);
    let mut styles = vec![Style::new().bold(), Style::new()];
    for (cells, style) in rows {
        table.add_row(cells);
        styles.push(style);
    }
    let mut out = String::new();
    for (row, style) in table.render(terminal_width()).iter().zip(styles) {
        for line in row.lines() {
            let _ = writeln!(out, "{style}{line}{style:#}");
        }
    }
    out
}

/// The columns of what methods find about pairs, where they find something.
pub fn method_columns(report: &Report) -> impl Iterator<Item = &'static str> {
    let image = report.images.as_ref().map(|_| "image");
    let overlap = report.has_overlaps().then_some("overlap");
    let field = report.fields.as_ref().map(|_| "field");
    image.into_iter().chain(overlap).chain(field)
}

/// Where two witnesses are.
fn at(report: &Report, pair: &CheckedPair) -> Cell {
    let size = report.smaller_size(pair.bodies());
    let place = |p: DVec3| report.dimension.place(p, size);
    Cell::new(match pair.witness {
        Some([a, b]) if a == b => place(a),
        Some([a, b]) => format!("{} - {}", place(a), place(b)),
        None => String::new(),
    })
}

fn cells(report: &Report, pair: &CheckedPair) -> Vec<Cell> {
    let mut cells = vec![
        Cell::name(number_format::name(&report.bodies[pair.a].name)),
        Cell::name(if pair.a == pair.b {
            "itself".to_owned()
        } else {
            number_format::name(&report.bodies[pair.b].name)
        }),
        Cell::new(match pair.relation_by() {
            Some(by) => format!("{} ({by})", pair.relation.name()),
            None => pair.relation.name().to_owned(),
        }),
        Cell::new(verdict_words(pair)),
        Cell::number(pair.distance.map(number_format::short)),
        Cell::number(pair.contacts.map(|n| contacts(n, pair.own))),
        at(report, pair),
    ];
    cells.extend(method_cells(report, pair));
    cells
}

/// What a pair is by its limits, and whether that is allowed.
fn verdict_words(pair: &CheckedPair) -> &'static str {
    match pair.verdict {
        PairVerdict::WithinTolerance => "within tolerance",
        verdict if verdict != PairVerdict::Ok && !pair.found => "allowed",
        verdict => verdict.name(),
    }
}

/// What methods find about a pair, in the columns of [`method_columns`].
pub fn method_cells(report: &Report, pair: &CheckedPair) -> Vec<Cell> {
    let mut cells = Vec::new();
    if let Some(images) = &report.images {
        cells.push(Cell::new(if pair.a == pair.b { "" } else { images.proposal_text(pair.a, pair.b, pair.relation) }));
    }
    if report.has_overlaps() {
        cells.push(Cell::new(report.overlap(pair).map(volume).unwrap_or_default()));
    }
    if let Some(fields) = &report.fields {
        let has_none = pair.a != pair.b && [pair.a, pair.b].iter().any(|body| fields.without.contains_key(body));
        let none = if has_none { "no field" } else { "" };
        cells.push(Cell::new(report.field_result(pair).map_or_else(|| none.to_owned(), FieldResult::text)));
    }
    cells
}

/// How many pairs of faces meet, and of one body how many of these are neighbours.
pub fn contacts(count: usize, own: Option<SelfContactCounts>) -> String {
    match own.filter(|own| own.overlapping > 0) {
        Some(own) => format!("{count} ({} of neighbours)", own.overlapping),
        None => count.to_string(),
    }
}

/// An estimate, and in brackets its bounds.
fn volume(overlap: &ImageOverlap) -> String {
    let [lower, estimate, upper] = [overlap.lower, overlap.estimate, overlap.upper].map(number_format::short);
    format!("{estimate} ({lower} to {upper})")
}

/// Rows of lower urgency number come first; within one, the order of the report stays.
fn urgency(pair: &CheckedPair) -> usize {
    match (pair.found, pair.verdict, pair.relation) {
        (
            false,
            PairVerdict::Contact | PairVerdict::Clearance | PairVerdict::WithinTolerance | PairVerdict::Undecided,
            _,
        ) => 4,
        (false, PairVerdict::Ok, _) => 5,
        (true, _, Relation::Crossing) => 0,
        (true, _, Relation::AInsideB | Relation::BInsideA | Relation::Coincident) => 1,
        (true, _, Relation::Touching) => 2,
        (true, _, Relation::Disjoint) => 3,
    }
}

fn style(pair: &CheckedPair) -> Style {
    match pair.verdict {
        _ if !pair.found => Style::new().dimmed(),
        PairVerdict::Contact if pair.relation == Relation::Disjoint => AnsiColor::Yellow.on_default(),
        PairVerdict::Contact if pair.relation == Relation::Touching => AnsiColor::Yellow.on_default(),
        PairVerdict::WithinTolerance => AnsiColor::Yellow.on_default(),
        PairVerdict::Contact => AnsiColor::Red.on_default(),
        PairVerdict::Undecided => AnsiColor::Yellow.on_default(),
        PairVerdict::Clearance => AnsiColor::Cyan.on_default(),
        PairVerdict::Ok => Style::new(),
    }
}

/// How many pairs meet as rules or options allow, or expect.
fn allowed(report: &Report) -> usize {
    let clashes = report.clashes.iter().flat_map(|list| &list.clashes);
    let clashing: BTreeSet<[Option<usize>; 2]> = clashes.map(|clash| clash.bodies).collect();
    let is_allowed = |pair: &&CheckedPair| {
        pair.verdict == PairVerdict::Contact && !pair.found && !clashing.contains(&[Some(pair.a), Some(pair.b)])
    };
    report.pairs.iter().filter(is_allowed).count()
}

/// How many pairs meet in overlaps within their tolerance, and how large tolerances are.
fn within_tolerance(report: &Report) -> String {
    let tolerances = report.pairs.iter().filter_map(|pair| Some(pair.overlap?.tolerance));
    let Some(lengths) = range_text(tolerances) else { return String::new() };
    let count = report.pairs.iter().filter(|pair| pair.verdict == PairVerdict::WithinTolerance).count();
    format!(", {count} within the tolerance of {lengths}")
}

/// How many gaps count as contact, and up to which length they do.
fn near_contacts(report: &Report) -> String {
    let touches = || report.pairs.iter().filter_map(|pair| pair.touch);
    let Some(lengths) = range_text(touches()) else { return String::new() };
    let gaps = number_format::count(touches().count(), "gap", "gaps");
    format!(", {gaps} counted as contact up to {lengths}")
}

/// The least and the largest of some lengths; `None` if there are none.
fn range_text(lengths: impl Iterator<Item = f64>) -> Option<String> {
    let bounds = lengths.fold(None, |bounds: Option<[f64; 2]>, x| {
        Some(bounds.map_or([x, x], |[least, most]| [least.min(x), most.max(x)]))
    });
    let [least, most] = bounds?.map(number_format::short);
    Some(if least == most { most } else { format!("{least} to {most}") })
}

/// Bodies, pairs, how many of each relation, how many found, how many allowed.
fn summary(report: &Report) -> String {
    const MEETING: [Relation; 5] =
        [Relation::Touching, Relation::Crossing, Relation::AInsideB, Relation::BInsideA, Relation::Coincident];
    let tally = |relation: Relation| report.pairs.iter().filter(|pair| pair.relation == relation).count();
    let meeting: usize = MEETING.iter().map(|relation| tally(*relation)).sum();
    let mut relations = vec![format!("{} disjoint", report.pair_count - report.skipped - meeting)];
    let present = MEETING.iter().filter(|relation| tally(**relation) > 0);
    relations.extend(present.map(|relation| format!("{} {}", tally(*relation), relation.name())));
    if report.skipped > 0 {
        relations.push(format!("{} not checked", report.skipped));
    }
    let found = match &report.clashes {
        Some(list) => list.clashes.iter().filter(|clash| clash.fails()).count(),
        None => report.pairs.iter().filter(|pair| pair.found).count(),
    };
    let allowed = match allowed(report) {
        0 => String::new(),
        count => format!(", {count} allowed"),
    };
    format!(
        "{}, {}: {}; {found} found{allowed}{within}{near}",
        number_format::count(report.bodies.len(), "body", "bodies"),
        number_format::count(report.pair_count, "pair", "pairs"),
        relations.join(", "),
        within = within_tolerance(report),
        near = near_contacts(report)
    )
}
