//! One HTML page with everything in it: the built viewer, filled with the report, the pictures and the model.
//!
//! The page is built by `cargo xtask page` and embedded when this crate is; without it everything else works, and asking for HTML
//! is an error that says what to run.

use super::OutputError;
use super::glb::{self, GlbOptions};
use crate::clash::{Clash, Status};
use crate::record::Record;
use crate::report::Report;
use crate::sight::Sight;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use impinge::bound::Aabb;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The built page; empty if there was none.
const TEMPLATE: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer.html"));

/// Triangles of the model in a page: what browsers take easily.
const TRIANGLES: usize = 600_000;

/// Ids of faces that a page lists for each body of a clash; it shows fewer.
const MOST_FACES: usize = 1_000;

/// Whether there was a page.
pub fn is_built() -> bool {
    !TEMPLATE.is_empty()
}

/// The report as a page.
pub fn write(report: &Report<'_>) -> Result<Vec<u8>, OutputError> {
    if !is_built() {
        return Err(OutputError::NoPage);
    }
    fill(TEMPLATE, report).map(String::into_bytes)
}

/// A page filled with the report.
fn fill(template: &str, report: &Report<'_>) -> Result<String, OutputError> {
    let model = match glb::write(report, &GlbOptions { triangles: TRIANGLES }) {
        Ok(bytes) => STANDARD.encode(bytes),
        Err(OutputError::NoTriangles) => String::new(),
        Err(error) => return Err(error),
    };
    let places = [
        ("application/json", "impinge-report", json(&document(report)?)?),
        ("application/json", "impinge-pictures", json(&pictures(report))?),
        ("text/plain", "impinge-model", model),
    ];
    let mut page = String::with_capacity(template.len() + places.iter().map(|(.., text)| text.len()).sum::<usize>());
    let mut rest = template;
    for (kind, id, text) in &places {
        let open = format!("<script type=\"{kind}\" id=\"{id}\">");
        let empty = format!("{open}</script>");
        let mut parts = rest.split(empty.as_str());
        let (Some(before), Some(after), None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(OutputError::StrangePage(id));
        };
        page.extend([before, &open, text, "</script>"]);
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}

/// JSON that cannot end the element it stands in.
fn json(value: &Value) -> Result<String, OutputError> {
    Ok(serde_json::to_string(value).map_err(OutputError::encoding)?.replace('<', "\\u003c"))
}

fn pictures(report: &Report<'_>) -> Value {
    let picture = |(clash, sight): (&Clash, Option<&Sight>)| {
        let data = format!("data:image/png;base64,{}", STANDARD.encode(&sight?.png));
        Some((clash.id.clone(), Value::String(data)))
    };
    Value::Object(report.shown().filter_map(picture).collect::<Map<_, _>>())
}

/// The report as `viewer/README.md` wants it.
fn document(report: &Report<'_>) -> Result<Value, OutputError> {
    let bodies = report.members.iter().map(|member| {
        let mesh = member.mesh();
        json!({
            "name": member.name,
            "triangles": mesh.map_or(0, |mesh| mesh.faces().len()),
            "closed": mesh.is_none_or(|mesh| mesh.is_closed()),
            "box": member.bounds().map(corners),
        })
    });
    let mut group_of: BTreeMap<usize, &str> = BTreeMap::new();
    for group in report.groups {
        group_of.extend(group.clashes.iter().map(|k| (*k, group.id.as_str())));
    }
    let clashes: Result<Vec<Value>, OutputError> =
        report.shown().enumerate().map(|(k, shown)| of_clash(shown, group_of.get(&k).copied())).collect();
    let groups = report.groups.iter().map(|group| {
        let ids: Vec<&str> = group.clashes.iter().filter_map(|k| Some(report.clashes.get(*k)?.id.as_str())).collect();
        json!({ "id": group.id, "title": group.title, "clashes": ids })
    });
    let mut by_kind: BTreeMap<&str, usize> = BTreeMap::new();
    let there = || report.clashes.iter().filter(|clash| clash.status != Status::Resolved);
    there().for_each(|clash| *by_kind.entry(clash.kind.name()).or_default() += 1);
    Ok(json!({
        "schema": 1,
        "title": report.title,
        "made": report.made,
        "unit": null,
        "impinge": env!("CARGO_PKG_VERSION"),
        "bodies": bodies.collect::<Vec<_>>(),
        "clashes": clashes?,
        "groups": groups.collect::<Vec<_>>(),
        "summary": { "pairs": report.pair_count, "found": there().count(), "by_kind": by_kind },
    }))
}

/// The record of a clash as a page wants it: bodies by their place, fewer faces, a view, and one note.
fn of_clash((clash, sight): (&Clash, Option<&Sight>), group: Option<&str>) -> Result<Value, OutputError> {
    let view = sight.map(|sight| {
        let view = &sight.viewpoint;
        let [eye, target, up] = [view.eye, view.target, view.up].map(|p| p.to_array());
        json!({ "eye": eye, "target": target, "up": up, "field_of_view": view.field_of_view })
    });
    let faces = clash.faces.each_ref().map(|faces| &faces[..faces.len().min(MOST_FACES)]);
    let left_out = clash.faces.each_ref().map(|faces| faces.len().saturating_sub(MOST_FACES));
    let mut value = serde_json::to_value(Record::new(clash, group)).map_err(OutputError::encoding)?;
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

    fn report() -> Report<'static> {
        let (members, clashes, groups) = (&[], &[], &[]);
        let made = "2026-11-16T08:00:00Z";
        Report { title: NAME, made, members, clashes, groups, sights: &[], rules: &[], pair_count: 0 }
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
    fn a_clash_of_a_page_names_its_bodies_by_place_and_says_all_in_one_note() {
        let names = ["p".to_owned(), "q".to_owned()];
        let mut clash = Clash::blank(names, [Some(4), None], crate::kind::Kind::Touch);
        clash.faces[0] = (0..1_200).collect();
        (clash.note, clash.comment) = (Some("not closed".to_owned()), Some("fine".to_owned()));
        let told = of_clash((&clash, None), Some("G7")).unwrap();
        assert_eq!((&told["a"], &told["b"], &told["a_name"]), (&json!(4), &Value::Null, &json!("p")));
        assert_eq!((&told["note"], &told["group"]), (&json!("not closed\nfine"), &json!("G7")));
        assert_eq!(told["faces"]["a"].as_array().unwrap().len(), MOST_FACES);
        assert_eq!(told["faces"]["left_out"], json!([200, 0]));
    }

    #[test]
    fn a_page_without_its_places_is_refused() {
        for ids in [&["impinge-report", "impinge-model"][..], &["impinge-report", "impinge-report"], &[]] {
            assert!(matches!(fill(&template(ids), &report()), Err(OutputError::StrangePage(_))));
        }
    }
}
