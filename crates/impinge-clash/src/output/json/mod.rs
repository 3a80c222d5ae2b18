//! JSON, for machines and baselines; `docs/report.schema.json` describes it, and `docs/planar.schema.json` that of polygons. One line for each body and each pair.
//!
//! - `answer_source`: [`AnswerSource`], what made an answer and from what: the first keys of every document;
//! - `pair_record`, `images_record`, `fields_record`, `cost_record`: parts of a report.

mod answer_source;
mod cost_record;
mod fields_record;
mod images_record;
mod pair_record;

pub use answer_source::AnswerSource;

use super::clash_record::ClashRecord;
use super::output_error::OutputError;
use super::pattern_record::PatternRecord;
use crate::clashes::clash_group::ClashGroup;
use crate::number_format::Dimension;
use crate::report::check_report::{ClashList, Report};
use cost_record::CostRecord;
use fields_record::FieldsRecord;
use images_record::ImagesRecord;
use impinge::bound::Aabb;
use pair_record::PairRecord;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// The version of the formats of all answers but reports of meshes.
pub const SCHEMA: u32 = 1;

/// The version of the format of reports of meshes.
pub(crate) const REPORT_SCHEMA: u32 = 2;

#[derive(Serialize)]
struct GroupRecord<'a> {
    id: &'a str,
    title: &'a str,
    clashes: Vec<&'a str>,
}

/// The report as JSON.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn write(report: &Report) -> Result<Vec<u8>, OutputError> {
    let mut out = Vec::new();
    let schema = if report.dimension == Dimension::Solid { REPORT_SCHEMA } else { SCHEMA };
    writeln!(out, "{{\"schema\":{schema},")?;
    AnswerSource::new(report.unit, report.inputs.clone()).write(&mut out)?;
    if !report.inputs.is_empty() && report.dimension == Dimension::Solid {
        write!(out, "\"rules\":")?;
        serde_json::to_writer(&mut out, &report.rules)?;
        writeln!(out, ",")?;
    }
    write!(out, "\"bodies\":[")?;
    lines(&mut out, report.bodies.iter())?;
    write!(out, "],\n\"pairs\":[")?;
    lines(&mut out, report.pairs.iter().map(|row| PairRecord::new(row, report)))?;
    if let Some(list) = &report.clashes {
        write_clashes(&mut out, list)?;
    }
    write!(out, "],\n\"cost\":")?;
    serde_json::to_writer(&mut out, &CostRecord::new(report))?;
    if let Some(images) = &report.images {
        write!(out, ",\n\"images\":")?;
        serde_json::to_writer(&mut out, &ImagesRecord::new(images, report))?;
    }
    if let Some(fields) = &report.fields {
        write!(out, ",\n\"fields\":")?;
        serde_json::to_writer(&mut out, &FieldsRecord::new(fields, report))?;
    }
    writeln!(out, "}}")?;
    Ok(out)
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

/// The corners of a box.
#[must_use]
pub fn corners(bounds: &Aabb) -> [[f64; 3]; 2] {
    [bounds.min.to_array(), bounds.max.to_array()]
}
