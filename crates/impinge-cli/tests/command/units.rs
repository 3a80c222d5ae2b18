//! Units: conversion between files, in scenes, and lengths with units.

use crate::workshop::{Workshop, obj, stl};
use serde_json::json;

/// A part of 1 m as an OBJ in millimetres and one as an OBJ in metres that enters it by 0.1 m, and a scene that states both.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    workshop.write("mm.obj", obj(&[("", ([0.0; 3], 1000.0))]));
    workshop.write("m.obj", obj(&[("", ([0.875, 0.25, 0.25], 0.5))]));
    workshop
}

#[test]
fn bodies_of_a_scene_are_converted_to_its_unit() {
    let workshop = workshop();
    let scene = "unit = \"m\"\n[[bodies]]\nname = \"p\"\nmesh = \"mm.obj\"\nunit = \"mm\"\n[[bodies]]\nname = \"q\"\nmesh = \"m.obj\"\n";
    workshop.write("cell.toml", scene);
    let (code, report) = workshop.json(&["check", "cell.toml"]);
    assert_eq!((code, &report["unit"], &report["pairs"][0]["relation"]), (Some(1), &json!("m"), &json!("crossing")));
    let depth = report["clashes"][0]["depth"]["upper"].as_f64().unwrap();
    assert!((depth - 0.125).abs() < 1e-9, "{report}");
    workshop.write("cell.toml", scene.replace("unit = \"m\"\n[[", "[["));
    let said = workshop.refusal(&["check", "cell.toml"]);
    assert!(said.contains("cell.toml:4") && said.contains("'unit' of the scene, too"), "{said}");
}

#[test]
fn files_of_different_units_are_converted_to_the_first() {
    let workshop = workshop();
    for (file, mesh, unit) in [("a.toml", "mm.obj", "mm"), ("b.toml", "m.obj", "m")] {
        let scene = format!("unit = \"{unit}\"\n[[bodies]]\nname = \"{file}\"\nmesh = \"{mesh}\"\n");
        workshop.write(file, scene);
    }
    for (files, unit, depth) in [(["a.toml", "b.toml"], "mm", 125.0), (["b.toml", "a.toml"], "m", 0.125)] {
        let run = workshop.run(&["check", files[0], files[1], "--clearance", "1cm"]);
        let note = format!("{}: 1 body converted from ", files[1]);
        assert!(run.stderr.contains(&note) && run.stdout.contains(&format!("lengths in {unit}")), "{run:?}");
        let (code, report) = workshop.json(&["check", files[0], files[1]]);
        assert_eq!((code, &report["unit"]), (Some(1), &json!(unit)));
        assert!((report["clashes"][0]["depth"]["upper"].as_f64().unwrap() / depth - 1.0).abs() < 1e-9, "{report}");
    }
    // A unit for all: coordinates as they are, so that the small one is inside.
    let (code, report) = workshop.json(&["check", "a.toml", "b.toml", "--unit", "mm"]);
    assert_eq!((code, &report["pairs"][0]["relation"]), (Some(1), &json!("b_inside_a")));
}

/// A box whose top is a crack above it: closed by a length, with and without a unit, by every way to say it.
#[test]
fn healing_takes_lengths_with_units_and_words_of_scenes() {
    let workshop = Workshop::new();
    let mut text = obj(&[("", ([0.0; 3], 10.0))]);
    text.push_str("v 0 0 10.01\nv 10 0 10.01\nv 0 10 10.01\nv 10 10 10.01\n");
    let text = text.replace("f 5 6 8\n", "f 9 10 12\n").replace("f 5 8 7\n", "f 9 12 11\n");
    assert!(text.contains("f 9 10 12"));
    workshop.write("box.obj", text);
    workshop.write("far.obj", obj(&[("", ([50.0; 3], 10.0))]));
    let is_healed = |words: &[&str]| {
        let (_, report) = workshop.json(words);
        report["bodies"].as_array().unwrap().iter().any(|body| body["healed"].is_object())
    };
    let files = ["check", "box.obj", "far.obj"];
    for (more, expected) in [
        (&["--heal", "0.02"][..], true),
        (&["--heal", "20um", "--unit", "mm"], true),
        (&["--heal", "0.002cm", "--unit", "mm"], true),
        (&["--heal", "2um", "--unit", "mm"], false),
        (&[], false),
    ] {
        assert_eq!(is_healed(&[&files[..], more].concat()), expected, "{more:?}");
    }
    assert!(workshop.refusal(&[&files[..], &["--heal", "20um"]].concat()).contains("say it by --unit"));
    for (document, body, expected) in [
        ("heal = 0.02", "", true),
        ("unit = \"mm\"\nheal = \"20um\"", "", true),
        ("heal = 0.02", "heal = \"off\"", false),
        ("", "heal = 0.02", true),
        ("heal = \"auto\"", "", false),
    ] {
        let bodies = format!(
            "[[bodies]]\nname = \"p\"\nmesh = \"box.obj\"\n{body}\n[[bodies]]\nname = \"q\"\nmesh = \"far.obj\"\n"
        );
        workshop.write("cell.toml", format!("{document}\n{bodies}"));
        assert_eq!(is_healed(&["check", "cell.toml"]), expected, "{document} {body}");
        assert!(!is_healed(&["check", "cell.toml", "--heal", "off"]), "the option counts before the file");
    }
    let healed = workshop.run(&["heal", "box.obj", "--within", "20um", "--unit", "mm"]);
    assert_eq!(healed.code, Some(0), "{healed:?}");
    assert!(workshop.refusal(&["heal", "box.obj", "--within", "20um"]).contains("say it by --unit"));
}

#[test]
fn bodies_of_very_different_sizes_in_one_file_are_noted() {
    let workshop = Workshop::new();
    workshop.write("all.obj", obj(&[("hall", ([0.0; 3], 5000.0)), ("bolt", ([9000.0; 3], 2.0))]));
    let run = workshop.run(&["check", "all.obj"]);
    assert!(run.stderr.contains("hall is about 2500 times larger than bolt: are these bodies in one unit?"), "{run:?}");
    workshop.write("part.stl", stl(([0.0; 3], 1.0)));
    let run =
        workshop.run(&["sweep", "all.obj#bolt", "part.stl", "--to", "1,0,0", "--separation", "2mm", "--unit", "m"]);
    assert_eq!(run.code, Some(0), "{run:?}");
}
