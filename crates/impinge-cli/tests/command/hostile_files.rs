//! Files from elsewhere: they end with an answer or an error, and read nothing but what lies beside them.

use crate::workshop::{Workshop, obj, unit_at};
use impinge_scenes::SplitMix64;

const GLTF: &str = r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0,"skin":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}]}],"skins":[{"joints":[0]}],
"buffers":[{"byteLength":36,"uri":"URI"}],"bufferViews":[{"buffer":0,"byteLength":36}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]}"#;

/// The corners 0, x and y in base64.
const TRIANGLE: &str = "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";

#[test]
fn named_files_are_read_below_their_folder_or_a_root() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    std::fs::create_dir(workshop.path("inside")).unwrap();
    workshop.write(
        "inside/s.toml",
        "bodies = [{name = \"a\", mesh = \"../a.obj\"}, {name = \"b\", mesh = \"../a.obj\"}]\n",
    );
    let refusal = workshop.refusal(&["check", "inside/s.toml"]);
    assert!(refusal.contains("inside/s.toml:1: bodies[0].mesh: inside/../a.obj: the file leads to "), "{refusal}");
    assert!(refusal.trim_end().ends_with("pass --root DIR with a folder that holds it, or --trusted"), "{refusal}");
    let typo = workshop.refusal(&["check", "inside/s.toml", "--root", "isnide"]);
    assert!(typo.contains("'isnide'") && typo.contains("--root") && typo.contains("there is no such folder"), "{typo}");
    for words in [&["--root", "."][..], &["--trusted"], &["--root", "inside", "--root", "."]] {
        let run = workshop.run(&[&["check", "inside/s.toml"][..], words].concat());
        assert_eq!(run.code, Some(1), "{words:?}: {}", run.stderr);
    }
    workshop.write("inside/x.gltf", GLTF.replace("URI", "%2e%2e/a.obj"));
    for command in [&["inspect"][..], &["relate", "a.obj"], &["heal", "--within", "1"], &["depth", "a.obj"]] {
        let words = [command, &["inside/x.gltf"]].concat();
        let refusal = workshop.refusal(&words);
        assert!(refusal.contains("buffers[0].uri") && refusal.contains("--trusted"), "{words:?}: {refusal}");
    }
    let help = workshop.run(&["check", "--help"]).stdout;
    assert!(help.contains("--root <DIR>") && help.contains("--trusted"), "{help}");
}

#[test]
fn what_is_read_otherwise_is_told() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    workshop.write("x.gltf", GLTF.replace("URI", TRIANGLE));
    let tiny = obj(&[("", unit_at(3.0))]).replacen("v 3 ", "v 1e-310 ", 1);
    workshop.write("tiny.obj", tiny);
    workshop.write("tiny.wkt", "POLYGON((0 0, 1 0, 1 1, 1e-310 1))");
    let notes = |words: &[&str]| workshop.run(words).stderr;
    for command in ["inspect", "check"] {
        let found = notes(&[command, "x.gltf", "tiny.obj"]);
        assert!(found.contains("1 body with a skin, left in the rest shape"), "{command}: {found}");
        assert!(found.contains("1 body with morph targets, left in the rest shape"), "{command}: {found}");
        assert!(found.contains("1 coordinate nearer to zero than exact arithmetic reaches"), "{command}: {found}");
        assert!(!notes(&[command, "x.gltf", "tiny.obj", "-q"]).contains("note"));
    }
    assert!(notes(&["relate", "a.obj", "tiny.obj"]).contains("tiny.obj: 1 coordinate nearer to zero"));
    assert!(notes(&["planar", "check", "tiny.wkt"]).contains("tiny.wkt: 1 coordinate nearer to zero"));
    workshop.write("s.toml", "bodies = [{name = \"a\", mesh = \"x.gltf\"}, {name = \"b\", mesh = \"a.obj\"}]\n");
    assert!(notes(&["check", "s.toml"]).contains("x.gltf: 1 body with a skin"));
}

