//! CULLIDE: device and CPU reference prune the same, what is pruned is apart, and answers are those of the exact engine.

use super::bodies::{crowd, everything};
use super::device;
use crate::cullide::{Cullide, Finding, Occlusion, Proposal, cpu_reference, potential_set_on_cpu};
use crate::layers::AxisView;
use crate::{Cost, Gpu, GpuError, Instance, MeshId, Store};
use impinge::collect::All;
use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Request;
use impinge::pair::{Relation, contacts};
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::solid::{cuboid, icosphere};
use impinge_scenes::soup::random_soup;
use impinge_scenes::{SplitMix64, sheet};
use std::collections::HashMap;
use std::sync::Arc;

fn views(store: &Store, instances: &[Instance], size: [u32; 2]) -> [AxisView; 3] {
    AxisView::of_all(store, instances, size).expect("views")
}

/// The same bodies in a scene of the exact engine.
fn scene(store: &Store, instances: &[Instance]) -> (Scene, Vec<BodyId>) {
    let mut scene = Scene::default();
    let insert = |instance: &Instance| {
        let model = Model::from(store.model(instance.mesh).expect("there").mesh.clone());
        scene.insert(&model, &instance.world_from_body, BodyOptions::default()).expect("room")
    };
    let ids = instances.iter().map(insert).collect();
    (scene, ids)
}

fn exact(store: &Store, instances: &[Instance]) -> Vec<((u32, u32), Relation)> {
    let (mut scene, _) = scene(store, instances);
    let report = scene.view(&Executor::serial()).report(&Request::default(), &Executor::serial());
    report.iter().map(|pair| ((pair.bodies.0.slot() as u32, pair.bodies.1.slot() as u32), pair.relation)).collect()
}

fn asked(gpu: &Gpu, cullide: &mut Cullide, store: &mut Store, instances: &[Instance], size: u32) -> Finding {
    let finding = cullide.query(gpu, store, instances, [size; 2], &Executor::serial()).expect("a device");
    let mut proposal = cullide.propose(gpu, store, instances, [size; 2]).expect("a device");
    proposal.cost.gpu_time = finding.proposal.cost.gpu_time;
    assert_eq!(proposal, finding.proposal);
    let found: Vec<_> = finding.pairs.iter().map(|meeting| (meeting.bodies, meeting.relation)).collect();
    assert_eq!(found, exact(store, instances));
    finding
}

#[test]
fn device_and_twin_prune_the_same() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    let meshes = everything(&mut store);
    let (mut rounds, mut faces_pruned) = (0, 0);
    for (seed, count, half, size) in
        [(1, 20, 4.0, [64, 64]), (2, 30, 6.0, [64, 48]), (3, 12, 1.5, [40, 40]), (4, 2, 0.5, [9, 9])]
    {
        let instances = crowd(seed, &meshes, count, half);
        let (found, cost) = cullide.potential_set(&gpu, &mut store, &instances, size).expect("a device");
        assert_eq!((cullide.take_cost(), cullide.take_cost()), (cost, Cost::default()));
        let expected = potential_set_on_cpu(&store, &instances, size).expect("meshes");
        assert!(found == expected, "{seed}: {:?} {:?}", found.body_rounds, expected.body_rounds);
        assert!(cost.passes > 0 && cost.read_back_bytes > 0 && cost.pixels == 3 * u64::from(size[0] * size[1]));
        rounds = rounds.max(found.body_rounds.len());
        faces_pruned += found.face_rounds[0] - found.face_rounds.last().expect("some");
    }
    assert!(rounds >= 3 && faces_pruned > 1000, "{rounds} {faces_pruned}");
}

