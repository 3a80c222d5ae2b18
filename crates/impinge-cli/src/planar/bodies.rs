//! Polygons of the command line: all bodies of all files, or the one that a word asks for; and where pictures of them go.

use anyhow::bail;
use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::feature::Feature;
use impinge::math::{DVec2, DVec3};
use impinge_clash::{
    BodyGeometry, BodySummary, CheckedPair, FileOperand, Treatment, first_body_names, judge, rename_unique,
};
use impinge_io::{NamedPolygon, PlanarOptions, read_planar};
use impinge_planar::{Polygon, Pose2, Rect, Report, Request, relate};
use std::path::PathBuf;

/// Every polygon of every file, in order, under unique names.
///
/// # Errors
/// A file cannot be read.
pub fn load(files: &[PathBuf], options: &PlanarOptions) -> anyhow::Result<Vec<NamedPolygon>> {
    let mut read = Vec::new();
    for (file, path) in files.iter().enumerate() {
        read.extend(read_planar(path, options)?.into_iter().map(|body| (file, body)));
    }
    Ok(rename_unique(files, read, |body| &mut body.name))
}

/// The one polygon that an operand asks for, under the name that the user calls it by.
///
/// # Errors
/// The file cannot be read, has no such body, or has several.
pub fn load_one(operand: &FileOperand, options: &PlanarOptions) -> anyhow::Result<NamedPolygon> {
    let mut bodies = operand.pick(read_planar(&operand.path, options)?, |body| &body.name)?;
    let (path, count) = (operand.path.display(), bodies.len());
    match bodies.pop() {
        Some(body) if count == 1 => Ok(NamedPolygon { name: operand.text.clone(), ..body }),
        body => {
            bodies.extend(body);
            let known = first_body_names(&bodies, |body| &body.name);
            bail!("{path}: there are {count} bodies, expected one; pick it by {path}#BODY; the bodies are: {known}")
        }
    }
}

/// The row of two polygons in one frame, judged by rules, and what it comes from.
pub fn between(a: &Polygon, b: &Polygon, request: &Request, rules: &Treatment) -> (CheckedPair, Report) {
    let report = relate(a, b, &Pose2::IDENTITY, request);
    let distance = report.distance.map(|gap| gap.value);
    let (verdict, found) = judge(rules, report.relation, distance);
    let row = CheckedPair {
        a: 0,
        b: 1,
        relation: report.relation,
        certainty: Certainty::Exact,
        distance,
        contacts: Some(report.contact_count),
        own: None,
        bounds: report.contact_bounds.map(|bounds| in_space(&bounds)),
        witness: report.distance.map(|gap| gap.points.map(raised)),
        features: None,
        verdict,
        found,
    };
    (row, report)
}

/// What a report says about a polygon.
pub fn polygon_summary(name: String, polygon: &Polygon) -> BodySummary {
    let geometry = BodyGeometry::Polygon { rings: polygon.ring_count(), vertices: polygon.vertices().len() };
    BodySummary::with_defects(name, geometry, polygon.validity().iter().map(|invalidity| invalidity.kind()))
}

/// A rectangle as a box of no height.
pub fn in_space(bounds: &Rect) -> Aabb {
    Aabb { min: raised(bounds.min), max: raised(bounds.max) }
}

/// A point of the plane in space.
fn raised(p: DVec2) -> DVec3 {
    p.extend(0.0)
}

/// A vertex or an edge of a body, in the words of a report.
pub fn named(body: &str, feature: Option<Feature>) -> Option<(String, Feature)> {
    feature.map(|feature| (body.to_owned(), feature))
}
