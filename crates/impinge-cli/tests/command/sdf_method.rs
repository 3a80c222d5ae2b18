//! `--method sdf`: the same relations, depths with bounds that hold, and reasons where there is no field.

use crate::schema::fault;
use crate::workshop::{Workshop, obj, unit_at};
use serde_json::{Value, json};

const OPEN: &str = "v 0.5 0.5 0.5\nv 3 0.5 0.5\nv 0.5 3 0.5\nf 1 2 3\n";

/// Cubes that overlap by a quarter, touch, are nested, are apart, and are apart in boxes that overlap.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    let cubes = [
        ("p", unit_at(0.0)),
        ("q", unit_at(0.75)),
        ("r", unit_at(1.75)),
        ("s", ([0.25, 0.25, 0.25], 0.25)),
        ("t", unit_at(8.0)),
    ];
    workshop.write("cubes.obj", obj(&cubes));
    // The corner of a box cut off, and a small cube where it was.
    workshop.write("wedge.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    workshop.write("corner.obj", obj(&[("", ([3.0, 3.0, 3.0], 0.5))]));
    workshop.write("open.obj", OPEN);
    workshop
}

fn pair<'a>(report: &'a Value, a: &str, b: &str) -> &'a Value {
    report["pairs"].as_array().unwrap().iter().find(|pair| pair["a"] == a && pair["b"] == b).unwrap()
}

#[test]
fn relations_are_those_of_the_faces_and_depths_have_bounds() {
    let workshop = workshop();
    let words = ["check", "cubes.obj", "--all-pairs"];
    let (code, exact) = workshop.json(&words);
    for method in ["sdf", "SDF:cells=32,storage=sparse,points=3"] {
        let (same_code, report) = workshop.json(&[&words[..], &["--method", method]].concat());
        assert_eq!(code, same_code);
        for (one, other) in exact["pairs"].as_array().unwrap().iter().zip(report["pairs"].as_array().unwrap()) {
            for key in ["a", "b", "relation", "verdict", "distance", "contacts"] {
                assert_eq!(one[key], other[key], "{method}: {other}");
            }
        }
        // All of it is inside, and its farthest corner is the middle of the other.
        let nested = &pair(&report, "p", "s")["field"];
        assert_eq!(nested["verdict"], "meeting");
        let inside = nested["inside"].as_u64().unwrap() as usize;
        assert!(inside >= 8, "{nested}");
        let deepest = &nested["points"][0];
        let bounds: Vec<f64> =
            deepest["depth_bounds"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        assert!(deepest["of"] == "b" && 0.35 < bounds[0] && bounds[0] <= 0.5 && bounds[1] < 0.6, "{deepest}");
        assert_eq!(nested["points"].as_array().unwrap().len(), inside.min(if method == "sdf" { 10 } else { 3 }));
        // Touching is beyond what samples tell.
        assert_eq!(pair(&report, "q", "r")["field"]["verdict"], "unsure");
        assert!(pair(&report, "p", "t").get("field").is_none(), "their boxes are apart");
        assert_eq!((&report["fields"]["fields"], &report["fields"]["without"]), (&json!(4), &json!([])));
    }
    let table = workshop.run(&["check", "cubes.obj", "--method", "sdf:cells=8"]).stdout;
    assert!(table.contains("depth") && table.contains("every relation is exact"), "{table}");
    let csv = workshop.run(&["check", "cubes.obj", "--method", "sdf", "--format", "csv"]).stdout;
    assert!(csv.lines().next().unwrap().ends_with(",field,depth_lower,depth,depth_upper,depth_by"), "{csv}");
    assert!(csv.lines().any(|row| row.starts_with("p,s,") && row.ends_with(",sdf 32")), "{csv}");
}

/// What fields prove apart is not asked of the faces, unless gaps are measured.
#[test]
fn what_is_surely_apart_is_settled() {
    let workshop = workshop();
    let words = ["check", "wedge.obj", "corner.obj", "--method", "sdf"];
    let (code, report) = workshop.json(&words);
    assert_eq!((code, &report["fields"]["apart"]), (Some(0), &json!(1)), "{report}");
    assert_eq!(report["cost"]["box_tests"], 0);
    assert!(workshop.run(&words).stdout.contains("1 pair: 1 disjoint"));
    let (code, report) = workshop.json(&[&words[..], &["--clearance", "4"]].concat());
    let found = pair(&report, "wedge", "corner");
    let (gap, least) = (found["distance"].as_f64().unwrap(), found["field"]["gap_at_least"].as_f64().unwrap());
    assert!(code == Some(1) && 0.0 < least && least <= gap, "{found}");
}

#[test]
fn bodies_without_an_inside_are_told() {
    let workshop = workshop();
    workshop.write("scene.toml", "[[bodies]]\nname = \"ball\"\nshape = { kind = \"sphere\", radius = 4.0 }\n\n[[bodies]]\nname = \"cube\"\nmesh = \"corner.obj\"\n");
    let (code, report) = workshop.json(&["check", "cubes.obj", "open.obj", "--method", "sdf:cells=8"]);
    let why = "the mesh is not closed: a signed distance needs an inside";
    assert_eq!((code, &report["fields"]["without"]), (Some(1), &json!([{"body": "open", "why": why}])));
    let open = report["pairs"].as_array().unwrap().iter().find(|pair| pair["b"] == "open").unwrap();
    assert!(open.get("field").is_none() && open["relation"] == "crossing", "{open}");
    let table = workshop.run(&["check", "cubes.obj", "open.obj", "--method", "sdf:cells=8"]).stdout;
    assert!(table.contains("no field") && table.contains("1 body has no field"), "{table}");
    let (code, report) = workshop.json(&["check", "scene.toml", "--method", "sdf"]);
    let why = "it is a shape without a mesh";
    assert_eq!((code, &report["fields"]["without"]), (Some(0), &json!([{"body": "ball", "why": why}])), "{report}");
}

#[test]
fn poses_have_depths_beside_their_answers() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(0.0))]);
    workshop.write("open.obj", OPEN);
    // Apart, touching, overlapping by an eighth at a corner.
    workshop.write("p.csv", "qw,qx,qy,qz,x,y,z\n1,0,0,0,1.25,0,0\n1,0,0,0,1,0,0\n1,0,0,0,0.875,0.875,0.875\n");
    let words = ["poses", "a.obj", "b.obj", "--poses", "p.csv", "--method", "sdf"];
    let run = workshop.run(&[&words[..], &["--query", "intersects"]].concat());
    let rows: Vec<Vec<&str>> = run.stdout.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0], ["index", "intersects", "field", "depth_lower", "depth", "depth_upper"]);
    assert_eq!(
        (&rows[1][1..3], &rows[2][1..3], &rows[3][1..3]),
        (&["false", "apart"][..], &["true", "unsure"][..], &["true", "meeting"][..])
    );
    let bounds = [rows[3][3], rows[3][5]].map(|word| word.parse::<f64>().unwrap());
    assert!(bounds[0] <= 0.125 && 0.125 <= bounds[1] && bounds[1] - bounds[0] < 0.1, "{bounds:?}");
    assert!(
        run.stderr.contains("sdf of 32 cells is sure of 2 poses (1 apart, 1 meeting) and left 1"),
        "{}",
        run.stderr
    );
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/poses.schema.json")).unwrap();
    for query in ["relation", "intersects", "contacts", "distance"] {
        let (code, answers) = workshop.json(&[&words[..], &["--query", query]].concat());
        assert_eq!((code, fault(&schema, &schema, &answers)), (Some(0), None), "{query}: {answers}");
        assert_eq!(
            (&answers["poses"][2]["field"]["verdict"], &answers["fields"]["fields"]),
            (&json!("meeting"), &json!(2))
        );
        let mut broken = answers.clone();
        broken["poses"][2]["field"]["verdict"] = json!("perhaps");
        assert!(fault(&schema, &schema, &broken).is_some());
    }
    let words = ["poses", "a.obj", "open.obj", "--poses", "p.csv", "--method", "sdf"];
    let (_, answers) = workshop.json(&words);
    assert_eq!((fault(&schema, &schema, &answers), &answers["poses"][0]["field"]), (None, &json!(null)), "{answers}");
    assert_eq!(answers["fields"]["refused"], "B: the mesh is not closed: a signed distance needs an inside");
    assert!(workshop.run(&words).stderr.contains("sdf has no field of B: "));
}

