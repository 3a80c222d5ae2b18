//! What is said about clashes is true.

use crate::checked::CHECKED;
use crate::checking::{check, members};
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge_clash::{Clash, ClashKind};
use impinge_scenes::plant::{ENCROACHING, PlantedKind};
use impinge_scenes::solid::{cuboid, cylinder};
use impinge_scenes::{NamedPart, SplitMix64};
use std::collections::BTreeMap;
use std::sync::Arc;

fn clash_of<'a>(clashes: &'a [Clash], names: &[String; 2]) -> &'a Clash {
    let [a, b] = names;
    clashes.iter().find(|clash| clash.names == [a.clone(), b.clone()] || clash.names == [b.clone(), a.clone()]).unwrap()
}

#[test]
fn planted_clashes_have_their_kinds_and_measures() {
    let checked = &*CHECKED;
    assert_eq!(checked.clashes.len(), checked.planted.len());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for planted in &checked.planted {
        let clash = clash_of(&checked.clashes, &planted.names);
        assert_eq!(clash.kind.name(), planted.kind.name(), "{clash:?}");
        *kinds.entry(clash.kind.name()).or_default() += 1;
        let bounds = clash.bounds.unwrap();
        assert!(
            clash
                .curves
                .iter()
                .flat_map(|curve| &curve.points)
                .all(|p| { p.cmpge(bounds.min - 1e-9).all() && p.cmple(bounds.max + 1e-9).all() })
        );
        let meets = !matches!(planted.kind, PlantedKind::Encroach | PlantedKind::Envelope);
        assert_eq!(meets, !clash.faces[0].is_empty() && !clash.faces[1].is_empty() && clash.contacts > Some(0));
        match (&clash.depth, &clash.volume) {
            (Some(depth), Some(volume)) => {
                assert!(depth.lower <= depth.upper && volume.lower <= volume.upper, "{clash:?}");
                let is_deep = planted.kind != PlantedKind::Touch;
                assert_eq!((is_deep, is_deep), (depth.upper > 0.0, volume.upper > 0.0), "{clash:?}");
            }
            (None, Some(_)) => assert_eq!(planted.kind, PlantedKind::Duplicate),
            _ => assert_eq!(clash.distance, Some(ENCROACHING), "{clash:?}"),
        }
    }
    assert!(kinds.len() == 6 && kinds.values().all(|count| *count == 2), "{kinds:?}");
}

#[test]
fn an_enclosed_bolt_shares_all_of_its_volume() {
    let checked = &*CHECKED;
    let mut seen = 0;
    for planted in checked.planted.iter().filter(|p| matches!(p.kind, PlantedKind::Envelope | PlantedKind::Duplicate)) {
        let clash = clash_of(&checked.clashes, &planted.names);
        let bolt = checked.members.iter().find(|member| member.name == planted.names[0]).unwrap();
        let (volume, bounds) = (bolt.mesh().unwrap().mass_properties().volume, clash.volume.as_ref().unwrap());
        assert!(
            bounds.lower <= volume && volume <= bounds.upper && bounds.upper - bounds.lower < 1e-6 * volume,
            "{bounds:?}"
        );
        seen += 1;
    }
    assert_eq!(seen, 4);
}

fn part(name: &str, min: [f64; 3], max: [f64; 3]) -> NamedPart {
    let mesh = Arc::new(cuboid(DVec3::from(min), DVec3::from(max)).unwrap());
    NamedPart::shifted(name, &mesh, DVec3::ZERO).unwrap()
}

