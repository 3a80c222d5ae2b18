//! A scene says what pair queries say, whatever its broad phase, threads and history, and tells every contact that begins, stays and ends.

use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::pair::{self, Contacts, Relation, Request};
use impinge::scene::{
    BodyId, BodyOptions, ContactEvent, ContactPhase, HullUse, Model, Scene, SceneError, SceneOptions,
};
use impinge::shape::{Capsule, Cuboid, Cylinder, HalfSpace, Polytope, Ray, Segment, Sphere};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{blob, cuboid, icosphere, torus};
use std::collections::{BTreeMap, BTreeSet};

/// One of everything.
pub(super) fn models() -> Vec<Model> {
    let mut random = SplitMix64::new(9);
    let points: Vec<DVec3> = (0..20).map(|_| random.direction() * 0.6).collect();
    let ball = Model::convex(Sphere::try_new(0.4).unwrap()).unwrap();
    let can = Model::convex(Cylinder::try_new(0.5, 0.3).unwrap()).unwrap();
    let knot = Model::from(torus(0.5, 0.2, 16, 8).unwrap());
    let aside = |x: f64| Pose::from_translation(DVec3::new(x, 0.0, 0.0)).unwrap();
    vec![
        Model::from(blob(1, 200, 0.3).unwrap()),
        Model::from(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).unwrap()),
        Model::from(icosphere(0.5, 1).unwrap()),
        Model::convex(Cuboid::try_new(DVec3::new(0.5, 0.4, 0.3)).unwrap()).unwrap(),
        Model::convex(Capsule::try_new(0.5, 0.25).unwrap()).unwrap(),
        Model::convex(Polytope::try_new(&points).unwrap()).unwrap(),
        Model::compound(&[(knot.clone(), aside(-0.3)), (ball.clone(), aside(0.3)), (can.clone(), aside(0.6))]).unwrap(),
        ball,
        can,
        knot,
    ]
}

/// A pose in a cube, often on a grid so that bodies touch exactly.
fn place(random: &mut SplitMix64, size: f64) -> Pose {
    let bounds = Aabb { min: DVec3::splat(-size), max: DVec3::splat(size) };
    let at = random.point(&bounds);
    if random.coin() {
        Pose::from_translation((at * 4.0).round() * 0.25).unwrap()
    } else {
        Pose::from_quaternion(random.rotation(), at).unwrap()
    }
}

/// What can be done to a scene, so that many scenes can be put through the same.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    Insert(usize, Pose, BodyOptions),
    Move(usize, Pose),
    Remove(usize),
    Groups(usize, u32, u32),
    Mobility(usize, Mobility),
    Ignore(usize, usize),
    Heed(usize, usize),
}

pub(super) fn deeds(random: &mut SplitMix64, alive: &mut Vec<usize>, count: &mut usize, models: usize) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for _ in 0..1 + random.below(6) {
        let pick = |random: &mut SplitMix64, alive: &[usize]| alive[random.below(alive.len() as u64) as usize];
        deeds.push(match random.below(13) {
            0..3 => {
                let fixed = random.below(4) == 0;
                let mobility = if fixed { Mobility::Fixed } else { Mobility::Moving };
                let (groups, mask) = (1 << random.below(3), 7 ^ (u32::from(random.below(3) == 0) << random.below(3)));
                alive.push(*count);
                *count += 1;
                let options = BodyOptions { mobility, groups, mask, name: None };
                Deed::Insert(random.below(models as u64) as usize, place(random, 2.0), options)
            }
            3 if alive.len() > 3 => {
                let k = random.below(alive.len() as u64) as usize;
                Deed::Remove(alive.swap_remove(k))
            }
            4 if alive.len() > 1 => Deed::Ignore(pick(random, alive), pick(random, alive)),
            5 if alive.len() > 1 => Deed::Heed(pick(random, alive), pick(random, alive)),
            6 if !alive.is_empty() => Deed::Groups(pick(random, alive), 1 << random.below(3), random.below(8) as u32),
            7 if !alive.is_empty() => {
                let mobility = if random.coin() { Mobility::Fixed } else { Mobility::Moving };
                Deed::Mobility(pick(random, alive), mobility)
            }
            _ if !alive.is_empty() => Deed::Move(pick(random, alive), place(random, 2.0)),
            _ => continue,
        });
    }
    deeds
}

