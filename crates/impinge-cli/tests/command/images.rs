//! Methods that draw: the answers of every other method, and what images showed.

use crate::gpu;
use crate::schema::fault;
use crate::workshop::{Cube, Workshop, obj, unit_at};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

const METHODS: [&str; 3] = ["cinder", "cullide", "ldi"];

/// Cubes that are apart, touch, cross and are inside each other, and a sheet through some of them.
fn crowd() -> Workshop {
    let workshop = Workshop::new();
    let place = |i: u32| [0.625 * f64::from(i % 5), 1.125 * f64::from(i % 3), 0.5 * f64::from(i % 4)];
    let mut places: Vec<(String, Cube)> = (0..24).map(|i| (format!("cube{i}"), (place(i), 1.0))).collect();
    places.push(("crumb".to_owned(), ([0.25, 0.375, 0.125], 0.125)));
    places.push(("alone".to_owned(), ([9.0; 3], 1.0)));
    let cubes: Vec<(&str, Cube)> = places.iter().map(|(name, cube)| (name.as_str(), *cube)).collect();
    workshop.write("crowd.obj", obj(&cubes));
    workshop.write("sheet.obj", "v -1 -1 0.3\nv 5 -1 0.4\nv -1 5 0.5\nf 1 2 3\n");
    workshop
}

#[test]
fn images_propose_and_the_exact_engine_proves() {
    if !gpu::is_there("--method cinder, cullide and ldi of check") {
        return;
    }
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let workshop = crowd();
    let words = ["check", "crowd.obj", "sheet.obj", "--self", "--clearance", "0.25"];
    let (code, plain) = workshop.json(&words);
    let meeting = plain["pairs"].as_array().unwrap().iter().filter(|pair| pair["relation"] != "disjoint").count();
    assert!(code == Some(1) && meeting > 30 && plain.get("images").is_none());
    let csv = workshop.run(&[&words[..], &["--format", "csv"]].concat()).stdout;
    for method in METHODS {
        let words = [&words[..], &["--method", method]].concat();
        let (code, mut report) = workshop.json(&words);
        assert_eq!((code, fault(&schema, &schema, &report)), (Some(1), None), "{method}");
        let images = report.as_object_mut().unwrap().remove("images").unwrap();
        let (mut shown, mut deep) = ([0, 0], [0, 0]);
        for pair in report["pairs"].as_array_mut().unwrap() {
            let pair = pair.as_object_mut().unwrap();
            let (proposed, itself) = (pair.remove("proposed"), pair["a"] == pair["b"]);
            let edges = pair.remove("edges_inside");
            assert!(edges.is_none() || (method == "cinder" && !itself), "{edges:?}");
            assert_eq!(proposed.is_none(), itself, "{pair:?}");
            pair.remove("overlap");
            let drawn = method == "cullide" || pair["b"] != "sheet";
            assert_eq!(proposed == Some(Value::Null), !drawn && !itself, "what is not drawn is not missed: {pair:?}");
            let is_shown = proposed == Some(true.into());
            shown[usize::from(pair["relation"] == "disjoint")] += u64::from(is_shown);
            let is_deep = ["crossing", "a_inside_b", "b_inside_a"].iter().any(|deep| pair["relation"] == *deep);
            if is_deep && drawn {
                deep[usize::from(is_shown)] += 1;
            }
        }
        // Only the work may be less, where images are certain.
        let certain = method != "cinder";
        assert!(certain || images["apart"] == 0, "{images}");
        if certain {
            report["cost"] = plain["cost"].clone();
        }
        assert_eq!(report, plain, "{method}");
        // Images of cinder show what is deep; the other two never rule out what meets.
        assert!(deep[1] > 15 && deep[0] == 0, "{method}: {deep:?}");
        assert_eq!((images["method"].as_str(), images["confirmed"].as_u64()), (Some(method), Some(shown[0])));
        assert!(images["proposed"].as_u64() >= Some(shown[0] + shown[1]), "{images}");
        for what in ["passes", "pixels", "read_back_bytes"] {
            assert!(images[what].as_u64().unwrap() > 0, "{method}: {images}");
        }
        let left: Vec<&str> = if method == "cullide" { vec![] } else { vec!["sheet"] };
        assert_eq!(images["not_drawn"], Value::from(left), "{method}");
        let rows = workshop.run(&[&words[..], &["--format", "csv"]].concat()).stdout;
        let more = if method == "ldi" { 5 } else { 1 };
        let cut: Vec<String> = rows.lines().map(|row| first_cells(row, row.split(',').count() - more)).collect();
        assert_eq!(cut, csv.lines().collect::<Vec<_>>(), "{method}");
        if method == "ldi" {
            continue;
        }
        let table = workshop.run(&words).stdout;
        assert!(table.contains(&format!("proposed by {method} on ")), "{table}");
        let word = if method == "cinder" { "shows it" } else { "cannot rule it out" };
        assert!(table.contains(word) && table.contains("not drawn") == (method == "cinder"), "{table}");
        assert_eq!(table.contains("left to the exact engine alone: sheet"), method != "cullide", "{table}");
    }
}

