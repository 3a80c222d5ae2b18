//! Every broad phase finds exactly the overlapping boxes, and what changed, whatever comes, moves and goes: all kinds in lockstep
//! beside every box against every box in double precision.

use impinge::bound::Aabb;
use impinge::broad::{BroadPhase, BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::math::simd::{Instructions, limited};
use std::collections::BTreeSet;

/// A source of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Uniform from 0 to 1.
    fn number(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}

type Pairs = BTreeSet<(u32, u32)>;

/// The oracle: boxes by key, and their pairs by testing all.
#[derive(Clone, Default)]
struct Model {
    bodies: Vec<Option<(Aabb, Mobility)>>,
    pairs: Pairs,
}

/// Whether there is a finite point in a box.
fn has_points(b: &Aabb) -> bool {
    (0..3).all(|k| b.min[k] <= b.max[k] && b.min[k] < f64::INFINITY && b.max[k] > f64::NEG_INFINITY)
}

fn overlap(a: &Aabb, b: &Aabb) -> bool {
    has_points(a) && has_points(b) && (0..3).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k])
}

impl Model {
    fn all_pairs(&self) -> Pairs {
        let bodies = self.bodies.iter().enumerate();
        let bodies: Vec<_> = bodies.filter_map(|(key, body)| body.map(|body| (key as u32, body))).collect();
        let mut pairs = Pairs::new();
        for (i, (a, (a_box, a_mobility))) in bodies.iter().enumerate() {
            for (b, (b_box, b_mobility)) in &bodies[i + 1..] {
                let moves = *a_mobility == Mobility::Moving || *b_mobility == Mobility::Moving;
                if moves && overlap(a_box, b_box) {
                    pairs.insert((*a, *b));
                }
            }
        }
        pairs
    }
}

/// One call.
#[derive(Clone, Copy)]
enum Call {
    Insert(u32, Aabb, Mobility),
    Move(u32, Aabb),
    Remove(u32),
}

impl Call {
    fn on_model(self, model: &mut Model) {
        match self {
            Self::Insert(key, bounds, mobility) => {
                model.bodies.resize(model.bodies.len().max(key as usize + 1), None);
                model.bodies[key as usize] = Some((bounds, mobility));
            }
            Self::Move(key, bounds) => {
                if let Some(Some(body)) = model.bodies.get_mut(key as usize) {
                    body.0 = bounds;
                }
            }
            Self::Remove(key) => {
                if let Some(body) = model.bodies.get_mut(key as usize) {
                    *body = None;
                }
            }
        }
    }

    fn on_phase(self, phase: &mut dyn BroadPhase) {
        match self {
            Self::Insert(key, bounds, mobility) => phase.insert(key, bounds, mobility),
            Self::Move(key, bounds) => phase.set_bounds(key, bounds),
            Self::Remove(key) => phase.remove(key),
        }
    }
}

/// All kinds beside the oracle.
struct Lockstep {
    model: Model,
    phases: Vec<(BroadPhaseKind, Box<dyn BroadPhase>)>,
    executor: Executor,
    /// Pairs, pairs that came and pairs that went, over all steps.
    seen: [usize; 3],
}

impl Lockstep {
    fn new() -> Self {
        let phases = BroadPhaseKind::ALL.map(|kind| (kind, kind.build())).into();
        Self { model: Model::default(), phases, executor: Executor::serial(), seen: [0; 3] }
    }

    /// Makes calls, updates, and compares pairs and changes.
    fn step(&mut self, calls: &[Call], name: &str) {
        calls.iter().for_each(|call| call.on_model(&mut self.model));
        let now = self.model.all_pairs();
        let added: Vec<_> = now.difference(&self.model.pairs).copied().collect();
        let removed: Vec<_> = self.model.pairs.difference(&now).copied().collect();
        for (kind, phase) in &mut self.phases {
            calls.iter().for_each(|call| call.on_phase(&mut **phase));
            let changes = phase.update(&self.executor);
            assert_eq!(changes.added, added, "{name}, {kind}: pairs that came");
            assert_eq!(changes.removed, removed, "{name}, {kind}: pairs that went");
            let found = pairs_of(&**phase);
            assert!(found.iter().eq(&now), "{name}, {kind}: {} pairs, not {}", found.len(), now.len());
            assert_eq!(phase.cost().pairs, now.len() as u64, "{name}, {kind}");
        }
        self.seen = [self.seen[0] + now.len(), self.seen[1] + added.len(), self.seen[2] + removed.len()];
        self.model.pairs = now;
    }
}

