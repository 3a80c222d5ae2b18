//! Bad usage and bad files: a message that says what to do, exit code 2, no output. Pipes that close early are no error.

use crate::workshop::{Workshop, obj, unit_at};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

#[test]
fn words_that_make_no_sense() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0))]);
    let cases: &[(&[&str], &str)] = &[
        (&["check"], "required"),
        (&["chek", "a.obj"], "chek"),
        (&["check", "a.obj", "--clearance", "-1"], "not negative"),
        (&["check", "a.obj", "--clearance", "nan"], "finite"),
        (&["check", "a.obj", "--touch", "inf"], "finite"),
        (&["check", "a.obj", "--touch", "2mm"], "say it by --unit"),
        (&["check", "a.obj", "--touch", "2 ells"], "expected"),
        (&["check", "a.obj", "--allow", "kissing"], "touching"),
        (&["check", "a.obj", "--allow", "disjoint"], "possible values"),
        (&["check", "a.obj", "--format", "pdf"], "json"),
        (&["check", "a.obj", "--jobs", "-1"], "number of threads"),
        (&["check", "a.obj", "--jobs", "many"], "number of threads"),
        (&["check", "a.obj", "--method", "guess"], "auto, brute, aabb, obb, sphere, kdop, rss"),
        (&["relate", "a.obj", "b.obj", "--method", "obb:arity=3"], "2, 4, 8"),
        (&["distance", "a.obj", "b.obj", "--method", "obb:colour=red"], "options are: arity"),
        (&["poses", "a.obj", "b.obj", "--poses", "p.csv", "--method", "sphere:axis=own"], "it has no axes"),
        (&["relate", "a.obj"], "required"),
        (&["poses", "a.obj", "b.obj"], "--poses"),
        (&["poses", "a.obj", "b.obj", "--poses", "p.csv", "--query", "depth"], "distance"),
    ];
    for (words, expected) in cases {
        let refusal = workshop.refusal(words);
        assert!(refusal.contains(expected), "{words:?}: {refusal}");
    }
}

#[test]
fn files_that_cannot_be_used() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0))]);
    workshop.write("empty.stl", "");
    workshop.write("points.obj", "v 0 0 0\nv 1 0 0\n");
    workshop.write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    workshop.write("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n");
    workshop.write("readme.txt", "this is no mesh\n");
    std::fs::create_dir(workshop.path("folder")).unwrap();
    for (file, expected) in [
        ("missing.stl", "missing.stl"),
        ("folder", "director"),
        ("empty.stl", "empty"),
        ("points.obj", "triangles"),
        ("bad.obj", "bad.obj:4"),
        ("nan.obj", "nan.obj"),
        ("readme.txt", "readme.txt"),
    ] {
        let refusal = workshop.refusal(&["check", "a.obj", file]);
        assert!(refusal.contains(file) && refusal.contains(expected), "{file}: {refusal}");
        for words in [&["inspect", file][..], &["relate", file, "a.obj"], &["distance", "a.obj", file]] {
            assert!(workshop.refusal(words).contains(file));
        }
    }
}

#[test]
fn places_that_cannot_be_written() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0))]);
    let refusal = workshop.refusal(&["check", "a.obj", "b.obj", "-o", "no/such/report.json"]);
    assert!(refusal.contains("no/such"), "{refusal}");
    assert!(workshop.refusal(&["check", "a.obj", "b.obj", "-o", "."]).contains("is a directory"));
    assert_eq!(workshop.files(), ["a.obj", "b.obj"]);
}

#[test]
fn an_input_is_never_overwritten() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0))]);
    workshop.write("p.csv", "qw,qx,qy,qz,x,y,z\n1,0,0,0,0,0,0\n");
    std::fs::create_dir(workshop.path("sub")).unwrap();
    let whole = std::fs::canonicalize(workshop.path("b.obj")).unwrap();
    let mut outputs = vec!["b.obj", "./b.obj", "sub/../b.obj", whole.to_str().unwrap()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("b.obj", workshop.path("soft.obj")).unwrap();
        std::fs::hard_link(workshop.path("b.obj"), workshop.path("hard.obj")).unwrap();
        outputs.extend(["soft.obj", "hard.obj"]);
    }
    let before = workshop.read("b.obj");
    let commands: [&[&str]; 6] = [
        &["check", "a.obj", "b.obj"],
        &["relate", "a.obj", "b.obj#b"],
        &["relate", "b.obj", "a.obj"],
        &["distance", "a.obj", "b.obj"],
        &["inspect", "b.obj"],
        &["poses", "a.obj", "b.obj", "--poses", "p.csv"],
    ];
    for (words, output) in commands.iter().flat_map(|words| outputs.iter().map(move |output| (words, *output))) {
        let refusal = workshop.refusal(&[words, &["-o", output][..]].concat());
        assert!(refusal.contains(&format!("{output}: this is the input file b.obj")), "{refusal}");
    }
    let poses = workshop.refusal(&["poses", "a.obj", "b.obj", "--poses", "p.csv", "-o", "p.csv"]);
    assert!(poses.contains("p.csv: this is the input file p.csv"), "{poses}");
    // Refused before anything is read: not even the missing file is missed.
    let early = workshop.refusal(&["check", "b.obj", "missing.obj", "-o", "b.obj"]);
    assert!(early.contains("this is the input file b.obj"), "{early}");
    assert_eq!(workshop.read("b.obj"), before);
    assert!(workshop.read("p.csv").starts_with("qw,"));
}

