//! Scenes in motion: no sampled contact is missing, slices of time change nothing, long motions stay small, and what cannot be swept is refused.

use impinge::ccd::PoseInterpolation;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose, axis_angle};
use impinge::pair::Request;
use impinge::pair::{Motion, Relation, SweepError, SweepOptions};
use impinge::scene::{BodyId, BodyOptions, Model, PairSweep, Scene, SceneSweepError, SceneSweepOptions, SweepExtent};
use impinge::shape::{Capsule, Cylinder, HalfSpace, Sphere};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{blob, cuboid};
use std::collections::BTreeSet;

fn models() -> Vec<Model> {
    let ball = Model::convex(Sphere::try_new(0.5).unwrap()).unwrap();
    let pill = Model::convex(Capsule::try_new(0.6, 0.2).unwrap()).unwrap();
    let bar = Model::from(cuboid(DVec3::new(-1.0, -0.1, -0.1), DVec3::new(1.0, 0.1, 0.1)).unwrap());
    let both = [(bar.clone(), Pose::IDENTITY), (ball.clone(), Pose::from_translation(DVec3::Y * 0.5).unwrap())];
    vec![Model::compound(&both).unwrap(), bar, Model::from(blob(3, 40, 0.3).unwrap()), ball, pill]
}

fn pose(random: &mut SplitMix64, room: f64) -> Pose {
    let rotation = axis_angle::about(random.direction(), random.between(0.0, 3.0));
    Pose::try_new(rotation, random.direction() * random.between(0.0, room)).unwrap()
}

/// Bodies of all models, two of three moving through keyframes at the times 0, 1 and 4.
fn scene(random: &mut SplitMix64, count: usize, room: f64) -> (Scene, Vec<BodyId>, Vec<(BodyId, Motion)>) {
    let (models, mut scene) = (models(), Scene::default());
    let mut ids = Vec::new();
    let mut motions = Vec::new();
    for k in 0..count {
        let at = pose(random, room);
        let id = scene.insert(&models[k % models.len()], &at, BodyOptions::default()).unwrap();
        if k % 3 != 0 {
            let keyframes = [(0.0, at), (1.0, pose(random, room)), (4.0, pose(random, room))];
            motions.push((
                id,
                Motion::keyframes(&keyframes, [PoseInterpolation::Slerp, PoseInterpolation::Screw][k % 2]).unwrap(),
            ));
        }
        ids.push(id);
    }
    (scene, ids, motions)
}

fn holds(pair: &PairSweep, time: f64) -> bool {
    pair.intervals.iter().any(|interval| interval.begin.lower <= time && time <= interval.end.upper)
}

#[test]
fn no_sampled_contact_is_missing() {
    let mut random = SplitMix64::new(8);
    let (mut met, mut meetings, mut apart) = (0, 0, 0);
    for round in 0..4 {
        let (mut scene, ids, motions) = scene(&mut random, 15, [4.0, 9.0][round % 2]);
        scene.ignore(ids[1], ids[2]).unwrap();
        let options = SceneSweepOptions::default();
        let swept = scene.sweep(&motions, &options, &Executor::serial()).unwrap();
        assert_eq!(swept.window, [0.0, 4.0]);
        assert!(swept.pairs.iter().all(|pair| pair.bodies != (ids[1], ids[2])));
        // One slice or many, one thread or more: the same.
        let parallel = scene.sweep(&motions, &options, &Executor::try_new(3).unwrap()).unwrap();
        assert_eq!(parallel, swept);
        let moved: BTreeSet<BodyId> = motions.iter().map(|(id, _)| *id).collect();
        let mut seen = BTreeSet::new();
        for k in 0..=400 {
            let time = f64::from(k) * 0.01;
            for (id, motion) in &motions {
                scene.set_pose(*id, &motion.pose_at(time).unwrap()).unwrap();
            }
            let pairs = scene.view(&Executor::serial()).report(&Request::default(), &Executor::serial());
            for pair in pairs.iter().filter(|pair| pair.relation != Relation::Disjoint) {
                let bodies = pair.bodies;
                if !(moved.contains(&bodies.0) || moved.contains(&bodies.1)) {
                    continue;
                }
                meetings += 1;
                seen.insert(bodies);
                let found = swept.pairs.iter().find(|found| found.bodies == bodies);
                assert!(found.is_some_and(|found| holds(found, time)), "round {round}, {bodies:?} at {time}");
            }
        }
        met += seen.len();
        apart += swept.pairs.len() - seen.len();
    }
    // Those that are found and never sampled are grazes, which are few.
    assert!(met > 60 && meetings > 2_000 && apart * 8 < met, "{met} pairs met at {meetings} samples, {apart} did not");
}

