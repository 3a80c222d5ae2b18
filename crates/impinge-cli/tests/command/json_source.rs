//! JSON says which program, which files and which unit; lengths take units wherever one is asked for.

use crate::workshop::{Workshop, obj, unit_at};
use serde_json::Value;
use std::io::Write as _;
use std::process::Stdio;

fn workshop() -> Workshop {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(2.0)), ("c.obj", unit_at(0.5))]);
    workshop.write("p.csv", "x,y,z\n4,0,0\n");
    workshop.write("a.wkt", "POLYGON((0 0,4 0,4 4,0 4))");
    workshop.write("b.wkt", "POLYGON((5 0,7 0,7 4))");
    workshop.write("way.csv", "angle_deg,x,y\n0,0,0\n");
    workshop.write("q.csv", "0,1,0,1,0,1,1\n".repeat(8));
    workshop.write("arm.urdf", crate::scene::ARM);
    workshop.write("joints.csv", "elbow,shoulder\n0,0\n");
    workshop
}

/// Every command, the files that it reads, and its unit.
#[test]
fn json_names_its_source() {
    let workshop = workshop();
    let runs: [(&[&str], &[&str], Option<&str>); 15] = [
        (&["check", "a.obj", "b.obj"], &["a.obj", "b.obj"], None),
        (&["relate", "a.obj", "b.obj"], &["a.obj", "b.obj"], None),
        (&["distance", "a.obj", "b.obj"], &["a.obj", "b.obj"], None),
        (&["depth", "a.obj", "c.obj"], &["a.obj", "c.obj"], None),
        (&["inspect", "a.obj", "b.obj"], &["a.obj", "b.obj"], None),
        (&["heal", "a.obj", "--within", "1mm", "--unit", "m"], &["a.obj"], Some("m")),
        (&["poses", "a.obj", "a.obj", "--poses", "p.csv"], &["a.obj", "p.csv"], None),
        (&["sweep", "a.obj", "b.obj", "--to", "-9,0,0", "--unit", "mm"], &["a.obj", "b.obj"], Some("mm")),
        (&["deform", "a.obj", "--against", "c.obj", "--unit", "in"], &["a.obj", "c.obj"], Some("in")),
        (&["ccd", "q.csv", "--kind", "vf"], &["q.csv"], None),
        (&["configurations", "arm.urdf", "--joints", "joints.csv"], &["arm.urdf", "joints.csv"], Some("m")),
        (&["planar", "check", "a.wkt", "b.wkt", "--unit", "mm"], &["a.wkt", "b.wkt"], Some("mm")),
        (&["planar", "relate", "a.wkt", "b.wkt"], &["a.wkt", "b.wkt"], None),
        (&["planar", "sweep", "a.wkt", "b.wkt", "--by", "-9,0"], &["a.wkt", "b.wkt"], None),
        (&["planar", "poses", "a.wkt", "b.wkt", "--poses", "way.csv"], &["a.wkt", "b.wkt", "way.csv"], None),
    ];
    for (words, files, unit) in runs {
        let (_, answer) = workshop.json(words);
        assert_eq!(answer["impinge"], env!("CARGO_PKG_VERSION"), "{words:?}");
        assert_eq!(answer.get("unit"), Some(&unit.map_or(Value::Null, Value::from)), "{words:?}");
        let inputs = answer["inputs"].as_array().unwrap();
        let paths: Vec<&str> = inputs.iter().map(|file| file["path"].as_str().unwrap()).collect();
        assert_eq!(paths, files, "{words:?}");
        assert!(inputs.iter().all(|file| file["sha256"].as_str().unwrap().len() == 64), "{words:?}");
    }
}

/// A pipe has no hash.
#[test]
fn pipes_are_no_inputs() {
    let workshop = workshop();
    let mut command = workshop.command(&["poses", "a.obj", "b.obj", "--poses", "-", "--format", "json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"x,y,z\n4,0,0\n").unwrap();
    let answer: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(answer["inputs"].as_array().unwrap().len(), 2);
}

#[test]
fn lengths_take_units_where_one_is_asked_for() {
    let workshop = workshop();
    workshop.write("two.obj", obj(&[("p", unit_at(0.0)), ("q", unit_at(1.5))]));
    let near = |length: &str| {
        let (_, answer) = workshop.json(&["deform", "two.obj", "--within", length, "--unit", "m"]);
        answer["frames"][0]["near"]["count"].as_u64().unwrap()
    };
    assert_eq!((near("499mm"), near("500mm"), near("0.5")), (near("0.4"), near("0.5"), near("50 cm")));
    assert!(near("499mm") < near("500mm"));
    let unknown = workshop.run(&["deform", "two.obj", "--within", "5mm"]);
    assert!(unknown.code == Some(2) && unknown.stderr.contains("--unit"), "{}", unknown.stderr);
    let clear = |clearance: &str| {
        workshop.run(&["planar", "check", "a.wkt", "b.wkt", "--unit", "m", "--clearance", clearance]).code
    };
    assert_eq!((clear("100cm"), clear("1001mm")), (Some(0), Some(1)));
    let (by, plain) = (["--by", "-900cm,0", "--unit", "m"], ["--by", "-9,0", "--unit", "m"]);
    let swept = |motion: &[&str]| workshop.run(&[&["planar", "sweep", "a.wkt", "b.wkt"], motion].concat()).stdout;
    assert_eq!(swept(&by), swept(&plain));
    assert!(swept(&by).contains("unit     m"), "{}", swept(&by));
}

/// glTF is in metres, and text says so.
#[test]
fn text_has_the_unit_of_the_files() {
    let workshop = workshop();
    for name in ["a", "c"] {
        workshop.run(&["heal", &format!("{name}.obj"), "--within", "0", "-o", &format!("{name}.glb")]);
    }
    for words in [
        &["relate", "a.glb", "c.glb"][..],
        &["distance", "a.glb", "c.glb"],
        &["depth", "a.glb", "c.glb"],
        &["inspect", "a.glb"],
        &["sweep", "a.glb", "c.glb", "--to", "5,0,0"],
    ] {
        let text = workshop.run(words).stdout;
        assert!(text.lines().any(|line| line.split_whitespace().eq(["unit", "m"])), "{words:?}: {text}");
    }
}