/// The name of a body is a cell in each table of the command.
#[test]
fn cells_of_tables_run_nothing() {
    let workshop = Workshop::new();
    let bad = "=cmd\u{1b}[31m";
    let cube = |name: &str, x: f64| obj(&[(name, unit_at(x))]);
    workshop.write("a.obj", cube(bad, 0.0));
    workshop.write("b.obj", cube("-b", 0.5));
    workshop.write("p.csv", "t,x,y,z\n0,0,0,0\n1,1,0,0\n");
    let urdf = "<robot name=\"=r\"><link name=\"@l\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>\
                <link name=\"+m\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>\
                <joint name=\"j\" type=\"prismatic\"><parent link=\"@l\"/><child link=\"+m\"/><limit lower=\"0\" upper=\"9\"/></joint></robot>";
    workshop.write("r.urdf", urdf);
    workshop.write("j.csv", "j\n0\n");
    workshop.write("=f.obj", cube("f", 0.0));
    workshop.write("p.tsv", "name\twkt\n=a\tPOLYGON((0 0,1 0,0 1))\n=b\tPOLYGON((0 0,1 0,0 1))\n");
    for words in [
        &["check", "a.obj", "b.obj", "--format", "csv"][..],
        &["poses", "a.obj", "b.obj", "--poses", "p.csv", "--format", "csv"],
        &["sweep", "a.obj", "b.obj", "--to", "5,0,0", "--format", "csv"],
        &["configurations", "r.urdf", "--joints", "j.csv", "--neighbours", "none", "--distance", "--format", "csv"],
        &["deform", "=f.obj", "=f.obj", "--format", "csv"],
        &["planar", "check", "p.tsv", "--format", "csv"],
    ] {
        let run = workshop.run(words);
        assert!(run.code != Some(2), "{words:?}: {}", run.stderr);
        let mut table = csv::ReaderBuilder::new().from_reader(run.stdout.as_bytes());
        let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        assert!(!rows.is_empty(), "{words:?}: {}", run.stdout);
        for cell in rows.iter().flatten() {
            let is_formula = cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err();
            assert!(!is_formula && !cell.contains(char::is_control), "{words:?}: {cell:?}");
        }
    }
}

/// Not as a file without vertices.
#[test]
fn texts_in_utf_16_are_named() {
    let workshop = Workshop::new();
    for mark in [0xfeff_u16, 0xfffe] {
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".encode_utf16();
        let bytes: Vec<u8> = [mark].into_iter().chain(text).flat_map(u16::to_le_bytes).collect();
        workshop.write("wide.obj", bytes);
        let refusal = workshop.refusal(&["inspect", "wide.obj"]);
        assert!(refusal.contains("wide.obj: a text in UTF-16 is not supported; save it as UTF-8"), "{refusal}");
    }
}

/// The parser's time is the square of their number.
#[test]
fn elements_with_many_attributes_are_refused_at_their_line() {
    let workshop = Workshop::new();
    let attributes: String = (0..50_000).map(|k| format!(" a{k}='1'")).collect();
    workshop.write("wide.svg", format!("<svg xmlns='http://www.w3.org/2000/svg'>\n<rect{attributes}/></svg>"));
    workshop.write("wide.urdf", format!("<robot name='r'>\n<link{attributes}/></robot>"));
    for words in [&["planar", "check", "wide.svg"][..], &["check", "wide.urdf"]] {
        let refusal = workshop.refusal(words);
        assert!(refusal.contains(":2: an element with more than 1000 attributes is not supported"), "{refusal}");
    }
}

/// Rings on each other: the pairs of edges that meet are the square of their number.
#[test]
fn polygons_that_intersect_themselves_too_often_are_refused() {
    let workshop = Workshop::new();
    let rings = |count: usize, x: f64| {
        let ring = format!("({x} 0,{} 0,{} 1,{x} 1)", x + 1.0, x + 1.0);
        format!("POLYGON({})\n", vec![ring; count].join(","))
    };
    workshop.write("few.wkt", rings(100, 0.0) + &rings(100, 0.5));
    assert_eq!(workshop.run(&["planar", "check", "few.wkt", "-q"]).code, Some(1));
    workshop.write("many.wkt", rings(20_000, 0.0));
    workshop.write("many.csv", format!("a,b\n\"{}\",\"{}\"\n", rings(9, 0.0).trim(), rings(20_000, 0.0).trim()));
    for words in [
        &["planar", "check", "many.wkt"][..],
        &["planar", "relate", "many.wkt", "many.wkt"],
        &["planar", "sweep", "many.wkt", "many.wkt", "--by", "1,0"],
        &["planar", "relations", "many.csv"],
    ] {
        let refusal = workshop.refusal(words);
        assert!(refusal.contains("has more than 1164288 pairs of edges that meet or nearly do"), "{refusal}");
    }
}

/// All of them would take gigabytes before the first pair is judged.
#[test]
fn too_many_bodies_in_one_place_are_refused() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    let body = |k: u32| format!("[[bodies]]\nname = \"b{k}\"\nmesh = \"a.obj\"\n");
    workshop.write("crowd.toml", (0..2_001).map(body).collect::<String>());
    let refusal = workshop.refusal(&["check", "crowd.toml"]);
    assert!(refusal.contains("more than 2000000 pairs of the 2001 bodies are in each other's boxes"), "{refusal}");
    let apart = |k: u32| format!("{}pose = {{translation = [{}, 0, 0]}}\n", body(k), 2 * k);
    workshop.write("row.toml", (0..2_001).map(apart).collect::<String>());
    assert_eq!(workshop.run(&["check", "row.toml", "-q"]).code, Some(0));
    let refusal = workshop.refusal(&["check", "row.toml", "--clearance", "1e6"]);
    assert!(refusal.contains("within the clearance of each other") && refusal.contains("less clearance"), "{refusal}");
}

