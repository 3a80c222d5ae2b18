//! `impinge deform`: counts, upkeep, obstacles, formats, exit codes and refusals.

use crate::corpus::corpus;
use crate::schema::fault;
use crate::workshop::{Workshop, obj, stl, unit_at};
use serde_json::{Value, json};
use std::fmt::Write;

/// Squares a side of the sheet.
const SIDE: usize = 6;

/// A sheet of squares, two triangles each, whose vertex `(i, j)` is at `place(i, j)`.
fn sheet(place: impl Fn(usize, usize) -> [f64; 3]) -> String {
    let mut text = String::new();
    for k in 0..(SIDE + 1) * (SIDE + 1) {
        let [x, y, z] = place(k % (SIDE + 1), k / (SIDE + 1));
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    for k in 0..SIDE * SIDE {
        let a = k % SIDE + (SIDE + 1) * (k / SIDE) + 1;
        let [b, c, d] = [a + 1, a + SIDE + 2, a + SIDE + 1];
        writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}").unwrap();
    }
    text
}

fn flat(i: usize, j: usize) -> [f64; 3] {
    [i as f64, j as f64, 0.0]
}

/// The end of the sheet turned back, a little above, and its last row pushed through it.
fn folded(i: usize, j: usize) -> [f64; 3] {
    match i {
        0..=3 => flat(i, j),
        _ => [5.75 - i as f64, j as f64 + 0.25, if i == SIDE { -0.5 } else { 0.5 }],
    }
}

/// A flat sheet, one that is folded through itself, and one that is flat again.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    workshop.write("f1.obj", sheet(flat));
    workshop.write("f2.obj", sheet(folded));
    workshop.write("f10.obj", sheet(|i, j| [i as f64, j as f64, 0.125]));
    workshop.write("post.obj", obj(&[("", ([2.25, 2.25, -1.0], 2.0))]));
    workshop
}

fn counts(answer: &Value, key: &str) -> Vec<u64> {
    answer["frames"].as_array().unwrap().iter().map(|frame| frame[key]["count"].as_u64().unwrap()).collect()
}

/// How many pairs `check --self` finds in a file.
fn by_check(workshop: &Workshop, file: &str) -> u64 {
    let (_, report) = workshop.json(&["check", file, "--self", "--all-pairs"]);
    report["pairs"][0]["contacts"].as_u64().unwrap()
}

#[test]
fn a_sheet_folds_through_itself_and_unfolds() {
    let workshop = workshop();
    let (code, answer) = workshop.json(&["deform", "f1.obj", "f2.obj", "f10.obj"]);
    let (meeting, overlapping) = (counts(&answer, "meeting"), counts(&answer, "overlapping"));
    assert_eq!((code, meeting[0], meeting[2], &overlapping[..]), (Some(1), 0, 0, &[0; 3][..]), "{answer}");
    assert_eq!(meeting[1], by_check(&workshop, "f2.obj"));
    assert!(meeting[1] > 5);
    assert_eq!((&answer["frames"][0]["upkeep"], &answer["frames"][0]["why"]), (&json!("sorted"), &json!("first")));
    assert_eq!(workshop.run(&["deform", "f1.obj", "f10.obj"]).code, Some(0));
    // Pairs are those that are counted, on any number of threads.
    let pairs = |jobs: &str| {
        workshop.json(&["deform", "f1.obj", "f2.obj", "--list", "--jobs", jobs]).1["frames"][1]["meeting"].clone()
    };
    let listed = pairs("1");
    assert_eq!((listed["pairs"].as_array().unwrap().len() as u64, &listed), (meeting[1], &pairs("3")));
    let (code, first) = workshop.json(&["deform", "f1.obj", "f2.obj", "--first"]);
    let first = &first["frames"][1]["meeting"]["pairs"];
    assert_eq!((code, first.as_array().unwrap().len()), (Some(1), 1));
    assert!(listed["pairs"].as_array().unwrap().contains(&first[0]));
}