#[test]
fn the_first_contact_is_that_of_all() {
    let mut random = SplitMix64::new(21);
    for room in [3.0, 12.0, 40.0] {
        let (scene, _, motions) = scene(&mut random, 12, room);
        let all = scene.sweep(&motions, &SceneSweepOptions::default(), &Executor::serial()).unwrap();
        let only = SceneSweepOptions { extent: SweepExtent::First, ..SceneSweepOptions::default() };
        let first = scene.sweep(&motions, &only, &Executor::serial()).unwrap();
        let begin = |pair: &PairSweep| (pair.bodies, pair.intervals[0].begin);
        assert_eq!(first.first().map(begin), all.first().map(begin), "{room}");
        assert!(first.window[1] <= all.window[1]);
        let begins: Vec<f64> = all.pairs.iter().map(|pair| pair.intervals[0].begin.lower).collect();
        assert!(begins.is_sorted());
        for pair in &all.pairs {
            assert_eq!(pair.impact.is_some(), pair.intervals[0].begin.upper > 0.0, "{pair:?}");
        }
    }
}

/// Bodies that all cross each other's way, but at other times: over the whole motion nearly all boxes overlap.
#[test]
fn long_motions_hold_few_pairs_at_a_time() {
    const COUNT: usize = 300;
    let mut random = SplitMix64::new(5);
    let block = Model::from(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).unwrap());
    let mut scene = Scene::default();
    let mut motions = Vec::new();
    for _ in 0..COUNT {
        let [from, to] = [(); 2].map(|()| pose(&mut random, 1e4));
        let id = scene.insert(&block, &from, BodyOptions::default()).unwrap();
        motions.push((id, Motion::screw(&from, &to)));
    }
    let swept = scene.sweep(&motions, &SceneSweepOptions::default(), &Executor::serial()).unwrap();
    let all = COUNT * (COUNT - 1) / 2;
    assert!(swept.slices >= 4 && swept.most_pairs * 10 < all, "{} slices, {} pairs", swept.slices, swept.most_pairs);
}

/// A body that lies on many: halving time leaves as many pairs.
#[test]
fn what_is_near_many_all_the_time_is_not_sliced_in_vain() {
    let mut scene = Scene::default();
    let tile = Model::from(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).unwrap());
    for k in 0..100 {
        let at = DVec3::new(f64::from(k % 10), f64::from(k / 10), -0.5);
        scene.insert(&tile, &Pose::from_translation(at).unwrap(), BodyOptions::default()).unwrap();
    }
    let slab = Model::from(cuboid(DVec3::new(0.0, 0.0, 0.0), DVec3::new(9.0, 9.0, 1.0)).unwrap());
    let [from, to] = [0.0, 0.25].map(|x| Pose::from_translation(DVec3::new(x, 0.0, 0.0)).unwrap());
    let id = scene.insert(&slab, &from, BodyOptions::default()).unwrap();
    let swept =
        scene.sweep(&[(id, Motion::slerp(&from, &to))], &SceneSweepOptions::default(), &Executor::serial()).unwrap();
    assert!(swept.slices <= 16 && swept.pairs.len() == 100, "{} slices, {} pairs", swept.slices, swept.pairs.len());
}