/// Boxes with faces in common planes: the volume that they share is known, and must lie within what is said.
#[test]
fn boxes_on_a_lattice_share_what_is_said() {
    let mut random = SplitMix64::new(7);
    let (mut crossing, mut moved) = (0, 0);
    for _ in 0..400 {
        let [a, b] = [(); 2].map(|()| {
            let low = [(); 3].map(|()| random.integer(0, 3) as f64);
            (low, low.map(|x| x + random.integer(1, 3) as f64))
        });
        let parts = [part("a", a.0, a.1), part("b", b.0, b.1)];
        let clashes = check(&members(&parts), "[defaults]\n", &Executor::serial());
        let Some(clash) = clashes.first() else { continue };
        let sides = [0, 1, 2].map(|k| (a.1[k].min(b.1[k]) - a.0[k].max(b.0[k])).max(0.0));
        let volume: f64 = sides.iter().product();
        let bounds = clash.volume.as_ref().unwrap_or_else(|| panic!("{clash:?}"));
        assert!(bounds.lower <= volume && volume <= bounds.upper, "{bounds:?} {volume}");
        assert!(bounds.upper - bounds.lower <= 1e-6, "{bounds:?}");
        if matches!(clash.kind, ClashKind::Pierce | ClashKind::Protrude) {
            crossing += 1;
            moved += usize::from(clash.kind_by.as_deref().unwrap().contains("moved by 1e-9"));
        }
    }
    assert!(crossing > 30 && moved > 20, "{crossing} {moved}");
}

#[test]
fn a_rod_right_through_a_plate_pierces_it_and_a_short_one_protrudes() {
    let plate = part("plate", [-2.0, -2.0, 0.0], [2.0, 2.0, 0.5]);
    for (length, start, kind) in [(3.0, -1.0, ClashKind::Pierce), (1.0, 0.25, ClashKind::Protrude)] {
        let rod = Arc::new(cylinder(0.3, length, 17).unwrap());
        let rod = NamedPart::shifted("rod", &rod, DVec3::new(0.1, 0.05, start)).unwrap();
        let clashes = check(&members(&[plate.clone(), rod]), "[defaults]\n", &Executor::serial());
        assert_eq!((clashes.len(), clashes[0].kind), (1, kind), "{clashes:?}");
        let depth = clashes[0].depth.as_ref().unwrap();
        assert!(0.0 < depth.lower && depth.lower <= depth.upper && depth.upper <= length, "{depth:?}");
    }
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let checked = &*CHECKED;
    let rules = "[defaults]\nclearance = 0.01\n";
    let [one, three] = [1, 3].map(|jobs| check(&checked.members, rules, &Executor::try_new(jobs).unwrap()));
    assert_eq!(one, three);
}

#[test]
fn contacts_that_are_missing_are_clashes() {
    let parts = [part("bolt", [0.0; 3], [1.0; 3]), part("plate", [2.0, 0.0, 0.0], [3.0, 1.0, 1.0])];
    let rules = "[[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\nseverity = 'critical'\n";
    let clashes = check(&members(&parts), rules, &Executor::serial());
    assert_eq!(clashes.len(), 1);
    let Clash { kind, names, bodies, rule, .. } = &clashes[0];
    assert_eq!(
        (*kind, names[1].as_str(), *bodies, rule.as_deref()),
        (ClashKind::Missing, "sits", [Some(0), None], Some("sits"))
    );
    assert_eq!(clashes[0].id.len(), 9);
    assert_eq!(clashes[0].note.as_deref(), Some("an expected contact is not there"));
    let near = format!("[defaults]\nclearance = 1.5\n{rules}");
    let clashes = check(&members(&parts), &near, &Executor::serial());
    let note = "an expected contact is not there; the nearest is plate, 1 away";
    assert_eq!((clashes.len(), clashes[1].note.as_deref()), (2, Some(note)), "{clashes:?}");
    // It has a place: that of the body.
    let clashes = &clashes[1..];
    let (bounds, centre) = (clashes[0].bounds.unwrap(), clashes[0].centre().unwrap());
    assert!(bounds.min.abs().max_element() < 1e-9 && bounds.max.distance(DVec3::ONE) < 1e-9, "{bounds:?}");
    assert!(centre.distance(DVec3::splat(0.5)) < 1e-9);
}
