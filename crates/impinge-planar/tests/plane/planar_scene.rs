//! The planar scene against pair queries, on every broad phase and several threads.

use crate::planar_oracle::random::Random;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::math::DVec2;
use impinge::pair::Relation;
use impinge::scene::{BodyId, BodyOptions, ContactEvent, ContactPhase, SceneError};
use impinge_planar::{PlanarScene, Polygon, Pose2, Rect, Request};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How wide the square is in which bodies are put.
const WORLD: f64 = 9.0;

type Pairs = BTreeSet<(BodyId, BodyId)>;

fn some_polygon(random: &mut Random) -> Arc<Polygon> {
    let n = 4 + random.below(30) as usize;
    let star = random.star(n);
    let rings = if n.is_multiple_of(4) {
        vec![star.iter().map(|p| *p * 1.5).collect(), star.iter().map(|p| *p * 0.9).collect()]
    } else {
        vec![star.iter().map(|p| *p * (0.2 + random.share())).collect()]
    };
    Arc::new(Polygon::try_new(rings).unwrap())
}

fn some_pose(random: &mut Random) -> Pose2 {
    let place = DVec2::new(random.share(), random.share()) * WORLD;
    Pose2::from_angle(6.3 * random.share(), place).unwrap()
}

fn square() -> Arc<Polygon> {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from_array).to_vec();
    Arc::new(Polygon::try_new(vec![corners]).unwrap())
}

fn at(x: f64, y: f64) -> Pose2 {
    Pose2::from_translation(DVec2::new(x, y)).unwrap()
}

/// Who meets whom, pair by pair.
fn all_pairs(scene: &PlanarScene, ignored: &Pairs) -> Pairs {
    let bodies: Vec<_> = scene.bodies().collect();
    let mut found = Pairs::new();
    for (i, a) in bodies.iter().enumerate() {
        for b in &bodies[i + 1..] {
            let [p, q] = [a.options(), b.options()];
            let fixed = p.mobility == Mobility::Fixed && q.mobility == Mobility::Fixed;
            let may = !fixed && p.mask & q.groups != 0 && q.mask & p.groups != 0;
            let pose = scene.a_from_b(a.id(), b.id()).unwrap();
            if may
                && !ignored.contains(&(a.id(), b.id()))
                && impinge_planar::intersects(a.polygon(), b.polygon(), &pose)
            {
                found.insert((a.id(), b.id()));
            }
        }
    }
    found
}

fn check_events(events: &[ContactEvent], before: &Pairs, now: &Pairs) {
    assert!(events.windows(2).all(|w| w[0].bodies < w[1].bodies));
    let of = |phase: ContactPhase| -> Pairs { events.iter().filter(|e| e.phase == phase).map(|e| e.bodies).collect() };
    assert_eq!(of(ContactPhase::Begin), now - before);
    assert_eq!(of(ContactPhase::Stay), now & before);
    assert_eq!(of(ContactPhase::End), before - now);
}

