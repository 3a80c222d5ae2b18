//! `impinge check`: what is found, how it is listed, what the exit code says.

use crate::workshop::{Cube, Workshop, obj, stl, unit_at};
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One file with a pair of every relation.
fn every_relation() -> Workshop {
    let workshop = Workshop::new();
    let cubes: [(&str, Cube); 7] = [
        ("base", unit_at(0.0)),
        ("touches", unit_at(1.0)),
        ("crosses", ([0.5, 0.5, 0.5], 0.25 + 0.5)),
        ("inside", ([0.125, 0.125, 0.125], 0.125)),
        ("around", ([-8.0, -8.0, -8.0], 64.0)),
        ("same", unit_at(0.0)),
        ("far", ([128.0, 0.0, 0.0], 1.0)),
    ];
    workshop.write("all.obj", obj(&cubes));
    workshop
}

/// The listed pair of these names.
fn pair<'a>(report: &'a Value, a: &str, b: &str) -> Option<&'a Value> {
    report["pairs"].as_array().unwrap().iter().find(|p| p["a"] == a && p["b"] == b)
}

#[test]
fn every_relation_is_told() {
    let (code, report) = every_relation().json(&["check", "all.obj"]);
    assert_eq!(code, Some(1));
    let relation = |a, b| pair(&report, a, b).map(|p| p["relation"].as_str().unwrap().to_owned());
    assert_eq!(relation("base", "touches").as_deref(), Some("touching"));
    assert_eq!(relation("base", "crosses").as_deref(), Some("crossing"));
    assert_eq!(relation("base", "inside").as_deref(), Some("b_inside_a"));
    assert_eq!(relation("base", "around").as_deref(), Some("a_inside_b"));
    assert_eq!(relation("base", "same").as_deref(), Some("coincident"));
    assert_eq!(relation("base", "far"), None);
    assert_eq!(report["bodies"].as_array().unwrap().len(), 7);
    let extents = [[0.0, 1.0], [0.0, 1.0], [0.0, 1.0], [0.0, 3.0], [-1.0, 2.0], [-1.0, 2.0], [-1.0, 2.0]];
    let base = json!({"name": "base", "triangles": 12, "closed": true, "defects": {}, "centre": [0.5, 0.5, 0.5], "extents": extents});
    assert_eq!(report["bodies"][0], base);
    assert_eq!(report["cost"]["pairs"], 21);
}

#[test]
fn what_is_found_carries_its_numbers() {
    let (_, report) = every_relation().json(&["check", "all.obj"]);
    let touching = pair(&report, "base", "touches").unwrap();
    assert_eq!(touching["distance"], 0.0);
    assert_eq!(touching["box"], json!([[1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]));
    assert!(touching["contacts"].as_u64().unwrap() > 0);
    assert_eq!(touching["witness"][0], touching["witness"][1]);
    assert_eq!(touching["witness"][0][0], 1.0);
    let inside = pair(&report, "base", "inside").unwrap();
    assert_eq!((&inside["contacts"], &inside["box"], &inside["distance"]), (&json!(0), &Value::Null, &json!(0.0)));
    let x = inside["witness"][0][0].as_f64().unwrap();
    assert!((0.125..=0.25).contains(&x), "{inside}");
}

#[test]
fn all_pairs_are_listed_with_their_distance() {
    let workshop = every_relation();
    let (code, report) = workshop.json(&["check", "all.obj", "--all-pairs"]);
    assert_eq!((code, report["pairs"].as_array().unwrap().len()), (Some(1), 21));
    let far = pair(&report, "base", "far").unwrap();
    assert_eq!(far["distance"], 127.0);
    assert_eq!((&far["found"], &far["verdict"], &far["relation"]), (&json!(false), &json!("ok"), &json!("disjoint")));
    let (a, b) = (&far["witness"][0], &far["witness"][1]);
    assert_eq!((&a[0], &b[0], &a[1]), (&json!(1.0), &json!(128.0), &b[1]));
    let table = workshop.run(&["check", "all.obj", "--all-pairs"]).stdout;
    assert_eq!(table.lines().filter(|line| line.contains("disjoint") && line.contains("ok")).count(), 8, "{table}");
}

#[test]
fn nothing_found_is_exit_code_zero() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(2.0))]);
    let run = workshop.run(&["check", "a.obj", "b.obj"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.starts_with("2 bodies, 1 pair: 1 disjoint; 0 found, "), "{}", run.stdout);
    assert_eq!(run.stderr, "");
    assert_eq!(workshop.json(&["check", "a.obj", "b.obj"]).1["pairs"], json!([]));
}