/// Balls and pills are points and edges with a radius: closed forms.
#[test]
fn balls_touch_when_their_middles_are_as_far_as_their_radii() {
    let mut scene = Scene::default();
    let ball = Model::convex(Sphere::try_new(0.5).unwrap()).unwrap();
    let wall = Model::from(cuboid(DVec3::new(4.0, -9.0, -9.0), DVec3::new(4.001, 9.0, 9.0)).unwrap());
    let [start, end] = [0.0, 10.0].map(|x| Pose::from_translation(DVec3::new(x, 0.3, 0.0)).unwrap());
    let other = Pose::from_translation(DVec3::new(2.0, 0.3, 0.0)).unwrap();
    let moving = scene.insert(&ball, &start, BodyOptions::default()).unwrap();
    let still = scene.insert(&ball, &other, BodyOptions::default()).unwrap();
    let wall = scene.insert(&wall, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    let motions = [(moving, Motion::slerp(&start, &end))];
    let swept = scene.sweep(&motions, &SceneSweepOptions::default(), &Executor::serial()).unwrap();
    let bodies: Vec<_> = swept.pairs.iter().map(|pair| pair.bodies).collect();
    assert_eq!(bodies, [(moving, still), (moving, wall)]);
    for (pair, [begin, end]) in swept.pairs.iter().zip([[0.1, 0.3], [0.35, 0.4501]]) {
        let [interval] = pair.intervals[..] else { panic!("{pair:?}") };
        assert!((interval.begin.lower - begin).abs() < 1e-6 && (interval.end.upper - end).abs() < 1e-6, "{pair:?}");
        let impact = pair.impact.unwrap();
        assert!(impact.points[0].distance(impact.points[1]) < 1e-6, "{impact:?}");
        assert!(impact.normal.distance(DVec3::X) < 1e-6, "{impact:?}");
    }
    // Farther apart, where a gap counts.
    let options = SweepOptions { separation: 0.25, ..SweepOptions::default() };
    let swept = scene.sweep(&motions, &SceneSweepOptions { pair: options, ..Default::default() }, &Executor::serial());
    assert!((swept.unwrap().pairs[0].intervals[0].begin.lower - 0.075).abs() < 1e-6);
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let mut scene = Scene::default();
    let ball = Model::convex(Sphere::try_new(0.5).unwrap()).unwrap();
    let at = Pose::IDENTITY;
    let a = scene.insert(&ball, &at, BodyOptions::default()).unwrap();
    let gone = scene.insert(&ball, &at, BodyOptions::default()).unwrap();
    scene.remove(gone).unwrap();
    let motion = Motion::screw(&at, &Pose::from_translation(DVec3::X).unwrap());
    let options = SceneSweepOptions::default();
    let sweep = |scene: &Scene, motions: &[(BodyId, Motion)], options: &SceneSweepOptions| {
        scene.sweep(motions, options, &Executor::serial())
    };
    let error = sweep(&scene, &[(gone, motion.clone())], &options).unwrap_err();
    assert!(matches!(error, SceneSweepError::Scene(_)), "{error}");
    let error = sweep(&scene, &[(a, motion.clone()), (a, motion.clone())], &options).unwrap_err();
    assert_eq!(error, SceneSweepError::TwoMotions(a));
    let bad = |pair| SceneSweepOptions { pair, ..SceneSweepOptions::default() };
    for (pair, expected) in [
        (SweepOptions { separation: -1.0, ..Default::default() }, SweepError::Separation(-1.0)),
        (SweepOptions { tolerance: Some(0.0), ..Default::default() }, SweepError::Tolerance(0.0)),
        (SweepOptions { window: Some([1.0, 0.0]), ..Default::default() }, SweepError::Window { from: 1.0, until: 0.0 }),
    ] {
        let error = sweep(&scene, &[(a, motion.clone())], &bad(pair)).unwrap_err();
        assert_eq!(error, SceneSweepError::Sweep(expected));
    }
    // Nothing to meet, nothing that moves: free.
    assert!(sweep(&scene, &[(a, motion.clone())], &options).unwrap().pairs.is_empty());
    assert!(sweep(&scene, &[], &options).unwrap().pairs.is_empty());
    for model in [
        Model::convex(Cylinder::try_new(1.0, 1.0).unwrap()).unwrap(),
        Model::from(HalfSpace::try_new(DVec3::Z, 0.0).unwrap()),
    ] {
        let mut scene = Scene::default();
        let id = scene.insert(&model, &at, BodyOptions::default()).unwrap();
        assert_eq!(sweep(&scene, &[], &options).unwrap_err(), SceneSweepError::Curved(id));
    }
}

/// A cube on a way of 1e20 through a row of cubes: each is met after its own distance, and those beside the way are not.
#[test]
fn a_way_of_any_length_meets_what_stands_in_it() {
    const LENGTH: f64 = 1e20;
    let cube = Model::from(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    let mut scene = Scene::default();
    let place = |x: f64, y: f64| Pose::from_translation(DVec3::new(x, y, 0.0)).unwrap();
    let row: Vec<BodyId> = (0..10)
        .map(|k| scene.insert(&cube, &place(-3.0 * f64::from(k), 0.0), BodyOptions::default()).unwrap())
        .collect();
    for k in 0..90 {
        scene.insert(&cube, &place(-3.0 * f64::from(k), 1.5), BodyOptions::default()).unwrap();
    }
    let start = place(5.0, 0.25);
    let bullet = scene.insert(&cube, &start, BodyOptions::default()).unwrap();
    let motions = [(bullet, Motion::slerp(&start, &place(5.0 - LENGTH, 0.25)))];
    let swept = scene.sweep(&motions, &SceneSweepOptions::default(), &Executor::serial()).unwrap();
    assert_eq!(swept.pairs.len(), row.len());
    for (k, pair) in swept.pairs.iter().enumerate() {
        assert_eq!(pair.bodies, (row[k], bullet));
        let [only] = pair.intervals[..] else { panic!("{pair:?}") };
        let [begin, end] = [4.0, 6.0].map(|gap| (gap + 3.0 * k as f64) / LENGTH);
        assert!(
            (only.begin.lower / begin - 1.0).abs() < 1e-12 && (only.end.upper / end - 1.0).abs() < 1e-12,
            "{pair:?}"
        );
    }
    assert!(swept.cost.box_tests < 100_000, "{:?}", swept.cost);
    let away = [(bullet, Motion::slerp(&start, &place(5.0 + LENGTH, 0.25)))];
    assert!(scene.sweep(&away, &SceneSweepOptions::default(), &Executor::serial()).unwrap().pairs.is_empty());
}
