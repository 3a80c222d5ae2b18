//! Overlaps judged by their thickness: what rounding explains passes, faults do not.

use crate::workshop::{Workshop, obj};
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::Body;
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A box from low to high with its vertices carried by a pose, each rounded to double precision.
fn carried_box(low: DVec3, high: DVec3, pose: &Pose) -> Arc<Mesh> {
    let mesh = cuboid(low, high).unwrap();
    let vertices = mesh.vertices().iter().map(|p| pose.transform_point(*p)).collect();
    Arc::new(Mesh::try_new(vertices, mesh.faces().to_vec()).unwrap())
}

fn random_pose(random: &mut SplitMix64) -> Pose {
    let shift = random.between(0.0, 4.0) * random.direction();
    Pose::from_quaternion(random.rotation(), shift).unwrap()
}

fn count(report: &Value, key: &str, word: &str) -> usize {
    report["pairs"].as_array().unwrap().iter().filter(|pair| pair[key] == word).count()
}

#[test]
fn flush_blocks_in_single_precision_pass() {
    let workshop = Workshop::new();
    let (mut crossing, mut exact) = (0, 0);
    for seed in 0..8 {
        let pose = random_pose(&mut SplitMix64::new(seed));
        let names: Vec<String> = (0..6).map(|k| format!("block {k}.stl")).collect();
        // Each as wide as no other, so that faces on each other have no corner in common.
        let block = |k: usize| {
            let x = k as f64;
            let (low, high) =
                (DVec3::new(x, -0.13 * x, -0.07 * x), DVec3::new(x + 1.0, 1.0 + 0.11 * x, 1.0 + 0.05 * x));
            carried_box(low, high, &pose)
        };
        let bodies: Vec<Body> = (0..6).map(|k| Body::new(format!("block {k}"), block(k), Pose::IDENTITY)).collect();
        for (name, body) in names.iter().zip(&bodies) {
            impinge_io::write_stl(workshop.path(name), &body.mesh).unwrap();
        }
        impinge_io::write_glb(workshop.path("blocks.glb"), &bodies).unwrap();
        let stl: Vec<&str> = names.iter().map(String::as_str).collect();
        for files in [&stl[..], &["blocks.glb"]] {
            let (code, report) = workshop.json(&[&["check"], files].concat());
            assert_eq!((code, &report["clashes"]), (Some(0), &json!([])), "seed {seed}");
            crossing += count(&report, "relation", "crossing");
            assert_eq!(count(&report, "verdict", "within_tolerance"), report["pairs"].as_array().unwrap().len());
            let (code, report) = workshop.json(&[&["check"], files, &["--tolerance", "0"]].concat());
            exact += usize::from(code == Some(1));
            assert_eq!(count(&report, "verdict", "within_tolerance"), 0);
        }
        let run = workshop.run(&["check", "blocks.glb"]);
        assert!(run.stdout.contains("; 0 found") && run.code == Some(0), "{run:?}");
    }
    assert!(crossing > 20 && exact > 8, "overlaps by rounding are there: {crossing} {exact}");
}

/// Two plates whose faces were flush at 1/3 of a metre, and are one unit in the last place of single precision apart after the export.
fn seated_plates(workshop: &Workshop) -> f64 {
    let flush = 1.0_f32 / 3.0;
    let moved = f32::from_bits(flush.to_bits() + 1);
    let [low, high] = [f64::from(flush), f64::from(moved)];
    let plate = |name: &str, z: [f64; 2]| {
        let mesh = cuboid(DVec3::new(0.0, 0.0, z[0]), DVec3::new(1.0, 1.0, z[1])).unwrap();
        Body::new(name, Arc::new(mesh), Pose::IDENTITY)
    };
    impinge_io::write_glb(workshop.path("plates.glb"), &[plate("base", [0.0, low]), plate("lid", [high, 0.5])])
        .unwrap();
    high - low
}

#[test]
fn a_gap_that_rounding_explains_is_contact_where_contact_matters() {
    let workshop = Workshop::new();
    let gap = seated_plates(&workshop);
    assert!(gap > 1e-8 && gap < 1e-7, "{gap}");
    let check = |words: &[&str]| {
        let (code, report) = workshop.json(&[&["check", "plates.glb"], words].concat());
        let kind = report["clashes"][0]["kind"].as_str().map(str::to_owned);
        (code, kind, report["pairs"][0]["touch"].as_f64())
    };
    // Contact is allowed, and this is contact; as large as the tolerance for overlaps: four units in the last place at 1.
    let auto = 4.0 * f64::from(f32::EPSILON);
    assert_eq!(check(&["--clearance", "1mm", "--allow", "touching"]), (Some(0), None, Some(auto)));
    assert_eq!(check(&["--clearance", "1mm", "--allow", "touching", "--touch", "auto"]), (Some(0), None, Some(auto)));
    // Contact is not allowed: it stays a violation, by another name.
    assert_eq!(check(&["--clearance", "1mm"]), (Some(1), Some("touch".to_owned()), Some(auto)));
    // To the last bit, and with a shorter length than the gap: too near.
    for touch in ["0", "1e-8"] {
        let words = ["--clearance", "1mm", "--allow", "touching", "--touch", touch];
        assert_eq!(check(&words), (Some(1), Some("encroach".to_owned()), None), "{touch}");
    }
    // Nobody asks about contact: no violation, as before.
    assert_eq!(check(&[]).0, Some(0));
    assert_eq!(check(&["--touch", "auto"]).0, Some(0));
    let run = workshop.run(&["check", "plates.glb", "--clearance", "1mm", "--allow", "touching"]);
    assert!(run.stdout.contains("; 0 found, 1 allowed, 1 gap counted as contact up to 4.76837e-7"), "{run:?}");
}

