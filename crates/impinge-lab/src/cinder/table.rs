//! The tables of `impinge lab cinder`.

use crate::cinder::CinderResults;
use crate::cinder::linear_fit::Fit;
use crate::cinder::missed_pairs::MissRate;
use crate::cinder::timing::Timing;
use comfy_table::Cell;
use impinge_picture::number_format::grouped;
use impinge_terminal::text_table::{lines, plain, right};
use std::fmt::Write;

/// All of them, each followed by an empty line.
pub fn text(results: &CinderResults) -> String {
    let mut text = String::new();
    let CinderResults { trials, pixels, .. } = results;
    let _ = writeln!(text, "{}", times(&results.timings));
    let _ = writeln!(text, "{}", fits(&results.fits));
    let _ = writeln!(text, "{}", misses(&results.misses));
    let _ = writeln!(text, "times: mean and deviation of {trials} random scenes, {pixels} x {pixels} pixels");
    text
}

/// A row for each experiment, question and size.
fn times(timings: &[Timing]) -> String {
    let mut table = plain();
    table.set_header(["ms a query", "bodies", "triangles", "mean", "deviation", "device", "read back", "interfering"]);
    for timing in timings {
        let cells = [
            grouped(timing.bodies.into()),
            grouped(timing.triangles.into()),
            format!("{:.3}", timing.milliseconds),
            format!("{:.3}", timing.deviation),
            timing.gpu_milliseconds.map_or_else(String::new, |own| format!("{own:.3}")),
            grouped(timing.read_back_bytes.round() as u64),
            timing.interfering.map_or_else(String::new, |count| format!("{count:.1}")),
        ];
        let name = Cell::new_owned(format!("{}: {}", timing.experiment, timing.question));
        table.add_row(std::iter::once(name).chain(cells.map(right)));
    }
    lines(&table)
}

/// A row for each line of least squares.
fn fits(fits: &[Fit]) -> String {
    let mut table = plain();
    table.set_header(["as a line", "ms at 0", "ms a thousand", "R²"]);
    for fit in fits {
        let cells = [
            format!("{:.3}", fit.milliseconds_at_zero),
            format!("{:.4}", fit.milliseconds_a_thousand),
            format!("{:.4}", fit.r_squared),
        ];
        let name = Cell::new_owned(format!("{}: {}", fit.experiment, fit.question));
        table.add_row(std::iter::once(name).chain(cells.map(right)));
    }
    lines(&table)
}

/// A row for each density and size of images.
fn misses(misses: &[MissRate]) -> String {
    let mut table = plain();
    table.set_header([
        "density",
        "pixels",
        "pairs meet",
        "one view misses",
        "of bodies",
        "shows wrongly",
        "three views miss",
    ]);
    for miss in misses {
        let percent = |x: f64| format!("{x:.2} %");
        table.add_row(
            [
                miss.density.to_string(),
                miss.pixels.to_string(),
                grouped(miss.meeting as u64),
                percent(miss.missed_percent),
                percent(miss.missed_bodies_percent),
                grouped(miss.wrongly_shown as u64),
                percent(miss.survey_missed_percent),
            ]
            .map(right),
        );
    }
    lines(&table) + "one view: as published, one layer; three views: along the axes, up to 64 layers\n"
}
