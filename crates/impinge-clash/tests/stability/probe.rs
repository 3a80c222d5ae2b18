use crate::revision::*;
use impinge::math::DVec3;
use impinge_clash::Change;
use impinge_scenes::Part;
use impinge_scenes::polycube::{Style, polycube};
use impinge_scenes::solid::{cuboid, torus};
use impinge_scenes::voxel::VoxelSet;
use std::sync::Arc;
#[test]
fn probe() {
    let mut worst = 0.0f64;
    let mut n = 0;
    let mut bad = 0;
    let mut vn = 0;
    for seed in 0..60u64 {
        let mut random = impinge_scenes::SplitMix64::new(seed);
        let cube = Arc::new(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
        let mut parts: Vec<Part> = ["x", "y", "z"]
            .iter()
            .enumerate()
            .map(|(k, n)| {
                Part::shifted(*n, &cube, DVec3::new(30.0 * k as f64, 20.0 + (k * k * 10) as f64, 40.0)).unwrap()
            })
            .collect();
        for name in ["p", "q"] {
            let mesh = if seed % 3 == 0 {
                torus(1.5, 0.4, 24, 12).unwrap()
            } else {
                polycube(&VoxelSet::random_connected(random.integer(0, 100000) as u64, 12), &Style::default()).unwrap()
            };
            let mesh = Arc::new(mesh);
            let mut part = Part::shifted(name, &mesh, random.between(0.0, 1.5) * random.direction()).unwrap();
            let q = impinge::math::Pose::from_quaternion(random.rotation(), DVec3::ZERO).unwrap();
            part.world_from_part = part.world_from_part.compose(&q).unwrap();
            parts.push(part);
        }
        let before = Revision::first(&parts);
        for k in 0..4 {
            let later = exported(turned(shuffled(reordered(parts.clone(), k), k), k));
            let after = before.next(&later);
            for c in &after.clashes {
                if c.change != Some(Change::Persisting) {
                    bad += 1;
                    println!("{seed} {k} {:?} {:?} {:?} {:?}", c.change, c.kind, c.names, c.traits);
                }
                if let Some(o) = before.clashes.iter().find(|o| o.id == c.id) {
                    vn += usize::from(o.volume.is_some());
                    if let (Some(p), Some(q)) = (&c.depth, &o.depth) {
                        let m = p.upper.max(q.upper);
                        if m > 1e-4 * c.traits.as_ref().unwrap().size {
                            n += 1;
                            let r = (p.upper - q.upper).abs() / m;
                            if r > 0.05 {
                                println!("{r} {} | {}", p.by, q.by);
                            }
                            worst = worst.max(r);
                        }
                    }
                }
            }
        }
    }
    println!("worst {worst} of {n}, bad {bad}, vol {vn}");
}
