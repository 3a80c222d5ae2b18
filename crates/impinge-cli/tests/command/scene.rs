//! Scene files and robots: `impinge check` and `impinge configurations` on them.

use crate::workshop::{Workshop, unit_at};
use serde_json::Value;

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
    workshop.write("joints.csv", "elbow,shoulder\n0,0\n0,1.5707963267948966\n0,3\n");
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
    assert!(run.stdout.contains("3 bodies, 3 pairs: 1 disjoint, 2 not looked at; 0 found"), "{}", run.stdout);
}

#[test]
fn configurations_are_free_or_name_the_pair_that_meets() {
    let workshop = workshop();
    let run = workshop.run(&["configurations", "arm.urdf", "--joints", "joints.csv"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.stdout, "index,free,a,b\n0,true,,\n1,true,,\n2,false,arm/base,arm/lower\n");
    assert!(run.stderr.starts_with("3 configurations, 2 of them free, in "), "{}", run.stderr);
    let with = workshop.run(&["configurations", "arm.urdf", "--joints", "joints.csv", "--with", "cell.toml", "-q"]);
    assert_eq!(with.stdout, "index,free,a,b\n0,true,,\n1,false,wall,arm/lower\n2,false,arm/base,arm/lower\n");
    // The same robot in the scene file, ten units aside: the wall is out of reach.
    let cell = workshop.read("cell.toml")
        + "[[robots]]\nname = \"left\"\nurdf = \"arm.urdf\"\npose.translation = [10, 0, 0]\n";
    workshop.write("far.toml", cell);
    let far = workshop.run(&["configurations", "arm.urdf", "--joints", "joints.csv", "--with", "far.toml", "-q"]);
    assert_eq!(far.stdout, "index,free,a,b\n0,true,,\n1,true,,\n2,false,left/base,left/lower\n");
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
    assert!((gap - 0.8).abs() < 1e-12, "{gap}");
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
