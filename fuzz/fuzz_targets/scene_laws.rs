//! A few bodies that come, move and go: for every broad phase the events of each step lead to the pairs that brute force finds, and reports
//! give the relations of pair queries. Steps under a budget call no pair free that meets, and none meeting that is free.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{Budget, Relation, Request, relate};
use impinge::scene::{BodyId, BodyOptions, ContactPhase, Model, OpenPairs, PairAnswer, Scene, SceneOptions};
use std::collections::BTreeSet;
use std::sync::Arc;

const KINDS: [BroadPhaseKind; 4] =
    [BroadPhaseKind::Exhaustive, BroadPhaseKind::SweepAndPrune, BroadPhaseKind::HashGrid, BroadPhaseKind::Tree];

/// Steps under growing budgets, checked: no answer is wrong, and the last has all of them.
fn step_within(scene: &mut Scene, ids: &[(BodyId, Arc<Mesh>)]) {
    let executor = Executor::serial();
    let mut expected = BTreeSet::new();
    for (k, (a, mesh)) in ids.iter().enumerate() {
        for (b, other) in &ids[k + 1..] {
            let (first, second) = if a < b { ((*a, mesh), (*b, other)) } else { ((*b, other), (*a, mesh)) };
            let pose = scene.a_from_b(first.0, second.0).expect("both are there");
            if relate(first.1, second.1, &pose, &Request::default()).relation != Relation::Disjoint {
                expected.insert((first.0, second.0));
            }
        }
    }
    for budget in [Budget::of_pairs(0), Budget::of_pairs(3), Budget::of_pairs(20), Budget::UNLIMITED] {
        let found = scene.step_within(&budget, OpenPairs::Undecided, &executor);
        for (bodies, answer) in found.pairs() {
            match answer {
                PairAnswer::Free => assert!(!expected.contains(&bodies)),
                PairAnswer::Meeting => assert!(expected.contains(&bodies)),
                PairAnswer::Open(_) => assert_ne!(budget, Budget::UNLIMITED),
            }
        }
        assert!(expected.iter().all(|bodies| found.pairs().any(|(listed, _)| listed == *bodies)));
    }
}

/// A step, checked: brings the pairs that meet up to date by its events and compares them with brute force.
fn step(scene: &mut Scene, ids: &[(BodyId, Arc<Mesh>)], meeting: &mut BTreeSet<(BodyId, BodyId)>) {
    let executor = Executor::serial();
    for event in scene.step(&executor).events {
        let changed = match event.phase {
            ContactPhase::Begin => meeting.insert(event.bodies),
            ContactPhase::Stay => meeting.contains(&event.bodies),
            ContactPhase::End => meeting.remove(&event.bodies),
        };
        assert!(changed, "{event:?}");
    }
    let mut expected = BTreeSet::new();
    for (k, (a, mesh)) in ids.iter().enumerate() {
        for (b, other) in &ids[k + 1..] {
            let (first, second) = if a < b { ((*a, mesh), (*b, other)) } else { ((*b, other), (*a, mesh)) };
            let pose = scene.a_from_b(first.0, second.0).expect("both are there");
            let relation = relate(first.1, second.1, &pose, &Request::default()).relation;
            let report = scene.view(&executor).relate(first.0, second.0, &Request::default()).expect("both are there");
            assert_eq!(report.relation, relation);
            if relation != Relation::Disjoint {
                expected.insert((first.0, second.0));
            }
        }
    }
    assert_eq!(*meeting, expected);
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for kind in KINDS {
        let mut source = GeometrySource::new(bytes);
        let mut scene = Scene::new(&SceneOptions { broad_phase: kind, ..SceneOptions::default() });
        let (mut ids, mut meeting) = (Vec::new(), BTreeSet::new());
        while let (true, Some(mesh), Some(pose)) = (ids.len() < 5, source.mesh(), source.pose()) {
            let mesh = Arc::new(mesh);
            let Ok(id) = scene.insert(&Model::from(mesh.clone()), &pose, BodyOptions::default()) else { return };
            ids.push((id, mesh));
        }
        step(&mut scene, &ids, &mut meeting);
        let mut budgeted = Scene::new(&SceneOptions { broad_phase: kind, ..SceneOptions::default() });
        let others: Vec<(BodyId, Arc<Mesh>)> = scene
            .bodies()
            .zip(&ids)
            .filter_map(|(body, (_, mesh))| {
                let id = budgeted.insert(body.model(), body.world_from_body(), BodyOptions::default()).ok()?;
                Some((id, Arc::clone(mesh)))
            })
            .collect();
        step_within(&mut budgeted, &others);
        for (k, (id, _)) in ids.iter().enumerate() {
            let there = source.pose().unwrap_or(Pose::IDENTITY);
            if k % 2 == 0 && scene.set_pose(*id, &there).is_err() {
                return;
            }
            if let (0, Some((other, _))) = (k % 2, others.get(k)) {
                budgeted.set_pose(*other, &there).expect("as the other scene's");
            }
        }
        step_within(&mut budgeted, &others);
        step(&mut scene, &ids, &mut meeting);
        if let Some((id, _)) = ids.pop() {
            scene.remove(id).expect("it is there");
            step(&mut scene, &ids, &mut meeting);
        }
    }
});