/// A rule that was meant for a few bodies, and matches all.
#[test]
fn too_many_missing_contacts_are_refused() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    let body =
        |k: u32| format!("[[bodies]]\nname = \"b{k}\"\nmesh = \"a.obj\"\npose = {{translation = [{}, 0, 0]}}\n", 2 * k);
    workshop.write("row.toml", (0..502).map(body).collect::<String>());
    let expected = |k: u32| format!("[[expect]]\nname = \"e{k}\"\nbetween = [\"b*\", \"b*\"]\n");
    workshop.write("rules.toml", (0..1_000).map(expected).collect::<String>());
    let refusal = workshop.refusal(&["check", "row.toml", "--rules", "rules.toml"]);
    assert!(refusal.contains("among the 502 bodies") && refusal.contains("[[expect]]"), "{refusal}");
}

#[cfg(unix)]
#[test]
fn devices_are_refused_as_input() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    for words in [&["inspect", "/dev/zero"][..], &["check", "a.obj", "/dev/zero"], &["relate", "/dev/zero", "a.obj"]] {
        let refusal = workshop.refusal(words);
        assert!(refusal.contains("/dev/zero: this is a device, expected a regular file"), "{words:?}: {refusal}");
    }
}

/// A cube in single precision from 0 to 1 at a place, with the corner nearest to the origin elsewhere.
fn cube_in_single_precision(at: f64, corner: f64) -> String {
    let place = |k: u32| [k & 1, k >> 1 & 1, k >> 2].map(|x| if k == 0 { corner } else { at + f64::from(x) });
    let vertices: String = (0..8).map(place).map(|[x, y, z]| format!("{x:e} {y:e} {z:e}\n")).collect();
    let faces = "4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5\n";
    let header = "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n\
                  element face 6\nproperty list uchar int vertex_indices\nend_header\n";
    format!("{header}{vertices}{faces}")
}

/// A damaged file: loose faces in single precision, most of them small, a third of their corners anywhere up to 1e38.
fn wide_range(faces: u32) -> String {
    let mut random = SplitMix64::new(53);
    let mut corner = || {
        let place = random.direction() * random.between(0.0, 2.0);
        let p = if random.below(3) == 0 { place * 10_f64.powf(random.between(0.0, 37.0)) } else { place };
        format!("{:e} {:e} {:e}\n", p.x as f32, p.y as f32, p.z as f32)
    };
    let vertices: String = (0..3 * faces).map(|_| corner()).collect();
    let rows: String = (0..faces).map(|k| format!("3 {} {} {}\n", 3 * k, 3 * k + 1, 3 * k + 2)).collect();
    let header = format!(
        "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {faces}\nproperty list uchar int vertex_indices\nend_header\n",
        3 * faces
    );
    header + &vertices + &rows
}

/// Healing of a damaged file ends after a counted effort, and each command that heals says so.
#[test]
fn healing_that_takes_too_many_steps_is_told() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    workshop.write("damaged.ply", wide_range(1_200));
    let inspected = workshop.run(&["inspect", "damaged.ply"]);
    assert!(inspected.stdout.contains("it takes too many steps to find a length that closes its 3600 open edges"));
    let healed = workshop.run(&["heal", "damaged.ply", "--within", "1"]);
    assert!(healed.stdout.contains("too many steps, so cracks stay as they are"), "{healed:?}");
    let (_, json) = workshop.json(&["heal", "damaged.ply", "--within", "1"]);
    assert_eq!(json["bodies"][0]["effort_spent"], true, "{json}");
    let checked = workshop.run(&["check", "damaged.ply", "a.obj", "--heal", "1", "--pairs-only"]);
    assert!(checked.stderr.contains("cracks are not healed in damaged: it takes too many steps"), "{checked:?}");
}

/// One damaged vertex does not make the automatic tolerance so large that a clash is allowed.
#[test]
fn a_vertex_far_out_hides_no_clash() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    workshop.write("sound.ply", cube_in_single_precision(0.5, 0.5));
    for corner in [0.0, -1e30] {
        workshop.write("body.ply", cube_in_single_precision(0.0, corner));
        let run = workshop.run(&["check", "body.ply", "sound.ply"]);
        assert_eq!(run.code, Some(1), "{corner}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.stderr.contains("lie many thousands of times farther out"), corner != 0.0, "{}", run.stderr);
    }
}