/// The pairs of a phase, sorted; each must be there once.
fn pairs_of(phase: &dyn BroadPhase) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    phase.pairs(&mut |a, b| found.push((a, b)));
    found.sort_unstable();
    assert!(found.windows(2).all(|two| two[0] < two[1]), "a pair twice");
    assert!(found.iter().all(|(a, b)| a < b));
    found
}

fn keys_of(visit: impl FnOnce(&mut dyn FnMut(u32))) -> Vec<u32> {
    let mut found = Vec::new();
    visit(&mut |key| found.push(key));
    found.sort_unstable();
    assert!(found.windows(2).all(|two| two[0] < two[1]), "a key twice");
    found
}

/// A way to draw boxes.
type Draw = fn(&mut Random) -> Aabb;

fn sized(min: DVec3, size: DVec3) -> Aabb {
    Aabb { min, max: min + size }
}

const KEYS: usize = 240;

const FAMILIES: [(&str, Draw); 10] = [
    ("uniform", |r| sized(r.vector() * 4.0, r.vector())),
    ("sizes over nine decades", |r| {
        let size = 10f64.powf(r.number() * 9.0 - 6.0);
        sized(r.vector() * 4.0, r.vector() * size)
    }),
    ("all in one place", |_| sized(DVec3::splat(0.25), DVec3::ONE)),
    ("far from the origin", |r| sized(r.vector() * 4.0 + 1e9, r.vector())),
    ("far away and tiny", |r| sized((r.vector() * 48.0).floor() * 2f64.powi(-23) + 1e8, DVec3::splat(2f64.powi(-20)))),
    ("faces that touch", |r| sized((r.vector() * 5.0).floor(), DVec3::ONE)),
    ("points", |r| sized((r.vector() * 4.0).floor(), DVec3::ZERO)),
    ("a line", |r| sized(DVec3::X * (r.number() * 400.0).floor() * 0.5, DVec3::ONE)),
    ("odd boxes", odd_box),
    ("clusters far apart", |r| {
        let centre = DVec3::splat(1e6 * r.below(3) as f64);
        sized(centre + r.vector(), r.vector() * 0.4)
    }),
];

/// Infinite, huge, tiny, empty and unreal boxes among plain ones.
fn odd_box(r: &mut Random) -> Aabb {
    let mut b = sized(r.vector() * 4.0, r.vector());
    match r.below(14) {
        0 => b.max.z = f64::INFINITY,
        1 => b.min.x = f64::NEG_INFINITY,
        2 => b = Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY },
        3 => b = Aabb::EMPTY,
        4 => b.min.x = f64::NAN,
        5 => b = Aabb { min: DVec3::splat(-1e300), max: DVec3::splat(1e300) },
        6 => b = sized(DVec3::splat(1e300), DVec3::splat(1e299)),
        7 => (b.min, b.max) = (b.min * 1e-250, b.max * 1e-250),
        8 => b = Aabb { min: DVec3::splat(f64::MIN), max: DVec3::splat(f64::MAX) },
        9 => b = Aabb { min: DVec3::INFINITY, max: DVec3::INFINITY },
        10 => b.max.y = b.min.y - 1.0,
        _ => (),
    }
    b
}

#[test]
fn every_kind_finds_what_brute_force_finds() {
    let mut seen = [0; 3];
    for (index, (name, draw)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(index as u64);
        let mut all = Lockstep::new();
        for step in 0..50 {
            let count = [0, 1, 4, 40, KEYS][random.below(5)] * usize::from(step > 0) + KEYS * usize::from(step == 0);
            let mut calls = Vec::new();
            for _ in 0..count {
                let (key, bounds) = (random.below(KEYS) as u32, draw(&mut random));
                let mobility = if random.below(3) == 0 { Mobility::Fixed } else { Mobility::Moving };
                calls.push(match random.below(8) {
                    0 => Call::Remove(key),
                    1 | 2 => Call::Insert(key, bounds, mobility),
                    _ if step == 0 => Call::Insert(key, bounds, mobility),
                    _ => Call::Move(key, bounds),
                });
            }
            all.step(&calls, name);
        }
        assert!(all.seen.iter().all(|count| *count > 100), "{name} hardly tests anything: {:?}", all.seen);
        seen = [0, 1, 2].map(|k| seen[k] + all.seen[k]);
    }
    assert!(seen[0] > 100_000 && seen[1] > 10_000, "{seen:?}");
}

