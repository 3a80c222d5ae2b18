//! Patterns through the command: the clashes of the same two parts are one, whatever the order of bodies and the number of threads.

use crate::workshop::Workshop;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::Body;
use impinge_scenes::SplitMix64;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Brackets somewhere, each with two bolts driven into it at the same two places, and spacers that cross one another; then a wall with three bolts through it.
fn frame(seed: u64) -> Vec<Body> {
    let mut random = SplitMix64::new(seed);
    let mesh = |size: [f64; 3]| Arc::new(Mesh::cuboid(DVec3::ZERO, DVec3::from(size)).unwrap());
    let (bracket, bolt, spacer, wall) =
        (mesh([4.0, 3.0, 1.0]), mesh([0.5, 0.5, 2.0]), mesh([1.0, 1.0, 0.5]), mesh([40.0, 1.0, 9.0]));
    let at = |p: [f64; 3]| Pose::from_translation(DVec3::from(p)).unwrap();
    let mut bodies = Vec::new();
    for k in 0..5 {
        let place = Pose::from_quaternion(random.rotation(), DVec3::new(20.0 * f64::from(k), 0.0, 0.0)).unwrap();
        let mut add = |name: &str, mesh: &Arc<Mesh>, pose: Pose| {
            bodies.push(Body::new(format!("{name} {k}"), Arc::clone(mesh), place.compose(&pose).unwrap()));
        };
        add("bracket", &bracket, Pose::IDENTITY);
        add("left bolt", &bolt, at([0.5, 1.0, 0.75]));
        add("right bolt", &bolt, at([3.0, 1.0, 0.75]));
        let half_turn = Pose::from_quaternion(DQuat::from_rotation_z(std::f64::consts::PI), DVec3::new(1.5, 1.25, 8.0));
        add("spacer", &spacer, at([0.0, 0.0, 8.0]));
        add("other spacer", &spacer, half_turn.unwrap());
    }
    bodies.push(Body::new("wall", wall, at([0.0, 30.0, 0.0])));
    for k in 0..3 {
        bodies.push(Body::new(format!("anchor {k}"), Arc::clone(&bolt), at([10.0 * f64::from(k) + 1.0, 29.75, 2.0])));
    }
    bodies
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The patterns of a report as sets of pairs of names, with those of each pose; their representatives; and their ids.
type PatternSummary = BTreeMap<String, (Value, BTreeSet<String>, BTreeSet<BTreeSet<String>>)>;

fn pattern_summary(report: &Value) -> PatternSummary {
    let ids = |list: &Value| list.as_array().unwrap().iter().map(text).collect::<BTreeSet<String>>();
    let one = |pattern: &Value| {
        let poses = pattern["poses"].as_array().unwrap().iter().map(ids).collect();
        (text(&pattern["id"]), (pattern["count"].clone(), ids(&pattern["members"]), poses))
    };
    report["patterns"].as_array().unwrap().iter().map(one).collect()
}

fn write(workshop: &Workshop, name: &str, bodies: &[Body]) {
    impinge_io::write_glb(workshop.path(name), bodies).unwrap();
}

#[test]
fn clashes_of_the_same_parts_are_one_pattern_in_any_order() {
    let workshop = Workshop::new();
    for seed in 0..4 {
        let bodies = frame(seed);
        write(&workshop, "frame.glb", &bodies);
        let (code, report) = workshop.json(&["check", "frame.glb"]);
        let all = pattern_summary(&report);
        let mut counts: Vec<(u64, usize)> =
            all.values().map(|(count, _, poses)| (count.as_u64().unwrap(), poses.len())).collect();
        counts.sort_unstable();
        // Anchors in the wall stand in poses of their own, bolts in two, spacers in one.
        assert_eq!((code, counts), (Some(1), vec![(3, 3), (5, 1), (10, 2)]), "seed {seed}: {}", report["patterns"]);
        for clash in report["clashes"].as_array().unwrap() {
            let (_, members, _) = &all[&text(&clash["pattern"])];
            assert!(members.contains(&text(&clash["id"])));
        }
        for pattern in report["patterns"].as_array().unwrap() {
            let worst = report["clashes"].as_array().unwrap().iter().find(|c| c["id"] == pattern["representative"]);
            let worst = worst.unwrap();
            assert_eq!([&worst["kind"], &worst["thickness"]], [&pattern["kind"], &pattern["thickness"]]);
            assert_eq!((&pattern["members"][0], &pattern["count"]), (&worst["id"], &pattern["found"]));
        }
        let mut random = SplitMix64::new(seed + 100);
        let mut shuffled = bodies;
        for k in (1..shuffled.len()).rev() {
            shuffled.swap(k, random.below(k as u64 + 1) as usize);
        }
        write(&workshop, "shuffled.glb", &shuffled);
        for words in [
            &["check", "shuffled.glb"][..],
            &["check", "shuffled.glb", "--jobs", "1"],
            &["check", "frame.glb", "--jobs", "3"],
        ] {
            assert_eq!(pattern_summary(&workshop.json(words).1), all, "{words:?}");
        }
    }
}

#[test]
fn a_pattern_is_one_row_with_its_count() {
    let workshop = Workshop::new();
    write(&workshop, "frame.glb", &frame(1));
    let run = workshop.run(&["check", "frame.glb", "-o", "-", "-o", "r.csv", "-o", "r.xml", "-o", "r.json"]);
    let table: Vec<&str> = run.stdout.lines().collect();
    let rows = |word: &str| table.iter().filter(|line| line.contains(word)).count();
    assert_eq!((rows(" 10x "), rows(" 5x "), rows(" 3x ")), (1, 1, 1), "{}", run.stdout);
    assert_eq!(table.iter().filter(|line| line.trim_start().starts_with("P-")).count(), 3);
    assert!(run.stdout.contains("18 clashes in 3 patterns: 18 open"), "{}", run.stdout);
    let verbose = workshop.run(&["check", "frame.glb", "--verbose"]).stdout;
    assert!(
        !verbose.contains("10x") && verbose.lines().filter(|line| line.contains("bolt")).count() == 10,
        "{verbose}"
    );
    let report: Value = serde_json::from_str(&workshop.read("r.json")).unwrap();
    let pattern = text(&report["patterns"][0]["id"]);
    assert!(workshop.read("r.xml").contains(&format!("pattern: {pattern}")));
    let mut reader = csv::Reader::from_path(workshop.path("r.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|cell| cell == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let of_pattern = rows.iter().filter(|row| row[column("pattern")] == pattern);
    let count = report["patterns"][0]["count"].to_string();
    assert!(of_pattern.clone().all(|row| row[column("pattern_count")] == count));
    assert_eq!(json!(of_pattern.count()), report["patterns"][0]["count"]);
}

#[test]
fn a_baseline_hands_the_ids_of_patterns_on() {
    let workshop = Workshop::new();
    let bodies = frame(2);
    write(&workshop, "frame.glb", &bodies);
    workshop.run(&["check", "frame.glb", "-o", "first.json", "-q"]);
    let first: Value = serde_json::from_str(&workshop.read("first.json")).unwrap();
    // The clash that gave a pattern its id is mended; the pattern keeps it.
    let bolts = first["patterns"].as_array().unwrap().iter().find(|pattern| pattern["count"] == 10).unwrap();
    let id = text(&bolts["id"]);
    let clash =
        first["clashes"].as_array().unwrap().iter().find(|clash| format!("P-{}", text(&clash["id"])) == id).unwrap();
    let gone = [text(&clash["a"]), text(&clash["b"])];
    let bolt = gone.iter().find(|name| name.contains("bolt")).unwrap();
    let fewer: Vec<Body> = bodies.into_iter().filter(|body| body.name != *bolt).collect();
    write(&workshop, "frame.glb", &fewer);
    let ids = |words: &[&str]| {
        let report = workshop.json(words).1;
        let patterns = report["patterns"].as_array().unwrap().clone();
        patterns.iter().map(|pattern| (text(&pattern["id"]), pattern["count"].clone())).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(ids(&["check", "frame.glb", "--baseline", "first.json"]).get(&id), Some(&json!(9)));
    assert!(!ids(&["check", "frame.glb"]).contains_key(&id));
}

/// The statuses of the clashes of a report by their patterns.
fn statuses(report: &Value) -> BTreeSet<(String, String)> {
    let all = report["clashes"].as_array().unwrap().iter();
    all.map(|clash| (text(&clash["pattern"]), text(&clash["status"]))).collect()
}

#[test]
fn an_approved_pattern_stays_approved_until_a_part_moves() {
    let workshop = Workshop::new();
    let bodies = frame(3);
    write(&workshop, "frame.glb", &bodies);
    workshop.run(&["check", "frame.glb", "-o", "clashes.json", "-q"]);
    let first: Value = serde_json::from_str(&workshop.read("clashes.json")).unwrap();
    let bolts = first["patterns"].as_array().unwrap().iter().find(|pattern| pattern["count"] == 10).unwrap();
    let id = text(&bolts["id"]);
    let run = workshop.run(&["approve", "clashes.json", "--pattern", &id.to_lowercase(), "--comment", "drawn so"]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 10), "{run:?}");
    let again = ["check", "frame.glb", "--baseline", "clashes.json"];
    let (_, report) = workshop.json(&again);
    let approved: Vec<String> =
        statuses(&report).into_iter().filter(|(_, status)| status == "approved").map(|(pattern, _)| pattern).collect();
    assert_eq!((approved, statuses(&report).len()), (vec![id.clone()], 3), "{}", report["patterns"]);
    let table = workshop.run(&again).stdout;
    assert!(table.contains("approved"), "{table}");
    // Under another name, it is the same assembly.
    std::fs::rename(workshop.path("frame.glb"), workshop.path("renamed.glb")).unwrap();
    let (_, report) = workshop.json(&["check", "renamed.glb", "--baseline", "clashes.json"]);
    assert!(statuses(&report).contains(&(id.clone(), "approved".to_owned())) && statuses(&report).len() == 3);
    // One bolt is driven deeper: its clash is to be looked at again, and the others stay approved.
    let deeper = |body: Body| {
        let down = Pose::from_translation(DVec3::new(0.0, 0.0, -0.1)).unwrap();
        let pose = if body.name == "left bolt 2" {
            body.world_from_body.compose(&down).unwrap()
        } else {
            body.world_from_body
        };
        Body::new(body.name, body.mesh, pose)
    };
    let moved: Vec<Body> = bodies.into_iter().map(deeper).collect();
    write(&workshop, "moved.glb", &moved);
    let (code, report) = workshop.json(&["check", "moved.glb", "--baseline", "clashes.json"]);
    let pattern = report["patterns"].as_array().unwrap().iter().find(|pattern| pattern["id"] == id.as_str()).unwrap();
    assert_eq!((code, &pattern["count"], &pattern["found"]), (Some(1), &json!(10), &json!(1)));
    let worst = report["clashes"].as_array().unwrap().iter().find(|clash| clash["id"] == pattern["representative"]);
    assert_eq!(worst.unwrap()["change"], "changed");
    assert_eq!(pattern["poses"].as_array().unwrap().len(), 3);
    let table = workshop.run(&["check", "moved.glb", "--baseline", "clashes.json"]).stdout;
    assert!(table.contains("9 approved, 1 changed"), "{table}");
    // And back to open.
    let run = workshop.run(&["approve", "clashes.json", "--pattern", &id, "--reopen"]);
    assert_eq!((run.code, run.stdout.matches("reopened").count()), (Some(0), 10));
    // The id of a pattern also stands where those of clashes do.
    let run = workshop.run(&["approve", "clashes.json", &id]);
    assert_eq!((run.code, run.stdout.matches("approved ").count()), (Some(0), 10), "{run:?}");
}

#[test]
fn clashes_are_approved_by_what_they_are() {
    let workshop = Workshop::new();
    write(&workshop, "frame.glb", &frame(4));
    workshop.write("rules.toml", "[[rule]]\nname = 'anchors'\nbetween = ['anchor *', 'wall']\nseverity = 'minor'\n");
    let count = |words: &[&str]| {
        workshop.run(&["check", "frame.glb", "--rules", "rules.toml", "-o", "r.json", "-q"]);
        let run = workshop.run(&[&["approve", "r.json"], words].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        run.stdout.lines().filter(|line| line.starts_with("approved ")).count()
    };
    assert_eq!(count(&["--rule", "anchors"]), 3);
    assert_eq!(count(&["--rule", "default"]), 15);
    assert_eq!(count(&["--body", "left bolt *"]), 5);
    assert_eq!(count(&["--body", "left bolt *", "--body", "anchor 1"]), 6);
    assert_eq!(count(&["--body", "left bolt *", "--rule", "anchors"]), 0);
    assert_eq!(count(&["--kind", "protrude", "--body", "*spacer*"]), 5);
    assert_eq!(count(&["--kind", "missing"]), 0);
    assert_eq!(count(&["--thinner-than", "0.26"]), 13, "0.25 for bolts and anchors, 0.5 for spacers");
    assert_eq!(count(&["--thinner-than", "255mm"]), 13);
    assert_eq!(count(&["--all"]), 18);
    for (words, said) in [
        (&["--pattern", "P-0000-0000"][..], "no clash of the report has the pattern P-0000-0000; there are P-"),
        (&["--rule", "anchor"], "no clash of the report has the rule anchor; there are anchors, default"),
        (&["--kind", "kiss"], "expected one of duplicate, pierce"),
        (&["--body", "["], "'[' without ']'"),
        (&["--body", "blot *"], "no clash of the report has the body blot *; there are anchor 0, "),
        (&["--thinner-than", "-1"], "negative"),
        (&["7KQ2-XW3P", "--kind", "fit"], "cannot be used with"),
        (&[], "required"),
    ] {
        let before = workshop.read("r.json");
        let refusal = workshop.refusal(&[&["approve", "r.json"], words].concat());
        assert!(refusal.contains(said), "{words:?}: {refusal}");
        assert_eq!(workshop.read("r.json"), before);
    }
}

#[test]
fn a_first_run_may_go_without_a_baseline_and_a_strict_one_refuses_rules_for_nobody() {
    let workshop = Workshop::new();
    write(&workshop, "frame.glb", &frame(5));
    let words = ["check", "frame.glb", "--baseline", "last.json", "-o", "last.json"];
    assert!(workshop.refusal(&words).contains("last.json: the report cannot be read"));
    let run = workshop.run(&[&words[..], &["--allow-missing-baseline"]].concat());
    assert!(
        run.code == Some(1) && run.stderr.contains("last.json: there is no baseline yet, so every clash is new"),
        "{run:?}"
    );
    let changes = || -> BTreeSet<String> {
        let report: Value = serde_json::from_str(&workshop.read("last.json")).unwrap();
        report["clashes"].as_array().unwrap().iter().map(|clash| text(&clash["change"])).collect()
    };
    assert_eq!(changes(), BTreeSet::from(["new".to_owned()]));
    let run = workshop.run(&[&words[..], &["--allow-missing-baseline"]].concat());
    assert!(!run.stderr.contains("no baseline"), "{run:?}");
    assert_eq!(changes(), BTreeSet::from(["persisting".to_owned()]));
    // Broken is not missing.
    workshop.write("last.json", "{");
    workshop.refusal(&[&words[..], &["--allow-missing-baseline"]].concat());
    assert!(workshop.refusal(&["check", "frame.glb", "--allow-missing-baseline"]).contains("--baseline"));
    workshop.write("rules.toml", "[[rule]]\nname = 'typo'\nbetween = ['blot *', '*']\n");
    let loose = ["check", "frame.glb", "--rules", "rules.toml"];
    assert_eq!(workshop.run(&loose).code, Some(1));
    let refusal = workshop.refusal(&[&loose[..], &["--strict"]].concat());
    assert!(refusal.contains("--strict: rule 'typo' matches no pair of bodies"), "{refusal}");
    workshop.write("rules.toml", "[[rule]]\nname = 'right'\nbetween = ['left bolt *', '*']\n");
    assert_eq!(workshop.run(&[&loose[..], &["--strict"]].concat()).code, Some(1));
}