/// By drawing and occlusion queries, as published, the same members go in the same rounds.
#[test]
fn drawing_prunes_the_same() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut drawing) = (Store::new(&gpu), Occlusion::new(&gpu).expect("room"));
    let shapes = [
        icosphere(0.6, 1).expect("sphere"),
        cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).expect("cuboid"),
        torus_knot(2, 3, 0.2, 12, 4).expect("knot"),
        random_soup(3, 20, 0.8).expect("soup"),
        sheet::open_box(DVec3::splat(-0.7), DVec3::splat(0.7)).expect("a sheet"),
    ];
    let meshes = shapes.map(|shape| store.add(&Arc::new(shape)).expect("room"));
    let (mut rounds, mut queries, mut faces_pruned, mut left) = (0, 0, 0, 0);
    for (seed, count, half, size) in [(1, 10, 3.0, [32, 24]), (2, 5, 1.2, [20, 20]), (3, 30, 7.0, [40, 40])] {
        let instances = crowd(seed, &meshes, count, half);
        let (found, cost) = drawing.potential_set(&gpu, &mut store, &instances, size).expect("a device");
        let expected = potential_set_on_cpu(&store, &instances, size).expect("meshes");
        assert!(found == expected, "{seed}: {:?} {:?}", found.face_rounds, expected.face_rounds);
        // Twelve images in every round that has members left, and three passes before all.
        let sizes = [&found.body_rounds[..], &found.group_rounds, &found.face_rounds].concat();
        let images = 12 * sizes.iter().filter(|left| **left > 0).count() as u32;
        assert_eq!((cost.images, cost.passes), (images, images + 3), "{seed}");
        assert_eq!(cost.pixels, u64::from(images) * u64::from(size[0] * size[1]), "{seed}");
        assert!(cost.passes >= 24 && cost.read_back_bytes > 0, "{cost:?}");
        rounds = rounds.max(found.body_rounds.len());
        faces_pruned += found.face_rounds[0] - found.face_rounds.last().expect("some");
        queries = queries.max(12 * found.face_rounds[0]);
        left += found.faces.iter().filter(|kept| **kept).count();
    }
    // More queries than a set has.
    assert!(queries > 4096, "{queries}");
    assert!(rounds >= 2 && faces_pruned > 100 && left > 100, "{rounds} {faces_pruned} {left}");
}

/// Plates stacked along a diagonal: in every view only the first and the last are in sight of all others.
#[test]
fn a_stack_takes_as_many_rounds_as_it_is_deep() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    let plate = cuboid(DVec3::new(-1.0, -1.0, -0.01), DVec3::new(1.0, 1.0, 0.01)).expect("cuboid");
    let mesh = store.add(&Arc::new(plate)).expect("room");
    let turn = DQuat::from_rotation_arc(DVec3::Z, DVec3::ONE.normalize());
    let put = |i: u32| Pose::from_quaternion(turn, DVec3::splat(0.25) * f64::from(i)).expect("a pose");
    let instances: Vec<_> = (0..21).map(|i| Instance { mesh, world_from_body: put(i) }).collect();
    let (found, _) = cullide.potential_set(&gpu, &mut store, &instances, [64; 2]).expect("a device");
    assert_eq!(found, potential_set_on_cpu(&store, &instances, [64; 2]).expect("meshes"));
    assert_eq!(found.body_rounds, [21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1, 0]);
    assert_eq!(asked(&gpu, &mut cullide, &mut store, &instances, 64).proposal.candidates, 0);
}

/// Faces that meet those of another body are never pruned, wherever the bodies are, however coarse the image.
#[test]
fn what_is_pruned_is_apart() {
    let Some(gpu) = device::open() else { return };
    let mut store = Store::new(&gpu);
    let meshes = everything(&mut store);
    let (mut met, mut pruned) = (0, 0);
    for seed in 0..30 {
        let away = [0.0, 1e3, 1e7][seed as usize % 3];
        let mut instances = crowd(seed, &meshes, 6, 2.0);
        for instance in &mut instances {
            let pose = &instance.world_from_body;
            let shift = pose.translation() + DVec3::new(away, -away, away * 0.5);
            instance.world_from_body = Pose::try_new(pose.rotation(), shift).expect("a pose");
        }
        let (scene, ids) = scene(&store, &instances);
        let views = views(&store, &instances, [[16; 2], [48; 2], [3, 90]][seed as usize % 3]);
        let set = cpu_reference::potential_set(&store, &views).expect("meshes");
        pruned += set.faces.iter().filter(|kept| !**kept).count();
        let layout = &views[0].layout;
        for (p, q) in (0..6).flat_map(|p| (0..p).map(move |q| (p, q))) {
            let [a, b] = [p, q].map(|slot: usize| layout.bodies[slot] as usize);
            let [shape, other] = [p, q].map(|slot| store.model(layout.meshes[slot]).expect("there").mesh.clone());
            let mut all = All(Vec::new());
            contacts(&shape, &other, &scene.a_from_b(ids[a], ids[b]).expect("there"), &mut all);
            for contact in &all.0 {
                let numbers = [(p, 0), (q, 1)]
                    .map(|(slot, i)| layout.records[slot].first_face as usize + contact.faces[i].index());
                assert!(numbers.iter().all(|face| set.faces[*face]), "{seed}: {a} {b} {:?}", contact.faces);
            }
            assert!(all.0.is_empty() || set.may_meet(p as u32, q as u32, views[0].slack));
            met += all.0.len();
        }
    }
    assert!(met > 2000 && pruned > 2000, "{met} {pruned}");
}