/// The first cells of a row.
fn first_cells(row: &str, count: usize) -> String {
    row.split(',').take(count).collect::<Vec<_>>().join(",")
}

/// Boxes along the axes share a volume that is known; the bounds hold it, in every format, and say how they were found.
#[test]
fn layered_images_tell_volumes_with_their_bounds() {
    if !gpu::is_there("volumes of overlaps") {
        return;
    }
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let workshop = Workshop::new();
    let cubes = [
        ("a", unit_at(0.0)),
        ("b", ([0.5, 0.25, 0.125], 1.0)),
        ("inner", ([0.25, 0.25, 0.25], 0.25)),
        ("beside", ([-1.0, 0.0, 0.0], 1.0)),
        ("far", unit_at(9.0)),
    ];
    workshop.write("five.obj", obj(&cubes));
    workshop.write("sheet.obj", "v -1 -1 0.3\nv 5 -1 0.4\nv -1 5 0.5\nf 1 2 3\n");
    let words = ["check", "five.obj", "sheet.obj", "--all-pairs", "--method", "ldi"];
    let (_, report) = workshop.json(&words);
    assert_eq!(fault(&schema, &schema, &report), None);
    let pair = |a: &str, b: &str| {
        let is_it =
            |pair: &&Value| pair["a"].as_str().unwrap().ends_with(a) && pair["b"].as_str().unwrap().ends_with(b);
        report["pairs"].as_array().unwrap().iter().find(is_it).unwrap()
    };
    let volume = |axis: usize| {
        let (p, q) = (cubes[0].1.0[axis], cubes[1].1.0[axis]);
        (p + 1.0).min(q + 1.0) - p.max(q)
    };
    for (a, b, volume) in
        [("a", "b", volume(0) * volume(1) * volume(2)), ("a", "inner", 0.25_f64.powi(3)), ("a", "beside", 0.0)]
    {
        let overlap = &pair(a, b)["overlap"];
        let [lower, estimate, upper] = ["lower", "estimate", "upper"].map(|key| overlap[key].as_f64().unwrap());
        assert!(lower <= volume && volume <= upper && lower <= estimate && estimate <= upper, "{overlap}");
        assert_eq!((&overlap["method"], &overlap["pixels"]), (&Value::from("ldi"), &Value::from(vec![64, 64])));
        // A ring of pixels is unsure, and not more.
        assert!(upper - lower < 0.25 * volume.max(0.25), "{overlap}");
        assert_eq!(lower > 0.0, volume > 0.0, "{overlap}");
    }
    assert!(pair("a", "far").get("overlap").is_none() && pair("a", "sheet").get("overlap").is_none());
    let rows = workshop.run(&[&words[..], &["--format", "csv"]].concat()).stdout;
    assert!(
        rows.lines().next().unwrap().ends_with(",proposed,overlap_lower,overlap_estimate,overlap_upper,overlap_by")
    );
    assert_eq!(rows.lines().filter(|row| row.ends_with(",ldi 64x64")).count(), 4, "{rows}");
    assert!(rows.lines().any(|row| row.ends_with(",,,,,")), "what was not drawn has no cells: {rows}");
    let table = workshop.run(&words).stdout;
    for part in
        ["overlap", " to ", "layered depth images of 64 x 64 pixels", "shows it", "cannot rule it out", "not drawn"]
    {
        assert!(table.contains(part), "{part}: {table}");
    }
    let help = workshop.run(&["methods"]).stdout;
    for word in ["shows it", "misses it", "cannot rule it out", "rules it out", "not drawn"] {
        assert!(help.contains(word), "{word}");
    }
}

/// Corners of cubes that look at each other: boxes overlap, no vertex is in the box of another body.
fn corners(count: usize) -> String {
    let mut text = String::new();
    for k in 0..count {
        let x = 3.0 * k as f64;
        for (name, at, side) in [("low", [x, 0.0, 0.0], 1.0), ("high", [x + 1.25, 1.25, 1.25], -1.0)] {
            text += &format!("o {name}{k}\nv {} {} {}\n", at[0], at[1], at[2]);
            for axis in 0..3 {
                let mut corner = at;
                corner[axis] += side;
                text += &format!("v {} {} {}\n", corner[0], corner[1], corner[2]);
            }
            let faces = if side > 0.0 {
                [[1, 3, 2], [1, 2, 4], [1, 4, 3], [2, 3, 4]]
            } else {
                [[1, 2, 3], [1, 4, 2], [1, 3, 4], [2, 4, 3]]
            };
            let first = 4 * (2 * k + usize::from(side < 0.0));
            for [a, b, c] in faces {
                text += &format!("f {} {} {}\n", first + a, first + b, first + c);
            }
        }
    }
    text
}

