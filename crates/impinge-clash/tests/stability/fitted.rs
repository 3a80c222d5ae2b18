//! Bodies that fit each other exactly: rounding decides whether they touch, cross or keep apart, and no clash has changed by that.

use crate::revision::{Revision, exported, shift, shuffled, turned};
use impinge::math::DVec3;
use impinge_clash::ClashChange;
use impinge_scenes::NamedPart;
use impinge_scenes::polycube::{Style, polycube};
use impinge_scenes::solid::cuboid;
use impinge_scenes::voxel::VoxelSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A cube in a corner, a peg in a square hole, a block on a block, and things around them to know the place by.
fn fitted() -> Vec<NamedPart> {
    let carved = |from: VoxelSet, what: VoxelSet| Arc::new(polycube(&from.minus(&what), &Style::default()).unwrap());
    let cube = Arc::new(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    let peg = Arc::new(cuboid(DVec3::ZERO, DVec3::new(1.0, 1.0, 3.0)).unwrap());
    let corner = carved(VoxelSet::cuboid([0; 3], [2; 3]), VoxelSet::cuboid([1; 3], [2; 3]));
    let holed = carved(VoxelSet::cuboid([0; 3], [3, 3, 1]), VoxelSet::cuboid([1, 1, 0], [2, 2, 1]));
    let places = [
        ("corner", &corner, [0.0, 0.0, 0.0]),
        ("cube", &cube, [1.0, 1.0, 1.0]),
        ("plate", &holed, [10.0, 0.0, 0.0]),
        ("peg", &peg, [11.0, 1.0, -1.25]),
        ("lower", &cube, [0.0, 20.0, 0.0]),
        ("upper", &cube, [0.25, 20.5, 1.0]),
        ("far", &cube, [0.0, 0.0, 30.0]),
        ("farther", &cube, [5.0, 9.0, 40.0]),
    ];
    places.map(|(name, mesh, p)| NamedPart::shifted(name, mesh, DVec3::from(p)).unwrap()).to_vec()
}

#[test]
fn what_fits_persists_wherever_it_is() {
    let before = Revision::first(&fitted());
    assert_eq!(before.clashes.len(), 3);
    let mut kinds = BTreeSet::new();
    let mut last = Revision::first(&fitted());
    for seed in 0..40 {
        let parts = turned(shuffled(fitted(), seed), seed);
        let parts = if seed % 2 == 0 { parts } else { exported(parts) };
        for earlier in [&before, &last] {
            let after = earlier.next(&parts);
            assert_eq!(after.clashes.len(), 3, "seed {seed}");
            for clash in &after.clashes {
                assert_eq!(clash.change, Some(ClashChange::Persisting), "seed {seed}: {clash:?}");
                kinds.insert(clash.kind);
            }
        }
        last = Revision::first(&parts);
    }
    assert!(kinds.len() > 2, "rounding makes them cross, touch and keep apart: {kinds:?}");
}

#[test]
fn what_is_moved_out_of_its_fit_has_changed() {
    let before = Revision::first(&fitted());
    for (name, by) in [("cube", DVec3::X), ("peg", DVec3::Z), ("upper", DVec3::Y), ("upper", DVec3::Z)] {
        for length in [0.005, -0.005] {
            let mut parts = fitted();
            shift(parts.iter_mut().find(|part| part.name == name).unwrap(), length * by);
            let after = before.next(&turned(parts, 9));
            for clash in &after.clashes {
                let is_it = clash.names.iter().any(|own| own == name);
                let expected = if is_it { ClashChange::Changed } else { ClashChange::Persisting };
                assert_eq!(clash.change, Some(expected), "{name} by {length} {by}: {clash:?}");
            }
        }
    }
}