/// Boxes that drift, so that orders are mended and trees refitted, with some that come and go.
#[test]
fn coherent_motion_keeps_every_kind_right() {
    for (name, offset, count, sizes) in
        [("near", 0.0, 1500, 1.0), ("far", 1e9, 600, 1.0), ("sizes", 0.0, 600, 1e-3), ("few fixed", -7e5, 900, 1.0)]
    {
        let mut random = Random(count as u64);
        let mut all = Lockstep::new();
        let side = (2.0 / count as f64).cbrt();
        let mut bodies: Vec<(DVec3, DVec3, DVec3)> = Vec::new();
        let mut calls = Vec::new();
        for key in 0..count {
            let size = DVec3::splat(side * f64::powf(sizes, random.number()));
            let velocity = (random.vector() - 0.5) * 0.2 * side;
            bodies.push((random.vector() + offset, velocity, size));
            let mobility = if key % 9 == 0 { Mobility::Fixed } else { Mobility::Moving };
            calls.push(Call::Insert(key, sized(bodies[key as usize].0, size), mobility));
        }
        for step in 0..25_u32 {
            all.step(&calls, name);
            calls.clear();
            // Now all, now some, now none.
            let stride = [1, 1, 1, 50, 0][step as usize % 5];
            for key in (0..count).filter(|key| stride > 0 && key % stride == 0) {
                let (place, velocity, size) = &mut bodies[key as usize];
                *place += *velocity;
                if key % 9 != 0 {
                    calls.push(Call::Move(key, sized(*place, *size)));
                }
            }
            if step % 7 == 3 {
                let key = random.below(count as usize) as u32;
                let (place, _, size) = bodies[key as usize];
                calls.push(Call::Remove(key));
                calls.push(Call::Insert(count + step, sized(place, size), Mobility::Moving));
            }
        }
        assert!(all.seen.iter().all(|seen| *seen > 200), "{name}: {:?}", all.seen);
    }
}

#[test]
fn thousands_in_a_line_touch_their_neighbours() {
    let count = 4000;
    for kind in BroadPhaseKind::ALL {
        let mut phase = kind.build();
        for key in 0..count {
            let place = (key * 2_654_435_761_u64 % count) as u32;
            phase.insert(place, sized(DVec3::X * f64::from(place), DVec3::ONE), Mobility::Moving);
        }
        let expected: Vec<_> = (1..count as u32).map(|key| (key - 1, key)).collect();
        assert_eq!(phase.update(&Executor::serial()).added, expected, "{kind}");
        // All move by half their size, the same way.
        (0..count as u32).for_each(|key| phase.set_bounds(key, sized(DVec3::X * (f64::from(key) + 0.5), DVec3::ONE)));
        let changes = phase.update(&Executor::serial());
        assert!(changes.added.is_empty() && changes.removed.is_empty(), "{kind}");
        assert_eq!(pairs_of(&*phase), expected, "{kind}");
    }
}

/// A set with a few giants and fixed boxes, put in in some order.
fn crowd(order: impl Iterator<Item = u32>, kind: BroadPhaseKind) -> Box<dyn BroadPhase> {
    let mut phase = kind.build();
    for key in order {
        let bounds = crowd_box(key, 0);
        let mobility = if key % 5 == 0 { Mobility::Fixed } else { Mobility::Moving };
        phase.insert(key, bounds, mobility);
    }
    phase
}

fn crowd_box(key: u32, step: u64) -> Aabb {
    let mut random = Random(u64::from(key) * 1000);
    let (place, size) = (random.vector() * 8.0, random.vector());
    let size = if key % 100 == 7 { size * 8.0 } else { size };
    sized(place + (random.vector() - 0.5) * 0.2 * step as f64, size)
}

