//! Deformable bodies of a scene meet what the pair queries about their frames say that they meet, and themselves where their surface does.

use super::scene_queries_and_events::models;
use impinge::bound::Aabb;
use impinge::deform::{Deformable, SurfaceEdit};
use impinge::executor::Executor;
use impinge::feature::{FaceId, VertexId};
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Budget, Relation, Request};
use impinge::scene::{
    BodyId, BodyOptions, ContactEvent, ContactPhase, Model, OpenPairs, PairAnswer, Scene, SceneError,
};
use impinge::shape::HalfSpace;
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{blob, icosphere};
use std::collections::BTreeSet;

type Pairs = BTreeSet<(BodyId, BodyId)>;

/// A square sheet of squares of two triangles.
fn sheet(squares: u32, side: f64) -> Mesh {
    let step = side / f64::from(squares);
    let row = squares + 1;
    let at = |k: u32| DVec3::new(f64::from(k % row) * step - side / 2.0, f64::from(k / row) * step - side / 2.0, 0.0);
    let square = |k: u32| {
        let a = k / squares * row + k % squares;
        [[a, a + 1, a + row], [a + 1, a + row + 1, a + row]]
    };
    Mesh::try_new((0..row * row).map(at).collect(), (0..squares * squares).flat_map(square).collect()).unwrap()
}

/// Waves of a random direction and size, somewhere.
fn deformed(mesh: &Mesh, random: &mut SplitMix64) -> Vec<DVec3> {
    let room = Aabb { min: DVec3::splat(-1.5), max: DVec3::splat(1.5) };
    let (place, along, way) = (random.point(&room), random.direction() * 4.0, random.direction());
    let (size, folds) = (random.between(0.0, 0.8), random.coin());
    let snap = random.below(4) == 0;
    mesh.vertices()
        .iter()
        .map(|p| {
            // Folding makes a sheet pass through itself.
            let folded = if folds { DVec3::new(p.x.abs(), p.y, p.z + 0.3 * p.x * p.x.signum() * p.y) } else { *p };
            let moved = folded + place + way * (size * along.dot(*p).sin());
            if snap { (moved * 4.0).round() * 0.25 } else { moved }
        })
        .collect()
}

fn follow(contacts: &mut Pairs, events: &[ContactEvent]) {
    for event in events {
        let is_right = match event.phase {
            ContactPhase::Begin => contacts.insert(event.bodies),
            ContactPhase::Stay => contacts.contains(&event.bodies),
            ContactPhase::End => contacts.remove(&event.bodies),
        };
        assert!(is_right, "{event:?}");
    }
}

/// All pairs that meet, each asked by itself about frames as meshes; and the deformable bodies that meet themselves.
fn truth(scene: &mut Scene) -> Pairs {
    let serial = Executor::serial();
    let view = scene.view(&serial);
    let ids: Vec<BodyId> = view.scene().bodies().map(impinge::scene::Body::id).collect();
    let mut found = Pairs::new();
    for (k, a) in ids.iter().enumerate() {
        for b in &ids[k + 1..] {
            if view.relate(*a, *b, &Request::default()).unwrap().relation != Relation::Disjoint {
                found.insert((*a, *b));
            }
        }
        if let Some(surface) = view.scene().body(*a).unwrap().surface() {
            let mesh = view.scene().body(*a).unwrap().model().as_mesh().unwrap().clone();
            assert_eq!(mesh.faces(), surface.faces());
            let own = Deformable::from_mesh(&mesh, &serial).count_self_contacts(&serial);
            if own.meeting + own.overlapping > 0 {
                found.insert((*a, *a));
            }
        }
    }
    found
}

