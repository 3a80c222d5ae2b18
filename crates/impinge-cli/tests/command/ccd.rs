//! `impinge ccd`: answers in order, formats, exit codes, refusals, and the sample queries of NYU.

use crate::corpus::corpus;
use crate::workshop::Workshop;
use serde_json::json;
use std::io::Write;
use std::process::Stdio;

/// Rows of places at the start and at the end, and what the last column says.
fn query(from: [[i32; 3]; 4], to: [[i32; 3]; 4], truth: &str) -> String {
    let row = |p: &[i32; 3]| format!("{},4,{},4,{},4{truth}\n", p[0], p[1], p[2]);
    from.iter().chain(&to).map(row).collect()
}

/// A face at rest, in quarters, and a vertex above.
fn falling(x: i32, to: i32, truth: &str) -> String {
    let face = [[0, 0, 0], [16, 0, 0], [0, 16, 0]];
    let with = |v: [i32; 3]| [v, face[0], face[1], face[2]];
    query(with([x, 4, 4]), with([x, 4, to]), truth)
}

/// Through the face, to it, not so far, beside it.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    let all = [falling(4, -4, ",1"), falling(12, 0, ",1"), falling(4, 1, ",0"), falling(13, -8, ",0")];
    workshop.write("vf.csv", all.concat());
    let edges =
        query([[0, 0, 0], [8, 0, 0], [4, -4, 4], [4, 4, 4]], [[0, 0, 0], [8, 0, 0], [4, -4, -8], [4, 4, -8]], "");
    workshop.write("ee.csv", edges);
    workshop
}

#[test]
fn one_line_for_each_query_in_order() {
    let workshop = workshop();
    let run = workshop.run(&["ccd", "vf.csv", "--kind", "vf"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "hit\nhit\nfree\nfree\n"));
    assert!(run.stderr.starts_with("4 queries: 2 hit, 2 free; ") && run.stderr.ends_with("; all as the file says\n"));
    assert_eq!(run.stderr.lines().count(), 1);
    let quiet = workshop.run(&["ccd", "vf.csv", "--kind", "vf", "-q"]);
    assert_eq!((quiet.stdout, quiet.stderr.as_str()), (run.stdout, ""));
    workshop.write("free.csv", falling(13, -8, ""));
    let free = workshop.run(&["ccd", "free.csv", "--kind", "vertex-face"]);
    assert_eq!((free.code, free.stdout.as_str()), (Some(0), "free\n"));
    assert!(!free.stderr.contains("file says"), "{}", free.stderr);
}