/// Pairs that images prove apart are not tested again, by a device or by the CPU, also where a gap is asked for; reports are the same.
#[test]
fn images_save_the_exact_engine_work() {
    const APART: usize = 12;
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let workshop = Workshop::new();
    workshop.write("corners.obj", corners(APART));
    workshop.write("two.obj", obj(&[("one", ([0.25, 0.25, 5.0], 1.0)), ("other", ([0.5, 0.5, 5.25], 1.0))]));
    for more in [&[][..], &["--clearance", "0.01"]] {
        let words = [&["check", "corners.obj", "two.obj"][..], more].concat();
        let (code, plain) = workshop.json(&words);
        assert_eq!((code, plain["pairs"].as_array().unwrap().len()), (Some(1), 1), "{plain}");
        let mut methods = vec!["cullide:device=cpu", "ldi:device=cpu", "cinder:device=cpu,size=64"];
        if gpu::is_there("exact work saved by images of a device") {
            methods.extend(["cullide", "ldi", "cinder:size=64"]);
        }
        for method in methods {
            let (code, mut report) = workshop.json(&[&words[..], &["--method", method]].concat());
            assert_eq!((code, fault(&schema, &schema, &report)), (Some(1), None), "{method}");
            let images = report.as_object_mut().unwrap().remove("images").unwrap();
            let is_hint = method.starts_with("cinder");
            let (apart, tested) = if is_hint { (0, APART + 1) } else { (APART, 1) };
            assert_eq!(images["near"], APART + 1, "{method}: {images}");
            assert_eq!((&images["apart"], &images["tested"]), (&apart.into(), &tested.into()), "{method}: {images}");
            assert_eq!((&images["proposed"], &images["settings"]), (&1.into(), &method.into()), "{images}");
            let on_cpu = method.contains("device=cpu");
            assert_eq!(images["device"] == "the CPU" && images["driver"] == "none", on_cpu, "{images}");
            let work = |report: &Value| report["cost"]["box_tests"].as_u64().unwrap();
            assert_eq!(work(&report) < work(&plain), !is_hint, "{method}");
            let pair = report["pairs"][0].as_object_mut().unwrap();
            assert_eq!(pair.remove("proposed"), Some(true.into()));
            pair.remove("overlap");
            assert_eq!(pair.remove("edges_inside").is_some(), is_hint);
            assert_eq!(report["pairs"], plain["pairs"], "{method}");
        }
        let table = workshop.run(&[&words[..], &["--method", "cullide:device=cpu"]].concat()).stdout;
        assert!(table.contains("images prove 12 apart; the exact engine tested 1"), "{table}");
    }
}

/// Edges and points of bodies inside others, by every view, on a device and on the CPU alike.
#[test]
fn edges_inside_are_listed_with_their_places() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", ([0.5, 0.25, 0.125], 1.0))]);
    let mut seen = 0;
    for options in ["", ",view=perspective", ",own=offset", ",view=perspective,own=offset,layers=2"] {
        let method = format!("cinder:device=cpu,size=64,points=100{options}");
        let (_, on_cpu) = workshop.json(&["check", "a.obj", "b.obj", "--method", &method]);
        assert_eq!(fault(&schema, &schema, &on_cpu), None, "{method}");
        let pair = &on_cpu["pairs"][0];
        for inside in pair["edges_inside"].as_array().unwrap() {
            let of_a = inside["body"] == "a";
            assert!(of_a != (inside["inside"] == "a") && inside["edge_count"].as_u64().unwrap() > 0, "{inside}");
            let low = [0.5, 0.25, 0.125];
            for point in inside["points"].as_array().unwrap() {
                // In both cubes, but for a pixel.
                let within = (0..3).all(|axis| {
                    let x = point[axis].as_f64().unwrap();
                    (low[axis] - 0.1..=1.1).contains(&x)
                });
                assert!(within, "{point}");
                seen += 1;
            }
            let ends = inside["edges"].as_array().unwrap();
            assert!(ends.iter().all(|edge| edge.as_array().unwrap().iter().all(|v| v.as_u64().unwrap() < 8)));
        }
        if gpu::is_there("edges of bodies inside others, by a device") {
            let method = method.replace("device=cpu,", "");
            let (_, drawn) = workshop.json(&["check", "a.obj", "b.obj", "--method", &method]);
            assert_eq!(drawn["pairs"], on_cpu["pairs"], "{method}");
        }
    }
    assert!(seen > 100, "{seen}");
    let (_, few) = workshop.json(&["check", "a.obj", "b.obj", "--method", "cinder:device=cpu,size=64,points=1"]);
    let inside = &few["pairs"][0]["edges_inside"][0];
    assert!(inside["points"].as_array().unwrap().len() == 1 && inside["point_count"].as_u64().unwrap() > 1, "{inside}");
}

