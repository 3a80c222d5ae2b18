//! Bodies whose faces lie in one plane, large ones, few ones, and steps too small to be seen alone.

use crate::revision::{Revision, exported, reordered, shift, shuffled, turned};
use impinge::math::DVec3;
use impinge_clash::{ClashChange, ClashStatus};
use impinge_scenes::solid::{cuboid, cylinder};
use impinge_scenes::{NamedPart, Surface};
use std::sync::Arc;

fn block(name: &str, min: [f64; 3], max: [f64; 3]) -> NamedPart {
    let mesh = Arc::new(cuboid(DVec3::from(min), DVec3::from(max)).unwrap());
    NamedPart::shifted(name, &mesh, DVec3::ZERO).unwrap()
}

/// A pin that ends in the plane of a wall's far side, a lap joint, and plates that lie in each other with common sides.
fn flush() -> Vec<Vec<NamedPart>> {
    let wall = || block("wall", [0.0, 0.0, 0.0], [10.0, 10.0, 2.0]);
    let dowel = Arc::new(cylinder(1.0, 2.0, 24).unwrap());
    vec![
        vec![wall(), block("pin", [4.0, 4.0, 0.0], [5.0, 5.0, 6.0])],
        vec![wall(), NamedPart::shifted("dowel", &dowel, DVec3::new(5.0, 5.0, 0.0)).unwrap()],
        vec![wall(), block("lap", [8.0, 0.0, 1.0], [18.0, 10.0, 3.0])],
        vec![wall(), block("plate", [5.0, 2.0, 0.0], [15.0, 8.0, 2.0])],
        vec![wall(), block("corner", [9.0, 9.0, -3.0], [10.0, 10.0, 5.0])],
        vec![wall(), block("through", [4.0, 4.0, -1.0], [5.0, 5.0, 3.0])],
        vec![wall(), block("upon", [1.0, 1.0, 2.0], [3.0, 3.0, 4.0])],
    ]
}

fn refined(mut parts: Vec<NamedPart>) -> Vec<NamedPart> {
    for part in &mut parts {
        part.mesh = Arc::new(Surface::of(&part.mesh).refined().mesh().unwrap());
    }
    parts
}

#[test]
fn clashes_of_flush_bodies_persist() {
    // Alone, and among others.
    let others =
        [block("far a", [30.0, 0.0, 0.0], [31.0, 2.0, 3.0]), block("far b", [0.0, 40.0, 7.0], [4.0, 41.0, 9.0])];
    for (k, pair) in flush().into_iter().enumerate() {
        for more in [&others[..0], &others] {
            let parts = [pair.clone(), more.to_vec()].concat();
            let first = Revision::first(&parts);
            assert_eq!(first.clashes.len(), 1);
            for seed in 0..12 {
                for (what, next) in [
                    ("reordered", parts.iter().cloned().rev().collect()),
                    ("turned", turned(parts.clone(), seed)),
                    ("refined and turned", turned(refined(parts.clone()), seed)),
                    ("all", exported(turned(shuffled(reordered(parts.clone(), seed), seed), seed))),
                ] {
                    let next = first.next(&next);
                    assert_eq!(next.clashes[0].id, first.clashes[0].id);
                    let change = (next.clashes[0].change, next.clashes.len());
                    assert_eq!(
                        change,
                        (Some(ClashChange::Persisting), 1),
                        "{k} {what} {seed}: {:?}",
                        next.clashes[0].note
                    );
                }
            }
        }
    }
}

#[test]
fn what_ends_in_the_plane_of_the_far_side_does_not_pass_through() {
    let kinds = flush().into_iter().map(|parts| Revision::first(&parts).clashes[0].kind.name());
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        ["protrude", "envelope", "protrude", "protrude", "protrude", "pierce", "touch"],
        "a beam in a corner is free on two sides"
    );
}

#[test]
fn no_overlap_hides_behind_the_size_of_a_body() {
    for side in [2e3, 2e4, 1e5] {
        let slab = block("slab", [0.0, 0.0, -200.0], [side, side, 0.0]);
        let pipe = block("pipe", [100.0, 100.0, 0.0], [side - 100.0, 120.0, 20.0]);
        let mut parts = vec![slab, pipe];
        let mut first = Revision::first(&parts);
        first.clashes[0].status = ClashStatus::Approved;
        shift(&mut parts[1], DVec3::Z * -0.1);
        let next = first.next(&parts);
        assert_eq!(
            (next.clashes[0].change, next.clashes[0].status),
            (Some(ClashChange::Changed), ClashStatus::Active),
            "{side}"
        );
        assert!(next.clashes[0].note.as_ref().is_some_and(|note| note.contains("has moved")), "{:?}", next.clashes[0]);
    }
}

#[test]
fn many_small_steps_from_what_was_approved_are_a_change() {
    let mut parts = flush().remove(5);
    let mut revision = Revision::first(&parts);
    revision.clashes[0].status = ClashStatus::Approved;
    let mut steps = 0;
    while revision.clashes[0].status == ClashStatus::Approved {
        shift(&mut parts[1], DVec3::X * 2e-6);
        revision = revision.next(&parts);
        steps += 1;
        assert!(steps < 100, "0.2 mm away from where it was approved");
    }
    assert!(steps > 2, "rounding to single precision moved nothing");
}

#[test]
fn a_body_at_a_mirrored_place_has_moved() {
    // No turn carries the wall to itself and the pin to its place in the mirror.
    let wall = || block("wall", [0.0, 0.0, 0.0], [10.0, 6.0, 2.0]);
    let first = Revision::first(&[wall(), block("pin", [1.0, 1.0, -1.0], [2.0, 2.0, 4.0])]);
    let next = first.next(&[wall(), block("pin", [8.0, 1.0, -1.0], [9.0, 2.0, 4.0])]);
    assert_eq!(next.clashes[0].change, Some(ClashChange::Changed));
}

#[test]
fn few_bodies_of_one_name_are_known_by_their_places() {
    let wall = || block("wall", [0.0, 0.0, 0.0], [10.0, 10.0, 2.0]);
    let bolt = |name: &str, x: f64| block(name, [x, 4.0, 1.0], [x + 0.5, 4.5, 3.0]);
    let first = Revision::first(&[wall(), bolt("bolt", 1.0), bolt("bolt.2", 4.0), bolt("bolt.3", 7.0)]);
    let reversed = first.next(&[wall(), bolt("bolt", 7.0), bolt("bolt.2", 4.0), bolt("bolt.3", 1.0)]);
    assert!(
        reversed.changes().values().all(|change| *change == Some(ClashChange::Persisting)),
        "{:?}",
        reversed.changes()
    );
    let fewer = first.next(&[wall(), bolt("bolt", 4.0), bolt("bolt.2", 7.0)]);
    let mut changes: Vec<Option<ClashChange>> = fewer.clashes.iter().map(|clash| clash.change).collect();
    changes.sort_by_key(|change| change.map(ClashChange::name));
    assert_eq!(changes, [Some(ClashChange::Persisting), Some(ClashChange::Persisting), Some(ClashChange::Resolved)]);
}
