//! Scene files and robots: `impinge check` and `impinge configurations` on them.

use crate::workshop::{Workshop, unit_at};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

/// Two bars on hinges, the second turning in the plane of the first.
pub const ARM: &str = r#"<robot name="arm">
<link name="base"><collision><origin xyz="0 0 0.25"/><geometry><box size="0.5 0.5 0.5"/></geometry></collision></link>
<link name="upper"><collision><origin xyz="0 0 0.5"/><geometry><box size="0.2 0.2 0.9"/></geometry></collision></link>
<link name="lower"><collision><origin xyz="0 0 0.5"/><geometry><sphere radius="0.2"/></geometry></collision></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/><limit lower="-3" upper="3"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-3.2" upper="3.2"/></joint>
</robot>
"#;

fn workshop() -> Workshop {
    let workshop = Workshop::of_cubes(&[("cube.obj", unit_at(0.0))]);
    workshop.write("arm.urdf", ARM);
    workshop.write("joints.csv", "elbow,shoulder\n0,0\n0,1.5707963267948966\n3.1,3\n");
    workshop.write(
        "cell.toml",
        "[[bodies]]\nname = \"wall\"\nfixed = true\nmesh = \"cube.obj\"\npose = { translation = [1.4, -0.5, 0.0] }\n",
    );
    workshop
}

