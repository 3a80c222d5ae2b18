//! `impinge inspect`.

use crate::workshop::{Workshop, obj, unit_at};
use serde_json::json;

#[test]
fn a_clean_cube() {
    let workshop = Workshop::of_cubes(&[("cube.obj", ([0.0; 3], 2.0))]);
    let run = workshop.run(&["inspect", "cube.obj"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..2], ["cube: 12 triangles, 8 vertices", "  closed      yes"]);
    let volume: f64 = lines[2].strip_prefix("  volume      ").unwrap().parse().unwrap();
    assert!((volume - 8.0).abs() < 1e-14, "{volume}");
    assert_eq!(
        lines[3..],
        ["  area        24", "  components  1", "  box         (0, 0, 0) to (2, 2, 2)", "  defects     none"]
    );
    let (code, described) = workshop.json(&["inspect", "cube.obj", "--self"]);
    assert_eq!(code, Some(0));
    let body = &described["bodies"][0];
    assert_eq!((&body["area"], &body["closed"]), (&json!(24.0), &json!(true)));
    assert_eq!((&body["defects"], &body["components"], &body["vertices"]), (&json!({}), &json!(1), &json!(8)));
}

#[test]
fn an_open_box_has_boundary_edges() {
    let workshop = Workshop::new();
    let cube = obj(&[("", unit_at(0.0))]);
    let open: Vec<&str> = cube.lines().filter(|line| !line.starts_with("f 5 ")).collect();
    workshop.write("open.obj", open.join("\n"));
    let run = workshop.run(&["inspect", "open.obj"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("closed      no") && run.stdout.contains("volume      none"), "{}", run.stdout);
    assert!(
        run.stdout.contains("4 boundary_edge") && run.stdout.contains("and 1 more (--all-defects"),
        "{}",
        run.stdout
    );
    let run = workshop.run(&["inspect", "open.obj", "--all-defects"]);
    assert_eq!(run.stdout.matches("has only one face").count(), 4);
    let (code, described) = workshop.json(&["inspect", "open.obj", "--all-defects"]);
    let body = &described["bodies"][0];
    assert_eq!((code, &body["volume"], &body["defects"]), (Some(1), &json!(null), &json!({"boundary_edge": 4})));
    assert_eq!(body["places"].as_array().unwrap().len(), 4);
    assert_eq!(body["places"][0]["vertices"].as_array().unwrap().len(), 2);
    assert_eq!(body["places"][0]["at"].as_array().unwrap().len(), 3);
}

#[test]
fn what_is_not_closed_says_why() {
    let workshop = Workshop::new();
    let cube = obj(&[("", unit_at(0.0))]);
    let closed = |text: &str| {
        workshop.write("part.obj", text);
        let run = workshop.run(&["inspect", "part.obj"]);
        let line = run.stdout.lines().find_map(|line| line.strip_prefix("  closed      ")).unwrap_or_default();
        line.to_owned()
    };
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    let twins = "no: every face has a twin turned over, so nothing is enclosed";
    assert_eq!(closed(&format!("{square}f 1 2 3\nf 3 2 1\n")), twins);
    assert_eq!(closed(&format!("{square}f 1 2 3\nf 1 3 4\nf 3 2 1\nf 1 4 3\n")), twins);
    let (turned, odd) = ("no: faces are turned inconsistently", "no: edges have an odd number of faces");
    assert!(closed(&cube.replace("f 1 5 7", "f 7 5 1")).starts_with(turned));
    // Two tetrahedra with their common wall kept once.
    let wall =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 -1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 2 1 5\nf 3 2 5\nf 1 3 5\n";
    assert!(closed(wall).starts_with(odd));
    assert!(closed(&format!("{square}f 1 2 3\n")).starts_with("no: it has boundary edges"));
    assert!(closed("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 2 2\n").starts_with("no: no face has an area"));
    let partly = closed(&format!("{cube}v 9 0 0\nv 9 1 0\nv 9 0 1\nf 9 10 11\n"));
    assert_eq!(partly, "partly: its closed parts are solids, its open parts are surfaces");
    assert_eq!(closed(&cube), "yes");
}

#[test]
fn self_contact_is_found_on_request() {
    let workshop = Workshop::new();
    let (a, b) = (unit_at(0.0), ([0.5, 0.25, 0.25], 1.0));
    // Two cubes that overlap, as one body.
    let text = obj(&[("", a), ("", b)]);
    workshop.write("twins.obj", &text);
    let (code, described) = workshop.json(&["inspect", "twins.obj"]);
    assert_eq!((code, &described["bodies"][0]["components"]), (Some(0), &json!(2)));
    let (code, described) = workshop.json(&["inspect", "twins.obj", "--self"]);
    assert_eq!(code, Some(1));
    assert!(described["bodies"][0]["defects"]["self_contact"].as_u64().unwrap() > 0, "{described}");
}

#[test]
fn a_cube_turned_inside_out_is_pointed_out() {
    let workshop = Workshop::new();
    let turned = obj(&[("", unit_at(0.0))])
        .lines()
        .map(|line| match line.strip_prefix("f ") {
            Some(corners) => format!("f {}\n", corners.split(' ').rev().collect::<Vec<_>>().join(" ")),
            None => format!("{line}\n"),
        })
        .collect::<String>();
    workshop.write("turned.obj", turned);
    let run = workshop.run(&["inspect", "turned.obj"]);
    assert!(run.stdout.contains(" (negative: its faces turn inward)"), "{}", run.stdout);
}