/// A body against itself: the contacts of every other method, with fewer faces left to test.
#[test]
fn bodies_are_drawn_against_themselves() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let workshop = Workshop::new();
    // One body of two cubes that overlap and two balls apart from all. Each face of a cube hides the edges of others along the axes, so images leave all of them.
    let place = |x: f64| obj(&[("all", ([x, 0.25 * x, 0.125 * x], 1.0))]);
    let ball = impinge::Mesh::icosphere(0.75, 1).unwrap();
    let faces_in_all = 24 + 2 * ball.faces().len() as u64;
    let mut text = String::from("o all\n");
    let mut first = 0;
    for x in [0.0, 0.5] {
        for line in place(x).lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["v", ..] => text += &format!("{line}\n"),
                ["f", a, b, c] => {
                    let [a, b, c] = [a, b, c].map(|v| v.parse::<usize>().unwrap() + first);
                    text += &format!("f {a} {b} {c}\n");
                }
                _ => {}
            }
        }
        first += 8;
    }
    for x in [4.0, 9.0] {
        ball.vertices().iter().for_each(|p| text += &format!("v {} {} {}\n", p.x + x, p.y, p.z));
        for [a, b, c] in ball.faces().iter().map(|face| face.map(|v| v as usize + first + 1)) {
            text += &format!("f {a} {b} {c}\n");
        }
        first += ball.vertices().len();
    }
    workshop.write("row.obj", text);
    workshop.write(
        "sheet.obj",
        "v 20 0 0\nv 21 0 0\nv 20 1 0\nv 20.2 0.2 -1\nv 20.2 0.2 1\nv 20.2 0.3 1\nf 1 2 3\nf 4 5 6\n",
    );
    let words = ["check", "row.obj", "sheet.obj", "--self"];
    let (code, plain) = workshop.json(&words);
    assert_eq!((code, plain["pairs"].as_array().unwrap().len()), (Some(1), 2), "{plain}");
    let mut methods = vec!["cullide:device=cpu", "ldi:device=cpu"];
    if gpu::is_there("bodies against themselves, by a device") {
        methods.extend(["cullide", "ldi"]);
    }
    for method in methods {
        let words = [&words[..], &["--method", method]].concat();
        let (code, mut report) = workshop.json(&words);
        assert_eq!((code, fault(&schema, &schema, &report)), (Some(1), None), "{method}");
        let own = report["images"]["self"].clone();
        let [bodies, faces, left] = ["bodies", "faces", "left"].map(|key| own[key].as_u64().unwrap());
        let by_sight = method.starts_with("cullide");
        assert_eq!((bodies, faces), if by_sight { (2, faces_in_all + 2) } else { (1, faces_in_all) }, "{own}");
        assert!(left >= 2 && left <= faces / 2, "{own}");
        for pair in report["pairs"].as_array_mut().unwrap() {
            let overlap = pair.as_object_mut().unwrap().remove("overlap");
            assert_eq!(overlap.is_some(), !by_sight && pair["a"] != "sheet", "{pair}");
            if let Some(overlap) = overlap {
                // 1/2 by 7/8 by 15/16 of the two cubes is common.
                let volume = 0.5 * 0.875 * 0.9375;
                let [lower, upper] = ["lower", "upper"].map(|key| overlap[key].as_f64().unwrap());
                assert!(lower > 0.0 && lower <= volume && volume <= upper, "{overlap}");
            }
        }
        assert_eq!(report["pairs"], plain["pairs"], "{method}");
        let table = workshop.run(&words).stdout;
        assert!(table.contains(&format!("of {faces} faces of ")), "{table}");
    }
}