#[test]
fn obstacles_are_met() {
    let workshop = workshop();
    let words = ["deform", "f1.obj", "f10.obj", "--against", "post.obj"];
    let (code, answer) = workshop.json(&words);
    let (_, related) = workshop.json(&["relate", "f1.obj", "post.obj"]);
    assert_eq!((code, counts(&answer, "meeting")), (Some(1), vec![0, 0]));
    assert_eq!(counts(&answer, "contacts")[0], related["pairs"][0]["contacts"].as_u64().unwrap());
    let run = workshop.run(&[&words[..], &["--list", "--format", "csv"]].concat());
    assert!(run.stdout.starts_with("index,file,kind,a,b,time\n0,f1.obj,contact,"), "{}", run.stdout);
    assert_eq!(run.stdout.lines().count() as u64, 1 + counts(&answer, "contacts").iter().sum::<u64>());
}

#[test]
fn a_folder_is_taken_by_numbers_and_a_list_as_it_is() {
    let workshop = workshop();
    std::fs::create_dir(workshop.path("run")).unwrap();
    for (name, place) in [("f1.obj", "run/s_1.obj"), ("f2.obj", "run/s_9.obj"), ("f10.obj", "run/s_10.obj")] {
        workshop.write(place, workshop.read(name));
    }
    workshop.write("run/notes.txt", "not a frame");
    let run = workshop.run(&["deform", "run", "--format", "csv"]);
    let files: Vec<&str> = run.stdout.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    assert_eq!((files, run.stderr.as_str()), (vec!["run/s_1.obj", "run/s_9.obj", "run/s_10.obj"], ""));
    let run = workshop.run(&["deform", "f1.obj", "f10.obj", "f2.obj"]);
    assert!(run.stderr.contains("f10.obj is taken before f2.obj"), "{}", run.stderr);
    assert!(run.stdout.contains("sorted (first)") && run.stdout.contains("3 frames: "), "{}", run.stdout);
    let quiet = workshop.run(&["deform", "f1.obj", "f10.obj", "f2.obj", "-q"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(1), "", ""));
    std::fs::create_dir(workshop.path("empty")).unwrap();
    assert!(workshop.refusal(&["deform", "empty"]).contains("empty: no mesh files in this folder"));
}

/// Frames that are no frames are told with their file and their place, and the rest still counts with `--keep-going`.
#[test]
fn frames_that_do_not_fit_are_told() {
    let workshop = workshop();
    let good = workshop.read("f1.obj");
    let edit = |from: &str, to: &str| good.replacen(from, to, 1);
    for (text, expected) in [
        (edit("v 1 0 0", "v NaN 0 0"), "bad.obj:2: expected "),
        (edit("f 1 2 9\n", ""), "bad.obj: expected 72 triangles, as in the first frame, found 71"),
        (
            edit("f 1 2 9", "f 1 9 2"),
            "bad.obj: face 0: expected the vertices 0 1 8, as in the first frame, found 0 8 1",
        ),
        (format!("{good}v 9 9 9\nf 1 2 50\n"), "bad.obj: expected 49 vertices, as in the first frame, found 50"),
    ] {
        workshop.write("bad.obj", text);
        let said = workshop.refusal(&["deform", "f1.obj", "bad.obj", "f2.obj"]);
        assert!(said.contains(expected), "{said}");
        let run = workshop.run(&["deform", "f1.obj", "bad.obj", "f2.obj", "--keep-going", "--format", "json"]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("1 of 3 frames could not be used"), "{}", run.stderr);
        let answer: Value = serde_json::from_str(&run.stdout).unwrap();
        assert!(answer["frames"][1]["error"].as_str().unwrap().contains(expected));
        assert_eq!(answer["frames"][2]["meeting"]["count"], by_check(&workshop, "f2.obj"));
    }
    assert!(workshop.refusal(&["deform", "f1.obj", "missing.obj"]).contains("missing.obj: there is no such file"));
    assert!(workshop.refusal(&["deform", "f1.obj", "-o", "f1.obj"]).contains("would be overwritten"));
    assert!(workshop.refusal(&["deform", "f1.obj", "-o", "x.glb"]).contains("does not write .glb"));
}