#[test]
fn times_lie_between_neighbours() {
    let workshop = workshop();
    let run = workshop.run(&["ccd", "vf.csv", "--kind", "vf", "--times"]);
    assert_eq!(run.stdout, "hit 0.5 0.5\nhit 1 1\nfree\nfree\n");
    let run = workshop.run(&["ccd", "ee.csv", "--kind", "ee", "--times", "--format", "csv"]);
    assert_eq!(run.stdout, "index,answer,truth,lower,upper\n0,hit,,0.3333333333333333,0.33333333333333337\n");
    let run = workshop.run(&["ccd", "vf.csv", "--kind", "vf", "--times", "-o", "out.csv"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert_eq!(
        workshop.read("out.csv"),
        "index,answer,truth,lower,upper\n0,hit,hit,0.5,0.5\n1,hit,hit,1,1\n2,free,free,,\n3,free,free,,\n"
    );
    let run = workshop.run(&["ccd", "vf.csv", "--kind", "vf", "--format", "csv"]);
    assert_eq!(run.stdout, "index,answer,truth\n0,hit,hit\n1,hit,hit\n2,free,free\n3,free,free\n");
}

#[test]
fn json_tells_parts_and_normals() {
    let workshop = workshop();
    let (code, found) = workshop.json(&["ccd", "vf.csv", "--kind", "vf", "--times"]);
    assert_eq!((code, &found["kind"]), (Some(1), &json!("vf")));
    let first = &found["queries"][0];
    assert_eq!(first["spans"], json!([[[0.5, 0.5], [0.5, 0.5]]]));
    let impact = json!({
        "time": [0.5, 0.5], "point": [1.0, 1.0, 0.0], "normal": [0.0, 0.0, 1.0],
        "features": [{"kind": "vertex", "ids": [0]}, {"kind": "face", "ids": [0, 1, 2]}],
    });
    assert_eq!(first["impact"], impact);
    assert_eq!(found["queries"][1]["impact"]["features"][1], json!({"kind": "edge", "ids": [1, 2]}));
    assert_eq!(
        found["queries"][3],
        json!({"index": 3, "line": 25, "hit": false, "truth": false, "spans": [], "impact": null})
    );
    let (_, plain) = workshop.json(&["ccd", "ee.csv", "--kind", "ee"]);
    assert_eq!(plain["queries"], json!([{"index": 0, "line": 1, "hit": true, "truth": null}]));
}

#[test]
fn answers_that_differ_from_the_file_are_told() {
    let workshop = workshop();
    workshop.write("wrong.csv", [falling(4, -4, ",1"), falling(4, -4, ",0")].concat());
    let run = workshop.run(&["ccd", "wrong.csv", "--kind", "vf"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "hit\nhit\n"));
    assert!(run.stderr.starts_with("impinge: note: the query of line 9: the file says free, the answer is hit\n"));
    assert!(run.stderr.ends_with("; 1 not as the file says\n"));
}

/// Edges taken for a vertex and a face give answers that the file denies, and those of the right kind do not.
#[test]
fn a_wrong_kind_is_suspected() {
    let workshop = workshop();
    let wrong = workshop.run(&["ccd", "vf.csv", "--kind", "ee"]);
    let notes: Vec<&str> = wrong.stderr.lines().filter(|line| line.starts_with("impinge: note: ")).collect();
    assert_eq!(notes.last(), Some(&"impinge: note: 2 answers differ from the file; with --kind vf none would"));
    // One truth is wrong whatever the kind is.
    workshop.write("odd.csv", [workshop.read("vf.csv"), falling(4, -4, ",0")].concat());
    let odd = |kind| workshop.run(&["ccd", "odd.csv", "--kind", kind]).stderr;
    assert!(odd("ee").contains("with --kind vf 1 would"), "{}", odd("ee"));
    assert!(!odd("vf").contains("--kind"), "{}", odd("vf"));
}

/// Truth may be told of some queries alone, and then no more is claimed.
#[test]
fn queries_without_truth_are_not_as_the_file_says() {
    let workshop = Workshop::new();
    workshop.write("some.csv", [falling(4, -4, ",1"), falling(12, 0, ""), falling(13, -8, "")].concat());
    let run = workshop.run(&["ccd", "some.csv", "--kind", "vf"]);
    assert!(run.stderr.ends_with("; all as the file says, which tells 1 of them\n"), "{}", run.stderr);
}

#[test]
fn standard_input_is_a_file_and_bad_files_are_refused() {
    let workshop = workshop();
    let mut child = workshop
        .command(&["ccd", "-", "--kind", "ee"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(workshop.read("ee.csv").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b"hit\n"[..]));
    workshop.write("bad.csv", "0,1,0,1,0,1,1\n0,1,1,3,0,1,1\n");
    let refused = |file: &str| workshop.refusal(&["ccd", file, "--kind", "vf"]);
    assert!(
        refused("bad.csv")
            .starts_with("impinge: error: bad.csv:2: column y numerator: expected a coordinate that is a double")
    );
    assert!(refused("none.csv").contains("none.csv: there is no such file"));
    // The workshop gives commands nothing to read.
    assert_eq!(
        refused("-"),
        "impinge: error: standard input: there is nothing in it (0 bytes), expected rows of queries\n"
    );
    assert_eq!(workshop.run(&["ccd", "vf.csv"]).code, Some(2), "the kind has to be given");
    assert!(workshop.refusal(&["ccd", "vf.csv", "--kind", "vf", "-o", "vf.csv"]).contains("input"));
}

/// No contact of NYU's is missed and none is made up, through files and all.
#[test]
fn the_sample_queries_are_answered_as_they_should_be() {
    let Some(folder) = corpus("ccd-sample-queries") else { return };
    let workshop = Workshop::new();
    let mut queries = 0;
    for scene in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for (kind, name) in [("vf", "vertex-face"), ("ee", "edge-edge")] {
            for file in std::fs::read_dir(scene.join(name)).unwrap().map(|entry| entry.unwrap().path()) {
                let run = workshop.run(&["ccd", file.to_str().unwrap(), "--kind", kind]);
                assert!(run.stderr.ends_with("; all as the file says\n"), "{}: {}", file.display(), run.stderr);
                assert_eq!(run.code, Some(i32::from(run.stdout.contains("hit"))));
                queries += run.stdout.lines().count();
            }
        }
    }
    assert!(queries > 2_000, "{queries}");
}
