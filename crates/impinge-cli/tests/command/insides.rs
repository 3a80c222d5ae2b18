//! `impinge check` on bodies that are not closed: what is inside them is found and labelled, or undecided, or refused.

use crate::workshop::{Workshop, obj, unit_at};
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::Body;
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;

/// An OBJ of a box from -2 to 2 whose top is a lid of its own, a gap above it.
fn cracked_box(gap: f64) -> String {
    let mut text = String::from("o housing\n");
    for z in [-2.0, 2.0, 2.0 + gap] {
        for (x, y) in [(-2, -2), (2, -2), (2, 2), (-2, 2)] {
            writeln!(text, "v {x} {y} {z:?}").unwrap();
        }
    }
    for quad in [[4, 3, 2, 1], [1, 2, 6, 5], [2, 3, 7, 6], [3, 4, 8, 7], [4, 1, 5, 8], [9, 10, 11, 12]] {
        let [a, b, c, d] = quad;
        writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}").unwrap();
    }
    text
}

fn swallowed(gap: f64) -> Workshop {
    let workshop = Workshop::new();
    workshop.write("housing.obj", cracked_box(gap));
    workshop.write("part.obj", obj(&[("part", unit_at(0.0))]));
    workshop
}

#[test]
fn a_swallowed_part_is_found_and_labelled_in_every_output() {
    let workshop = swallowed(1e-7);
    assert_eq!(workshop.run(&["check", "housing.obj", "part.obj", "-q"]).code, Some(1), "healed or not");
    let files = ["check", "housing.obj", "part.obj", "--heal", "off"];
    let (code, report) = workshop.json(&files);
    assert_eq!(code, Some(1));
    let (pair, clash) = (&report["pairs"][0], &report["clashes"][0]);
    assert_eq!((&pair["relation"], &pair["certainty"]), (&json!("b_inside_a"), &json!("within_bound")));
    let label = pair["relation_by"].as_str().unwrap();
    assert!(
        label.starts_with("by winding number, opening of ") && label.ends_with("e-8") || label.ends_with("e-7"),
        "{label}"
    );
    assert_eq!((&clash["kind"], &clash["kind_by"]), (&json!("envelope"), &json!(label)));
    assert!((clash["volume"]["lower"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{clash}");
    // The housing has caps over its crack: its depth is that of the closed one.
    let depth = ["lower", "upper"].map(|bound| clash["depth"][bound].as_f64().unwrap());
    assert!(depth.iter().all(|bound| (bound - 2.0).abs() < 1e-6), "{clash}");
    assert!(clash["depth"]["by"].as_str().unwrap().contains("closed by caps"), "{clash}");
    let run = workshop.run(&files);
    assert!(run.code == Some(1) && run.stdout.contains(label), "{run:?}");
    let run = workshop.run(&[&files[..], &["--format", "csv"]].concat());
    assert!(run.stdout.contains("kind_found_by") && run.stdout.contains(label), "{run:?}");
    let run = workshop.run(&[&files[..], &["--pairs-only"]].concat());
    assert!(run.code == Some(1) && run.stdout.contains(label), "{run:?}");
    let run = workshop.run(&[&files[..], &["-o", "page.html", "-o", "junit.xml"]].concat());
    assert!(workshop.read("page.html").contains(label) && workshop.read("junit.xml").contains(label), "{run:?}");
    // What is allowed by rule is allowed also by winding number.
    assert_eq!(workshop.json(&[&files[..], &["--allow", "b_inside_a,a_inside_b"]].concat()).0, Some(0));
}

#[test]
fn a_wide_crack_is_named_by_its_width() {
    let (code, report) = swallowed(0.25).json(&["check", "part.obj", "housing.obj", "--heal", "off"]);
    assert_eq!((code, &report["pairs"][0]["relation"]), (Some(1), &json!("a_inside_b")));
    assert_eq!(report["pairs"][0]["relation_by"], "by winding number, opening of 0.25");
}

/// The width of an opening has a unit, and a body with openings is not listed among surfaces without an inside.
#[test]
fn openings_have_a_unit_and_their_bodies_an_inside() {
    let run = swallowed(0.25).run(&["check", "part.obj", "housing.obj", "--heal", "off", "--unit", "mm"]);
    assert!(run.stdout.contains("by winding number, opening of 0.25 mm"), "{run:?}");
    let note = "1 body is closed but for openings of up to 0.25 mm, insides are by winding number: housing";
    assert!(run.stdout.contains(note) && !run.stdout.contains("without an inside"), "{run:?}");
}

/// A box without one of its six sides has no inside, but a part in it is not silently disjoint; one above it, or on a ground, is.
#[test]
fn a_part_in_a_box_without_a_side_is_a_warning() {
    let workshop = swallowed(0.0);
    let sides: String = cracked_box(0.0)
        .lines()
        .filter(|l| !l.contains("9 10 11") && !l.contains("9 11 12"))
        .map(|l| format!("{l}\n"))
        .collect();
    workshop.write("housing.obj", sides);
    let files = ["check", "housing.obj", "part.obj"];
    let (code, report) = workshop.json(&files);
    let (pair, clash) = (&report["pairs"][0], &report["clashes"][0]);
    assert_eq!(
        (code, &pair["verdict"], &pair["relation"]),
        (Some(1), &json!("undecided"), &json!("disjoint")),
        "{report}"
    );
    assert_eq!((&clash["kind"], &clash["severity"]), (&json!("undecided"), &json!("minor")), "{clash}");
    assert_eq!(workshop.json(&[&files[..], &["--allow", "b_inside_a,a_inside_b"]].concat()).0, Some(0));
    workshop.write("part.obj", obj(&[("part", ([0.0, 0.0, 2.0], 1.0))]));
    assert_eq!(workshop.json(&files).0, Some(0), "above the opening");
    // A part that stands just above a large ground.
    workshop.write("housing.obj", "o ground\nv -90 -90 0\nv 90 -90 0\nv 90 90 0\nv -90 90 0\nf 1 2 3\nf 1 3 4\n");
    workshop.write("part.obj", obj(&[("part", ([0.0, 0.0, 0.001], 1.0))]));
    assert_eq!(workshop.json(&files).0, Some(0), "on a ground");
}

#[test]
fn a_sheet_around_a_part_stays_a_surface() {
    let workshop = swallowed(0.0);
    // Only two opposite sides of the box.
    let sheet: String = cracked_box(0.0).lines().filter(|l| !l.starts_with('f')).map(|l| format!("{l}\n")).collect();
    workshop.write("housing.obj", format!("{sheet}f 1 2 6\nf 1 6 5\nf 3 4 8\nf 3 8 7\n"));
    let (code, report) = workshop.json(&["check", "housing.obj", "part.obj", "--all-pairs", "--heal", "off"]);
    assert_eq!((code, &report["pairs"][0]["relation"]), (Some(0), &json!("disjoint")));
    assert!(report["pairs"][0].get("relation_by").is_none(), "{report}");
}

#[test]
fn what_reaches_through_an_opening_is_a_warning() {
    let workshop = Workshop::new();
    // A tall box with a hole of a quarter of its width in the top, and a post beside it that makes the box around it higher.
    let mut text = String::from("o vessel\n");
    for (half, z) in [(2.0, -4.0), (2.0, 2.0), (0.5, 2.0)] {
        for (x, y) in [(-half, -half), (half, -half), (half, half), (-half, half)] {
            writeln!(text, "v {x} {y} {z}").unwrap();
        }
    }
    let ring = [[5, 6, 10, 9], [6, 7, 11, 10], [7, 8, 12, 11], [8, 5, 9, 12]];
    for [a, b, c, d] in [[4, 3, 2, 1], [1, 2, 6, 5], [2, 3, 7, 6], [3, 4, 8, 7], [4, 1, 5, 8]].into_iter().chain(ring) {
        writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}").unwrap();
    }
    text.push_str("v 1 0 2.5\nv 1.5 0 2.5\nv 1 0 6\nf 13 14 15\nf 13 15 14\n");
    workshop.write("vessel.obj", text);
    let rod = "o rod\nv -0.1 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    workshop.write("rod.obj", rod);
    let files = ["check", "vessel.obj", "rod.obj", "--heal", "off"];
    let (code, report) = workshop.json(&files);
    let (pair, clash) = (&report["pairs"][0], &report["clashes"][0]);
    assert_eq!(
        (code, &pair["verdict"], &pair["certainty"]),
        (Some(1), &json!("undecided"), &json!("undecided")),
        "{report}"
    );
    assert_eq!((&clash["kind"], &clash["severity"]), (&json!("undecided"), &json!("minor")));
    assert_eq!(clash["kind_by"], "undecided by winding number, opening of 1");
    assert!(clash["centre"].is_array() && clash["note"].as_str().unwrap().contains("not closed"), "{clash}");
    assert!(workshop.run(&files).stdout.contains("undecided by winding number, opening of 1"));
    let (code, report) = workshop.json(&[&files[..], &["--allow", "a_inside_b,b_inside_a"]].concat());
    assert_eq!((code, report["clashes"].as_array().unwrap().len()), (Some(0), 0));
}

#[test]
fn open_bodies_can_be_refused() {
    let workshop = swallowed(1e-3);
    let message = workshop.refusal(&["check", "housing.obj", "part.obj", "--require-closed", "--heal", "off"]);
    assert!(message.contains("--require-closed: a body is not closed: housing"), "{message}");
    let (code, _) = workshop.json(&["check", "part.obj", "part.obj", "--require-closed"]);
    assert_eq!(code, Some(1));
}

/// Two cubes that pass through each other as one body: what it shares with a third cannot be added up, and is bounded all the same.
#[test]
fn a_surface_that_meets_itself_leaves_bounds_on_the_shared_volume() {
    let workshop = Workshop::new();
    workshop.write("twins.obj", obj(&[("", ([0.0; 3], 1.0)), ("", ([0.5, 0.25, 0.25], 1.0))]));
    workshop.write("cube.obj", obj(&[("", ([0.75, 0.0, 0.0], 1.0))]));
    let (code, report) = workshop.json(&["check", "twins.obj", "cube.obj"]);
    let clash = &report["clashes"][0];
    let [lower, upper] = ["lower", "upper"].map(|key| clash["volume"][key].as_f64().unwrap());
    // A quarter of the first cube, and three quarters by three quarters by three quarters of the second, which share 9/64.
    let volume = 0.25 + 27.0 / 64.0 - 9.0 / 64.0;
    assert!(code == Some(1) && 0.06 < lower && lower <= volume && volume <= upper && upper <= 1.0, "{clash}");
    let by = clash["volume"]["by"].as_str().unwrap();
    assert!(by.contains("a ball inside both bodies") && by.contains("passes through itself or touches itself"), "{by}");
    let note = clash["note"].as_str().unwrap();
    assert!(note.contains("the shared volume is only bounded, by a ball and a box"), "{note}");
}

/// The sides of a box from -5 to 5, each a sheet of its own shifted by up to a length, and a part.
fn loose_box(shift: f64, part: &Mesh, seed: u64) -> Workshop {
    let mut random = SplitMix64::new(seed);
    let closed = cuboid(DVec3::splat(-5.0), DVec3::splat(5.0)).unwrap();
    let shifts: Vec<DVec3> = (0..6).map(|_| shift * random.direction()).collect();
    let side =
        |t: &[DVec3; 3]| (0..6).find(|k| t.iter().all(|p| p[k / 2] == if k % 2 == 0 { -5.0 } else { 5.0 })).unwrap();
    let triangles = closed.face_ids().map(|face| closed.triangle(face));
    let triangles: Vec<_> = triangles.map(|t| t.map(|p| p + shifts[side(&t)])).collect();
    let workshop = Workshop::new();
    let meshes = [("housing", Mesh::from_triangles(&triangles).unwrap()), ("part", part.clone())];
    let bodies = meshes.map(|(name, mesh)| Body::new(name, Arc::new(mesh), Pose::IDENTITY));
    impinge_io::write_glb(workshop.path("loose.glb"), &bodies).unwrap();
    workshop
}

/// A part in a box whose sides are sheets that do not touch is inside it, never within a tolerance, and as thick as it is.
#[test]
fn a_part_in_a_box_of_loose_sides_is_found_at_any_tolerance() {
    let part = cuboid(DVec3::splat(-3.0), DVec3::ZERO).unwrap();
    for (seed, shift) in [1e-4, 1e-3, 1e-2, 0.05, 0.1, 0.3].into_iter().enumerate() {
        let workshop = loose_box(shift, &part, seed as u64);
        for words in [&[][..], &["--heal", "off"], &["--tolerance", "0.5"]] {
            let (code, report) = workshop.json(&[&["check", "loose.glb"], words].concat());
            let clash = &report["clashes"][0];
            assert_eq!((code, &clash["kind"]), (Some(1), &json!("envelope")), "{shift} {words:?} {clash}");
            let [lower, upper] = ["lower", "upper"].map(|bound| clash["thickness"][bound].as_f64().unwrap());
            assert!(lower > 2.9 && upper < 3.1 && lower <= 3.0 && upper >= 3.0, "{shift}: {lower} to {upper}");
        }
    }
}

/// A bar pushed through a side of such a box by two: what is said of its thickness holds.
#[test]
fn a_bar_through_a_loose_side_is_never_called_thin() {
    let bar = cuboid(DVec3::new(3.0, -3.0, -3.0), DVec3::new(7.0, 0.0, 0.0)).unwrap();
    for (seed, shift) in [1e-4, 1e-3, 1e-2, 0.05, 0.1, 0.3].into_iter().enumerate() {
        let workshop = loose_box(shift, &bar, seed as u64);
        for words in [&[][..], &["--tolerance", "0.5"]] {
            let (code, report) = workshop.json(&[&["check", "loose.glb"], words].concat());
            let clash = &report["clashes"][0];
            assert_eq!(code, Some(1), "{shift} {words:?} {clash}");
            let bound = |name: &str| clash["thickness"][name].as_f64();
            assert!(bound("lower").is_none_or(|lower| lower <= 2.0 + shift), "{shift} {clash}");
            assert!(bound("upper").is_none_or(|upper| upper >= 2.0 - shift), "{shift} {clash}");
        }
    }
}
