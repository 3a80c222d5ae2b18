//! What every file of a report says beside the clash itself: sections, patterns, and pairs that a tolerance allows.

use crate::workshop::{Workshop, obj, unit_at};
use serde_json::{Value, json};

/// The JSON chunk of a GLB.
fn glb_json(workshop: &Workshop, name: &str) -> Value {
    let bytes = std::fs::read(workshop.path(name)).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

fn column(workshop: &Workshop, name: &str, key: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(workshop.path(name)).unwrap();
    let at = reader.headers().unwrap().iter().position(|column| column == key).unwrap();
    reader.records().map(|row| row.unwrap()[at].to_owned()).collect()
}

#[test]
fn pairs_that_a_tolerance_allows_are_in_the_model_and_the_table() {
    let workshop = Workshop::new();
    workshop.write("all.obj", obj(&[("p", unit_at(0.0)), ("q", unit_at(0.9375)), ("r", unit_at(1.4375))]));
    workshop.run(&["check", "all.obj", "--tolerance", "0.125", "-o", "r.glb", "-o", "r.csv", "-q"]);
    let model = glb_json(&workshop, "r.glb");
    let named = |name: &str| model["nodes"].as_array().unwrap().iter().find(|node| node["name"] == name).unwrap();
    let allowed = &named("within tolerance: p and q")["extras"];
    assert_eq!((&allowed["verdict"], &allowed["tolerance"]), (&json!("within_tolerance"), &json!(0.125)));
    assert!(allowed["thickness"][1].as_f64().unwrap() <= 0.125, "{allowed}");
    let clash = model["nodes"].as_array().unwrap().iter().map(|node| &node["extras"]).find(|e| e["kind"].is_string());
    let clash = clash.unwrap();
    assert!(clash["thickness"][1].as_f64().unwrap() >= 0.5 && clash["section"] == "faults", "{clash}");
    assert!(clash["volume"].is_array() && clash["depth"].is_array(), "{clash}");
    let (verdicts, most) = (column(&workshop, "r.csv", "verdict"), column(&workshop, "r.csv", "thickness_most"));
    let at = verdicts.iter().position(|verdict| verdict == "within_tolerance").unwrap();
    assert!(most[at].parse::<f64>().unwrap() <= 0.125, "{most:?}");
    assert_eq!(column(&workshop, "r.csv", "section").iter().filter(|section| *section == "faults").count(), 1);
}

#[test]
fn thin_overlaps_are_told_apart_from_faults_in_every_output() {
    let workshop = Workshop::new();
    workshop.write("all.obj", obj(&[("p", unit_at(0.0)), ("q", unit_at(0.9995)), ("r", unit_at(1.5))]));
    workshop.run(&[
        "check",
        "all.obj",
        "--tolerance",
        "0",
        "-o",
        "r.csv",
        "-o",
        "r.xml",
        "-o",
        "r.bcf",
        "-o",
        "r.glb",
        "-q",
    ]);
    assert_eq!(column(&workshop, "r.csv", "section"), ["faults", "fits"]);
    let told = workshop.read("r.xml");
    assert_eq!(told.matches("section: fits and thin overlaps").count(), 1, "{told}");
    let model = glb_json(&workshop, "r.glb");
    let sections: Vec<&Value> =
        model["nodes"].as_array().unwrap().iter().map(|node| &node["extras"]["section"]).collect();
    assert!(sections.contains(&&json!("fits")) && sections.contains(&&json!("faults")));
}
