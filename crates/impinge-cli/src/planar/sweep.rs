//! `impinge planar sweep`: when two polygons share points while one moves.

use super::bodies::{Outputs, load_one};
use super::sheet::Up;
use super::sweep_picture;
use super::words::{Moving, Sweep};
use crate::Outcome;
use crate::merged::Operand;
use crate::place;
use crate::words::{TextFormat, told as format_told};
use impinge::feature::Feature;
use impinge::math::DVec2;
use impinge::pair::Certainty;
use impinge::planar::{self, ContactInterval, Impact, Motion, Polygon, Pose2, Time, sweep};
use serde_json::{Value, json};
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(words: &Sweep, quiet: bool) -> anyhow::Result<Outcome> {
    let (a, b) = (Operand::of(&words.a), Operand::of(&words.b));
    let outputs = Outputs::open(words.output.as_deref(), &[&a.path, &b.path])?;
    let motion = motion(&words.moving)?;
    let (options, up) = (words.reading.options(), Up::of(&[a.path.clone(), b.path.clone()]));
    let [a, b]: [Polygon; 2] = [load_one(&a, &options)?.polygon, load_one(&b, &options)?.polygon];
    let found = sweep(&a, &b, &Pose2::IDENTITY, &motion);
    if let Some(place) = &outputs.picture {
        place.write(sweep_picture::draw([&a, &b], &motion, &found, up).as_bytes())?;
    }
    match format_told(words.format, words.output.as_deref()) {
        TextFormat::Text if quiet && outputs.report.is_stdout() => {}
        TextFormat::Text => outputs.report.write_text(&text(&found))?,
        TextFormat::Json => outputs.report.write(format!("{:#}\n", told(&found)).as_bytes())?,
    }
    Ok(Outcome::found(!found.is_free()))
}

fn motion(words: &Moving) -> anyhow::Result<Motion> {
    let vector = |[x, y]: [f64; 2]| DVec2::new(x, y);
    Ok(match (words.by, words.turn) {
        (Some(by), _) => Motion::translation(vector(by))?,
        (None, turn) => Motion::rotation(turn.unwrap_or(0.0).to_radians(), vector(words.about.unwrap_or_default()))?,
    })
}

/// The answer for people.
fn text(found: &planar::Sweep) -> String {
    if found.is_free() {
        return "free\n".to_owned();
    }
    let mut out = String::new();
    for ContactInterval { begin, end, certainty } in &found.intervals {
        // Rounded outward: nothing of a contact is left out.
        let _ = write!(out, "contact  {} to {}", place::number(begin.lower), place::number(end.upper));
        let _ = writeln!(out, "{}", if *certainty == Certainty::Rounded { "  (may be a gap)" } else { "" });
    }
    if let Some(Impact { point, features, normal, .. }) = &found.impact {
        let [p, n] = [point, normal].map(|v| format!("({}, {})", place::number(v.x), place::number(v.y)));
        let [a, b] = features.map(place::feature);
        let _ = writeln!(out, "impact   {p}  {a} of A, {b} of B, normal {n}");
    }
    out
}

/// The answer for machines.
fn told(found: &planar::Sweep) -> Value {
    let time = |time: &Time| json!([time.lower, time.upper]);
    let intervals = found
        .intervals
        .iter()
        .map(|i| json!({"begin": time(&i.begin), "end": time(&i.end), "certainty": certainty(i.certainty)}));
    let impact = found.impact.as_ref().map(|impact| {
        json!({
            "time": time(&impact.time),
            "point": impact.point.to_array(),
            "normal": impact.normal.to_array(),
            "features": impact.features.map(feature),
        })
    });
    json!({
        "schema": 1,
        "free": found.is_free(),
        "intervals": intervals.collect::<Vec<_>>(),
        "impact": impact,
        "cost": {
            "box_tests": found.cost.box_tests,
            "edge_tests": found.cost.triangle_tests,
            "exact_tests": found.cost.exact_tests,
            "ray_casts": found.cost.ray_casts,
        },
    })
}

fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "exact",
        Certainty::Rounded => "rounded",
    }
}

fn feature(feature: Feature) -> Value {
    match feature {
        Feature::Vertex(v) => json!({"kind": "vertex", "ids": [v.0]}),
        Feature::Edge(v, w) => json!({"kind": "edge", "ids": [v.0, w.0]}),
        Feature::Face(f) => json!({"kind": "face", "ids": [f.0]}),
    }
}
