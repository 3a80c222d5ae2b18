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
type Told = BTreeMap<String, (Value, BTreeSet<String>, BTreeSet<BTreeSet<String>>)>;

fn told(report: &Value) -> Told {
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
        let all = told(&report);
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
            assert_eq!(told(&workshop.json(words).1), all, "{words:?}");
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
    assert!(run.stdout.contains("18 clashes in 3 patterns"), "{}", run.stdout);
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
    assert!(of_pattern.clone().all(|row| row[column("pattern_count")] == report["patterns"][0]["count"].to_string()));
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
