//! Compounds of many curved parts answer as their parts do one by one, and look at those alone that are near each other.

use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::pair::{Budget, Relation, Request};
use impinge::scene::{BodyId, BodyOptions, Model, OpenPairs, PairAnswer, Scene};
use impinge::shape::{Capsule, Sphere};
use impinge_scenes::SplitMix64;

const SERIAL: Executor = Executor::serial();

fn at(p: DVec3) -> Pose {
    Pose::from_translation(p).unwrap()
}

/// Balls and capsules in a cube of the given size, the first part a mesh.
fn cluster(random: &mut SplitMix64, count: usize, size: f64) -> Vec<(Model, Pose)> {
    let mut point = || DVec3::new(random.u(), random.u(), random.u());
    let cuboid = impinge::mesh::Mesh::cuboid(DVec3::splat(-0.1), DVec3::splat(0.1)).unwrap();
    let mut parts = vec![(Model::from(cuboid), at(point() * size))];
    for k in 1..count {
        let (place, turn) = (point() * size, point());
        let model = if k % 3 == 0 {
            Model::convex(Capsule::try_new(0.15, 0.05).unwrap()).unwrap()
        } else {
            Model::convex(Sphere::try_new(0.05 + 0.1 * turn.x).unwrap()).unwrap()
        };
        let turn = DQuat::from_axis_angle(turn.normalize(), 3.0 * turn.y);
        parts.push((model, Pose::from_quaternion(turn, place).unwrap()));
    }
    parts
}

/// The relation of the unions by the relations of all parts, and the least distance.
fn by_parts(scene: &mut Scene, [a, b]: [&[BodyId]; 2]) -> (Relation, f64) {
    let view = scene.view(&SERIAL);
    let relation = |p: BodyId, q: BodyId| view.relate(p, q, &Request::default()).unwrap().relation;
    let all: Vec<Vec<Relation>> = a.iter().map(|p| b.iter().map(|q| relation(*p, *q)).collect()).collect();
    let least = a.iter().flat_map(|p| b.iter().map(|q| view.distance(*p, *q).unwrap().length.value));
    let least = least.fold(f64::INFINITY, f64::min);
    let any = |wanted: &[Relation]| all.iter().flatten().any(|r| wanted.contains(r));
    let found = if all.iter().flatten().all(|r| *r == Relation::Disjoint) {
        Relation::Disjoint
    } else if all.iter().all(|row| row.contains(&Relation::AInsideB)) {
        Relation::AInsideB
    } else if any(&[Relation::Crossing, Relation::AInsideB, Relation::BInsideA, Relation::Coincident]) {
        Relation::Crossing
    } else {
        Relation::Touching
    };
    (found, least)
}

#[test]
fn compounds_of_many_parts_answer_as_their_parts() {
    let mut random = SplitMix64::new(23);
    let mut met = 0;
    for round in 0..40 {
        let parts = [30, 12].map(|count| cluster(&mut random, count, 2.0));
        let models = [0, 1].map(|k| Model::compound(&parts[k]).unwrap());
        let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), f64::from(round));
        let poses = [
            Pose::IDENTITY,
            Pose::from_quaternion(turn, DVec3::new(0.3 + 0.1 * f64::from(round % 9), 0.3, -0.2)).unwrap(),
        ];
        let (mut scene, mut singles) = (Scene::default(), Scene::default());
        // In both orders, so that the relative pose is an inverted one in one of them.
        let ids = [0, 1, 0].map(|k| scene.insert(&models[k], &poses[k], BodyOptions::default()).unwrap());
        let single = [0, 1].map(|k| -> Vec<BodyId> {
            let place = |pose: &Pose| poses[k].compose(pose).unwrap();
            parts[k].iter().map(|(m, p)| singles.insert(m, &place(p), BodyOptions::default()).unwrap()).collect()
        });
        let (relation, least) = by_parts(&mut singles, [&single[0], &single[1]]);
        met += u32::from(relation != Relation::Disjoint);
        let view = scene.view(&SERIAL);
        for [a, b] in [[ids[0], ids[1]], [ids[2], ids[1]]] {
            let [there, back] = [[a, b], [b, a]].map(|[a, b]| view.relate(a, b, &Request::default()).unwrap().relation);
            assert_eq!([there, back.flip()], [relation; 2], "round {round}");
            let [there, back] = [[a, b], [b, a]].map(|[a, b]| view.distance(a, b).unwrap().length);
            assert!((there.value - least).abs() <= 1e-9 && there.lower <= least + 1e-9, "{there:?} {least}");
            assert_eq!(there, back);
        }
        // Tests of steps remember, and stop and go on.
        for effort in [1, 3, 10, 1_000] {
            let step = scene.step_within(&Budget::of_pairs(effort), OpenPairs::Undecided, &SERIAL);
            if let Some(PairAnswer::Free | PairAnswer::Meeting) = step.answer(ids[0], ids[1]).unwrap() {
                let meets = step.answer(ids[0], ids[1]).unwrap() == Some(PairAnswer::Meeting);
                assert_eq!(meets, relation != Relation::Disjoint, "round {round}");
            }
        }
        let events = scene.step(&SERIAL).events.iter().filter(|event| event.bodies == (ids[0], ids[1])).count();
        assert_eq!(events == 1, relation != Relation::Disjoint, "round {round}");
    }
    assert!((10..=30).contains(&met), "{met} of 40 meet");
}

/// Balls in a row beside balls in a row, just apart: each is near three of the others.
#[test]
fn tests_of_parts_grow_with_the_parts() {
    let row = |count: u32| {
        let ball = Model::convex(Sphere::try_new(0.4).unwrap()).unwrap();
        let parts: Vec<_> = (0..count).map(|k| (ball.clone(), at(DVec3::X * f64::from(k)))).collect();
        Model::compound(&parts).unwrap()
    };
    for count in [100, 200, 400, 3_000] {
        let (mut scene, model) = (Scene::default(), row(count));
        scene.insert(&model, &Pose::IDENTITY, BodyOptions::default()).unwrap();
        let aside = at(DVec3::new(0.5, 0.7, 0.0));
        let other = scene.insert(&model, &aside, BodyOptions::default()).unwrap();
        let step = scene.step(&SERIAL);
        assert!(step.events.is_empty());
        assert!((1..=2 * u64::from(count)).contains(&step.cost.convex), "{count}: {}", step.cost.convex);
        scene.set_pose(other, &at(DVec3::new(0.5, 0.6, 0.0))).unwrap();
        assert_eq!(scene.step(&SERIAL).events.len(), 1);
    }
}
