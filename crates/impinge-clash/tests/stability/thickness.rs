//! What bodies share grows thicker.

use crate::revision::{Revision, exported, shuffled, turned};
use impinge::math::{DVec3, Pose};
use impinge_clash::ClashChange;
use impinge_scenes::polycube::{Style, polycube};
use impinge_scenes::solid::{cuboid, torus};
use impinge_scenes::voxel::VoxelSet;
use impinge_scenes::{NamedPart, SplitMix64};
use std::sync::Arc;

/// Two beams of ten metres side by side, of which the second is so wide and high about one and the same centre: they share 20 by 30 mm and more
/// all along.
fn beams(width: f64, height: f64) -> Vec<NamedPart> {
    let beam = |width: f64, height: f64| {
        let half = 0.5 * DVec3::new(10.0, width, height);
        Arc::new(cuboid(-half, half).unwrap())
    };
    let cube = beam(1.0, 1.0);
    let places = [
        ("first", beam(0.1, 0.2), [0.0, 0.0, 0.0]),
        ("second", beam(width, height), [0.35, 0.08, 0.17]),
        ("x", cube.clone(), [0.0, 9.0, 0.0]),
        ("y", cube.clone(), [3.0, 0.0, 8.0]),
        ("z", cube, [0.0, 4.0, 20.0]),
    ];
    places.map(|(name, mesh, p)| NamedPart::shifted(name, &mesh, DVec3::from(p)).unwrap()).to_vec()
}

fn change(before: &Revision, parts: &[NamedPart]) -> Option<ClashChange> {
    let after = before.next(parts);
    assert_eq!(after.clashes.len(), 1);
    after.clashes[0].change
}

#[test]
fn what_is_slender_is_not_thin() {
    let before = Revision::first(&beams(0.1, 0.2));
    assert_eq!(before.clashes.len(), 1);
    assert!(!before.clashes[0].signature.as_ref().unwrap().is_thin(), "{:?}", before.clashes[0]);
    for seed in 0..8 {
        let parts = exported(turned(shuffled(beams(0.1, 0.2), seed), seed));
        assert_eq!(change(&before, &parts), Some(ClashChange::Persisting), "seed {seed}");
        assert_eq!(change(&before, &beams(0.1, 0.2)), Some(ClashChange::Persisting));
    }
    for (width, height) in [(0.11, 0.2), (0.1, 0.216), (0.092, 0.2), (0.108, 0.212)] {
        assert_eq!(change(&before, &beams(width, height)), Some(ClashChange::Changed), "{width} {height}");
        assert_eq!(change(&before, &turned(beams(width, height), 5)), Some(ClashChange::Changed), "{width} {height}");
    }
}

/// Two bodies that are not convex, turned at random, and things to know the place by.
fn tangled(seed: u64) -> Vec<NamedPart> {
    let mut random = SplitMix64::new(seed);
    let mut parts = beams(0.1, 0.2).split_off(2);
    for name in ["p", "q"] {
        let mesh = match seed % 2 {
            0 => torus(1.5, 0.4, 24, 12).unwrap(),
            _ => polycube(&VoxelSet::random_connected(random.integer(0, 9_999) as u64, 12), &Style::default()).unwrap(),
        };
        let mut part = NamedPart::shifted(name, &Arc::new(mesh), DVec3::ZERO).unwrap();
        let place = DVec3::splat(-30.0) + random.between(0.0, 1.5) * random.direction();
        part.world_from_part = Pose::from_quaternion(random.rotation(), place).unwrap();
        parts.push(part);
    }
    parts
}

/// Bounds on their depths depend on the order of triangles.
#[test]
fn what_is_not_convex_persists_in_any_order() {
    let mut deep = 0;
    for seed in 0..40 {
        let before = Revision::first(&tangled(seed));
        for turn in 0..2 {
            let after = before.next(&exported(turned(shuffled(tangled(seed), turn), turn)));
            let changed = after.clashes.iter().find(|clash| clash.change != Some(ClashChange::Persisting));
            assert_eq!(changed, None, "seed {seed}");
            let bounds = after.clashes.iter().filter_map(|clash| clash.depth.as_ref());
            deep += bounds.filter(|depth| depth.upper > depth.lower + 0.01).count();
        }
    }
    assert!(deep > 40, "{deep}");
}
