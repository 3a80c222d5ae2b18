//! CSV, for spreadsheets: a row for each pair listed, those that clash first and the worst of them first, with empty cells for unknown values.

use super::csv_text::csv_text;
use super::output_error::OutputError;
use crate::clashes::clash::Clash;
use crate::clashes::clash_measure::Measure;
use crate::proposals::fields;
use crate::proposals::images::{ImageOverlap, ImageProposal};
use crate::report::check_report::{ClashList, Report};
use crate::report::checked_pair::CheckedPair;
use impinge::math::DVec3;
use std::collections::BTreeMap;

/// The columns before those of points.
const HEADER: [&str; 7] = ["a", "b", "relation", "verdict", "found", "distance", "contacts"];

/// The points: two corners of a box and two witnesses.
const POINTS: [[&str; 3]; 4] =
    [["min_x", "min_y", "min_z"], ["max_x", "max_y", "max_z"], ["ax", "ay", "az"], ["bx", "by", "bz"]];

/// Pairs of faces of one body that meet, of both kinds.
const OWN: [&str; 2] = ["self_meeting", "self_overlapping"];

/// The volume that two bodies share, and how it was found.
const OVERLAP: [&str; 4] = ["overlap_lower", "overlap_estimate", "overlap_upper", "overlap_by"];

/// What fields say, the depth of the deepest point, and how it was found.
const FIELD: [&str; 5] = ["field", "depth_lower", "depth", "depth_upper", "depth_by"];

/// What is known of a pair that is a clash.
const CLASH: [&str; 21] = [
    "clash",
    "kind",
    "kind_found_by",
    "rule",
    "severity",
    "status",
    "change",
    "group",
    "pattern",
    "pattern_count",
    "section",
    "thickness_least",
    "thickness_most",
    "thickness_found_by",
    "tolerance",
    "depth_least",
    "depth_most",
    "depth_found_by",
    "volume_least",
    "volume_most",
    "volume_found_by",
];

/// The pairs of a report as CSV, then the clashes that are no pair: missing contacts and what is resolved.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn write(report: &Report) -> Result<Vec<u8>, OutputError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let axes = report.dimension.coordinates(DVec3::ZERO).len();
    let proposed = report.images.as_ref().map(|_| &"proposed");
    let points = POINTS.iter().flat_map(|columns| &columns[..axes]);
    let own = OWN.iter().filter(|_| report.self_count > 0);
    let overlap = OVERLAP.iter().filter(|_| report.has_overlaps());
    let field = FIELD.iter().filter(|_| report.fields.is_some());
    let clash = CLASH.iter().filter(|_| report.clashes.is_some());
    let header = HEADER.iter().chain(points).chain(clash).chain(own).chain(proposed).chain(overlap).chain(field);
    let mut header: Vec<&&str> = header.collect();
    header.extend(report.unit.map(|_| &"unit"));
    let unit = report.unit.map(|unit| unit.symbol().to_owned());
    out.write_record(&header)?;
    let clashes = report.clashes.as_ref().map(ClashIndex::new).unwrap_or_default();
    for pair in clashes.ordered(&report.pairs) {
        let mut cells = pair_cells(report, pair, &clashes);
        cells.resize(header.len() - usize::from(unit.is_some()), String::new());
        cells.extend(unit.clone());
        out.write_record(cells)?;
    }
    for clash in &clashes.without_pair {
        let mut cells = without_pair(clash);
        cells.extend(std::iter::repeat_n(String::new(), 2 * 2 * axes));
        cells.extend(clash_cells(Some(clash), &clashes));
        cells.resize(header.len() - usize::from(unit.is_some()), String::new());
        cells.extend(unit.clone());
        out.write_record(cells)?;
    }
    Ok(out.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

/// Clashes by their bodies.
#[derive(Default)]
struct ClashIndex<'a> {
    by_bodies: BTreeMap<[usize; 2], (usize, &'a Clash)>,
    without_pair: Vec<&'a Clash>,
    groups: BTreeMap<&'a str, &'a str>,
    /// How many clashes the pattern of an id has.
    patterns: BTreeMap<&'a str, usize>,
}

impl<'a> ClashIndex<'a> {
    fn new(list: &'a ClashList) -> Self {
        let mut clashes = Self::default();
        for (rank, clash) in list.clashes.iter().enumerate() {
            match clash.bodies {
                [Some(a), Some(b)] => drop(clashes.by_bodies.insert([a, b], (rank, clash))),
                _ => clashes.without_pair.push(clash),
            }
        }
        clashes.patterns = list.patterns.iter().map(|pattern| (pattern.id.as_str(), pattern.clashes.len())).collect();
        for group in &list.groups {
            let ids = group.clashes.iter().map(|k| list.clashes[*k].id.as_str());
            clashes.groups.extend(ids.map(|id| (id, group.id.as_str())));
        }
        clashes
    }

    /// Pairs in the order of their clashes, then all others in their own.
    fn ordered<'p>(&self, pairs: &'p [CheckedPair]) -> Vec<&'p CheckedPair> {
        let mut ordered: Vec<&CheckedPair> = pairs.iter().collect();
        ordered.sort_by_key(|pair| self.by_bodies.get(&pair.bodies()).map_or(usize::MAX, |(rank, _)| *rank));
        ordered
    }

    fn of_pair(&self, pair: &CheckedPair) -> Option<&'a Clash> {
        self.by_bodies.get(&pair.bodies()).map(|(_, clash)| *clash)
    }
}

