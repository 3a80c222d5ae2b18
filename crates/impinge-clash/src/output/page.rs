//! One HTML page with everything in it: a template, filled with the report, the pictures and, where it has a 3D view, the model.
//!
//! The template with the 3D view is built by `cargo xtask page` and embedded when this crate is. Without it the plain template of this crate
//! is filled: the same list, filters and pictures.

use super::OutputError;
use super::drawn_curve::drawn_curve;
use super::glb::page_model;
use super::json::REPORT_SCHEMA;
use super::pattern_record::PatternRecord;
use crate::clashes::clash::{Clash, ClashStatus};
use crate::output::clash_record::ClashRecord;
use crate::pictures::clash_view::ClashView;
use crate::report::Report;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use impinge::bound::Aabb;
use impinge_io::LengthUnit;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The built page with its 3D view; empty if it was not built.
const VIEWER: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer.html"));

/// The page without a 3D view, all of it this crate's own.
const PLAIN: &str = include_str!("plain_page.html");

/// Triangles of the meshes in a page: some ten megabytes of it.
const TRIANGLES: usize = 600_000;

/// Bytes of pictures in full size in a page without a 3D view.
const LARGE_PICTURES: usize = 5_000_000;

/// Ids of faces that a page lists for each body of a clash; it shows fewer.
const MOST_FACES: usize = 100;

/// Whether pages have a 3D view.
pub(crate) const HAS_VIEW: bool = !VIEWER.is_empty();

/// The report as a page.
pub(crate) fn write(report: &Report) -> Result<Vec<u8>, OutputError> {
    let page = if HAS_VIEW { fill(VIEWER, report) } else { fill_plain(PLAIN, report) };
    page.map(String::into_bytes)
}

/// A page with a 3D view, filled with the report. Its view draws what thumbnails are too small for.
fn fill(template: &str, report: &Report) -> Result<String, OutputError> {
    let model = match page_model(report, TRIANGLES) {
        Ok(bytes) => STANDARD.encode(bytes),
        Err(OutputError::NoTriangles) => String::new(),
        Err(error) => return Err(error),
    };
    put(&fill_lists(template, report, 0)?, "text/plain", "impinge-model", &model)
}

/// A page without a 3D view, filled with the report.
fn fill_plain(template: &str, report: &Report) -> Result<String, OutputError> {
    fill_lists(template, report, LARGE_PICTURES)
}

/// A page filled with the report and its pictures, `large` bytes of them in full size.
fn fill_lists(template: &str, report: &Report, large: usize) -> Result<String, OutputError> {
    let page = put(template, "application/json", "impinge-report", &json(&document(report)?)?)?;
    put(&page, "application/json", "impinge-pictures", &json(&pictures(report, large))?)
}

/// The page with text in an element that must be there once and empty.
fn put(page: &str, kind: &str, id: &'static str, text: &str) -> Result<String, OutputError> {
    let open = format!("<script type=\"{kind}\" id=\"{id}\">");
    let empty = format!("{open}</script>");
    let mut parts = page.split(empty.as_str());
    let (Some(before), Some(after), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(OutputError::StrangePage(id));
    };
    Ok([before, &open, text, "</script>", after].concat())
}

/// JSON that cannot end the element it stands in.
fn json(value: &Value) -> Result<String, OutputError> {
    Ok(serde_json::to_string(value).map_err(OutputError::encoding)?.replace('<', "\\u003c"))
}

/// Pictures by the ids of clashes: the first ones in full size while they are within `large` bytes, the others as thumbnails.
fn pictures(report: &Report, mut large: usize) -> Value {
    let picture = |(clash, view): (&Clash, Option<&ClashView>)| {
        let view = view.filter(|view| view.is_drawn())?;
        let png = view.png.as_ref().filter(|png| png.len() <= large);
        large = png.map_or(0, |png| large - png.len());
        let bytes = png.unwrap_or(&view.thumbnail);
        let data = format!("data:image/png;base64,{}", STANDARD.encode(bytes));
        Some((clash.id.clone(), Value::String(data)))
    };
    Value::Object(report.viewed_clashes().filter_map(picture).collect::<Map<_, _>>())
}

/// The report as `viewer/README.md` describes it.
fn document(report: &Report) -> Result<Value, OutputError> {
    let bodies = report.assembly.iter().map(|member| {
        let mesh = member.mesh();
        json!({
            "name": member.name,
            "triangles": mesh.map_or(0, |mesh| mesh.faces().len()),
            "closed": mesh.is_none_or(|mesh| mesh.is_closed()),
            "box": member.bounds().map(corners),
        })
    });
    let mut group_of: BTreeMap<usize, &str> = BTreeMap::new();
    for group in report.groups() {
        group_of.extend(group.clashes.iter().map(|k| (*k, group.id.as_str())));
    }
    let clashes: Result<Vec<Value>, OutputError> = report
        .viewed_clashes()
        .enumerate()
        .map(|(k, (clash, sight))| of_clash(clash, sight, group_of.get(&k).copied()))
        .collect();
    let groups = report.groups().iter().map(|group| {
        let ids: Vec<&str> =
            group.clashes.iter().filter_map(|k| Some(report.clash_slice().get(*k)?.id.as_str())).collect();
        json!({ "id": group.id, "title": group.title, "clashes": ids })
    });
    let mut by_kind: BTreeMap<&str, usize> = BTreeMap::new();
    let there = || report.clash_slice().iter().filter(|clash| clash.status != ClashStatus::Resolved);
    there().for_each(|clash| *by_kind.entry(clash.kind.name()).or_default() += 1);
    Ok(json!({
        "schema": REPORT_SCHEMA,
        "title": report.title,
        "made": report.made,
        "unit": report.unit.map(LengthUnit::symbol),
        "picture_note": report.picture_note(),
        "json_file": report.json_file,
        "impinge": env!("CARGO_PKG_VERSION"),
        "bodies": bodies.collect::<Vec<_>>(),
        "clashes": clashes?,
        "groups": groups.collect::<Vec<_>>(),
        "patterns": report.patterns().iter().map(|pattern| PatternRecord::new(pattern, report.clash_slice())).collect::<Vec<_>>(),
        "summary": { "pairs": report.pair_count, "found": there().count(), "by_kind": by_kind },
    }))
}

