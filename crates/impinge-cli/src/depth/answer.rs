//! The answer of `impinge depth`, for people and for machines.

use super::Depths;
use super::thickness::{self, ThicknessRecord};
use crate::relate;
use impinge::feature::Feature;
use impinge::field::{DeepestPoint, FieldError, FieldPoint, Owner};
use impinge::pair::{
    DeepestVertex, Depth, LowerBoundSource, SeparatingTranslation, SeparationOutcome, UpperBoundSource,
};
use impinge_clash::fields::{FieldPointRecord, bounded_text};
use impinge_clash::json::AnswerSource;
use impinge_clash::{MergedMesh, at_least_by, at_most_by, number_format};
use impinge_io::LengthUnit;
use serde::Serialize;
use std::fmt::Write;

/// The answer for people: a quantity a line, and below it how it was found.
pub fn text(depths: &Depths) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "relation        {}", depths.relation.name());
    depth_text(&mut out, &depths.depth, depths.unit());
    if depths.is_deep() {
        out.push_str(&thickness::text(&depths.thickness, depths.unit()));
        vertex_text(&mut out, depths);
        point_text(&mut out, depths);
    }
    for (direction, outcome) in &depths.along {
        along_text(&mut out, &direction.to_array().map(number_format::short).join(","), outcome);
    }
    if let Some(unit) = depths.unit() {
        let _ = writeln!(out, "unit            {unit}");
    }
    for note in relate::notes(&relate::bodies(&depths.wholes[0], &depths.wholes[1])) {
        let _ = writeln!(out, "note            {note}");
    }
    out
}

fn depth_text(out: &mut String, depth: &Depth, unit: Option<LengthUnit>) {
    if depth.length.upper == 0.0 {
        let _ = writeln!(out, "depth           0: no common inside");
        return;
    }
    let [lower, upper] = [depth.length.lower, depth.length.upper].map(number_format::number);
    let symbol = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
    let _ = writeln!(out, "depth           {lower} to {upper}{symbol}");
    let about = match &depth.lower_by {
        LowerBoundSource::Balls(balls) => {
            let [r, s] = balls.radii.map(number_format::short);
            format!(": radius {r} in A and {s} in B, about {}", number_format::point(balls.point))
        }
        _ => String::new(),
    };
    let _ = writeln!(out, "  at least      {lower}: {}{about}", at_least_by(&depth.lower_by));
    let how = at_most_by(&depth.upper_by);
    if depth.length.upper.is_finite() {
        let _ = writeln!(
            out,
            "  at most       {upper}: {how}, confirmed; move B by {}",
            number_format::point(depth.translation)
        );
    } else {
        let _ = writeln!(out, "  at most       nothing is known: bodies would leave the range of exact coordinates");
    }
    if depth.effort_spent {
        out.push_str(thickness::EFFORT_NOTE);
    }
}

fn vertex_text(out: &mut String, depths: &Depths) {
    let Some(deep) = &depths.depth.deepest_vertex else {
        let _ = writeln!(out, "deepest vertex  none is inside the other body");
        return;
    };
    let named = named(&depths.wholes[deep.body], Feature::Vertex(deep.vertex));
    let [own, other] = if deep.body == 0 { ["A", "B"] } else { ["B", "A"] };
    let (value, at) = (number_format::number(deep.depth.value), number_format::point(deep.point));
    let _ = writeln!(
        out,
        "deepest vertex  {value}: {named} of {own} at {at} in {other}, nearest there {}",
        number_format::point(deep.nearest)
    );
}