/// What images prove about a pose is not asked again; a pose that is no rotation to the last place is.
#[test]
fn poses_that_images_decide_are_counted() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", ([0.0; 3], 0.5))]);
    let rows = "qw,qx,qy,qz,x,y,z\n1,0,0,0,4,0,0\n1,0,0,0,0.25,0.25,0.25\n1,0,0,0,0.75,0.25,0.125\n1,0,0,0,1,0,0\n";
    workshop.write("p.csv", rows);
    for (query, decided) in [("relation", [1, 3]), ("intersects", [1, 3]), ("contacts", [1, 1]), ("distance", [0, 0])] {
        let words = ["poses", "a.obj", "b.obj", "--poses", "p.csv", "--query", query];
        let plain = workshop.run(&words).stdout;
        for (method, decided) in [("cullide:device=cpu", decided[0]), ("ldi:device=cpu", decided[1])] {
            let run = workshop.run(&[&words[..], &["--method", method]].concat());
            let cut: Vec<&str> = run.stdout.lines().map(|row| row.rsplit_once(',').unwrap().0).collect();
            assert_eq!(cut, plain.lines().collect::<Vec<_>>(), "{method} {query}");
            let note = format!("{decided} answer{} proved by images", if decided == 1 { " is" } else { "s are" });
            assert!(run.stderr.contains(&note), "{method} {query}: {}", run.stderr);
        }
    }
}

/// Without a device nothing falls back silently: the refusal names what needs none.
#[test]
fn the_cpu_draws_only_where_it_is_asked() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(0.5))]);
    let words = ["check", "a.obj", "b.obj", "--method", "cinder:device=cpu", "--device", "card"];
    assert!(workshop.refusal(&words).contains("not with --method cinder:device=cpu"));
    let mut command = workshop.command(&["check", "a.obj", "b.obj", "--method", "cullide", "-q"]);
    let run =
        command.env("VK_DRIVER_FILES", "/nowhere.json").env("VK_ICD_FILENAMES", "/nowhere.json").output().unwrap();
    let refusal = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(2) && refusal.contains("cullide:device=cpu needs no device"), "{refusal}");
}

#[test]
fn poses_are_drawn_one_by_one() {
    if !gpu::is_there("--method cinder, cullide and ldi of poses") {
        return;
    }
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/poses.schema.json")).unwrap();
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(0.0))]);
    workshop.write("sheet.obj", "v -1 -1 0.3\nv 5 -1 0.4\nv -1 5 0.5\nf 1 2 3\n");
    let half = 0.5_f64.sqrt();
    let turned = format!("{half},0,{half},0,0.5,0.25,0.5\n0.8,0.6,0,0,0.25,0.75,0.25\n");
    workshop
        .write("p.csv", format!("qw,qx,qy,qz,x,y,z\n1,0,0,0,4,0,0\n1,0,0,0,1,0,0\n1,0,0,0,0.5,0.25,0.125\n{turned}"));
    for query in ["relation", "distance"] {
        let words = ["poses", "a.obj", "b.obj", "--poses", "p.csv", "-q", "--query", query];
        let plain = workshop.run(&words).stdout;
        for method in METHODS {
            let words = [&words[..], &["--method", method]].concat();
            let rows = workshop.run(&words);
            assert_eq!((rows.code, rows.stderr.as_str()), (Some(0), ""), "{rows:?}");
            let cut: Vec<(&str, &str)> = rows.stdout.lines().map(|row| row.rsplit_once(',').unwrap()).collect();
            assert_eq!(cut.iter().map(|row| row.0).collect::<Vec<_>>(), plain.lines().collect::<Vec<_>>(), "{method}");
            assert_eq!((cut[0].1, cut[1].1, cut[3].1, cut[5].1), ("proposed", "false", "true", "true"), "{method}");
            if query == "distance" && method != "cinder" {
                continue;
            }
            let (_, answers) = workshop.json(&words);
            assert_eq!(fault(&schema, &schema, &answers), None, "{method} {query}");
            assert!(answers["images"]["drawn"] == true && answers["images"]["pixels"].as_u64().unwrap() > 0);
        }
    }
    let words = ["poses", "a.obj", "sheet.obj", "--poses", "p.csv", "--query", "intersects"];
    let plain = workshop.run(&words).stdout;
    let left = workshop.run(&[&words[..], &["--method", "cinder"]].concat());
    assert!(left.stderr.contains("a mesh is not closed and was not drawn"), "{}", left.stderr);
    let cut: Vec<&str> = left.stdout.lines().map(|row| row.rsplit_once(',').unwrap().0).collect();
    assert_eq!(cut, plain.lines().collect::<Vec<_>>());
    assert!(left.stdout.lines().skip(1).all(|row| row.ends_with(',')), "neither shown nor missed: {}", left.stdout);
    let (_, answers) = workshop.json(&[&words[..], &["--method", "cinder"]].concat());
    assert_eq!((fault(&schema, &schema, &answers), &answers["poses"][0]["proposed"]), (None, &Value::Null));
    // What images took is told beside what the engine took.
    let time = left.stderr.lines().last().unwrap();
    assert!(time.contains("us a query in the mean, on its own thread; images before that in "), "{time}");
    let words = ["poses", "a.obj", "b.obj", "--poses", "p.csv", "--method"];
    let note = |method| workshop.run(&[&words[..], &[method]].concat()).stderr;
    assert!(note("cinder").contains(" shows a meeting at ") && note("ldi").contains(" cannot rule out a meeting at "));
}