#[test]
fn answers_are_those_of_the_exact_engine() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    let meshes = everything(&mut store);
    let mut seen: HashMap<Relation, u32> = HashMap::new();
    let (mut boxes, mut parted) = (0, 0);
    for (seed, count, half) in [(1, 12, 1.5), (2, 30, 3.5), (3, 60, 6.0), (4, 40, 4.0), (5, 80, 9.0)] {
        let mut instances = crowd(seed, &meshes, count, half);
        // Nested: a ball within the cavity of a box, a ball within a cube, and two cubes in one place.
        let at = |x: f64| Pose::from_translation(DVec3::X * x).expect("finite");
        let small = store.add(&Arc::new(icosphere(0.2, 1).expect("sphere"))).expect("room");
        let nested =
            [(meshes[3], 20.0), (small, 20.0), (meshes[0], 30.0), (small, 30.0), (meshes[0], 40.0), (meshes[0], 40.0)];
        instances.extend(nested.map(|(mesh, x)| Instance { mesh, world_from_body: at(x) }));
        // The other way round, and side by side.
        let further = [(small, 50.0), (meshes[0], 50.0), (meshes[0], 60.0), (meshes[0], 61.0)];
        instances.extend(further.map(|(mesh, x)| Instance { mesh, world_from_body: at(x) }));
        let finding = asked(&gpu, &mut cullide, &mut store, &instances, 64);
        finding.pairs.iter().for_each(|meeting| *seen.entry(meeting.relation).or_default() += 1);
        let Proposal { box_pairs, candidates, nestings, left, body_rounds, refused, .. } = finding.proposal;
        assert_eq!((Some(&(left.len() as u32)), refused), (body_rounds.last(), None));
        boxes += box_pairs;
        parted += box_pairs - candidates - nestings;
        assert!(candidates >= 1 && nestings >= 1);
    }
    assert!(seen.len() == 5 && seen[&Relation::Crossing] > 50, "{seen:?}");
    assert!(parted > boxes / 10, "{parted} of {boxes}");
}

/// Cubes that touch along faces, edges and corners, near to and far from the origin.
#[test]
fn touching_is_not_apart() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    let cube = store.add(&Arc::new(cuboid(DVec3::ZERO, DVec3::ONE).expect("cuboid"))).expect("room");
    for away in [0.0, 12_345_678.0] {
        let place = |i: i32| DVec3::new(f64::from(i % 3) + away, f64::from(i / 3 % 3) - away, f64::from(i / 9));
        let put = |i| Instance { mesh: cube, world_from_body: Pose::from_translation(place(i)).expect("finite") };
        let instances: Vec<_> = (0..27).map(put).collect();
        let finding = asked(&gpu, &mut cullide, &mut store, &instances, 32);
        assert_eq!(finding.pairs.len(), 158);
        assert!(finding.pairs.iter().all(|meeting| meeting.relation == Relation::Touching));
    }
}

