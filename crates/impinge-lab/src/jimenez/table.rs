//! The tables of `impinge lab jimenez`, and what they say in words.

use crate::jimenez::JimenezResults;
use crate::jimenez::moving_points::PointTrial;
use crate::jimenez::moving_polygons::{METHODS, MovingTrial};
use crate::jimenez::moving_solids::{self, SolidSeries, SolidTrial};
use crate::jimenez::solid_agreement::SolidAgreement;
use comfy_table::Cell;
use impinge_picture::number_format::grouped;
use impinge_terminal::text_table::{lines, plain, right};
use std::fmt::Write;

/// All of them, each followed by an empty line.
pub fn text(results: &JimenezResults) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", kinds(&results.kinds));
    let _ = writeln!(text, "{}{}", surface(&results.surface, &results.sizes), verdict(&results.surface));
    let _ = writeln!(text, "{}", points(&results.points));
    let _ = writeln!(text, "{}{}", solids(&results.solids), agreement(&results.agreement));
    text
}

/// A row for each kind, way and size: times and what coherence saved.
fn kinds(trials: &[MovingTrial]) -> String {
    let mut table = plain();
    let saved = ["meet", "at once", "mask kept", "compared", "edges left"];
    table.set_header(["us a position", "vertices"].into_iter().chain(METHODS).chain(saved));
    for trial in trials {
        let best = (0..METHODS.len()).map(|k| trial.microseconds(k)).fold(f64::INFINITY, f64::min);
        let time = |k: usize| {
            let own = trial.microseconds(k);
            format!("{}{own:.3}", if own <= best { "* " } else { "" })
        };
        let percent = |x: f64| format!("{x:.1} %");
        let cells = [grouped(trial.static_vertices as u64)].into_iter().chain((0..METHODS.len()).map(time)).chain([
            grouped(trial.meetings as u64),
            percent(trial.at_once_percent),
            percent(trial.by_motion_percent + trial.unchanged_percent),
            percent(trial.compared_percent),
            format!("{:.1}", trial.candidates),
        ]);
        let name = Cell::new_owned(format!("{}, {}", trial.kind, trial.trajectory));
        table.add_row(std::iter::once(name).chain(cells.map(right)));
    }
    lines(&table)
        + "at once: circles apart, or nothing computed; mask kept: not computed, or computed and the same; both per cent of positions\n"
}

/// How many times the time of the tree the covering takes, and, in brackets, `auto`.
fn surface(trials: &[MovingTrial], sizes: &[usize]) -> String {
    let mut table = plain();
    let corner = "covering (auto) over tree".to_owned();
    table.set_header(std::iter::once(corner).chain(sizes.iter().map(|m| format!("mover {m}"))));
    for n in sizes {
        let cell = |m: &usize| {
            let trial = trials.iter().find(|t| t.static_vertices == *n && t.moving_vertices == *m);
            trial.map_or_else(String::new, |t| {
                let over = |time: f64| time / t.tree_microseconds.max(1e-9);
                format!("{:.2} ({:.2})", over(t.covering_microseconds), over(t.auto_microseconds))
            })
        };
        table.add_row(std::iter::once(format!("stands {n}")).chain(sizes.iter().map(cell)).map(right));
    }
    lines(&table)
}

/// Where the paper's method wins and where it does not.
fn verdict(trials: &[MovingTrial]) -> String {
    let wins: Vec<&MovingTrial> = trials.iter().filter(|t| t.covering_microseconds < t.tree_microseconds).collect();
    let mut text = format!("coverings are faster than trees for {} of {} pairs of sizes", wins.len(), trials.len());
    let most = wins.iter().map(|t| t.static_vertices * t.moving_vertices).max();
    let least = trials
        .iter()
        .filter(|t| t.covering_microseconds >= t.tree_microseconds)
        .map(|t| t.static_vertices * t.moving_vertices)
        .min();
    if let (Some(most), Some(least)) = (most, least) {
        let (most, least) = (grouped(most as u64), grouped(least as u64));
        let _ =
            write!(text, "; the most pairs of edges where they are: {most}, the fewest where they are not: {least}");
    }
    text.push('\n');
    let brute = trials.iter().filter(|t| t.covering_microseconds < t.brute_microseconds).count();
    let _ = writeln!(text, "they are faster than every edge with every edge for {brute} of {}", trials.len());
    text
}

/// A row for each body about which a point moved.
fn points(trials: &[PointTrial]) -> String {
    let mut table = plain();
    table.set_header([
        "a point moves, us",
        "parts",
        "inside",
        "mask kept",
        "from nothing",
        "tree",
        "unchanged",
        "bits changed",
    ]);
    for trial in trials {
        let cells = [
            grouped(trial.parts as u64),
            format!("{:.0} %", 100.0 * trial.inside as f64 / trial.positions.max(1) as f64),
            format!("{:.3}", trial.moving_microseconds),
            format!("{:.3}", trial.covering_microseconds),
            format!("{:.3}", trial.tree_microseconds),
            format!("{:.1} %", trial.unchanged_percent),
            grouped(trial.bits_changed),
        ];
        table.add_row(std::iter::once(Cell::new_owned(trial.body.clone())).chain(cells.map(right)));
    }
    lines(&table)
}

/// A row for each polyhedron, mover and way: times and what was looked at.
fn solids(trials: &[SolidTrial]) -> String {
    let mut table = plain();
    let looked = ["influence", "by motion", "boxes", "volumes", "compared", "pairs"];
    let sizes = ["us a position", "faces", "mover", "radius"];
    table.set_header(sizes.into_iter().chain(moving_solids::METHODS).chain(looked));
    for trial in trials {
        let times = (0..moving_solids::METHODS.len()).map(|k| trial.microseconds(k));
        let best = times.clone().flatten().fold(f64::INFINITY, f64::min);
        let time = |own: Option<f64>| {
            own.map_or_else(String::new, |own| format!("{}{own:.3}", if own <= best { "* " } else { "" }))
        };
        let cells = [grouped(trial.faces as u64), grouped(trial.mover_faces as u64), trial.mover_radius.to_string()]
            .into_iter()
            .chain(times.map(time))
            .chain([format!("{:.0}", trial.influence), format!("{:.1} %", trial.by_motion_percent)])
            .chain([trial.groups, trial.volumes, trial.compared, trial.pairs].map(|n| format!("{n:.2}")));
        let varied = match trial.series {
            SolidSeries::Faces => "",
            SolidSeries::Influence => ", radius",
            SolidSeries::MoverFaces => ", mover",
        };
        let name = Cell::new_owned(format!("{}, {}{varied}", trial.body, trial.way));
        table.add_row(std::iter::once(name).chain(cells.map(right)));
    }
    lines(&table)
        + "influence: faces whose volume holds the middle of the mover; by motion: nothing looked at; then what is looked at a position\n"
}

/// What was compared with pair queries.
fn agreement(seen: &SolidAgreement) -> String {
    let counted = [
        ("disjoint", seen.disjoint),
        ("touching", seen.touching),
        ("crossing", seen.crossing),
        ("A inside B", seen.a_inside),
        ("B inside A", seen.b_inside),
        ("coincident", seen.coincident),
        ("apart within the clearance", seen.near),
    ];
    let counted: Vec<String> =
        counted.iter().map(|(name, count)| format!("{name} {}", grouped(*count as u64))).collect();
    format!(
        "\n{} steps in space compared with pair queries, all equal: {}; nothing looked at in {}\n",
        grouped(seen.steps as u64),
        counted.join(", "),
        grouped(seen.by_motion),
    )
}