#[test]
fn a_scene_of_everything_is_that_of_brute_force() {
    let executors = [1, 2].map(|jobs| Executor::try_new(jobs).unwrap());
    let soft = [sheet(12, 1.6), sheet(5, 3.0), icosphere(0.7, 2).unwrap(), blob(4, 120, 0.3).unwrap()];
    let half_space = Model::from(HalfSpace::try_new(DVec3::new(0.0, 1.0, 2.0), -2.0).unwrap());
    let rigid = [models(), vec![half_space]].concat();
    let [mut with_soft, mut alone, mut free, mut budgeted_open] = [0; 4];
    for seed in 0..4 {
        let mut random = SplitMix64::new(40 + seed);
        let mut scenes = [Scene::default(), Scene::default(), Scene::default()];
        let mut insert = |make: &dyn Fn(&mut Scene) -> BodyId| {
            let ids: Vec<BodyId> = scenes.iter_mut().map(make).collect();
            assert!(ids[0] == ids[1] && ids[0] == ids[2]);
            ids[0]
        };
        let ids: Vec<BodyId> = rigid
            .iter()
            .map(|model| insert(&|scene| scene.insert(model, &Pose::IDENTITY, BodyOptions::default()).unwrap()))
            .collect();
        let soft_ids: Vec<BodyId> = soft
            .iter()
            .map(|mesh| {
                insert(&|scene| {
                    let surface = Deformable::from_mesh(mesh, &Executor::serial());
                    scene.insert_deformable(surface, BodyOptions::default()).unwrap()
                })
            })
            .collect();
        let mut contacts = [Pairs::new(), Pairs::new(), Pairs::new()];
        for step in 0..12 {
            for id in &ids[..ids.len() - 1] {
                if random.coin() {
                    let room = Aabb { min: DVec3::splat(-2.0), max: DVec3::splat(2.0) };
                    let pose = Pose::from_quaternion(random.rotation().normalize(), random.point(&room)).unwrap();
                    scenes.iter_mut().for_each(|scene| scene.set_pose(*id, &pose).unwrap());
                }
            }
            for (id, mesh) in soft_ids.iter().zip(&soft) {
                if random.below(4) != 0 {
                    let positions = deformed(mesh, &mut random);
                    for scene in &mut scenes {
                        scene.set_positions(*id, &positions, &executors[1]).unwrap();
                    }
                }
            }
            let expected = truth(&mut scenes[0]);
            for k in 0..2 {
                follow(&mut contacts[k], scenes[k].step(&executors[k]).events);
                assert_eq!(contacts[k], expected, "seed {seed}, step {step}, {} threads", k + 1);
            }
            // Under a budget nothing is wrong, and open is what is not known.
            let found =
                scenes[2].step_within(&Budget::of_pairs(random.below(300)), OpenPairs::Undecided, &executors[1]);
            for (bodies, answer) in found.pairs() {
                match answer {
                    PairAnswer::Free => assert!(!expected.contains(&bodies)),
                    PairAnswer::Meeting => assert!(expected.contains(&bodies)),
                    PairAnswer::Open(_) => budgeted_open += 1,
                }
            }
            follow(&mut contacts[2], found.events());
            follow(&mut contacts[2], scenes[2].step(&executors[0]).events);
            assert_eq!(contacts[2], expected);
            let is_soft = |id: &BodyId| soft_ids.contains(id);
            for a in &soft_ids {
                let own = scenes[1].self_contacts(*a).unwrap().unwrap();
                assert_eq!(own.meeting.len() + own.overlapping.len() > 0, expected.contains(&(*a, *a)));
                alone += usize::from(expected.contains(&(*a, *a)));
                for b in ids.iter().chain(&soft_ids).filter(|b| *b != a) {
                    let meets = expected.contains(&(*a.min(b), *a.max(b)));
                    let faces = scenes[1].surface_contacts(*a, *b).unwrap().unwrap();
                    assert!(meets || faces.is_empty());
                    let mut back = scenes[0].surface_contacts(*b, *a).unwrap().unwrap();
                    back.iter_mut().for_each(|pair| pair.reverse());
                    back.sort_unstable();
                    assert_eq!(back, faces);
                    with_soft += usize::from(meets);
                    free += usize::from(!meets);
                }
            }
            assert!(expected.iter().any(|(a, b)| !is_soft(a) && !is_soft(b)));
        }
    }
    assert!(with_soft > 300 && free > 300 && alone > 20, "{with_soft} {free} {alone}");
    assert!(budgeted_open > 50, "{budgeted_open}");
}

