//! Names, identifiers and units of bodies through the command: what a renamed file, a moved part and a stated unit do.

use crate::workshop::{Workshop, stl, unit_at};
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::Body;
use serde_json::Value;
use std::sync::Arc;

/// Ids of clashes with how each compares with the baseline.
fn changes(report: &Value) -> Vec<(String, String)> {
    let clashes = report["clashes"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    clashes.map(|clash| (text(&clash["id"]), text(&clash["change"]))).collect()
}

/// Three files, of which two clash, checked once.
fn three_files() -> (Workshop, String) {
    let workshop = Workshop::new();
    for (name, x) in [("bracket.stl", 0.0), ("plate.stl", 0.75), ("cover.stl", 5.0)] {
        workshop.write(name, stl(unit_at(x)));
    }
    let first = ["check", "bracket.stl", "plate.stl", "cover.stl", "-o", "first.json", "-q"];
    assert_eq!(workshop.run(&first).code, Some(1));
    let report: Value = serde_json::from_str(&workshop.read("first.json")).unwrap();
    assert_eq!(report["inputs"][0]["path"], "bracket.stl");
    assert_eq!(report["inputs"][0]["bytes"], 684);
    assert_eq!(report["inputs"][0]["sha256"].as_str().unwrap().len(), 64);
    let id = report["clashes"][0]["id"].as_str().unwrap().to_owned();
    (workshop, id)
}

#[test]
fn a_renamed_file_keeps_its_baseline() {
    let (workshop, id) = three_files();
    std::fs::rename(workshop.path("plate.stl"), workshop.path("plate_v2.stl")).unwrap();
    let words = ["check", "bracket.stl", "plate_v2.stl", "cover.stl", "--baseline", "first.json"];
    let (_, report) = workshop.json(&words);
    assert_eq!(changes(&report), [(id.clone(), "persisting".to_owned())]);
    assert_eq!(report["clashes"][0]["b"], "plate_v2");
    // All of them, and nothing is known by its name any more.
    std::fs::rename(workshop.path("bracket.stl"), workshop.path("b.stl")).unwrap();
    std::fs::rename(workshop.path("cover.stl"), workshop.path("c.stl")).unwrap();
    let (_, report) = workshop.json(&["check", "b.stl", "plate_v2.stl", "c.stl", "--baseline", "first.json"]);
    assert_eq!(changes(&report), [(id, "persisting".to_owned())]);
}

#[test]
fn a_moved_part_is_changed_and_neither_new_nor_resolved() {
    let (workshop, id) = three_files();
    workshop.write("plate.stl", stl(unit_at(0.5)));
    let words = ["check", "bracket.stl", "plate.stl", "cover.stl", "--baseline", "first.json"];
    assert_eq!(changes(&workshop.json(&words).1), [(id, "changed".to_owned())]);
}

fn cube() -> Arc<Mesh> {
    Arc::new(Mesh::cuboid(DVec3::ZERO, DVec3::ONE).unwrap())
}

#[test]
fn a_renamed_model_has_the_same_names_and_ids() {
    let workshop = Workshop::new();
    let mesh = cube();
    let at = |x: f64| Pose::from_translation(DVec3::X * x).unwrap();
    let body = |name: &str, x: f64| Body::new(name, Arc::clone(&mesh), at(x));
    let bodies = [body("pump 1", 0.0), body("pump 2", 0.75), body("wall", 9.0)];
    impinge_io::write_glb(workshop.path("a.glb"), &bodies).unwrap();
    impinge_io::write_glb(workshop.path("b.glb"), &bodies).unwrap();
    let [a, b] = ["a.glb", "b.glb"].map(|file| workshop.json(&["check", file]).1);
    assert_eq!(a["clashes"], b["clashes"]);
    assert_eq!((&a["unit"], &a["clashes"][0]["b"]), (&Value::from("m"), &Value::from("pump 2")));
}

#[test]
fn lengths_have_units_and_say_what_to_do_where_files_have_none() {
    let workshop = Workshop::new();
    workshop.write("a.stl", stl(unit_at(0.0)));
    workshop.write("b.stl", stl(unit_at(1.5)));
    let gap = |words: &[&str]| workshop.json(&[&["check", "a.stl", "b.stl"], words].concat());
    let (code, report) = gap(&["--unit", "mm", "--clearance", "0.02in"]);
    assert_eq!((code, &report["unit"]), (Some(1), &Value::from("mm")), "half a millimetre is below 0.508 mm");
    assert_eq!(report["clashes"][0]["clearance"], 0.508);
    assert_eq!(gap(&["--unit", "mm", "--clearance", "0.01in"]).0, Some(0));
    assert_eq!(gap(&["--clearance", "0.6"]).1["unit"], Value::Null);
    let refusal = workshop.refusal(&["check", "a.stl", "b.stl", "--clearance", "2mm"]);
    assert!(refusal.contains("the length 2 mm has a unit") && refusal.contains("--unit"), "{refusal}");
    workshop.write("rules.toml", "unit = 'cm'\n[defaults]\nclearance = 0.06\n");
    let (code, report) = gap(&["--unit", "mm", "--rules", "rules.toml"]);
    assert_eq!((code, &report["clashes"][0]["clearance"]), (Some(1), &Value::from(0.6)));
    let table = workshop.run(&["check", "a.stl", "b.stl", "--unit", "mm"]);
    assert!(table.stdout.contains("lengths in mm"), "{table:?}");
}
