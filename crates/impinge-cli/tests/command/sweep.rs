//! `impinge sweep`: intervals, impacts, formats, exit codes and refusals.

use crate::workshop::{Workshop, unit_at};
use serde_json::json;
use std::io::Write;
use std::process::Stdio;

/// A unit cube at the origin, and one two units farther along x.
fn workshop() -> Workshop {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(3.0))]);
    workshop.write("through.csv", "x,y,z,qw,qx,qy,qz,t\n0,0,0,1,0,0,0,10\n\n-8,0,0,1,0,0,0,18\n");
    workshop.write("turn.csv", "t,qw,qx,qy,qz,x,y,z\n0,1,0,0,0,0,0,0\n1,0,0,0,1,0,0.25,0\n");
    workshop
}

#[test]
fn bodies_that_do_not_turn_are_timed_exactly() {
    let workshop = workshop();
    let run = workshop.run(&["sweep", "a.obj", "b.obj", "--to", "-8,0,0"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..2], ["contact  0.25 to 0.5", "impact   0.25, normal (1, 0, 0)"], "{}", run.stdout);
    assert!(lines[2].starts_with("a        (1, ") && lines[3].starts_with("b        (1, "), "{}", run.stdout);
    // The same in the unit of the keyframes, and a free way before.
    let run = workshop.run(&["sweep", "a.obj", "b.obj", "--motion", "through.csv", "--format", "csv"]);
    let header = "begin_lower,begin_upper,end_lower,end_upper,certainty\n";
    assert_eq!((run.code, run.stdout), (Some(1), format!("{header}12,12,14,14,exact\n")));
    workshop.write("shift.csv", "t,x,y,z\n10,0,0,0\n18,-8,0,0\n");
    let run = workshop.run(&["sweep", "a.obj", "b.obj", "--motion", "shift.csv", "--format", "csv"]);
    assert_eq!(run.stdout, format!("{header}12,12,14,14,exact\n"));
    let words = ["sweep", "a.obj", "b.obj", "--motion", "through.csv", "--window", "10,11.5"];
    let run = workshop.run(&words);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "free     10 to 11.5\n"));
    let (code, answer) = workshop.json(&words);
    assert_eq!((code, &answer["free"], &answer["impact"]), (Some(0), &json!(true), &json!(null)));
    let quiet = workshop.run(&["sweep", "a.obj", "b.obj", "--to", "-8,0,0", "-q"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(1), "", ""));
    // Both move as one: nothing happens between them.
    let words = ["sweep", "a.obj", "b.obj", "--motion", "turn.csv", "--a-motion", "turn.csv"];
    assert_eq!(workshop.run(&words).code, Some(0));
}

#[test]
fn what_turns_is_told_within_a_bound() {
    let workshop = workshop();
    for way in ["slerp", "screw"] {
        // Half a turn about the origin brings B from +x to -x: past A, which it meets on the way.
        let words = ["sweep", "a.obj", "b.obj", "--motion", "turn.csv", "--way", way];
        let (code, answer) = workshop.json(&words);
        assert_eq!(code, Some(0), "{way}: a circle of radius 3 about A: {answer}");
        // With a separation of two it does count, all the time or nearly so.
        let (code, answer) = workshop.json(&[&words[..], &["--separation", "2"]].concat());
        assert_eq!((code, &answer["starts_in_contact"]), (Some(1), &json!(true)), "{way}");
        assert_eq!(answer["separation"], json!(2.0));
        let bound = answer["bound"].as_f64().unwrap();
        assert!(bound > 0.0 && bound < 1e-7, "{bound}");
    }
    // A cube that turns by a quarter about its own edge x = 3, y = 0 while it comes nearer: a vertex leads.
    let workshop = Workshop::of_cubes(&[("wall.obj", ([-4.0, -2.0, -2.0], 4.0)), ("b.obj", ([0.0; 3], 1.0))]);
    workshop
        .write("roll.csv", "t,qw,qx,qy,qz,x,y,z\n0,1,0,0,0,1,0,0\n1,0.7071067811865476,0,0,0.7071067811865476,1,0,0\n");
    let (code, answer) = workshop.json(&["sweep", "wall.obj", "b.obj", "--motion", "roll.csv"]);
    // x = 1 + cos φ - sin φ, or -sin φ: the far corner of the side reaches the wall at the very end.
    assert_eq!((code, answer["intervals"].as_array().unwrap().len()), (Some(1), 1), "{answer}");
    let begin = answer["intervals"][0]["begin"][0].as_f64().unwrap();
    assert!(begin > 0.999 && begin <= 1.0, "{begin}");
}

