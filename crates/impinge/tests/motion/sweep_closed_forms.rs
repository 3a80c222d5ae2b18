//! Sweeps against closed forms, at the edges of what can be asked, and against conservative advancement.

use crate::sweep_bodies::{Random, at, block, body, cuboid, moved, posed, sphere};
use impinge::bounded::Certainty;
use impinge::ccd::{PoseInterpolation, RigidMotion};
use impinge::feature::Feature;
use impinge::math::{DQuat, DVec3, Pose, axis_angle};
use impinge::mesh::Mesh;
use impinge::pair::{
    AdvancementEnd, BodyMotionError, DeformingMesh, FirstContact, Motion, MovingMesh, Sweep, SweepError, SweepOptions,
    advance, distance, first_contact, intersects, sweep, sweep_deforming,
};
use std::f64::consts::{FRAC_PI_2, PI};

fn swept(meshes: [&Mesh; 2], motions: [&Motion; 2]) -> Sweep {
    let [a, b] = [0, 1].map(|k| MovingMesh { mesh: meshes[k], motion: motions[k] });
    sweep(a, b, &SweepOptions::default()).unwrap()
}

/// A moves not at all, B by the motion.
fn against(a: &Mesh, b: &Mesh, motion: &Motion) -> Sweep {
    swept([a, b], [&Motion::still(&Pose::IDENTITY), motion])
}

/// Begin and end of all intervals, which are exact doubles.
fn exact(found: &Sweep) -> Vec<[f64; 2]> {
    let sharp = |i: &impinge::pair::ContactInterval| {
        assert_eq!(i.certainty, Certainty::Exact, "{found:?}");
        assert!(i.begin.upper <= i.begin.lower.next_up() && i.end.upper <= i.end.lower.next_up(), "{found:?}");
        [i.begin.lower, i.end.upper]
    };
    found.intervals.iter().map(sharp).collect()
}

fn assert_near(found: &Sweep, expected: &[[f64; 2]], within: f64) {
    let ends: Vec<[f64; 2]> = found.intervals.iter().map(|i| [i.begin.lower, i.end.upper]).collect();
    assert_eq!(ends.len(), expected.len(), "{found:?}");
    for (p, q) in ends.iter().flatten().zip(expected.iter().flatten()) {
        assert!((p - q).abs() <= within, "{ends:?} {expected:?}");
    }
}

#[test]
fn boxes_meet_at_exact_times() {
    let cube = block(0.5, 0.5, 0.5);
    let found = against(&cube, &cube, &Motion::screw(&at(-4.0, 0.25, 0.125), &at(4.0, 0.25, 0.125)));
    assert_eq!(exact(&found), [[0.375, 0.625]]);
    let impact = found.impact.unwrap();
    assert_eq!((impact.time.lower, impact.points[0].x, impact.normal), (0.375, -0.5, -DVec3::X));
    // Both in motion, at the same relative speed, over keyframes in other units.
    let rows = |x: f64| [(10.0, at(x, 0.0, 0.0)), (14.0, at(0.0, 0.0, 0.0)), (18.0, at(-x, 0.0, 0.0))];
    let [p, q] = [-2.0, 2.0].map(|x| Motion::keyframes(&rows(x), PoseInterpolation::Slerp).unwrap());
    assert_eq!(exact(&swept([&cube, &cube], [&p, &q])), [[13.0, 15.0]]);
    // A third has no double of its own.
    let found = against(&cube, &cube, &Motion::screw(&at(-3.0, 0.0, 0.0), &at(3.0, 0.0, 0.0)));
    let third = found.intervals[0].begin;
    assert!(third.lower < third.upper && third.lower <= 1.0 / 3.0 && 1.0 / 3.0 <= third.upper, "{third:?}");
    // Sliding along a face, from edge to edge.
    let table = block(5.0, 5.0, 0.5);
    let found = against(&table, &cube, &Motion::screw(&at(-8.0, 0.0, 1.0), &at(8.0, 0.0, 1.0)));
    assert_eq!(exact(&found), [[0.15625, 0.84375]]);
    // A hair above: free.
    let above = 1.0_f64.next_up();
    assert!(against(&table, &cube, &Motion::screw(&at(-8.0, 0.0, above), &at(8.0, 0.0, above))).is_free());
}

