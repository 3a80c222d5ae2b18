//! `impinge check` with rules, baselines and reports in many formats.

use crate::workshop::{Cube, Workshop, obj};
use impinge_io::Body;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A bolt through a plate it should sit on, another that sits, a wall beside, and a spare far away.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    let cubes: [(&str, Cube); 5] = [
        ("plate", ([0.0, 0.0, 0.0], 4.0)),
        ("bolt 1", ([1.0, 1.0, 4.0], 0.5)),
        ("bolt 2", ([2.0, 1.0, 3.75], 0.5)),
        ("wall", ([4.25, 0.0, 0.0], 4.0)),
        ("bolt 3", ([64.0, 0.0, 0.0], 0.5)),
    ];
    workshop.write("all.obj", obj(&cubes));
    workshop
}

const RULES: &str = r#"
[defaults]
clearance = 0.5

[groups]
bolts = "bolt *"

[[ignore]]
between = ["wall", "@bolts"]

[[rule]]
name = "walls keep off"
between = ["wall", "plate"]
clearance = 1
severity = "info"

[[expect]]
name = "bolts sit"
between = ["@bolts", "plate"]
severity = "critical"
"#;

/// The clashes of a report by the names of their bodies.
fn clashes(report: &Value) -> BTreeMap<[String; 2], Value> {
    let name = |clash: &Value, key: &str| clash[key].as_str().unwrap().to_owned();
    let all = report["clashes"].as_array().unwrap().iter();
    all.map(|clash| ([name(clash, "a"), name(clash, "b")], clash.clone())).collect()
}

fn words(report: &Value, a: &str, b: &str, keys: &[&str]) -> Vec<String> {
    let all = clashes(report);
    let clash = &all[&[a.to_owned(), b.to_owned()]];
    keys.iter().map(|key| clash[*key].as_str().unwrap_or("-").to_owned()).collect()
}

#[test]
fn rules_say_what_is_a_clash() {
    let workshop = workshop();
    workshop.write("rules.toml", RULES);
    let (code, report) = workshop.json(&["check", "all.obj", "--rules", "rules.toml"]);
    assert_eq!(code, Some(1));
    let summary = |a, b| words(&report, a, b, &["kind", "severity", "rule", "status", "change"]);
    assert_eq!(summary("plate", "bolt 2"), ["protrude", "major", "-", "new", "-"]);
    assert_eq!(summary("plate", "wall"), ["encroach", "info", "walls keep off", "new", "-"]);
    assert_eq!(summary("bolt 2", "bolts sit"), ["missing", "critical", "bolts sit", "new", "-"]);
    assert_eq!(summary("bolt 3", "bolts sit"), ["missing", "critical", "bolts sit", "new", "-"]);
    // Bolt 1 sits as expected, and nobody looks at bolts beside the wall.
    assert_eq!(clashes(&report).len(), 4, "{report}");
    let pair = |a: &str, b: &str| report["pairs"].as_array().unwrap().iter().find(|p| p["a"] == a && p["b"] == b);
    assert_eq!(pair("plate", "bolt 1").unwrap()["found"], false);
    assert_eq!(pair("plate", "wall").unwrap()["found"], false, "informational");
    let table = workshop.run(&["check", "all.obj", "--rules", "rules.toml"]).stdout;
    assert!(table.contains("walls keep off") && table.contains("bolts sit") && table.contains("critical"), "{table}");
    assert!(
        table.contains("4 clashes in ") && table.contains("1 informational") && table.contains("3 found"),
        "{table}"
    );
}