/// A life of a scene: bodies come, move, are filtered and go. Returns all events, and how many of each phase there were.
fn live(kind: BroadPhaseKind, executor: &Executor) -> (Vec<ContactEvent>, [usize; 3]) {
    let mut random = Random(21);
    let mut scene = PlanarScene::new(kind);
    let (mut before, mut ignored, mut ids) = (Pairs::new(), Pairs::new(), Vec::new());
    let (mut all, mut counts) = (Vec::new(), [0; 3]);
    for step in 0..40 {
        for _ in 0..if step == 0 { 50 } else { 2 } {
            let mobility = if random.below(4) == 0 { Mobility::Fixed } else { Mobility::Moving };
            let options = BodyOptions { mobility, groups: 1 << random.below(3), mask: 0b111, name: None };
            ids.push(scene.insert(&some_polygon(&mut random), &some_pose(&mut random), options).unwrap());
        }
        for _ in 0..8 {
            let id = ids[random.below(ids.len() as u64) as usize];
            scene.set_pose(id, &some_pose(&mut random)).unwrap();
        }
        for _ in 0..2 {
            let gone = ids.swap_remove(random.below(ids.len() as u64) as usize);
            assert_eq!(scene.remove(gone).unwrap().id(), gone);
            assert_eq!(scene.set_pose(gone, &at(0.0, 0.0)), Err(SceneError::UnknownBody(gone)));
            ignored.retain(|(a, b)| *a != gone && *b != gone);
        }
        let pick = |random: &mut Random, ids: &[BodyId]| ids[random.below(ids.len() as u64) as usize];
        let (a, b) = (pick(&mut random, &ids), pick(&mut random, &ids));
        match step % 5 {
            0 => scene.set_groups(a, 1 << random.below(3), 0b011).unwrap(),
            1 if a != b => {
                scene.ignore(a, b).unwrap();
                ignored.insert((a.min(b), a.max(b)));
            }
            2 if let Some(&(a, b)) = ignored.first() => {
                scene.allow_pair(b, a).unwrap();
                ignored.remove(&(a, b));
            }
            3 => scene.set_mobility(a, if step % 2 == 0 { Mobility::Fixed } else { Mobility::Moving }).unwrap(),
            // A look in between changes nothing about what the next step tells.
            _ => drop(scene.view(executor).against(a).unwrap()),
        }
        let now = all_pairs(&scene, &ignored);
        let report = scene.step(executor);
        check_events(report.events, &before, &now);
        assert_eq!(report.cost.pairs, report.cost.unmoved + report.cost.tested);
        for event in report.events {
            counts[event.phase as usize] += 1;
        }
        all.extend_from_slice(report.events);
        before = now;
    }
    assert!(scene.step(executor).events.iter().all(|event| event.phase == ContactPhase::Stay));
    assert_eq!(scene.step(executor).cost.tested, 0);
    (all, counts)
}

#[test]
fn every_broad_phase_and_thread_tells_the_same_and_the_truth() {
    let (expected, counts) = live(BroadPhaseKind::Auto, &Executor::serial());
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
    for kind in BroadPhaseKind::ALL {
        for jobs in [1, 3] {
            assert_eq!(live(kind, &Executor::try_new(jobs).unwrap()).0, expected, "{kind} {jobs}");
        }
    }
}

#[test]
fn queries_are_those_of_pairs() {
    let mut random = Random(22);
    let executor = Executor::serial();
    let (mut disjoint, mut other, mut alone) = (0, 0, 0);
    for kind in BroadPhaseKind::ALL {
        let mut scene = PlanarScene::new(kind);
        for _ in 0..40 {
            scene.insert(&some_polygon(&mut random), &some_pose(&mut random), BodyOptions::default()).unwrap();
        }
        let pairs = all_pairs(&scene, &Pairs::new());
        let view = scene.view(&executor);
        let request = Request { distance_up_to: Some(0.4), ..Request::default() };
        let report = view.report(&request, &executor);
        let mut expected = Vec::new();
        let ids: Vec<BodyId> = view.scene().bodies().map(impinge_planar::PlanarBody::id).collect();
        for (i, a) in ids.iter().enumerate() {
            for b in &ids[i + 1..] {
                let found = view.relate(*a, *b, &request).unwrap();
                assert_eq!(view.relate(*b, *a, &request).unwrap().relation, found.relation.flip());
                assert_eq!(found.relation != Relation::Disjoint, pairs.contains(&(*a, *b)));
                if found.relation != Relation::Disjoint || found.distance.is_some() {
                    disjoint += usize::from(found.relation == Relation::Disjoint);
                    other += usize::from(found.relation != Relation::Disjoint);
                    expected.push(impinge_planar::PlanarPair { bodies: (*a, *b), report: found });
                }
            }
        }
        assert_eq!(report, expected);
        assert!(view.pairs_within(0.0).len() >= pairs.len());
        let mut closest = None;
        for id in &ids {
            let met: Vec<BodyId> = ids.iter().copied().filter(|b| pairs.contains(&(*id.min(b), *id.max(b)))).collect();
            assert_eq!(view.against(*id).unwrap(), met);
            assert_eq!(view.what_if(*id, view.scene().body(*id).unwrap().world_from_body()).unwrap(), met);
            alone += usize::from(met.is_empty());
            let others = ids.iter().filter(|b| *b != id);
            let least = others.map(|b| (view.distance(*id, *b).unwrap().value, (*id.min(b), *id.max(b))));
            let least = least.min_by(|p, q| p.partial_cmp(q).unwrap()).unwrap();
            let found = view.nearest_to(*id).unwrap().unwrap();
            assert_eq!((found.distance.value, found.bodies), least);
            closest = closest.into_iter().chain([least]).min_by(|p, q| p.partial_cmp(q).unwrap());
        }
        let found = view.nearest_pair().unwrap();
        assert_eq!(Some((found.distance.value, found.bodies)), closest);
    }
    assert!(disjoint > 50 && other > 100 && alone > 2, "{disjoint} {other} {alone}");
}

