//! What comes out: tables, CSV and a plot.

use super::compare_and_time::BroadMeasurement;
use super::engine::BroadEngine;
use super::performance_targets::{growth, reached_targets};
use crate::table::{plain, target_table};
use comfy_table::CellAlignment;
use impinge_lab::measurement_harness::machine::Machine;
use impinge_picture::bar_plot::{BarGroup, bars};
use impinge_picture::number_format::three_figures;

/// The version of parry that is measured.
const PARRY: &str = "parry3d-f64 0.31";

/// The text for the terminal.
#[must_use]
pub fn text(rows: &[BroadMeasurement], setup: &Machine) -> String {
    let mut text = format!("{setup}\nimpinge {}, {PARRY}\n", env!("CARGO_PKG_VERSION"));
    let mut part = |title: &str, body: &str| text.push_str(&format!("\n{title}\n\n{body}\n"));
    part(
        "Milliseconds of processor time a step: median over 10 steps / mean over 60; Impinge's list pairs and changes, parry's pairs alone",
        &time_table(rows),
    );
    part("Work of the tree over 60 steps", &work_table(rows));
    part("Exponent of growth with the number of boxes", &growth_table(rows));
    part("Targets, for the tree", &target_table(&reached_targets(rows)));
    text
}

/// The workloads in order, each once.
fn workloads(rows: &[BroadMeasurement]) -> Vec<&BroadMeasurement> {
    let mut all: Vec<&BroadMeasurement> = Vec::new();
    for row in rows {
        if !all.iter().any(|other| (other.kind, other.boxes) == (row.kind, row.boxes)) {
            all.push(row);
        }
    }
    all
}

fn time_table(rows: &[BroadMeasurement]) -> String {
    let names = BroadEngine::ALL.map(BroadEngine::name);
    let mut table = plain(&[&["workload", "boxes", "pairs"][..], &names].concat());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for first in workloads(rows) {
        let mut line = vec![first.kind.name().to_owned(), first.boxes.to_string(), first.pairs.to_string()];
        line.extend(BroadEngine::ALL.map(|engine| {
            let found = rows.iter().find(|r| (r.kind, r.boxes, r.engine) == (first.kind, first.boxes, engine));
            found.map_or("-".to_owned(), |row| {
                format!("{} / {}", time(row.median), row.mean.map_or("-".to_owned(), time))
            })
        }));
        table.add_row(line);
    }
    table.to_string()
}

/// A time with three figures.
fn time(milliseconds: f64) -> String {
    if milliseconds < 1.0 { format!("{milliseconds:.3}") } else { three_figures(milliseconds) }
}

fn work_table(rows: &[BroadMeasurement]) -> String {
    let mut table = plain(&["workload", "boxes", "engine", "tests a step", "sorts"]);
    for row in rows {
        if let Some([tests, sorts]) = row.work.filter(|_| row.mean.is_some()) {
            let steps = super::compare_and_time::MANY_STEPS as u64;
            let (boxes, tests) = (row.boxes.to_string(), (tests / steps).to_string());
            table.add_row([row.kind.name(), &boxes, row.engine.name(), &tests, &sorts.to_string()]);
        }
    }
    table.to_string()
}

fn growth_table(rows: &[BroadMeasurement]) -> String {
    let mut table = plain(&["engine", "exponent"]);
    for engine in BroadEngine::ALL {
        if let Some(exponent) = growth(rows, engine) {
            table.add_row([engine.name(), &format!("{exponent:.2}")]);
        }
    }
    table.to_string()
}

/// Every time, with versions, machine and date.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn times(rows: &[BroadMeasurement], setup: &Machine) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "date",
        "machine",
        "workload",
        "boxes",
        "engine",
        "version",
        "median_10_ms",
        "mean_60_ms",
        "pairs",
        "tests",
        "sorts",
    ])?;
    for row in rows {
        let version = match row.engine {
            BroadEngine::Impinge(_) => concat!("impinge ", env!("CARGO_PKG_VERSION")),
            BroadEngine::Parry | BroadEngine::ParryChanges => PARRY,
        };
        let optional = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        out.write_record([
            &setup.date,
            &setup.processor,
            row.kind.name(),
            &row.boxes.to_string(),
            row.engine.name(),
            version,
            &format!("{:.5}", row.median),
            &row.mean.map_or(String::new(), |mean| format!("{mean:.5}")),
            &row.pairs.to_string(),
            &optional(row.work.map(|work| work[0])),
            &optional(row.work.map(|work| work[1])),
        ])?;
    }
    Ok(out.into_inner()?)
}

/// The plot of all times.
#[must_use]
pub fn plot(rows: &[BroadMeasurement], setup: &Machine) -> String {
    let group = |first: &BroadMeasurement| BarGroup {
        label: format!("{} {}", first.kind.name(), first.boxes),
        bars: BroadEngine::ALL
            .map(|engine| {
                let found = rows.iter().find(|r| (r.kind, r.boxes, r.engine) == (first.kind, first.boxes, engine));
                found.map(|row| [row.mean.unwrap_or(row.median) * 1e3, 0.0])
            })
            .into(),
    };
    let groups: Vec<BarGroup> = workloads(rows).into_iter().map(group).collect();
    let names = BroadEngine::ALL.map(|engine| engine.name().to_owned());
    bars(&format!("microseconds a step of moving boxes, mean over 60 steps; {setup}"), &names, &groups)
}