fn point_text(out: &mut String, depths: &Depths) {
    match &depths.deepest_point {
        Err((letter, error)) => {
            let _ = writeln!(out, "deepest point   none: {letter}: {error}");
        }
        Ok(DeepestPoint { found: None, at_most, .. }) => {
            let at_most = number_format::short(*at_most);
            let _ = writeln!(
                out,
                "deepest point   at most {at_most}: fields of {} cells show none inside for certain; more cells might",
                depths.cells
            );
        }
        Ok(DeepestPoint { found: Some(point), at_most, .. }) => {
            let whole = owner(point.owner);
            let named = named(&depths.wholes[whole], point.feature);
            let [own, other] = if whole == 0 { ["A", "B"] } else { ["B", "A"] };
            let at = number_format::point(point.point);
            let _ =
                writeln!(out, "deepest point   {}: {named} of {own} at {at} in {other}", bounded_text(&point.depth));
            let _ = writeln!(
                out,
                "  at most       {}: no point of either surface is deeper, by fields of {} cells",
                number_format::short(*at_most),
                depths.cells
            );
        }
    }
}

fn along_text(out: &mut String, direction: &str, outcome: &SeparationOutcome) {
    let _ = match outcome {
        SeparationOutcome::Found(SeparatingTranslation { length, translation }) => {
            let [lower, upper] = [length.lower, length.upper].map(number_format::number);
            writeln!(
                out,
                "along {direction}\n                {lower} to {upper}: move B by {}",
                number_format::point(*translation)
            )
        }
        SeparationOutcome::Beyond { lower } | SeparationOutcome::Unfinished { lower } => {
            writeln!(out, "along {direction}\n                at least {}: given up", number_format::number(*lower))
        }
        SeparationOutcome::OutOfRange { lower } => writeln!(
            out,
            "along {direction}\n                at least {}: farther on bodies leave the range of exact coordinates",
            number_format::number(*lower)
        ),
        // Refused with the words.
        SeparationOutcome::NoDirection => Ok(()),
    };
}

fn owner(owner: Owner) -> usize {
    match owner {
        Owner::A => 0,
        Owner::B => 1,
    }
}

/// A feature, and its body where the whole has several.
fn named(whole: &MergedMesh, feature: Feature) -> String {
    let (body, feature) = whole.locate(feature);
    let of = if whole.has_many_parts() { format!(" of {}", number_format::name(&body)) } else { String::new() };
    format!("{}{of}", number_format::feature(feature))
}

/// The answer for machines; `docs/depth.schema.json` describes it.
#[derive(Serialize)]
struct DepthJson<'a> {
    schema: u32,
    #[serde(flatten)]
    source: AnswerSource,
    a: &'a str,
    b: &'a str,
    relation: &'static str,
    depth: ToldDepth,
    thickness: ThicknessRecord,
    deepest_vertex: Option<ToldVertex>,
    deepest_point: ToldDeepest,
    along: Vec<ToldPush>,
}

#[derive(Serialize)]
struct ToldDepth {
    lower: f64,
    lower_by: &'static str,
    lower_how: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    balls: Option<ToldBalls>,
    /// Null where it is infinite.
    upper: Option<f64>,
    upper_by: &'static str,
    upper_how: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    effort_spent: bool,
    translation: Option<[f64; 3]>,
}

#[derive(Serialize)]
struct ToldBalls {
    point: [f64; 3],
    radii: [f64; 2],
}

#[derive(Serialize)]
struct ToldVertex {
    of: &'static str,
    body: String,
    vertex: u32,
    at: [f64; 3],
    nearest: [f64; 3],
    depth: f64,
    depth_bounds: [f64; 2],
}

#[derive(Serialize)]
struct ToldDeepest {
    cells: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<f64>,
    found: Option<FieldPointRecord>,
    values: u64,
}

#[derive(Serialize)]
struct ToldPush {
    direction: [f64; 3],
    outcome: &'static str,
    lower: f64,
    upper: Option<f64>,
    translation: Option<[f64; 3]>,
}

