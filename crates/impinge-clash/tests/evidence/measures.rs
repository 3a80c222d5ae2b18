//! Volumes that are said to be known are, and lengths are those of all of a clash.

use crate::checking::{check, members};
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use impinge_clash::{CheckedPair, Clash, RuleBook, RulesFile, Violation, collect_evidence};
use impinge_scenes::solid::cuboid;
use impinge_scenes::{NamedPart, Surface};
use std::sync::Arc;

/// A body of boxes from low to high, turned inside out where the last is true.
fn boxes(name: &str, all: &[([f64; 3], [f64; 3], bool)]) -> NamedPart {
    let mut surface: Option<Surface> = None;
    for (low, high, is_inward) in all {
        let own = Surface::of(&cuboid(DVec3::from(*low), DVec3::from(*high)).unwrap());
        let own = if *is_inward { own.flipped() } else { own };
        surface = Some(surface.map_or(own.clone(), |surface| surface.joined(&own)));
    }
    NamedPart::shifted(name, &Arc::new(surface.unwrap().mesh().unwrap()), DVec3::ZERO).unwrap()
}

fn only_clash(parts: &[NamedPart]) -> Clash {
    let mut clashes = check(&members(parts), "[defaults]\n", &Executor::serial());
    assert_eq!(clashes.len(), 1, "{clashes:?}");
    clashes.remove(0)
}

#[test]
fn the_volume_of_several_shells_is_told_only_if_it_is_their_sum() {
    let outer = ([0.0; 3], [4.0; 3], false);
    let around = boxes("around", &[([-1.0; 3], [9.0, 5.0, 5.0], false)]);
    let across = boxes("across", &[([-1.0, -1.0, 2.1], [9.1, 5.1, 5.1], false)]);
    let beside = |is_inward| ([5.0, 0.0, 0.0], [7.0, 2.0, 2.0], is_inward);
    let within = |is_inward| ([1.0; 3], [3.0; 3], is_inward);
    // What is known of a body in another, and of one that crosses another.
    for (other, inside, crossing) in [
        (beside(false), Some(64.0 + 8.0), Some(1.9 * 16.0)),
        (beside(true), None, None),
        (within(true), Some(64.0 - 8.0), Some(1.9 * 16.0 - 0.9 * 4.0)),
        (within(false), None, None),
    ] {
        let body = boxes("body", &[outer, other]);
        for (second, expected) in [(&around, inside), (&across, crossing)] {
            let clash = only_clash(&[body.clone(), second.clone()]);
            match (&clash.volume, expected) {
                (Some(bounds), Some(volume)) => {
                    assert!(bounds.lower <= volume && volume <= bounds.upper, "{bounds:?} {volume}");
                }
                (None, None) => {
                    let note = clash.note.as_deref().unwrap();
                    assert!(note.starts_with("the shared volume is not known: shells of a body"), "{note}");
                }
                _ => panic!("{other:?} {expected:?}: {clash:?}"),
            }
        }
    }
}

/// Long triangles across each other, as many each way, of different heights.
fn woven(count: usize) -> Surface {
    let mut triangles = Vec::new();
    let far = count as f64;
    for k in 0..count {
        let at = k as f64 + 0.5;
        let height = 0.1 + at / far;
        triangles.push([DVec3::new(-1.0, at, 0.0), DVec3::new(far + 1.0, at, 0.0), DVec3::new(far + 1.0, at, height)]);
        triangles.push([DVec3::new(at, -1.0, 0.0), DVec3::new(at, far + 1.0, 0.0), DVec3::new(at, far + 1.0, height)]);
    }
    Surface::of(&Mesh::from_triangles(&triangles).unwrap())
}

fn with_itself(surface: &Surface) -> Clash {
    let part = NamedPart::shifted("woven", &Arc::new(surface.clone().mesh().unwrap()), DVec3::ZERO).unwrap();
    let book = RuleBook::new(RulesFile::default(), &["woven"]);
    let pair = CheckedPair::new([0, 0], Relation::Crossing);
    let violation = Violation { pair: &pair, a_from_b: Pose::IDENTITY, rule: book.rule_for(0, 0) };
    collect_evidence(&members(&[part]), &[violation], &[], None, &Executor::serial()).remove(0)
}

#[test]
fn a_mesh_that_meets_itself_too_often_has_the_same_lengths_in_any_order() {
    let surface = woven(110);
    let first = with_itself(&surface);
    assert_eq!((first.contacts, first.curves.len()), (Some(12_100), 10_000));
    // Two triangles share what is below the lower one.
    let ends: Vec<f64> = (0..110).map(|k| f64::from(k) + 0.5).collect();
    let height = |own: f64, along: f64| (0.1 + own / 110.0) * (along + 1.0) / 112.0;
    let all = ends.iter().flat_map(|x| ends.iter().map(move |y| height(*y, *x).min(height(*x, *y))));
    let length: f64 = all.sum();
    assert!((first.signature.unwrap().seam - length).abs() < 1e-9 * length, "{:?} {length}", first.signature);
    for seed in 0..3 {
        let other = with_itself(&surface.shuffled(seed));
        assert!(
            first.signature.unwrap().agree(&other.signature.unwrap()),
            "{:?} {:?}",
            first.signature,
            other.signature
        );
    }
}