/// Far from the origin, where a place at the end of the way would be rounded by a millionth of it.
#[test]
fn translations_are_not_rounded() {
    let (gap, far) = (1.0 / 1024.0, 5e6);
    let place = DVec3::new(far, far, 0.0);
    let a = cuboid(place, place + DVec3::ONE);
    let b = cuboid(place + DVec3::X * (1.0 + gap), place + DVec3::new(2.0 + gap, 1.0, 1.0));
    let by = 0.0015;
    let found = against(&a, &b, &Motion::slerp(&Pose::IDENTITY, &at(-by, 0.0, 0.0)));
    // The quotient, which is rounded once, and the time are between the same doubles.
    let (begin, time) = (found.intervals[0].begin, gap / by);
    assert!(begin.lower >= time.next_down() && begin.upper <= time.next_up(), "{begin:?} {time}");
    assert_eq!(exact(&found), [[begin.lower, 1.0]]);
    // The other one moves: the same.
    let [still, forth] = [Motion::still(&Pose::IDENTITY), Motion::slerp(&Pose::IDENTITY, &at(by, 0.0, 0.0))];
    assert_eq!(swept([&a, &b], [&forth, &still]).intervals, found.intervals);
    // Past a corner that is there for less than the rounding of a place.
    let way = DVec3::new(-0.0014999997336417436, 1.5359996199607624, 0.0);
    assert!(!against(&a, &b, &Motion::slerp(&Pose::IDENTITY, &at(way.x, way.y, way.z))).is_free());
}

/// A sheet that turns on itself, and a box on a table or a hair above: any of many points are the closest, and none of them stays so.
#[test]
fn what_turns_in_one_plane_is_followed() {
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y];
    let sheet = Mesh::try_new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let table = cuboid(DVec3::new(-5.0, -5.0, -1.0), DVec3::new(5.0, 5.0, 0.0));
    let block = cuboid(DVec3::ZERO, DVec3::ONE);
    for (a, b, above) in [(&sheet, &sheet, 0.0), (&table, &block, 0.0), (&table, &block, 1e-9)] {
        let place = |angle: f64| Pose::try_new(axis_angle::about(DVec3::Z, angle), DVec3::Z * above).unwrap();
        let (still, turning) = (Motion::still(&Pose::IDENTITY), Motion::slerp(&place(0.0), &place(1.5)));
        let [a, b] = [MovingMesh { mesh: a, motion: &still }, MovingMesh { mesh: b, motion: &turning }];
        let found = sweep(a, b, &SweepOptions { effort: 1_000_000, ..SweepOptions::default() }).unwrap();
        let [all] = found.intervals[..] else { panic!("{found:?}") };
        assert_eq!((all.begin.lower, all.end.upper), (0.0, 1.0), "{found:?}");
        assert_eq!(all.certainty, Certainty::WithinBound, "{found:?}");
    }
}

/// A body that begins as a point has no inside then, and one afterwards.
#[test]
fn what_inflates_around_another_holds_it() {
    let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let corners = [
        DVec3::new(-3.0, -3.0, -2.0),
        DVec3::new(6.0, -3.0, -2.0),
        DVec3::new(-3.0, 6.0, -2.0),
        DVec3::new(0.0, 0.0, 6.0),
    ];
    let point = Mesh::try_new(vec![DVec3::new(0.0, 0.0, -0.5); 4], faces.clone()).unwrap();
    let solid = Mesh::try_new(corners.to_vec(), faces).unwrap();
    let sheet = Mesh::try_new(vec![DVec3::ZERO, DVec3::X * 0.25, DVec3::Y * 0.25], vec![[0, 1, 2]]).unwrap();
    let balloon = DeformingMesh { from: &point, to: &solid };
    let still = DeformingMesh { from: &sheet, to: &sheet };
    let found = sweep_deforming(balloon, still, &SweepOptions::default()).unwrap();
    assert!(found.holds(1.0) && !found.holds(0.0), "{found:?}");
}

