//! Bodies of one name, told apart by numbers that shift.

use crate::revision::{Revision, exported, reordered, shift, shuffled, turned};
use impinge::math::{DVec3, Pose};
use impinge_clash::{ClashChange, ClashStatus};
use impinge_scenes::solid::{cuboid, cylinder};
use impinge_scenes::{NamedPart, Surface};
use std::sync::Arc;

/// Bolts of which each is named after its place in the list, all through one plate, and two walls.
fn bolted(bolts: &[usize]) -> Vec<NamedPart> {
    let plate = Arc::new(cuboid(DVec3::ZERO, DVec3::new(8.0, 2.0, 0.25)).unwrap());
    let bolt = Arc::new(cylinder(0.2, 1.0, 24).unwrap());
    let wall = Arc::new(cuboid(DVec3::ZERO, DVec3::new(8.0, 0.2, 3.0)).unwrap());
    let mut parts = vec![
        NamedPart::shifted("plate", &plate, DVec3::ZERO).unwrap(),
        NamedPart::shifted("wall", &wall, DVec3::new(0.0, 5.0, 1.0)).unwrap(),
        NamedPart::shifted("other wall", &wall, DVec3::new(3.0, -5.0, 2.0)).unwrap(),
    ];
    for (k, bolt_number) in bolts.iter().enumerate() {
        let name = if k == 0 { "bolt".to_owned() } else { format!("bolt.{}", k + 1) };
        let place = DVec3::new(0.7 + 0.9 * *bolt_number as f64, 0.9 + 0.03 * *bolt_number as f64, -0.37);
        parts.push(NamedPart::shifted(name, &bolt, place).unwrap());
    }
    parts
}

/// The ids of clashes that are there, from the first bolt to the last along the plate.
fn ids_along(revision: &Revision) -> Vec<String> {
    let mut there: Vec<_> = revision.clashes.iter().filter(|clash| clash.status != ClashStatus::Resolved).collect();
    there.sort_by(|p, q| p.centre().unwrap().x.total_cmp(&q.centre().unwrap().x));
    there.into_iter().map(|clash| clash.id.clone()).collect()
}

fn count(revision: &Revision, change: ClashChange) -> usize {
    revision.clashes.iter().filter(|clash| clash.change == Some(change)).count()
}

#[test]
fn one_removed_and_put_back() {
    let all = Revision::first(&bolted(&[0, 1, 2, 3, 4, 5]));
    let ids = ids_along(&all);
    assert_eq!(ids.len(), 6);
    for removed in 0..6 {
        let left: Vec<usize> = (0..6).filter(|k| *k != removed).collect();
        let fewer = all.next(&bolted(&left));
        let expected: Vec<String> = left.iter().map(|k| ids[*k].clone()).collect();
        assert_eq!(ids_along(&fewer), expected, "{removed} removed");
        assert_eq!((count(&fewer, ClashChange::Persisting), count(&fewer, ClashChange::Resolved)), (5, 1));
        assert_eq!(fewer.clashes.iter().find(|clash| clash.status == ClashStatus::Resolved).unwrap().id, ids[removed]);
        // Once more the same: what was resolved is not told again, and no name passes to another.
        let same = fewer.next(&bolted(&left));
        assert_eq!((ids_along(&same), count(&same, ClashChange::Persisting)), (expected.clone(), 5));
        assert_eq!(same.clashes.len(), 5);
        let back = fewer.next(&bolted(&[0, 1, 2, 3, 4, 5]));
        let found = ids_along(&back);
        assert_eq!(
            (count(&back, ClashChange::Persisting), count(&back, ClashChange::New), back.clashes.len()),
            (5, 1, 6)
        );
        for (k, id) in left.iter().zip(&expected) {
            assert_eq!(found[*k], *id, "{removed} put back");
        }
        assert_eq!(back.changes().len(), 6);
    }
}

#[test]
fn one_removed_while_the_assembly_is_turned_and_written_anew() {
    let all = Revision::first(&bolted(&[0, 1, 2, 3, 4, 5]));
    let ids = ids_along(&all);
    for seed in 0..5 {
        let parts = exported(turned(shuffled(reordered(bolted(&[0, 2, 3, 4, 5]), seed), seed), seed));
        let after = all.next(&parts);
        let there = after.clashes.iter().filter(|clash| clash.change == Some(ClashChange::Persisting));
        let mut found: Vec<&str> = there.map(|clash| clash.id.as_str()).collect();
        let mut expected: Vec<&str> = [0, 2, 3, 4, 5].iter().map(|k| ids[*k].as_str()).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "seed {seed}");
        assert_eq!((count(&after, ClashChange::Resolved), after.clashes.len()), (1, 6));
    }
}