#[test]
fn reports_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let workshop = workshop();
    for words in
        [&["check", "cubes.obj", "open.obj", "--all-pairs"][..], &["check", "wedge.obj", "corner.obj", "--self"]]
    {
        let (_, report) = workshop.json(&[words, &["--method", "sdf:cells=8"]].concat());
        assert_eq!(fault(&schema, &schema, &report), None, "{words:?}: {report}");
        let mut broken = report.clone();
        broken["fields"]["storage"] = json!("tape");
        assert!(fault(&schema, &schema, &broken).is_some());
    }
}

#[test]
fn odd_words_are_refused() {
    let workshop = workshop();
    for (method, expected) in [
        ("sdf:cells=0", "takes cells=1 to 4096"),
        ("sdf:depth=3", "takes cells=1 to 4096"),
        ("guess", "cullide, ldi, sdf"),
    ] {
        let run = workshop.run(&["check", "cubes.obj", "--method", method]);
        assert!(run.code == Some(2) && run.stderr.contains(expected), "{}", run.stderr);
    }
    let run = workshop.run(&["relate", "wedge.obj", "corner.obj", "--method", "sdf"]);
    assert!(run.code == Some(2) && run.stderr.contains("`impinge depth`"), "{}", run.stderr);
    assert!(
        workshop.refusal(&["check", "cubes.obj", "--method", "sdf", "--device", "x"]).contains("--device goes with")
    );
    // A field that has no room is no error: the faces answer.
    let (code, report) = workshop.json(&["check", "cubes.obj", "--method", "sdf:cells=4096,storage=dense"]);
    assert_eq!((code, &report["fields"]["fields"]), (Some(1), &json!(0)));
    assert!(report["fields"]["without"][0]["why"].as_str().unwrap().ends_with(" are granted"), "{report}");
}