#[test]
fn order_threads_and_instructions_change_nothing() {
    let count = 700;
    let shuffled = |key: u32| key * 457 % count;
    let mut answers = Vec::new();
    for kind in BroadPhaseKind::ALL {
        for (jobs, limit) in
            [(1, Instructions::Best), (2, Instructions::Best), (3, Instructions::Avx2), (1, Instructions::Baseline)]
        {
            let executor = Executor::try_new(jobs).unwrap();
            let mut phase = if jobs == 2 { crowd((0..count).map(shuffled), kind) } else { crowd(0..count, kind) };
            let mut answer = Vec::new();
            limited(limit, || {
                for step in 0..6 {
                    let changes = phase.update(&executor);
                    answer.push((changes.added.to_vec(), changes.removed.to_vec()));
                    answer.push((pairs_of(&*phase), Vec::new()));
                    (0..count).for_each(|key| {
                        let key = if jobs == 2 { shuffled(key) } else { key };
                        phase.set_bounds(key, crowd_box(key, step + 1));
                    });
                }
            });
            answers.push(answer);
        }
    }
    assert!(answers.windows(2).all(|two| two[0] == two[1]));
    assert!(answers[0].iter().map(|(came, _)| came.len()).sum::<usize>() > 1000);
}

/// Every pair of boxes that overlap, two fixed ones (every fifth key) excepted: swept along the first axis in double precision.
fn swept(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_unstable_by(|i, j| boxes[*i].min.x.total_cmp(&boxes[*j].min.x));
    let mut pairs = Vec::new();
    for (place, i) in order.iter().enumerate() {
        let near = order[place + 1..].iter().take_while(|j| boxes[**j].min.x <= boxes[*i].max.x);
        let may_meet = |j: usize| !(i.is_multiple_of(5) && j.is_multiple_of(5));
        let met = near.filter(|j| may_meet(**j) && overlap(&boxes[*i], &boxes[**j]));
        pairs.extend(met.map(|j| (*i.min(j) as u32, *i.max(j) as u32)));
    }
    pairs.sort_unstable();
    pairs
}

#[test]
fn a_walk_in_pieces_is_the_same_for_any_number_of_threads() {
    // Enough boxes for walks, refits and sorts of changes to be dealt out to threads.
    let count = 24_000;
    let side = 0.5 * (4.0 / f64::from(count)).cbrt();
    let mut random = Random(21);
    let mut vector = || DVec3::new(random.number(), random.number(), random.number());
    let mut corners: Vec<DVec3> = (0..count).map(|_| vector()).collect();
    let executors = [1, 2, 3].map(|jobs| Executor::try_new(jobs).unwrap());
    let mut phases = executors.each_ref().map(|_| BroadPhaseKind::Tree.build());
    let mut last: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut changed = 0;
    for step in 0..8 {
        let boxes: Vec<Aabb> = corners.iter().map(|min| sized(*min, DVec3::splat(side))).collect();
        let expected = swept(&boxes);
        let now: BTreeSet<(u32, u32)> = expected.iter().copied().collect();
        let mut listed: Vec<Vec<(u32, u32)>> = Vec::new();
        for (phase, executor) in phases.iter_mut().zip(&executors) {
            for (key, bounds) in boxes.iter().enumerate() {
                let mobility = if key.is_multiple_of(5) { Mobility::Fixed } else { Mobility::Moving };
                match step {
                    0 => phase.insert(key as u32, *bounds, mobility),
                    _ => phase.set_bounds(key as u32, *bounds),
                }
            }
            let changes = phase.update(executor);
            assert!(changes.added.iter().eq(now.difference(&last)), "added, step {step}");
            assert!(changes.removed.iter().eq(last.difference(&now)), "removed, step {step}");
            changed += changes.added.len() + changes.removed.len();
            assert!(pairs_of(&**phase) == expected, "pairs, step {step}");
            let mut list = Vec::new();
            phase.pairs(&mut |a, b| list.push((a, b)));
            listed.push(list);
        }
        assert!(listed.windows(2).all(|two| two[0] == two[1]), "the order of pairs, step {step}");
        last = now;
        // Small motions, of moving boxes alone or of all, and once a jump of every box.
        for (key, corner) in corners.iter_mut().enumerate() {
            let by = vector() * 2.0 - 1.0;
            match step {
                4 => *corner = by,
                1 | 5 if key.is_multiple_of(5) => (),
                _ => *corner += by * (0.1 * side),
            }
        }
    }
    assert!(changed > 100_000 && last.len() > 1_000, "{changed} changes, {} pairs", last.len());
}