/// A scene, and by what ids it knows the bodies.
pub(super) struct TrackedScene {
    pub scene: Scene,
    models: Vec<Model>,
    pub ids: BTreeMap<usize, BodyId>,
    next: usize,
    ignored: BTreeSet<(usize, usize)>,
}

impl TrackedScene {
    pub fn new(options: &SceneOptions) -> Self {
        let ids = BTreeMap::new();
        let ground = Model::from(HalfSpace::try_new(DVec3::new(0.0, 1.0, 2.0), -3.0).unwrap());
        let floor = Model::from(HalfSpace::try_new(DVec3::Z, -1.5).unwrap());
        let models = [models(), vec![ground, floor]].concat();
        Self { scene: Scene::new(options), models, ids, next: 0, ignored: BTreeSet::new() }
    }

    pub fn apply(&mut self, deed: &Deed) {
        let key = |i: &usize, j: &usize| (*i.min(j), *i.max(j));
        match deed {
            Deed::Insert(model, pose, options) => {
                let id = self.scene.insert(&self.models[*model], pose, options.clone()).unwrap();
                self.ids.insert(self.next, id);
                self.next += 1;
            }
            Deed::Move(i, pose) => self.scene.set_pose(self.ids[i], pose).unwrap(),
            Deed::Remove(i) => {
                let id = self.ids.remove(i).unwrap();
                self.ignored.retain(|(a, b)| a != i && b != i);
                assert_eq!(self.scene.remove(id).unwrap().id(), id);
                assert_eq!(self.scene.remove(id).err(), Some(SceneError::UnknownBody(id)));
            }
            Deed::Groups(i, groups, mask) => self.scene.set_groups(self.ids[i], *groups, *mask).unwrap(),
            Deed::Mobility(i, mobility) => self.scene.set_mobility(self.ids[i], *mobility).unwrap(),
            Deed::Ignore(i, j) => {
                self.ignored.insert(key(i, j));
                self.scene.ignore(self.ids[i], self.ids[j]).unwrap();
            }
            Deed::Heed(i, j) => {
                self.ignored.remove(&key(i, j));
                self.scene.allow_pair(self.ids[i], self.ids[j]).unwrap();
            }
        }
    }

    /// Every pair that meets, by the order in which bodies were put in: each pair of bodies asked by itself.
    pub fn truth(&mut self) -> BTreeMap<(usize, usize), Relation> {
        let names: Vec<(usize, BodyId)> = self.ids.iter().map(|(i, id)| (*i, *id)).collect();
        let ignored = self.ignored.clone();
        let view = self.scene.view(&Executor::serial());
        let mut met = BTreeMap::new();
        for (k, (i, a)) in names.iter().enumerate() {
            for (j, b) in &names[k + 1..] {
                let [p, q] = [a, b].map(|id| view.scene().body(*id).unwrap().options().clone());
                let fixed = p.mobility == Mobility::Fixed && q.mobility == Mobility::Fixed;
                if fixed || p.mask & q.groups == 0 || q.mask & p.groups == 0 || ignored.contains(&(*i, *j)) {
                    continue;
                }
                let relation = view.relate(*a, *b, &Request::default()).unwrap().relation;
                let back = view.relate(*b, *a, &Request::default()).unwrap().relation;
                assert_eq!(relation, back.flip());
                if relation != Relation::Disjoint {
                    met.insert((*i, *j), relation);
                }
            }
        }
        met
    }

    /// Events by the order in which bodies were put in.
    fn events(&self, events: &[ContactEvent], gone: &BTreeMap<BodyId, usize>) -> Vec<((usize, usize), ContactPhase)> {
        let name = |id: BodyId| {
            let alive = self.ids.iter().find(|(_, known)| **known == id).map(|(i, _)| *i);
            alive.unwrap_or_else(|| gone[&id])
        };
        let mut all: Vec<_> = events
            .iter()
            .map(|event| {
                let (i, j) = (name(event.bodies.0), name(event.bodies.1));
                ((i.min(j), i.max(j)), event.phase)
            })
            .collect();
        all.sort_unstable();
        all
    }
}

