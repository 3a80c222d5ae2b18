//! `impinge depth`: every measure with its bounds, formats, exit codes and refusals.

use crate::schema::fault;
use crate::workshop::{Workshop, obj, unit_at};
use serde_json::{Value, json};

/// A plate with a square hole of 2 by 2, and a square bolt that is a quarter too far on one side.
fn workshop() -> Workshop {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(0.75)), ("c.obj", unit_at(1.0))]);
    let bars = [
        ([-3.0, -3.0], [-1.0, 3.0]),
        ([1.0, -3.0], [3.0, 3.0]),
        ([-1.0, -3.0], [1.0, -1.0]),
        ([-1.0, 1.0], [1.0, 3.0]),
    ];
    workshop.write("plate.obj", bars.map(|(min, max)| bar([min[0], min[1], 0.0], [max[0], max[1], 1.0])).concat());
    workshop.write("bolt.obj", bar([-1.25, -0.75, -4.0], [0.5, 0.75, 2.0]));
    workshop.write("open.obj", "v 0.5 0.5 0.5\nv 3 0.5 0.5\nv 0.5 3 0.5\nf 1 2 3\n");
    workshop
}

/// A box, with corners numbered back from the last vertex.
fn bar(min: [f64; 3], max: [f64; 3]) -> String {
    let cube = obj(&[("", ([0.0; 3], 1.0))]);
    let line = |line: &str| match line.split_once(' ') {
        Some(("v", place)) => {
            let unit = place.split(' ').map(|x| x.parse::<f64>().unwrap());
            let place: Vec<String> =
                unit.enumerate().map(|(k, x)| (min[k] + x * (max[k] - min[k])).to_string()).collect();
            format!("v {}\n", place.join(" "))
        }
        Some(("f", corners)) => {
            let back = corners.split(' ').map(|v| (v.parse::<i32>().unwrap() - 9).to_string());
            format!("f {}\n", back.collect::<Vec<_>>().join(" "))
        }
        _ => String::new(),
    };
    cube.lines().map(line).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn cubes_have_closed_forms() {
    let workshop = workshop();
    let (code, answer) =
        workshop.json(&["depth", "a.obj", "b.obj", "--along", "2,0,0", "--along", "-1,0,0", "--cells", "32"]);
    assert_eq!((code, &answer["relation"], &answer["deepest_vertex"]), (Some(1), &json!("crossing"), &json!(null)));
    let depth = &answer["depth"];
    assert!((number(&depth["lower"]) - 0.25).abs() < 1e-9 && (number(&depth["upper"]) - 0.25).abs() < 1e-9, "{depth}");
    assert_eq!(depth["lower_by"], "convex");
    for (k, expected) in [0.25, 1.75].into_iter().enumerate() {
        let push = &answer["along"][k];
        let [lower, upper] = [&push["lower"], &push["upper"]].map(number);
        assert!(push["outcome"] == "found" && lower <= expected + 1e-9 && expected <= upper + 1e-9, "{push}");
        assert!(upper - lower < 1e-9, "{push}");
    }
    // Edges of each run along faces of the other, and the middles of the walls are deepest.
    let point = &answer["deepest_point"];
    assert!(number(&point["at_most"]) >= 0.25 && number(&point["at_most"]) < 0.35, "{point}");
    let bounds = &point["found"]["depth_bounds"];
    assert!(number(&bounds[0]) <= 0.25 && number(&bounds[0]) > 0.15, "{point}");
    let run = workshop.run(&["depth", "a.obj", "c.obj", "--cells", "8"]);
    let text = "relation        touching\ndepth           0: no common inside\n";
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), text));
}