#[test]
fn garbage_in_a_glb_is_told() {
    let workshop = Workshop::new();
    workshop.write("a.glb", b"\x00\x01garbage");
    let refusal = workshop.refusal(&["inspect", "a.glb"]);
    assert!(refusal.contains("a.glb: byte 0: expected the bytes 'glTF' or a JSON document, found '"), "{refusal}");
}

#[test]
fn help_teaches() {
    let workshop = Workshop::new();
    let help = workshop.run(&["--help"]);
    assert!(
        help.code == Some(0) && help.stdout.contains("Examples:") && help.stdout.contains("Exit codes:"),
        "{help:?}"
    );
    for command in ["check", "relate", "distance", "inspect", "poses", "demo"] {
        assert!(help.stdout.contains(command), "{command}");
        let own = workshop.run(&[command, "--help"]);
        assert!(own.code == Some(0) && own.stdout.contains("Exit codes:"), "{command}: {own:?}");
    }
    let check = workshop.run(&["check", "--help"]).stdout;
    assert!(check.contains("slow with many bodies") && check.lines().count() <= 50, "{check}");
    let formats = workshop.run(&["formats"]);
    assert_eq!(formats.code, Some(0));
    for taught in ["each object (o) is a body", "each node", "each solid", "takes that of the file"] {
        assert!(formats.stdout.contains(taught), "{taught}");
    }
    let alone = workshop.run(&[]);
    assert!(alone.code == Some(2) && alone.stderr.contains("Examples:"), "{alone:?}");
    let version = workshop.run(&["--version"]);
    assert_eq!((version.code, version.stdout), (Some(0), format!("impinge {}\n", env!("CARGO_PKG_VERSION"))));
    assert!(workshop.run(&["completions", "bash"]).stdout.contains("impinge"));
}

#[test]
fn a_pipe_closed_early_is_a_quiet_end() {
    let workshop = Workshop::new();
    let names: Vec<String> = (0..60).map(|i| format!("a-cube-with-a-rather-long-name-{i}")).collect();
    let cubes: Vec<_> = names.iter().map(|name| (name.as_str(), unit_at(0.0))).collect();
    workshop.write("many.obj", obj(&cubes));
    for format in ["table", "json", "csv"] {
        let mut command = workshop.command(&["check", "many.obj", "--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let code = child.wait().unwrap().code();
        assert!(!line.is_empty());
        assert_eq!((code, stderr.as_str()), (Some(1), ""), "{format}");
    }
}

/// The name of a format and the ending of a file that promise different things are refused by every command that takes both.
#[test]
fn formats_and_endings_that_disagree_are_refused() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0))]);
    workshop.write("p.csv", "x,y,z\n0,0,0\n");
    workshop.write("a.wkt", "POLYGON((0 0,1 0,1 1,0 0))\n");
    let pair = ["a.obj", "b.obj"];
    let cases: [(&[&str], &str, &str); 14] = [
        (&["check", pair[0], pair[1]], "json", "r.csv"),
        (&["check", pair[0], pair[1]], "csv", "r.html"),
        (&["check", pair[0], pair[1]], "table", "r.xml"),
        (&["check", pair[0], pair[1]], "junit", "r.json"),
        (&["relate", pair[0], pair[1]], "text", "r.json"),
        (&["relate", pair[0], pair[1]], "json", "r.csv"),
        (&["distance", pair[0], pair[1]], "text", "r.JSON"),
        (&["depth", pair[0], pair[1]], "text", "r.json"),
        (&["inspect", pair[0]], "text", "r.json"),
        (&["poses", pair[0], pair[1], "--poses", "p.csv"], "json", "r.csv"),
        (&["sweep", pair[0], pair[1], "--to", "1,0,0"], "csv", "r.json"),
        (&["deform", pair[0], pair[1]], "csv", "r.json"),
        (&["planar", "check", "a.wkt"], "csv", "r.json"),
        (&["planar", "relate", "a.wkt", "a.wkt"], "text", "r.json"),
    ];
    for (words, format, file) in cases {
        let said = workshop.refusal(&[words, &["--format", format, "-o", file]].concat());
        assert!(said.contains("disagree; name the file r.") && !workshop.path(file).exists(), "{words:?}: {said}");
    }
    let plain = workshop.run(&["check", pair[0], pair[1], "--format", "json", "-o", "r.txt"]);
    assert!(plain.code == Some(1) && workshop.read("r.txt").starts_with('{'), "{plain:?}");
    assert_eq!(workshop.run(&["check", pair[0], pair[1], "--format", "junit", "-o", "r.xml"]).code, Some(1));
}