#[test]
fn touch_and_go_at_an_instant() {
    let cube = block(0.5, 0.5, 0.5);
    let found = against(&cube, &cube, &Motion::screw(&at(2.0, 0.0, 0.0), &at(0.0, 2.0, 0.0)));
    assert_eq!(exact(&found), [[0.5, 0.5]]);
    assert!(found.impact.is_some());
    // The same edge, turned about the other's by a screw whose axis is far away: within the bound.
    let [p, q] = [posed(axis_angle::about(DVec3::Z, 0.5), DVec3::new(0.0, -40.0, 0.0)), at(0.0, -40.0, 0.0)];
    let tooth = cuboid(DVec3::new(-0.5, 39.0, -1.0), DVec3::new(0.5, 39.5, 1.0));
    let found = against(&cube, &tooth, &Motion::screw(&p, &q));
    assert!(found.intervals.len() == 1 && found.intervals[0].end.upper == 1.0 && found.bound < 1e-7, "{found:?}");
}

#[test]
fn what_begins_in_contact_says_so() {
    let cube = block(0.5, 0.5, 0.5);
    let found = against(&cube, &cube, &Motion::screw(&at(0.0, 0.0, 0.0), &at(4.0, 0.0, 0.0)));
    assert_eq!(exact(&found), [[0.0, 0.25]]);
    assert!(found.starts_in_contact() && found.impact.is_none());
    let turned = posed(axis_angle::about(DVec3::Y, 0.3), DVec3::new(4.0, 0.0, 0.0));
    let found = against(&cube, &cube, &Motion::slerp(&at(0.0, 0.0, 0.0), &turned));
    assert!(found.starts_in_contact() && found.intervals.len() == 1 && found.impact.is_none(), "{found:?}");
}

