//! The report for spreadsheets: one row for each pair listed, empty cells for what is not known.

use super::{PairRow, Report};
use impinge::math::DVec3;

/// The columns before those of points.
const HEADER: [&str; 7] = ["a", "b", "relation", "verdict", "found", "distance", "contacts"];

/// The points: two corners of a box and two witnesses.
const POINTS: [[&str; 3]; 4] =
    [["min_x", "min_y", "min_z"], ["max_x", "max_y", "max_z"], ["ax", "ay", "az"], ["bx", "by", "bz"]];

/// The pairs of a report as CSV.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn write(report: &Report) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let told = report.space.coordinates(DVec3::ZERO).len();
    let shown = report.images.as_ref().map(|_| &"shown");
    out.write_record(HEADER.iter().chain(POINTS.iter().flat_map(|columns| &columns[..told])).chain(shown))?;
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
    if report.images.is_some() {
        cells.push(report.shown(pair).map(|shown| shown.to_string()).unwrap_or_default());
    }
    cells
}