/// Mesa asks for a desktop and complains where there is none; what is read from standard input comes through all the same.
#[test]
fn a_machine_without_a_desktop_is_no_error() {
    if !gpu::is_there("a machine without a desktop") {
        return;
    }
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(0.0))]);
    let words = ["poses", "a.obj", "b.obj", "--poses", "-", "--method", "cinder", "-q"];
    let mut command = workshop.command(&words);
    for name in ["NODEVICE_SELECT", "XDG_RUNTIME_DIR", "DRI_PRIME", "MESA_VK_DEVICE_SELECT"] {
        command.env_remove(name);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"qw,qx,qy,qz,x,y,z\n1,0,0,0,0.5,0.25,0.125\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "index,relation,proposed\n0,crossing,true\n");
}

#[test]
fn refusals_of_methods_say_where_they_are() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(0.5))]);
    for command in ["relate", "distance"] {
        let refusal = workshop.run(&[command, "a.obj", "b.obj", "--method", "cinder"]);
        assert_eq!(refusal.code, Some(2));
        assert!(refusal.stderr.contains("only `impinge check` and `impinge poses` do"), "{}", refusal.stderr);
        assert_eq!(workshop.run(&[command, "a.obj", "b.obj", "--method", "OBB:arity=4"]).stderr, "");
    }
    let refusal = workshop.run(&["check", "a.obj", "b.obj", "--method", "cinder:views=2"]);
    assert!(
        refusal.code == Some(2) && refusal.stderr.contains("cinder has the options device, size, view"),
        "{}",
        refusal.stderr
    );
    assert!(workshop.refusal(&["check", "a.obj", "b.obj", "-o", "report.xyz"]).contains("does not write .xyz"));
    assert!(workshop.refusal(&["relate", "missing.obj", "b.obj", "-o", "report.xyz"]).contains("does not write .xyz"));
}

#[test]
fn devices_are_named_where_something_is_drawn() {
    let workshop = crowd();
    let refusal = workshop.refusal(&["check", "crowd.obj", "--device", "llvmpipe"]);
    assert!(refusal.contains("--device goes with a method that draws, not with --method auto"), "{refusal}");
    let budget = ["poses", "crowd.obj", "crowd.obj", "--poses", "p.csv", "--query", "distance", "--budget", "5pairs"];
    let refusal = workshop.refusal(&[&budget[..], &["--method", "cinder"]].concat());
    assert!(refusal.contains("--budget goes with --method auto"), "{refusal}");
    if !gpu::is_there("a device of another name") {
        return;
    }
    let refusal = workshop.refusal(&["check", "crowd.obj", "--method", "ldi", "--device", "abacus"]);
    assert!(
        refusal.contains("--method ldi") && refusal.contains("abacus") && refusal.lines().count() == 1,
        "{refusal}"
    );
}

/// A solid turned inside out is closed but cannot be counted; it is left out of the images, and of nothing else.
#[test]
fn a_solid_inside_out_is_left_to_the_exact_engine() {
    if !gpu::is_there("a solid inside out") {
        return;
    }
    let workshop = crowd();
    let cube = obj(&[("odd", ([0.3, 0.3, 0.3], 1.0))]);
    let flip = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["f", a, b, c] => format!("f {a} {c} {b}\n"),
        _ => format!("{line}\n"),
    };
    workshop.write("odd.obj", cube.lines().map(flip).collect::<String>());
    let (_, plain) = workshop.json(&["check", "crowd.obj", "odd.obj"]);
    let (_, report) = workshop.json(&["check", "crowd.obj", "odd.obj", "--method", "cinder"]);
    assert_eq!(report["images"]["not_drawn"], Value::from(vec!["odd"]));
    let table = |method| workshop.run(&["check", "crowd.obj", "odd.obj", "--method", method]).stdout;
    assert!(
        table("cinder").contains("1 body is not surely turned outward, and so left to the exact engine alone: odd")
    );
    assert!(!table("ldi").contains("exact engine alone"));
    let relations = |report: &Value| -> Vec<Value> {
        report["pairs"].as_array().unwrap().iter().map(|pair| pair["relation"].clone()).collect()
    };
    assert_eq!(relations(&report), relations(&plain));
}