#[test]
fn what_is_inside_meets_and_what_is_ignored_does_not() {
    let executor = Executor::serial();
    let mut scene = Scene::default();
    let cloth = sheet(4, 0.2);
    let surface = |mesh: &Mesh| Deformable::from_mesh(mesh, &executor);
    let soft = scene.insert_deformable(surface(&cloth), BodyOptions::default()).unwrap();
    let around =
        scene.insert(&Model::from(icosphere(1.0, 2).unwrap()), &Pose::IDENTITY, BodyOptions::default()).unwrap();
    let bag = scene.insert_deformable(surface(&icosphere(3.0, 2).unwrap()), BodyOptions::default()).unwrap();
    let step = scene.step(&executor).events.to_vec();
    assert_eq!(step.iter().map(|event| event.bodies).collect::<Vec<_>>(), [(soft, around), (soft, bag), (around, bag)]);
    assert_eq!(scene.surface_contacts(soft, around), Ok(Some(Vec::new())));
    // Folded onto itself it meets itself, unless that is ignored.
    let folded: Vec<DVec3> = cloth.vertices().iter().map(|p| DVec3::new(p.x.abs(), p.y, p.z)).collect();
    scene.set_positions(soft, &folded, &executor).unwrap();
    let begins = ContactEvent { bodies: (soft, soft), phase: ContactPhase::Begin };
    assert!(scene.step(&executor).events.contains(&begins));
    scene.ignore(soft, soft).unwrap();
    let ends = ContactEvent { phase: ContactPhase::End, ..begins };
    assert!(scene.step(&executor).events.contains(&ends));
    scene.allow_pair(soft, soft).unwrap();
    assert!(scene.step(&executor).events.contains(&begins));
    // What is refused changes nothing.
    assert_eq!(scene.set_pose(soft, &Pose::IDENTITY), Err(SceneError::NotRigid(soft)));
    assert_eq!(scene.set_positions(around, &folded, &executor).err(), Some(SceneError::NotDeformable(around)));
    assert!(matches!(scene.set_positions(soft, &folded[1..], &executor), Err(SceneError::Positions(_))));
    scene.remove(soft).unwrap();
    let ended: Pairs =
        scene.step(&executor).events.iter().filter(|e| e.phase == ContactPhase::End).map(|e| e.bodies).collect();
    assert_eq!(ended, Pairs::from([(soft, soft), (soft, around), (soft, bag)]));
}

/// A sheet is cut through, its halves part, one of them goes into a ball; faces are removed and added: as brute force has it after each step.
#[test]
fn edited_surfaces_are_bodies_like_others() {
    let executor = Executor::try_new(2).unwrap();
    let mut scene = Scene::default();
    let cloth = sheet(8, 0.8);
    let soft = scene.insert_deformable(Deformable::from_mesh(&cloth, &executor), BodyOptions::default()).unwrap();
    let ball = Model::from(icosphere(1.0, 2).unwrap());
    let pose = Pose::from_translation(DVec3::new(5.0, 0.0, 0.0)).unwrap();
    let around = scene.insert(&ball, &pose, BodyOptions::default()).unwrap();
    let mut contacts = Pairs::new();
    let mut check = |scene: &mut Scene, meets: &[(BodyId, BodyId)]| {
        let expected = truth(scene);
        assert_eq!(expected, Pairs::from_iter(meets.iter().copied()));
        follow(&mut contacts, scene.step(&executor).events);
        assert_eq!(contacts, expected);
    };
    check(&mut scene, &[]);
    // Along the middle row of vertices, from border to border.
    let cut: Vec<[VertexId; 2]> = (0..8).map(|k| [VertexId(36 + k), VertexId(37 + k)]).collect();
    let report = scene.edit_surface(soft, &SurfaceEdit::Cut { edges: &cut }, &executor).unwrap();
    assert_eq!(report.vertices.len(), 9);
    assert_eq!(scene.self_contacts(soft), Ok(None));
    // The halves share places, not vertices.
    check(&mut scene, &[(soft, soft)]);
    let surface = scene.body(soft).unwrap().surface().unwrap();
    let half_of = |face: &[u32; 3]| face.iter().any(|v| *v > 44 && *v < 81);
    let mut of_upper = vec![false; report.vertices.end as usize];
    surface.faces().iter().filter(|face| half_of(face)).flatten().for_each(|v| of_upper[*v as usize] = true);
    let places: Vec<DVec3> = (0..of_upper.len() as u32).map(|v| surface.position(VertexId(v)).unwrap()).collect();
    let parted = |by: DVec3| -> Vec<DVec3> {
        places.iter().zip(&of_upper).map(|(p, upper)| if *upper { *p + by } else { *p }).collect()
    };
    scene.set_positions(soft, &parted(DVec3::new(0.0, 0.5, 0.0)), &executor).unwrap();
    check(&mut scene, &[]);
    // One half in the ball, without a common face.
    scene.set_positions(soft, &parted(DVec3::new(5.0, 0.0, 0.0)), &executor).unwrap();
    check(&mut scene, &[(soft, around)]);
    assert_eq!(scene.surface_contacts(soft, around), Ok(Some(Vec::new())));
    let inside: Vec<FaceId> = {
        let faces = scene.body(soft).unwrap().surface().unwrap().faces();
        (0..faces.len() as u32).filter(|face| half_of(&faces[*face as usize])).map(FaceId).collect()
    };
    scene.edit_surface(soft, &SurfaceEdit::Remove { faces: &inside }, &executor).unwrap();
    check(&mut scene, &[]);
    let corners = [DVec3::new(3.9, 0.0, 0.0), DVec3::new(4.5, 0.1, 0.0), DVec3::new(4.5, 0.0, 0.1)];
    let first = of_upper.len() as u32;
    let add = SurfaceEdit::Add { positions: &corners, faces: &[[first, first + 1, first + 2]] };
    scene.edit_surface(soft, &add, &executor).unwrap();
    check(&mut scene, &[(soft, around)]);
    let there = icosphere(1.0, 2).unwrap();
    let places: Vec<DVec3> = there.vertices().iter().map(|p| pose.transform_point(*p)).collect();
    let posed_ball = Deformable::try_new(&places, there.faces().to_vec(), &executor).unwrap();
    let expected = scene.body(soft).unwrap().surface().unwrap().contacts(&posed_ball, &executor).meeting;
    assert!(!expected.is_empty());
    assert_eq!(scene.surface_contacts(soft, around), Ok(Some(expected)));
    // What is refused changes nothing, and a surface may lose all its faces.
    let unknown = SurfaceEdit::Remove { faces: &[FaceId(9_999)] };
    assert!(matches!(scene.edit_surface(soft, &unknown, &executor), Err(SceneError::Edit(_))));
    assert_eq!(scene.edit_surface(around, &unknown, &executor).err(), Some(SceneError::NotDeformable(around)));
    let all: Vec<FaceId> = (0..scene.body(soft).unwrap().surface().unwrap().faces().len() as u32).map(FaceId).collect();
    scene.edit_surface(soft, &SurfaceEdit::Remove { faces: &all }, &executor).unwrap();
    follow(&mut contacts, scene.step(&executor).events);
    assert!(contacts.is_empty());
}

