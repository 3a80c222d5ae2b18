//! A step under a budget never says what is not so, whatever the budget; with enough of it, it says what a step says.

use super::scene_queries_and_events::{TrackedScene, deeds, models};
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::pair::Budget;
use impinge::scene::{
    BodyId, BodyOptions, BudgetedStep, ContactEvent, ContactPhase, HullUse, Model, OpenPairs, PairAnswer, Scene,
    SceneOptions,
};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{blob, cuboid, torus};
use std::collections::BTreeSet;
use std::time::Duration;

type Pairs = BTreeSet<(BodyId, BodyId)>;

/// The pairs that are in contact by the events so far.
fn follow(contacts: &mut Pairs, events: &[ContactEvent]) {
    assert!(events.is_sorted_by_key(|event| event.bodies));
    for event in events {
        let is_right = match event.phase {
            ContactPhase::Begin => contacts.insert(event.bodies),
            ContactPhase::Stay => contacts.contains(&event.bodies),
            ContactPhase::End => contacts.remove(&event.bodies),
        };
        assert!(is_right, "{event:?}");
    }
}

/// Checks every answer of a step against the pairs that meet; returns how many are decided, and how many are open.
fn check(step: &BudgetedStep<'_>, truth: &Pairs) -> [usize; 2] {
    let (mut counts, mut listed) = ([0; 2], 0);
    for (bodies, answer) in step.pairs() {
        listed += usize::from(truth.contains(&bodies));
        match answer {
            PairAnswer::Free => assert!(!truth.contains(&bodies), "{bodies:?} meet and are called free"),
            PairAnswer::Meeting => assert!(truth.contains(&bodies), "{bodies:?} are free and called meeting"),
            PairAnswer::Open(bounds) => assert!(bounds.lower == 0.0 && bounds.upper >= 0.0),
        }
        assert_eq!(step.answer(bodies.1, bodies.0).unwrap(), Some(answer));
        counts[usize::from(matches!(answer, PairAnswer::Open(_)))] += 1;
    }
    assert_eq!(listed, truth.len(), "all that meet are candidates");
    assert_eq!(step.cost().open as usize, counts[1]);
    counts
}

/// Bodies that come, move and go, of every kind.
#[test]
fn no_answer_under_any_budget_is_wrong_and_threads_change_none() {
    let executors = [1, 2, 3].map(|jobs| Executor::try_new(jobs).unwrap());
    let [mut decided, mut open] = [0; 2];
    for seed in 0..5 {
        let mut random = SplitMix64::new(100 + seed);
        let hulls = [HullUse::Convex, HullUse::All, HullUse::Never][seed as usize % 3];
        let mut scenes = [(); 3].map(|()| TrackedScene::new(&SceneOptions { hulls, ..SceneOptions::default() }));
        let policy = if seed % 2 == 0 { OpenPairs::Undecided } else { OpenPairs::Meeting };
        let (mut alive, mut count) = (Vec::new(), 0);
        let (mut contacts, mut exact) = (Pairs::new(), TrackedScene::new(&SceneOptions::default()));
        for step in 0..40 {
            let deeds = deeds(&mut random, &mut alive, &mut count, models().len() + 2);
            let budget = match random.below(6) {
                0 => Budget::of_pairs(0),
                1 => Budget::UNLIMITED,
                _ => Budget::of_pairs(random.below(40)),
            };
            for tracked in scenes.iter_mut().chain([&mut exact]) {
                deeds.iter().for_each(|deed| tracked.apply(deed));
            }
            let ids = exact.ids.clone();
            let truth: Pairs = exact.truth().keys().map(|(i, j)| (ids[i].min(ids[j]), ids[i].max(ids[j]))).collect();
            let mut told = Vec::new();
            for (tracked, executor) in scenes.iter_mut().zip(&executors) {
                assert_eq!(tracked.ids, ids);
                let found = tracked.scene.step_within(&budget, policy, executor);
                let counts = check(&found, &truth);
                if budget == Budget::of_pairs(0) {
                    assert_eq!(found.cost().effort, 0);
                }
                told.push((found.events().to_vec(), found.pairs().collect::<Vec<_>>(), *found.cost(), counts));
            }
            assert!(told[0] == told[1] && told[0] == told[2], "seed {seed}, step {step}");
            let (events, pairs, _, counts) = &told[0];
            follow(&mut contacts, events);
            [decided, open] = [decided + counts[0], open + counts[1]];
            let open_now: Pairs =
                pairs.iter().filter(|(_, answer)| matches!(answer, PairAnswer::Open(_))).map(|(ids, _)| *ids).collect();
            // What is decided is in the events; what is open is there as it was asked for.
            assert!(contacts.symmetric_difference(&truth).all(|ids| open_now.contains(ids)));
            if policy == OpenPairs::Meeting {
                assert!(open_now.is_subset(&contacts) && truth.is_subset(&contacts));
            }
            for (bodies, answer) in pairs {
                if let PairAnswer::Open(bounds) = answer {
                    let distance = exact.scene.view(&executors[0]).distance(bodies.0, bodies.1).unwrap().length;
                    assert!(bounds.upper >= distance.lower, "{bounds} is not an upper bound on {distance}");
                }
            }
            // A step without a budget decides all.
            if step % 7 == 6 {
                let all: Vec<_> = scenes.iter_mut().map(|s| s.scene.step(&executors[1]).events.to_vec()).collect();
                assert!(all[0] == all[1] && all[0] == all[2]);
                follow(&mut contacts, &all[0]);
                assert_eq!(contacts, truth);
            }
        }
    }
    assert!(decided > 2_000 && open > 400, "{decided} decided, {open} open");
}

