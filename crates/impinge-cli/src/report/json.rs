//! The report for machines; `docs/report.schema.json` describes it, and `docs/planar.schema.json` that of polygons. One line for each body and each pair.

use super::{BodyRow, ClashList, Closure, Make, OwnPairs, PairRow, Report};
use crate::fields::{self, Soundings, Told, Toll as FieldToll};
use crate::images::{Origin, Overlap, Proposal, Sight, Toll};
use crate::place::Space;
use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::cost::Cost;
use impinge::feature::Feature;
use impinge::pair::Relation;
use impinge_clash::{Group, Record, Stand};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// The version of the format.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Body<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangles: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rings: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vertices: Option<usize>,
    defects: &'a BTreeMap<&'static str, usize>,
    #[serde(flatten)]
    stand: Option<&'a Stand>,
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
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    own: Option<OwnPairs>,
    #[serde(rename = "box")]
    bounds: Option<[Vec<f64>; 2]>,
    witness: Option<[Vec<f64>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proposed: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<Shared<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Told>,
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<[Option<Part<'a>>; 2]>,
}

#[derive(Serialize)]
struct Together<'a> {
    id: &'a str,
    title: &'a str,
    clashes: Vec<&'a str>,
}

#[derive(Serialize)]
struct Shared<'a> {
    method: &'static str,
    #[serde(flatten)]
    overlap: &'a Overlap,
}

#[derive(Serialize)]
struct Part<'a> {
    body: &'a str,
    kind: &'static str,
    ids: Vec<u32>,
}

#[derive(Serialize)]
struct Images<'a> {
    #[serde(flatten)]
    origin: &'a Origin,
    proposed: usize,
    confirmed: usize,
    not_drawn: Vec<&'a str>,
    too_small: Vec<&'a str>,
    #[serde(flatten)]
    toll: &'a Toll,
}

#[derive(Serialize)]
struct Fields<'a> {
    method: &'static str,
    cells: u32,
    storage: &'static str,
    apart: usize,
    meeting: usize,
    unsure: usize,
    without: Vec<Without<'a>>,
    #[serde(flatten)]
    toll: FieldToll,
}

#[derive(Serialize)]
struct Without<'a> {
    body: &'a str,
    why: String,
}

#[derive(Serialize)]
struct Work {
    pairs: usize,
    #[serde(skip_serializing_if = "is_zero")]
    not_tested: usize,
    box_tests: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangle_tests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_tests: Option<u64>,
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
    lines(&mut out, report.pairs.iter().map(|row| pair(row, report)))?;
    if let Some(list) = &report.clashes {
        clashes(&mut out, list)?;
    }
    write!(out, "],\n\"cost\":")?;
    serde_json::to_writer(&mut out, &work(report))?;
    if let Some(sight) = &report.images {
        write!(out, ",\n\"images\":")?;
        serde_json::to_writer(&mut out, &images(sight, report))?;
    }
    if let Some(soundings) = &report.fields {
        write!(out, ",\n\"fields\":")?;
        serde_json::to_writer(&mut out, &fields(soundings, report))?;
    }
    writeln!(out, "}}")?;
    Ok(out)
}

/// The clashes and their groups, after the last pair.
fn clashes(out: &mut Vec<u8>, list: &ClashList) -> anyhow::Result<()> {
    let mut group_of = BTreeMap::new();
    for group in &list.groups {
        group_of.extend(group.clashes.iter().map(|k| (*k, group.id.as_str())));
    }
    write!(out, "],\n\"clashes\":[")?;
    let numbered = list.clashes.iter().enumerate();
    lines(out, numbered.map(|(k, clash)| Record::new(clash, group_of.get(&k).copied())))?;
    write!(out, "],\n\"groups\":[")?;
    lines(out, list.groups.iter().map(|group| together(group, list)))
}

fn together<'a>(group: &'a Group, list: &'a ClashList) -> Together<'a> {
    let clashes = group.clashes.iter().map(|k| list.clashes[*k].id.as_str()).collect();
    Together { id: &group.id, title: &group.title, clashes }
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
    let empty = Body {
        name: &row.name,
        triangles: None,
        closed: None,
        rings: None,
        vertices: None,
        defects: &row.defects,
        stand: row.stand.as_ref(),
    };
    match row.make {
        Make::Solid { triangles, closure } => {
            Body { triangles: Some(triangles), closed: Some(closure == Closure::Closed), ..empty }
        }
        Make::Polygon { rings, vertices } => Body { rings: Some(rings), vertices: Some(vertices), ..empty },
    }
}

fn pair<'a>(row: &'a PairRow, report: &'a Report) -> Pair<'a> {
    let (bodies, space) = (&report.bodies, report.space);
    Pair {
        a: &bodies[row.a].name,
        b: &bodies[row.b].name,
        relation: row.relation.name(),
        certainty: (row.certainty == Certainty::Rounded).then_some("rounded"),
        verdict: row.verdict.name(),
        found: row.found,
        distance: row.distance,
        contacts: row.contacts,
        own: row.own,
        bounds: row.bounds.map(|bounds| [bounds.min, bounds.max].map(|p| space.coordinates(p))),
        witness: row.witness.map(|points| points.map(|p| space.coordinates(p))),
        proposed: report.proposal(row).map(Proposal::told),
        overlap: report
            .images
            .as_ref()
            .and_then(|sight| Some(Shared { method: sight.origin.method, overlap: sight.overlap(row.a, row.b)? })),
        field: report.fields.as_ref().and_then(|all| Some(report.sounding(row)?.told(all.way.points))),
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

fn images<'a>(sight: &'a Sight, report: &'a Report) -> Images<'a> {
    let meets = |row: &&PairRow| report.proposal(row) == Some(Proposal::Proposed) && row.relation != Relation::Disjoint;
    let named = |places: &[usize]| places.iter().map(|i| report.bodies[*i].name.as_str()).collect();
    Images {
        origin: &sight.origin,
        proposed: sight.shown.len(),
        confirmed: report.pairs.iter().filter(meets).count(),
        not_drawn: named(&sight.not_drawn.keys().copied().collect::<Vec<_>>()),
        too_small: named(&sight.too_small),
        toll: &sight.toll,
    }
}

fn fields<'a>(soundings: &Soundings, report: &'a Report) -> Fields<'a> {
    let [apart, meeting, unsure] = soundings.tally();
    let without = soundings.without.iter();
    Fields {
        method: fields::NAME,
        cells: soundings.way.cells,
        storage: soundings.way.storage_name(),
        apart,
        meeting,
        unsure,
        without: without.map(|(i, why)| Without { body: &report.bodies[*i].name, why: why.to_string() }).collect(),
        toll: soundings.toll,
    }
}

fn work(report: &Report) -> Work {
    let Cost { box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces } = report.cost;
    let [of_triangles, of_edges] = match report.space {
        Space::Solid => [Some(triangle_tests), None],
        Space::Plane => [None, Some(triangle_tests)],
    };
    Work {
        pairs: report.pair_count,
        not_tested: report.skipped,
        box_tests,
        triangle_tests: of_triangles,
        edge_tests: of_edges,
        exact_tests,
        signs,
        exact_signs,
        ray_casts,
        pieces,
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The corners of a box.
pub fn corners(bounds: &Aabb) -> [[f64; 3]; 2] {
    [bounds.min.to_array(), bounds.max.to_array()]
}
