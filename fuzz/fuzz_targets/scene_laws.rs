//! A few bodies that come, move and go: for every broad phase the events of each step lead to the pairs that brute force finds, and reports
//! give the relations of pair queries.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{Relation, Request, relate};
use impinge::scene::{BodyId, BodyOptions, ContactPhase, Model, Scene, SceneOptions};
use std::collections::BTreeSet;
use std::sync::Arc;

const KINDS: [BroadPhaseKind; 4] =
    [BroadPhaseKind::Exhaustive, BroadPhaseKind::SweepAndPrune, BroadPhaseKind::HashGrid, BroadPhaseKind::Tree];

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
        for (k, (id, _)) in ids.iter().enumerate() {
            let there = source.pose().unwrap_or(Pose::IDENTITY);
            if k % 2 == 0 && scene.set_pose(*id, &there).is_err() {
                return;
            }
        }
        step(&mut scene, &ids, &mut meeting);
        if let Some((id, _)) = ids.pop() {
            scene.remove(id).expect("it is there");
            step(&mut scene, &ids, &mut meeting);
        }
    }
});
