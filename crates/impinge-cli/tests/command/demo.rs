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

#[test]
fn the_demo_has_every_relation() {
    let workshop = Workshop::new();
    let run = workshop.run(&["demo"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(workshop.files(), ["impinge-demo.glb", "impinge-demo.json"]);
    assert!(run.stdout.contains("impinge-demo.glb") && run.stdout.contains("impinge-demo.json"), "{}", run.stdout);
    let report: Value = serde_json::from_str(&workshop.read("impinge-demo.json")).unwrap();
    let told = relations(&report);
    for relation in ["disjoint", "touching", "crossing", "a_inside_b", "b_inside_a", "coincident"] {
        assert!(told.values().any(|r| r == relation), "no pair is {relation}");
    }
    let bodies = report["bodies"].as_array().unwrap().len();
    assert_eq!(told.len(), bodies * (bodies - 1) / 2);
}

#[test]
fn the_demo_finds_what_the_gearbox_was_built_with() {
    let workshop = Workshop::new();
    workshop.run(&["demo", "-q"]);
    let report: Value = serde_json::from_str(&workshop.read("impinge-demo.json")).unwrap();
    let mut told = relations(&report);
    told.retain(|_, relation| relation != "disjoint");
    for Finding { a, b, relation } in findings() {
        let found = told.remove(&(a.clone(), b.clone()));
        let found = found.or_else(|| Some(flipped(&told.remove(&(b.clone(), a.clone()))?)));
        assert_eq!(found.as_deref(), Some(relation.name()), "{a} and {b}");
    }
    assert!(told.is_empty(), "{told:?}");
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
fn the_model_checks_as_the_demo_did() {
    let workshop = Workshop::new();
    std::fs::create_dir(workshop.path("out")).unwrap();
    assert_eq!(workshop.run(&["demo", "-o", "out", "-q"]).stdout, "");
    let demo: Value = serde_json::from_str(&workshop.read("out/impinge-demo.json")).unwrap();
    let (code, checked) = workshop.json(&["check", "out/impinge-demo.glb", "--all-pairs"]);
    assert_eq!(code, Some(1));
    assert_eq!(relations(&checked), relations(&demo));
}

#[test]
fn the_demo_needs_a_folder() {
    let workshop = Workshop::new();
    assert!(workshop.refusal(&["demo", "-o", "nowhere"]).contains("nowhere: expected a directory"));
    assert!(workshop.files().is_empty());
}