/// Boxes of all sizes that share a part of a face: each is rounded in steps of its own, and only the slack keeps them together.
#[test]
fn rounding_does_not_part_what_touches() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut random) = (Store::new(&gpu), SplitMix64::new(11));
    for case in 0..300 {
        let mut dyadic = |low: i64, high: i64| random.integer(low, high) as f64 / 1024.0;
        let first = DVec3::new(dyadic(1, 9000), dyadic(1, 9000), dyadic(1, 9000));
        let second = DVec3::new(dyadic(1, 9000), dyadic(1, 9000), dyadic(1, 9000));
        let mut shift = DVec3::new(dyadic(-900, 900), dyadic(-900, 900), dyadic(-900, 900)).min(first).max(-second);
        shift[case % 3] = first[case % 3];
        let sizes = [(DVec3::ZERO, first), (shift, shift + second)];
        let at = Pose::from_translation(DVec3::new(dyadic(-9, 9), dyadic(-9, 9), 77.0)).expect("finite");
        let instances = sizes.map(|(min, max)| {
            let mesh = store.add(&Arc::new(cuboid(min, max).expect("cuboid"))).expect("room");
            Instance { mesh, world_from_body: at }
        });
        assert_eq!(exact(&store, &instances), [((0, 1), Relation::Touching)]);
        let set = cpu_reference::potential_set(&store, &views(&store, &instances, [12; 2])).expect("meshes");
        assert_eq!(set.bodies, [true; 2], "{case}: {sizes:?}");
    }
}

/// Sheets in one plane, points and segments, tiny and huge together.
#[test]
fn what_has_no_volume_or_no_area_is_seen() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    for exponent in [-280, 0, 280] {
        let unit = 2.0_f64.powi(exponent);
        let loose = |corners: [[f64; 3]; 3]| Mesh::from_triangles(&[corners.map(|p| DVec3::from_array(p) * unit)]);
        let sheet =
            |x: f64, side: f64| sheet::rectangle(DVec3::X * x * unit, DVec3::X * side * unit, DVec3::Y * side * unit);
        let shapes = [
            sheet(0.0, 1.0).expect("sheet"),
            sheet(1.0, 1.0).expect("beside it"),
            sheet(0.25, 0.5).expect("within it"),
            sheet(5.0, 1.0).expect("away"),
            loose([[0.5; 3], [0.5, 0.5, -0.5], [0.5, 0.5, 0.25]]).expect("a segment through it"),
            loose([[0.5, 0.25, 0.0]; 3]).expect("a point of it"),
            loose([[0.5, 0.25, 0.125]; 3]).expect("a point above it"),
        ];
        let mut put = |shape: Mesh| store.add(&Arc::new(shape)).expect("room");
        let instances = shapes.map(|shape| Instance { mesh: put(shape), world_from_body: Pose::IDENTITY });
        let finding = asked(&gpu, &mut cullide, &mut store, &instances, 24);
        assert!(finding.pairs.len() >= 5, "{exponent}: {:?}", finding.pairs);
    }
}

/// A crumb on a body so far from the origin that coordinates are coarser than pixels: no images, the same answers.
#[test]
fn bodies_that_cannot_be_drawn_are_asked_about() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    let cube = |low: f64, high: f64| Arc::new(cuboid(DVec3::splat(low), DVec3::splat(high)).expect("cuboid"));
    let meshes = [cube(0.0, 1.0), cube(0.25, 0.75), cube(-1.0, 0.0)].map(|mesh| store.add(&mesh).expect("room"));
    let away = Pose::from_translation(DVec3::new(2.0_f64.powi(49), 0.0, 0.0)).expect("finite");
    let instances = meshes.map(|mesh| Instance { mesh, world_from_body: away });
    let finding = asked(&gpu, &mut cullide, &mut store, &instances, 64);
    assert_eq!(cullide.take_cost(), Cost::default());
    let Proposal { box_pairs, candidates, asked: pairs, left, refused, .. } = finding.proposal;
    assert!(matches!(refused, Some(GpuError::View(_))), "{refused:?}");
    assert!(!finding.pairs.is_empty() && pairs.len() == box_pairs && candidates == box_pairs && left.len() == 3);
}

#[test]
fn refusals_have_types() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    let meshes = everything(&mut store);
    let instances = crowd(1, &meshes, 8, 0.5);
    let mut ask = |instances: &[Instance], size| cullide.query(&gpu, &mut store, instances, size, &Executor::serial());
    assert_eq!(ask(&[], [8; 2]), Ok(Finding::default()));
    assert_eq!(ask(&instances, [0, 8]).err(), Some(GpuError::ImageSize { width: 0, height: 8, limit: 4096 }));
    let stranger = Instance { mesh: MeshId(99), ..instances[0] };
    assert_eq!(ask(&[stranger, instances[1]], [8; 2]).err(), Some(GpuError::UnknownMesh(99)));
    gpu.abandon();
    assert!(matches!(ask(&instances, [8; 2]), Err(GpuError::Lost(_))));
}
