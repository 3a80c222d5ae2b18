//! Documents keep to the schemas in `docs/`, checked with the few keywords of JSON Schema that those use.

use crate::workshop::{Workshop, obj, unit_at};
use serde_json::{Value, json};

/// Where `value` breaks the schema, if it does.
pub fn fault(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let at = |what: &str| Some(format!("{what}: {value}"));
    for (keyword, rule) in schema.as_object().unwrap() {
        let found = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => None,
            "$ref" => fault(root, root.pointer(&rule.as_str().unwrap()[1..]).unwrap(), value),
            "const" => {
                if value == rule {
                    None
                } else {
                    at("const")
                }
            }
            "enum" => {
                if rule.as_array().unwrap().contains(value) {
                    None
                } else {
                    at("enum")
                }
            }
            "type" => {
                if is_of_type(rule, value) {
                    None
                } else {
                    at("type")
                }
            }
            "minimum" => {
                if value.as_f64().is_none_or(|x| x >= rule.as_f64().unwrap()) {
                    None
                } else {
                    at("minimum")
                }
            }
            "maximum" => {
                if value.as_f64().is_none_or(|x| x <= rule.as_f64().unwrap()) {
                    None
                } else {
                    at("maximum")
                }
            }
            "minItems" => {
                if !value.is_array() || items(value) as u64 >= rule.as_u64().unwrap() {
                    None
                } else {
                    at("minItems")
                }
            }
            "maxItems" => {
                if items(value) as u64 <= rule.as_u64().unwrap() {
                    None
                } else {
                    at("maxItems")
                }
            }
            "items" => value.as_array().into_iter().flatten().find_map(|item| fault(root, rule, item)),
            "oneOf" => {
                let fitting = rule.as_array().unwrap().iter().filter(|s| fault(root, s, value).is_none()).count();
                if fitting == 1 { None } else { at("oneOf") }
            }
            "required" => rule.as_array().unwrap().iter().find_map(|key| match value.get(key.as_str().unwrap()) {
                Some(_) => None,
                None => at(&format!("required {key}")),
            }),
            "properties" => rule.as_object().unwrap().iter().find_map(|(key, s)| fault(root, s, value.get(key)?)),
            "propertyNames" => {
                value.as_object().unwrap().keys().find_map(|key| fault(root, rule, &Value::from(key.as_str())))
            }
            "additionalProperties" => value.as_object().into_iter().flatten().find_map(|(key, member)| {
                let known = schema.get("properties").is_some_and(|p| p.get(key).is_some());
                match rule {
                    _ if known => None,
                    Value::Bool(false) => at(&format!("unknown {key}")),
                    rule => fault(root, rule, member),
                }
            }),
            other => panic!("the schema uses {other}, which this test does not know"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn items(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

fn is_of_type(rule: &Value, value: &Value) -> bool {
    match rule.as_str() {
        None => rule.as_array().unwrap().iter().any(|one| is_of_type(one, value)),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("null") => value.is_null(),
        Some(other) => panic!("the schema uses the type {other}"),
    }
}

#[test]
fn reports_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let workshop = Workshop::new();
    workshop.write(
        "all.obj",
        obj(&[("p", unit_at(0.0)), ("q", unit_at(0.5)), ("r", unit_at(8.0)), ("s", ([0.25; 3], 0.25))]),
    );
    workshop.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    workshop.write("far.obj", "v 0 0 9\nv 1 0 9\nv 0 1 9\nf 1 2 3\n");
    workshop.write("arm.urdf", crate::scene::ARM);
    let rules =
        "[[rule]]\nname = 'r'\nbetween = ['p', '*']\nseverity = 'info'\n[[expect]]\nname = 'e'\nbetween = ['r', 'p']";
    workshop.write("rules.toml", rules);
    workshop.write(
        "other.obj",
        obj(&[("p", unit_at(0.0)), ("q", unit_at(0.25)), ("s", unit_at(0.125)), ("t", unit_at(0.5))]),
    );
    workshop.run(&["check", "other.obj", "-o", "earlier.json", "-q"]);
    let compared = ["check", "all.obj", "--rules", "rules.toml", "--baseline", "earlier.json"];
    let (_, report) = workshop.json(&compared);
    let has = |key: &str, word: &str| report["clashes"].as_array().unwrap().iter().any(|clash| clash[key] == word);
    assert!(has("kind", "missing") && has("change", "resolved") && has("change", "changed") && has("severity", "info"));
    let runs: [&[&str]; 8] = [
        &compared,
        &["check", "arm.urdf", "--self", "--clearance", "9"],
        &["check", "all.obj", "open.obj", "--self", "--clearance", "1", "--allow", "crossing"],
        &["check", "all.obj", "open.obj", "--all-pairs"],
        &["check", "open.obj", "--self"],
        &["relate", "all.obj", "open.obj"],
        &["relate", "far.obj", "open.obj"],
        &["distance", "all.obj#p", "far.obj"],
    ];
    for words in runs {
        let (_, report) = workshop.json(words);
        assert_eq!(fault(&schema, &schema, &report), None, "{words:?}");
        let mut broken = report.clone();
        broken["pairs"].as_array_mut().unwrap().push(json!({"a": "p", "relation": "kissing"}));
        assert!(fault(&schema, &schema, &broken).is_some());
    }
}

#[test]
fn reports_of_polygons_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/planar.schema.json")).unwrap();
    let workshop = Workshop::new();
    workshop.write("a.wkt", "POLYGON((0 0,4 0,4 4,0 4))\nPOLYGON((0 0,4 4,4 0,0 4))\nPOLYGON((9 9,9 9),(5 0,7 0))");
    workshop.write("b.wkt", "POLYGON((6 0,8 0,8 4))");
    workshop.write("way.csv", "angle_deg,x,y\n0,0,0\n");
    let runs: [&[&str]; 4] = [
        &["planar", "check", "a.wkt", "b.wkt", "--clearance", "3"],
        &["planar", "check", "a.wkt", "--all-pairs", "--allow", "crossing"],
        &["planar", "relate", "a.wkt#a.1", "b.wkt"],
        &["planar", "distance", "a.wkt#a.1", "b.wkt"],
    ];
    for words in runs {
        let (_, report) = workshop.json(words);
        assert_eq!(fault(&schema, &schema, &report), None, "{words:?}");
        for (at, wrong) in [
            ("/pairs/0/witness", json!([[1, 2, 3], [1, 2, 3]])),
            ("/pairs/0/relation", json!("kissing")),
            ("/bodies/0/defects", json!({"ugly": 1})),
        ] {
            let mut broken = report.clone();
            *broken.pointer_mut(at).unwrap() = wrong;
            assert!(fault(&schema, &schema, &broken).is_some(), "{at}");
        }
    }
    let poses: Value = serde_json::from_str(include_str!("../../../../docs/poses.schema.json")).unwrap();
    for query in ["relation", "intersects", "contacts", "distance"] {
        let words = ["planar", "poses", "a.wkt#a.1", "b.wkt", "--poses", "way.csv", "--query", query];
        let (_, answers) = workshop.json(&words);
        assert_eq!((fault(&poses, &poses, &answers), items(&answers["poses"])), (None, 1), "{query}");
    }
}

#[test]
fn sweeps_of_polygons_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/planar_sweep.schema.json")).unwrap();
    let workshop = Workshop::new();
    workshop.write("a.wkt", "POLYGON((0 0,4 0,4 4,0 4))");
    workshop.write("b.wkt", "POLYGON((5 0,7 0,7 4))");
    for (motion, code) in [(["--by", "-9,1"], 1), (["--by", "9,1"], 0), (["--turn", "400"], 1)] {
        let (found, answer) = workshop.json(&[&["planar", "sweep", "a.wkt", "b.wkt"][..], &motion].concat());
        assert_eq!((found, fault(&schema, &schema, &answer)), (Some(code), None), "{motion:?}");
        let mut broken = answer.clone();
        broken["intervals"] = json!([{"begin": [0.0], "end": [1.0, 1.0], "certainty": "exact"}]);
        assert!(fault(&schema, &schema, &broken).is_some());
    }
}

#[test]
fn sweeps_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/sweep.schema.json")).unwrap();
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(3.0))]);
    for (to, code) in [("-8,0,0", 1), ("8,0,0", 0), ("0.7071067811865476,0,0,0.7071067811865476,0.5,-2.5,0", 1)] {
        let (found, answer) = workshop.json(&["sweep", "a.obj", "b.obj", "--to", to]);
        assert_eq!((found, fault(&schema, &schema, &answer)), (Some(code), None), "{to}: {answer}");
        let mut broken = answer.clone();
        broken["intervals"] = json!([{"begin": [0.0], "end": [1.0, 1.0], "certainty": "exact"}]);
        assert!(fault(&schema, &schema, &broken).is_some());
    }
}

