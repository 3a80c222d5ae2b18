//! Fits through the command: thin shells about a common axis are a kind of their own, and nothing else is.

use crate::workshop::Workshop;
use impinge::math::{DQuat, DVec2, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::Body;
use impinge_scenes::SplitMix64;
use impinge_scenes::polygon::{Polygon, circle, rectangle};
use impinge_scenes::solid::{cylinder, extrusion};
use serde_json::{Value, json};
use std::sync::Arc;

/// A mesh carried by a pose, vertex by vertex.
pub fn carried(mesh: &Mesh, pose: &Pose) -> Arc<Mesh> {
    let vertices = mesh.vertices().iter().map(|p| pose.transform_point(*p)).collect();
    Arc::new(Mesh::try_new(vertices, mesh.faces().to_vec()).unwrap())
}

/// A plate from z = 0 with a round hole about the z axis; without one if the radius is zero.
pub fn plate(radius: f64, facets: u32, thickness: f64) -> Mesh {
    let outline = Polygon::new(rectangle(DVec2::splat(-10.0), DVec2::new(10.0, 9.0)));
    let polygon = if radius > 0.0 { outline.with_hole(circle(DVec2::ZERO, radius, facets)) } else { outline };
    extrusion(&polygon, 0.0, thickness).unwrap()
}

/// A pin about the z axis that sticks out of a plate on both sides, turned about itself and shifted to one side.
pub fn pin(radius: f64, facets: u32, shift: f64) -> Mesh {
    let mesh = cylinder(radius, 12.0, facets).unwrap();
    let middle = mesh.bounds().centre().z;
    let turned = Pose::from_quaternion(DQuat::from_rotation_z(0.3), DVec3::new(shift, 0.0, 2.5 - middle)).unwrap();
    Arc::unwrap_or_clone(carried(&mesh, &turned))
}

/// The clash of a plate and a pin somewhere in space, by options.
fn checked(workshop: &Workshop, [plate, pin]: [&Mesh; 2], seed: u64, words: &[&str]) -> (Option<i32>, Value) {
    let mut random = SplitMix64::new(seed);
    let pose = Pose::from_quaternion(random.rotation(), 50.0 * random.direction()).unwrap();
    let bodies = [("plate", plate), ("pin", pin)];
    let bodies = bodies.map(|(name, mesh)| Body::new(name, carried(mesh, &pose), Pose::IDENTITY));
    impinge_io::write_glb(workshop.path("pair.glb"), &bodies).unwrap();
    let (code, report) = workshop.json(&[&["check", "pair.glb"], words].concat());
    (code, report["clashes"][0].clone())
}

#[test]
fn pins_in_holes_are_fits_and_pins_in_plates_are_not() {
    let workshop = Workshop::new();
    for seed in 0..3 {
        for (what, hole, own, shift, thickness, kind, severity) in [
            ("pressed in", (3.0, 48), (3.01, 64), 0.0, 5.0, "fit", "info"),
            ("a hole of facets", (3.0, 24), (3.0, 36), 0.0, 5.0, "fit", "info"),
            ("as many facets", (3.0, 32), (3.0, 32), 0.0, 5.0, "fit", "info"),
            ("a thread", (2.5, 32), (3.0, 32), 0.0, 5.0, "fit", "major"),
            ("a thin plate with a hole", (3.0, 48), (3.01, 48), 0.0, 0.25, "fit", "info"),
            ("too thick for a thread", (2.0, 32), (3.0, 32), 0.0, 5.0, "pierce", "major"),
            ("no hole", (0.0, 3), (3.0, 32), 0.0, 5.0, "pierce", "major"),
            ("no hole in a thin sheet", (0.0, 3), (3.0, 32), 0.0, 0.0625, "pierce", "major"),
            ("off the axis", (3.0, 48), (2.9, 64), 0.5, 5.0, "protrude", "major"),
        ] {
            let meshes = [plate(hole.0, hole.1, thickness), pin(own.0, own.1, shift)];
            let (code, clash) = checked(&workshop, meshes.each_ref(), seed, &[]);
            let context = format!("{what}, seed {seed}: {} {} {}", clash["kind_by"], clash["thickness"], clash["note"]);
            assert_eq!(clash["severity"], severity, "{context}");
            match kind {
                "fit" => assert_eq!(clash["kind"], "fit", "{context}"),
                _ => assert_ne!(clash["kind"], "fit", "{context}"),
            }
            assert_eq!(
                (code, &clash["found"]),
                (Some(i32::from(severity != "info")), &json!(severity != "info")),
                "{context}"
            );
            assert_eq!(clash["section"] == "fits", severity == "info", "{context}");
            // Quiet or not, the exit code is the same.
            assert_eq!(workshop.run(&["check", "pair.glb", "-q"]).code, code, "{context}");
        }
    }
}

#[test]
fn rules_say_how_thick_fits_may_be() {
    let workshop = Workshop::new();
    let meshes = [plate(2.5, 32, 5.0), pin(3.0, 32, 0.0)];
    for (rules, kind, severity) in [
        ("", "fit", "major"),
        ("[defaults]\nfit = 0.75\n", "fit", "info"),
        ("[defaults]\nfit = '750mm'\n", "fit", "info"),
        ("[defaults]\nfit = 0.75\nfit_severity = 'major'\n", "fit", "major"),
        ("[defaults]\nfit = 0.1\nseverity = 'critical'\n", "fit", "critical"),
        ("[defaults]\nfit = 'off'\n[[rule]]\nname = 'pins'\nbetween = ['pin', '*']\nfit = 0.75\n", "fit", "info"),
        ("[defaults]\nfit = 'off'\n", "pierce", "major"),
    ] {
        workshop.write("rules.toml", format!("{rules} "));
        let (code, clash) = checked(&workshop, meshes.each_ref(), 1, &["--rules", "rules.toml"]);
        assert_eq!((&clash["kind"], &clash["severity"]), (&json!(kind), &json!(severity)), "{rules}");
        assert_eq!(code, Some(i32::from(severity != "info")), "{rules}");
        let is_said = clash["note"].as_str().is_some_and(|note| note.contains("thicker than a fit may be"));
        assert_eq!(is_said, rules.is_empty() || rules.contains("fit = 0.1"), "{rules}: {}", clash["note"]);
    }
    let run = workshop.run(&["check", "pair.glb", "--rules", "rules.toml"]);
    assert!(!run.stdout.contains("Fits and thin overlaps"), "{}", run.stdout);
    workshop.write("rules.toml", "[defaults]\nfit = 0.75\n");
    let run = workshop.run(&["check", "pair.glb", "--rules", "rules.toml"]);
    assert!(run.stdout.contains("Fits and thin overlaps\n"), "{}", run.stdout);
    let tally = "1 clash in 1 pattern: 0 open, 1 informational; 0 faults, 1 fit or thin overlap\n";
    assert!(run.stdout.contains(tally), "{}", run.stdout);
}

#[test]
fn a_head_that_rests_on_the_plate_leaves_the_fit_a_fit() {
    let workshop = Workshop::new();
    // A pin with a head whose lower side is flush with the plate, but for rounding.
    let steps = [(3.01, 5.5), (5.0, 3.0)];
    let bolt = impinge_scenes::solid::shaft(&steps, 40).unwrap();
    let down = Pose::from_translation(DVec3::new(0.0, 0.0, -0.5)).unwrap();
    let (code, clash) = checked(&workshop, [&plate(3.0, 48, 5.0), &carried(&bolt, &down)], 3, &[]);
    let context = [&clash["kind_by"], &clash["thickness"], &clash["note"]];
    assert_eq!((code, &clash["kind"]), (Some(0), &json!("fit")), "{context:?}");
}

/// Several meshes as one.
fn joined(meshes: &[Mesh]) -> Mesh {
    let triangles = meshes.iter().flat_map(|mesh| mesh.face_ids().map(|face| mesh.triangle(face)));
    Mesh::from_triangles(&triangles.collect::<Vec<_>>()).unwrap()
}

/// Pins on a bolt circle that go through a disc without holes lie about the axis of the circle, and are no fit; nor if they end in the disc.
#[test]
fn pins_on_a_circle_are_no_fit() {
    let workshop = Workshop::new();
    let disc = cylinder(80.0, 10.0, 64).unwrap();
    let low = disc.bounds().min.z;
    for (seed, (count, reach)) in [(5, 15.0), (8, 15.0), (8, 8.0), (24, 15.0), (24, 8.0)].into_iter().enumerate() {
        let mut parts = vec![Mesh::clone(&carried(
            &cylinder(80.0, 4.0, 64).unwrap(),
            &Pose::from_translation([0.0, 0.0, 14.0]).unwrap(),
        ))];
        for k in 0..count {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(count) + 0.1;
            let pin = cylinder(0.9, 20.0, 16).unwrap();
            let down = 12.0 + low - reach - pin.bounds().min.z;
            let at = DVec3::new(50.0 * angle.cos(), 50.0 * angle.sin(), down);
            parts.push(Mesh::clone(&carried(&pin, &Pose::from_translation(at).unwrap())));
        }
        let (code, clash) = checked(&workshop, [&disc, &joined(&parts)], seed as u64, &[]);
        assert!(clash["kind"] == "pierce" || clash["kind"] == "protrude", "{count} {reach}: {}", clash["kind_by"]);
        assert_eq!((code, &clash["severity"]), (Some(1), &json!("major")), "{count} {reach} {clash}");
    }
}

/// Stations with fits and faults, each turned its own way in the assembly.
fn stations(random: &mut SplitMix64) -> Vec<Body> {
    let mut bodies = Vec::new();
    let slab = impinge_scenes::solid::cuboid(DVec3::new(-20.0, -20.0, -3.0), DVec3::new(20.0, 20.0, 0.0)).unwrap();
    let flanged = joined(&[
        Mesh::clone(&pin(3.01, 64, 0.0)),
        impinge_scenes::solid::cuboid(DVec3::new(-9.0, -8.0, 5.0), DVec3::new(9.0, 8.0, 7.0)).unwrap(),
    ]);
    for (k, meshes) in [
        [plate(3.0, 48, 5.0), pin(3.01, 64, 0.0)],
        [plate(3.0, 24, 5.0), pin(3.0, 36, 0.0)],
        [plate(2.5, 32, 5.0), pin(3.0, 32, 0.0)],
        [plate(2.0, 32, 5.0), pin(3.0, 32, 0.0)],
        [plate(0.0, 3, 5.0), pin(3.0, 32, 0.0)],
        [plate(3.0, 48, 5.0), flanged],
        [plate(3.0, 48, 5.0), slab],
    ]
    .into_iter()
    .enumerate()
    {
        let place = Pose::from_quaternion(random.rotation(), DVec3::X * (60.0 * k as f64)).unwrap();
        for (name, mesh) in ["plate", "pin"].into_iter().zip(meshes) {
            bodies.push(Body::new(format!("{name} {k}"), Arc::new(mesh), place));
        }
    }
    bodies
}

/// Kind, severity and section of every clash do not depend on how the whole assembly is turned.
#[test]
fn verdicts_stay_when_the_assembly_is_turned() {
    let workshop = Workshop::new();
    let mut random = SplitMix64::new(44);
    let bodies = stations(&mut random);
    let verdicts = |turn: &Pose| {
        let placed = bodies.iter().map(|body| {
            Body::new(body.name.clone(), Arc::clone(&body.mesh), turn.compose(&body.world_from_body).unwrap())
        });
        impinge_io::write_glb(workshop.path("turned.glb"), &placed.collect::<Vec<_>>()).unwrap();
        let (_, report) = workshop.json(&["check", "turned.glb"]);
        let word = |clash: &Value, key: &str| clash[key].as_str().unwrap_or_default().to_owned();
        let row = |clash: &Value| ["a", "b", "kind", "severity", "section"].map(|key| word(clash, key));
        report["clashes"].as_array().unwrap().iter().map(row).collect::<std::collections::BTreeSet<_>>()
    };
    let still = verdicts(&Pose::IDENTITY);
    assert!(still.iter().filter(|row| row[2] == "fit").count() >= 4 && still.len() >= 6, "{still:?}");
    for _ in 0..6 {
        let turn = Pose::from_quaternion(random.rotation(), DVec3::ZERO).unwrap();
        assert_eq!(verdicts(&turn), still, "{turn:?}");
    }
}