#[test]
fn a_gap_beyond_rounding_is_found_and_files_of_doubles_have_no_rounding() {
    let workshop = Workshop::new();
    workshop.write("near.obj", obj(&[("a", ([0.0; 3], 1.0)), ("b", ([1.000_000_1, 0.0, 0.0], 1.0))]));
    let allow = ["--clearance", "0.5", "--allow", "touching"];
    let (code, report) = workshop.json(&[&["check", "near.obj"], &allow[..]].concat());
    assert_eq!((code, &report["clashes"][0]["kind"]), (Some(1), &json!("encroach")));
    // Twice what rounding explains.
    let far = 1.0 + 8.0 * f64::from(f32::EPSILON);
    let bodies = [("a", [0.0, 1.0]), ("b", [far, 1.5])].map(|(name, [low, high])| {
        let mesh = cuboid(DVec3::new(low, 0.0, 0.0), DVec3::new(high, 1.0, 1.0)).unwrap();
        Body::new(name, Arc::new(mesh), Pose::IDENTITY)
    });
    impinge_io::write_glb(workshop.path("near.glb"), &bodies).unwrap();
    let (code, report) = workshop.json(&[&["check", "near.glb"], &allow[..]].concat());
    assert_eq!((code, &report["clashes"][0]["kind"]), (Some(1), &json!("encroach")), "{}", report["pairs"]);
}

#[test]
fn rules_take_auto_for_touch_and_expected_contacts_take_gaps_by_rounding() {
    let workshop = Workshop::new();
    seated_plates(&workshop);
    let check = |rules: &str| {
        workshop.write("rules.toml", rules);
        let (code, report) = workshop.json(&["check", "plates.glb", "--rules", "rules.toml"]);
        (code, report["clashes"][0]["kind"].as_str().map(str::to_owned))
    };
    let expect = "[[expect]]\nname = 'seated'\nbetween = ['lid', 'base']\n";
    assert_eq!(check(expect), (Some(0), None));
    assert_eq!(check(&format!("{expect}touch = 0\n")), (Some(1), Some("missing".to_owned())));
    assert_eq!(check(&format!("[defaults]\ntouch = 0\n{expect}touch = 'auto'\n")).0, Some(0));
    // Who writes that nothing is allowed forbids contact, also one that rounding opened.
    assert_eq!(check("[defaults]\nallow = []\n"), (Some(1), Some("touch".to_owned())));
    assert_eq!(check("[defaults]\nallow = []\ntouch = 0\n"), (Some(0), None));
    let refusal = {
        workshop.write("rules.toml", "[defaults]\ntouch = 'lax'\n");
        workshop.refusal(&["check", "plates.glb", "--rules", "rules.toml"])
    };
    assert!(refusal.contains("rules.toml:2: defaults.touch: expected a length"), "{refusal}");
}

