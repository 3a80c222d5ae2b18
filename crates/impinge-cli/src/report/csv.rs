//! The report for spreadsheets: one row for each pair listed, empty cells for what is not known.

use super::{PairRow, Report};
use crate::fields;
use crate::images::{Overlap, Proposal};
use impinge::math::DVec3;

/// The columns before those of points.
const HEADER: [&str; 7] = ["a", "b", "relation", "verdict", "found", "distance", "contacts"];

/// The points: two corners of a box and two witnesses.
const POINTS: [[&str; 3]; 4] =
    [["min_x", "min_y", "min_z"], ["max_x", "max_y", "max_z"], ["ax", "ay", "az"], ["bx", "by", "bz"]];

/// Pairs of faces of one body that meet, of both kinds.
const OWN: [&str; 2] = ["self_meeting", "self_overlapping"];

/// The volume that two bodies share, and what tells it.
const OVERLAP: [&str; 4] = ["overlap_lower", "overlap_estimate", "overlap_upper", "overlap_by"];

/// What fields say, the depth of the deepest point, and what tells it.
const FIELD: [&str; 5] = ["field", "depth_lower", "depth", "depth_upper", "depth_by"];

/// The pairs of a report as CSV.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn write(report: &Report) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let told = report.space.coordinates(DVec3::ZERO).len();
    let proposed = report.images.as_ref().map(|_| &"proposed");
    let points = POINTS.iter().flat_map(|columns| &columns[..told]);
    let own = OWN.iter().filter(|_| report.self_count > 0);
    let overlap = OVERLAP.iter().filter(|_| report.has_overlaps());
    let field = FIELD.iter().filter(|_| report.fields.is_some());
    out.write_record(HEADER.iter().chain(points).chain(own).chain(proposed).chain(overlap).chain(field))?;
    for pair in &report.pairs {
        out.write_record(cells(report, pair))?;
    }
    Ok(out.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

fn cells(report: &Report, pair: &PairRow) -> Vec<String> {
    let mut cells = vec![
        report.bodies[pair.a].name.clone(),
        report.bodies[pair.b].name.clone(),
        pair.relation.name().to_owned(),
        pair.verdict.name().to_owned(),
        pair.found.to_string(),
        pair.distance.map(|d| d.to_string()).unwrap_or_default(),
        pair.contacts.map(|n| n.to_string()).unwrap_or_default(),
    ];
    for points in [pair.bounds.map(|bounds| [bounds.min, bounds.max]), pair.witness] {
        match points {
            Some(points) => {
                cells.extend(points.iter().flat_map(|p| report.space.coordinates(*p)).map(|x| x.to_string()));
            }
            None => {
                let told = report.space.coordinates(DVec3::ZERO).len();
                cells.extend(std::iter::repeat_n(String::new(), 2 * told));
            }
        }
    }
    if report.self_count > 0 {
        let counts = pair.own.map(|own| [own.meeting, own.overlapping].map(|n| n.to_string()));
        cells.extend(counts.unwrap_or_default());
    }
    if report.images.is_some() {
        let told = report.proposal(pair).and_then(Proposal::told);
        cells.push(told.map(|yes| yes.to_string()).unwrap_or_default());
    }
    if report.has_overlaps() {
        cells.extend(report.overlap(pair).map_or_else(
            || OVERLAP.map(|_| String::new()),
            |overlap| {
                let Overlap { lower, estimate, upper, pixels: [columns, rows] } = overlap;
                [lower.to_string(), estimate.to_string(), upper.to_string(), format!("ldi {columns}x{rows}")]
            },
        ));
    }
    if let Some(soundings) = &report.fields {
        let mut told = FIELD.map(|_| String::new());
        if let Some(sounding) = report.sounding(pair) {
            told[0] = sounding.word().to_owned();
            if let Some(depth) = sounding.depth() {
                [told[1], told[2], told[3]] = [depth.lower, depth.distance, depth.upper].map(|x| x.to_string());
                told[4] = format!("{} {}", fields::NAME, soundings.way.cells);
            }
        }
        cells.extend(told);
    }
    cells
}
