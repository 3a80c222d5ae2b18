//! `impinge gpu`.

use crate::schema::fault;
use crate::workshop::{Run, Workshop};
use serde_json::Value;
use std::sync::LazyLock;

/// Whether there is a graphics device. Without one, tests fail where `CI` or `IMPINGE_REQUIRE_GPU` is set, and are left out elsewhere, which
/// is said.
pub fn is_there(what: &str) -> bool {
    static THERE: LazyLock<Run> = LazyLock::new(|| Workshop::new().run(&["gpu"]));
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let required = ["CI", "IMPINGE_REQUIRE_GPU"].into_iter().any(is_set);
    if THERE.code == Some(2) && THERE.stderr.contains("mesa-vulkan-drivers") && !required {
        eprintln!("NOT TESTED: {what}: there is no graphics device");
        return false;
    }
    assert_eq!(THERE.code, Some(0), "{:?}", *THERE);
    true
}

/// The list of devices in both formats, with a trial of one.
#[test]
fn devices_are_listed_and_tried() {
    if !is_there("the list of graphics devices") {
        return;
    }
    let workshop = Workshop::new();
    let run = workshop.run(&["gpu"]);
    let (code, list) = workshop.json(&["gpu"]);
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/gpu.schema.json")).unwrap();
    assert_eq!((code, fault(&schema, &schema, &list)), (Some(0), None));
    let mut broken = list.clone();
    broken["devices"][0]["kind"] = "abacus".into();
    assert!(fault(&schema, &schema, &broken).is_some());
    let devices = list["devices"].as_array().unwrap();
    for device in devices {
        assert!(run.stdout.contains(device["name"].as_str().unwrap()), "{}", run.stdout);
        assert!(device["largest_image"].as_u64().unwrap() >= 4096);
    }
    let taken: Vec<_> = devices.iter().filter(|device| device["taken"] == true).collect();
    assert!(taken.len() == 1 && taken[0] == &devices[0], "{list}");
    let trials = list["trials"].as_array().unwrap();
    assert_eq!(trials.len(), if taken[0]["can_render"] == true { 2 } else { 1 });
    assert!(trials.iter().all(|trial| trial["milliseconds"].as_f64().unwrap() > 0.0));
    let name = taken[0]["name"].as_str().unwrap();
    assert_eq!(workshop.json(&["gpu", "--device", &name.to_uppercase()]).0, Some(0));
    let refusal = workshop.refusal(&["gpu", "--device", "abacus"]);
    assert!(refusal.contains("\"abacus\"") && refusal.contains(name), "{refusal}");
    // Quiet is for people: machines still get their answer.
    assert_eq!(workshop.run(&["gpu", "-q"]).stdout, "");
    assert_eq!(workshop.json(&["gpu", "-q"]).1["devices"], list["devices"]);
}