/// Bodies that came in another order have other ids, and the same contacts.
#[test]
fn the_order_of_coming_changes_nothing() {
    let mut random = Random(23);
    let bodies: Vec<_> = (0..40).map(|k| (k, some_polygon(&mut random), some_pose(&mut random))).collect();
    let contacts = |order: &[(i32, Arc<Polygon>, Pose2)]| -> BTreeSet<(String, String)> {
        let mut scene = PlanarScene::default();
        for (k, polygon, pose) in order {
            let options = BodyOptions { name: Some(format!("{k:02}")), ..BodyOptions::default() };
            scene.insert(polygon, pose, options).unwrap();
        }
        let events = scene.step(&Executor::serial()).events.to_vec();
        let name = |id: BodyId| scene.body(id).unwrap().name().unwrap().to_owned();
        let pairs = events.iter().map(|e| (name(e.bodies.0), name(e.bodies.1)));
        pairs.map(|(a, b)| if a < b { (a, b) } else { (b, a) }).collect()
    };
    let expected = contacts(&bodies);
    assert!(expected.len() > 20, "{}", expected.len());
    let mut backwards = bodies.clone();
    backwards.reverse();
    assert_eq!(contacts(&backwards), expected);
    let rotated: Vec<_> = bodies[17..].iter().chain(&bodies[..17]).cloned().collect();
    assert_eq!(contacts(&rotated), expected);
}

#[test]
fn touches_insides_and_regions_count() {
    let executor = Executor::serial();
    for kind in BroadPhaseKind::ALL {
        let mut scene = PlanarScene::new(kind);
        let unit = square();
        let large = Polygon::try_new(vec![unit.vertices().iter().map(|p| *p * 9.0).collect()]).unwrap();
        let outer = scene.insert(&Arc::new(large), &at(0.0, 0.0), BodyOptions::default()).unwrap();
        let inner = scene.insert(&unit, &at(4.0, 4.0), BodyOptions::default()).unwrap();
        let beside = scene.insert(&unit, &at(9.0, 0.0), BodyOptions::default()).unwrap();
        let begun: Vec<_> = scene.step(&executor).events.iter().map(|e| e.bodies).collect();
        assert_eq!(begun, [(outer, inner), (outer, beside)]);
        scene.set_pose(beside, &at(9.0f64.next_up(), 0.0)).unwrap();
        let step = scene.step(&executor);
        assert_eq!(step.events[1], ContactEvent { bodies: (outer, beside), phase: ContactPhase::End });
        assert_eq!((step.cost.tested, step.events.len()), (1, 2));
        let view = scene.view(&executor);
        let corner = DVec2::splat(9.0);
        assert_eq!(view.in_region(&Rect { min: corner, max: corner }).unwrap(), [outer]);
        assert_eq!(view.overlapping(&unit, &at(4.5, 4.5)).unwrap(), [outer, inner]);
        assert_eq!(view.in_region(&Rect::EMPTY), Err(SceneError::Region));
        assert_eq!(view.nearest_to(beside).unwrap().unwrap().bodies, (outer, beside));
    }
}

