//! What is kept from one query to the next changes no answer, and is of use where the motion is small.

use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{CoherenceHits, Coherent, distance, intersects, within};
use impinge_scenes::SplitMix64;
use impinge_scenes::random::random_poses;
use impinge_scenes::solid::{blob, cuboid, hollow_cuboid, icosphere, torus};
use impinge_scenes::soup::random_soup;
use std::sync::Arc;

/// Bodies that move past, into, through, inside and out of each other.
fn bodies() -> Vec<[Mesh; 2]> {
    vec![
        [blob(1, 400, 0.3).unwrap(), blob(2, 300, 0.3).unwrap()],
        [torus(1.0, 0.4, 24, 12).unwrap(), blob(3, 300, 0.2).unwrap()],
        [hollow_cuboid(DVec3::splat(-1.5), DVec3::splat(1.5), 0.25).unwrap(), icosphere(0.5, 2).unwrap()],
        [cuboid(DVec3::splat(-1.5), DVec3::splat(1.5)).unwrap(), icosphere(0.5, 2).unwrap()],
        [random_soup(5, 200, 0.3).unwrap(), blob(4, 200, 0.3).unwrap()],
    ]
}

/// A body that comes along a line, turning by an angle a step.
fn motion(seed: u64, steps: usize, degrees: f64) -> Vec<Pose> {
    let mut random = SplitMix64::new(seed);
    let (axis, aside, start) = (random.direction(), random.direction() * random.between(0.0, 1.2), random.rotation());
    let pose = |i: usize| {
        let t = i as f64 / steps as f64;
        let turn = DQuat::from_axis_angle(axis, (i as f64 * degrees).to_radians()) * start;
        Pose::from_quaternion(turn, aside + DVec3::new(4.0 - 8.0 * t, 0.3, 0.1)).unwrap()
    };
    (0..steps).map(pose).collect()
}

/// One of each question at every pose, by one memory for each question and by one for all; answers are those without memory.
fn follow(a: &Mesh, b: &Mesh, poses: &[Pose], total: &mut [CoherenceHits; 4]) -> [u32; 2] {
    let (a, b) = (Arc::new(a.clone()), Arc::new(b.clone()));
    let mut pairs: [Coherent<Arc<Mesh>>; 4] = std::array::from_fn(|_| Coherent::new(a.clone(), b.clone()));
    let mut seen = [0; 2];
    for (i, pose) in poses.iter().enumerate() {
        let (meet, apart) = (intersects(&a, &b, pose), distance(&a, &b, pose));
        let clearance = [0.25, apart.value, apart.value.next_down()][i % 3];
        let near = within(&a, &b, pose, clearance);
        seen[usize::from(meet)] += 1;
        assert_eq!(pairs[0].intersects(pose), meet, "step {i}");
        assert_eq!(pairs[1].within(pose, clearance), near, "step {i}");
        assert_eq!(pairs[2].distance(pose), apart, "step {i}");
        assert_eq!(pairs[3].intersects(pose), meet, "step {i}");
        match i % 3 {
            0 => assert_eq!(pairs[3].distance(pose), apart, "step {i}"),
            1 => assert_eq!(pairs[3].within(pose, clearance), near, "step {i}"),
            _ => {}
        }
    }
    for (pair, total) in pairs.iter().zip(total) {
        let hits = pair.hits();
        total.queries += hits.queries;
        total.by_motion += hits.by_motion;
        total.witness_tried += hits.witness_tried;
        total.witness_stood += hits.witness_stood;
        total.stops_tried += hits.stops_tried;
        total.stops_stood += hits.stops_stood;
        total.walks_from_roots += hits.walks_from_roots;
        assert!(pair.cost().box_tests > 0);
    }
    seen
}

#[test]
fn small_steps_change_no_answer_and_hit() {
    let mut hits = [CoherenceHits::default(); 4];
    let mut seen = [0; 2];
    for (i, [a, b]) in bodies().iter().enumerate() {
        for seed in 0..3 {
            let found = follow(a, b, &motion(10 * i as u64 + seed, 160, 1.0), &mut hits);
            (0..2).for_each(|k| seen[k] += found[k]);
        }
    }
    assert!(seen[0] > 400 && seen[1] > 400, "{seen:?} apart and meeting");
    let [meeting, near, apart, mixed] = hits;
    let most = |part: u64, whole: u64, percent: u64| 100 * part >= percent * whole && part > 100;
    assert!(most(meeting.stops_stood, meeting.stops_tried, 80), "{meeting:?}");
    assert!(most(meeting.witness_stood, meeting.witness_tried, 50), "{meeting:?}");
    assert!(meeting.stops_tried > 10_000 && meeting.walks_from_roots < meeting.queries / 3, "{meeting:?}");
    assert!(most(near.by_motion, near.queries, 10), "{near:?}");
    assert!(most(apart.witness_stood, apart.witness_tried, 30), "{apart:?}");
    assert!(most(mixed.by_motion, mixed.queries, 8), "{mixed:?}");
}

/// Poses that have nothing to do with each other, some inverted, some skewed, some of them twice.
#[test]
fn jumps_change_no_answer() {
    let bounds = cuboid(DVec3::splat(-2.2), DVec3::splat(2.2)).unwrap().bounds();
    let mut hits = [CoherenceHits::default(); 4];
    let mut seen = [0; 2];
    for (i, [a, b]) in bodies().iter().enumerate() {
        let poses = random_poses(i as u64, 60, &bounds).unwrap();
        let change = |(k, pose): (usize, &Pose)| {
            let short = pose.rotation().to_cols_array().map(|x| (x * 1e6).round() / 1e6);
            let skewed = Pose::try_new(DMat3::from_cols_array(&short), pose.translation()).unwrap();
            match k % 5 {
                0 => [pose.inverse(), *pose],
                1 => [skewed, skewed.inverse()],
                2 => [Pose::IDENTITY, skewed],
                _ => [*pose; 2],
            }
        };
        let poses: Vec<Pose> = poses.iter().enumerate().flat_map(change).collect();
        let found = follow(a, b, &poses, &mut hits);
        (0..2).for_each(|k| seen[k] += found[k]);
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?} apart and meeting");
}

/// A body that swings to and fro: the front must not grow for ever.
#[test]
fn a_front_does_not_grow_for_ever() {
    let (a, b) = (blob(1, 2_000, 0.2).unwrap(), blob(2, 2_000, 0.2).unwrap());
    let mut pair = Coherent::new(&a, &b);
    let mut after = Vec::new();
    for i in 0..400 {
        let turn =
            DQuat::from_rotation_y(0.7 * (f64::from(i) * 0.1).sin()) * DQuat::from_rotation_z(0.02 * f64::from(i));
        let pose = Pose::from_quaternion(turn, DVec3::new(2.25, 0.0, 0.0)).unwrap();
        let before = pair.cost().box_tests;
        assert!(!pair.intersects(&pose), "step {i}");
        after.push(pair.cost().box_tests - before);
    }
    let hits = pair.hits();
    let mean = |part: &[u64]| part.iter().sum::<u64>() / part.len() as u64;
    assert!(mean(&after[200..]) <= 3 * mean(&after[..20]), "{:?}", [mean(&after[..20]), mean(&after[200..])]);
    assert!(hits.walks_from_roots >= 2 && hits.stops_tried > 400, "{hits:?}");
}
