//! A generated assembly with faults planted among fits, cracks and rounding: a check on default options finds all of them and nothing else.

use crate::fits::{carried, pin, plate};
use crate::workshop::Workshop;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::Body;
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;
use serde_json::Value;
use std::collections::BTreeSet;

/// An assembly, the pairs of names that are faults, and how many fits there are.
struct Planted {
    bodies: Vec<Body>,
    faults: BTreeSet<[String; 2]>,
    fits: usize,
}

/// A box of faces that bring their own corners, each a unit in the last place of single precision off.
fn cracked(mesh: &Mesh, random: &mut SplitMix64) -> Mesh {
    let unit = f64::from(f32::EPSILON);
    let triangles: Vec<[DVec3; 3]> =
        mesh.face_ids().map(|face| mesh.triangle(face).map(|p| p * (1.0 + unit * (random.u() - 0.5)))).collect();
    let vertices: Vec<DVec3> = triangles.iter().flatten().copied().collect();
    let faces = (0..triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Mesh::try_new(vertices, faces).unwrap()
}

/// Stations in a row, far apart; the whole is turned and carried to the world, and then rounded to single precision.
fn planted(seed: u64) -> Planted {
    const STATIONS: usize = 13;
    let mut random = SplitMix64::new(seed);
    let turn = Pose::from_quaternion(random.rotation(), 40.0 * random.direction()).unwrap();
    let mut all = Planted { bodies: Vec::new(), faults: BTreeSet::new(), fits: 0 };
    for station in 0..STATIONS {
        let place = Pose::from_translation(DVec3::X * (30.0 * (station as f64 - 6.0))).unwrap();
        let place = turn.compose(&place).unwrap();
        let [first, second] = ["first", "second"].map(|name| format!("{name} {station:02}"));
        let radius = random.between(2.0, 4.0);
        let facets = [24 + random.below(24) as u32, 24 + random.below(24) as u32];
        let block = |low: [f64; 3], high: [f64; 3]| cuboid(DVec3::from(low), DVec3::from(high)).unwrap();
        let inner = || block([-1.0, -1.0, 1.0], [1.0, 1.0, 2.0]);
        let (meshes, is_fault, is_fit) = match station {
            // Flush, as six blocks beside each other, but for rounding.
            0..3 => {
                ([block([-5.0, -4.0, 0.0], [0.0, 4.0, 5.0]), block([0.0, -3.0, -1.0], [5.0, 3.0, 6.0])], false, false)
            }
            // Pressed in, by up to a hundredth of the diameter together with the facets.
            3 => ([plate(radius, facets[0], 5.0), pin((1.0 + 2e-3) * radius, facets[1], 0.0)], false, true),
            // Facets of a shaft and of its hole.
            4 | 5 => ([plate(radius, facets[0], 5.0), pin(radius, facets[1], 0.0)], false, true),
            // Cracks alone do no harm.
            6 => (
                [
                    cracked(&block([-5.0, -4.0, 0.0], [0.0, 4.0, 5.0]), &mut random),
                    block([0.5, -3.0, -1.0], [5.0, 3.0, 6.0]),
                ],
                false,
                false,
            ),
            // A block pushed into another, by far more than rounding.
            7 => {
                let push = 10_f64.powf(random.between(-2.5, -0.5));
                ([block([-5.0, -4.0, 0.0], [push, 4.0, 5.0]), block([0.0, -3.0, -1.0], [5.0, 3.0, 6.0])], true, false)
            }
            // No hole, in a plate and in a sheet.
            8 => ([plate(0.0, 3, 5.0), pin(radius, facets[1], 0.0)], true, false),
            9 => ([plate(0.0, 3, 0.0625), pin(radius, facets[1], 0.0)], true, false),
            // Off its hole.
            10 => ([plate(radius, facets[0], 5.0), pin(radius, facets[1], random.between(0.3, 0.9))], true, false),
            // Inside a body with cracks.
            11 => ([cracked(&block([-5.0, -4.0, 0.0], [5.0, 4.0, 5.0]), &mut random), inner()], true, false),
            // A bolt too thick for its hole: a fit by its shape, but thicker than fits may be.
            _ => ([plate(radius, facets[0], 5.0), pin(1.2 * radius, facets[1], 0.0)], true, false),
        };
        for (name, mesh) in [&first, &second].into_iter().zip(&meshes) {
            all.bodies.push(Body::new(name.clone(), carried(mesh, &place), Pose::IDENTITY));
        }
        if is_fault {
            all.faults.insert([first, second]);
        }
        all.fits += usize::from(is_fit);
    }
    random.shuffle(&mut all.bodies);
    all
}

fn names(clash: &Value) -> [String; 2] {
    let mut names = [&clash["a"], &clash["b"]].map(|name| name.as_str().unwrap().to_owned());
    names.sort();
    names
}

#[test]
fn all_planted_faults_are_found_among_fits_cracks_and_rounding_and_nothing_else() {
    let workshop = Workshop::new();
    let (mut fits, mut healed, mut thin) = (0, 0, 0);
    for seed in 0..6 {
        let assembly = planted(seed);
        impinge_io::write_glb(workshop.path("all.glb"), &assembly.bodies).unwrap();
        let (code, report) = workshop.json(&["check", "all.glb"]);
        let clashes = report["clashes"].as_array().unwrap();
        let found: BTreeSet<[String; 2]> = clashes.iter().filter(|clash| clash["found"] == true).map(names).collect();
        let line = |clash: &Value| {
            ["a", "b", "kind", "kind_by", "thickness", "note"].map(|key| clash[key].to_string()).join(" ")
        };
        let lines: Vec<String> = clashes.iter().map(line).collect();
        assert_eq!((code, &found), (Some(1), &assembly.faults), "seed {seed}: {}", lines.join("\n"));
        // What is not found and listed is a fit.
        let listed: Vec<&Value> = clashes.iter().filter(|clash| clash["found"] == false).collect();
        assert!(
            listed.iter().all(|clash| clash["kind"] == "fit" && clash["section"] == "fits"),
            "{}",
            lines.join("\n")
        );
        assert_eq!(listed.len(), assembly.fits, "seed {seed}: {}", lines.join("\n"));
        // Faults come first, the thickest first.
        let of_faults: Vec<f64> = clashes
            .iter()
            .filter(|clash| clash["severity"] == "major")
            .map(|clash| clash["thickness"]["lower"].as_f64().unwrap_or(0.0))
            .collect();
        assert!(of_faults.is_sorted_by(|p, q| p >= q), "{of_faults:?}");
        let is_sorted = clashes.iter().map(|clash| clash["found"] == false).is_sorted();
        assert!(is_sorted, "{}", lines.join("\n"));
        fits += listed.len();
        healed += report["bodies"].as_array().unwrap().iter().filter(|body| body.get("healed").is_some()).count();
        let pairs = report["pairs"].as_array().unwrap();
        thin += pairs.iter().filter(|pair| pair["verdict"] == "within_tolerance").count();
        // Without the faults the check passes.
        let is_faulty = |body: &&Body| assembly.faults.iter().flatten().any(|name| *name == body.name);
        let fine: Vec<Body> = assembly.bodies.iter().filter(|body| !is_faulty(body)).cloned().collect();
        impinge_io::write_glb(workshop.path("fine.glb"), &fine).unwrap();
        assert_eq!(workshop.run(&["check", "fine.glb", "-q"]).code, Some(0), "seed {seed}");
    }
    assert!(fits == 18 && healed > 3 && thin > 9, "{fits} fits, {healed} healed, {thin} thin");
}