#[test]
fn refusals_are_typed_and_change_nothing() {
    let (mut scene, unit) = (PlanarScene::default(), square());
    let named = |name: &str| BodyOptions { name: Some(name.to_owned()), ..BodyOptions::default() };
    let first = scene.insert(&unit, &at(0.0, 0.0), named("first")).unwrap();
    assert_eq!(scene.insert(&unit, &at(0.0, 0.0), named("first")), Err(SceneError::DuplicateName("first".into())));
    let far = at(1e150, 0.0);
    assert!(matches!(scene.insert(&unit, &far, named("far")), Err(SceneError::Pose(_))));
    assert!(matches!(scene.set_pose(first, &far), Err(SceneError::Pose(_))));
    assert_eq!((scene.len(), scene.find("first"), scene.find("far")), (1, Some(first), None));
    let second = scene.insert(&unit, &at(0.5, 0.0), named("second")).unwrap();
    assert_eq!(scene.rename(second, Some("first")), Err(SceneError::DuplicateName("first".into())));
    scene.rename(second, Some("other")).unwrap();
    assert_eq!((scene.find("second"), scene.find("other")), (None, Some(second)));
    assert_eq!(scene.step(&Executor::serial()).events.len(), 1);
    scene.remove(first).unwrap();
    let gone = Err(SceneError::UnknownBody(first));
    assert_eq!(scene.ignore(first, second), gone);
    assert_eq!(scene.set_groups(first, 1, 1), gone);
    assert_eq!(scene.set_mobility(first, Mobility::Fixed), gone);
    assert_eq!(scene.rename(first, None), gone);
    assert!(scene.remove(first).is_err() && scene.a_from_b(second, first).is_err());
    assert!(scene.view(&Executor::serial()).nearest_to(first).is_err());
    assert_eq!(scene.step(&Executor::serial()).events[0].phase, ContactPhase::End);
    let third = scene.insert(&unit, &at(0.0, 0.0), named("first")).unwrap();
    assert!(third.slot() == first.slot() && third != first);
    assert_eq!(scene.step(&Executor::serial()).events[0].bodies, (third, second));
    assert!(PlanarScene::default().is_empty() && PlanarScene::default().step(&Executor::serial()).events.is_empty());
}

/// Where a pose rounds a coordinate below 2^-500 to zero, bodies touch whose exact places do not: the scene must see it.
#[test]
fn places_rounded_to_zero_are_in_bounds() {
    let polygon = |ring: &[[f64; 2]]| {
        Arc::new(Polygon::try_new(vec![ring.iter().map(|p| DVec2::from_array(*p)).collect()]).unwrap())
    };
    let mut scene = PlanarScene::new(BroadPhaseKind::default());
    let low = polygon(&[[-4e-150, -4e-150], [4e-150, -4e-150], [4e-150, 0.0], [-4e-150, 0.0]]);
    let high = polygon(&[[0.0, 4e-151], [2e-150, 5e-150], [-2e-150, 5e-150], [-1e-150, 6e-150]]);
    scene.insert(&low, &at(0.0, 0.0), BodyOptions::default()).unwrap();
    scene.insert(&high, &at(0.0, -1.5e-151), BodyOptions::default()).unwrap();
    let alone = all_pairs(&scene, &Pairs::new());
    assert_eq!(alone.len(), 1);
    assert_eq!(scene.step(&Executor::serial()).events.len(), 1);
}