#[test]
fn answers_of_ccd_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/ccd.schema.json")).unwrap();
    let workshop = Workshop::new();
    // A point that rests on a point, and one that never comes near.
    workshop.write("q.csv", ["0,1,0,1,0,1,1\n".repeat(8), "0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n".repeat(4)].concat());
    for kind in ["vf", "ee"] {
        for words in [&["ccd", "q.csv", "--kind", kind][..], &["ccd", "q.csv", "--kind", kind, "--times"]] {
            let (found, answer) = workshop.json(words);
            assert_eq!((found, fault(&schema, &schema, &answer)), (Some(1), None), "{words:?}");
            let mut broken = answer.clone();
            broken["queries"][0]["spans"] = json!([[[0.0], [1.0, 1.0]]]);
            assert!(fault(&schema, &schema, &broken).is_some());
        }
    }
}

#[test]
fn descriptions_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/inspect.schema.json")).unwrap();
    let workshop = Workshop::of_cubes(&[("cube.obj", unit_at(0.0))]);
    // An open part, a face without area, one turned over, one doubled, edges of many faces and a corner of two fans.
    let faces = "f 1 2 3\nf 1 2 2\nf 1 2 4\nf 1 3 2\nf 1 2 5\nf 3 6 7\nf 8 9 10\n";
    let vertices =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 1 1\nv 1 3 0\nv 0 3 0\nv 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\n";
    workshop.write("bad.obj", format!("{vertices}{faces}"));
    let runs: [&[&str]; 4] = [
        &["inspect", "cube.obj"],
        &["inspect", "bad.obj"],
        &["inspect", "bad.obj", "cube.obj", "--self", "--all-defects"],
        &["inspect", "cube.obj", "cube.obj", "--self"],
    ];
    let mut kinds = std::collections::BTreeSet::new();
    for words in runs {
        let (_, described) = workshop.json(words);
        assert_eq!(fault(&schema, &schema, &described), None, "{words:?}");
        for body in described["bodies"].as_array().unwrap() {
            kinds.extend(body["defects"].as_object().unwrap().keys().cloned());
        }
        for (at, wrong) in
            [("/bodies/0/closed", json!("no")), ("/bodies/0/defects", json!({"ugly": 1})), ("/schema", json!(2))]
        {
            let mut broken = described.clone();
            *broken.pointer_mut(at).unwrap() = wrong;
            assert!(fault(&schema, &schema, &broken).is_some(), "{at}");
        }
    }
    assert!(kinds.len() >= 5, "{kinds:?}");
}