/// A yard of flush blocks, turned as a whole, with faults planted in it: the pairs of names that are to be found.
fn yard(seed: u64) -> (Vec<Body>, BTreeSet<[String; 2]>) {
    const SIDE: usize = 5;
    let mut random = SplitMix64::new(seed);
    let pose = random_pose(&mut random);
    let name = |i: usize, j: usize| format!("block {i} {j}");
    // Each stands as high and as deep as no other, so that flush faces have no corner in common.
    let sunk = |i: usize, j: usize| 0.01 * (i + SIDE * j) as f64;
    let (mut bodies, mut faults) = (Vec::new(), BTreeSet::new());
    let mut add = |name: String, low: DVec3, size: DVec3| {
        bodies.push(Body::new(name, carried_box(low, low + size, &pose), Pose::IDENTITY));
    };
    // In every other row one block is pushed into the next, by far more than rounding and far less than it is long.
    let pushed: Vec<Option<(usize, f64)>> = (0..SIDE)
        .map(|j| {
            (j % 2 == 0).then(|| (random.below(SIDE as u64 - 1) as usize, 10_f64.powf(random.between(-4.0, -1.0))))
        })
        .collect();
    for (j, pushed) in pushed.iter().enumerate() {
        for i in 0..SIDE {
            let push = pushed.filter(|(at, _)| *at == i).map_or(0.0, |(_, push)| push);
            add(
                name(i, j),
                DVec3::new(i as f64 + push, j as f64, -sunk(i, j)),
                DVec3::new(1.0, 1.0, 1.0 + 3.0 * sunk(i, j)),
            );
            if push > 0.0 {
                faults.insert([name(i, j), name(i + 1, j)]);
            }
        }
    }
    // A block in a block, and one that is there twice, in rows without a push.
    let (i, j) = (random.below(SIDE as u64) as usize, 1);
    add("swallowed".to_owned(), DVec3::new(i as f64 + 0.25, j as f64 + 0.25, 0.25), DVec3::splat(0.5));
    faults.insert([name(i, j), "swallowed".to_owned()]);
    let (i, j) = (random.below(SIDE as u64) as usize, 3);
    add("twin".to_owned(), DVec3::new(i as f64, j as f64, -sunk(i, j)), DVec3::new(1.0, 1.0, 1.0 + 3.0 * sunk(i, j)));
    faults.insert([name(i, j), "twin".to_owned()]);
    (bodies, faults)
}

#[test]
fn planted_faults_are_found_among_overlaps_by_rounding_and_nothing_else() {
    let workshop = Workshop::new();
    let (mut thin, mut planted) = (0, 0);
    for seed in 0..6 {
        let (bodies, faults) = yard(seed);
        impinge_io::write_glb(workshop.path("yard.glb"), &bodies).unwrap();
        let (code, report) = workshop.json(&["check", "yard.glb"]);
        let clashes = report["clashes"].as_array().unwrap();
        let named = |clash: &Value| {
            let mut names = [&clash["a"], &clash["b"]].map(|name| name.as_str().unwrap().to_owned());
            names.sort();
            names
        };
        let found: BTreeSet<[String; 2]> = clashes.iter().map(named).collect();
        assert_eq!(
            (code, &found, clashes.len()),
            (Some(1), &faults, faults.len()),
            "seed {seed}: {}",
            summary(clashes)
        );
        let thickness: Vec<f64> = clashes.iter().map(|clash| clash["thickness"]["lower"].as_f64().unwrap()).collect();
        let is_sorted = |severity: &str| {
            let of = clashes.iter().zip(&thickness).filter(|(clash, _)| clash["severity"] == severity);
            of.map(|(_, thickness)| *thickness).collect::<Vec<_>>().is_sorted_by(|p, q| p >= q)
        };
        assert!(is_sorted("major") && is_sorted("minor"), "seed {seed}: {thickness:?}");
        planted += faults.len();
        thin += report["pairs"].as_array().unwrap().iter().filter(|pair| pair["relation"] == "crossing").count();
    }
    assert!(thin > planted + 60, "most crossings are rounding: {thin}, {planted} planted");
}