#[test]
fn the_table_is_plain_when_piped() {
    let workshop = every_relation();
    let run = workshop.run(&["check", "all.obj"]);
    assert_eq!(run.code, Some(1));
    assert!(!run.stdout.contains('\u{1b}') && run.stderr.is_empty(), "{run:?}");
    let header: Vec<&str> = run.stdout.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(
        header,
        [
            "clash",
            "times",
            "kind",
            "a",
            "b",
            "thickness",
            "gap",
            "or",
            "depth",
            "volume",
            "contacts",
            "at",
            "severity:",
            "rule"
        ]
    );
    let row = run.stdout.lines().find(|line| line.contains("base") && line.contains("touches")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().skip(1).take(8).collect();
    // What coincides with the base is the same part, and is touched as well.
    assert_eq!(cells, ["2x", "touch", "base", "touches", "0", "0", "deep", "0"]);
    let pairs = workshop.run(&["check", "all.obj", "--pairs-only"]).stdout;
    let header: Vec<&str> = pairs.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["a", "b", "relation", "verdict", "gap", "contacts", "at"]);
    let row = pairs.lines().find(|line| line.contains("base") && line.contains("touches")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().take(5).collect();
    assert_eq!(cells, ["base", "touches", "touching", "contact", "0"]);
    let summary = run.stdout.lines().last().unwrap();
    assert!(summary.starts_with("7 bodies, 21 pairs: ") && summary.ends_with(" s"), "{summary}");
}

#[test]
fn csv_has_a_row_for_each_pair_listed() {
    let run = every_relation().run(&["check", "all.obj", "--format", "csv", "--all-pairs"]);
    assert_eq!(run.code, Some(1));
    let mut rows = run.stdout.lines();
    let pair = "a,b,relation,verdict,found,distance,contacts,min_x,min_y,min_z,max_x,max_y,max_z,ax,ay,az,bx,by,bz";
    let clash = "clash,kind,kind_found_by,rule,severity,status,change,group,pattern,pattern_count,section,thickness_least,thickness_most,thickness_found_by,tolerance,depth_least,depth_most,depth_found_by,volume_least,volume_most,volume_found_by";
    assert_eq!(rows.next(), Some(format!("{pair},{clash}").as_str()));
    let rows: Vec<&str> = rows.collect();
    assert_eq!(rows.len(), 21);
    let cells = |row: &str| {
        csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(row.as_bytes())
            .records()
            .next()
            .unwrap()
            .unwrap()
            .len()
    };
    assert!(rows.iter().all(|row| cells(row) == 40), "{rows:?}");
    assert!(rows.iter().any(|row| row.starts_with("base,far,disjoint,ok,false,127,0,,,,,,,1,")), "{rows:?}");
}

#[test]
fn touch_and_clearance_are_two_lengths() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.5))]);
    let verdict = |options: &[&str]| {
        let (code, report) = workshop.json(&[&["check", "a.obj", "b.obj"], options].concat());
        let pair = &report["pairs"][0];
        (code, pair["verdict"].as_str().map(str::to_owned), pair["distance"].as_f64())
    };
    let contact = (Some(1), Some("contact".to_owned()), Some(0.5));
    let clearance = (Some(1), Some("clearance".to_owned()), Some(0.5));
    let nothing = (Some(0), None, None);
    assert_eq!(verdict(&["--touch", "0.5"]), contact);
    assert_eq!(verdict(&["--touch", "0.4999"]), nothing);
    assert_eq!(verdict(&["--clearance", "0.5"]), nothing);
    assert_eq!(verdict(&["--clearance", "0.5001"]), clearance);
    assert_eq!(verdict(&["--clearance", "2", "--touch", "0.25"]), clearance);
    assert_eq!(verdict(&["--clearance", "2", "--touch", "1"]), contact);
    assert_eq!(verdict(&["--clearance", "0"]), nothing);
}

#[test]
fn allowed_relations_are_listed_but_not_found() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0))]);
    let (code, report) = workshop.json(&["check", "a.obj", "b.obj", "--allow", "crossing,touching"]);
    assert_eq!(code, Some(0));
    let pair = &report["pairs"][0];
    assert_eq!((&pair["found"], &pair["verdict"]), (&json!(false), &json!("contact")));
    let run = workshop.run(&["check", "a.obj", "b.obj", "--allow", "touching"]);
    assert!(run.code == Some(0) && run.stdout.contains("allowed"), "{run:?}");
    assert_eq!(workshop.json(&["check", "a.obj", "b.obj", "--allow", "crossing"]).0, Some(1));
}