#[test]
fn one_removed_and_another_moved_a_little() {
    let all = Revision::first(&bolted(&[0, 1, 2, 3, 4, 5]));
    let ids = ids_along(&all);
    let mut parts = bolted(&[0, 2, 3, 4, 5]);
    // The third bolt, which now is the second.
    shift(parts.iter_mut().find(|part| part.name == "bolt.2").unwrap(), DVec3::new(0.0, 0.02, 0.0));
    let after = all.next(&parts);
    let changes = after.changes();
    assert_eq!(changes[ids[1].as_str()], Some(ClashChange::Resolved));
    assert_eq!(changes[ids[2].as_str()], Some(ClashChange::Changed));
    assert!([0, 3, 4, 5].iter().all(|k| changes[ids[*k].as_str()] == Some(ClashChange::Persisting)), "{changes:?}");
}

/// A lone bolt, then thick and thin ones in turns, each thin one through the thick one before it: all of one name. `from` leaves out the first.
fn crossed(from: usize) -> Vec<NamedPart> {
    let thick = Arc::new(cylinder(0.3, 1.0, 20).unwrap());
    let thin = Arc::new(cylinder(0.1, 2.0, 20).unwrap());
    let wall = Arc::new(cuboid(DVec3::ZERO, DVec3::new(8.0, 0.2, 3.0)).unwrap());
    let places = [("wall", [5.0, 5.0, 1.0]), ("other wall", [-5.0, 3.0, 2.0]), ("third wall", [0.0, -9.0, 4.0])];
    let mut parts = places.map(|(name, p)| NamedPart::shifted(name, &wall, DVec3::from(p)).unwrap()).to_vec();
    for (k, number) in (from..13).enumerate() {
        let name = if k == 0 { "bolt".to_owned() } else { format!("bolt.{}", k + 1) };
        let (is_thin, pair) = (number % 2 == 0 && number > 0, number.div_ceil(2));
        let place = DVec3::new(2.0 * pair as f64, 0.01 * pair as f64, if is_thin { -0.4 } else { 0.0 });
        parts.push(NamedPart::shifted(name, if is_thin { &thin } else { &thick }, place).unwrap());
    }
    parts
}

#[test]
fn numbers_of_two_digits_shift_to_one() {
    let (all, fewer) = (Revision::first(&crossed(0)), Revision::first(&crossed(1)));
    assert_eq!((all.clashes.len(), fewer.clashes.len()), (6, 6));
    for (before, from) in [(&all, 1), (&fewer, 0)] {
        let after = before.next(&turned(crossed(from), 4));
        assert_eq!((count(&after, ClashChange::Persisting), after.clashes.len()), (6, 6), "{:?}", after.changes());
        assert_eq!(after.changes().keys().collect::<Vec<_>>(), before.changes().keys().collect::<Vec<_>>());
    }
}

/// The bolts a hundred times as large, far from the origin, in single precision or not.
fn far_away(bolts: &[usize], is_single: bool) -> Vec<NamedPart> {
    let mut parts = bolted(bolts);
    for part in &mut parts {
        part.mesh = Arc::new(Surface::of(&part.mesh).scaled(100.0).mesh().unwrap());
        let place = 100.0 * part.world_from_part.translation();
        part.world_from_part = Pose::from_translation(place + DVec3::new(5e6, -4e6, 0.0)).unwrap();
    }
    if is_single { exported(parts) } else { parts }
}

#[test]
fn one_removed_far_from_the_origin() {
    for is_single in [false, true] {
        let all = Revision::first(&far_away(&[0, 1, 2, 3, 4, 5], is_single));
        let ids = ids_along(&all);
        assert_eq!(ids.len(), 6);
        for removed in 0..6 {
            let left: Vec<usize> = (0..6).filter(|k| *k != removed).collect();
            let fewer = all.next(&far_away(&left, is_single));
            let expected: Vec<String> = left.iter().map(|k| ids[*k].clone()).collect();
            assert_eq!(ids_along(&fewer), expected, "{removed} removed, single precision {is_single}");
            assert_eq!((count(&fewer, ClashChange::Persisting), count(&fewer, ClashChange::Resolved)), (5, 1));
            // Written in the other precision the bolts are known, whatever else is said of them.
            assert_eq!(ids_along(&all.next(&far_away(&left, !is_single))), expected, "{removed} removed");
        }
    }
}