/// So far from the origin that coordinates are coarser than pixels: no images, and the answers of every other method.
#[test]
fn what_cannot_be_drawn_is_answered_all_the_same() {
    if !gpu::is_there("bodies that cannot be drawn") {
        return;
    }
    let far = 2.0_f64.powi(49);
    let cubes: [(&str, Cube); 3] =
        [("one", ([far; 3], 1.0)), ("two", ([far + 0.5; 3], 1.0)), ("off", ([far + 4.0; 3], 1.0))];
    let workshop = Workshop::new();
    workshop.write("far.obj", obj(&cubes));
    workshop.write("p.csv", "qw,qx,qy,qz,x,y,z\n1,0,0,0,0.5,0,0\n1,0,0,0,8,0,0\n");
    let report: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let rows: Value = serde_json::from_str(include_str!("../../../../docs/poses.schema.json")).unwrap();
    for (method, word) in [("cullide", "too far from the origin"), ("ldi", " pairs: the view is not usable")] {
        let (code, plain) = workshop.json(&["check", "far.obj"]);
        let (drawn_code, mut drawn) = workshop.json(&["check", "far.obj", "--method", method]);
        assert_eq!((drawn_code, fault(&report, &report, &drawn)), (code, None), "{method}");
        let why = drawn["images"]["refused"].as_str().unwrap_or_default();
        assert!(code == Some(1) && why.contains(word), "{method}: {why}");
        let pairs = drawn["pairs"].as_array_mut().unwrap();
        assert!(pairs.iter_mut().all(|pair| pair.as_object_mut().unwrap().remove("proposed") == Some(true.into())));
        assert_eq!(drawn["pairs"], plain["pairs"], "{method}");
        let table = workshop.run(&["check", "far.obj", "--method", method]);
        assert!(
            table.stdout.contains(&format!("{method} on ")) && table.stdout.contains("made no images ("),
            "{table:?}"
        );
        let words = ["poses", "far.obj#one", "far.obj#one", "--poses", "p.csv", "--query", "relation"];
        let (code, drawn) = workshop.json(&[&words[..], &["--method", method]].concat());
        assert_eq!((code, fault(&rows, &rows, &drawn)), (Some(0), None), "{method}");
        assert!(drawn["images"]["refused"].is_string() && drawn["poses"][0]["relation"] == "crossing", "{drawn}");
    }
}

/// Files are read before a device is opened, which takes longer than many a check.
#[test]
fn files_come_before_devices() {
    let workshop = crowd();
    let refusal = workshop.refusal(&["check", "crowd.obj", "missing.obj", "--method", "ldi", "--device", "abacus"]);
    assert!(refusal.contains("missing.obj") && !refusal.contains("abacus"), "{refusal}");
}

/// A cube turned inward is drawn by no image of cinder, whether or not it is near to others; a crumb beside a plate is seen by none.
#[test]
fn what_images_cannot_tell_is_said() {
    if !gpu::is_there("bodies that images cannot tell") {
        return;
    }
    let workshop = Workshop::new();
    let cubes: [(&str, Cube); 4] = [
        ("plate", ([0.0; 3], 400.0)),
        ("crumb", ([100.3, 100.3, 399.95], 0.125)),
        ("here", ([-1.0; 3], 8.0)),
        ("there", ([395.0; 3], 8.0)),
    ];
    workshop.write("plate.obj", obj(&cubes));
    let (_, report) = workshop.json(&["check", "plate.obj", "--method", "cinder"]);
    assert_eq!(report["images"]["too_small"], Value::from(vec!["crumb"]));
    let table = workshop.run(&["check", "plate.obj", "--method", "cinder"]).stdout;
    assert!(table.contains("1 body is smaller than a pixel") && table.contains(": crumb"), "{table}");
    let flip = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["f", a, b, c] => format!("f {a} {c} {b}\n"),
        _ => format!("{line}\n"),
    };
    for x in [0.0, 900.0] {
        let odd = obj(&[("odd", ([x, 0.3, 0.3], 1.0))]);
        workshop.write("odd.obj", odd.lines().map(flip).collect::<String>());
        let (_, report) = workshop.json(&["check", "plate.obj", "odd.obj", "--method", "cinder"]);
        assert_eq!(report["images"]["not_drawn"], Value::from(vec!["odd"]), "{x}");
    }
}

