//! Nothing that matters has happened: every clash keeps its name, persists, and none is new or resolved.

use crate::revision::{Revision, exported, reordered, shift, shuffled, small_plant, turned};
use impinge::math::DVec3;
use impinge_clash::{ClashChange, ClashKind, ClashStatus};
use impinge_scenes::NamedPart;
use impinge_scenes::plant::Plant;
use std::collections::BTreeSet;
use std::sync::LazyLock;

const SEEDS: [u64; 3] = [1, 2, 3];

static PLANTS: LazyLock<Vec<(Plant, Revision)>> = LazyLock::new(|| {
    let checked = |seed: &u64| {
        let plant = small_plant(*seed);
        let revision = Revision::first(&plant.parts);
        (plant, revision)
    };
    SEEDS.iter().map(checked).collect()
});

/// Compares every plant with what something makes of it.
fn persist(change: impl Fn(Vec<NamedPart>, u64) -> Vec<NamedPart>) {
    for ((plant, before), seed) in PLANTS.iter().zip(SEEDS) {
        let missing = before.clashes.iter().filter(|clash| clash.kind == ClashKind::Missing).count();
        assert!(before.clashes.len() == plant.planted.len() + missing && missing > 5, "seed {seed}");
        let after = before.next(&change(plant.parts.clone(), 100 + seed));
        let ids: Vec<&str> = before.changes().into_keys().collect();
        assert_eq!(after.changes().into_keys().collect::<Vec<_>>(), ids, "seed {seed}");
        for clash in &after.clashes {
            let earlier = before.clashes.iter().find(|earlier| earlier.id == clash.id).unwrap();
            assert_eq!(clash.change, Some(ClashChange::Persisting), "seed {seed}: {clash:?}\nwas {earlier:?}");
            assert_eq!(clash.status, ClashStatus::Active);
        }
    }
}

#[test]
fn a_report_read_back_says_that_all_persist() {
    persist(|parts, _| parts);
}

#[test]
fn bodies_in_another_order() {
    persist(reordered);
}

#[test]
fn triangles_in_another_order() {
    persist(shuffled);
}

#[test]
fn the_assembly_elsewhere() {
    persist(turned);
}

#[test]
fn single_precision() {
    persist(|parts, _| exported(parts));
}

/// Fifty bodies that clash with nothing get other names, or go, or others come.
fn others_changed(parts: Vec<NamedPart>, _: u64) -> Vec<NamedPart> {
    let clashing: BTreeSet<&String> =
        PLANTS.iter().flat_map(|(_, r)| r.clashes.iter().flat_map(|c| &c.names)).collect();
    let mut parts = parts;
    let mut free: Vec<usize> = (0..parts.len()).filter(|k| !clashing.contains(&parts[*k].name)).collect();
    assert!(free.len() >= 50, "{}", free.len());
    free.truncate(50);
    for k in &free[..20] {
        parts[*k].name = format!("new name of {}", parts[*k].name);
    }
    let mut added: Vec<NamedPart> = free[20..35].iter().map(|k| parts[*k].clone()).collect();
    for part in &mut added {
        part.name = format!("copy of {}", part.name);
        shift(part, DVec3::new(0.0, 0.0, -100.0));
    }
    for k in free[35..].iter().rev() {
        parts.remove(*k);
    }
    parts.extend(added);
    parts
}

#[test]
fn other_bodies_renamed_added_and_removed() {
    persist(others_changed);
}

#[test]
fn all_of_it_at_once() {
    persist(|parts, seed| exported(turned(shuffled(reordered(others_changed(parts, seed), seed), seed), seed)));
}
