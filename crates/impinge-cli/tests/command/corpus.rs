//! Real files, where `$IMPINGE_CORPUS` says they are.

use crate::workshop::Workshop;
use impinge::math::DVec3;
use impinge_scenes::SplitMix64;
use serde_json::Value;
use std::path::PathBuf;

/// The folder of that name in the corpus; without a corpus, a loud nothing.
pub fn corpus(folder: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("IMPINGE_CORPUS") else {
        eprintln!("IMPINGE_CORPUS IS NOT SET: nothing is tested on {folder}");
        return None;
    };
    let folder = PathBuf::from(root).join(folder);
    assert!(folder.is_dir(), "{} is not there", folder.display());
    Some(folder)
}

#[test]
fn every_file_is_described_or_refused() {
    let Some(folder) = corpus("trimesh") else { return };
    let workshop = Workshop::new();
    let mut codes = [0; 3];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let run = workshop.run(&["inspect", path.to_str().unwrap()]);
        match run.code {
            Some(code @ (0 | 1)) => {
                codes[code as usize] += 1;
                assert!(run.stdout.contains("triangle"), "{}: {run:?}", path.display());
            }
            Some(2) => {
                codes[2] += 1;
                let name = path.file_name().unwrap().to_str().unwrap();
                assert!(run.stderr.starts_with("impinge: error: ") && run.stderr.contains(name), "{run:?}");
                assert_eq!(run.stdout, "");
                eprintln!("{}", run.stderr.trim_end());
            }
            code => panic!("{}: {code:?}: {run:?}", path.display()),
        }
    }
    eprintln!("{} clean, {} with defects, {} refused", codes[0], codes[1], codes[2]);
    assert!(codes[0] > 10 && codes[1] > 10 && codes[2] > 5, "{codes:?}");
}

/// The poses of the workload `env_rob` as CSV, by quaternion.
fn env_rob_poses(env: &std::path::Path) -> String {
    let bodies = impinge_io::read(env).unwrap();
    let bounds = bodies.iter().map(|b| b.mesh.bounds()).reduce(|all, one| all.joined(one)).unwrap();
    let mut random = SplitMix64::new(1);
    let mut text = "qw,qx,qy,qz,x,y,z\n".to_owned();
    for _ in 0..1_000 {
        let q = random.rotation();
        let DVec3 { x, y, z } = random.point(&bounds);
        text.push_str(&format!("{},{},{},{},{x},{y},{z}\n", q.w, q.x, q.y, q.z));
    }
    text
}

#[test]
fn room_and_robot_meet_where_they_should() {
    let Some(folder) = corpus("fcl") else { return };
    let (env, rob) = (folder.join("env.obj"), folder.join("rob.obj"));
    let workshop = Workshop::new();
    workshop.write("poses.csv", env_rob_poses(&env));
    let ask = |query: &str| {
        let run = workshop.run(&[
            "poses",
            env.to_str().unwrap(),
            rob.to_str().unwrap(),
            "--poses",
            "poses.csv",
            "--query",
            query,
        ]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        eprintln!("{query}: {}", run.stderr.trim_end());
        let answers: Vec<String> =
            run.stdout.lines().skip(1).map(|row| row.split(',').nth(1).unwrap().to_owned()).collect();
        assert_eq!(answers.len(), 1_000);
        answers
    };
    let contacts: usize = ask("contacts").iter().map(|n| n.parse::<usize>().unwrap()).sum();
    assert_eq!(contacts, 90_496);
    assert_eq!(ask("intersects").iter().filter(|word| *word == "true").count(), 594);
}

#[test]
fn real_polygons_are_answered() {
    let workshop = Workshop::new();
    let Some(folder) = corpus("natural-earth") else { return };
    let countries = folder.join("countries-110m.wkt.tsv");
    let (code, report) = workshop.json(&["planar", "check", countries.to_str().unwrap(), "--allow", "touching"]);
    let pairs = report["pairs"].as_array().unwrap();
    let relation = |a: &str, b: &str| {
        let of = |pair: &&Value| [&pair["a"], &pair["b"]].iter().all(|name| **name == a || **name == b);
        pairs.iter().find(of).map(|pair| pair["relation"].as_str().unwrap().to_owned())
    };
    assert_eq!((code, pairs.len()), (Some(1), 331));
    assert_eq!(relation("South Africa", "Lesotho").as_deref(), Some("touching"));
    assert_eq!(relation("France", "Spain").as_deref(), Some("touching"));
    assert_eq!(relation("France", "United Kingdom"), None);
    // The data has Russia's ring jump across the date line, through all that lies between.
    assert_eq!(relation("Russia", "Greenland").as_deref(), Some("crossing"));
    let Some(folder) = corpus("jts") else { return };
    let cases = folder.join("polygon_cases.tsv");
    let run = workshop.run(&["planar", "relations", cases.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 517));
}
