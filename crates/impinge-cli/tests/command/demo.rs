//! `impinge demo`: every relation is in it, and its model says the same.

use crate::workshop::Workshop;
use impinge_scenes::gearbox::{Finding, findings};
use serde_json::Value;
use std::collections::BTreeMap;

/// The relation of every pair by names.
fn relations(report: &Value) -> BTreeMap<(String, String), String> {
    let word = |pair: &Value, key: &str| pair[key].as_str().unwrap().to_owned();
    let pairs = report["pairs"].as_array().unwrap().iter();
    pairs.map(|pair| ((word(pair, "a"), word(pair, "b")), word(pair, "relation"))).collect()
}

/// One run, which takes seconds, for all that is asked of it.
#[test]
fn the_demo_shows_everything() {
    let workshop = Workshop::new();
    let run = workshop.run(&["demo"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(workshop.files(), ["impinge-demo"]);
    let report: Value = serde_json::from_str(&workshop.read("impinge-demo/report.json")).unwrap();
    assert_eq!(report["unit"], "mm", "the gearbox is drawn in millimetres");
    assert!(run.stdout.contains("; lengths in mm, "), "{}", run.stdout);
    has_every_relation(&report);
    has_a_history(&workshop, &report);
    finds_what_the_gearbox_was_built_with(&report);
    writes_every_format_and_shows_the_command(&workshop, &run.stdout);
}

fn has_every_relation(report: &Value) {
    let relations = relations(report);
    for relation in ["disjoint", "touching", "crossing", "a_inside_b", "b_inside_a", "coincident"] {
        assert!(relations.values().any(|r| r == relation), "no pair is {relation}");
    }
}

fn writes_every_format_and_shows_the_command(workshop: &Workshop, stdout: &str) {
    let files = ["report.json", "report.csv", "junit.xml", "clashes.bcfzip", "clashes.bcf", "clashes.glb"];
    for file in files.iter().chain(&["gearbox.glb", "before.glb", "before.json", "rules.toml"]) {
        assert!(workshop.path(&format!("impinge-demo/{file}")).is_file(), "{file}");
    }
    assert!(files.iter().all(|file| stdout.contains(file)), "{stdout}");
    let page = workshop.read("impinge-demo/report.html");
    assert_eq!(page.contains("id=\"impinge-model\""), stdout.contains("3D view"), "{stdout}");
    // The command that it shows says the same.
    let shown = stdout.lines().find_map(|line| line.strip_prefix("the same check: impinge ")).unwrap();
    let again = workshop.run(&shown.split(' ').chain(["--format", "json"]).collect::<Vec<_>>());
    assert_eq!((again.code, again.stdout), (Some(1), workshop.read("impinge-demo/report.json")));
}

/// Everything that can become of a clash is in it.
fn has_a_history(workshop: &Workshop, report: &Value) {
    let clashes = report["clashes"].as_array().unwrap();
    for (key, words) in [
        ("change", &["new", "changed", "persisting", "resolved"][..]),
        ("status", &["new", "active", "approved", "resolved"]),
        ("kind", &["duplicate", "pierce", "protrude", "envelope", "touch", "encroach", "missing"]),
        ("severity", &["info", "minor", "major", "critical"]),
    ] {
        for word in words {
            assert!(clashes.iter().any(|clash| clash[key] == *word), "no clash has the {key} {word}");
        }
    }
    let pictures = std::fs::read_dir(workshop.path("impinge-demo/pictures")).unwrap().count();
    assert_eq!(pictures, clashes.iter().filter(|clash| clash["status"] != "resolved").count());
}

fn finds_what_the_gearbox_was_built_with(report: &Value) {
    let mut reported = relations(report);
    reported.retain(|_, relation| relation != "disjoint");
    for Finding { a, b, relation } in findings() {
        let found = reported.remove(&(a.clone(), b.clone()));
        let found = found.or_else(|| Some(flipped(&reported.remove(&(b.clone(), a.clone()))?)));
        assert_eq!(found.as_deref(), Some(relation.name()), "{a} and {b}");
    }
    assert!(reported.is_empty(), "{reported:?}");
}

/// The relation of B to A.
fn flipped(relation: &str) -> String {
    match relation {
        "a_inside_b" => "b_inside_a",
        "b_inside_a" => "a_inside_b",
        symmetric => symmetric,
    }
    .to_owned()
}

#[test]
fn a_plant_of_any_size_is_checked() {
    let workshop = Workshop::new();
    let run = workshop.run(&["demo", "--plant", "--bodies", "500", "--triangles", "30000"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("48 clashes in ") && run.stdout.contains("500 bodies"), "{}", run.stdout);
    assert!(workshop.refusal(&["demo", "--plant", "--bodies", "40", "-o", "small"]).contains("expected 480 at least"));
    for too_many in [["--bodies", "1000000000"], ["--triangles", "1000000000000"]] {
        let refusal = workshop.refusal(&[&["demo", "--plant", "-o", "large"][..], &too_many].concat());
        assert!(refusal.contains("expected at most 1000000 bodies and 100000000 triangles"), "{refusal}");
    }
    assert!(!workshop.path("small").exists());
}

#[test]
fn the_model_checks_as_the_demo_did() {
    let workshop = Workshop::new();
    std::fs::create_dir(workshop.path("out")).unwrap();
    assert_eq!(workshop.run(&["demo", "-o", "out", "-q"]).stdout, "");
    let demo: Value = serde_json::from_str(&workshop.read("out/report.json")).unwrap();
    let (code, checked) = workshop.json(&["check", "out/gearbox.glb", "--all-pairs"]);
    assert_eq!(code, Some(1));
    let all = relations(&checked);
    assert_eq!(all.len(), 40 * 39 / 2);
    let reported = relations(&demo);
    assert!(reported.len() > 60 && reported.iter().all(|(pair, relation)| all[pair] == *relation));
    assert!(all.iter().all(|(pair, relation)| relation == "disjoint" || reported.contains_key(pair)));
}

#[test]
fn the_demo_needs_a_folder() {
    let workshop = Workshop::new();
    assert!(workshop.refusal(&["demo", "-o", "nowhere/at all"]).contains("nowhere/at all: expected a directory"));
    assert!(workshop.files().is_empty());
}
