//! Notes below the table: bodies that are not closed, what methods could not do, and pictures that were left out.

use impinge_clash::number_format::{self, Dimension};
use impinge_clash::{BodySummary, Closure, Report};

/// Notes on the bodies and the methods.
pub fn notes(report: &Report) -> Vec<String> {
    let named = |closure| {
        let is_meant = move |body: &&BodySummary| body.geometry.closure() == closure && opening(body).is_none();
        report.bodies.iter().filter(is_meant).map(|body| body.name.as_str()).collect::<Vec<_>>()
    };
    let (open, partly) = (named(Closure::Open), named(Closure::Partly));
    let mut notes = Vec::new();
    if !open.is_empty() {
        let (verb, what) =
            if open.len() == 1 { ("is", "a surface without an inside") } else { ("are", "surfaces without an inside") };
        let count = number_format::count(open.len(), "body", "bodies");
        notes.push(format!("{count} {verb} not closed and counted as {what}: {}", number_format::first_names(&open)));
    }
    let nearly: Vec<(&str, f64)> =
        report.bodies.iter().filter_map(|body| Some((body.name.as_str(), opening(body)?))).collect();
    if !nearly.is_empty() {
        let verb = if nearly.len() == 1 { "is" } else { "are" };
        let widest = nearly.iter().map(|(_, opening)| *opening).fold(0.0, f64::max);
        let count = number_format::count(nearly.len(), "body", "bodies");
        let names: Vec<&str> = nearly.iter().map(|(name, _)| *name).collect();
        notes.push(format!(
            "{count} {verb} closed but for openings of up to {}, insides are by winding number: {}",
            number_format::length_text(widest, report.unit),
            number_format::first_names(&names)
        ));
    }
    if !partly.is_empty() {
        let verb = if partly.len() == 1 { "has" } else { "have" };
        let count = number_format::count(partly.len(), "body", "bodies");
        let what = "open parts, which count as surfaces beside the closed parts, which are solids";
        notes.push(format!("{count} {verb} {what}: {}", number_format::first_names(&partly)));
    }
    if let Some(fields) = &report.fields {
        notes.extend(fields.notes(&report.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>()));
    }
    if let Some(images) = &report.images {
        let names: Vec<&str> = report.bodies.iter().map(|body| body.name.as_str()).collect();
        notes.extend(images.notes(&names, report.tested));
    }
    notes.extend(report.picture_note());
    if report.dimension == Dimension::Plane {
        let odd = report.bodies.iter().filter(|body| !body.defects.is_empty());
        let odd: Vec<&str> = odd.map(|body| body.name.as_str()).collect();
        if !odd.is_empty() {
            let verb = if odd.len() == 1 { "has" } else { "have" };
            let count = number_format::count(odd.len(), "body", "bodies");
            let what = "rings that cross, overlap or touch themselves, or bound nothing; inside is what an odd number of rings is around";
            notes.push(format!("{count} {verb} {what}: {}", number_format::first_names(&odd)));
        }
    }
    notes
}

/// The width of the openings of a body none of whose parts is closed, if it has an inside by winding number all the same.
fn opening(body: &BodySummary) -> Option<f64> {
    body.opening.filter(|_| body.geometry.closure() == Closure::Open)
}
