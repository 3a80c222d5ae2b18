//! JSON, for machines and baselines; `docs/report.schema.json` describes it, and `docs/planar.schema.json` that of polygons. One line for each body and each pair.

use super::clash_record::ClashRecord;
use super::output_error::OutputError;
use super::pattern_record::PatternRecord;
use crate::clashes::clash_group::ClashGroup;
use crate::number_format::Dimension;
use crate::proposals::fields::{self, FieldCost, FieldRecord, FieldResults};
use crate::proposals::images::{ImageCost, ImageOverlap, ImageProposal, ImageResults, ImageSource};
use crate::report::check_report::{ClashList, Report};
use crate::report::checked_pair::{CheckedPair, SelfContactCounts};
use crate::report::overlap_limit::OverlapLimit;
use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::cost::Cost;
use impinge::feature::Feature;
use impinge::pair::Relation;
use impinge_io::LengthUnit;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// The version of the formats of all answers but reports of meshes.
pub const SCHEMA: u32 = 1;

/// The version of the format of reports of meshes.
pub(crate) const REPORT_SCHEMA: u32 = 2;

#[derive(Serialize)]
struct PairRecord<'a> {
    a: &'a str,
    b: &'a str,
    relation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certainty: Option<&'static str>,
    verdict: &'static str,
    found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thickness: Option<ThicknessRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<f64>,
    distance: Option<f64>,
    contacts: Option<usize>,
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    own: Option<SelfContactCounts>,
    #[serde(rename = "box")]
    bounds: Option<[Vec<f64>; 2]>,
    witness: Option<[Vec<f64>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proposed: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<OverlapRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<FieldRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<[Option<FeatureRecord<'a>>; 2]>,
}

#[derive(Serialize)]
struct ThicknessRecord {
    lower: f64,
    upper: f64,
}

#[derive(Serialize)]
struct GroupRecord<'a> {
    id: &'a str,
    title: &'a str,
    clashes: Vec<&'a str>,
}

#[derive(Serialize)]
struct OverlapRecord<'a> {
    method: &'static str,
    #[serde(flatten)]
    overlap: &'a ImageOverlap,
}

#[derive(Serialize)]
struct FeatureRecord<'a> {
    body: &'a str,
    kind: &'static str,
    ids: Vec<u32>,
}

#[derive(Serialize)]
struct ImagesRecord<'a> {
    #[serde(flatten)]
    source: &'a ImageSource,
    proposed: usize,
    confirmed: usize,
    not_drawn: Vec<&'a str>,
    too_small: Vec<&'a str>,
    #[serde(flatten)]
    cost: &'a ImageCost,
}

#[derive(Serialize)]
struct FieldsRecord<'a> {
    method: &'static str,
    cells: u32,
    storage: &'static str,
    apart: usize,
    meeting: usize,
    unsure: usize,
    without: Vec<NoFieldRecord<'a>>,
    #[serde(flatten)]
    cost: FieldCost,
}

#[derive(Serialize)]
struct NoFieldRecord<'a> {
    body: &'a str,
    why: String,
}