/// The record of a clash for a page: bodies by their place, fewer faces, a view, and one note.
fn of_clash(clash: &Clash, sight: Option<&ClashView>, group: Option<&str>) -> Result<Value, OutputError> {
    let view = sight.map(|sight| {
        let view = &sight.viewpoint;
        let [eye, target, up] = [view.eye, view.target, view.up].map(|p| p.to_array());
        json!({ "eye": eye, "target": target, "up": up, "field_of_view": view.field_of_view })
    });
    let faces = clash.faces.each_ref().map(|faces| &faces[..faces.len().min(MOST_FACES)]);
    let left_out = clash.faces.each_ref().map(|faces| faces.len().saturating_sub(MOST_FACES));
    let mut value = serde_json::to_value(ClashRecord::new(clash, group)).map_err(OutputError::encoding)?;
    let curves = clash.curves.iter().map(|curve| drawn_curve(curve, clash.bounds.as_ref()));
    value["curves"] = curves.collect();
    value["a"] = json!(clash.bodies[0]);
    value["b"] = json!(clash.bodies[1]);
    value["a_name"] = json!(clash.names[0]);
    value["b_name"] = json!(clash.names[1]);
    value["faces"] = json!({ "a": faces[0], "b": faces[1], "left_out": left_out });
    value["view"] = json!(view);
    value["note"] = json!(clash.remarks());
    Ok(value)
}

fn corners(bounds: Aabb) -> [[f64; 3]; 2] {
    [bounds.min.to_array(), bounds.max.to_array()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "</script><script>alert('<!--')</script>";

    fn report() -> Report {
        Report { title: NAME.to_owned(), made: "2026-11-16T08:00:00Z".to_owned(), ..Report::default() }
    }

    fn template(ids: &[&str]) -> String {
        let element = |id: &&str| {
            let kind = if *id == "impinge-model" { "text/plain" } else { "application/json" };
            format!("<script type=\"{kind}\" id=\"{id}\"></script>\n")
        };
        ids.iter().map(element).collect()
    }

    #[test]
    fn a_title_cannot_end_its_element() {
        let page = fill(&template(&["impinge-report", "impinge-pictures", "impinge-model"]), &report()).unwrap();
        assert_eq!(page.matches("</script>").count(), 3);
        let text = page.split_once("impinge-report\">").unwrap().1.split_once("</script>").unwrap().0;
        assert_eq!(serde_json::from_str::<Value>(text).unwrap()["title"], NAME);
    }

    #[test]
    fn the_plain_page_holds_the_report_and_no_code_of_others() {
        let page = fill_plain(PLAIN, &report()).unwrap();
        assert_eq!(page.matches("</script>").count(), 3);
        let text = page.split_once("impinge-report\">").unwrap().1.split_once("</script>").unwrap().0;
        assert_eq!(serde_json::from_str::<Value>(text).unwrap()["title"], NAME);
        assert!(
            !page.contains(" src=") && !page.contains("http:") && !page.contains("https:"),
            "it reaches for nothing"
        );
        assert!(!PLAIN.contains("innerHTML"));
    }

    #[test]
    fn a_clash_of_a_page_names_its_bodies_by_place_and_says_all_in_one_note() {
        let names = ["p".to_owned(), "q".to_owned()];
        let mut clash = Clash::blank(names, [Some(4), None], crate::clashes::clash_kind::ClashKind::Touch);
        clash.faces[0] = (0..300).collect();
        (clash.note, clash.comment) = (Some("not closed".to_owned()), Some("fine".to_owned()));
        let entry = of_clash(&clash, None, Some("G7")).unwrap();
        assert_eq!((&entry["a"], &entry["b"], &entry["a_name"]), (&json!(4), &Value::Null, &json!("p")));
        assert_eq!((&entry["note"], &entry["group"]), (&json!("not closed\nfine"), &json!("G7")));
        assert_eq!(entry["faces"]["a"].as_array().unwrap().len(), MOST_FACES);
        assert_eq!(entry["faces"]["left_out"], json!([200, 0]));
    }

    #[test]
    fn a_page_without_its_places_is_refused() {
        for ids in [&["impinge-report", "impinge-model"][..], &["impinge-report", "impinge-report"], &[]] {
            assert!(matches!(fill(&template(ids), &report()), Err(OutputError::StrangePage(_))));
        }
    }
}