/// A crowd of meshes: random, coherent or on a grid, where many touch exactly.
struct Crowd {
    random: SplitMix64,
    places: Vec<(DQuat, DVec3)>,
    on_grid: bool,
}

impl Crowd {
    fn new(bodies: usize, on_grid: bool) -> Self {
        let mut crowd = Self { random: SplitMix64::new(8), places: Vec::new(), on_grid };
        crowd.places = (0..bodies).map(|_| (DQuat::IDENTITY, DVec3::ZERO)).collect();
        crowd.jump();
        crowd
    }

    fn jump(&mut self) {
        let room = Aabb { min: DVec3::splat(-5.0), max: DVec3::splat(5.0) };
        for place in &mut self.places {
            let at = self.random.point(&room);
            *place = if self.on_grid {
                (DQuat::IDENTITY, (at * 2.0).round() * 0.5)
            } else {
                (self.random.rotation().normalize(), at)
            };
        }
    }

    fn drift(&mut self) {
        for (_, place) in &mut self.places {
            *place += self.random.direction() * 0.02;
        }
    }

    fn poses(&self) -> Vec<Pose> {
        self.places.iter().map(|(turn, place)| Pose::from_quaternion(*turn, *place).unwrap()).collect()
    }
}

#[test]
fn a_millisecond_never_makes_an_answer_wrong() {
    let models = [
        Model::from(blob(1, 400, 0.3).unwrap()),
        Model::from(torus(0.5, 0.2, 32, 16).unwrap()),
        Model::from(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).unwrap()),
    ];
    let executors = [1, 2].map(|jobs| Executor::try_new(jobs).unwrap());
    let (mut open, mut decided) = (0, 0);
    for on_grid in [false, true] {
        let mut crowd = Crowd::new(250, on_grid);
        let [mut exact, mut timed] = [Scene::default(), Scene::default()];
        let insert = |scene: &mut Scene| -> Vec<BodyId> {
            let places = crowd.poses().into_iter().zip(models.iter().cycle());
            places.map(|(pose, model)| scene.insert(model, &pose, BodyOptions::default()).unwrap()).collect()
        };
        let ids = insert(&mut exact);
        assert_eq!(insert(&mut timed), ids);
        let [mut truth, mut contacts] = [Pairs::new(), Pairs::new()];
        for step in 0..24 {
            if step % 6 == 0 {
                crowd.jump();
            } else {
                crowd.drift();
            }
            for (id, pose) in ids.iter().zip(crowd.poses()) {
                exact.set_pose(*id, &pose).unwrap();
                timed.set_pose(*id, &pose).unwrap();
            }
            follow(&mut truth, exact.step(&executors[0]).events);
            // However slow the machine is, some is decided.
            let budget = match step % 4 {
                0 => Budget::of_time(Duration::ZERO),
                3 => Budget::of_pairs(3_000),
                _ => Budget::of_time(Duration::from_millis(1)),
            };
            let found = timed.step_within(&budget, OpenPairs::Meeting, &executors[step % 2]);
            let counts = check(&found, &truth);
            follow(&mut contacts, found.events());
            assert!(truth.is_subset(&contacts), "what is open counts as meeting");
            [decided, open] = [decided + counts[0], open + counts[1]];
        }
        // With enough of it, everything is known, and known as a step knows it.
        let found = timed.step_within(&Budget::UNLIMITED, OpenPairs::Undecided, &executors[1]);
        assert_eq!(check(&found, &truth)[1], 0);
        follow(&mut contacts, found.events());
        assert_eq!(contacts, truth);
        let [told, known] = [&mut exact, &mut timed].map(|scene| scene.step(&executors[0]).events.to_vec());
        assert_eq!(told, known);
    }
    assert!(open > 500 && decided > 500, "{decided} decided, {open} open");
}

/// Two large closed tori about one centre, one within the other: their surfaces are close everywhere and share no point, so all of both is looked at before one is found inside the other.
fn close_rings() -> (Scene, [BodyId; 2]) {
    let mut scene = Scene::default();
    let outer = Model::from(torus(1.0, 0.3, 96, 48).unwrap());
    let inner = Model::from(torus(1.0, 0.29, 97, 47).unwrap());
    let [a, b] = [outer, inner].map(|model| scene.insert(&model, &Pose::IDENTITY, BodyOptions::default()).unwrap());
    (scene, [a, b])
}