#[test]
fn every_contact_is_told_by_every_broad_phase_and_any_number_of_threads() {
    let hulls = [HullUse::Convex, HullUse::All, HullUse::Never];
    let mut kinds = BTreeMap::new();
    for seed in 0..6 {
        let mut random = SplitMix64::new(seed);
        let executors = [Executor::serial(), Executor::try_new(2).unwrap()];
        let mut scenes: Vec<TrackedScene> = BroadPhaseKind::ALL
            .iter()
            .zip(hulls.iter().cycle())
            .map(|(broad_phase, hulls)| TrackedScene::new(&SceneOptions { broad_phase: *broad_phase, hulls: *hulls }))
            .collect();
        let (mut alive, mut count, mut before) = (Vec::new(), 0, BTreeMap::new());
        for step in 0..40 {
            let gone: Vec<BTreeMap<BodyId, usize>> =
                scenes.iter().map(|tracked| tracked.ids.iter().map(|(i, id)| (*id, *i)).collect()).collect();
            let deeds = deeds(&mut random, &mut alive, &mut count, models().len() + 2);
            for (k, tracked) in scenes.iter_mut().enumerate() {
                for deed in &deeds {
                    tracked.apply(deed);
                    // Looking at a scene in between changes none of its events.
                    if (step + k) % 3 == 0 {
                        let _ = tracked.scene.view(&Executor::serial());
                    }
                }
            }
            let truth = scenes[0].truth();
            let mut expected: Vec<_> = truth
                .keys()
                .map(|key| (*key, if before.contains_key(key) { ContactPhase::Stay } else { ContactPhase::Begin }))
                .chain(before.keys().filter(|key| !truth.contains_key(*key)).map(|key| (*key, ContactPhase::End)))
                .collect();
            expected.sort_unstable();
            for (k, tracked) in scenes.iter_mut().enumerate() {
                let executor = &executors[(k + step) % 2];
                let events = tracked.scene.step(executor).events.to_vec();
                assert!(events.is_sorted_by_key(|event| event.bodies));
                assert_eq!(tracked.events(&events, &gone[k]), expected, "seed {seed}, step {step}, scene {k}");
                let view = tracked.scene.view(executor);
                assert_eq!(view.report(&Request::default(), executor).len(), truth.len());
                assert_eq!(view.pair_count(), view.pairs_within(f64::INFINITY).len());
            }
            for relation in truth.values() {
                *kinds.entry(*relation).or_insert(0) += 1;
            }
            before = truth;
        }
    }
    // Touching, crossing, containment all came up.
    for relation in [Relation::Touching, Relation::Crossing, Relation::AInsideB] {
        assert!(kinds.get(&relation).is_some_and(|n| *n > 10), "{kinds:?}");
    }
}

#[test]
fn relations_contacts_and_distances_are_those_of_pair_queries() {
    let mut random = SplitMix64::new(3);
    let meshes = [blob(1, 200, 0.3), cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)), torus(0.5, 0.2, 16, 8)];
    let meshes = meshes.map(|mesh| std::sync::Arc::new(mesh.unwrap()));
    let mut met = 0;
    for _ in 0..60 {
        let mut scene = Scene::default();
        let kinds = [0, 1].map(|_| random.below(3) as usize);
        let [a, b] = kinds.map(|k| {
            scene.insert(&Model::from(meshes[k].clone()), &place(&mut random, 1.0), BodyOptions::default()).unwrap()
        });
        let a_from_b = scene.a_from_b(a, b).unwrap();
        let [p, q] = kinds.map(|k| &*meshes[k]);
        let asked = Request { contacts: Contacts::List, distance_up_to: Some(f64::INFINITY), ..Request::default() };
        let truth = pair::relate(p, q, &a_from_b, &asked);
        let request = Request { contacts: Contacts::List, distance_up_to: Some(f64::INFINITY), ..Request::default() };
        let view = scene.view(&Executor::serial());
        let found = view.relate(a, b, &request).unwrap();
        assert_eq!((found.relation, found.certainty), (truth.relation, Certainty::Exact));
        assert_eq!(found.contacts, truth.contacts);
        let truth = truth.distance.unwrap();
        assert_eq!(found.distance.map(|d| (d.length.value, d.points)), Some((truth.value, truth.points)));
        assert_eq!(view.distance(a, b).unwrap().length.value, truth.value);
        assert_eq!(view.distance(b, a).unwrap().length.value, truth.value);
        met += usize::from(truth.value == 0.0);
    }
    assert!((15..45).contains(&met), "{met}");
}

