//! `impinge gpu`.

use crate::workshop::Workshop;

/// The list of devices in both formats, or an error that says what to install.
#[test]
fn devices_are_listed() {
    let workshop = Workshop::new();
    let run = workshop.run(&["gpu"]);
    let required = std::env::var_os("IMPINGE_REQUIRE_GPU").is_some_and(|value| !value.is_empty() && value != "0");
    if run.code == Some(2) && !required {
        assert!(run.stderr.contains("mesa-vulkan-drivers"), "{run:?}");
        eprintln!("NOT TESTED: the list of graphics devices: there is none");
        return;
    }
    assert_eq!(run.code, Some(0), "{run:?}");
    let (code, list) = workshop.json(&["gpu"]);
    assert_eq!(code, Some(0));
    let devices = list["devices"].as_array().unwrap();
    assert!(!devices.is_empty());
    for device in devices {
        assert!(run.stdout.contains(device["name"].as_str().unwrap()));
        assert!(device["largest_image"].as_u64().unwrap() >= 4096);
    }
}
