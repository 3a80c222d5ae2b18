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
    let run = workshop.run(&["inspect", "part.obj"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("impinge heal --within 0.0002 closes them"), "{}", run.stdout);
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

/// A part inside a body that is open by a crack is seen once the crack is healed.
#[test]
fn a_check_heals_first() {
    let workshop = Workshop::new();
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    workshop.write("part.obj", cracked_cube("part", 1e-4));
    workshop.write("inner.obj", obj(&[("inner", ([0.25; 3], 0.25))]));
    let words = ["check", "part.obj", "inner.obj", "--heal"];
    let (code, report) = workshop.json(&[&words[..], &["off"]].concat());
    assert!(report["bodies"][0].get("healed").is_none(), "{report}");
    assert_eq!((code, &report["bodies"][0]["closed"]), (Some(1), &json!(false)));
    assert!(report["pairs"][0]["relation_by"].as_str().is_some_and(|by| by.contains("winding number")), "{report}");
    let (code, report) = workshop.json(&[&words[..], &["0.001"]].concat());
    assert_eq!(fault(&schema, &schema, &report), None, "{report}");
    assert_eq!((code, &report["bodies"][0]["closed"]), (Some(1), &json!(true)), "{report}");
    assert_eq!(
        (&report["pairs"][0]["relation"], &report["bodies"][0]["healed"]["edges_left"]),
        (&json!("b_inside_a"), &json!(0))
    );
    assert!(report["bodies"][0]["healed"]["largest_move"].as_f64().unwrap() <= 0.001);
    assert!(report["bodies"][1].get("healed").is_none());
    let run = workshop.run(&[&words[..], &["0.001"]].concat());
    assert!(run.stderr.contains("cracks healed in"), "{run:?}");
    // Rules say it as well, and the option overrides them.
    workshop.write("rules.toml", "heal = 0.001\n");
    assert_eq!(workshop.run(&["check", "part.obj", "inner.obj", "--rules", "rules.toml"]).code, Some(1));
    let off = ["check", "part.obj", "inner.obj", "--rules", "rules.toml", "--heal", "off"];
    assert!(!workshop.run(&off).stderr.contains("cracks healed in"));
    workshop.write("bad.toml", "heal = 'much'\n");
    assert!(workshop.refusal(&["check", "part.obj", "--rules", "bad.toml"]).contains("auto"));
    // Decimal text with more digits than singles have is taken as it is by default.
    assert!(!workshop.run(&words[..3]).stderr.contains("cracks healed in"));
    assert!(workshop.refusal(&[&words[..], &["maybe"]].concat()).contains("auto"));
}