/// A bolt beside its hole: little depth, none of its vertices inside, and a long way along its axis.
#[test]
fn measures_differ_and_say_how_they_were_got() {
    let workshop = workshop();
    let words = ["depth", "plate.obj", "bolt.obj", "--along", "0,0,1", "--cells", "24"];
    let (code, answer) = workshop.json(&words);
    let depth = &answer["depth"];
    let [lower, upper] = [&depth["lower"], &depth["upper"]].map(number);
    assert!(code == Some(1) && 0.0 < lower && lower <= 0.25 + 1e-9 && 0.25 <= upper + 1e-9 && upper < 0.3, "{depth}");
    assert!((number(&answer["along"][0]["upper"]) - 5.0).abs() < 1e-9, "{answer}");
    assert_eq!(answer["deepest_vertex"], json!(null));
    let point = &answer["deepest_point"];
    assert!(number(&point["at_most"]) >= 0.25, "{point}");
    let run = workshop.run(&words);
    for part in [
        "depth           ",
        "  at least      ",
        "  at most       ",
        "move B by (",
        "deepest vertex  none",
        "deepest point   ",
        "along 0,0,1\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let quiet = workshop.run(&[&words[..], &["-q"]].concat());
    assert_eq!((quiet.code, quiet.stdout.as_str()), (Some(1), ""));
    let jobs = |jobs: &str| workshop.json(&[&words[..], &["--jobs", jobs]].concat()).1;
    assert_eq!(jobs("1"), jobs("3"));
}

#[test]
fn surfaces_have_no_field_and_say_so() {
    let workshop = workshop();
    let run = workshop.run(&["depth", "a.obj", "open.obj"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("deepest point   none: B: the mesh is not closed"), "{}", run.stdout);
    assert!(run.stdout.contains("note            B (open.obj) is not closed"), "{}", run.stdout);
    for words in [&["--along", "0,0,0"][..], &["--along", "1,2"], &["--cells", "0"], &["--along", "x"]] {
        let run = workshop.run(&[&["depth", "a.obj", "b.obj"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
    }
    assert!(workshop.refusal(&["depth", "a.obj", "nothing.obj"]).contains("nothing.obj: there is no such file"));
    assert!(workshop.refusal(&["depth", "a.obj", "b.obj", "-o", "x.csv"]).contains("does not write .csv"));
}

#[test]
fn answers_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/depth.schema.json")).unwrap();
    let workshop = workshop();
    workshop.write("small.obj", obj(&[("", ([0.25; 3], 0.25))]));
    for other in ["a.obj", "b.obj", "c.obj", "open.obj", "bolt.obj", "small.obj"] {
        let words = ["depth", "a.obj", other, "--along", "1,1,0", "--cells", "12", "--tolerance", "0.5"];
        let (_, answer) = workshop.json(&words);
        assert_eq!(fault(&schema, &schema, &answer), None, "{other}: {answer}");
        for (at, wrong) in [
            ("/depth/lower", json!(-1)),
            ("/depth/upper_by", json!("luck")),
            ("/along/0/outcome", json!(1)),
            ("/thickness", json!({})),
        ] {
            let mut broken = answer.clone();
            *broken.pointer_mut(at).unwrap() = wrong;
            assert!(fault(&schema, &schema, &broken).is_some(), "{at}");
        }
    }
}

/// A cube a quarter in another: the largest ball in both has a diameter of a quarter.
#[test]
fn thickness_stands_beside_depth_and_a_tolerance_decides() {
    let workshop = workshop();
    let (code, answer) = workshop.json(&["depth", "a.obj", "b.obj", "--cells", "8"]);
    let thickness = &answer["thickness"];
    let [lower, upper] = [&thickness["lower"], &thickness["upper"]].map(number);
    assert!(code == Some(1) && lower <= 0.25 + 1e-9 && 0.25 <= upper + 1e-9 && upper <= 1.2 * lower, "{thickness}");
    for (tolerance, code, decision) in [("0.2", 1, "violated"), ("0.26", 0, "allowed"), ("0", 1, "violated")] {
        let (found, answer) = workshop.json(&["depth", "a.obj", "b.obj", "--cells", "8", "--tolerance", tolerance]);
        assert_eq!((found, &answer["thickness"]["decision"]), (Some(code), &json!(decision)), "{tolerance}");
    }
    // The bolt beside its hole overlaps the plate by a quarter, along its whole length.
    let run = workshop.run(&["depth", "plate.obj", "bolt.obj", "--cells", "8", "--unit", "mm", "--tolerance", "300um"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    for part in [
        "\nthickness       ",
        " mm\n  at least      ",
        "  tolerance     0.3 mm: the overlap is within it\n",
        "unit            mm\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let run = workshop.run(&["depth", "a.obj", "open.obj", "--tolerance", "9"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("thickness       none: B is a surface without an inside"), "{}", run.stdout);
    assert!(workshop.refusal(&["depth", "a.obj", "b.obj", "--tolerance", "1mm"]).contains("--unit"));
}

#[test]
fn lengths_have_the_unit_that_is_given() {
    let workshop = workshop();
    workshop.write("far.obj", obj(&[("", ([3.0, 0.0, 0.0], 1.0))]));
    let run = workshop.run(&["distance", "a.obj", "far.obj", "--unit", "mm"]);
    assert!(run.stdout.starts_with("distance  2 mm\n") && run.stdout.contains("unit      mm\n"), "{}", run.stdout);
    assert!(workshop.run(&["distance", "a.obj", "far.obj"]).stdout.starts_with("distance  2\n"));
    for command in ["relate", "distance", "depth"] {
        let (_, answer) = workshop.json(&[command, "a.obj", "far.obj", "--unit", "in"]);
        assert_eq!(answer["unit"], "in", "{command}");
        assert!(workshop.refusal(&[command, "a.obj", "far.obj", "--unit", "furlong"]).contains("furlong"));
    }
}

/// Bounds found with little effort hold, are no closer than those of the default, and say that the effort was spent.
#[test]
fn effort_limits_depth_and_thickness() {
    let workshop = workshop();
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/depth.schema.json")).unwrap();
    let words = ["depth", "plate.obj", "bolt.obj", "--cells", "8"];
    let (_, usual) = workshop.json(&words);
    let (code, little) = workshop.json(&[&words[..], &["--effort", "1"]].concat());
    assert_eq!((code, fault(&schema, &schema, &little)), (Some(1), None), "{little}");
    for measure in ["depth", "thickness"] {
        let [usual, little] = [&usual, &little].map(|answer| &answer[measure]);
        assert_eq!((&usual["effort_spent"], &little["effort_spent"]), (&Value::Null, &json!(true)), "{measure}");
        let bound = |answer: &Value, name: &str| answer[name].as_f64().unwrap();
        assert!(bound(little, "lower") <= bound(usual, "upper"), "{measure}: {little} {usual}");
        assert!(bound(little, "upper") >= bound(usual, "lower"), "{measure}: {little} {usual}");
    }
    let text = workshop.run(&[&words[..], &["--effort", "1"]].concat()).stdout;
    assert_eq!(text.matches("the effort was spent; a larger --effort").count(), 2, "{text}");
    let enough = workshop.json(&[&words[..], &["--effort", "1000000"]].concat()).1;
    assert_eq!(enough["depth"], usual["depth"]);
    assert!(workshop.refusal(&[&words[..], &["--effort", "much"]].concat()).contains("--effort"));
}

/// The clashes of a check are the same with little effort; their measures say that it was spent.
#[test]
fn effort_limits_the_measures_of_a_check() {
    let workshop = workshop();
    let words = ["check", "plate.obj", "bolt.obj"];
    let [usual, little] = [&[][..], &["--effort", "1"]].map(|more| {
        let (code, report) = workshop.json(&[&words[..], more].concat());
        assert_eq!(code, Some(1), "{report}");
        report
    });
    let said = |report: &Value| report["clashes"][0].to_string().contains("the effort was spent");
    assert_eq!([&usual, &little].map(said), [false, true], "{little}");
    assert_eq!(usual["clashes"][0]["id"], little["clashes"][0]["id"]);
    assert_eq!(usual["clashes"][0]["kind"], little["clashes"][0]["kind"]);
    assert!(workshop.refusal(&["check", "a.obj", "b.obj", "--effort", "9", "--pairs-only"]).contains("--pairs-only"));
}