#[test]
fn a_step_in_which_nothing_moved_does_nothing() {
    for kind in BroadPhaseKind::ALL {
        let mut phase = crowd(0..300, kind);
        assert!(phase.update(&Executor::serial()).added.len() > 100);
        let before = pairs_of(&*phase);
        let changes = phase.update(&Executor::serial());
        assert!(changes.added.is_empty() && changes.removed.is_empty());
        let cost = phase.cost();
        assert_eq!((cost.touched, cost.tests, cost.sorts, cost.pairs), (0, 0, 0, before.len() as u64), "{kind}");
        assert_eq!(pairs_of(&*phase), before);
    }
}

#[test]
fn absent_keys_and_empty_sets_are_no_trouble() {
    for kind in BroadPhaseKind::ALL {
        let mut phase = kind.build();
        let unit = sized(DVec3::ZERO, DVec3::ONE);
        phase.remove(3);
        phase.set_bounds(9, unit);
        assert!(phase.update(&Executor::serial()).added.is_empty());
        assert!(keys_of(|visit| phase.overlapping(&unit, visit)).is_empty());
        assert!(keys_of(|visit| phase.ray(DVec3::ZERO, DVec3::X, 1.0, visit)).is_empty());
        phase.nearest(&unit, f64::INFINITY, &mut |_, _| panic!("nothing is there"));
        // A key that goes, comes back as something else, and is found as that.
        phase.insert(5, unit, Mobility::Moving);
        phase.insert(2, unit, Mobility::Fixed);
        assert_eq!(phase.update(&Executor::serial()).added, [(2, 5)]);
        phase.remove(5);
        assert_eq!(phase.update(&Executor::serial()).removed, [(2, 5)]);
        phase.insert(5, unit, Mobility::Fixed);
        assert!(phase.update(&Executor::serial()).added.is_empty());
        phase.insert(5, unit, Mobility::Moving);
        assert_eq!(phase.update(&Executor::serial()).added, [(2, 5)]);
        phase.insert(5, unit, Mobility::Fixed);
        assert_eq!(phase.update(&Executor::serial()).removed, [(2, 5)]);
        phase.remove(5);
        phase.remove(2);
        phase.update(&Executor::serial());
        assert!(pairs_of(&*phase).is_empty() && keys_of(|visit| phase.overlapping(&unit, visit)).is_empty());
    }
}

#[test]
fn questions_about_the_set_are_answered_alike() {
    let mut random = Random(42);
    let (mut found, mut asked) = (0, 0);
    for (name, draw) in FAMILIES {
        let mut phases = BroadPhaseKind::ALL.map(|kind| (kind, kind.build()));
        let boxes: Vec<Aabb> = (0..KEYS).map(|_| draw(&mut random)).collect();
        for (_, phase) in &mut phases {
            for (key, bounds) in boxes.iter().enumerate() {
                phase.insert(key as u32, *bounds, if key % 2 == 0 { Mobility::Fixed } else { Mobility::Moving });
            }
            phase.update(&Executor::serial());
            // Not seen before the next update.
            phase.set_bounds(1, Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY });
        }
        for _ in 0..40 {
            let region = draw(&mut random);
            let inside = |key: &usize| overlap(&boxes[*key], &region);
            let expected: Vec<u32> = (0..KEYS).filter(inside).map(|key| key as u32).collect();
            let target = boxes[random.below(KEYS)].min;
            let origin = if target.is_finite() { target + (random.vector() - 0.5) * 8.0 } else { random.vector() };
            let direction = if target.is_finite() { target - origin } else { DVec3::X };
            let mut rays = Vec::new();
            for (kind, phase) in &phases {
                let regions = keys_of(|visit| phase.overlapping(&region, visit));
                assert_eq!(regions, expected, "{name}, {kind}: {region:?}");
                rays.push(keys_of(|visit| phase.ray(origin, direction, 1.5, visit)));
            }
            assert!(rays.windows(2).all(|two| two[0] == two[1]), "{name}: {rays:?}");
            // What a point of the ray is in, the ray meets.
            for t in [0.0, 0.25, 0.5, 1.25, 1.5] {
                let p = origin + direction * t;
                let point = Aabb { min: p, max: p };
                let inner = |b: &Aabb| {
                    overlap(b, &point) && (b.min - p).abs().max((b.max - p).abs()).min_element() > 1e-6 * p.length()
                };
                for (key, _) in boxes.iter().enumerate().filter(|(_, b)| inner(b)) {
                    assert!(rays[0].contains(&(key as u32)), "{name}: {p} is in {key}");
                    found += 1;
                }
            }
            asked += expected.len();
        }
    }
    assert!(found > 1000 && asked > 1000, "{found} {asked}");
}

