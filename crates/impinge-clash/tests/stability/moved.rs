//! What happens to a clash is said of it, and of no other.

use crate::revision::{Revision, part, shift, small_plant, turned};
use impinge::math::{DQuat, DVec3, Pose};
use impinge_clash::{Clash, ClashChange, ClashStatus};
use impinge_scenes::plant::{Plant, Planted, PlantedKind};
use impinge_scenes::{NamedPart, solid};
use std::sync::{Arc, LazyLock};

static PLANT: LazyLock<(Plant, Revision)> = LazyLock::new(|| {
    let plant = small_plant(7);
    let mut revision = Revision::first(&plant.parts);
    revision.clashes.iter_mut().for_each(|clash| clash.status = ClashStatus::Active);
    (plant, revision)
});

/// The first planted clash of every kind.
fn firsts(plant: &Plant) -> Vec<&Planted> {
    PlantedKind::ALL.iter().map(|kind| plant.planted.iter().find(|planted| planted.kind == *kind).unwrap()).collect()
}

/// The plant with the first body of the first clash of every kind moved.
fn with_moved(plant: &Plant, by: impl Fn(usize) -> DVec3) -> Vec<NamedPart> {
    let mut parts = plant.parts.clone();
    for (k, planted) in firsts(plant).iter().enumerate() {
        shift(part(&mut parts, &planted.names[0]), by(k));
    }
    parts
}

/// Asserts what has become of the first clashes, and that all others persist.
fn assert_changes(before: &Revision, after: &Revision, ids: &[&str], change: ClashChange) {
    assert_eq!(before.changes().keys().collect::<Vec<_>>(), after.changes().keys().collect::<Vec<_>>());
    for clash in &after.clashes {
        let expected = if ids.contains(&clash.id.as_str()) { change } else { ClashChange::Persisting };
        assert_eq!(clash.change, Some(expected), "{clash:?}");
    }
}

fn ids<'a>(plant: &Plant, revision: &'a Revision) -> Vec<&'a str> {
    firsts(plant).iter().map(|planted| revision.of(&planted.names).id.as_str()).collect()
}

#[test]
fn a_body_moved_a_little_changes_its_clash_alone() {
    let (plant, before) = &*PLANT;
    let ids = ids(plant, before);
    for by in [DVec3::X, DVec3::Y, DVec3::NEG_Z] {
        let parts = with_moved(plant, |_| 0.002 * by);
        assert_changes(before, &before.next(&parts), &ids, ClashChange::Changed);
    }
    let parts = turned(with_moved(plant, |_| DVec3::new(0.0, 0.002, 0.001)), 5);
    assert_changes(before, &before.next(&parts), &ids, ClashChange::Changed);
}

#[test]
fn a_body_moved_away_resolves_its_clash_and_back_again_it_is_new() {
    let (plant, before) = &*PLANT;
    let ids = ids(plant, before);
    let away = before.next(&with_moved(plant, |k| DVec3::new(20.0 * k as f64, 0.0, -50.0)));
    assert_changes(before, &away, &ids, ClashChange::Resolved);
    let resolved = |clash: &&Clash| ids.contains(&clash.id.as_str());
    assert!(away.clashes.iter().filter(resolved).all(|clash| clash.status == ClashStatus::Resolved && !clash.fails()));
    // What was resolved is told once.
    let later = away.next(&with_moved(plant, |k| DVec3::new(20.0 * k as f64, 0.0, -50.0)));
    assert_eq!(later.clashes.len(), before.clashes.len() - ids.len());
    let back = away.next(&plant.parts);
    assert_changes(before, &back, &ids, ClashChange::New);
    assert!(back.clashes.iter().filter(resolved).all(|clash| clash.status == ClashStatus::New && clash.fails()));
}