#[test]
fn the_order_of_insertion_changes_no_answer() {
    let (mut random, models) = (SplitMix64::new(5), models());
    let bodies: Vec<(usize, Pose)> = (0..30).map(|k| (k % models.len(), place(&mut random, 2.0))).collect();
    let relations = |order: &[usize]| {
        let mut scene = Scene::default();
        let mut names = BTreeMap::new();
        for k in order {
            let (model, pose) = bodies[*k];
            names.insert(scene.insert(&models[model], &pose, BodyOptions::default()).unwrap(), *k);
        }
        let request = Request { distance_up_to: Some(0.5), ..Request::default() };
        let found = scene.view(&Executor::serial()).report(&request, &Executor::serial());
        let mut all: Vec<(usize, usize, Relation, u64)> = found
            .iter()
            .map(|pair| {
                let (i, j) = (names[&pair.bodies.0], names[&pair.bodies.1]);
                let value = pair.distance.unwrap().length.value.to_bits();
                if i < j { (i, j, pair.relation, value) } else { (j, i, pair.relation.flip(), value) }
            })
            .collect();
        all.sort_unstable();
        all
    };
    let forward: Vec<usize> = (0..30).collect();
    let backward: Vec<usize> = (0..30).rev().collect();
    let truth = relations(&forward);
    assert!(truth.len() > 20);
    assert_eq!(relations(&backward), truth);
}

#[test]
fn nearest_bodies_rays_regions_and_poses_are_found_as_by_asking_all() {
    let (mut random, models) = (SplitMix64::new(7), models());
    let (mut hits, mut rays) = (0, 0);
    for round in 0..20 {
        let broad_phase = BroadPhaseKind::ALL[round % 5];
        let mut scene = Scene::new(&SceneOptions { broad_phase, ..SceneOptions::default() });
        let ids: Vec<BodyId> = (0..12)
            .map(|k| scene.insert(&models[k % models.len()], &place(&mut random, 4.0), BodyOptions::default()).unwrap())
            .collect();
        let view = scene.view(&Executor::serial());
        let all: Vec<(f64, (BodyId, BodyId))> = (0..12)
            .flat_map(|i| (i + 1..12).map(move |j| (i, j)))
            .map(|(i, j)| (view.distance(ids[i], ids[j]).unwrap().length.value, (ids[i], ids[j])))
            .collect();
        let least = |pairs: &mut dyn Iterator<Item = &(f64, (BodyId, BodyId))>| {
            pairs.copied().min_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1))).unwrap()
        };
        let nearest = view.nearest_pair().unwrap();
        assert_eq!((nearest.gap.length.value, nearest.bodies), least(&mut all.iter()));
        let nearest = view.nearest_to(ids[5]).unwrap().unwrap();
        let own = |pair: &&(f64, (BodyId, BodyId))| pair.1.0 == ids[5] || pair.1.1 == ids[5];
        assert_eq!((nearest.gap.length.value, nearest.bodies), least(&mut all.iter().filter(own)));
        let poses: Vec<Pose> = (0..20).map(|_| place(&mut random, 4.0)).collect();
        let firsts = view.poses(ids[0], &poses, &Executor::try_new(2).unwrap()).unwrap();
        for (pose, first) in poses.iter().zip(&firsts) {
            assert_eq!(view.what_if(ids[0], pose).unwrap().first(), first.as_ref());
        }
        hits += firsts.iter().flatten().count();
        for _ in 0..10 {
            let ray = Ray::try_new(random.direction() * 8.0, random.direction()).unwrap();
            let ray = Ray::try_new(ray.origin(), -ray.origin() + ray.direction()).unwrap();
            for limit in [10.0, 0.75] {
                let each = view.ray_hits(&ray, limit);
                let first = each.iter().min_by(|p, q| p.t.total_cmp(&q.t).then(p.body.cmp(&q.body)));
                assert_eq!(view.cast_ray(&ray, limit), first.copied());
                // The bodies are those that a needle along the ray meets, and none is met by one that ends just before it.
                let needle = |t: f64| {
                    let model = Model::convex(Segment::try_new(ray.origin(), ray.at(t)).unwrap()).unwrap();
                    view.overlapping(&model, &Pose::IDENTITY).unwrap()
                };
                assert_eq!(each.iter().map(|hit| hit.body).collect::<Vec<_>>(), needle(limit));
                for hit in &each {
                    assert!(needle(hit.t + 1e-9).contains(&hit.body));
                    assert!(hit.t < 1e-9 || !needle(hit.t - 1e-9).contains(&hit.body));
                    assert!((ray.at(hit.t) - hit.point).length() < 1e-9);
                }
                rays += each.len();
            }
        }
        let region = Aabb { min: DVec3::splat(-1.0), max: DVec3::splat(1.5) };
        let cuboid = Model::convex(Cuboid::try_new(DVec3::splat(1.25)).unwrap()).unwrap();
        let at = Pose::from_translation(DVec3::splat(0.25)).unwrap();
        let mut inside = Scene::default();
        let probe = inside.insert(&cuboid, &at, BodyOptions::default()).unwrap();
        let expected: Vec<BodyId> = ids
            .iter()
            .copied()
            .filter(|id| {
                let body = view.scene().body(*id).unwrap();
                let other = inside.insert(body.model(), body.world_from_body(), BodyOptions::default()).unwrap();
                let met = inside.view(&Executor::serial()).against(probe).unwrap().contains(&other);
                inside.remove(other).unwrap();
                met
            })
            .collect();
        assert_eq!(view.in_region(&region).unwrap(), expected);
    }
    assert!((20..380).contains(&hits), "{hits}");
    assert!((20..400).contains(&rays), "{rays}");
}

