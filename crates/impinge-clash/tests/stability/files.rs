//! Files come and go, and with them their names before those of their bodies.

use crate::revision::{Revision, small_plant, turned};
use impinge::math::DVec3;
use impinge_clash::{Clash, ClashChange, ClashKind};
use impinge_scenes::NamedPart;
use impinge_scenes::solid::cuboid;
use std::sync::Arc;

/// The parts under the name of a file, and a part of another one.
fn among(parts: &[NamedPart], file: &str) -> Vec<NamedPart> {
    let mut all: Vec<NamedPart> = parts.to_vec();
    all.iter_mut().for_each(|part| part.name = format!("{file}/{}", part.name));
    let cube = Arc::new(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    all.push(NamedPart::shifted("other/cube", &cube, DVec3::new(-300.0, 0.0, 0.0)).unwrap());
    all
}

/// A check without missing contacts: the rules know those bodies by the names that change.
fn meeting(mut revision: Revision) -> Revision {
    revision.clashes.retain(|clash| clash.kind != ClashKind::Missing);
    revision
}

#[test]
fn clashes_persist_through_the_names_of_their_files() {
    let alone = small_plant(7).parts;
    let all = [alone.clone(), among(&alone, "plant"), among(&alone, "dir/plant.glb")];
    for (k, parts) in all.iter().enumerate() {
        let before = meeting(Revision::first(parts));
        assert_eq!(before.clashes.len(), 12);
        for (l, later) in all.iter().enumerate().filter(|(l, _)| *l != k) {
            for later in [later.clone(), turned(later.clone(), 3)] {
                let after = meeting(before.next(&later));
                let has_changed = |clash: &&Clash| clash.change != Some(ClashChange::Persisting);
                assert_eq!(after.clashes.iter().find(has_changed), None, "from {k} to {l}");
                assert_eq!(after.changes().keys().collect::<Vec<_>>(), before.changes().keys().collect::<Vec<_>>());
            }
        }
    }
}