#[test]
fn what_is_approved_stays_so_until_it_changes() {
    let (plant, first) = &*PLANT;
    let mut approved = first.next(&plant.parts);
    let ids = ids(plant, first);
    for clash in approved.clashes.iter_mut().filter(|clash| ids.contains(&clash.id.as_str())) {
        clash.status = ClashStatus::Approved;
        clash.comment = Some(format!("fine <b>\n\"{}\"", clash.id));
    }
    let is_one = |clash: &&Clash| ids.contains(&clash.id.as_str());
    let kept = approved.next(&turned(plant.parts.clone(), 3)).next(&plant.parts);
    for clash in kept.clashes.iter().filter(is_one) {
        assert_eq!((clash.status, clash.fails()), (ClashStatus::Approved, false), "{clash:?}");
        assert_eq!(clash.comment, Some(format!("fine <b>\n\"{}\"", clash.id)));
        assert!(!clash.note.as_deref().unwrap_or_default().contains("approved"));
    }
    let changed = kept.next(&with_moved(plant, |_| DVec3::new(0.001, 0.002, 0.0)));
    assert_eq!(changed.clashes.iter().filter(is_one).count(), 6);
    for clash in changed.clashes.iter().filter(is_one) {
        assert_eq!((clash.status, clash.fails()), (ClashStatus::Active, true), "{clash:?}");
        assert_eq!(clash.comment, Some(format!("fine <b>\n\"{}\"", clash.id)));
        let note = clash.note.as_deref().unwrap();
        let moved = clash.names.each_ref().map(|name| format!("{name} has moved by 0.00224"));
        let said = note.split_once("was approved, and has changed since: ").unwrap().1;
        assert!(moved.iter().any(|moved| said == moved), "the body that moved alone, and how far: {note}");
    }
    // The remark is the check's own: it is not said again of what then persists; the comment is.
    let again = changed.next(&with_moved(plant, |_| DVec3::new(0.001, 0.002, 0.0)));
    for clash in again.clashes.iter().filter(is_one) {
        assert_eq!((clash.status, clash.change), (ClashStatus::Active, Some(ClashChange::Persisting)));
        assert!(!clash.note.as_deref().unwrap_or_default().contains("approved") && clash.comment.is_some());
    }
    let gone = approved.next(&with_moved(plant, |k| DVec3::new(20.0 * k as f64, 0.0, -50.0)));
    assert!(gone.clashes.iter().filter(is_one).all(|clash| clash.comment.is_some()), "also of what is resolved");
}

#[test]
fn it_is_said_which_body_moved_or_changed_its_shape() {
    let cuboid = |high: [f64; 3]| Arc::new(solid::cuboid(DVec3::ZERO, DVec3::from(high)).unwrap());
    let plate = NamedPart::shifted("plate", &cuboid([9.0, 7.0, 1.0]), DVec3::ZERO).unwrap();
    let block = |high: [f64; 3]| NamedPart::shifted("block", &cuboid(high), DVec3::new(2.0, 2.0, 0.5)).unwrap();
    let others = (0..4).map(|k| {
        let place = DVec3::new(20.0 + 5.0 * f64::from(k * k), f64::from(k), 3.0 * f64::from(k % 2));
        NamedPart::shifted(format!("wall {k}"), &cuboid([1.0; 3]), place).unwrap()
    });
    let rest: Vec<NamedPart> = [plate].into_iter().chain(others).collect();
    let with = |part: NamedPart| rest.iter().cloned().chain([part]).collect::<Vec<_>>();
    let before = Revision::first(&with(block([3.0, 2.0, 1.0])));
    let note = |part: NamedPart| {
        let said = [with(part.clone()), turned(with(part), 9)].map(|parts| {
            let after = before.next(&parts);
            let clash = after.clashes.iter().find(|clash| clash.change == Some(ClashChange::Changed));
            clash.unwrap_or_else(|| panic!("{:?}", after.clashes)).note.clone().unwrap()
        });
        assert_eq!(said[0], said[1], "a motion of the whole assembly changes nothing");
        said[0].clone()
    };
    let mut moved = block([3.0, 2.0, 1.0]);
    shift(&mut moved, DVec3::new(0.3, 0.4, 0.0));
    assert_eq!(note(moved), "has changed: block has moved by 0.5");
    assert_eq!(note(block([3.0, 2.5, 1.0])), "has changed: block has changed its shape");
    let mut askew = block([3.0, 2.0, 1.0]);
    let centre = DVec3::new(3.5, 3.0, 1.0);
    let turn = Pose::from_quaternion(DQuat::from_rotation_z(0.1), DVec3::ZERO).unwrap();
    let turn = Pose::from_translation(centre).unwrap().compose(&turn).unwrap();
    let turn = turn.compose(&Pose::from_translation(-centre).unwrap()).unwrap();
    askew.world_from_part = turn.compose(&askew.world_from_part).unwrap();
    assert_eq!(note(askew), "has changed: block has been turned, or has changed its shape");
}