#[test]
fn a_pair_goes_on_where_it_was_left() {
    let executor = Executor::serial();
    let whole = {
        let (mut scene, _) = close_rings();
        scene.step_within(&Budget::UNLIMITED, OpenPairs::Undecided, &executor).cost().effort
    };
    assert!(whole > 2_000, "{whole}");
    // Standing still: nothing is done twice but what a slice begins with.
    let (mut scene, [a, b]) = close_rings();
    let (mut spent, mut upper) = (0, f64::INFINITY);
    for step in 0.. {
        let found = scene.step_within(&Budget::of_pairs(100), OpenPairs::Undecided, &executor);
        spent += found.cost().effort;
        match found.answer(a, b).unwrap() {
            Some(PairAnswer::Open(bounds)) => {
                assert!(bounds.upper <= upper, "bounds only come closer");
                upper = bounds.upper;
            }
            other => {
                assert_eq!(other, Some(PairAnswer::Meeting));
                assert!(step > 10);
                break;
            }
        }
    }
    assert!(spent <= whole + whole / 10, "{spent} and not {whole}");
    assert!(upper < 0.1, "{upper}");
    // Moving in each step, and touching at two places: what was never looked at comes first, so that they are found.
    let at = |step: u32| Pose::from_translation(DVec3::new(0.012 + 1e-6 * f64::from(step), 0.0, 0.0)).unwrap();
    let (mut scene, [_, b]) = close_rings();
    scene.set_pose(b, &at(0)).unwrap();
    let cold = scene.step_within(&Budget::UNLIMITED, OpenPairs::Undecided, &executor).cost().effort;
    let (mut scene, [a, b]) = close_rings();
    scene.set_pose(b, &at(0)).unwrap();
    let mut steps = 0;
    while scene.step_within(&Budget::of_pairs(cold / 4), OpenPairs::Undecided, &executor).answer(a, b).unwrap()
        != Some(PairAnswer::Meeting)
    {
        steps += 1;
        assert!(steps < 40, "it starts again and again; {cold}");
        scene.set_pose(b, &at(steps)).unwrap();
    }
    assert!(cold > 500 && steps > 2, "{cold} {steps}");
}

/// A walk from the roots that was paused, whose bodies then moved, leaves a front for the next step when it ends.
#[test]
fn a_walk_that_was_paused_and_moved_leaves_its_front() {
    let executor = Executor::serial();
    let ring = Model::from(torus(1.0, 0.45, 96, 48).unwrap());
    let upright = DMat3::from_cols(DVec3::X, DVec3::Z, -DVec3::Y);
    let at = |step: u32| Pose::try_new(upright, DVec3::new(1.0 + 1e-3 * f64::from(step), 0.0, 0.0)).unwrap();
    let mut scene = Scene::default();
    let a = scene.insert(&ring, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    let b = scene.insert(&ring, &at(0), BodyOptions::default()).unwrap();
    let step = scene.step_within(&Budget::of_pairs(50), OpenPairs::Undecided, &executor);
    assert!(matches!(step.answer(a, b), Ok(Some(PairAnswer::Open(_)))), "a link of a chain takes more");
    scene.set_pose(b, &at(1)).unwrap();
    let step = scene.step_within(&Budget::UNLIMITED, OpenPairs::Undecided, &executor);
    assert_eq!(step.answer(a, b), Ok(Some(PairAnswer::Free)));
    scene.set_pose(b, &at(2)).unwrap();
    let hits = scene.step(&executor).cost.trees;
    assert!(hits.walks_from_roots == 0 && hits.stops_tried > 0, "{hits:?}");
}

/// However many pairs there are, each has its turn.
#[test]
fn no_pair_waits_for_ever() {
    let mut scene = Scene::default();
    let model = Model::from(blob(3, 300, 0.3).unwrap());
    let at = |k: u32, x: f64| Pose::from_translation(DVec3::new(x, 0.7 * f64::from(k), 0.0)).unwrap();
    let ids: Vec<BodyId> =
        (0..60).map(|k| scene.insert(&model, &at(k, 0.0), BodyOptions::default()).unwrap()).collect();
    let mut decided = Pairs::new();
    let mut pairs = 0;
    for step in 0..60 {
        // All move, so everything is to be tested again.
        for (k, id) in ids.iter().enumerate() {
            scene.set_pose(*id, &at(k as u32, 0.01 * f64::from(step % 2))).unwrap();
        }
        let found = scene.step_within(&Budget::of_pairs(200), OpenPairs::Undecided, &Executor::serial());
        pairs = found.pairs().count();
        let known = found.pairs().filter(|(_, answer)| !matches!(answer, PairAnswer::Open(_)));
        decided.extend(known.map(|(bodies, _)| bodies));
    }
    assert!(pairs > 100, "{pairs}");
    assert_eq!(decided.len(), pairs);
}
