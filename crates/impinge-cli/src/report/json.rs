//! The report for machines; `docs/report.schema.json` describes it. One line for each body and each pair.

use super::{BodyRow, Closure, PairRow, Report};
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::feature::Feature;
use impinge::math::DVec3;
use impinge::pair::Certainty;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// The version of the format.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Body<'a> {
    name: &'a str,
    triangles: usize,
    closed: bool,
    defects: &'a BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct Pair<'a> {
    a: &'a str,
    b: &'a str,
    relation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    certainty: Option<&'static str>,
    verdict: &'static str,
    found: bool,
    distance: Option<f64>,
    contacts: Option<usize>,
    #[serde(rename = "box")]
    bounds: Option<[[f64; 3]; 2]>,
    witness: Option<[[f64; 3]; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<[Option<Part<'a>>; 2]>,
}

#[derive(Serialize)]
struct Part<'a> {
    body: &'a str,
    kind: &'static str,
    ids: Vec<u32>,
}

#[derive(Serialize)]
struct Work {
    pairs: usize,
    #[serde(skip_serializing_if = "is_zero")]
    not_tested: usize,
    box_tests: u64,
    triangle_tests: u64,
    exact_tests: u64,
    signs: u64,
    exact_signs: u64,
    ray_casts: u64,
    pieces: u64,
}

/// The report as JSON.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn write(report: &Report) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    write!(out, "{{\"schema\":{SCHEMA},\n\"bodies\":[")?;
    lines(&mut out, report.bodies.iter().map(body))?;
    write!(out, "],\n\"pairs\":[")?;
    lines(&mut out, report.pairs.iter().map(|row| pair(row, &report.bodies)))?;
    write!(out, "],\n\"cost\":")?;
    serde_json::to_writer(&mut out, &work(&report.cost, [report.pair_count, report.skipped]))?;
    writeln!(out, "}}")?;
    Ok(out)
}

/// The items of an array, each on its own line.
pub fn lines<T: Serialize>(out: &mut Vec<u8>, items: impl Iterator<Item = T>) -> anyhow::Result<()> {
    for (i, item) in items.enumerate() {
        out.extend_from_slice(if i == 0 { b"\n" } else { b",\n" });
        serde_json::to_writer(&mut *out, &item)?;
    }
    Ok(())
}

fn body(row: &BodyRow) -> Body<'_> {
    Body { name: &row.name, triangles: row.triangles, closed: row.closure == Closure::Closed, defects: &row.defects }
}

fn pair<'a>(row: &'a PairRow, bodies: &'a [BodyRow]) -> Pair<'a> {
    Pair {
        a: &bodies[row.a].name,
        b: &bodies[row.b].name,
        relation: row.relation.name(),
        certainty: (row.certainty == Certainty::Rounded).then_some("rounded"),
        verdict: row.verdict.name(),
        found: row.found,
        distance: row.distance,
        contacts: row.contacts,
        bounds: row.bounds.as_ref().map(corners),
        witness: row.witness.map(|points| points.map(|p: DVec3| p.to_array())),
        features: row.features.as_ref().map(|parts| parts.each_ref().map(|p| p.as_ref().map(part))),
    }
}

fn part((body, feature): &(String, Feature)) -> Part<'_> {
    let (kind, ids) = match *feature {
        Feature::Vertex(v) => ("vertex", vec![v.0]),
        Feature::Edge(v, w) => ("edge", vec![v.0, w.0]),
        Feature::Face(f) => ("face", vec![f.0]),
    };
    Part { body, kind, ids }
}

fn work(cost: &Cost, [pairs, not_tested]: [usize; 2]) -> Work {
    let Cost { box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces } = *cost;
    Work { pairs, not_tested, box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The corners of a box.
pub fn corners(bounds: &Aabb) -> [[f64; 3]; 2] {
    [bounds.min.to_array(), bounds.max.to_array()]
}
