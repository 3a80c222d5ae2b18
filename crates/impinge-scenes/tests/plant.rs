//! Plants hold what was planted, and nothing else is wrong with them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge::scene::{BodyOptions, Model, Scene};
use impinge_scenes::plant::{CLEAR, ENCROACHING, Naming, Plant, PlantOptions, PlantedKind, plant};
use std::collections::{BTreeMap, BTreeSet};

fn small(naming: Naming) -> Plant {
    plant(&PlantOptions { seed: 5, bodies: 203, triangles: 60_000, clashes: 3, naming }).unwrap()
}

#[test]
fn a_check_finds_what_was_planted_and_nothing_else() {
    let Plant { parts, planted } = small(Naming::Plain);
    let mut scene = Scene::default();
    for part in &parts {
        let options = BodyOptions { name: Some(part.name.clone()), ..BodyOptions::default() };
        scene.insert(&Model::from(part.mesh.clone()), &part.world_from_part, options).unwrap();
    }
    let request = Request { distance_up_to: Some(CLEAR), ..Request::default() };
    let found: BTreeMap<BTreeSet<&str>, (Relation, Option<f64>)> = scene
        .view(&Executor::serial())
        .report(&request, &Executor::serial())
        .iter()
        .map(|pair| {
            let names = [pair.bodies.0, pair.bodies.1].map(|id| parts[id.slot()].name.as_str());
            (BTreeSet::from(names), (pair.relation, pair.distance.map(|gap| gap.length.value)))
        })
        .collect();
    for expected in &planted {
        let [a, b] = expected.names.each_ref().map(String::as_str);
        let (relation, gap) = found[&BTreeSet::from([a, b])];
        let is_right = match expected.kind {
            PlantedKind::Pierce | PlantedKind::Protrude => relation == Relation::Crossing,
            PlantedKind::Envelope => matches!(relation, Relation::AInsideB | Relation::BInsideA),
            PlantedKind::Touch => relation == Relation::Touching,
            PlantedKind::Encroach => relation == Relation::Disjoint && gap == Some(ENCROACHING),
            PlantedKind::Duplicate => relation == Relation::Coincident,
        };
        assert!(is_right, "{expected:?}: {relation:?} {gap:?}");
    }
    assert_eq!(planted.len(), 18);
    assert_eq!(found.len(), planted.len(), "{found:?}");
}

#[test]
fn plants_repeat_and_have_their_counts() {
    let [one, two] = [small(Naming::Plain), small(Naming::Hostile)];
    assert_eq!((one.parts.len(), two.parts.len()), (203, 203));
    for (p, q) in one.parts.iter().zip(&two.parts) {
        assert_eq!((&p.world_from_part, p.mesh.vertices()), (&q.world_from_part, q.mesh.vertices()));
        assert!(q.name.ends_with(&p.name) && q.name != p.name);
        assert!(p.mesh.is_closed() && p.mesh.defects().is_empty(), "{}", p.name);
    }
    let names: BTreeSet<&str> = two.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names.len(), 203);
    let triangles: usize = one.parts.iter().map(|part| part.mesh.faces().len()).sum();
    assert!((57_000..=60_000).contains(&triangles), "{triangles}");
    assert!(one.parts.iter().all(|part| part.world_from_part != Pose::IDENTITY));
    assert!(plant(&PlantOptions { bodies: 10, clashes: 1, ..PlantOptions::default() }).is_err());
    assert!(plant(&PlantOptions { bodies: 0, clashes: 0, ..PlantOptions::default() }).unwrap().parts.is_empty());
}
