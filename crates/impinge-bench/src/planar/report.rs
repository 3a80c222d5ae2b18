//! What comes out: tables, CSV and a plot.

use super::compare_and_time::PlanarMeasurement;
use super::engine::Engine;
use super::performance_targets::{best_peer, reached_targets};
use crate::table::{plain, target_table};
use comfy_table::CellAlignment;
use impinge_lab::measurement_harness::machine::Machine;
use impinge_picture::bar_plot::{BarGroup, bars};
use impinge_picture::number_format::three_figures;

/// All that is to be said on the terminal.
#[must_use]
pub fn text(rows: &[PlanarMeasurement], setup: &Machine) -> String {
    let versions: Vec<String> =
        Engine::ALL.iter().map(|engine| format!("{} {}", engine.name(), engine.version())).collect();
    let mut text = format!("{setup}\n{}\n", versions.join(", "));
    let mut part = |title: &str, body: &str| text.push_str(&format!("\n{title}\n\n{body}\n"));
    part(
        "Stars of n corners: mean microseconds of processor time a query, and how many times Impinge's that is; !n: n answers differ",
        &time_table(rows),
    );
    part("Targets", &target_table(&reached_targets(rows)));
    if cfg!(not(feature = "geos")) {
        text.push_str("SKIPPED geos-prepared: built without it; `cargo xtask bench` installs it\n");
    }
    text
}

fn time_table(rows: &[PlanarMeasurement]) -> String {
    let names: Vec<&str> = Engine::ALL.iter().map(|engine| engine.name()).collect();
    let mut table = plain(&[&["query", "n", "poses", "meeting"][..], &names, &["better peer"]].concat());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for row in rows {
        let mut line =
            vec![row.query.name().to_owned(), row.corners.to_string(), row.poses.to_string(), row.meeting.to_string()];
        let own = row.times[0];
        line.push(three_figures(own));
        line.extend(row.times.iter().zip(&row.differing).skip(1).map(|(time, differing)| {
            let mark = if *differing > 0 { format!(" !{differing}") } else { String::new() };
            format!("{} ({}x){mark}", three_figures(*time), three_figures(time / own))
        }));
        line.push(best_peer(row).map_or("-".to_owned(), |best| format!("{}x", three_figures(best / own))));
        table.add_row(line);
    }
    table.to_string()
}

/// Every time, with versions, machine and date.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn times(rows: &[PlanarMeasurement], setup: &Machine) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "date",
        "machine",
        "query",
        "corners",
        "poses",
        "meeting",
        "engine",
        "version",
        "us",
        "differing",
    ])?;
    for row in rows {
        for ((engine, time), differing) in Engine::ALL.iter().zip(&row.times).zip(&row.differing) {
            out.write_record([
                &setup.date,
                &setup.processor,
                row.query.name(),
                &row.corners.to_string(),
                &row.poses.to_string(),
                &row.meeting.to_string(),
                engine.name(),
                &engine.version(),
                &format!("{time:.5}"),
                &differing.to_string(),
            ])?;
        }
    }
    Ok(out.into_inner()?)
}

/// The plot of all times.
#[must_use]
pub fn plot(rows: &[PlanarMeasurement], setup: &Machine) -> String {
    let group = |row: &PlanarMeasurement| BarGroup {
        label: format!("{} {}", row.query.name(), row.corners),
        bars: row.times.iter().map(|time| time.is_finite().then_some([*time, 0.0])).collect(),
    };
    let groups: Vec<BarGroup> = rows.iter().map(group).collect();
    let names: Vec<String> = Engine::ALL.iter().map(|engine| engine.name().to_owned()).collect();
    bars(&format!("microseconds a query of two stars; {setup}"), &names, &groups)
}