fn summary(clashes: &[Value]) -> String {
    let line = |clash: &Value| ["a", "b", "thickness", "tolerance", "note"].map(|key| clash[key].to_string()).join(" ");
    clashes.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Two cubes of double precision that overlap by an eighth.
fn overlapping() -> Workshop {
    let workshop = Workshop::new();
    workshop.write("two.obj", obj(&[("a", ([0.0; 3], 1.0)), ("b", ([0.875, 0.0, 0.0], 1.0))]));
    workshop
}

#[test]
fn an_overlap_is_allowed_up_to_its_thickness() {
    let workshop = overlapping();
    for (tolerance, code) in [("0", 1), ("auto", 1), ("0.0625", 1), ("0.1249", 1), ("0.126", 0), ("3", 0)] {
        let (found, report) = workshop.json(&["check", "two.obj", "--tolerance", tolerance]);
        assert_eq!(found, Some(code), "{tolerance}: {report}");
        let verdict = if code == 0 { "within_tolerance" } else { "contact" };
        assert_eq!(
            (&report["pairs"][0]["verdict"], &report["pairs"][0]["relation"]),
            (&json!(verdict), &json!("crossing"))
        );
        if code == 1 {
            let [lower, upper] = ["lower", "upper"].map(|key| report["clashes"][0]["thickness"][key].as_f64().unwrap());
            assert!(lower <= 0.125 && 0.125 <= upper && upper <= 2.0 * lower, "{lower} {upper}");
        }
    }
    let run = workshop.run(&["check", "two.obj", "--tolerance", "0.25"]);
    assert!(run.stdout.contains("; 0 found, 1 within the tolerance of 0.25"), "{run:?}");
    let run = workshop.run(&["check", "two.obj", "--tolerance", "0.25", "--all-pairs"]);
    assert!(run.stdout.contains("within tolerance"), "{run:?}");
    let refusal = workshop.refusal(&["check", "two.obj", "--tolerance", "lax"]);
    assert!(refusal.contains("--tolerance <D|auto>") && refusal.contains("expected a length"), "{refusal}");
}

#[test]
fn where_bodies_keep_a_distance_a_thin_overlap_counts_as_touching() {
    let workshop = overlapping();
    for limit in ["--clearance", "--touch"] {
        let words = ["check", "two.obj", "--tolerance", "0.25", limit, "0.5"];
        let (code, report) = workshop.json(&words);
        let clash = &report["clashes"][0];
        assert_eq!((code, &clash["kind"], &clash["tolerance"]), (Some(1), &json!("touch"), &json!(0.25)), "{limit}");
        assert_eq!(clash["severity"], "minor");
        let (code, report) = workshop.json(&[&words[..], &["--allow", "touching"]].concat());
        assert_eq!((code, &report["pairs"][0]["verdict"]), (Some(0), &json!("within_tolerance")), "{limit}");
    }
}

#[test]
fn what_has_no_inside_is_not_allowed_by_its_thickness() {
    let workshop = Workshop::new();
    workshop.write("cube.obj", obj(&[("cube", ([0.0; 3], 1.0))]));
    workshop.write("sheet.obj", "o sheet\nv -1 0.5 -1\nv 2 0.5 -1\nv 0.5 0.5 3\nf 1 2 3\n");
    let (code, report) = workshop.json(&["check", "cube.obj", "sheet.obj", "--tolerance", "10"]);
    assert_eq!((code, &report["pairs"][0]["verdict"]), (Some(1), &json!("contact")));
    assert_eq!(report["clashes"][0]["thickness"], Value::Null);
    // A cube with the sheet as a second part of it crosses nothing with its closed part.
    let partly = obj(&[("", ([5.0; 3], 1.0))]) + "v -1 0.5 -1\nv 2 0.5 -1\nv 0.5 0.5 3\nf 9 10 11\n";
    workshop.write("partly.obj", partly);
    let (code, report) = workshop.json(&["check", "cube.obj", "partly.obj", "--tolerance", "10"]);
    assert_eq!((code, &report["pairs"][0]["relation"]), (Some(1), &json!("crossing")));
}

#[test]
fn rules_have_tolerances_of_their_own_and_expectations_take_thin_overlaps_for_contact() {
    let workshop = overlapping();
    workshop.write("rules.toml", "[defaults]\ntolerance = 0.25\n[[expect]]\nname = 'seated'\nbetween = ['a', 'b']\n");
    let (code, report) = workshop.json(&["check", "two.obj", "--rules", "rules.toml"]);
    assert_eq!((code, &report["clashes"]), (Some(0), &json!([])));
    let strict = "[defaults]\ntolerance = 0.25\n[[rule]]\nname = 'close'\nbetween = ['a', '*']\ntolerance = 0.1\n";
    workshop.write("rules.toml", strict);
    let (code, report) = workshop.json(&["check", "two.obj", "--rules", "rules.toml"]);
    assert_eq!((code, &report["clashes"][0]["rule"]), (Some(1), &json!("close")));
    assert_eq!(report["clashes"][0]["tolerance"], json!(0.1));
    let refusal = workshop.refusal(&["check", "two.obj", "--rules", "rules.toml", "--tolerance", "1"]);
    assert!(refusal.contains("--tolerance"), "{refusal}");
}

#[test]
fn thickness_stands_in_every_report() {
    let workshop = overlapping();
    let files = ["r.json", "r.csv", "r.txt", "r.xml", "r.html"];
    let outputs: Vec<&str> = files.iter().flat_map(|file| ["-o", file]).collect();
    let run = workshop.run(&[&["check", "two.obj"][..], &outputs].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        workshop.read("r.csv").lines().next().unwrap().contains("thickness_least,thickness_most,thickness_found_by")
    );
    assert!(workshop.read("r.txt").contains("thickness"));
    assert!(workshop.read("r.xml").contains("thickness of the overlap: "));
    assert!(workshop.read("r.html").contains("\"thickness\":{"));
}

/// Clashes measure more closely than the judgement by a tolerance: their pairs say the same.
#[test]
fn pairs_have_the_thickness_of_their_clashes() {
    let workshop = overlapping();
    for tolerance in ["auto", "0.01", "0.1"] {
        let (_, report) = workshop.json(&["check", "two.obj", "--tolerance", tolerance]);
        let bounds = |of: &str| ["lower", "upper"].map(|key| report[of][0]["thickness"][key].as_f64());
        assert!(bounds("clashes")[0].is_some_and(|lower| lower > 0.06), "{report}");
        assert_eq!(bounds("pairs"), bounds("clashes"), "{tolerance}");
    }
}
