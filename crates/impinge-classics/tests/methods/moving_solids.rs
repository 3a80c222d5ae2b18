//! Polyhedra that move about others against pair queries from nothing, to the last answer, and influence volumes against distances.

use impinge::executor::Executor;
use impinge::feature::Feature;
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, Relation};
use impinge_classics::covering::{InfluenceVolumes, MovingSolid, SolidCovering};
use impinge_scenes::surface::Surface;
use impinge_scenes::{SplitMix64, adversarial, pipe, sheet, solid, soup};
use std::ops::ControlFlow;

/// How movers go.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Small steps and turns, now and then a jump.
    Wander,
    /// Steps on a lattice, so that bodies touch and coincide.
    Lattice,
}

/// What comparisons came across.
#[derive(Debug, Default)]
struct Seen {
    steps: usize,
    relations: [usize; 6],
    within: usize,
    by_motion: u64,
    kept: u64,
    by_points: u64,
}

fn all_contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Vec<Contact> {
    let mut found = Vec::new();
    let take = &mut |contact| {
        found.push(contact);
        ControlFlow::Continue(())
    };
    let _ = pair::contacts(a, b, a_from_b, take);
    found.sort_unstable_by_key(|contact: &Contact| contact.faces);
    found
}

fn features(contacts: &[Contact], [a, b]: [&Mesh; 2]) -> [Vec<Feature>; 2] {
    [0, 1].map(|k| {
        let mut all: Vec<Feature> = contacts
            .iter()
            .flat_map(|contact| {
                let (face, mesh) = (contact.faces[k], [a, b][k]);
                let corners = mesh.faces()[face.index()];
                contact.intersection.corners().iter().map(move |c| c.features[k].in_mesh(face, corners))
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    })
}

/// A way about the origin; `scale` is how far it leads.
fn poses(random: &mut SplitMix64, way: Way, scale: f64, count: usize) -> Vec<Pose> {
    let (mut place, mut turn) = (random.direction() * scale, DQuat::IDENTITY);
    let mut speed = 0.01;
    (0..count)
        .map(|k| {
            if k % 40 == 0 {
                speed = [0.002, 0.01, 0.05, 0.4][random.below(4) as usize];
            }
            match way {
                Way::Wander => {
                    let inward = place * (-0.3 / scale);
                    place += (random.direction() + inward) * (speed * scale);
                    turn = (DQuat::from_axis_angle(random.direction(), speed * random.u()) * turn).normalize();
                    if random.below(150) == 0 {
                        place = random.direction() * (scale * random.u());
                    }
                    Pose::from_quaternion(turn, place).unwrap()
                }
                Way::Lattice => {
                    let cell = scale / 4.0;
                    let mut step = || random.integer(-1, 1) as f64 * cell * 0.5;
                    let next = place + DVec3::new(step(), step(), step());
                    place = if k == 0 { DVec3::ZERO } else { next };
                    place = if place.length() > 2.0 * scale { DVec3::ZERO } else { place };
                    let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
                    let turned = if random.below(4) == 0 { quarter } else { DMat3::IDENTITY };
                    Pose::try_new(turned, place).unwrap()
                }
            }
        })
        .collect()
}

/// Steps on which all answers of movers are compared with those of pair queries.
fn compare(a: &Mesh, b: &Mesh, way: &[Pose], clearance: f64, seen: &mut Seen) {
    let mut by_relation = MovingSolid::new(a, b);
    let mut mixed = MovingSolid::new(a, b).with_clearance(clearance);
    for (k, pose) in way.iter().enumerate() {
        let expected = pair::relate(a, b, pose, &pair::Request::default()).relation;
        assert_eq!(by_relation.relate(pose), expected, "step {k} {pose:?}");
        if k % 7 == 0 && expected != Relation::Disjoint {
            let contacts = all_contacts(a, b, pose);
            assert_eq!(by_relation.contacts(), contacts, "step {k} {pose:?}");
            assert!(by_relation.involved().eq(contacts.iter().map(|contact| contact.faces)));
            assert_eq!(by_relation.features(), features(&contacts, [a, b]));
        }
        match k % 5 {
            0 => assert_eq!(mixed.relate(pose), expected, "step {k} {pose:?}"),
            1 => assert_eq!(mixed.intersects(pose), expected != Relation::Disjoint, "step {k} {pose:?}"),
            _ => {
                let near = pair::within(a, b, pose, clearance);
                assert_eq!(mixed.within(pose), near, "step {k} {pose:?}");
                seen.within += usize::from(near && expected == Relation::Disjoint);
            }
        }
        seen.relations[expected as usize] += 1;
        seen.steps += 1;
    }
    for mover in [&by_relation, &mixed] {
        let history = mover.history();
        assert_eq!(history.steps, way.len() as u64);
        seen.by_motion += history.by_motion;
        seen.kept += history.relations_kept;
        seen.by_points += history.by_points;
    }
}

fn cube(half: f64) -> Mesh {
    solid::cuboid(DVec3::splat(-half), DVec3::splat(half)).unwrap()
}

/// Bodies in one mesh.
fn together(parts: &[&Mesh]) -> Mesh {
    let joined = parts.iter().map(|mesh| Surface::of(mesh)).reduce(|all, part| all.joined(&part)).unwrap();
    joined.mesh().unwrap()
}

/// Pairs of a body that stands and one that moves: convex, concave, hollow, in parts, open, and neither.
fn pairs() -> Vec<(Mesh, Mesh)> {
    let far = |mesh: &Mesh, by: f64| Surface::of(mesh).shifted(DVec3::X * by).mesh().unwrap();
    let hollow = solid::hollow_cuboid(DVec3::splat(-1.0), DVec3::splat(1.0), 0.25).unwrap();
    let two = together(&[&far(&cube(0.4), -0.7), &far(&cube(0.4), 0.7)]);
    let specks = together(&[&cube(1.0), &far(&cube(0.05), 1.4), &far(&cube(0.05), -1.4)]);
    let terrain = sheet::wavy_sheet(24, 0.1, 2.0).unwrap();
    let knot = pipe::torus_knot(2, 3, 0.12, 90, 8).unwrap();
    let ball = |r: f64, n: u32| solid::icosphere(r, n).unwrap();
    vec![
        (solid::torus(0.8, 0.3, 48, 24).unwrap(), ball(0.25, 2)),
        (hollow.clone(), cube(0.3)),
        (hollow, ball(0.6, 1)),
        (two.clone(), cube(0.5)),
        (cube(0.5), two),
        (cube(0.15), ball(1.0, 2)),
        (specks.clone(), cube(0.3)),
        (ball(1.0, 3), specks),
        (terrain.clone(), ball(0.2, 2)),
        (ball(0.7, 2), terrain),
        (knot, solid::torus(0.3, 0.08, 24, 12).unwrap()),
        (soup::random_soup(3, 200, 0.2).unwrap(), soup::random_soup(4, 40, 0.4).unwrap()),
        (sheet::open_box(DVec3::splat(-1.0), DVec3::splat(1.0)).unwrap(), cube(0.4)),
    ]
}

#[test]
fn wandering_movers_answer_as_pair_queries_do() {
    let (mut random, mut seen) = (SplitMix64::new(31), Seen::default());
    for (a, b) in pairs() {
        for _ in 0..2 {
            let way = poses(&mut random, Way::Wander, 1.3, 400);
            compare(&a, &b, &way, 0.1, &mut seen);
        }
    }
    let [disjoint, _, crossing, a_inside, b_inside, _] = seen.relations;
    assert!(disjoint > 2000 && crossing > 1000 && a_inside > 100 && b_inside > 60, "{seen:?}");
    assert!(seen.within > 100 && seen.by_motion > 1000 && seen.kept > 3000 && seen.by_points > 100, "{seen:?}");
}

#[test]
fn movers_on_a_lattice_touch_and_coincide() {
    let (mut random, mut seen) = (SplitMix64::new(32), Seen::default());
    let box_of = |x: f64, y: f64, z: f64| solid::cuboid(DVec3::ZERO, DVec3::new(x, y, z)).unwrap();
    let scenes = [
        (cube(1.0), cube(1.0)),
        (box_of(2.0, 1.0, 1.0), box_of(1.0, 1.0, 0.5)),
        (solid::hollow_cuboid(DVec3::splat(-2.0), DVec3::splat(2.0), 1.0).unwrap(), cube(1.0)),
        (soup::lattice_soup(5, 30, 3).unwrap(), soup::degenerate_soup(6, 20, 3).unwrap()),
        (together(&[&cube(0.5), &box_of(2.0, 2.0, 2.0)]), cube(0.5)),
    ];
    for (a, b) in &scenes {
        let way = poses(&mut random, Way::Lattice, 2.0, 500);
        compare(a, b, &way, 0.5, &mut seen);
    }
    let [disjoint, touching, crossing, _, b_inside, coincident] = seen.relations;
    assert!(disjoint > 100 && touching > 100 && crossing > 100 && b_inside > 5 && coincident > 3, "{seen:?}");
    assert!(seen.within > 10, "{seen:?}");
}

#[test]
fn huge_and_tiny_movers_answer_alike() {
    let mut seen = Seen::default();
    for exponent in [-260, -120, 120, 260] {
        let mut random = SplitMix64::new(33);
        let factor = 2f64.powi(exponent);
        let scaled = |mesh: &Mesh| Surface::of(mesh).scaled(factor).mesh().unwrap();
        let (a, b) = (scaled(&solid::torus(0.8, 0.3, 24, 12).unwrap()), scaled(&solid::icosphere(0.25, 1).unwrap()));
        for way in [Way::Wander, Way::Lattice] {
            compare(&a, &b, &poses(&mut random, way, 1.3 * factor, 200), 0.1 * factor, &mut seen);
        }
    }
    assert!(seen.relations[0] > 300 && seen.relations[2] > 300 && seen.by_motion > 100, "{seen:?}");
}

#[test]
fn bodies_of_very_different_size_answer_alike() {
    let (mut random, mut seen) = (SplitMix64::new(34), Seen::default());
    let (ball, speck) = (solid::icosphere(1.0, 3).unwrap(), cube(1e-7));
    for scale in [1.0, 1.0 + 1e-6] {
        let way: Vec<Pose> = (0..300)
            .map(|k| {
                let at = ball.vertices()[7] * (scale + 1e-8 * f64::from(k)) + random.direction() * 1e-8;
                Pose::from_translation(at).unwrap()
            })
            .collect();
        compare(&ball, &speck, &way, 1e-7, &mut seen);
        let back: Vec<Pose> = way.iter().map(|pose| Pose::from_translation(-pose.translation()).unwrap()).collect();
        compare(&speck, &ball, &back, 1e-7, &mut seen);
    }
    assert!(seen.relations[0] > 200 && seen.relations[2] > 10 && seen.by_motion > 100, "{seen:?}");
}

#[test]
fn adversarial_pairs_and_inverted_poses_answer_alike() {
    let mut inverted = 0;
    for case in adversarial::cases().unwrap() {
        let expected = pair::relate(&case.a, &case.b, &case.a_from_b, &pair::Request::default()).relation;
        let mut mover = MovingSolid::new(&case.a, &case.b);
        // Coming from afar, and twice at the place.
        let far = Pose::from_translation(DVec3::splat(2.0 * case.a.bounds().largest_coordinate() + 1.0)).unwrap();
        let from_afar = pair::relate(&case.a, &case.b, &far, &pair::Request::default()).relation;
        assert_eq!(mover.relate(&far), from_afar, "{}", case.name);
        for _ in 0..2 {
            assert_eq!(mover.relate(&case.a_from_b), expected, "{}", case.name);
            assert_eq!(mover.intersects(&case.a_from_b), expected != Relation::Disjoint, "{}", case.name);
        }
        let back = case.a_from_b.inverse();
        let mut swapped = MovingSolid::new(&case.b, &case.a).with_clearance(0.125);
        assert_eq!(swapped.relate(&back), expected.flip(), "{}", case.name);
        assert_eq!(swapped.contacts(), all_contacts(&case.b, &case.a, &back), "{}", case.name);
        assert_eq!(swapped.within(&back), pair::within(&case.b, &case.a, &back, 0.125), "{}", case.name);
        inverted += usize::from(back.is_inverted());
    }
    assert!(inverted > 100);
}

#[test]
fn clearances_of_any_value_are_answered() {
    let (a, b) = (cube(1.0), cube(0.5));
    let pose = Pose::from_translation(DVec3::X * 2.0).unwrap();
    for clearance in [f64::NAN, -1.0, -0.0, 0.0, 0.25, 0.5, 0.75, 1e300, f64::INFINITY] {
        let mut mover = MovingSolid::new(&a, &b).with_clearance(clearance);
        for _ in 0..3 {
            assert_eq!(mover.within(&pose), pair::within(&a, &b, &pose, clearance), "{clearance}");
        }
    }
}

#[test]
fn several_movers_share_the_volumes_of_one_body() {
    let torus = solid::torus(0.8, 0.3, 48, 24).unwrap();
    let bodies = [cube(0.2), solid::icosphere(0.3, 2).unwrap(), sheet::wavy_sheet(6, 0.1, 1.0).unwrap()];
    let ways: Vec<Vec<Pose>> = (0..6).map(|seed| poses(&mut SplitMix64::new(seed), Way::Wander, 1.2, 200)).collect();
    let answers = |executor: &Executor| -> Vec<Vec<Relation>> {
        executor.map(ways.len(), |k| {
            let mut mover = MovingSolid::new(&torus, &bodies[k % 3]);
            ways[k].iter().map(|pose| mover.relate(pose)).collect()
        })
    };
    let expected: Vec<Vec<Relation>> = (0..ways.len())
        .map(|k| {
            let relation = |pose| pair::relate(&torus, &bodies[k % 3], pose, &pair::Request::default()).relation;
            ways[k].iter().map(relation).collect()
        })
        .collect();
    for threads in [1, 2, 5] {
        assert_eq!(answers(&Executor::try_new(threads).unwrap()), expected);
    }
}

#[test]
fn a_small_step_costs_the_same_about_any_number_of_faces() {
    let mover = solid::icosphere(0.1, 2).unwrap();
    let work = |subdivisions: u32| {
        let ball = solid::icosphere(1.0, subdivisions).unwrap();
        let mut moving = MovingSolid::new(&ball, &mover);
        let around = |k: u32| DVec3::new((f64::from(k) * 1e-3).cos(), (f64::from(k) * 1e-3).sin(), 0.0) * 1.12;
        let step = |moving: &mut MovingSolid<'_>, k| {
            assert_eq!(moving.relate(&Pose::from_translation(around(k)).unwrap()), Relation::Disjoint);
        };
        (0..50).for_each(|k| step(&mut moving, k));
        let before = moving.history();
        (50..850).for_each(|k| step(&mut moving, k));
        let now = moving.history();
        (now.groups + now.patches + now.volumes + now.compared + now.pairs)
            - (before.groups + before.patches + before.volumes + before.compared + before.pairs)
    };
    let [few, many] = [work(4), work(7)];
    assert!(few > 100 && many < 3 * few, "{few} with 5,120 faces, {many} with 327,680");
}

#[test]
fn influence_volumes_hold_all_that_is_near() {
    let mut random = SplitMix64::new(35);
    let (mut held, mut near, mut outer) = (0, 0, 0);
    for (mesh, _) in pairs() {
        let volumes = InfluenceVolumes::new(&mesh);
        let centre = SolidCovering::new(&mesh).centre();
        for _ in 0..40 {
            let (point, length) = (random.direction() * (1.5 * random.u()), 0.3 * random.u());
            let mask = volumes.mask(point, length);
            assert_eq!(volumes.hold(point, length), !mask.is_empty());
            for face in mesh.face_ids() {
                let bit = mask.get(face.index());
                assert_eq!(bit, volumes.extended_holds(face, point, length));
                let [s, t] = [mesh.triangle(face), [point; 3]];
                let is_near = impinge::triangle_pair::distance(&s, &t).squared.sqrt() <= length;
                assert!(bit || !is_near);
                let is_outer = volumes.outer_holds(face, centre, point, length);
                assert!(bit || !is_outer);
                held += usize::from(bit);
                near += usize::from(is_near);
                outer += usize::from(is_outer);
            }
        }
    }
    assert!(near > 500 && held < 3 * near && outer > 300 && outer < held, "{held} {near} {outer}");
}
