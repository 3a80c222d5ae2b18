//! What the generators promise about relations is what the engine finds.

use impinge::math::Pose;
use impinge::pair::{Relation, Request, relate};
use impinge_scenes::gearbox::{Finding, findings, gearbox};
use impinge_scenes::polycube::random_pair;
use impinge_scenes::{adversarial, polycube};
use std::collections::BTreeMap;

#[test]
fn adversarial_cases_relate_as_promised() {
    let mut wrong = Vec::new();
    for case in adversarial::cases().unwrap() {
        let found = relate(&case.a, &case.b, &case.a_from_b, &Request::default()).relation;
        if found != case.relation {
            wrong.push(format!("{}: {:?} instead of {:?}", case.name, found, case.relation));
        }
        let case = case.swapped();
        let found = relate(&case.a, &case.b, &case.a_from_b, &Request::default()).relation;
        if found != case.relation {
            wrong.push(format!("{}, swapped: {:?} instead of {:?}", case.name, found, case.relation));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_gearbox_holds_its_findings_and_no_others() {
    let parts = gearbox().unwrap();
    let mut expected: BTreeMap<[String; 2], Relation> = BTreeMap::new();
    for Finding { a, b, relation } in findings() {
        let flipped = relation.flip();
        expected.insert([a.clone(), b.clone()], relation);
        expected.insert([b, a], flipped);
    }
    let mut wrong = Vec::new();
    for (i, a) in parts.iter().enumerate() {
        for b in &parts[i + 1..] {
            let a_from_b = a.world_from_part.inverse().compose(&b.world_from_part).unwrap();
            let found = relate(&a.mesh, &b.mesh, &a_from_b, &Request::default()).relation;
            let promised = expected.get(&[a.name.clone(), b.name.clone()]).copied().unwrap_or(Relation::Disjoint);
            if found != promised {
                wrong.push(format!("{} and {}: {found:?} instead of {promised:?}", a.name, b.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn polycubes_relate_as_their_voxels_do() {
    let mut seen: BTreeMap<Relation, u32> = BTreeMap::new();
    for seed in 0..80 {
        let pair = random_pair(seed, 5).unwrap();
        let found = relate(&pair.a, &pair.b, &Pose::IDENTITY, &Request::default()).relation;
        assert_eq!(found, pair.relation, "seed {seed}");
        *seen.entry(found).or_default() += 1;
    }
    assert!(seen.len() == 6 && seen.values().all(|n| *n > 2), "{seen:?}");
}

#[test]
fn unions_of_boxes_relate_as_their_voxels_do() {
    let style = polycube::Style::default();
    for seed in 0..60 {
        let mut random = impinge_scenes::SplitMix64::new(seed);
        let mut boxes = || -> Vec<[[i64; 3]; 2]> {
            let mut one = || {
                let min = [(); 3].map(|()| random.integer(0, 2));
                [min, min.map(|x| x + random.integer(1, 3))]
            };
            vec![one(), one(), one()]
        };
        let (a, b) = (boxes(), boxes());
        let promised = polycube::box_union_voxels(&a).relation_to(&polycube::box_union_voxels(&b)).relation();
        let (a, b) = (polycube::box_union(&a, &style).unwrap(), polycube::box_union(&b, &style).unwrap());
        assert_eq!(relate(&a, &b, &Pose::IDENTITY, &Request::default()).relation, promised, "seed {seed}");
    }
}