#[test]
fn what_lies_on_the_way_of_a_surface_is_found() {
    let executor = Executor::serial();
    let mut scene = Scene::default();
    let cloth = sheet(6, 1.0);
    let lifted = |z: f64| -> Vec<DVec3> { cloth.vertices().iter().map(|p| *p + DVec3::new(0.01, 0.02, z)).collect() };
    let surface = Deformable::try_new(&lifted(2.0), cloth.faces().to_vec(), &executor).unwrap();
    let soft = scene.insert_deformable(surface, BodyOptions::default()).unwrap();
    let ball = Model::from(icosphere(0.5, 2).unwrap());
    let below = scene.insert(&ball, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    let away = Pose::from_translation(DVec3::new(9.0, 0.0, 0.0)).unwrap();
    let aside = scene.insert(&ball, &away, BodyOptions::default()).unwrap();
    let floor = Model::from(HalfSpace::try_new(DVec3::Z, -1.5).unwrap());
    let floor = scene.insert(&floor, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    let view = scene.view(&executor);
    // Falling past the ball, neither end meets it.
    let found = view.surface_impacts(soft, &lifted(-2.0), &[], &executor).unwrap();
    assert_eq!(found.others.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [below]);
    assert!(found.own.is_free() && found.curved == [floor]);
    let first = found.others[0].1.first().unwrap();
    assert!(first.lower <= 0.375 && first.upper >= 0.37, "{first:?}");
    // The ball goes out of the way, or another comes into it.
    let gone = view.surface_impacts(soft, &lifted(1.0), &[(below, away)], &executor).unwrap();
    assert!(gone.others.is_empty(), "{gone:?}");
    let high = Pose::from_translation(DVec3::new(0.0, 0.0, 2.0)).unwrap();
    let hit = view.surface_impacts(soft, &lifted(1.9), &[(aside, high)], &executor).unwrap();
    assert_eq!(hit.others.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [aside]);
    assert_eq!(view.surface_impacts(below, &lifted(1.0), &[], &executor).err(), Some(SceneError::NotDeformable(below)));
    assert_eq!(
        view.surface_impacts(soft, &lifted(1.0), &[(soft, away)], &executor).err(),
        Some(SceneError::NotRigid(soft))
    );
}
