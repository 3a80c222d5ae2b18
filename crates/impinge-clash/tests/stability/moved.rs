//! What happens to a clash is said of it, and of no other.

use crate::revision::{Revision, part, shift, small_plant, turned};
use impinge::math::DVec3;
use impinge_clash::{Clash, ClashChange, ClashStatus};
use impinge_scenes::NamedPart;
use impinge_scenes::plant::{Plant, Planted, PlantedKind};
use std::sync::LazyLock;

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
        assert!(note.contains("was approved, and has changed since: one of the bodies has moved"), "{note}");
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
