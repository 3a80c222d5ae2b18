//! Rigid motions against the oracle of straight ones, fed with quaternion products, and against closed forms.

use crate::ccd_oracle::contact::Oracle;
use crate::ccd_oracle::rigid_motion_trajectories::Turning;
use crate::random::Random;
use impinge::ccd::{self, RigidMotion, RigidMotionError, Span, Time};
use impinge::feature::{EdgeFeature, TriangleFeature};
use impinge::math::{DQuat, DVec3};

/// Four points, of which some move.
#[derive(Clone, Copy, Debug)]
struct Case {
    rotations: [DQuat; 2],
    translations: [DVec3; 2],
    points: [DVec3; 4],
    kind: TurningFeature,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum TurningFeature {
    Vertex,
    Face,
    Edges,
}

impl Case {
    fn spans(&self) -> Vec<Span> {
        let motion = RigidMotion::try_new(self.rotations, self.translations).unwrap();
        let [a, b, c, d] = self.points;
        match self.kind {
            TurningFeature::Vertex => ccd::vertex_turning(a, &[b, c, d], &motion).unwrap().spans,
            TurningFeature::Face => ccd::face_turning(a, &[b, c, d], &motion).unwrap().spans,
            TurningFeature::Edges => ccd::edge_turning(&[a, b], &[c, d], &motion).unwrap().spans,
        }
    }

    fn oracle(&self) -> Oracle {
        let moves = match self.kind {
            TurningFeature::Vertex => [true, false, false, false],
            TurningFeature::Face => [false, true, true, true],
            TurningFeature::Edges => [false, false, true, true],
        };
        let points: Vec<(DVec3, bool)> = self.points.into_iter().zip(moves).collect();
        let turning = Turning { rotations: self.rotations, translations: self.translations, points: &points };
        Oracle { points: turning.paths().try_into().unwrap(), is_face: self.kind != TurningFeature::Edges }
    }
}

/// Few numbers, so that things coincide; turns about axes and oblique ones; every third case flat.
fn case(random: &mut Random, index: usize) -> Case {
    let flat = index.is_multiple_of(3);
    let mut number = |size: u64| random.below(2 * size + 1) as f64 - size as f64;
    let mut vector = |size: u64| DVec3::new(number(size), number(size), if flat { 0.0 } else { number(size) });
    let points = [vector(2), vector(2), vector(2), vector(2)];
    let translations = [vector(1), vector(1)];
    let turns = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.5, 0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0, 1.0],
        [1.0, 0.5, -0.5, 2.0],
        [0.3, 0.1, 0.7, 0.2],
    ];
    let mut turn = || {
        let [w, x, y, z] = turns[random.below(if flat { 4 } else { 6 }) as usize];
        if flat { DQuat::from_xyzw(0.0, 0.0, z + x, w) } else { DQuat::from_xyzw(x, y, z, w) }
    };
    let rotations = [turn(), turn()];
    let kind = [TurningFeature::Vertex, TurningFeature::Face, TurningFeature::Edges][(index / 3) % 3];
    Case { rotations, translations, points, kind }
}

/// Spans hold all times of contact and no other: in space, in a plane that is never left, with turns and without.
#[test]
fn spans_are_those_of_the_oracle() {
    let mut random = Random(12);
    let (mut hits, mut long, mut several, mut flat) = (0, 0, 0, 0);
    for index in 0..900 {
        let case = case(&mut random, index);
        let (oracle, spans) = (case.oracle(), case.spans());
        if let Some(fault) = oracle.fault(&spans) {
            panic!("{case:?} {spans:?}: {fault}");
        }
        hits += u32::from(!spans.is_empty());
        long += spans.iter().filter(|span| span.begin != span.end).count();
        several += u32::from(spans.len() > 1);
        flat += u32::from(oracle.plane().is_zero());
    }
    assert!((150..600).contains(&hits) && long > 60 && several > 10 && flat > 250, "{hits} {long} {several} {flat}");
}

/// A quarter turn about z, past a face at half of it.
#[test]
fn a_quarter_turn_passes_a_face_in_its_middle() {
    let turn = [DQuat::IDENTITY, DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0)];
    let motion = RigidMotion::try_new(turn, [DVec3::ZERO; 2]).unwrap();
    let face = [DVec3::new(0.0, 0.0, -4.0), DVec3::new(0.0, 0.0, 4.0), DVec3::new(8.0, 8.0, 0.0)];
    let found = ccd::vertex_turning(DVec3::X, &face, &motion).unwrap();
    // The quaternions differ in length, so half of the angle is not half of the time: tan(angle / 2) is t.
    let time = (std::f64::consts::PI / 8.0).tan();
    let impact = found.impact.unwrap();
    assert!(
        (impact.time.middle() - time).abs() < 1e-15 && found.spans == [Span { begin: impact.time, end: impact.time }]
    );
    assert_eq!(impact.features, TriangleFeature::Face);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    assert!((impact.point - DVec3::new(half, half, 0.0)).length() < 1e-15);
    assert!((impact.normal.unwrap() - DVec3::new(half, -half, 0.0)).length() < 1e-15);
    // The face turns towards the vertex instead: they meet where it has come half way.
    let found = ccd::face_turning(DVec3::new(0.0, 1.0, 0.0), &face, &motion).unwrap();
    let impact = found.impact.unwrap();
    assert!((impact.time.middle() - time).abs() < 1e-15);
    // The face comes from where x is positive, so the vertex comes to it from where x is negative.
    assert!((impact.normal.unwrap() + DVec3::X).length() < 1e-15);
}

/// An edge that turns about its own line, and slides along another: touching for a whole span, at ends that are known.
#[test]
fn edges_along_one_line_and_bad_numbers() {
    let turn = [DQuat::IDENTITY, DQuat::from_xyzw(1.0, 0.0, 0.0, 1.0)];
    let motion = RigidMotion::try_new(turn, [DVec3::new(-8.0, 0.0, 0.0), DVec3::new(8.0, 0.0, 0.0)]).unwrap();
    let [resting, moving] = [[DVec3::ZERO, DVec3::new(3.0, 0.0, 0.0)], [DVec3::ZERO, DVec3::X]];
    let found = ccd::edge_turning(&resting, &moving, &motion).unwrap();
    let exactly = |t: f64| Time { lower: t, upper: t };
    assert_eq!(found.spans, [Span { begin: exactly(7.0 / 16.0), end: exactly(11.0 / 16.0) }]);
    assert_eq!(found.impact.unwrap().features, [EdgeFeature::Vertex(0), EdgeFeature::Vertex(1)]);
    let bad = DVec3::new(f64::NAN, 0.0, 0.0);
    assert!(matches!(ccd::edge_turning(&[bad; 2], &moving, &motion), Err(RigidMotionError::Point(_))));
    assert_eq!(RigidMotion::try_new(turn, [bad; 2]), Err(RigidMotionError::NotFinite));
    let none = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert_eq!(RigidMotion::try_new([DQuat::IDENTITY, none], [DVec3::ZERO; 2]), Err(RigidMotionError::Length(0.0)));
}
