//! Tables for people.

use crate::measurement::{Cell, Measure, Row};
use crate::peer::Peer;
use crate::summary::Reached;
use comfy_table::{CellAlignment, Table, presets};

/// Microseconds a query, with ratios to Impinge.
#[must_use]
pub fn query_table(rows: &[Row], peers: &[Box<dyn Peer>]) -> String {
    let mut table = headed(["workload", "query", "poses"], peers, 2);
    for row in rows.iter().filter(|row| matches!(row.measure, Measure::Query(_))) {
        let mut line = vec![row.workload.clone(), row.measure.name().to_owned(), row.poses.to_string()];
        line.extend(row.cells.iter().map(|cell| cell.as_ref().map_or("-".to_owned(), |cell| entry(row, cell))));
        table.add_row(line);
    }
    table.to_string()
}

/// Build time and memory, with ratios to Impinge.
#[must_use]
pub fn build_table(rows: &[Row], peers: &[Box<dyn Peer>]) -> String {
    let mut table = headed(["workload", "measure", "unit"], peers, 3);
    for row in rows.iter().filter(|row| !matches!(row.measure, Measure::Query(_))) {
        let mut line = vec![row.workload.clone(), row.measure.name().to_owned(), row.measure.unit().to_owned()];
        line.extend(row.cells.iter().map(|cell| cell.as_ref().map_or("-".to_owned(), |cell| entry(row, cell))));
        table.add_row(line);
    }
    table.to_string()
}

/// The sums of all answers: poses that collide, pairs that meet, lengths.
#[must_use]
pub fn answer_table(rows: &[Row], peers: &[Box<dyn Peer>]) -> String {
    let mut table = headed(["workload", "query", "poses"], peers, 2);
    for row in rows.iter().filter(|row| matches!(row.measure, Measure::Query(_))) {
        let mut line = vec![row.workload.clone(), row.measure.name().to_owned(), row.poses.to_string()];
        line.extend(row.cells.iter().map(|cell| cell.as_ref().map_or("-".to_owned(), |cell| total(row, cell))));
        table.add_row(line);
    }
    table.to_string()
}

/// Geometric means beside what is wanted.
#[must_use]
pub fn target_table(reached: &[Reached]) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["against", "query", "rows", "mean", "wanted", "least row", "wanted", "holds"]);
    for r in reached {
        table.add_row([
            format!("best of {}", r.target.family),
            r.target.query.name().to_owned(),
            r.rows.to_string(),
            format!("{}x", figures(r.mean)),
            format!("{}x", r.target.mean),
            format!("{}x ({})", figures(r.least), r.worst),
            r.target.least.map_or("-".to_owned(), |least| format!("{least}x")),
            if r.holds() { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table.to_string()
}

/// A table with columns for all peers, numbers to the right.
fn headed(first: [&str; 3], peers: &[Box<dyn Peer>], left: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(first.into_iter().chain(peers.iter().map(|peer| peer.name())));
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A number, its ratio to Impinge's if it is not Impinge's own, `*` for fewer poses, `!` for disagreements.
fn entry(row: &Row, cell: &Cell) -> String {
    let ratio = match cell.ratio {
        Some(1.0) | None => String::new(),
        Some(ratio) => format!(" ({}x)", figures(ratio)),
    };
    let fewer = if cell.poses < row.poses { format!(" *{}", cell.poses) } else { String::new() };
    let marked = if cell.disagreements > 0 { format!(" !{}", cell.disagreements) } else { String::new() };
    format!("{}{ratio}{fewer}{marked}", figures(cell.value))
}

/// The sum of answers, with the marks of [`entry`].
fn total(row: &Row, cell: &Cell) -> String {
    let fewer = if cell.poses < row.poses { format!(" *{}", cell.poses) } else { String::new() };
    let marked = if cell.disagreements > 0 { format!(" !{}", cell.disagreements) } else { String::new() };
    let is_length = row.measure == Measure::Query(crate::query::Query::Distance);
    if is_length { format!("{:.9}{fewer}{marked}", cell.total) } else { format!("{}{fewer}{marked}", cell.total) }
}

/// Three figures, or all before the point.
pub(crate) fn figures(value: f64) -> String {
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_figures() {
        assert_eq!([0.012, 3.456, 34.56, 345.6, 34567.8].map(figures), ["0.01", "3.46", "34.6", "346", "34568"]);
    }
}