#[test]
fn answers_at_poses_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/poses.schema.json")).unwrap();
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(0.0))]);
    workshop.write("p.csv", "qw,qx,qy,qz,x,y,z\n1,0,0,0,4,0,0\n1,0,0,0,0.5,0,0\n1,0,0,0,0,0,0\n");
    let queries = ["relation", "intersects", "contacts", "distance", "bounds"];
    for (i, query) in queries.into_iter().enumerate() {
        let words: &[&str] =
            if query == "bounds" { &["--query", "distance", "--budget", "1pairs"] } else { &["--query", query] };
        let (_, answers) = workshop.json(&[&["poses", "a.obj", "b.obj", "--poses", "p.csv"], words].concat());
        assert_eq!((fault(&schema, &schema, &answers), items(&answers["poses"])), (None, 3), "{query}");
        let mut broken = answers.clone();
        broken["query"] = json!(queries[(i + 1) % 5]);
        assert!(fault(&schema, &schema, &broken).is_some(), "{query}");
        broken = answers;
        broken["poses"][1]["index"] = json!(-1);
        assert!(fault(&schema, &schema, &broken).is_some(), "{query}");
    }
}

#[test]
fn answers_at_configurations_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/configurations.schema.json")).unwrap();
    let workshop = Workshop::new();
    workshop.write("arm.urdf", crate::scene::ARM);
    workshop.write("joints.csv", "elbow,shoulder\n0,0\n0,3\n");
    for words in [&[][..], &["--distance"]] {
        let (_, answers) = workshop.json(&[&["configurations", "arm.urdf", "--joints", "joints.csv"], words].concat());
        assert_eq!((fault(&schema, &schema, &answers), items(&answers["configurations"])), (None, 2), "{words:?}");
        for (key, wrong) in
            [("free", json!("yes")), ("in_limits", json!(1)), ("met", json!(["one"])), ("distance", json!(-1))]
        {
            let mut broken = answers.clone();
            broken["configurations"][1][key] = wrong;
            assert!(fault(&schema, &schema, &broken).is_some(), "{key}");
        }
    }
}