#[test]
fn the_nearest_is_found_without_measuring_all() {
    let mut random = Random(5);
    let count = 2000;
    for (name, offset, scale) in [("near", 0.0, 1.0), ("far", 1e9, 1.0), ("small", 0.0, 1e-30)] {
        let mut boxes: Vec<Aabb> =
            (0..count).map(|_| sized(random.vector() * 10.0 + offset, random.vector() * 0.1)).collect();
        boxes.iter_mut().for_each(|b| (b.min, b.max) = (b.min * scale, b.max * scale));
        for kind in BroadPhaseKind::ALL {
            let mut phase = kind.build();
            (0..count).for_each(|key| phase.insert(key as u32, boxes[key], Mobility::Moving));
            phase.update(&Executor::serial());
            let mut measured = 0;
            for _ in 0..50 {
                let to = sized((random.vector() * 14.0 - 2.0 + offset) * scale, DVec3::splat(0.01 * scale));
                let distance = |key: usize| boxes[key].gap(&to).length();
                let mut best = f64::INFINITY;
                phase.nearest(&to, f64::INFINITY, &mut |key, bound| {
                    measured += 1;
                    assert!(bound <= distance(key as usize));
                    best = best.min(distance(key as usize));
                    best
                });
                let truth = (0..count).map(distance).fold(f64::INFINITY, f64::min);
                assert_eq!(best, truth, "{name}, {kind}");
            }
            let is_tree = matches!(kind, BroadPhaseKind::Tree | BroadPhaseKind::Auto);
            assert!(!is_tree || measured < 50 * 40, "{name}, {kind}: {measured} of {}", 50 * count);
        }
    }
}

#[test]
fn names_are_read_and_written() {
    for kind in BroadPhaseKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let error = "octree".parse::<BroadPhaseKind>().unwrap_err().to_string();
    assert!(error.contains("octree") && error.contains("sweep-and-prune"), "{error}");
}

/// A set that translates rigidly away keeps its detail: single precision must not start to see ties everywhere.
#[test]
fn a_set_that_travels_does_not_decay() {
    for kind in [BroadPhaseKind::Tree, BroadPhaseKind::Auto] {
        let mut phase = crowd(0..2000, kind);
        phase.update(&Executor::serial());
        let mut settled = 0;
        for step in 1..50 {
            let travel = DVec3::new(1.0, -2.0, 0.5) * 1.6f64.powi(step);
            for key in 0..2000 {
                let b = crowd_box(key, 0);
                phase.set_bounds(key, Aabb { min: b.min + travel, max: b.max + travel });
            }
            phase.update(&Executor::serial());
            settled = if step > 3 { settled.max(phase.cost().settled) } else { 0 };
        }
        assert!(settled < 400, "{kind}: {settled} pairs settled in double precision");
    }
}

/// A size that is rounded down to a power of two must not be taken for it.
#[test]
fn a_size_that_rounds_down_loses_no_pair() {
    let tiny = f64::EPSILON / 2.0 * (1.0 + f64::EPSILON);
    let end = 1.0 + f64::EPSILON;
    let along = |low: f64, high: f64| Aabb { min: DVec3::new(low, 0.0, 0.0), max: DVec3::new(high, 0.1, 0.1) };
    for kind in BroadPhaseKind::ALL {
        let mut phase = kind.build();
        phase.insert(0, along(tiny, end), Mobility::Moving);
        phase.insert(1, along(end, end + 0.25), Mobility::Moving);
        // The others bring the origin of the grid to where the first begins.
        for key in 2..40 {
            let mut bounds = along(f64::EPSILON, f64::EPSILON);
            (bounds.min.y, bounds.max.y) = (9.0, 9.0);
            phase.insert(key, bounds, Mobility::Fixed);
        }
        assert_eq!(phase.update(&Executor::serial()).added, [(0, 1)], "{kind}");
    }
}
