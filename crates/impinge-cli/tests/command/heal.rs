//! `impinge heal`.

use crate::schema::fault;
use crate::workshop::{Workshop, obj, unit_at};
use serde_json::{Value, json};

/// A cube each of whose faces brings its own corners, displaced by up to `error`, with a name.
fn cracked_cube(name: &str, error: f64) -> String {
    let cube = obj(&[(name, unit_at(0.0))]);
    let number = |word: &str| word.parse::<f64>().unwrap();
    let points: Vec<Vec<f64>> =
        cube.lines().filter_map(|l| l.strip_prefix("v ")).map(|l| l.split(' ').map(number).collect()).collect();
    let mut text = format!("o {name}\n");
    for (k, line) in cube.lines().filter_map(|l| l.strip_prefix("f ")).enumerate() {
        for (i, corner) in line.split(' ').enumerate() {
            let point = &points[corner.parse::<usize>().unwrap() - 1];
            let moved = error * ((k * 7 + i * 3) % 5) as f64 / 8.0;
            text += &format!("v {} {} {}\n", point[0] + moved, point[1] - moved, point[2]);
        }
        text += "f -3 -2 -1\n";
    }
    text
}

#[test]
fn a_cracked_cube_is_closed_and_written() {
    let workshop = Workshop::new();
    workshop.write("part.obj", cracked_cube("part", 1e-4));
    assert_eq!(workshop.run(&["inspect", "part.obj"]).code, Some(1));
    for output in ["healed.obj", "healed.stl", "healed.glb"] {
        let run = workshop.run(&["heal", "part.obj", "--within", "0.001", "-o", output]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout.contains("part: closed now") && run.stdout.contains("largest move"), "{}", run.stdout);
        let (code, found) = workshop.json(&["inspect", output]);
        assert_eq!((code, &found["bodies"][0]["closed"]), (Some(0), &json!(true)), "{found}");
        assert_eq!(found["bodies"][0]["vertices"], json!(8));
    }
    // Too short a length leaves open edges, and without -o nothing is written.
    let files = workshop.files();
    let run = workshop.run(&["heal", "part.obj", "--within", "1e-9"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("part: open") && run.stdout.contains("edges left open"), "{}", run.stdout);
    assert_eq!(workshop.files(), files);
    assert_eq!(workshop.run(&["heal", "part.obj", "--within", "0.001", "-q"]).stdout, "");
}

#[test]
fn reports_of_healing_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/heal.schema.json")).unwrap();
    let workshop = Workshop::new();
    workshop.write("part.obj", cracked_cube("part", 1e-4));
    for within in ["0", "1e-6", "0.001"] {
        let (_, report) = workshop.json(&["heal", "part.obj", "--within", within]);
        assert_eq!(fault(&schema, &schema, &report), None, "{report}");
        let most = report["bodies"][0]["largest_move"].as_f64().unwrap();
        assert!(most <= within.parse().unwrap(), "{report}");
        let mut broken = report.clone();
        broken["bodies"][0]["edges_left"] = json!(-1);
        assert!(fault(&schema, &schema, &broken).is_some());
    }
}

#[test]
fn bad_usage_is_refused() {
    let workshop = Workshop::new();
    workshop.write("part.obj", cracked_cube("part", 1e-4));
    workshop.write("two.obj", obj(&[("p", unit_at(0.0)), ("q", unit_at(3.0))]));
    workshop.refusal(&["heal", "part.obj"]);
    workshop.refusal(&["heal", "part.obj", "--within", "-1"]);
    assert!(workshop.refusal(&["heal", "part.obj", "--within", "1", "-o", "x.step"]).contains(".stl, .obj or .glb"));
    assert!(workshop.refusal(&["heal", "two.obj", "--within", "1", "-o", "x.stl"]).contains("assembly"));
    workshop.refusal(&["heal", "part.obj", "--within", "1", "-o", "part.obj"]);
    assert_eq!(workshop.files(), ["part.obj", "two.obj"]);
}