#[test]
fn a_scene_file_is_checked_at_its_places() {
    let workshop = workshop();
    workshop.write(
        "scene.toml",
        "[[bodies]]\nname = \"left\"\nmesh = \"cube.obj\"\n\n[[bodies]]\nname = \"right\"\nmesh = \"cube.obj\"\npose.translation = [1, 0, 0]\n\n\
         [[bodies]]\nname = \"ball\"\nshape = { kind = \"sphere\", radius = 0.25 }\npose.translation = [0.5, 0.5, 0.5]\n",
    );
    let run = workshop.run(&["check", "scene.toml", "--format", "json"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let names: Vec<&str> = report["bodies"].as_array().unwrap().iter().map(|b| b["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["left", "right", "ball"]);
    let relations: Vec<&str> =
        report["pairs"].as_array().unwrap().iter().map(|p| p["relation"].as_str().unwrap()).collect();
    assert_eq!(relations, ["touching", "b_inside_a"]);
}

#[test]
fn a_robot_is_checked_at_rest() {
    let run = workshop().run(&["check", "arm.urdf"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("3 bodies, 3 pairs: 1 disjoint, 2 not checked; 0 found"), "{}", run.stdout);
}

#[test]
fn configurations_are_free_or_name_the_pair_that_meets() {
    let workshop = workshop();
    let run = workshop.run(&["configurations", "arm.urdf", "--joints", "joints.csv"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.stdout, "index,free,in_limits,a,b\n0,true,true,,\n1,true,true,,\n2,false,true,arm/base,arm/lower\n");
    assert!(run.stderr.starts_with("3 configurations, 2 of them free, in "), "{}", run.stderr);
    let with = workshop.run(&["configurations", "arm.urdf", "--joints", "joints.csv", "--with", "cell.toml", "-q"]);
    assert_eq!(
        with.stdout,
        "index,free,in_limits,a,b\n0,true,true,,\n1,false,true,wall,arm/lower\n2,false,true,arm/base,arm/lower\n"
    );
    // The same robot in the scene file, ten units aside: the wall is out of reach.
    let cell = workshop.read("cell.toml")
        + "[[robots]]\nname = \"left\"\nurdf = \"arm.urdf\"\npose.translation = [10, 0, 0]\n";
    workshop.write("far.toml", cell);
    let far = workshop.run(&["configurations", "arm.urdf", "--joints", "joints.csv", "--with", "far.toml", "-q"]);
    assert_eq!(
        far.stdout,
        "index,free,in_limits,a,b\n0,true,true,,\n1,true,true,,\n2,false,true,left/base,left/lower\n"
    );
    let json = workshop.run(&[
        "configurations",
        "arm.urdf",
        "--joints",
        "joints.csv",
        "--distance",
        "--format",
        "json",
        "-q",
        "--jobs",
        "2",
    ]);
    let report: Value = serde_json::from_str(&json.stdout).unwrap();
    let rows = report["configurations"].as_array().unwrap();
    assert_eq!((rows[0]["free"].as_bool(), rows[2]["distance"].as_f64()), (Some(true), Some(0.0)));
    let gap = rows[0]["distance"].as_f64().unwrap();
    assert!((gap - 1.3).abs() < 1e-12, "{gap}");
    assert_eq!(rows[0]["nearest"], serde_json::json!(["arm/base", "arm/lower"]));
}

#[test]
fn what_is_wrong_names_its_place_and_leaves_no_file() {
    let workshop = workshop();
    workshop.write("bad.csv", "elbow,sholder\n0,0\n");
    let run = workshop.run(&["configurations", "arm.urdf", "--joints", "bad.csv", "-o", "out.csv"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("bad.csv:1") && run.stderr.contains("shoulder"), "{}", run.stderr);
    assert!(!workshop.path("out.csv").exists());
    let rest = workshop.run(&["configurations", "arm.urdf", "--joints", "missing.csv"]);
    assert!(rest.code == Some(2) && rest.stderr.contains("missing.csv"), "{}", rest.stderr);
    workshop.write("broken.urdf", ARM.replace("parent link=\"base\"", "parent link=\"nowhere\""));
    let run = workshop.run(&["check", "broken.urdf"]);
    assert!(
        run.code == Some(2) && run.stderr.contains("broken.urdf") && run.stderr.contains("nowhere"),
        "{}",
        run.stderr
    );
    workshop.write("gone.toml", "[[bodies]]\nname = \"a\"\nmesh = \"gone.stl\"\n");
    let run = workshop.run(&["check", "gone.toml"]);
    assert!(run.code == Some(2) && run.stderr.contains("gone.stl"), "{}", run.stderr);
}

/// A cube of edge 1 with its lowest corner there, in a group if it has one.
fn cube(name: &str, x: f64, more: &str) -> String {
    format!("[[bodies]]\nname = \"{name}\"\nmesh = \"cube.obj\"\npose.translation = [{x}, 0, 0]\n{more}\n")
}

/// The pairs that a check finds, by name, in its order.
fn pairs(workshop: &Workshop, words: &[&str]) -> Vec<[String; 2]> {
    let (_, report) = workshop.json(&[&["check"], words].concat());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    report["pairs"].as_array().unwrap().iter().map(|pair| [text(&pair["a"]), text(&pair["b"])]).collect()
}

#[test]
fn groups_of_one_file_are_not_those_of_another() {
    let workshop = workshop();
    let first = "ignore_groups = [[\"p\", \"q\"]]\n".to_owned()
        + &cube("a", 0.0, "group = \"p\"")
        + &cube("b", 0.25, "group = \"q\"");
    workshop.write("first.toml", &first);
    assert!(pairs(&workshop, &["first.toml"]).is_empty());
    workshop.write("second.toml", cube("c", 0.5, "group = \"p\"") + &cube("d", 9.0, "group = \"q\""));
    let found = pairs(&workshop, &["first.toml", "second.toml"]);
    assert_eq!(found, [["first/a", "second/c"], ["first/b", "second/c"]]);
    // The same file twice: its filters hold within each, not between them.
    assert_eq!(pairs(&workshop, &["first.toml", "first.toml"]).len(), 4);
    let many = |from: usize| {
        let groups: Vec<String> = (from..from + 16).map(|k| format!("[\"g{k}\", \"g{k}\"]")).collect();
        let bodies = (from..from + 16).map(|k| cube(&format!("c{k}"), 2.0 * k as f64, &format!("group = \"g{k}\"")));
        format!("ignore_groups = [{}]\n{}", groups.join(", "), bodies.collect::<String>())
    };
    workshop.write("low.toml", many(0));
    workshop.write("high.toml", many(100));
    assert_eq!(workshop.run(&["check", "low.toml", "cube.obj"]).code, Some(1));
    let run = workshop.run(&["check", "low.toml", "high.toml"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("high.toml: more than 31 groups"), "{}", run.stderr);
}

#[test]
fn fixed_bodies_are_checked_against_each_other() {
    let workshop = workshop();
    workshop.write("fixed.toml", cube("a", 0.0, "fixed = true") + &cube("b", 0.5, "fixed = true"));
    assert_eq!(pairs(&workshop, &["fixed.toml"]), [["a", "b"]]);
}

#[test]
fn the_robot_of_a_scene_is_the_one_that_is_named() {
    let workshop = workshop();
    let arm = |name: &str, x: f64, more: &str| {
        format!("[[robots]]\nname = \"{name}\"\nurdf = \"arm.urdf\"\npose.translation = [{x}, 0, 0]\n{more}\n")
    };
    workshop.write("one.toml", workshop.read("cell.toml") + &arm("left", 10.0, "joints = { shoulder = 3 }"));
    workshop.write("two.toml", workshop.read("one.toml") + &arm("right", 0.0, ""));
    let ask = |more: &[&str]| workshop.run(&[&["configurations", "arm.urdf", "--joints", "joints.csv"], more].concat());
    let one = ask(&["--with", "one.toml"]);
    assert!(one.code == Some(0) && one.stderr.contains("the robot is 'left' of one.toml"), "{one:?}");
    let none = ask(&["--with", "cell.toml"]);
    assert!(none.stderr.contains("cell.toml has no robot like arm.urdf, which stands at the origin"), "{none:?}");
    let refuses = |more: &[&str], expected: &str| {
        let run = ask(more);
        assert!(run.code == Some(2) && run.stderr.contains(expected), "{more:?}: {run:?}");
    };
    refuses(&["--with", "two.toml"], "several robots like arm.urdf: 'left', 'right'; choose with --robot NAME");
    refuses(&["--with", "two.toml", "--robot", "middle"], "expected one of its robots: 'left', 'right'");
    refuses(&["--robot", "left"], "--with");
    for (flag, key) in [
        (&["--visual"][..], "geometry = \"collision_else_visual\""),
        (&["--srdf", "x.srdf"], "srdf = \"FILE\""),
        (&["--package", "."], "packages = [\"DIR\"]"),
        (&["--neighbours", "none"], "neighbours = \"none\""),
    ] {
        let words = [&["--with", "one.toml"], flag].concat();
        refuses(&words, &format!("{} does not apply", flag[0]));
        refuses(&words, &format!("; set {key} in its [[robots]] there"));
    }
    workshop.write("other.urdf", ARM.replace("elbow", "knee"));
    workshop.write("other.toml", arm("left", 0.0, "").replace("arm.urdf", "other.urdf"));
    refuses(&["--with", "other.toml", "--robot", "left"], "it has other links or joints than arm.urdf");
    // The first arm stands aside, the second before the wall.
    let rows = |robot: &str| ask(&["--with", "two.toml", "--robot", robot, "-q"]).stdout;
    assert!(rows("left").contains("\n1,true,true,,\n"), "{}", rows("left"));
    assert!(rows("right").contains("\n1,false,true,wall,right/lower\n"), "{}", rows("right"));
    // A joint without a column is where the scene has it.
    workshop.write("elbow.csv", "time,elbow\n0,3.1\n");
    let missing = |with: &str, more: &[&str]| {
        let words = ["configurations", "arm.urdf", "--joints", "elbow.csv", "--missing-at-rest", "-q", "--with", with];
        workshop.run(&[&words, more].concat()).stdout
    };
    assert!(missing("one.toml", &[]).ends_with("0,false,true,left/base,left/lower\n"));
    assert!(missing("cell.toml", &[]).ends_with("0,true,true,,\n"));
}

#[test]
fn a_robot_by_itself_takes_joints_and_options() {
    let workshop = workshop();
    assert!(pairs(&workshop, &["arm.urdf"]).is_empty());
    let bent = ["arm.urdf", "--joint", "shoulder=3", "--joint", "elbow=3.1"];
    assert_eq!(pairs(&workshop, &bent), [["arm/base", "arm/lower"]]);
    workshop.write("arm.srdf", "<robot name=\"arm\"><disable_collisions link1=\"base\" link2=\"lower\"/></robot>");
    assert!(pairs(&workshop, &[&bent[..], &["--srdf", "arm.srdf"]].concat()).is_empty());
    assert!(pairs(&workshop, &[&bent[..], &["cube.obj"]].concat()).contains(&["arm/base".into(), "arm/lower".into()]));
    // The base and the upper bar overlap by 0.05.
    workshop.write(
        "deep.urdf",
        ARM.replace("<origin xyz=\"0 0 0.5\"/><geometry><box", "<origin xyz=\"0 0 0.4\"/><geometry><box"),
    );
    assert!(pairs(&workshop, &["deep.urdf"]).is_empty());
    assert_eq!(pairs(&workshop, &["deep.urdf", "--neighbours", "none"]), [["arm/base", "arm/upper"]]);
    workshop.write("seen.urdf", ARM.replace("collision>", "visual>"));
    let seen = workshop.run(&["check", "seen.urdf"]);
    assert!(seen.code == Some(2) && seen.stderr.contains("--visual takes the visual geometry"), "{seen:?}");
    assert_eq!(workshop.run(&["check", "seen.urdf", "--visual", "-q"]).code, Some(0));
    let refuses = |words: &[&str], expected: &str| {
        let run = workshop.run(&[&["check"], words].concat());
        assert!(run.code == Some(2) && run.stderr.contains(expected), "{words:?}: {run:?}");
    };
    refuses(
        &["arm.urdf", "--joint", "sholder=1"],
        "joint sholder=1: there is no joint that can be set called 'sholder'; did you mean 'shoulder'?",
    );
    refuses(&["arm.urdf", "--joint", "elbow=9"], "joints: ");
    refuses(&["arm.urdf", "--joint", "elbow=1", "--joint", "elbow=2"], "joint elbow: given twice");
    refuses(&["arm.urdf", "--joint", "elbow"], "expected NAME=VALUE");
    refuses(&["arm.urdf", "arm.urdf", "--joint", "elbow=1"], "--joint goes with one URDF file only");
    refuses(&["cell.toml", "--visual"], "--visual goes with a URDF file");
    refuses(&["cube.obj", "--joint", "elbow=1"], "--joint goes with a URDF file");
}

#[test]
fn tables_come_from_standard_input_and_tell_limits() {
    let workshop = workshop();
    let piped = |robot: &str, table: &str, more: &[&str]| {
        let words = [&["configurations", robot, "--joints", "-", "-q"], more].concat();
        let mut child = workshop
            .command(&words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(table.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (rows, _) = piped("arm.urdf", "shoulder,elbow\n0,0\n0,3.3\n", &[]);
    assert_eq!(rows, "index,free,in_limits,a,b\n0,true,true,,\n1,true,false,,\n");
    let (_, error) = piped("arm.urdf", "shoulder\n0\n", &[]);
    assert!(error.contains("standard input:1: expected a column 'elbow'"), "{error}");
    // A robot that cannot move has an answer for every row all the same.
    workshop.write("stiff.urdf", ARM.replace("type=\"revolute\"", "type=\"fixed\""));
    let (rows, error) = piped("stiff.urdf", "time\n0\n1\n", &["--distance"]);
    assert_eq!(rows.lines().count(), 3, "{rows}{error}");
    assert!(rows.ends_with("\n1,true,true,,,,,\n"), "all its links are neighbours: {rows}");
}

#[test]
fn the_examples_of_the_robot_tutorial_run() {
    let tutorial = include_str!("../../../../docs/tutorials/robot.md");
    let lines: Vec<&str> =
        tutorial.lines().filter(|line| line.starts_with("impinge ") && line.contains("cell.toml")).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let run = |line: &str| {
        let words: Vec<&str> = line.split('#').next().unwrap().split_whitespace().skip(1).collect();
        let output = Workshop::new().command(&words).current_dir(docs).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, table, error) = run(lines[0]);
    assert!(code == Some(1) && !table.contains("tool"), "{table}{error}");
    assert!(
        table.contains("85 disjoint, 2 touching, 18 not checked; 2 found"),
        "crate on table, crate on crate: {table}"
    );
    let (code, rows, error) = run(lines[1]);
    assert_eq!(code, Some(0), "{error}");
    assert!(error.contains("the robot is 'arm' of cell.toml"), "{error}");
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!((rows.len(), rows[0]), (8, "index,free,in_limits,a,b"));
    assert!(error.contains("7 configurations, 5 of them free"), "{error}");
    // Over the table, the arm lets the tool down into the table; the last row bends the elbow too far.
    assert_eq!(rows[5], "4,false,true,table,tool");
    assert!(rows[7].starts_with("6,false,false,"), "{rows:?}");
}

/// The arm, with a link of which only the looks are given.
fn with_a_shell() -> String {
    let shell = "<link name=\"shell\"><visual><geometry><sphere radius=\"0.1\"/></geometry></visual></link><link name=\"frame\"/>\
                 <joint name=\"cover\" type=\"fixed\"><parent link=\"lower\"/><child link=\"shell\"/></joint>\
                 <joint name=\"tip\" type=\"floating\"><parent link=\"lower\"/><child link=\"frame\"/></joint></robot>";
    ARM.replace("</robot>", shell)
}

#[test]
fn what_is_left_out_is_told() {
    let workshop = workshop();
    workshop.write("shell.urdf", with_a_shell());
    workshop.write("shell.toml", "[[robots]]\nname = \"r\"\nurdf = \"shell.urdf\"\n");
    let note = "note: 1 link of 'arm' has visual geometry only and is left out: shell; --visual takes it\n";
    let check = workshop.run(&["check", "shell.urdf"]);
    assert!(check.code == Some(0) && check.stderr.contains(note), "{check:?}");
    assert!(workshop.run(&["check", "shell.urdf", "--visual"]).stderr.is_empty());
    assert!(workshop.run(&["check", "shell.urdf", "-q"]).stderr.is_empty());
    let scene = workshop.run(&["check", "shell.toml"]).stderr;
    assert!(scene.contains("geometry = \"collision_else_visual\" in shell.toml takes it"), "{scene}");
    let words = ["configurations", "shell.urdf", "--joints", "joints.csv", "--missing-at-rest"];
    let judged = workshop.run(&words).stderr;
    assert!(judged.contains(note) && judged.contains("note: 1 link has no geometry\n"), "{judged}");
    workshop.write("none.csv", "shoulder,elbow\n");
    let none = workshop.run(&["configurations", "arm.urdf", "--joints", "none.csv"]);
    assert_eq!(none.stdout, "index,free,in_limits,a,b\n");
    assert_eq!(none.stderr, "no configurations: the table has a header and no rows\n");
}

#[test]
fn files_of_another_kind_are_called_by_it() {
    let workshop = workshop();
    workshop.write("shell.urdf", with_a_shell());
    workshop.write("other.csv", "time,torque\n0,1\n");
    workshop.write("a.txt", "nothing\n");
    let refuses = |words: &[&str], expected: &str| {
        let run = workshop.run(words);
        assert!(run.code == Some(2) && run.stderr.contains(expected), "{words:?}: {run:?}");
    };
    refuses(
        &["configurations", "cell.toml", "--joints", "joints.csv"],
        "cell.toml: this is a scene file, expected a robot",
    );
    let with = ["configurations", "arm.urdf", "--joints", "joints.csv", "--with", "arm.urdf"];
    refuses(&with, "--with arm.urdf: this is a robot, expected a scene file");
    let other = ["configurations", "arm.urdf", "--joints", "other.csv", "--missing-at-rest"];
    refuses(
        &other,
        "other.csv:1: expected a column of one of the joints 'shoulder', 'elbow', found the columns 'time', 'torque'",
    );
    refuses(&["configurations", "arm.urdf", "--joints", "other.csv"], "--missing-at-rest");
    refuses(&["check", "arm.urdf", "--srdf", "arm.urdf"], "arm.urdf:2: expected an SRDF file");
    refuses(&["check", "a.txt"], "scenes (.toml, .json) and robots (.urdf)");
    refuses(&["check", "shell.urdf", "--joint", "cover=1"], "the joint 'cover' cannot be set: it is fixed");
    refuses(
        &["check", "shell.urdf", "--joint", "tip=1"],
        "it has several values; set 'tip/x', 'tip/y', 'tip/z', 'tip/rx'",
    );
}

#[test]
fn scene_files_are_no_meshes() {
    let workshop = workshop();
    for words in [["inspect", "cell.toml"], ["inspect", "arm.urdf"]] {
        let run = workshop.run(&words);
        assert!(run.code == Some(2) && run.stderr.contains("`impinge check`"), "{run:?}");
    }
    let help = workshop.run(&["--help"]).stdout;
    assert!(help.contains("cell.toml") && help.contains("configurations arm.urdf"), "{help}");
    let help = workshop.run(&["configurations", "--help"]).stdout;
    assert!(help.contains("docs/configurations.schema.json"), "{help}");
}