#[test]
fn one_body_has_no_pairs() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    for options in [&[][..], &["--format", "csv"], &["-q"], &["--all-pairs"]] {
        let run = workshop.run(&[&["check", "a.obj"], options].concat());
        assert!(run.code == Some(2) && run.stderr.contains("nothing to check: one body, no pairs"), "{run:?}");
    }
    let (code, report) = workshop.json(&["check", "a.obj", "--self", "--all-pairs"]);
    assert_eq!((code, &report["pairs"][0]["relation"]), (Some(0), &json!("disjoint")));
    assert_eq!(report["pairs"][0]["a"], report["pairs"][0]["b"]);
}

#[test]
fn a_body_can_meet_itself() {
    let workshop = Workshop::new();
    // A triangle pierced by another of the same surface, far from any corner they share.
    workshop.write("pierced.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 2 0.5 1\nf 1 2 3\nf 4 5 6\n");
    let (code, report) = workshop.json(&["check", "pierced.obj", "--self"]);
    assert_eq!(code, Some(1));
    let pair = &report["pairs"][0];
    assert_eq!((&pair["relation"], &pair["contacts"], &pair["distance"]), (&json!("crossing"), &json!(1), &json!(0.0)));
    assert_eq!(pair["witness"][0], pair["witness"][1]);
    assert_eq!(pair["witness"][0][2], 0.0);
    assert_eq!(workshop.run(&["check", "pierced.obj"]).code, Some(2), "one body has no pairs");
    let table = workshop.run(&["check", "pierced.obj", "--self"]).stdout;
    assert!(table.contains("itself") && table.contains("not closed"), "{table}");
}

/// Faces without a common corner and neighbours are told apart, also where corners are at one place under several numbers.
#[test]
fn neighbours_that_overlap_are_told() {
    let workshop = Workshop::new();
    // Three faces around an edge, two of them folded onto each other; a fourth pierces these two.
    let vertices = "v 0 0 0\nv 4 0 0\nv 1 4 0\nv 2 3 0\nv 2 -4 1\nv 1.5 1 -1\nv 1.5 1 1\nv 1.25 0.5 1\n";
    workshop.write("fold.obj", format!("{vertices}f 1 2 3\nf 1 2 4\nf 2 1 5\nf 6 7 8\n"));
    workshop.write("split.obj", format!("{vertices}v 0 0 0\nv 4 0 0\nf 1 2 3\nf 9 10 4\nf 2 1 5\nf 6 7 8\n"));
    for file in ["fold.obj", "split.obj"] {
        let (code, report) = workshop.json(&["check", file, "--self"]);
        let pair = &report["pairs"][0];
        assert_eq!((code, &pair["self"]), (Some(1), &json!({"meeting": 2, "overlapping": 1})), "{file}: {report}");
        assert_eq!((&pair["contacts"], &pair["relation"]), (&json!(3), &json!("crossing")));
        let run = workshop.run(&["check", file, "--self"]);
        assert!(run.stdout.contains("3 (1 of neighbours)"), "{}", run.stdout);
        let run = workshop.run(&["check", file, "--self", "--format", "csv"]);
        assert!(run.stdout.lines().next().unwrap().ends_with(",self_meeting,self_overlapping"), "{}", run.stdout);
        assert!(run.stdout.trim_end().ends_with(",2,1"), "{}", run.stdout);
        let (_, described) = workshop.json(&["inspect", file, "--self"]);
        let defects = &described["bodies"][0]["defects"];
        assert_eq!((&defects["self_contact"], &defects["self_overlap"]), (&json!(2), &json!(1)), "{file}");
    }
}

#[test]
fn names_say_where_a_body_comes_from() {
    let workshop = Workshop::new();
    workshop.write("one.obj", obj(&[("left", unit_at(0.0)), ("right", unit_at(1.0))]));
    workshop.write("two.stl", stl(unit_at(0.5)));
    let (_, report) = workshop.json(&["check", "one.obj", "two.stl"]);
    let names: Vec<&str> = report["bodies"].as_array().unwrap().iter().map(|b| b["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["one/left", "one/right", "two"]);
    let (_, report) = workshop.json(&["check", "two.stl", "two.stl"]);
    assert_ne!(report["bodies"][0]["name"], report["bodies"][1]["name"]);
    assert_eq!(report["pairs"][0]["relation"], "coincident");
}

#[test]
fn a_file_given_twice_is_pointed_out() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(9.0))]);
    let stderr = |words: &[&str]| workshop.run(words).stderr;
    assert_eq!(
        stderr(&["check", "a.obj", "b.obj", "./a.obj"]),
        "impinge: note: a.obj was given twice: every body in it counts as two bodies\n"
    );
    assert!(stderr(&["check", "b.obj", "b.obj", "b.obj"]).contains("b.obj was given 3 times"));
    assert_eq!(stderr(&["check", "a.obj", "b.obj"]), "");
    assert_eq!(stderr(&["check", "a.obj", "a.obj", "-q"]), "");
    assert_eq!(stderr(&["check", "a.obj", "a.obj", "--format", "json"]), "");
}