#[test]
fn what_is_only_to_be_known_fails_no_check() {
    let workshop = workshop();
    workshop
        .write("rules.toml", "[defaults]\nseverity = 'info'\n[[expect]]\nname = 'x'\nbetween = ['bolt 3', 'plate']");
    for quiet in [&[][..], &["-q"]] {
        assert_eq!(workshop.run(&[&["check", "all.obj", "--rules", "rules.toml"], quiet].concat()).code, Some(0));
    }
    workshop.write(
        "grave.toml",
        "[defaults]\nallow = ['touching', 'crossing']\n[[expect]]\nname = 'x'\nbetween = ['bolt 3', 'plate']",
    );
    for quiet in [&[][..], &["-q"]] {
        assert_eq!(workshop.run(&[&["check", "all.obj", "--rules", "grave.toml"], quiet].concat()).code, Some(1));
    }
}

/// Pairs that a scene leaves out are no clashes, but where a contact is expected of them, they are looked at.
#[test]
fn a_contact_may_be_expected_of_what_a_scene_leaves_out() {
    let workshop = Workshop::new();
    workshop.write("cube.obj", obj(&[("", ([0.0; 3], 1.0))]));
    let body = |name: &str, x: f64| {
        format!("[[bodies]]\nname = '{name}'\nmesh = 'cube.obj'\npose = {{ translation = [{x}, 0, 0] }}\n")
    };
    let bodies = [body("a", 0.0), body("b", 1.0), body("c", 2.5)].concat();
    workshop.write("cell.toml", format!("ignore = [['a', 'b'], ['b', 'c'], ['a', 'c']]\n{bodies}"));
    workshop.write(
        "rules.toml",
        "[[expect]]\nname = 'sits'\nbetween = ['a', 'b']\n[[expect]]\nname = 'c sits'\nbetween = ['c', 'b']",
    );
    let (code, report) = workshop.json(&["check", "cell.toml", "--rules", "rules.toml"]);
    let summary: Vec<[&str; 3]> = report["clashes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clash| ["kind", "a", "b"].map(|key| clash[key].as_str().unwrap()))
        .collect();
    assert_eq!((code, summary), (Some(1), vec![["missing", "c", "c sits"]]));
}

#[test]
fn rules_that_speak_of_nobody_are_pointed_out() {
    let workshop = workshop();
    workshop.write(
        "rules.toml",
        "[[rule]]\nname = 'typo'\nbetween = ['blot *', '*']\n[[ignore]]\nbetween = ['plate', 'nobody']",
    );
    let run = workshop.run(&["check", "all.obj", "--rules", "rules.toml"]);
    assert!(run.stderr.contains("ignore[0], rule 'typo' match no pair"), "{}", run.stderr);
}

#[test]
fn evidence_is_told_with_how_it_was_found() {
    let (_, report) = workshop().json(&["check", "all.obj"]);
    let all = clashes(&report);
    let clash = &all[&["plate".to_owned(), "bolt 2".to_owned()]];
    // A quarter of the cube of half a unit is 0.25 deep in the plate.
    let (depth, volume) = (&clash["depth"], &clash["volume"]);
    assert!(depth["lower"].as_f64().unwrap() <= 0.25 && depth["upper"].as_f64().unwrap() >= 0.25, "{depth}");
    assert!(volume["lower"].as_f64().unwrap() <= 0.0625 && volume["upper"].as_f64().unwrap() >= 0.0625, "{volume}");
    assert!(volume["upper"].as_f64().unwrap() < 0.0626 && depth["upper"].as_f64().unwrap() < 0.2501, "{clash}");
    assert!([depth, volume].iter().all(|measure| !measure["by"].as_str().unwrap().is_empty()));
    assert_eq!(clash["box"], json!([[2.0, 1.0, 3.75], [2.5, 1.5, 4.0]]), "of what they share");
    assert!(!clash["curves"].as_array().unwrap().is_empty() && !clash["faces"]["a"].as_array().unwrap().is_empty());
    let group = report["groups"].as_array().unwrap().iter().find(|group| group["id"] == clash["group"]).unwrap();
    assert_eq!(group["clashes"], json!([clash["id"]]));
}

/// All formats, each by the ending of its file.
const FILES: [&str; 7] = ["r.json", "r.csv", "r.txt", "r.xml", "r.bcf", "r.bcfzip", "r.glb"];

/// The words for all of these files.
fn all_formats(files: &[&'static str]) -> Vec<&'static str> {
    files.iter().flat_map(|file| ["-o", file]).collect()
}

#[test]
fn one_check_writes_every_format() {
    let workshop = workshop();
    let run = workshop.run(&[&["check", "all.obj"][..], &all_formats(&FILES)].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.stderr.contains("2 clashes in ") && run.stderr.contains("wrote r.json, r.csv"), "{}", run.stderr);
    let bytes = |file: &str| std::fs::read(workshop.path(file)).unwrap();
    assert_eq!(workshop.read("r.json"), workshop.run(&["check", "all.obj", "--format", "json"]).stdout);
    assert_eq!(workshop.read("r.csv"), workshop.run(&["check", "all.obj", "--format", "csv"]).stdout);
    assert!(workshop.read("r.txt").contains("2 clashes in 2 patterns"), "{}", workshop.read("r.txt"));
    assert!(workshop.read("r.xml").contains("failures=\"2\""), "{}", workshop.read("r.xml"));
    assert!(
        bytes("r.bcf").starts_with(b"PK")
            && bytes("r.bcfzip").starts_with(b"PK")
            && bytes("r.glb").starts_with(b"glTF")
    );
    let version = |file: &str, options: &[&str]| {
        workshop.run(&[&["check", "all.obj", "-o", file], options].concat());
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes(file))).unwrap();
        std::io::read_to_string(archive.by_name("bcf.version").unwrap()).unwrap()
    };
    assert!(version("a.bcf", &[]).contains("2.1"));
    assert!(version("b.bcf", &["--bcf-version", "3.0"]).contains("3.0"));
    assert!(version("c.bcfzip", &["--bcf-version", "3.0"]).contains("2.1"));
    assert_eq!(workshop.run(&["check", "all.obj", "-o", "page.html"]).code, Some(1));
    assert!(workshop.read("page.html").contains("id=\"impinge-report\""));
}

#[test]
fn a_table_can_be_seen_while_files_are_written() {
    let workshop = workshop();
    let run = workshop.run(&["check", "all.obj", "-o", "r.xml", "-o", "-"]);
    assert!(run.stdout.contains("2 found") && run.stderr.is_empty(), "{run:?}");
    let run = workshop.run(&["check", "all.obj", "-o", "r.xml", "-q"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(1), "", ""));
}

#[test]
fn every_clash_has_a_picture() {
    let workshop = workshop();
    workshop.write("rules.toml", RULES);
    let (_, report) = workshop.json(&["check", "all.obj", "--rules", "rules.toml", "--pictures", "pictures"]);
    for clash in clashes(&report).values() {
        let file = format!("pictures/{}.png", clash["id"].as_str().unwrap());
        assert!(std::fs::read(workshop.path(&file)).unwrap().starts_with(b"\x89PNG"), "{file}");
    }
    assert_eq!(std::fs::read_dir(workshop.path("pictures")).unwrap().count(), 4);
}

/// The worst clashes are drawn; the others are listed, have a viewpoint, and a note says that their pictures are left out.
#[test]
fn no_more_pictures_are_drawn_than_wanted() {
    let workshop = workshop();
    workshop.write("rules.toml", RULES);
    let check = ["check", "all.obj", "--rules", "rules.toml", "-o", "r.json", "-o", "r.html", "-o", "r.bcf"];
    let note = |of: usize| format!("pictures of {of} of 4 clashes, the worst; --max-pictures all draws the rest");
    let embedded = |id: &str| {
        let page = workshop.read("r.html");
        let text = page.split_once(&format!("id=\"impinge-{id}\">")).unwrap().1.split_once("</script>").unwrap().0;
        serde_json::from_str::<Value>(text).unwrap()
    };
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    for (limit, count) in [("1", 1), ("3", 3), ("none", 0), ("0", 0), ("4", 4), ("all", 4)] {
        let folder = format!("pictures {limit}");
        let run = workshop.run(&[&check[..], &["--max-pictures", limit, "--pictures", &folder]].concat());
        let is_noted = (1..4).contains(&count);
        assert_eq!((run.code, run.stderr.contains(&note(count))), (Some(1), is_noted), "{limit}: {run:?}");
        let report: Value = serde_json::from_str(&workshop.read("r.json")).unwrap();
        let ids = |value: &Value| value["id"].as_str().unwrap().to_owned();
        let worst: Vec<String> = report["clashes"].as_array().unwrap().iter().take(count).map(ids).collect();
        let files = std::fs::read_dir(workshop.path(&folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let files = files.map(|name| name.into_string().unwrap().replace(".png", "")).collect();
        assert_eq!(sorted(files), sorted(worst.clone()), "{limit}");
        assert_eq!(sorted(embedded("pictures").as_object().unwrap().keys().cloned().collect()), sorted(worst));
        let page = embedded("report");
        assert_eq!(page["picture_note"], if is_noted { json!(note(count)) } else { Value::Null });
        assert!(page["clashes"].as_array().unwrap().iter().all(|clash| clash["view"]["eye"].is_array()));
        let bcf = std::fs::read(workshop.path("r.bcf")).unwrap();
        let entries = |name: &[u8]| bcf.windows(name.len()).filter(|bytes| *bytes == name).count();
        // Each entry is named where it begins and in the list at the end; markups name snapshots a third time.
        assert_eq!((entries(b"/viewpoint.bcfv"), entries(b"/snapshot.png")), (8, 2 * count), "{limit}");
        assert_eq!(entries(b"<Snapshot>snapshot.png</Snapshot>"), count);
    }
    let run = workshop.run(&["check", "all.obj", "--rules", "rules.toml", "--max-pictures", "2", "--pictures", "few"]);
    assert!(run.stdout.contains(&format!("note: {}", note(2))), "{run:?}");
    for word in ["-1", "few", "1.5", ""] {
        let refusal = workshop.refusal(&["check", "all.obj", "--max-pictures", word]);
        assert!(refusal.contains("expected a number of pictures, all, or none"), "{refusal}");
    }
    workshop.refusal(&["check", "all.obj", "--pairs-only", "--max-pictures", "1"]);
}

#[test]
fn pairs_alone_come_without_clashes() {
    let workshop = workshop();
    let (code, report) = workshop.json(&["check", "all.obj", "--pairs-only"]);
    assert_eq!((code, report.get("clashes"), report.get("groups")), (Some(1), None, None));
    assert_eq!(report["pairs"].as_array().unwrap().len(), 2);
    let header = workshop.run(&["check", "all.obj", "--pairs-only"]).stdout;
    assert!(header.trim_start().starts_with("a "), "{header}");
    workshop.refusal(&["check", "all.obj", "--pairs-only", "-o", "r.xml"]);
    assert_eq!(workshop.files(), ["all.obj"]);
}

#[test]
fn what_cannot_be_done_is_refused_and_nothing_is_written() {
    let workshop = workshop();
    workshop.write("rules.toml", "[defaults]\nclearence = 1");
    workshop.write("good.toml", RULES);
    workshop.write("other.json", "{\"schema\":1,\"bodies\":[],\"pairs\":[]}");
    workshop.write("later.json", "{\"schema\":3,\"bodies\":[],\"pairs\":[],\"clashes\":[]}");
    workshop.write("text.json", "not a report");
    std::fs::create_dir(workshop.path("folder.json")).unwrap();
    let before = workshop.files();
    for (words, said) in [
        (&["--rules", "rules.toml"][..], "rules.toml:2: defaults: the key 'clearence' is not known"),
        (&["--rules", "none.toml"], "none.toml"),
        (&["--rules", "good.toml", "--clearance", "1"], "--clearance"),
        (&["--baseline", "other.json"], "other.json"),
        (&["--baseline", "later.json"], "later.json: expected a report of schema 1 or 2, found schema 3"),
        (&["--baseline", "text.json"], "text.json: line 1: expected a report of `impinge check --format json`"),
        (&["--baseline", "none.json"], "none.json"),
        (&["-o", "folder.json"], "folder.json: is a directory"),
        (&["-o", "none/r.json"], "none/r.json: there is no directory none"),
        (&["-o", "r.json", "-o", "./r.json"], "given twice by -o"),
        (&["-o", "r.json", "-o", "r.xml", "--format", "json"], "--format goes with one output"),
        (&["-o", "all.obj"], "all.obj: this is the input file"),
        (&["--rules", "good.toml", "-o", "good.toml"], "good.toml: this is the input file"),
        (&["-o", "r.pdf"], "does not write .pdf"),
        (&["--pictures", "none/pictures"], "none/pictures: expected a directory"),
        (&["--pictures", "all.obj"], "all.obj: expected a directory"),
    ] {
        let refusal = workshop.refusal(&[&["check", "all.obj", "-o", "first.xml"], words].concat());
        assert!(refusal.contains(said) || words.contains(&"--format"), "{words:?}: {refusal}");
        let refusal = workshop.refusal(&[&["check", "all.obj"], words].concat());
        assert!(refusal.contains(said), "{words:?}: {refusal}");
        assert_eq!(workshop.files(), before, "{words:?}");
    }
}

/// A report that cannot be written takes the others with it.
#[cfg(target_os = "linux")]
#[test]
fn reports_appear_together_or_not_at_all() {
    let workshop = workshop();
    let refusal =
        workshop.refusal(&["check", "all.obj", "-o", "r.json", "-o", "/dev/full", "-o", "r.xml", "--pictures", "p"]);
    assert!(refusal.contains("/dev/full: cannot be written"), "{refusal}");
    assert_eq!(workshop.files(), ["all.obj"]);
}

/// Names that would do harm if they were taken for anything but names.
const HOSTILE: [&str; 4] = [
    "../../etc/passwd",
    "</script><img src=x onerror=alert(1)>\u{1b}[31m",
    "a \"quoted\", 'name' & \\ co\n=cmd",
    "C:\\x/*?\u{202e}lbo",
];

#[test]
fn names_are_shown_and_do_nothing() {
    let workshop = Workshop::new();
    workshop.write("one.obj", obj(&[("", ([0.0; 3], 1.0))]));
    let mesh = &impinge_io::read(workshop.path("one.obj")).unwrap()[0].mesh;
    let place = |k: usize| impinge::math::Pose::from_translation(impinge::math::DVec3::X * 0.75 * k as f64).unwrap();
    let body = |(k, name): (usize, &&str)| Body::new(*name, Arc::clone(mesh), place(k));
    let bodies: Vec<Body> = HOSTILE.iter().enumerate().map(body).collect();
    impinge_io::write_glb(workshop.path("all.glb"), &bodies).unwrap();
    let words = [&["check", "all.glb", "--pictures", "p"][..], &all_formats(&FILES)].concat();
    assert_eq!(workshop.run(&words).code, Some(1));
    assert_eq!(
        workshop.files(),
        ["all.glb", "one.obj", "p", "r.bcf", "r.bcfzip", "r.csv", "r.glb", "r.json", "r.txt", "r.xml"]
    );
    let report: Value = serde_json::from_str(&workshop.read("r.json")).unwrap();
    let names: BTreeSet<&str> =
        report["clashes"].as_array().unwrap().iter().map(|c| c["a"].as_str().unwrap()).collect();
    assert_eq!(names, HOSTILE[..3].iter().copied().collect());
    let is_plain = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b));
    let pictures: Vec<String> = std::fs::read_dir(workshop.path("p"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(pictures.len() == 3 && pictures.iter().all(|name| is_plain(name)), "{pictures:?}");
    assert!(!workshop.read("r.txt").contains('\u{202e}') && workshop.read("r.txt").contains("</script><img src=x"));
    assert!(!workshop.read("r.txt").contains('\u{1b}') && !workshop.read("r.xml").contains('\u{1b}'));
    assert!(!workshop.read("r.xml").contains("<img"));
    let mut reader = csv::Reader::from_path(workshop.path("r.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    // A cell holds no control characters, which terminals obey.
    let cells: BTreeSet<String> = names.iter().map(|name| name.replace(char::is_control, "\u{fffd}")).collect();
    assert_eq!(rows.iter().map(|row| row[0].to_owned()).collect::<BTreeSet<_>>(), cells);
    // A baseline whose ids would name other files is no report of ours.
    workshop.write(
        "evil.json",
        workshop.read("r.json").replacen(report["clashes"][0]["id"].as_str().unwrap(), "../evil", 1),
    );
    workshop.refusal(&["check", "all.glb", "--baseline", "evil.json", "--pictures", "p"]);
}

/// A pin of 1 x 1 that enters a block by 2 through one face: the curve is in that face, the centre of what they share is not.
#[test]
fn the_centre_is_that_of_the_overlap() {
    let workshop = Workshop::new();
    let pin = "v 4.5 4.5 8\nv 5.5 4.5 8\nv 5.5 5.5 8\nv 4.5 5.5 8\nv 4.5 4.5 12\nv 5.5 4.5 12\nv 5.5 5.5 12\nv 4.5 5.5 12\n\
               f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    workshop.write("pin.obj", pin);
    workshop.write("block.obj", obj(&[("", ([0.0; 3], 10.0))]));
    let (code, report) = workshop.json(&["check", "pin.obj", "block.obj"]);
    let clash = &report["clashes"][0];
    assert_eq!((code, &clash["kind"]), (Some(1), &json!("protrude")), "{clash}");
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>();
    let are_near =
        |found: &Value, expected: [f64; 3]| numbers(found).iter().zip(expected).all(|(p, q)| (p - q).abs() < 1e-7);
    assert!(are_near(&clash["centre"], [5.0, 5.0, 9.0]), "{clash}");
    assert!(are_near(&clash["box"][0], [4.5, 4.5, 8.0]) && are_near(&clash["box"][1], [5.5, 5.5, 10.0]), "{clash}");
    let table = workshop.run(&["check", "pin.obj", "block.obj"]).stdout;
    assert!(table.contains("(5, 5, 9)"), "{table}");
}

/// No name begins a formula in a spreadsheet; numbers stay numbers.
#[test]
fn cells_of_csv_are_no_formulas() {
    let workshop = Workshop::new();
    let cubes = [
        ("=HYPERLINK(\"http://x\")", ([-3.0; 3], 1.0)),
        ("-2+3", ([-2.5, -3.0, -5.0], 3.0)),
        ("@SUM(A1)", ([-2.5; 3], 1.0)),
    ];
    workshop.write("all.obj", obj(&cubes));
    workshop.write("rules.toml", "[[rule]]\nname = \"+1\"\nbetween = [\"*\", \"*\"]\nseverity = \"minor\"\n");
    for words in [
        &["check", "all.obj"][..],
        &["check", "all.obj", "--pairs-only"],
        &["check", "all.obj", "--rules", "rules.toml"],
    ] {
        let run = workshop.run(&[words, &["--format", "csv"]].concat());
        assert_eq!(run.code, Some(1), "{run:?}");
        let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
        let (mut texts, mut numbers) = (0, 0);
        for record in reader.records() {
            for cell in record.unwrap().iter() {
                let is_number = cell.parse::<f64>().is_ok();
                assert!(is_number || !cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}: {}", run.stdout);
                numbers += usize::from(is_number && cell.starts_with('-'));
                texts += usize::from(cell.starts_with('\''));
            }
        }
        assert!(texts >= 6 && numbers > 0, "{}", run.stdout);
    }
}