/// The answer for machines.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn json(depths: &Depths, source: AnswerSource) -> anyhow::Result<Vec<u8>> {
    let told = DepthJson {
        schema: 2,
        source,
        a: &depths.wholes[0].name,
        b: &depths.wholes[1].name,
        relation: depths.relation.name(),
        depth: depth_told(&depths.depth),
        thickness: ThicknessRecord::new(&depths.thickness),
        deepest_vertex: depths.depth.deepest_vertex.as_ref().map(|deep| vertex_told(&depths.wholes[deep.body], deep)),
        deepest_point: deepest_told(depths.cells, &depths.deepest_point),
        along: depths.along.iter().map(|(direction, outcome)| push_told(direction.to_array(), outcome)).collect(),
    };
    let mut bytes = serde_json::to_vec(&told)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn depth_told(depth: &Depth) -> ToldDepth {
    let (lower_by, balls) = match &depth.lower_by {
        LowerBoundSource::Relation => ("relation", None),
        LowerBoundSource::Convex => ("convex", None),
        LowerBoundSource::NearlyConvex { .. } => ("nearly_convex", None),
        LowerBoundSource::Balls(balls) => {
            ("balls", Some(ToldBalls { point: balls.point.to_array(), radii: balls.radii }))
        }
        LowerBoundSource::Vertex => ("vertex", None),
        LowerBoundSource::ConvexParts => ("convex_parts", None),
        _ => ("nothing", None),
    };
    let is_found = depth.length.upper.is_finite();
    ToldDepth {
        lower: depth.length.lower,
        lower_by,
        lower_how: at_least_by(&depth.lower_by),
        balls,
        upper: is_found.then_some(depth.length.upper),
        upper_by: match depth.upper_by {
            _ if !is_found => "nothing",
            UpperBoundSource::Relation => "relation",
            UpperBoundSource::Hulls => "hulls",
            UpperBoundSource::ConvexParts => "convex_parts",
            _ => "direction",
        },
        upper_how: is_found.then(|| at_most_by(&depth.upper_by)),
        effort_spent: depth.effort_spent,
        translation: is_found.then(|| depth.translation.to_array()),
    }
}

fn vertex_told(whole: &MergedMesh, deep: &DeepestVertex) -> ToldVertex {
    let (body, feature) = whole.locate(Feature::Vertex(deep.vertex));
    ToldVertex {
        of: if deep.body == 0 { "a" } else { "b" },
        body,
        vertex: if let Feature::Vertex(vertex) = feature { vertex.0 } else { deep.vertex.0 },
        at: deep.point.to_array(),
        nearest: deep.nearest.to_array(),
        depth: deep.depth.value,
        depth_bounds: [deep.depth.lower, deep.depth.upper],
    }
}

fn deepest_told(cells: u32, deepest: &Result<DeepestPoint, (&'static str, FieldError)>) -> ToldDeepest {
    let told = |found: Option<&FieldPoint>| found.map(FieldPointRecord::from_point);
    match deepest {
        Ok(DeepestPoint { found, at_most, values, .. }) => {
            ToldDeepest { cells, refused: None, at_most: Some(*at_most), found: told(found.as_ref()), values: *values }
        }
        Err((letter, error)) => {
            ToldDeepest { cells, refused: Some(format!("{letter}: {error}")), at_most: None, found: None, values: 0 }
        }
    }
}

fn push_told(direction: [f64; 3], outcome: &SeparationOutcome) -> ToldPush {
    let open = |outcome, lower| ToldPush { direction, outcome, lower, upper: None, translation: None };
    match *outcome {
        SeparationOutcome::Found(SeparatingTranslation { length, translation }) => {
            let translation = Some(translation.to_array());
            ToldPush { direction, outcome: "found", lower: length.lower, upper: Some(length.upper), translation }
        }
        SeparationOutcome::Beyond { lower } | SeparationOutcome::Unfinished { lower } => open("unfinished", lower),
        SeparationOutcome::OutOfRange { lower } => open("out_of_range", lower),
        SeparationOutcome::NoDirection => open("no_direction", 0.0),
    }
}