#[cfg(unix)]
#[test]
fn long_work_shows_its_progress_on_a_terminal() {
    let workshop = Workshop::new();
    // Standard error is a terminal, standard output is a file.
    let run = |options: &str| {
        let words = format!("{} check many.obj {options} > table.txt", env!("CARGO_BIN_EXE_impinge"));
        let mut command = Command::new("script");
        command.args(["-qec", &words, "/dev/null"]).current_dir(workshop.path(".")).env("TERM", "xterm");
        let output = command.stdin(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // More and more work, until there is something to wait for.
    let mut elapsed = Duration::ZERO;
    for count in [50, 70, 100, 140, 200, 400, 800] {
        let names: Vec<String> = (0..count).map(|i| format!("cube{i}")).collect();
        let places = (0..count).map(|i| unit_at(f64::from(i) * 4.0));
        workshop.write("many.obj", obj(&names.iter().map(String::as_str).zip(places).collect::<Vec<_>>()));
        let start = Instant::now();
        let Some(shown) = run("--all-pairs --method brute --jobs 1") else {
            eprintln!("NOT TESTED: the command `script` is not here");
            return;
        };
        elapsed = start.elapsed();
        if shown.contains("checking") {
            assert_eq!(run("--all-pairs --method brute --jobs 1 --quiet").as_deref(), Some(""));
            return;
        }
    }
    assert!(elapsed < Duration::from_secs(1), "no progress was shown in {elapsed:?}");
    eprintln!("NOT TESTED: this machine is too fast");
}

#[test]
fn every_method_and_every_number_of_threads_says_the_same() {
    let workshop = Workshop::new();
    let places = (0..60_u32).map(|i| {
        (format!("cube{i}"), ([0.5 * f64::from(i % 5), 0.75 * f64::from(i % 7), 0.25 * f64::from(i % 9)], 1.0))
    });
    let places: Vec<(String, Cube)> = places.collect();
    let cubes: Vec<(&str, Cube)> = places.iter().map(|(name, cube)| (name.as_str(), *cube)).collect();
    workshop.write("many.obj", obj(&cubes));
    for format in ["json", "csv"] {
        let report = |options: &[&str]| {
            let words = ["check", "many.obj", "--clearance", "0.25", "--self", "--format", format];
            let run = workshop.run(&[&words, options].concat());
            assert_eq!(run.code, Some(1), "{run:?}");
            run.stdout
        };
        let first = report(&["--jobs", "1"]);
        assert!(first.lines().count() > 100, "{first}");
        for jobs in ["0", "2", "3", "8"] {
            assert_eq!(report(&["--jobs", jobs]), first, "{jobs} jobs");
        }
        if format == "csv" {
            let relations = |csv: &str| -> Vec<String> {
                csv.lines().map(|row| row.split(',').take(7).collect::<Vec<_>>().join(",")).collect()
            };
            for method in ["brute", "aabb", "obb:arity=4", "sphere", "kdop:k=26", "rss:leaf=1"] {
                assert_eq!(relations(&report(&["--method", method])), relations(&first), "{method}");
            }
        }
    }
}

#[test]
fn the_report_can_go_to_a_file() {
    let workshop = every_relation();
    let run = workshop.run(&["check", "all.obj", "--format", "json", "-o", "report.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.ends_with("; wrote report.json\n"), "{}", run.stderr);
    assert_eq!(workshop.files(), ["all.obj", "report.json"]);
    assert_eq!(workshop.read("report.json"), workshop.run(&["check", "all.obj", "--format", "json"]).stdout);
    // A run that fails leaves the old report alone, and no litter.
    workshop.refusal(&["check", "all.obj", "missing.obj", "-o", "report.json"]);
    assert!(workshop.read("report.json").starts_with("{\"schema\":2,"));
    workshop.run(&["check", "all.obj", "--format", "table", "-o", "report.log"]);
    assert!(workshop.read("report.log").contains("7 bodies, 21 pairs"));
    std::fs::remove_file(workshop.path("report.log")).unwrap();
    // Without a format, the ending tells it.
    workshop.run(&["check", "all.obj", "-o", "report.json"]);
    assert!(workshop.read("report.json").starts_with("{\"schema\":2,"));
    assert_eq!(workshop.files(), ["all.obj", "report.json"]);
}

#[test]
fn quiet_leaves_the_exit_code_and_the_machine_formats() {
    let workshop = every_relation();
    let run = workshop.run(&["check", "all.obj", "-q"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(1), "", ""));
    assert!(workshop.run(&["-q", "check", "all.obj", "--format", "json"]).stdout.starts_with('{'));
}