/// Squares of a file that are cut into triangles otherwise once they bend are still the same squares.
#[test]
fn polygons_keep_their_cuts() {
    let workshop = Workshop::new();
    let square = |corner: &str| format!("v 0 0 0\nv {corner}\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n");
    workshop.write("a.obj", square("2 0 0"));
    workshop.write("b.obj", square("0.5 1 1"));
    let first_face = |file: &str| impinge_io::read(workshop.path(file)).unwrap()[0].mesh.faces()[0];
    assert_ne!(first_face("a.obj"), first_face("b.obj"), "the reader cuts where it must");
    assert_eq!(workshop.run(&["deform", "a.obj", "b.obj"]).code, Some(0));
}

/// A cube whose corners are three vertices each, in triangles alone or in faces with a seam around each, has neighbours all the same;
/// where a side comes off, the surface is rebuilt.
#[test]
fn seams_are_no_gaps() {
    let workshop = Workshop::new();
    workshop.write("a.stl", stl(unit_at(0.0)));
    workshop.write("b.stl", stl(unit_at(0.125)));
    let split = |lift: f64| {
        let mesh = &impinge_io::read(workshop.path("a.stl")).unwrap()[0].mesh;
        let mut text = String::new();
        for (k, face) in mesh.face_ids().enumerate() {
            for p in mesh.triangle(face) {
                writeln!(text, "v {} {} {}", p.x, p.y, p.z - if k == 0 { lift } else { 0.0 }).unwrap();
            }
            writeln!(text, "f {} {} {}", 3 * k + 1, 3 * k + 2, 3 * k + 3).unwrap();
        }
        text
    };
    workshop.write("s.obj", split(0.0));
    workshop.write("t.obj", split(0.25));
    for (frames, upkeep) in [(["a.stl", "b.stl"], json!("refit")), (["s.obj", "s.obj"], json!("refit"))] {
        let (code, answer) = workshop.json(&["deform", frames[0], frames[1]]);
        assert_eq!((code, &answer["frames"][1]["upkeep"]), (Some(0), &upkeep), "{answer}");
    }
    let (code, answer) = workshop.json(&["deform", "s.obj", "t.obj", "t.obj"]);
    let why: Vec<&Value> = answer["frames"].as_array().unwrap().iter().map(|frame| &frame["why"]).collect();
    assert_eq!((code, why), (Some(1), vec![&json!("first"), &json!("parted"), &json!(null)]), "{answer}");
    workshop.write("c.stl", [stl(unit_at(0.0)), vec![0; 50]].concat());
    let mut longer = workshop.path("c.stl").metadata().map(|_| std::fs::read(workshop.path("c.stl")).unwrap()).unwrap();
    longer[80] = 13;
    workshop.write("c.stl", &longer);
    assert!(workshop.refusal(&["deform", "a.stl", "c.stl"]).contains("expected 12 triangles, as in the first frame"));
}

