//! The answer of `impinge sweep`, for people and for machines.

use crate::relate;
use impinge::bounded::Certainty;
use impinge::ccd::Time;
use impinge::feature::Feature;
use impinge::pair::{ContactInterval, Impact, Sweep, SweepOptions};
use impinge_clash::json::AnswerSource;
use impinge_clash::{MergedMesh, number_format};
use impinge_io::LengthUnit;
use serde::Serialize;
use std::fmt::Write;

/// The answer for people.
pub fn text(wholes: [&MergedMesh; 2], unit: Option<LengthUnit>, found: &Sweep) -> String {
    let mut out = String::new();
    let [from, until] = found.window.map(number_format::number);
    if found.is_free() {
        let _ = writeln!(out, "free     {from} to {until}");
    }
    for ContactInterval { begin, end, certainty } in &found.intervals {
        // Rounded outward: nothing of a contact is left out.
        let _ = write!(out, "contact  {} to {}", number_format::number(begin.lower), number_format::number(end.upper));
        let _ = match certainty {
            Certainty::Exact => writeln!(out),
            Certainty::WithinBound | Certainty::Rounded => {
                writeln!(out, "  (or a gap of at most {})", number_format::short(found.bound))
            }
            Certainty::Undecided => writeln!(out, "  (undecided after {})", work(found)),
        };
    }
    if let Some(Impact { time, points, features, normal }) = &found.impact {
        let _ =
            writeln!(out, "impact   {}, normal {}", number_format::number(time.lower), number_format::point(*normal));
        for (k, letter) in ["a", "b"].into_iter().enumerate() {
            let (body, feature) = wholes[k].locate(features[k]);
            let of =
                if wholes[k].has_many_parts() { format!(" of {}", number_format::name(&body)) } else { String::new() };
            let _ = writeln!(
                out,
                "{letter}        {} on {}{of}",
                number_format::point(points[k]),
                number_format::feature(feature)
            );
        }
    } else if found.starts_in_contact() {
        let _ = writeln!(out, "impact   in contact from the start");
    }
    if let Some(unit) = unit {
        let _ = writeln!(out, "unit     {unit}");
    }
    for note in relate::notes(&relate::bodies(wholes[0], wholes[1])) {
        let _ = writeln!(out, "note     {note}");
    }
    out
}

/// What was looked at, in words.
pub fn work(found: &Sweep) -> String {
    let cost = &found.cost;
    format!("{} pairs of boxes, {} of faces, {} in integers", cost.box_tests, cost.triangle_tests, cost.exact_tests)
}

/// A row for each interval.
pub fn csv(found: &Sweep) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["begin_lower", "begin_upper", "end_lower", "end_upper", "certainty"])?;
    for ContactInterval { begin, end, certainty } in &found.intervals {
        let times = [begin.lower, begin.upper, end.lower, end.upper].map(|time| time.to_string());
        writer.write_record(times.iter().map(String::as_str).chain([certainty.name()]))?;
    }
    Ok(writer.into_inner()?)
}

/// The answer for machines; `docs/sweep.schema.json` describes it.
#[derive(Serialize)]
struct SweepJson<'a> {
    schema: u32,
    #[serde(flatten)]
    source: AnswerSource,
    a: &'a str,
    b: &'a str,
    window: [f64; 2],
    separation: f64,
    bound: f64,
    free: bool,
    starts_in_contact: bool,
    intervals: Vec<ToldInterval>,
    impact: Option<ToldImpact>,
    cost: ToldCost,
}

#[derive(Serialize)]
struct ToldInterval {
    begin: [f64; 2],
    end: [f64; 2],
    certainty: &'static str,
}

#[derive(Serialize)]
struct ToldImpact {
    time: [f64; 2],
    points: [[f64; 3]; 2],
    normal: [f64; 3],
    features: [ToldFeature; 2],
}

#[derive(Serialize)]
struct ToldFeature {
    body: String,
    kind: &'static str,
    ids: Vec<u32>,
}

#[derive(Serialize)]
struct ToldCost {
    box_tests: u64,
    triangle_tests: u64,
    exact_tests: u64,
    ray_casts: u64,
}

/// The answer for machines.
pub fn json(
    wholes: [&MergedMesh; 2],
    options: &SweepOptions,
    found: &Sweep,
    source: AnswerSource,
) -> anyhow::Result<Vec<u8>> {
    let time = |time: &Time| [time.lower, time.upper];
    let interval = |interval: &ContactInterval| ToldInterval {
        begin: time(&interval.begin),
        end: time(&interval.end),
        certainty: interval.certainty.name(),
    };
    let feature = |k: usize, feature: Feature| {
        let (body, feature) = wholes[k].locate(feature);
        let (kind, ids) = match feature {
            Feature::Vertex(v) => ("vertex", vec![v.0]),
            Feature::Edge(v, w) => ("edge", vec![v.0, w.0]),
            Feature::Face(f) => ("face", vec![f.0]),
        };
        ToldFeature { body, kind, ids }
    };
    let impact = found.impact.as_ref().map(|impact| ToldImpact {
        time: time(&impact.time),
        points: impact.points.map(|p| p.to_array()),
        normal: impact.normal.to_array(),
        features: [0, 1].map(|k| feature(k, impact.features[k])),
    });
    let cost = &found.cost;
    let told = SweepJson {
        schema: 1,
        source,
        a: &wholes[0].name,
        b: &wholes[1].name,
        window: found.window,
        separation: options.separation,
        bound: if found.intervals.iter().all(|i| i.certainty == Certainty::Exact) { 0.0 } else { found.bound },
        free: found.is_free(),
        starts_in_contact: found.starts_in_contact(),
        intervals: found.intervals.iter().map(interval).collect(),
        impact,
        cost: ToldCost {
            box_tests: cost.box_tests,
            triangle_tests: cost.triangle_tests,
            exact_tests: cost.exact_tests,
            ray_casts: cost.ray_casts,
        },
    };
    let mut bytes = serde_json::to_vec(&told)?;
    bytes.push(b'\n');
    Ok(bytes)
}