/// The cells before those of points, of a clash that is no pair here.
fn without_pair(clash: &Clash) -> Vec<String> {
    let [a, b] = clash.names.each_ref().map(|name| csv_text(name).into_owned());
    let mut cells = vec![a, b, String::new(), String::new(), clash.fails().to_string()];
    cells.resize(HEADER.len(), String::new());
    cells
}

/// The cells of a clash, empty if there is none.
fn clash_cells(clash: Option<&Clash>, clashes: &ClashIndex<'_>) -> Vec<String> {
    let Some(clash) = clash else { return CLASH.map(|_| String::new()).to_vec() };
    let measure = |measure: &Option<Measure>| {
        let cells = measure.as_ref().map(|m| [m.lower.to_string(), m.upper.to_string(), m.by.clone()]);
        cells.unwrap_or_default()
    };
    let mut cells = vec![
        clash.id.clone(),
        clash.kind.name().to_owned(),
        clash.kind_by.as_deref().map(|by| csv_text(by).into_owned()).unwrap_or_default(),
        clash.rule.as_deref().map(|rule| csv_text(rule).into_owned()).unwrap_or_default(),
        clash.severity.name().to_owned(),
        clash.status.name().to_owned(),
        clash.change.map(|change| change.name().to_owned()).unwrap_or_default(),
        clashes.groups.get(clash.id.as_str()).map(|id| (*id).to_owned()).unwrap_or_default(),
        clash.pattern.clone().unwrap_or_default(),
        clash
            .pattern
            .as_deref()
            .and_then(|id| clashes.patterns.get(id))
            .map(|count| count.to_string())
            .unwrap_or_default(),
        clash.section.name().to_owned(),
    ];
    cells.extend(measure(&clash.thickness));
    cells.push(clash.tolerance.map(|length| length.to_string()).unwrap_or_default());
    cells.extend(measure(&clash.depth));
    cells.extend(measure(&clash.volume));
    cells
}

/// The cells of clashes for a pair that is not a clash: the thickness of its overlap, and the tolerance.
fn allowed_cells(pair: &CheckedPair) -> Vec<String> {
    let cell = |column: &str| match (column, &pair.overlap) {
        ("thickness_least", Some(overlap)) => overlap.lower.to_string(),
        ("thickness_most", Some(overlap)) => overlap.upper.to_string(),
        ("tolerance", Some(overlap)) => overlap.tolerance.to_string(),
        _ => String::new(),
    };
    CLASH.map(cell).to_vec()
}

fn pair_cells(report: &Report, pair: &CheckedPair, clashes: &ClashIndex<'_>) -> Vec<String> {
    let mut cells = vec![
        csv_text(&report.bodies[pair.a].name).into_owned(),
        csv_text(&report.bodies[pair.b].name).into_owned(),
        pair.relation.name().to_owned(),
        pair.verdict.name().to_owned(),
        pair.found.to_string(),
        pair.distance.map(|d| d.to_string()).unwrap_or_default(),
        pair.contacts.map(|n| n.to_string()).unwrap_or_default(),
    ];
    // A clash says where the space is that both share, a pair where its contacts are.
    let clash = clashes.of_pair(pair);
    let bounds = clash.and_then(|clash| clash.bounds).or(pair.bounds);
    for points in [bounds.map(|bounds| [bounds.min, bounds.max]), pair.witness] {
        match points {
            Some(points) => {
                cells.extend(points.iter().flat_map(|p| report.dimension.coordinates(*p)).map(|x| x.to_string()));
            }
            None => {
                let axes = report.dimension.coordinates(DVec3::ZERO).len();
                cells.extend(std::iter::repeat_n(String::new(), 2 * axes));
            }
        }
    }
    if report.clashes.is_some() {
        cells.extend(clash.map_or_else(|| allowed_cells(pair), |clash| clash_cells(Some(clash), clashes)));
    }
    if report.self_count > 0 {
        let counts = pair.own.map(|own| [own.meeting, own.overlapping].map(|n| n.to_string()));
        cells.extend(counts.unwrap_or_default());
    }
    if report.images.is_some() {
        let proposed = report.proposal(pair).and_then(ImageProposal::to_bool);
        cells.push(proposed.map(|yes| yes.to_string()).unwrap_or_default());
    }
    if report.has_overlaps() {
        cells.extend(report.overlap(pair).map_or_else(
            || OVERLAP.map(|_| String::new()),
            |overlap| {
                let ImageOverlap { lower, estimate, upper, pixels: [columns, rows] } = overlap;
                [lower.to_string(), estimate.to_string(), upper.to_string(), format!("ldi {columns}x{rows}")]
            },
        ));
    }
    if let Some(results) = &report.fields {
        let mut field = FIELD.map(|_| String::new());
        if let Some(result) = report.field_result(pair) {
            field[0] = result.verdict_name().to_owned();
            if let Some(depth) = result.depth() {
                [field[1], field[2], field[3]] = [depth.lower, depth.value, depth.upper].map(|x| x.to_string());
                field[4] = format!("{} {}", fields::METHOD_NAME, results.settings.cells);
            }
        }
        cells.extend(field);
    }
    cells
}