#[derive(Serialize)]
struct CostRecord {
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
pub fn write(report: &Report) -> Result<Vec<u8>, OutputError> {
    let mut out = Vec::new();
    let schema = if report.dimension == Dimension::Solid { REPORT_SCHEMA } else { SCHEMA };
    write!(out, "{{\"schema\":{schema},")?;
    if report.dimension == Dimension::Solid {
        write_source(&mut out, report)?;
    }
    write!(out, "\n\"bodies\":[")?;
    lines(&mut out, report.bodies.iter())?;
    write!(out, "],\n\"pairs\":[")?;
    lines(&mut out, report.pairs.iter().map(|row| pair_record(row, report)))?;
    if let Some(list) = &report.clashes {
        write_clashes(&mut out, list)?;
    }
    write!(out, "],\n\"cost\":")?;
    serde_json::to_writer(&mut out, &cost_record(report))?;
    if let Some(images) = &report.images {
        write!(out, ",\n\"images\":")?;
        serde_json::to_writer(&mut out, &images_record(images, report))?;
    }
    if let Some(fields) = &report.fields {
        write!(out, ",\n\"fields\":")?;
        serde_json::to_writer(&mut out, &fields_record(fields, report))?;
    }
    writeln!(out, "}}")?;
    Ok(out)
}

/// What made the report, and from what.
fn write_source(out: &mut Vec<u8>, report: &Report) -> Result<(), OutputError> {
    write!(out, "\n\"impinge\":\"{}\",\n\"unit\":", env!("CARGO_PKG_VERSION"))?;
    serde_json::to_writer(&mut *out, &report.unit.map(LengthUnit::symbol))?;
    if !report.inputs.is_empty() {
        write!(out, ",\n\"inputs\":[")?;
        lines(out, report.inputs.iter())?;
        write!(out, "],\n\"rules\":")?;
        serde_json::to_writer(&mut *out, &report.rules)?;
    }
    write!(out, ",")?;
    Ok(())
}

/// The clashes and their groups, after the last pair.
fn write_clashes(out: &mut Vec<u8>, list: &ClashList) -> Result<(), OutputError> {
    let mut group_of = BTreeMap::new();
    for group in &list.groups {
        group_of.extend(group.clashes.iter().map(|k| (*k, group.id.as_str())));
    }
    write!(out, "],\n\"clashes\":[")?;
    let numbered = list.clashes.iter().enumerate();
    lines(out, numbered.map(|(k, clash)| ClashRecord::new(clash, group_of.get(&k).copied())))?;
    write!(out, "],\n\"patterns\":[")?;
    lines(out, list.patterns.iter().map(|pattern| PatternRecord::new(pattern, &list.clashes)))?;
    write!(out, "],\n\"groups\":[")?;
    lines(out, list.groups.iter().map(|group| group_record(group, list)))
}

fn group_record<'a>(group: &'a ClashGroup, list: &'a ClashList) -> GroupRecord<'a> {
    let clashes = group.clashes.iter().map(|k| list.clashes[*k].id.as_str()).collect();
    GroupRecord { id: &group.id, title: &group.title, clashes }
}

/// The items of an array, each on its own line.
pub fn lines<T: Serialize>(out: &mut Vec<u8>, items: impl Iterator<Item = T>) -> Result<(), OutputError> {
    for (i, item) in items.enumerate() {
        out.extend_from_slice(if i == 0 { b"\n" } else { b",\n" });
        serde_json::to_writer(&mut *out, &item)?;
    }
    Ok(())
}

fn pair_record<'a>(row: &'a CheckedPair, report: &'a Report) -> PairRecord<'a> {
    let (bodies, dimension) = (&report.bodies, report.dimension);
    PairRecord {
        a: &bodies[row.a].name,
        b: &bodies[row.b].name,
        relation: row.relation.name(),
        relation_by: row.relation_by(),
        certainty: (row.certainty != Certainty::Exact).then_some(row.certainty.name()),
        verdict: row.verdict.name(),
        found: row.found,
        thickness: row.overlap.map(|OverlapLimit { lower, upper, .. }| ThicknessRecord { lower, upper }),
        tolerance: row.overlap.map(|overlap| overlap.tolerance),
        distance: row.distance,
        contacts: row.contacts,
        own: row.own,
        bounds: row.bounds.map(|bounds| [bounds.min, bounds.max].map(|p| dimension.coordinates(p))),
        witness: row.witness.map(|points| points.map(|p| dimension.coordinates(p))),
        proposed: report.proposal(row).map(ImageProposal::to_bool),
        overlap: report.images.as_ref().and_then(|images| {
            Some(OverlapRecord { method: images.source.method, overlap: images.overlap(row.a, row.b)? })
        }),
        field: report.fields.as_ref().and_then(|all| Some(report.field_result(row)?.to_record(all.settings.points))),
        features: row.features.as_ref().map(|parts| parts.each_ref().map(|p| p.as_ref().map(feature_record))),
    }
}

fn feature_record((body, feature): &(String, Feature)) -> FeatureRecord<'_> {
    let (kind, ids) = match *feature {
        Feature::Vertex(v) => ("vertex", vec![v.0]),
        Feature::Edge(v, w) => ("edge", vec![v.0, w.0]),
        Feature::Face(f) => ("face", vec![f.0]),
    };
    FeatureRecord { body, kind, ids }
}

fn images_record<'a>(images: &'a ImageResults, report: &'a Report) -> ImagesRecord<'a> {
    let meets = |row: &&CheckedPair| {
        report.proposal(row) == Some(ImageProposal::Proposed) && row.relation != Relation::Disjoint
    };
    let named = |places: &[usize]| places.iter().map(|i| report.bodies[*i].name.as_str()).collect();
    ImagesRecord {
        source: &images.source,
        proposed: images.shown.len(),
        confirmed: report.pairs.iter().filter(meets).count(),
        not_drawn: named(&images.not_drawn.keys().copied().collect::<Vec<_>>()),
        too_small: named(&images.too_small),
        cost: &images.cost,
    }
}

fn fields_record<'a>(results: &FieldResults, report: &'a Report) -> FieldsRecord<'a> {
    let [apart, meeting, unsure] = results.tally();
    let without = results.without.iter();
    FieldsRecord {
        method: fields::METHOD_NAME,
        cells: results.settings.cells,
        storage: results.settings.storage_name(),
        apart,
        meeting,
        unsure,
        without: without
            .map(|(i, why)| NoFieldRecord { body: &report.bodies[*i].name, why: why.to_string() })
            .collect(),
        cost: results.cost,
    }
}

fn cost_record(report: &Report) -> CostRecord {
    let Cost { box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces } = report.cost;
    let [of_triangles, of_edges] = match report.dimension {
        Dimension::Solid => [Some(triangle_tests), None],
        Dimension::Plane => [None, Some(triangle_tests)],
    };
    CostRecord {
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
#[must_use]
pub fn corners(bounds: &Aabb) -> [[f64; 3]; 2] {
    [bounds.min.to_array(), bounds.max.to_array()]
}