#[test]
fn plots_and_pictures_are_drawn_beside_the_answer() {
    let workshop = workshop();
    let words = ["deform", "f1.obj", "f2.obj", "f10.obj", "--against", "post.obj", "-o"];
    let run = workshop.run(&[&words[..], &["run.svg"]].concat());
    let svg = workshop.read("run.svg");
    assert!(run.code == Some(1) && run.stdout.contains("contacts"), "{run:?}");
    assert!(
        svg.contains("3 frames, something found in 3") && svg.contains("microseconds") && !svg.contains("NaN"),
        "{svg}"
    );
    let run = workshop.run(&[&words[..], &["run.png"]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    let picture = std::fs::read(workshop.path("run.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 5_000, "{}", picture.len());
}

#[test]
fn answers_keep_to_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/deform.schema.json")).unwrap();
    let workshop = workshop();
    workshop.write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for options in [&[][..], &["--list"], &["--first", "--against", "post.obj"], &["--keep-going"]] {
        let last = if options == ["--keep-going"] { "bad.obj" } else { "f10.obj" };
        let (_, answer) = workshop.json(&[&["deform", "f1.obj", "f2.obj", last], options].concat());
        assert_eq!(fault(&schema, &schema, &answer), None, "{options:?}: {answer}");
        for (at, wrong) in
            [("/frames/0/upkeep", json!("patched")), ("/frames/1/meeting", json!(3)), ("/schema", json!(2))]
        {
            let mut broken = answer.clone();
            *broken.pointer_mut(at).unwrap() = wrong;
            assert!(fault(&schema, &schema, &broken).is_some(), "{at}");
        }
    }
}

#[test]
fn the_cloth_of_the_corpus_is_counted() {
    let Some(folder) = corpus("cloth") else { return };
    let workshop = Workshop::new();
    let frames = ["cloth_ball92.ply", "cloth_ball93.ply"].map(|name| folder.join(name).display().to_string());
    let (code, answer) = workshop.json(&["deform", &frames[0], &frames[1]]);
    assert_eq!((code, counts(&answer, "meeting")), (Some(1), vec![61_530, 97_320]));
}

/// A sheet that turns over itself crosses on the way, though neither frame does.
#[test]
fn what_meets_between_frames_is_told() {
    let workshop = Workshop::new();
    workshop.write("a.obj", sheet(flat));
    // The second half folded back above the first, and then below it.
    let over =
        |z: f64| move |i: usize, j: usize| if i <= 3 { flat(i, j) } else { [6.25 - i as f64, j as f64 + 0.1, z] };
    workshop.write("b.obj", sheet(over(0.5)));
    workshop.write("c.obj", sheet(over(-0.5)));
    let (code, answer) =
        workshop.json(&["deform", "a.obj", "b.obj", "c.obj", "--between", "--within", "0.55", "--list"]);
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/deform.schema.json")).unwrap();
    assert_eq!((code, fault(&schema, &schema, &answer)), (Some(1), None));
    let frames = answer["frames"].as_array().unwrap();
    assert!(frames[0].get("impacts").is_none(), "{}", frames[0]);
    let impacts = &frames[2]["impacts"];
    let listed = impacts["listed"].as_array().unwrap();
    assert!(listed.len() > 10 && impacts["count"] == listed.len(), "{impacts}");
    let first = impacts["first"][0].as_f64().unwrap();
    assert!((0.0..=0.5).contains(&first), "{impacts}");
    let of = |kinds: Value| listed.iter().filter(|meeting| meeting["kinds"] == kinds).count();
    assert_eq!(of(json!(["vertex", "face"])) + of(json!(["edge", "edge"])), listed.len());
    assert!(of(json!(["vertex", "face"])) > 0 && of(json!(["edge", "edge"])) > 0);
    assert_eq!(frames[0]["near"]["count"], 0);
    assert!(frames[1]["near"]["count"].as_u64().unwrap() > 10, "{}", frames[1]["near"]["count"]);

    let csv = workshop.run(&["deform", "b.obj", "c.obj", "--between", "--format", "csv"]);
    let last: Vec<String> = csv.stdout.lines().last().unwrap().split(',').map(str::to_owned).collect();
    assert_eq!(last[8], impacts["count"].to_string(), "{}", csv.stdout);
    let rows = workshop.run(&["deform", "b.obj", "c.obj", "--between", "--list", "--format", "csv"]).stdout;
    assert_eq!(rows.lines().filter(|row| row.contains(",edge-edge,")).count(), of(json!(["edge", "edge"])));

    workshop.write("post.obj", obj(&[("", ([2.25, 2.25, -3.0], 2.0))]));
    let (_, answer) = workshop.json(&["deform", "a.obj", "c.obj", "--between", "--against", "post.obj"]);
    assert_eq!(fault(&schema, &schema, &answer), None);
    assert!(answer["frames"][1]["obstacle_impacts"]["count"].is_u64(), "{answer}");
    let refused = workshop.run(&["deform", "a.obj", "--within", "-1"]);
    assert_eq!(refused.code, Some(2));
}