#[test]
fn the_lab_of_cinder_writes_its_files_and_repeats() {
    if !gpu::is_there("impinge lab cinder") {
        return;
    }
    let workshop = Workshop::new();
    let words = ["lab", "cinder", "--quick", "--trials", "2", "--width", "60"];
    let (code, results) = workshop.json(&[&words[..], &["--out", "one"]].concat());
    assert_eq!(code, Some(0));
    let [timings, fits, misses] = ["timings", "fits", "misses"].map(|what| results[what].as_array().unwrap());
    let ways = fits.len() / 2;
    assert!(ways == 3 || ways == 6, "{fits:?}");
    assert_eq!([timings.len(), misses.len()], [ways * 6, 2 * 2]);
    for timing in timings {
        assert!(timing["milliseconds"].as_f64().unwrap() > 0.0);
        let any = timing["question"].as_str().unwrap().ends_with("any");
        assert_eq!(timing["interfering"].is_null(), any, "{timing}");
        assert!(any || timing["interfering"].as_f64().unwrap() > 0.0, "{timing}");
    }
    // Two boxes interfere beside the balls.
    assert!(timings.iter().filter(|t| t["bodies"] == 4).count() == ways * 3);
    // Drawing and computing find the same, and a pair needs more to be read back than a body.
    let of = |question: &str, what: &str| -> Vec<Value> {
        timings.iter().filter(|t| t["question"] == question).map(|t| t[what].clone()).collect()
    };
    assert_eq!(of("compute, pairs", "interfering"), of("compute, bodies", "interfering"));
    if ways == 6 {
        assert_eq!(of("compute, pairs", "interfering"), of("draw, read-back", "interfering"));
    }
    for fit in fits {
        assert!((0.0..=1.0 + 1e-9).contains(&fit["r_squared"].as_f64().unwrap()), "{fit}");
    }
    let missed = |k: usize| misses[k]["missed_percent"].as_f64().unwrap();
    // Fewer pixels miss more, and so does a denser crowd.
    assert!(missed(0) > missed(1) && missed(2) > missed(3) && missed(3) > missed(1), "{misses:?}");
    for miss in misses {
        assert!(miss["survey_missed_percent"].as_f64() <= miss["missed_percent"].as_f64(), "{miss}");
        assert!(miss["meeting"].as_u64().unwrap() > 5, "{miss}");
    }
    let mut names: Vec<_> = std::fs::read_dir(workshop.path("one"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = ["crowd.png", "knots.png", "misses.csv", "misses.svg", "times.csv", "times.svg"];
    assert_eq!(
        names,
        [expected.map(|name| format!("cinder-{name}")).to_vec(), vec!["cinder.json".to_owned()]].concat()
    );
    let again = workshop.run(&[&words[..], &["--out", "two"]].concat());
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""));
    assert!(again.stdout.contains("R²") && again.stdout.contains("wrote to two: "), "{}", again.stdout);
    for name in ["cinder-crowd.png", "cinder-knots.png", "cinder-misses.csv"] {
        let [one, two] = ["one", "two"].map(|out| std::fs::read(workshop.path(&format!("{out}/{name}"))).unwrap());
        assert!(one == two && !one.is_empty(), "{name}");
    }
    assert_eq!(workshop.run(&["lab", "cinder", "--boxes", "1"]).code, Some(2));
}

#[test]
fn the_lab_of_cullide_prunes_less_from_denser_crowds() {
    if !gpu::is_there("impinge lab cullide") {
        return;
    }
    let workshop = Workshop::new();
    let (code, results) = workshop.json(&["lab", "cullide", "--quick", "--out", "one"]);
    assert_eq!(code, Some(0));
    let [crowds, rounds] = ["crowds", "rounds"].map(|what| results[what].as_array().unwrap());
    assert_eq!(crowds.len(), 7);
    for crowd in crowds {
        let [boxes, left, met] = ["box_pairs", "candidates", "meeting"].map(|what| crowd[what].as_u64().unwrap());
        assert!(met <= left + crowd["nestings"].as_u64().unwrap() && left <= boxes, "{crowd}");
    }
    let left = |k: usize| crowds[k]["faces_left"].as_u64().unwrap();
    assert!(left(6) > left(2) && crowds[6]["meeting"].as_u64().unwrap() > 5, "{crowds:?}");
    assert!(rounds.iter().any(|round| round["level"] == "faces" && round["round"].as_u64().unwrap() > 0));
    for drawn in results["published"].as_array().unwrap() {
        let [by_drawing, by_layers] =
            ["images_by_drawing", "images_by_layers"].map(|what| drawn[what].as_u64().unwrap());
        assert!(by_drawing >= 12 && by_layers == 3, "{drawn}");
    }
    for (file, count) in [("cullide.csv", 7), ("cullide-rounds.csv", rounds.len()), ("cullide-published.csv", 7)] {
        assert_eq!(workshop.read(&format!("one/{file}")).lines().count(), 1 + count, "{file}");
    }
    let svg = workshop.read("one/cullide.svg");
    assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    let table = workshop.run(&["lab", "cullide", "--quick", "--out", "two"]);
    assert!(table.code == Some(0) && table.stdout.contains(" → "), "{table:?}");
}
