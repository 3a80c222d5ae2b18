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
    assert!(run.stdout.contains("impinge heal --within 0.0002 closes it: 36 open edges"), "{}", run.stdout);
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

/// A closed cube and a cracked one, which stands elsewhere, as one file.
fn two_in_a_file(workshop: &Workshop) {
    workshop.write("cracked.obj", cracked_cube("part", 1e-4));
    let cracked = impinge_io::read(workshop.path("cracked.obj")).unwrap().remove(0);
    workshop.write("cube.obj", obj(&[("plate", unit_at(0.0))]));
    let plate = impinge_io::read(workshop.path("cube.obj")).unwrap().remove(0);
    let pose = impinge::math::Pose::from_translation([0.5, 0.0, 0.0]).unwrap();
    let part = impinge_io::Body::new("part", cracked.mesh.clone(), pose);
    impinge_io::write_glb(workshop.path("two.glb"), &[plate, part]).unwrap();
}

#[test]
fn one_body_of_a_file_is_healed_inspected_and_checked() {
    let workshop = Workshop::new();
    two_in_a_file(&workshop);
    let run = workshop.run(&["heal", "two.glb#part", "--within", "0.001", "-o", "part.stl"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("part: closed now") && run.stdout.contains("1 body: 1 closed now"), "{}", run.stdout);
    // Where it stands.
    let (_, found) = workshop.json(&["inspect", "part.stl"]);
    assert!((found["bodies"][0]["box"][0][0].as_f64().unwrap() - 0.5).abs() < 1e-3, "{found}");
    let (code, found) = workshop.json(&["inspect", "two.glb#plate"]);
    assert_eq!(
        (code, found["bodies"].as_array().unwrap().len(), &found["bodies"][0]["name"]),
        (Some(0), 1, &json!("plate"))
    );
    let (code, report) = workshop.json(&["check", "two.glb#plate", "two.glb#part", "--heal", "1mm"]);
    assert_eq!((code, report["inputs"].as_array().unwrap().len()), (Some(1), 1), "{report}");
    assert_eq!((&report["clashes"][0]["a"], &report["clashes"][0]["b"]), (&json!("plate"), &json!("part")));
    let run = workshop.run(&["rules", "init", "two.glb#plate", "two.glb#part"]);
    assert!(run.stdout.contains("crossing, 1 ×: \"plate\" and \"part\"") && run.code == Some(0), "{run:?}");
    for words in [
        &["heal", "two.glb#nut", "--within", "1"][..],
        &["check", "two.glb#nut", "two.glb"],
        &["inspect", "two.glb#nut"],
    ] {
        let refusal = workshop.refusal(words);
        assert!(
            refusal.contains("two.glb") && refusal.contains("\"nut\"") && refusal.contains("plate, part"),
            "{refusal}"
        );
    }
    // The file of the body is an input, and stays.
    assert!(workshop.refusal(&["heal", "two.glb#part", "--within", "1", "-o", "two.glb"]).contains("two.glb"));
    assert!(workshop.refusal(&["check", "two.glb#part", "two.glb#plate", "-o", "two.glb"]).contains("two.glb"));
}

#[test]
fn inspect_names_the_shortest_length_that_closes_most_and_what_stays_open() {
    let workshop = Workshop::new();
    let heal_line = |text: String| {
        workshop.write("part.obj", text);
        let run = workshop.run(&["inspect", "part.obj"]);
        run.stdout.lines().find_map(|line| line.strip_prefix("  healing     ")).unwrap_or_default().to_owned()
    };
    // A hole of a triangle that is no crack, and cracks around all other faces.
    let cracked = cracked_cube("part", 1e-4);
    let holed = cracked.rsplit_once("f -3 -2 -1\n").unwrap().0.to_owned();
    let said = heal_line(holed);
    assert!(
        said.contains("impinge heal --within 0.0002 closes 30 of 33 open edges") && said.contains("; 3 stay open"),
        "{said}"
    );
    let (_, found) = workshop.json(&["inspect", "part.obj"]);
    let trials = found["bodies"][0]["healing"].as_array().unwrap();
    assert!(trials.len() == 5 && trials.iter().all(|trial| trial["closes_all"] == false), "{trials:?}");
    // What is said holds.
    let (code, healed) = workshop.json(&["heal", "part.obj", "--within", "0.0002"]);
    assert_eq!(
        (code, &healed["bodies"][0]["edges_closed"], &healed["bodies"][0]["edges_left"]),
        (Some(1), &json!(30), &json!(3))
    );
    // A cube without a face has no cracks.
    let open = obj(&[("", unit_at(0.0))]).replace("f 1 5 7\n", "");
    let said = heal_line(open);
    assert_eq!(
        said,
        "no length up to 0.002 closes any of its 3 open edges: they are holes or rims of sheets, not cracks"
    );
    assert_eq!(heal_line(obj(&[("", unit_at(0.0))])), "");
}
