//! `impinge relate` and `impinge distance`.

use crate::workshop::{Workshop, obj, unit_at};
use serde_json::json;

#[test]
fn relate_says_the_relation_and_a_witness() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0)), ("c.obj", unit_at(4.0))]);
    let run = workshop.run(&["relate", "a.obj", "b.obj"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.starts_with("relation  touching\ncontacts  "), "{}", run.stdout);
    assert!(
        run.stdout.contains("witness   (1, ") && run.stdout.contains("box       (1, 0, 0) to (1, 1, 1)"),
        "{}",
        run.stdout
    );
    let run = workshop.run(&["relate", "a.obj", "c.obj"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "relation  disjoint\ncontacts  0 pairs of triangles\n"));
    let (code, report) = workshop.json(&["relate", "a.obj", "a.obj"]);
    assert_eq!((code, &report["pairs"][0]["relation"]), (Some(1), &json!("coincident")));
    assert_ne!(report["bodies"][0]["name"], report["bodies"][1]["name"]);
    let run = workshop.run(&["relate", "a.obj", "b.obj", "--quiet"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
}

#[test]
fn the_order_of_the_files_flips_the_relation() {
    let workshop = Workshop::of_cubes(&[("big.obj", ([0.0; 3], 4.0)), ("small.obj", ([1.0; 3], 1.0))]);
    let relation = |a, b| workshop.json(&["relate", a, b]).1["pairs"][0]["relation"].clone();
    assert_eq!(relation("big.obj", "small.obj"), "b_inside_a");
    assert_eq!(relation("small.obj", "big.obj"), "a_inside_b");
}

#[test]
fn a_file_of_many_bodies_is_one_mesh_or_one_of_them() {
    let workshop = Workshop::of_cubes(&[("probe.obj", unit_at(1.0))]);
    workshop.write("two.obj", obj(&[("near", unit_at(0.0)), ("far", unit_at(8.0))]));
    assert_eq!(workshop.json(&["relate", "two.obj", "probe.obj"]).1["pairs"][0]["relation"], "touching");
    assert_eq!(workshop.json(&["relate", "two.obj#far", "probe.obj"]).1["pairs"][0]["relation"], "disjoint");
    let (_, report) = workshop.json(&["relate", "two.obj#near", "two.obj#far"]);
    assert_eq!(report["bodies"][1]["name"], "two.obj#far");
    let refusal = workshop.refusal(&["relate", "two.obj#middle", "probe.obj"]);
    assert!(refusal.contains("two.obj: there is no body \"middle\"; the bodies are: near, far"), "{refusal}");
}

#[test]
fn open_parts_are_noted_with_their_file() {
    let workshop = Workshop::of_cubes(&[("room.obj", ([0.0; 3], 4.0)), ("in.obj", ([1.0; 3], 1.0))]);
    let sheet = "o sheet\nv 0 0 9\nv 1 0 9\nv 0 1 9\n";
    workshop.write("sheet.obj", format!("{sheet}f 1 2 3\n"));
    workshop.write("both.obj", obj(&[("room", ([0.0; 3], 4.0))]) + sheet + "f 9 10 11\n");
    let notes = |words: &[&str]| -> Vec<String> {
        let stdout = workshop.run(words).stdout;
        stdout.lines().filter_map(|line| line.strip_prefix("note      ")).map(str::to_owned).collect()
    };
    for command in ["relate", "distance"] {
        assert!(notes(&[command, "room.obj", "in.obj"]).is_empty());
        assert_eq!(
            notes(&[command, "both.obj", "sheet.obj"]),
            [
                "A (both.obj) has open parts: they are surfaces without an inside, its closed parts are solids",
                "B (sheet.obj) is not closed: it is a surface without an inside"
            ]
        );
        assert!(notes(&[command, "both.obj#room", "in.obj"]).is_empty());
    }
    // The closed part of the whole is a solid, as the note says.
    let (_, report) = workshop.json(&["relate", "both.obj", "in.obj"]);
    assert_eq!(
        (&report["pairs"][0]["relation"], &report["bodies"][0]["closed"]),
        (&json!("b_inside_a"), &json!(false))
    );
    assert!(workshop.run(&["check", "both.obj", "in.obj"]).stdout.contains("1 body is not closed"));
    workshop.write("one.obj", workshop.read("both.obj").replace("o sheet\n", ""));
    let table = workshop.run(&["check", "one.obj", "in.obj"]).stdout;
    assert!(table.contains("note: 1 body has open parts, which count as surfaces"), "{table}");
}

#[test]
fn numbers_for_people_have_exponents_where_zeros_would_crowd() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("big.obj", ([0.0; 3], 2_f64.powi(60)))]);
    workshop.write("b.obj", "v 1.0000000000000002 0.5 0.5\nv 2 0 0\nv 2 1 0\nf 1 2 3\n");
    let run = workshop.run(&["distance", "a.obj", "b.obj"]);
    assert!(run.stdout.starts_with("distance  2.220446049250313e-16\n"), "{}", run.stdout);
    let (_, report) = workshop.json(&["distance", "a.obj", "b.obj"]);
    assert_eq!(report["pairs"][0]["distance"].as_f64(), Some(f64::EPSILON));
    let run = workshop.run(&["inspect", "big.obj"]);
    assert!(run.stdout.contains("(0, 0, 0) to (1.152921504606847e18, 1.152921504606847e18, "), "{run:?}");
    assert!(run.stdout.contains("area        7.975367974709495e36\n"), "{run:?}");
    let table = workshop.run(&["check", "a.obj", "b.obj", "--clearance", "1"]).stdout;
    assert!(table.contains(" 2.22045e-16 "), "{table}");
}