#[test]
fn regions_may_be_flat_but_not_empty_or_endless() {
    let mut scene = Scene::default();
    let cube = Model::from(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    let id = scene.insert(&cube, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    let view = scene.view(&Executor::serial());
    let ask = |min: [f64; 3], max: [f64; 3]| {
        view.in_region(&Aabb { min: DVec3::from_array(min), max: DVec3::from_array(max) })
    };
    assert_eq!(ask([1.0, 0.0, 0.0], [1.0, 2.0, 2.0]), Ok(vec![id]));
    assert_eq!(ask([1.0; 3], [1.0; 3]), Ok(vec![id]));
    assert_eq!(ask([1.0_f64.next_up(), 0.0, 0.0], [2.0; 3]), Ok(Vec::new()));
    assert_eq!(ask([1.0; 3], [0.0; 3]), Err(SceneError::Region));
    assert_eq!(ask([f64::NEG_INFINITY; 3], [0.0; 3]), Err(SceneError::Region));
    assert_eq!(ask([f64::NAN; 3], [0.0; 3]), Err(SceneError::Region));
}

#[test]
fn looking_at_a_scene_changes_no_event() {
    let mut scene = Scene::default();
    let cube = Model::from(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    let at = |x: f64| Pose::from_translation(DVec3::new(x, 0.0, 0.0)).unwrap();
    let [a, b] = [0.0, 0.5].map(|x| scene.insert(&cube, &at(x), BodyOptions::default()).unwrap());
    let phases =
        |scene: &mut Scene| scene.step(&Executor::serial()).events.iter().map(|event| event.phase).collect::<Vec<_>>();
    assert_eq!(phases(&mut scene), [ContactPhase::Begin]);
    scene.set_pose(b, &at(9.0)).unwrap();
    let _ = scene.view(&Executor::serial());
    scene.set_pose(b, &at(0.5)).unwrap();
    assert_eq!(phases(&mut scene), [ContactPhase::Stay]);
    scene.ignore(a, b).unwrap();
    let _ = scene.view(&Executor::serial());
    scene.allow_pair(a, b).unwrap();
    let _ = scene.view(&Executor::serial());
    assert_eq!(phases(&mut scene), [ContactPhase::Stay]);
    scene.set_pose(b, &at(9.0)).unwrap();
    let _ = scene.view(&Executor::serial());
    scene.set_pose(b, &at(1.5)).unwrap();
    assert_eq!(phases(&mut scene), [ContactPhase::End]);
    assert!(phases(&mut scene).is_empty());
}

#[test]
fn compounds_turn_their_parts_outward_and_stay_in_their_boxes() {
    let outward = cuboid(DVec3::ONE, DVec3::splat(3.0)).unwrap();
    let cube = cuboid(DVec3::ZERO, DVec3::splat(2.0)).unwrap();
    let inward: Vec<[u32; 3]> = cube.faces().iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let inward = impinge::mesh::Mesh::try_new(cube.vertices().to_vec(), inward).unwrap();
    let both = [inward, outward].map(|mesh| (Model::from(mesh), Pose::IDENTITY));
    let mut scene = Scene::default();
    let ball = Model::convex(Sphere::try_new(0.25).unwrap()).unwrap();
    let at = |p: [f64; 3]| Pose::from_translation(DVec3::from_array(p)).unwrap();
    let a = scene.insert(&Model::compound(&both).unwrap(), &at([0.0; 3]), BodyOptions::default()).unwrap();
    let b = scene.insert(&ball, &at([1.5; 3]), BodyOptions::default()).unwrap();
    let found = scene.view(&Executor::serial()).relate(a, b, &Request::default()).unwrap();
    assert_eq!(found.relation, Relation::BInsideA);
    // A part far from its body, whose body is as far the other way: what a step tests is what the pair query says.
    let unit = Model::convex(Sphere::try_new(1.0).unwrap()).unwrap();
    let far = Model::compound(&[(unit.clone(), at([-1e9, 0.0, 0.0]))]).unwrap();
    let mut met = 0;
    for k in 0..200 {
        let mut scene = Scene::default();
        let a = scene.insert(&far, &at([1e9 + 0.1, 0.0, 0.0]), BodyOptions::default()).unwrap();
        let x = 2.1 + f64::from(k - 100) * 1e-8;
        let b = scene.insert(&unit, &at([x, 0.0, 0.0]), BodyOptions::default()).unwrap();
        let has_events = !scene.step(&Executor::serial()).events.is_empty();
        let relation = scene.view(&Executor::serial()).relate(a, b, &Request::default()).unwrap().relation;
        assert_eq!(has_events, relation != Relation::Disjoint);
        met += usize::from(has_events);
    }
    assert!((50..150).contains(&met), "{met}");
}

#[test]
fn a_half_space_is_the_ground() {
    let mut scene = Scene::default();
    let ground = Model::from(HalfSpace::try_new(DVec3::Z, 0.0).unwrap());
    let fixed = BodyOptions { mobility: Mobility::Fixed, ..BodyOptions::default() };
    let ground = scene.insert(&ground, &Pose::IDENTITY, fixed).unwrap();
    let at = |z: f64| Pose::from_translation(DVec3::new(3.0, 4.0, z)).unwrap();
    let relation = |scene: &mut Scene, id| {
        scene.view(&Executor::serial()).relate(ground, id, &Request::default()).unwrap().relation
    };
    let cube = Model::from(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).unwrap());
    let ball = Model::convex(Sphere::try_new(0.5).unwrap()).unwrap();
    for model in [&cube, &ball] {
        let body = scene.insert(model, &at(0.5), BodyOptions::default()).unwrap();
        assert_eq!(relation(&mut scene, body), Relation::Touching);
        let phases = scene.step(&Executor::serial()).events.iter().map(|e| e.phase).collect::<Vec<_>>();
        assert!(phases.contains(&ContactPhase::Begin));
        for (z, expected) in [(0.75, Relation::Disjoint), (0.25, Relation::Crossing), (-0.5, Relation::BInsideA)] {
            scene.set_pose(body, &at(z)).unwrap();
            assert_eq!(relation(&mut scene, body), expected, "at {z}");
            let distance = scene.view(&Executor::serial()).distance(body, ground).unwrap().length.value;
            assert_eq!(distance, (z - 0.5).max(0.0));
        }
        scene.remove(body).unwrap();
    }
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let mut scene = Scene::default();
    let cube = Model::from(cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    let named = |name: &str| BodyOptions { name: Some(name.into()), ..BodyOptions::default() };
    let first = scene.insert(&cube, &Pose::IDENTITY, named("first")).unwrap();
    assert_eq!(scene.find("first"), Some(first));
    let twice = scene.insert(&cube, &Pose::IDENTITY, named("first"));
    assert_eq!(twice, Err(SceneError::DuplicateName("first".into())));
    assert_eq!(scene.len(), 1);
    let other = scene.insert(&cube, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    assert_eq!(scene.rename(other, Some("first")), Err(SceneError::DuplicateName("first".into())));
    assert_eq!((scene.body(other).unwrap().name(), scene.find("first")), (None, Some(first)));
    scene.rename(first, Some("first")).unwrap();
    scene.rename(first, Some("second")).unwrap();
    scene.rename(other, Some("first")).unwrap();
    assert_eq!((scene.find("first"), scene.find("second")), (Some(other), Some(first)));
    scene.rename(other, None).unwrap();
    assert_eq!((scene.body(other).unwrap().name(), scene.find("first")), (None, None));
    scene.rename(first, Some("first")).unwrap();
    scene.remove(other).unwrap();
    assert_eq!(scene.rename(other, None), Err(SceneError::UnknownBody(other)));
    assert_eq!(scene.set_mobility(other, Mobility::Fixed), Err(SceneError::UnknownBody(other)));
    let far = Pose::from_translation(DVec3::splat(2e90)).unwrap();
    assert!(matches!(scene.set_pose(first, &far), Err(SceneError::Pose(_))));
    assert!(matches!(scene.insert(&cube, &far, BodyOptions::default()), Err(SceneError::Pose(_))));
    assert_eq!(scene.body(first).unwrap().world_from_body(), &Pose::IDENTITY);
    scene.remove(first).unwrap();
    assert_eq!((scene.find("first"), scene.is_empty()), (None, true));
    // The slot is used again, the id is not.
    scene.step(&Executor::serial());
    let second = scene.insert(&cube, &Pose::IDENTITY, named("first")).unwrap();
    assert_eq!((second.slot(), second == first), (first.slot(), false));
    assert_eq!(scene.set_pose(first, &Pose::IDENTITY), Err(SceneError::UnknownBody(first)));
    assert!(scene.view(&Executor::serial()).against(first).is_err());
    // Six digits of a rotation are taken for the rotation next to them.
    let rough = DMat3::from_cols(DVec3::new(0.866025, 0.5, 0.0), DVec3::new(-0.5, 0.866025, 0.0), DVec3::Z);
    scene.set_pose(second, &Pose::try_new(rough, DVec3::ONE).unwrap()).unwrap();
    let kept = scene.body(second).unwrap().world_from_body().rotation();
    assert!((kept.transpose() * kept - DMat3::IDENTITY).to_cols_array().iter().all(|x| x.abs() < 1e-15));
}

#[test]
fn a_step_without_motion_tests_nothing() {
    let (mut random, models, mut scene) = (SplitMix64::new(11), models(), Scene::default());
    let ids: Vec<BodyId> = (0..40)
        .map(|k| scene.insert(&models[k % models.len()], &place(&mut random, 1.5), BodyOptions::default()).unwrap())
        .collect();
    let first = scene.step(&Executor::serial());
    let (met, pairs) = (first.events.len(), first.cost.pairs);
    assert!(met > 20 && first.cost.tested == pairs);
    let still = scene.step(&Executor::serial());
    assert_eq!((still.cost.tested, still.cost.unmoved, still.cost.broad.tests), (0, pairs, 0));
    assert!(still.events.len() == met && still.events.iter().all(|event| event.phase == ContactPhase::Stay));
    scene.set_pose(ids[3], &place(&mut random, 1.5)).unwrap();
    let moved = scene.step(&Executor::serial());
    assert!(moved.cost.tested < 40 && moved.cost.unmoved > 0);
}