#[test]
fn plots_are_drawn_beside_the_answer() {
    let workshop = workshop();
    let run = workshop.run(&["sweep", "a.obj", "b.obj", "--motion", "through.csv", "-o", "plot.svg"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.starts_with("contact  12 to 14\n"), "{}", run.stdout);
    let svg = workshop.read("plot.svg");
    assert!(svg.ends_with("</svg>\n") && svg.contains("first contact at 12") && !svg.contains("NaN"), "{svg}");
    let run = workshop.run(&["sweep", "a.obj", "b.obj", "--to", "-8,0,0", "-o", "out.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(workshop.read("out.json").starts_with("{\"schema\":1,"));
    // A way of no length, and one at the edge of what times can be.
    workshop.write("long.csv", "t,qw,qx,qy,qz,x,y,z\n-1e30,1,0,0,0,0,0,0\n1e30,1,0,0,0,-1e9,0,0\n");
    for words in [["--to", "0,0,0"], ["--motion", "long.csv"]] {
        let run = workshop.run(&[&["sweep", "a.obj", "b.obj", "-o", "odd.svg"][..], &words].concat());
        let svg = workshop.read("odd.svg");
        assert!(run.code.is_some_and(|code| code < 2) && !svg.contains("NaN") && !svg.contains("inf"), "{run:?}");
    }
}

#[test]
fn keyframes_come_from_standard_input() {
    let workshop = workshop();
    let mut command = workshop.command(&["sweep", "a.obj", "b.obj", "--motion", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(workshop.read("through.csv").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("contact  12 to 14\n"));
}

#[test]
fn bad_motions_are_refused_with_their_place() {
    let workshop = workshop();
    let header = "t,qw,qx,qy,qz,x,y,z\n";
    for (text, expected) in [
        ("", "motion.csv: the file has no header; expected the columns t,x,y,z and one of qw,"),
        (
            "qw,qx,qy,qz,x,y,z\n1,0,0,0,0,0,0\n",
            "motion.csv:1: the column t is missing; expected the columns t,x,y,z and one of qw,",
        ),
        (
            "t,qw,x,y,z\n0,1,0,0,0\n",
            "motion.csv:1: the column qx is missing; expected the columns t,x,y,z and one of qw,",
        ),
        ("t,x,y\n0,0,0\n", "motion.csv:1: the column z is missing; expected the columns t,x,y,z and one of qw,"),
        (header, "motion.csv: expected two keyframes or more, found 0"),
        ("t,qw,qx,qy,qz,x,y,z\n0,1,0,0,0,0,0,0\n", "motion.csv: expected two keyframes or more, found 1"),
        (
            "t,qw,qx,qy,qz,x,y,z\n1,1,0,0,0,0,0,0\n\n0,1,0,0,0,0,0,0\n",
            "motion.csv:4: column t: expected a time after 1, that of the row before; found 0",
        ),
        ("t,qw,qx,qy,qz,x,y,z\nNaN,1,0,0,0,0,0,0\n", "motion.csv:2: column t: expected a finite number, found \"NaN\""),
        (
            "t,qw,qx,qy,qz,x,y,z\n1e300,1,0,0,0,0,0,0\n2e300,1,0,0,0,0,0,0\n",
            "motion.csv:2: column t: expected a time of at most 2^100, found 1",
        ),
        ("t,qw,qx,qy,qz,x,y,z\n0,0,0,0,0,0,0,0\n", "motion.csv:2: "),
    ] {
        workshop.write("motion.csv", text);
        let said = workshop.refusal(&["sweep", "a.obj", "b.obj", "--motion", "motion.csv", "-o", "new.json"]);
        assert!(said.contains(expected), "{said}");
        assert!(!workshop.path("new.json").exists());
    }
    let sweep = ["sweep", "a.obj", "b.obj"];
    for (words, expected) in [
        (&["--to", "1,2"][..], "expected 3 numbers x,y,z, or 6 numbers"),
        (&["--to", "1,2,inf"], "expected a finite number"),
        (&["--to", "0,0,0,0,1,2,3"], "--to"),
        (&["--to", "1,0,0", "--motion", "through.csv"], "cannot be used with"),
        (&[], "--motion"),
        (&["--to", "1,0,0", "--separation", "-1"], "separation"),
        (&["--to", "1,0,0", "--tolerance", "0"], "tolerance"),
        (&["--to", "1,0,0", "--window", "1,0"], "window"),
        (&["--motion", "missing.csv"], "missing.csv"),
        (&["--motion", "-", "--a-motion", "-"], "expected at most one"),
        (&["--to", "1,0,0", "-o", "a.obj"], "would be overwritten"),
        (&["--motion", "through.csv", "-o", "through.csv"], "would be overwritten"),
        (&["--to", "1,0,0", "-o", "x.png"], "does not write .png"),
    ] {
        let run = workshop.run(&[&sweep[..], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(run.stderr.contains(expected), "{words:?}: {}", run.stderr);
    }
}

/// One motion by every column of a rotation, and by `--to`: B turns about z on its way.
#[test]
fn motions_take_every_column_of_a_rotation() {
    let workshop = workshop();
    let angle = 0.1_f64;
    let ((sin, cos), (half_sin, half_cos), degrees) = (angle.sin_cos(), (0.5 * angle).sin_cos(), angle.to_degrees());
    let (quaternion, matrix) = (format!("{half_cos},0,0,{half_sin}"), format!("{cos},{},0,{sin},{cos},0,0,0,1", -sin));
    let tables = [
        format!("t,qw,qx,qy,qz,x,y,z\n0,1,0,0,0,0,0,0\n1,{quaternion},-8,0,0\n"),
        format!("t,r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z\n0,1,0,0,0,1,0,0,0,1,0,0,0\n1,{matrix},-8,0,0\n"),
        format!("t,roll,pitch,yaw,x,y,z\n0,0,0,0,0,0,0\n1,0,0,{angle},-8,0,0\n"),
        format!("t,roll_deg,pitch_deg,yaw_deg,x,y,z\n0,0,0,0,0,0,0\n1,0,0,{degrees},-8,0,0\n"),
    ];
    let near = |p: f64, q: f64| (p - q).abs() < 1e-6;
    let begin = |words: &[&str]| {
        let (code, found) = workshop.json(&[&["sweep", "a.obj", "b.obj"], words].concat());
        assert_eq!(code, Some(1), "{found}");
        found["intervals"][0]["begin"][0].as_f64().unwrap()
    };
    let expected = begin(&["--to", &format!("{quaternion},-8,0,0")]);
    for table in tables {
        workshop.write("turn.csv", &table);
        assert!(near(begin(&["--motion", "turn.csv"]), expected), "{table}");
    }
    assert!(near(begin(&["--to", &format!("0,0,{angle},-8,0,0")]), expected));
    assert!(near(begin(&["--to", &format!("{matrix},-8,0,0")]), expected));
    // The turn matters.
    assert!(!near(begin(&["--to", "-8,0,0"]), expected));
}