#[test]
fn a_hash_may_be_a_part_of_the_file_name() {
    let workshop = Workshop::of_cubes(&[("part#7.obj", unit_at(0.0)), ("b.obj", unit_at(2.0))]);
    assert_eq!(workshop.run(&["relate", "part#7.obj", "b.obj"]).code, Some(0));
    workshop.write("set#7.obj", obj(&[("x", unit_at(0.0)), ("y", unit_at(8.0))]));
    assert_eq!(workshop.json(&["relate", "set#7.obj#y", "b.obj"]).1["bodies"][0]["triangles"], 12);
}

#[test]
fn distance_is_a_measurement() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(2.5)), ("c.obj", unit_at(0.5))]);
    let run = workshop.run(&["distance", "a.obj", "b.obj"]);
    assert_eq!(run.code, Some(0));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..2], ["distance  1.5", "relation  disjoint"]);
    assert!(lines[2].starts_with("a         (1, ") && lines[3].starts_with("b         (2.5, "), "{lines:?}");
    assert!(lines[2].contains(" on "), "{lines:?}");
    let run = workshop.run(&["distance", "a.obj", "c.obj"]);
    assert_eq!(run.code, Some(0), "a measurement finds nothing");
    assert!(run.stdout.starts_with("distance  0\nrelation  crossing\n"), "{}", run.stdout);
    let (code, report) = workshop.json(&["distance", "a.obj", "b.obj"]);
    let pair = &report["pairs"][0];
    assert_eq!((code, &pair["distance"], &pair["contacts"]), (Some(0), &json!(1.5), &json!(null)));
    assert_eq!(pair["features"].as_array().unwrap().len(), 2);
}

#[test]
fn features_are_told_in_the_numbers_of_their_body() {
    let workshop = Workshop::new();
    workshop.write("two.obj", obj(&[("near", unit_at(0.0)), ("far", unit_at(8.0))]));
    workshop.write("tip.obj", "v 9.5 0.5 0.5\nv 12 0 0\nv 12 1 0\nf 1 2 3\n");
    let (_, report) = workshop.json(&["distance", "two.obj", "tip.obj"]);
    let pair = &report["pairs"][0];
    assert_eq!(pair["distance"], 0.5);
    assert_eq!(pair["witness"], json!([[9.0, 0.5, 0.5], [9.5, 0.5, 0.5]]));
    assert_eq!(pair["features"][0]["body"], "far");
    // The middle of a cube's side lies on the edge between its two triangles.
    assert_eq!(pair["features"][0]["kind"], "edge");
    assert_eq!(pair["features"][0]["ids"], json!([1, 7]));
    assert_eq!(pair["features"][1], json!({"body": "tip", "kind": "vertex", "ids": [0]}));
}