#[test]
fn without_motion_the_answer_is_that_of_intersects() {
    let mut random = Random(3);
    let mut counts = [0; 2];
    for k in 0..200 {
        let (a, b) = (body(k, &mut random), body(k / 5, &mut random));
        let pose = posed(random.turn(3.0), random.vector() * 1.2);
        let meets = intersects(&a, &b, &pose);
        let found = against(&a, &b, &Motion::still(&pose));
        assert_eq!(exact(&found), if meets { vec![[0.0, 1.0]] } else { vec![] });
        counts[usize::from(meets)] += 1;
        // A pose reached from itself is no motion either.
        assert_eq!(against(&a, &b, &Motion::slerp(&pose, &pose)).intervals, found.intervals);
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

#[test]
fn a_long_way_through_a_thin_wall_is_found_and_cheap() {
    let (wall, cube) = (block(5e-4, 5.0, 5.0), block(0.5, 0.5, 0.5));
    let [p, q] = [at(-5e8, 0.1, 0.2), at(5e8, 0.1, 0.2)];
    let found = against(&wall, &cube, &Motion::screw(&p, &q));
    assert_eq!(found.intervals.len(), 1);
    let [begin, end] = exact(&found)[0];
    assert!((begin - (0.5 - 5.005e-10)).abs() < 1e-15 && (end - (0.5 + 5.005e-10)).abs() < 1e-15, "{begin} {end}");
    assert!(found.cost.box_tests < 2_000, "{:?}", found.cost);
    let turned = posed(axis_angle::about(DVec3::X, 0.7), q.translation());
    let found = against(&wall, &cube, &Motion::slerp(&p, &turned));
    assert!(found.intervals.len() == 1 && found.holds(0.5) && found.cost.box_tests < 20_000, "{found:?}");
}

/// A box turns about the z axis; its corner at the radius r and the angle -φ comes to a wall at x = 1.1 when r cos(α - φ) = 1.1.
#[test]
fn a_turning_corner_meets_a_wall() {
    let (cuboid_body, wall) = (block(1.0, 0.5, 0.5), cuboid(DVec3::new(1.1, -3.0, -3.0), DVec3::new(2.0, 3.0, 3.0)));
    let (radius, phi, angle) = (1.25_f64.sqrt(), 0.5_f64.atan(), 0.8_f64);
    let spread = (1.1 / radius).acos();
    let times = [phi - spread, phi + spread];
    let to = posed(axis_angle::about(DVec3::Z, angle), DVec3::ZERO);
    for motion in [Motion::screw(&Pose::IDENTITY, &to), Motion::slerp(&Pose::IDENTITY, &to)] {
        let found = against(&wall, &cuboid_body, &motion);
        assert_near(&found, &[times.map(|alpha| alpha / angle)], 1e-7);
        assert!(matches!(found.impact.unwrap().features[1], Feature::Vertex(_) | Feature::Edge(..)), "{found:?}");
        assert!(found.impact.unwrap().normal.distance(-DVec3::X) < 1e-6, "{found:?}");
    }
    // Algebraic: tan α/2 = u sin θ/2 / (1 - u + u cos θ/2).
    let moment = |alpha: f64| {
        let (half, (sin, cos)) = ((alpha * 0.5).tan(), (angle * 0.5).sin_cos());
        half / (sin + half * (1.0 - cos))
    };
    let quaternions = [DQuat::IDENTITY, DQuat::from_rotation_z(angle)];
    let motion = Motion::turning(&RigidMotion::try_new(quaternions, [DVec3::ZERO; 2]).unwrap()).unwrap();
    let found = against(&wall, &cuboid_body, &motion);
    assert_near(&found, &[times.map(moment)], 1e-14);
    assert_eq!(exact(&found).len(), 1);
    // The other way round, and a part of it, which is not exact but holds the same.
    let other = swept([&cuboid_body, &wall], [&motion, &Motion::still(&Pose::IDENTITY)]);
    assert_eq!(other.intervals, found.intervals);
    let options = SweepOptions { window: Some([0.1, 0.9]), ..SweepOptions::default() };
    let still = Motion::still(&Pose::IDENTITY);
    let [a, b] = [(&wall, &still), (&cuboid_body, &motion)].map(|(mesh, motion)| MovingMesh { mesh, motion });
    assert_near(&sweep(a, b, &options).unwrap(), &[times.map(moment)], 1e-7);
}

/// The least distance of a face's plane from the origin.
fn inner_radius(ball: &Mesh) -> f64 {
    let planes = ball.face_ids().map(|face| {
        let [p, q, r] = ball.triangle(face);
        axis_angle::unit((q - p).cross(r - p)).unwrap().dot(p)
    });
    planes.fold(1.0, f64::min)
}

#[test]
fn fifty_thousand_faces_take_no_more_pairs_than_they_should() {
    let ball = sphere(112, 1.0);
    assert!(ball.faces().len() > 49_000);
    let turned = posed(axis_angle::about(DVec3::new(0.6, 0.0, 0.8), 1.0), DVec3::new(3.0, 1.0, 0.2));
    let hits = [Motion::slerp(&at(-3.0, 1.0, 0.1), &turned), Motion::screw(&at(-3.0, 1.0, 0.1), &at(3.0, 1.0, 0.2))];
    for motion in &hits {
        let found = against(&ball, &ball, motion);
        assert_eq!(found.intervals.len(), 1);
        for end in [found.intervals[0].begin.lower, found.intervals[0].end.upper] {
            let apart = motion.pose_at(end).unwrap().translation().length();
            assert!((2.0 * inner_radius(&ball) - 1e-8..=2.0 + 1e-8).contains(&apart), "{apart}");
        }
        assert!(found.cost.box_tests < 500_000 && found.cost.triangle_tests < 200_000, "{:?}", found.cost);
    }
    // Past each other at a hundredth of the size.
    let past = posed(turned.rotation(), DVec3::new(3.0, 2.02, 0.2));
    let found = against(&ball, &ball, &Motion::slerp(&at(-3.0, 2.02, 0.1), &past));
    assert!(found.is_free() && found.cost.box_tests < 20_000, "{:?}", found.cost);
}

/// Tessellated spheres touch when their centres are between twice the inner and twice the outer radius apart.
#[test]
fn spheres_meet_between_their_radii() {
    let ball = sphere(16, 1.0);
    let inner = inner_radius(&ball);
    let mut random = Random(5);
    let mut hits = 0;
    for k in 0..40 {
        let offset = 1.9 * random.number().abs();
        let [p, q] = [DVec3::new(-5.0, offset, 0.0), DVec3::new(5.0, offset, 0.0)];
        let (from, to) = (posed(random.turn(3.0), p), posed(random.turn(3.0), q));
        let motion = match k % 3 {
            0 => Motion::slerp(&from, &to),
            1 => Motion::slerp(&from, &posed(from.rotation(), q)),
            _ => {
                let quaternions = [random.quaternion(3.0), random.quaternion(3.0)];
                Motion::turning(&RigidMotion::try_new(quaternions, [p, q]).unwrap()).unwrap()
            }
        };
        let found = against(&ball, &ball, &motion);
        for end in found.intervals.iter().flat_map(|i| [i.begin.lower, i.end.upper]) {
            let apart = p.lerp(q, end).length();
            assert!((2.0 * inner - 1e-8..=2.0 + 1e-8).contains(&apart), "{apart}");
        }
        hits += found.intervals.len();
        assert!(!found.is_free() || offset > 2.0 * inner, "{offset}");
    }
    assert!(hits > 30, "{hits}");
}

#[test]
fn a_full_turn_of_keyframes_passes_a_bar_twice() {
    let (bar, cube) = (block(0.5, 4.0, 0.5), block(0.5, 0.5, 0.5));
    let pose = |k: usize| {
        let angle = FRAC_PI_2 * k as f64;
        let rotation = axis_angle::about(DVec3::Z, angle);
        (k as f64, posed(rotation, rotation * DVec3::new(3.0, 0.0, 0.0)))
    };
    let motion = Motion::keyframes(&(0..5).map(pose).collect::<Vec<_>>(), PoseInterpolation::Screw).unwrap();
    // The corner at 2.5 from the centre and 0.5 ahead comes to x = 0.5.
    let begin = ((0.5 / 6.5_f64.sqrt()).acos() - 0.5_f64.atan2(2.5)) / FRAC_PI_2;
    assert_near(&against(&bar, &cube, &motion), &[[begin, 2.0 - begin], [begin + 2.0, 4.0 - begin]], 1e-7);
    // Before and after it stands still.
    let options = SweepOptions { window: Some([-1.0, 6.0]), ..SweepOptions::default() };
    let still = Motion::still(&at(2.5, 0.0, 0.0));
    let found = sweep(MovingMesh { mesh: &bar, motion: &still }, MovingMesh { mesh: &cube, motion: &motion }, &options)
        .unwrap();
    let ends: Vec<f64> = found.intervals.iter().flat_map(|i| [i.begin.lower, i.end.upper]).collect();
    assert_eq!((ends.len(), ends[0], ends[3]), (4, -1.0, 6.0), "{found:?}");
}

#[test]
fn one_inside_the_other_is_contact_and_a_cavity_is_not() {
    let (solid, small) = (block(2.0, 2.0, 2.0), block(0.125, 0.125, 0.125));
    let way = Motion::screw(&at(-4.0, 0.25, 0.5), &at(4.0, 0.25, 0.5));
    assert_eq!(exact(&against(&solid, &small, &way)), [[0.234_375, 0.765_625]]);
    let inside = Motion::screw(&at(-1.0, 0.0, 0.0), &posed(axis_angle::about(DVec3::Z, 2.0), DVec3::X));
    assert_near(&against(&solid, &small, &inside), &[[0.0, 1.0]], 0.0);
    let hollow = body(3, &mut Random(1));
    let found = against(&hollow, &small, &way);
    assert_near(
        &found,
        &[[(3.0 - 0.125) / 8.0, (3.2 + 0.125) / 8.0], [(4.8 - 0.125) / 8.0, (5.0 + 0.125) / 8.0]],
        1e-15,
    );
    let within =
        Motion::screw(&at(-0.5, 0.0, 0.0), &posed(axis_angle::about(DVec3::Z, 2.0), DVec3::new(0.5, 0.0, 0.0)));
    assert!(against(&hollow, &small, &within).is_free());
}

#[test]
fn a_body_that_turns_inside_out_is_swept_like_any_other() {
    let (cube, small) = (block(1.0, 1.0, 1.0), cuboid(DVec3::new(0.625, -0.05, -0.05), DVec3::new(0.75, 0.05, 0.05)));
    let inverted = moved(&cube, |p| -p);
    let options = SweepOptions::default();
    let rests = DeformingMesh { from: &small, to: &small };
    let found = sweep_deforming(DeformingMesh { from: &cube, to: &inverted }, rests, &options).unwrap();
    // As large as |1 - 2t|; it turns inside out at the middle, and the small one is inside both times.
    assert_eq!(exact(&found), [[0.0, 0.1875], [0.8125, 1.0]]);
    let centre = block(0.05, 0.05, 0.05);
    let found = sweep_deforming(
        DeformingMesh { from: &cube, to: &inverted },
        DeformingMesh { from: &centre, to: &centre },
        &options,
    );
    assert_near(&found.unwrap(), &[[0.0, 1.0]], 0.0);
}

#[test]
fn what_is_no_motion_is_refused_with_its_row() {
    let pose = Pose::IDENTITY;
    let keyframes = |times: &[f64]| {
        Motion::keyframes(&times.iter().map(|t| (*t, pose)).collect::<Vec<_>>(), PoseInterpolation::Screw).map(|_| ())
    };
    assert_eq!(keyframes(&[]), Err(BodyMotionError::TooFew(0)));
    assert_eq!(keyframes(&[1.0]), Err(BodyMotionError::TooFew(1)));
    assert_eq!(keyframes(&[0.0, 1.0, 1.0]), Err(BodyMotionError::NotAfter { row: 2, time: 1.0, before: 1.0 }));
    assert_eq!(keyframes(&[2.0, 1.0]), Err(BodyMotionError::NotAfter { row: 1, time: 1.0, before: 2.0 }));
    assert_eq!(keyframes(&[0.0, f64::INFINITY]), Err(BodyMotionError::Time { row: 1, time: f64::INFINITY }));
    assert!(matches!(keyframes(&[f64::NAN, 1.0]), Err(BodyMotionError::Time { row: 0, .. })));
    assert!(matches!(keyframes(&[0.0, 1e300]), Err(BodyMotionError::Time { row: 1, .. })));
    let far = RigidMotion::try_new([DQuat::IDENTITY; 2], [DVec3::ZERO, DVec3::splat(1e200)]).unwrap();
    assert_eq!(Motion::turning(&far), Err(BodyMotionError::OutOfRange(1e200)));
    let (cube, still) = (block(0.5, 0.5, 0.5), Motion::still(&pose));
    let ask = |options: &SweepOptions| {
        let body = MovingMesh { mesh: &cube, motion: &still };
        sweep(body, body, options).map(|_| ())
    };
    let base = SweepOptions::default();
    for window in [[1.0, 0.0], [0.0, 0.0], [0.0, f64::INFINITY], [0.0, 1e300]] {
        let refused = Err(SweepError::Window { from: window[0], until: window[1] });
        assert_eq!(ask(&SweepOptions { window: Some(window), ..base }), refused);
    }
    assert!(matches!(ask(&SweepOptions { window: Some([f64::NAN, 1.0]), ..base }), Err(SweepError::Window { .. })));
    assert_eq!(ask(&SweepOptions { separation: -1.0, ..base }), Err(SweepError::Separation(-1.0)));
    assert!(matches!(ask(&SweepOptions { separation: f64::NAN, ..base }), Err(SweepError::Separation(_))));
    assert_eq!(ask(&SweepOptions { tolerance: Some(0.0), ..base }), Err(SweepError::Tolerance(0.0)));
    let (tetrahedron, other) = (body(0, &mut Random(1)), body(4, &mut Random(1)));
    let same = DeformingMesh { from: &tetrahedron, to: &tetrahedron };
    let found = sweep_deforming(same, DeformingMesh { from: &tetrahedron, to: &cube }, &base);
    assert_eq!(found.unwrap_err(), SweepError::Vertices { body: 1, from: 4, to: 8 });
    let found = sweep_deforming(DeformingMesh { from: &other, to: &tetrahedron }, same, &base);
    assert_eq!(found.unwrap_err(), SweepError::Faces { body: 0, face: 0 });
}

#[test]
fn what_is_left_undecided_is_reported_as_such() {
    let ball = sphere(12, 1.0);
    let motion =
        Motion::slerp(&at(-3.0, 1.0, 0.0), &posed(axis_angle::about(DVec3::Z, 1.0), DVec3::new(3.0, 1.0, 0.0)));
    let still = Motion::still(&Pose::IDENTITY);
    let whole = against(&ball, &ball, &motion).intervals[0];
    for effort in [0, 1, 10, 100, 300, 1_000] {
        let options = SweepOptions { effort, ..SweepOptions::default() };
        let found =
            sweep(MovingMesh { mesh: &ball, motion: &still }, MovingMesh { mesh: &ball, motion: &motion }, &options)
                .unwrap();
        let [first, last] = [found.intervals.first().unwrap(), found.intervals.last().unwrap()];
        assert!(first.begin.lower <= whole.begin.upper && whole.end.lower <= last.end.upper, "{effort} {found:?}");
        assert!(effort > 300 || first.certainty == Certainty::Undecided, "{effort} {found:?}");
    }
}

#[test]
fn advancement_stays_before_the_first_contact_and_comes_near_it() {
    let mut random = Random(31);
    let still = Motion::still(&Pose::IDENTITY);
    let mut ends = [0; 3];
    for k in 0..200 {
        let (a, b) = (body(random.below(5), &mut random), body(random.below(5), &mut random));
        let [p, q] = [0, 1].map(|_| posed(random.turn(3.0), random.vector() * 3.0));
        let motion = match k % 4 {
            0 => Motion::screw(&p, &q),
            1 => Motion::slerp(&p, &q),
            2 => Motion::keyframes(&[(1.0, p), (2.0, q), (5.0, p)], PoseInterpolation::Screw).unwrap(),
            _ => Motion::screw(&p, &posed(p.rotation(), q.translation())),
        };
        let options = SweepOptions { tolerance: Some(1e-6), ..SweepOptions::default() };
        let bodies = [MovingMesh { mesh: &a, motion: &still }, MovingMesh { mesh: &b, motion: &motion }];
        let found = sweep(bodies[0], bodies[1], &options).unwrap();
        let before = advance(bodies[0], bodies[1], &options, 300).unwrap();
        if let Some(first) = found.intervals.first() {
            assert!(before.until <= first.begin.upper && before.end != AdvancementEnd::Free, "{before:?} {first:?}");
        }
        match before.end {
            AdvancementEnd::Free => assert!(found.is_free() && before.until == found.window[1], "{before:?} {found:?}"),
            AdvancementEnd::Near => {
                assert!(distance(&a, &b, &motion.pose_at(before.until).unwrap()).value < 2e-6, "{before:?}");
            }
            AdvancementEnd::Stopped => assert_eq!(before.steps, 300),
        }
        ends[before.end as usize] += 1;
    }
    assert!(ends[0] > 20 && ends[1] > 50, "{ends:?}");
}

#[test]
fn a_screw_by_half_a_turn_sweeps_the_outside_of_its_arc() {
    // A rod of length 2 from the axis; its tip reaches a block at 45°, on an arc that the chord of the whole way misses by far.
    let rod = cuboid(DVec3::new(0.0, -0.01, -0.01), DVec3::new(2.0, 0.01, 0.01));
    let target = cuboid(DVec3::new(-0.01, 1.95, -0.1), DVec3::new(0.01, 2.5, 0.1));
    let found = against(
        &target,
        &rod,
        &Motion::screw(&Pose::IDENTITY, &posed(axis_angle::about(DVec3::Z, PI - 1e-9), DVec3::ZERO)),
    );
    assert!(found.intervals.len() == 1 && found.holds(0.5), "{found:?}");
    let length = found.intervals[0].end.upper - found.intervals[0].begin.lower;
    assert!((length - 2.0 * 0.0205 / 2.0 / PI).abs() < 0.02, "{length}");
}

/// A vertex on an arc around the axis touches a sheet across the chord at both ends of the way, and is away from it between.
#[test]
fn what_touches_at_both_ends_is_not_held_between() {
    let phi = 0.2_f64;
    let flag =
        Mesh::try_new(vec![DVec3::X, DVec3::new(2.0, 0.0, 0.1), DVec3::new(2.0, 0.0, -0.1)], vec![[0, 1, 2]]).unwrap();
    let x = phi.cos();
    let corners = [DVec3::new(x, -2.0, -2.0), DVec3::new(x, 2.0, -2.0), DVec3::new(x, 0.0, 4.0)];
    let sheet = Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
    let [p, q] = [-phi, phi].map(|angle| posed(axis_angle::about(DVec3::Z, angle), DVec3::ZERO));
    for motion in [Motion::screw(&p, &q), Motion::slerp(&p, &q)] {
        let found = against(&sheet, &flag, &motion);
        assert!(
            found.intervals.len() == 2 && found.intervals[0].end.upper < 1e-6 && found.starts_in_contact(),
            "{found:?}"
        );
        assert!(found.intervals[1].begin.lower > 1.0 - 1e-6 && found.impact.is_none(), "{found:?}");
    }
}

#[test]
fn the_first_contact_alone_is_that_of_the_sweep() {
    let mut random = Random(37);
    let still = Motion::still(&Pose::IDENTITY);
    let mut ends = [0; 3];
    for k in 0..150 {
        let (a, b) = (body(random.below(5), &mut random), body(random.below(5), &mut random));
        let poses: Vec<Pose> = (0..3).map(|_| posed(random.turn(3.0), random.vector() * 2.5)).collect();
        let motion = match k % 3 {
            0 => Motion::screw(&poses[0], &poses[1]),
            1 => Motion::screw(&poses[0], &posed(poses[0].rotation(), poses[1].translation())),
            _ => Motion::keyframes(&[(1.0, poses[0]), (2.0, poses[1]), (5.0, poses[2])], PoseInterpolation::Slerp)
                .unwrap(),
        };
        let bodies = [MovingMesh { mesh: &a, motion: &still }, MovingMesh { mesh: &b, motion: &motion }];
        let options = SweepOptions::default();
        let (all, first) =
            (sweep(bodies[0], bodies[1], &options).unwrap(), first_contact(bodies[0], bodies[1], &options).unwrap());
        let end = match first {
            FirstContact::Never => {
                assert!(all.is_free());
                0
            }
            FirstContact::AtStart => {
                assert!(all.starts_in_contact());
                1
            }
            FirstContact::Impact(impact) => {
                assert_eq!(Some(impact), all.impact);
                2
            }
            FirstContact::Undecided(_) => panic!("{all:?}"),
        };
        ends[end] += 1;
    }
    assert!(ends.iter().all(|count| *count > 10), "{ends:?}");
    let options = SweepOptions { effort: 20, ..SweepOptions::default() };
    let (ball, motion) =
        (sphere(12, 1.0), Motion::slerp(&at(-3.0, 1.0, 0.0), &posed(axis_angle::about(DVec3::Z, 1.0), DVec3::X * 3.0)));
    let bodies = [&still, &motion].map(|motion| MovingMesh { mesh: &ball, motion });
    assert!(
        matches!(first_contact(bodies[0], bodies[1], &options).unwrap(), FirstContact::Undecided(free) if free < 0.5)
    );
}

/// The motion of vertices that a common unit does not show: the same boxes at both ends.
#[test]
fn a_body_that_turns_inside_out_keeps_its_distance_within_the_bound() {
    let (cube, small) = (block(1.0, 1.0, 1.0), block(0.05, 0.05, 0.05));
    let inverted = moved(&cube, |p| -p);
    let away = moved(&small, |p| p + DVec3::new(1.5, 0.0, 0.0));
    let options = SweepOptions { separation: 0.45 + 1e-4, ..SweepOptions::default() };
    let (a, b) = (DeformingMesh { from: &cube, to: &inverted }, DeformingMesh { from: &away, to: &away });
    let found = sweep_deforming(a, b, &options).unwrap();
    assert_near(&found, &[[0.0, 5e-5], [1.0 - 5e-5, 1.0]], 1e-8);
}

/// Contact that begins within the tolerance of a keyframe is told with its faces, whichever piece it falls to.
#[test]
fn contact_at_a_keyframe_has_an_impact() {
    let cube = block(0.5, 0.5, 0.5);
    let still = Motion::still(&Pose::IDENTITY);
    for gap in [0.0, 1e-10, 2e-10, 3e-10, 4e-10, 6e-10, 7e-10, 8e-10, 1e-9] {
        for angle in [0.0, 1e-3] {
            let turned = |x: f64, angle: f64| posed(axis_angle::about(DVec3::X, angle), DVec3::new(x, 0.0, 0.0));
            let rows = [(0.0, turned(3.0, 0.0)), (1.0, turned(1.0 + gap, angle)), (2.0, turned(0.5, 2.0 * angle))];
            let motion = Motion::keyframes(&rows, PoseInterpolation::Slerp).unwrap();
            let found = against(&cube, &cube, &motion);
            assert!(found.intervals.len() == 1 && found.impact.is_some(), "{gap} {angle} {found:?}");
            let bodies = [&still, &motion].map(|motion| MovingMesh { mesh: &cube, motion });
            let first = first_contact(bodies[0], bodies[1], &SweepOptions::default()).unwrap();
            assert_eq!(first, FirstContact::Impact(found.impact.unwrap()), "{gap} {angle}");
        }
    }
}
