//! Tables for people.

use crate::measured_row::{Cell, Measure, MeasuredRow, THREADS};
use crate::peer::Peer;
use crate::performance_targets::{ReachedTarget, best_ratio};
use crate::query::Query;
use comfy_table::{CellAlignment, Table, presets};
use impinge_picture::number_format::three_figures;

/// Microseconds a query, with ratios to Impinge, and the best of FCL's where it is there.
#[must_use]
pub fn query_table(rows: &[MeasuredRow], peers: &[Box<dyn Peer>]) -> String {
    let mut table = headed(["workload", "query", "poses"], peers, &["best of fcl"], 2);
    for row in rows.iter().filter(|row| matches!(row.measure, Measure::Query(_))) {
        let mut line = vec![row.workload.clone(), row.measure.name(), row.poses.to_string()];
        line.extend(row.cells.iter().map(|cell| cell.as_ref().map_or("-".to_owned(), |cell| entry(row, cell))));
        let best = best_ratio(row, peers, "fcl");
        line.push(best.map_or("-".to_owned(), |(ratio, name)| format!("{}x {name}", three_figures(ratio))));
        table.add_row(line);
    }
    table.to_string()
}

/// What new poses take, build time and memory, with ratios to Impinge.
#[must_use]
pub fn build_table(rows: &[MeasuredRow], peers: &[Box<dyn Peer>]) -> String {
    let mut table = headed(["workload", "measure", "unit"], peers, &[], 3);
    let is_here = |measure| {
        matches!(measure, Measure::Repose | Measure::Build | Measure::BuildOn(..) | Measure::Topology | Measure::Memory)
    };
    for row in rows.iter().filter(|row| is_here(row.measure)) {
        let mut line = vec![row.workload.clone(), row.measure.name(), row.measure.unit().to_owned()];
        line.extend(row.cells.iter().map(|cell| cell.as_ref().map_or("-".to_owned(), |cell| entry(row, cell))));
        table.add_row(line);
    }
    table.to_string()
}

/// Impinge alone: batches on one thread and on more, and the share of candidate pairs that needed exact arithmetic.
#[must_use]
pub fn alone_table(rows: &[MeasuredRow]) -> String {
    let mut table =
        plain(&["workload", "query", "poses", "us on 1", &format!("us on {THREADS}"), "speed-up", "exact %"]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let of = |workload: &str, measure| {
        let row = rows.iter().find(|row| row.workload == workload && row.measure == measure)?;
        Some(row.cells.first()?.as_ref()?.value)
    };
    for row in rows {
        let Measure::Batch(query, 1) = row.measure else { continue };
        let one = of(&row.workload, Measure::Batch(query, 1));
        let more = of(&row.workload, Measure::Batch(query, THREADS));
        let share = of(&row.workload, Measure::Exact);
        let number = |value: Option<f64>| value.map_or("-".to_owned(), three_figures);
        let speed_up = one.zip(more).map_or("-".to_owned(), |(one, more)| format!("{:.2}x", one / more));
        let (workload, query, poses) = (row.workload.clone(), query.name().to_owned(), row.poses.to_string());
        table.add_row([workload, query, poses, number(one), number(more), speed_up, number(share)]);
    }
    table.to_string()
}

/// The sums of all answers: poses that collide, pairs that meet, lengths.
#[must_use]
pub fn answer_table(rows: &[MeasuredRow], peers: &[Box<dyn Peer>]) -> String {
    let mut table = headed(["workload", "query", "poses"], peers, &[], 2);
    for row in rows.iter().filter(|row| matches!(row.measure, Measure::Query(_))) {
        let mut line = vec![row.workload.clone(), row.measure.name(), row.poses.to_string()];
        line.extend(row.cells.iter().map(|cell| cell.as_ref().map_or("-".to_owned(), |cell| total(row, cell))));
        table.add_row(line);
    }
    table.to_string()
}

/// How many answers of each peer differ from Impinge's, and of how many.
#[must_use]
pub fn difference_table(rows: &[MeasuredRow], peers: &[Box<dyn Peer>]) -> String {
    let mut table = plain(&["peer", "query", "answers", "differ"]);
    for (k, peer) in peers.iter().enumerate().skip(1) {
        for query in [Query::Boolean, Query::Contacts, Query::Distance] {
            let of_query = rows.iter().filter(|row| row.measure == Measure::Query(query));
            let cells: Vec<&Cell> = of_query.filter_map(|row| row.cells.get(k)?.as_ref()).collect();
            let (answers, differ) = cells.iter().fold((0, 0), |(n, d), cell| (n + cell.poses, d + cell.disagreements));
            if answers > 0 {
                table.add_row([peer.name(), query.name(), &answers.to_string(), &differ.to_string()]);
            }
        }
    }
    table.to_string()
}

/// What is wanted, what was measured, and whether it holds.
#[must_use]
pub fn target_table(reached_targets: &[ReachedTarget]) -> String {
    let mut table = plain(&["target", "measured", "held"]);
    for verdict in reached_targets {
        let held = verdict.held.map_or("not measured", |held| if held { "yes" } else { "no" });
        table.add_row([verdict.target.as_str(), verdict.measured.as_str(), held]);
    }
    table.to_string()
}

/// A table with these columns.
pub(crate) fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header);
    table
}

/// A table with columns for all peers, numbers to the right.
fn headed(first: [&str; 3], peers: &[Box<dyn Peer>], last: &[&str], left: usize) -> Table {
    let header: Vec<&str> =
        first.into_iter().chain(peers.iter().map(|peer| peer.name())).chain(last.iter().copied()).collect();
    let mut table = plain(&header);
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A number, `+` with what a new pose needs besides, the ratio to Impinge's if it is not Impinge's own, `*` for fewer poses,
/// `!` for disagreements.
fn entry(row: &MeasuredRow, cell: &Cell) -> String {
    let ratio = match cell.ratio {
        Some(1.0) | None => String::new(),
        Some(ratio) => format!(" ({}x)", three_figures(ratio)),
    };
    let fewer = if cell.poses < row.poses { format!(" *{}", cell.poses) } else { String::new() };
    let marked = if cell.disagreements > 0 { format!(" !{}", cell.disagreements) } else { String::new() };
    let repose = if cell.repose > 0.0 { format!("+{}", three_figures(cell.repose)) } else { String::new() };
    format!("{}{repose}{ratio}{fewer}{marked}", three_figures(cell.value))
}

/// The sum of answers, with the marks of [`entry`].
fn total(row: &MeasuredRow, cell: &Cell) -> String {
    let fewer = if cell.poses < row.poses { format!(" *{}", cell.poses) } else { String::new() };
    let marked = if cell.disagreements > 0 { format!(" !{}", cell.disagreements) } else { String::new() };
    let is_length = row.measure == Measure::Query(Query::Distance);
    if is_length { format!("{:.9}{fewer}{marked}", cell.total) } else { format!("{}{fewer}{marked}", cell.total) }
}
