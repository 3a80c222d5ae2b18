//! `impinge poses`: both headers, every query, order and exit codes.

use crate::workshop::{Workshop, unit_at};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

/// A unit cube, a smaller one to pose, and poses that put it beside, against, into, inside and around a corner.
fn workshop() -> Workshop {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", ([0.0; 3], 0.5))]);
    workshop.write(
        "q.csv",
        "qw,qx,qy,qz,x,y,z\n1,0,0,0,2,0,0\n1,0,0,0,1,0,0\n1,0,0,0,0.75,0.25,0.25\n1,0,0,0,0.25,0.25,0.25\n",
    );
    workshop
}

#[test]
fn one_row_for_each_pose_in_order() {
    let run = workshop().run(&["poses", "a.obj", "b.obj", "--poses", "q.csv", "--query", "relation"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.stdout, "index,relation\n0,disjoint\n1,touching\n2,crossing\n3,b_inside_a\n");
    let last = run.stderr.lines().last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    let number = |i: usize| words[i].parse::<f64>().unwrap();
    assert!(number(0) == 4.0 && number(3) > 0.0 && number(8) > 0.0, "{last}");
    let rest = [&words[1..3], &words[4..8], &words[9..]].concat().join(" ");
    assert_eq!(rest, "queries in s of wall time; us a query in the mean, on its own thread");
    assert_eq!(run.stderr.lines().count(), 1, "two closed meshes need no note");
}

#[test]
fn every_query_has_its_columns() {
    let workshop = workshop();
    let ask = |query, method| {
        let run =
            workshop.run(&["poses", "a.obj", "b.obj", "--poses", "q.csv", "-q", "--query", query, "--method", method]);
        assert_eq!(run.stderr, "");
        (run.code, run.stdout)
    };
    for method in ["auto", "brute", "aabb", "obb", "sphere", "kdop", "rss", "obb:arity=8,fit=hull,space=world"] {
        assert_eq!(
            ask("intersects", method),
            (Some(0), "index,intersects\n0,false\n1,true\n2,true\n3,true\n".to_owned())
        );
        let (code, contacts) = ask("contacts", method);
        let counts: Vec<usize> = contacts.lines().skip(1).map(|row| row[2..].parse().unwrap()).collect();
        assert_eq!(code, Some(0), "answers are data, not findings");
        assert!(contacts.starts_with("index,contacts\n"));
        assert!(counts[0] == 0 && counts[1] > 0 && counts[2] > 0 && counts[3] == 0, "{counts:?}");
        let (code, distances) = ask("distance", method);
        let rows: Vec<Vec<&str>> = distances.lines().map(|row| row.split(',').collect()).collect();
        assert_eq!(code, Some(0));
        assert_eq!(rows[0], ["index", "distance", "ax", "ay", "az", "bx", "by", "bz"]);
        assert_eq!((rows[1][1], rows[1][2], rows[1][5]), ("1", "1", "2"));
        assert!(rows[2..].iter().all(|row| row[1] == "0" && row[2..5] == row[5..8]), "{rows:?}");
    }
}

#[test]
fn matrices_are_read_by_row_and_in_any_order_of_columns() {
    let workshop = workshop();
    // A quarter turn about z carries B to the other side of the y axis.
    workshop.write(
        "r.csv",
        "z,y,x,r22,r21,r20,r12,r11,r10,r02,r01,r00\n0,0,0,1,0,0,0,0,1,0,-1,0\n0,0,0.5,1,0,0,0,0,1,0,-1,0\n",
    );
    let run = workshop.run(&["poses", "a.obj", "b.obj", "--poses", "r.csv", "--query", "distance"]);
    let rows: Vec<&str> = run.stdout.lines().collect();
    assert!(rows[1].starts_with("0,0,"), "{rows:?}");
    let run = workshop.run(&["poses", "a.obj", "b.obj", "--poses", "r.csv"]);
    assert_eq!(run.stdout, "index,relation\n0,touching\n1,b_inside_a\n");
}

#[test]
fn json_has_the_same_answers() {
    let workshop = workshop();
    let ask = |query| workshop.json(&["poses", "a.obj", "b.obj", "--poses", "q.csv", "--query", query]).1;
    let relation = ask("relation");
    assert_eq!((&relation["schema"], &relation["query"]), (&json!(1), &json!("relation")));
    assert_eq!(relation["poses"][1], json!({"index": 1, "relation": "touching"}));
    assert_eq!(ask("intersects")["poses"][0], json!({"index": 0, "intersects": false}));
    let distance: Value = ask("distance");
    assert_eq!((&distance["poses"][0]["distance"], &distance["poses"][0]["witness"][0][0]), (&json!(1.0), &json!(1.0)));
}

#[test]
fn a_budget_gives_bounds() {
    let workshop = workshop();
    let ask = |budget| {
        let words = ["poses", "a.obj", "b.obj", "--poses", "q.csv", "-q", "--query", "distance", "--budget", budget];
        let run = workshop.run(&words);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        let rows: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
        assert_eq!(rows[0], "index,lower,upper,ax,ay,az,bx,by,bz");
        let cell = |row: &String, i: usize| row.split(',').nth(i).unwrap().parse::<f64>().unwrap();
        rows[1..].iter().map(|row| [cell(row, 1), cell(row, 2)]).collect::<Vec<_>>()
    };
    let truth = [1.0, 0.0, 0.0, 0.0];
    assert_eq!(ask("1000pairs"), truth.map(|d| [d, d]));
    assert_eq!(ask("10s"), truth.map(|d| [d, d]));
    for budget in ["0pairs", "1pairs", "2pairs", "0us"] {
        let bounds = ask(budget);
        assert!(bounds.iter().zip(truth).all(|([lower, upper], d)| *lower <= d && d <= *upper), "{bounds:?}");
    }
    assert!(ask("0pairs").iter().any(|[lower, upper]| lower < upper));
    let words = ["poses", "a.obj", "b.obj", "--poses", "q.csv", "--query", "distance", "--budget", "1pairs"];
    let json = workshop.json(&words).1;
    assert_eq!(json["query"], "bounds");
    assert!(json["poses"][0]["lower"].as_f64().unwrap() <= json["poses"][0]["upper"].as_f64().unwrap());
    let refusal = |more: &[&str]| workshop.refusal(&[&["poses", "a.obj", "b.obj", "--poses", "q.csv"], more].concat());
    assert!(refusal(&["--budget", "5us"]).contains("--budget goes with --query distance"));
    assert!(
        refusal(&["--budget", "5us", "--query", "distance", "--method", "obb"])
            .contains("--budget goes with --method auto")
    );
    assert!(refusal(&["--budget", "5", "--query", "distance"]).contains("a time such as 50us"));
}

#[test]
fn poses_come_from_standard_input() {
    let workshop = workshop();
    let mut command = workshop.command(&["poses", "a.obj", "b.obj", "--poses", "-", "--query", "intersects"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(workshop.read("q.csv").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"index,intersects\n0,false\n1,true\n2,true\n3,true\n");
}

#[test]
fn open_parts_are_noted_before_the_time() {
    let workshop = workshop();
    workshop.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let run = workshop.run(&["poses", "a.obj", "sheet.obj", "--poses", "q.csv"]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines[0], "impinge: note: B (sheet.obj) is not closed: it is a surface without an inside");
    assert!(lines.len() == 2 && lines[1].starts_with("4 queries in "), "{lines:?}");
    assert_eq!(workshop.run(&["poses", "a.obj", "sheet.obj", "--poses", "q.csv", "-q"]).stderr, "");
}

#[test]
fn the_help_names_the_tolerances_of_the_engine() {
    use impinge::math::pose::{QUATERNION_TOLERANCE, ROTATION_TOLERANCE};
    let help = workshop().run(&["poses", "--help"]).stdout;
    assert!(help.contains(&format!("off unit length by {QUATERNION_TOLERANCE:e} and are normalised")), "{help}");
    assert!(help.contains(&format!("off orthonormal by {ROTATION_TOLERANCE:e} ")) && help.contains("bit for bit"));
}

#[test]
fn no_poses_make_no_rows() {
    let workshop = workshop();
    workshop.write("none.csv", "qw,qx,qy,qz,x,y,z\n");
    let run = workshop.run(&["poses", "a.obj", "b.obj", "--poses", "none.csv"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "index,relation\n"));
    assert!(run.stderr.starts_with("0 queries in "), "{}", run.stderr);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let workshop = workshop();
    let mut text = "qw,qx,qy,qz,x,y,z\n".to_owned();
    for i in 0..500 {
        let angle = f64::from(i) * 0.1;
        let (w, z) = ((angle / 2.0).cos(), (angle / 2.0).sin());
        text.push_str(&format!("{w},0,0,{z},{},0.1,0.2\n", f64::from(i % 20) * 0.1));
    }
    workshop.write("many.csv", text);
    let ask = |jobs| {
        workshop.run(&["poses", "a.obj", "b.obj", "--poses", "many.csv", "--query", "distance", "--jobs", jobs]).stdout
    };
    let first = ask("1");
    assert_eq!(first.lines().count(), 501);
    assert_eq!((ask("2"), ask("7")), (first.clone(), first));
}

#[test]
fn bad_poses_are_refused_with_their_place() {
    let workshop = workshop();
    let refusal = |text: &str| {
        workshop.write("bad.csv", text);
        let refusal = workshop.refusal(&["poses", "a.obj", "b.obj", "--poses", "bad.csv", "-o", "out.csv"]);
        assert!(!workshop.files().contains(&"out.csv".to_owned()), "nothing is written");
        refusal
    };
    let header = "qw,qx,qy,qz,x,y,z\n";
    assert!(refusal("").contains("bad.csv: the file has no header"));
    assert!(refusal("a,b,c\n1,2,3\n").contains("bad.csv:1: the header names no rotation"));
    let missing = refusal("qw,qx,qy,qz,x,y\n");
    assert!(missing.contains("the column z is missing") && missing.contains("; found qw,qx,qy,qz,x,y"), "{missing}");
    let bare = refusal("1,0,0,0,0,0,0\n");
    assert!(bare.contains("line 1 holds numbers; expected a header such as qw,qx,qy,qz,x,y,z"), "{bare}");
    let bad_cell = refusal(&format!("{header}1,0,0,0,0,0,0\n1,0,oops,0,0,0,0\n"));
    assert!(bad_cell.contains("bad.csv:3: column qy: expected a finite number, found \"oops\""), "{bad_cell}");
    assert!(refusal(&format!("{header}1,0,0,0,nan,0,0\n")).contains("bad.csv:2: column x: expected a finite number"));
    assert!(
        refusal(&format!("{header}1,0,0,0,0,0\n")).contains("bad.csv:2: expected 7 cells as in the header, found 6")
    );
    assert!(refusal(&format!("{header}1,1,0,0,0,0,0\n")).contains("bad.csv:2: the quaternion has length"));
    let mirror = "r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z\n1,0,0,0,1,0,0,0,-1,0,0,0\n";
    assert!(refusal(mirror).contains("bad.csv:2: the matrix mirrors"));
    assert!(refusal("qw,qx,qy,qz,x,y,z\n\u{0}\u{1}\n").contains("bad.csv:2"));
    assert!(workshop.refusal(&["poses", "a.obj", "b.obj", "--poses", "none.csv"]).contains("none.csv"));
    assert!(workshop.refusal(&["poses", "a.obj", "b.obj", "--poses", "."]).contains("is a directory"));
}

/// A quarter turn about z, after one about x, by every column of a rotation.
#[test]
fn every_column_of_a_rotation_gives_the_same_pose() {
    let workshop = workshop();
    let r = std::f64::consts::FRAC_PI_2;
    let tables = [
        "qw,qx,qy,qz,x,y,z\n0.5,0.5,0.5,0.5,3,0,0\n".to_owned(),
        "r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z\n0,0,1,1,0,0,0,1,0,3,0,0\n".to_owned(),
        format!("x,y,z,roll,pitch,yaw\n3,0,0,{r},0,{r}\n"),
        "t,yaw_deg,roll_deg,pitch_deg,x,y,z\n0,90,90,0,3,0,0\n".to_owned(),
    ];
    let answers = tables.map(|table| {
        workshop.write("p.csv", &table);
        workshop.run(&["poses", "a.obj", "b.obj", "--poses", "p.csv", "--query", "distance", "-q"]).stdout
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]) && answers[0].lines().count() == 2, "{answers:?}");
    assert!(answers[0].contains("\n0,2,1,"), "{answers:?}");
    // The keyframes of a sweep are poses, too.
    workshop.write("p.csv", "t,x,y,z\n0,3,0,0\n");
    let run = workshop.run(&["poses", "a.obj", "b.obj", "--poses", "p.csv", "--query", "distance", "-q"]);
    assert!(run.stdout.contains("\n0,2,1,"), "{run:?}");
    workshop.write("p.csv", "x,y,z,w,i,j,k\n3,0,0,1,0,0,0\n");
    assert!(workshop.refusal(&["poses", "a.obj", "b.obj", "--poses", "p.csv"]).contains("names no rotation"));
}
