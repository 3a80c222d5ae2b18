//! Contacts that are missing, and change.

use crate::revision::{Revision, part, shift, turned};
use impinge::math::DVec3;
use impinge_clash::{ClashChange, ClashKind};
use impinge_scenes::NamedPart;
use impinge_scenes::solid::cuboid;
use std::sync::Arc;

/// A bracket a little off a beam, one far from it, and things to know the place by.
fn brackets() -> Vec<NamedPart> {
    let cube = Arc::new(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    let beam = Arc::new(cuboid(DVec3::ZERO, DVec3::new(20.0, 0.5, 0.5)).unwrap());
    let places = [("bracket 1", [2.0, -1.004, 0.0]), ("bracket 2", [9.0, -4.0, 0.0]), ("far", [0.0, 30.0, 9.0])];
    let mut parts = places.map(|(name, p)| NamedPart::shifted(name, &cube, DVec3::from(p)).unwrap()).to_vec();
    parts.push(NamedPart::shifted("farther", &cube, DVec3::new(-9.0, 11.0, 3.0)).unwrap());
    parts.push(NamedPart::shifted("beam 1", &beam, DVec3::ZERO).unwrap());
    parts
}

/// What has become of the missing contact of each bracket.
fn changes(after: &Revision) -> [Option<ClashChange>; 2] {
    ["bracket 1", "bracket 2"].map(|name| {
        let is_it = |clash: &&impinge_clash::Clash| clash.kind == ClashKind::Missing && clash.names[0] == name;
        after.clashes.iter().find(is_it).unwrap().change
    })
}

#[test]
fn a_missing_contact_changes_with_its_gap_and_its_place() {
    let before = Revision::first(&brackets());
    let near = before.clashes.iter().find(|clash| clash.kind == ClashKind::Missing).unwrap();
    assert!((near.distance.unwrap() - 0.004).abs() < 1e-9, "{near:?}");
    let (same, changed) = (Some(ClashChange::Persisting), Some(ClashChange::Changed));
    for (name, by, expected) in [
        ("far", [1.0, 0.0, 0.0], [same, same]),
        ("beam 1", [0.0, -0.002, 0.0], [changed, same]),
        ("beam 1", [0.0, 0.5, 0.0], [changed, same]),
        ("bracket 1", [3.0, 0.0, 0.0], [changed, same]),
        ("bracket 2", [0.0, -1.0, 0.0], [same, changed]),
    ] {
        let mut parts = brackets();
        shift(part(&mut parts, name), DVec3::from(by));
        for parts in [parts.clone(), turned(parts, 6)] {
            assert_eq!(changes(&before.next(&parts)), expected, "{name} by {by:?}");
        }
    }
}
