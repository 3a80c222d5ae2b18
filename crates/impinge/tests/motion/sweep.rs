//! Sweeps against dense samples of the exact static answer: never free where bodies meet.

use crate::sweep_bodies::{self, Random, body, moved, posed};
use impinge::bounded::Certainty;
use impinge::ccd::{PoseInterpolation, RigidMotion};
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{
    self, DeformingMesh, Motion, MovingMesh, Sweep, SweepOptions, distance, intersects, sweep, sweep_deforming,
};

/// How far in time (a share of the window) a sample may be off where bodies only touch: poses of samples are rounded, times of sweeps are not.
const TIME_ROUNDING: f64 = 1e-11;

/// What samples of one sweep say about it.
#[derive(Debug, Default)]
struct Tally {
    samples: usize,
    hits: usize,
    sweeps: usize,
    with_contact: usize,
    exact: usize,
    intervals: usize,
}

impl Tally {
    /// Compares a sweep with the distance (0 for contact) of the bodies at many times.
    fn compare(&mut self, found: &Sweep, samples: usize, meets: impl Fn(f64) -> bool, apart: impl Fn(f64) -> f64) {
        let [from, until] = found.window;
        let off = TIME_ROUNDING * (until - from);
        self.sweeps += 1;
        self.with_contact += usize::from(!found.is_free());
        self.exact += usize::from(found.intervals.iter().any(|i| i.certainty == Certainty::Exact));
        self.intervals += found.intervals.len();
        for k in 0..samples {
            let time = from + (until - from) * (k as f64 + 0.5) / samples as f64;
            let is_hit = meets(time);
            self.samples += 1;
            self.hits += usize::from(is_hit);
            if is_hit {
                let near = found.intervals.iter().any(|i| i.begin.lower - off <= time && time <= i.end.upper + off);
                assert!(near, "free at {time}, but they meet: {found:?}");
                continue;
            }
            let within = found.intervals.iter().find(|i| i.begin.upper + off < time && time < i.end.lower - off);
            if let Some(interval) = within {
                assert_ne!(interval.certainty, Certainty::Undecided, "{found:?}");
                assert_eq!(interval.certainty, Certainty::WithinBound, "apart at {time}: {found:?}");
                assert!(apart(time) <= found.bound * 1.001, "{} apart at {time}: {found:?}", apart(time));
            }
        }
        for end in found.intervals.iter().flat_map(|i| [i.begin, i.end]) {
            assert!(
                end.lower <= end.upper && end.upper - end.lower <= 1e-14 * end.upper.abs().max(until - from),
                "{end:?}"
            );
            assert!(
                apart(end.middle()) <= found.bound * 1.001 + 1e-13,
                "{} apart at {end:?}: {found:?}",
                apart(end.middle())
            );
        }
        for pair in found.intervals.windows(2) {
            assert!(pair[0].end.upper < pair[1].begin.lower, "{found:?}");
        }
        if let Some(impact) = &found.impact {
            assert_eq!(impact.time, found.intervals[0].begin);
            assert!(impact.points[0].distance(impact.points[1]) <= found.bound * 1.001 + 1e-12, "{impact:?}");
            assert!((impact.normal.length() - 1.0).abs() < 1e-9, "{impact:?}");
        }
    }
}

fn pose(random: &mut Random, reach: f64) -> Pose {
    posed(random.turn(3.0), random.vector() * reach)
}

/// The pose of B in A's frame.
fn relative(motions: [&Motion; 2], time: f64) -> Pose {
    let [a, b] = motions.map(|motion| motion.pose_at(time).unwrap());
    if a == Pose::IDENTITY {
        return b;
    }
    let inverse = a.rotation().transpose();
    posed(inverse * b.rotation(), inverse * (b.translation() - a.translation()))
}

/// A motion of a kind that leads past the origin.
fn motion(kind: usize, random: &mut Random) -> Motion {
    let (from, to) = (pose(random, 2.5), pose(random, 2.5));
    match kind % 6 {
        0 => Motion::screw(&from, &to),
        1 => Motion::slerp(&from, &to),
        2 => {
            let quaternions = [random.quaternion(3.0), random.quaternion(3.0) * (1.0 + 0.5 * random.number())];
            let ends = [from.translation(), to.translation()];
            Motion::turning(&RigidMotion::try_new(quaternions, ends).unwrap()).unwrap()
        }
        3 => {
            let rows: Vec<(f64, Pose)> = (0..4).map(|k| (f64::from(k) * 0.5 - 3.0, pose(random, 2.0))).collect();
            Motion::keyframes(&rows, [PoseInterpolation::Screw, PoseInterpolation::Slerp][random.below(2)]).unwrap()
        }
        4 => Motion::screw(&from, &posed(from.rotation(), to.translation())),
        _ => {
            let turn = random.turn(3.0);
            let rows: Vec<(f64, Pose)> =
                (0..3).map(|k| (f64::from(k) * 2.0, posed(turn, random.vector() * 2.0))).collect();
            Motion::keyframes(&rows, PoseInterpolation::Screw).unwrap()
        }
    }
}

fn swept(meshes: [&Mesh; 2], motions: [&Motion; 2], options: &SweepOptions) -> Sweep {
    let [a, b] = [0, 1].map(|k| MovingMesh { mesh: meshes[k], motion: motions[k] });
    sweep(a, b, options).unwrap()
}

#[test]
fn nothing_is_free_where_samples_meet() {
    let mut random = Random(7);
    let mut tallies: [Tally; 7] = Default::default();
    for k in 0..1_260 {
        let (i, j) = (random.below(5), random.below(5));
        let (a, b) = (body(i, &mut random), body(j, &mut random));
        let kind = k % 7;
        let still = Motion::still(&Pose::IDENTITY);
        let (of_a, of_b) = match kind {
            6 => (motion(random.below(2), &mut random), motion(random.below(2), &mut random)),
            _ => (still, motion(kind, &mut random)),
        };
        let found = swept([&a, &b], [&of_a, &of_b], &SweepOptions::default());
        let at = |time: f64| relative([&of_a, &of_b], time);
        let meets = |time: f64| intersects(&a, &b, &at(time));
        tallies[kind].compare(&found, 800, meets, |time| distance(&a, &b, &at(time)).value);
    }
    let samples: usize = tallies.iter().map(|tally| tally.samples).sum();
    assert!(samples > 1_000_000, "{samples}");
    for (kind, tally) in tallies.iter().enumerate() {
        let Tally { samples, hits, sweeps, with_contact, exact, .. } = *tally;
        assert!(hits * 20 > samples && hits * 2 < samples, "{kind} {tally:?}");
        assert!(with_contact * 4 > sweeps && with_contact < sweeps, "{kind} {tally:?}");
        assert_eq!(exact > 0, [2, 4, 5].contains(&kind), "{kind} {tally:?}");
    }
    let [intervals, with_contact] =
        tallies.iter().fold([0; 2], |[i, c], tally| [i + tally.intervals, c + tally.with_contact]);
    assert!(intervals > with_contact + with_contact / 20, "some have more than one: {intervals} {with_contact}");
}

#[test]
fn deforming_bodies_are_never_free_where_samples_meet() {
    let mut random = Random(11);
    let mut tally = Tally::default();
    for _ in 0..150 {
        let (i, j) = (random.below(5), random.below(5));
        let (a, b) = (body(i, &mut random), body(j, &mut random));
        let mut bent = |mesh: &Mesh| {
            let (turn, shift) = (random.turn(3.0), random.vector() * 2.5);
            moved(mesh, |p| turn * (p + random.vector() * 0.3) + shift)
        };
        let [a, c, b, d] = [bent(&a), bent(&a), bent(&b), bent(&b)];
        let options = SweepOptions::default();
        let found =
            sweep_deforming(DeformingMesh { from: &a, to: &c }, DeformingMesh { from: &b, to: &d }, &options).unwrap();
        let between = |from: &Mesh, to: &Mesh, time: f64| {
            let places = from.vertices().iter().zip(to.vertices()).map(|(p, q)| *p * (1.0 - time) + *q * time);
            Mesh::try_new(places.collect(), from.faces().to_vec()).unwrap()
        };
        let at = |time: f64| (between(&a, &c, time), between(&b, &d, time));
        let meets = |time: f64| {
            let (a, b) = at(time);
            intersects(&a, &b, &Pose::IDENTITY)
        };
        let apart = |time: f64| {
            let (a, b) = at(time);
            distance(&a, &b, &Pose::IDENTITY).value
        };
        tally.compare(&found, 300, meets, apart);
    }
    assert!(
        tally.hits * 20 > tally.samples && tally.exact * 5 > tally.sweeps && tally.with_contact < tally.sweeps,
        "{tally:?}"
    );
}

#[test]
fn a_separation_is_kept() {
    let mut random = Random(17);
    let mut tally = Tally::default();
    for k in 0..150 {
        let (i, j) = (random.below(5), random.below(5));
        let (a, b) = (body(i, &mut random), body(j, &mut random));
        let still = Motion::still(&Pose::IDENTITY);
        let of_b = motion(k, &mut random);
        let separation = 0.3 * random.number().abs() + 1e-3;
        let options = SweepOptions { separation, ..SweepOptions::default() };
        let found = swept([&a, &b], [&still, &of_b], &options);
        let at = |time: f64| relative([&still, &of_b], time);
        let meets = |time: f64| pair::within(&a, &b, &at(time), separation);
        let apart = |time: f64| (distance(&a, &b, &at(time)).value - separation).max(0.0);
        tally.compare(&Sweep { impact: None, ..found }, 400, meets, apart);
    }
    assert!(tally.hits * 20 > tally.samples && tally.with_contact < tally.sweeps && tally.exact == 0, "{}", tally.hits);
}

/// Turned about an axis of the frame by whole quarters, poses and posed points are exact.
#[test]
fn a_common_motion_changes_nothing_but_rounding() {
    let mut random = Random(23);
    let quarter = posed(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z), DVec3::new(1.0, 2.0, -4.0));
    let mut contacts = 0;
    for k in 0..60 {
        let (a, b) = (body(k, &mut random), body(k / 5, &mut random));
        let ends = [pose(&mut random, 2.0), pose(&mut random, 2.0)];
        let still = Motion::still(&Pose::IDENTITY);
        let first = swept([&a, &b], [&still, &Motion::screw(&ends[0], &ends[1])], &SweepOptions::default());
        let [p, q] = ends.map(|end| quarter.compose(&end).unwrap());
        let again = swept([&a, &b], [&Motion::still(&quarter), &Motion::screw(&p, &q)], &SweepOptions::default());
        assert_eq!(first.is_free(), again.is_free());
        if let (Some(x), Some(y)) = (first.intervals.first(), again.intervals.first()) {
            contacts += 1;
            assert!((x.begin.lower - y.begin.lower).abs() < 1e-7, "{x:?} {y:?}");
        }
    }
    assert!(contacts > 15, "{contacts}");
}

/// Bodies on a lattice, moved by lattice vectors, straight or out of shape: touching and coplanar all the time. At times with few bits, places are doubles, and samples are exact.
#[test]
fn on_a_lattice_every_sample_agrees_to_the_bit() {
    const SAMPLES: u32 = 64;
    let mut random = Random(41);
    let (mut touches, mut hits, mut samples, mut kinds) = (0, 0, 0, [0; 2]);
    for k in 0..400 {
        let mut whole = |most: usize| (random.below(2 * most + 1) as f64) - most as f64;
        let mut vector = |most: usize| DVec3::new(whole(most), whole(most), whole(most));
        let mut part = |kind: usize| match kind {
            0 => {
                let corner = vector(1);
                sweep_bodies::cuboid(corner, corner + (vector(1) + DVec3::splat(2.0)))
            }
            1 => Mesh::try_new(vec![vector(2), vector(2), vector(2)], vec![[0, 1, 2]]).unwrap(),
            _ => Mesh::try_new((0..4).map(|_| vector(2)).collect(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
                .unwrap(),
        };
        let (a, b) = (part(k % 3), part(k / 3 % 3));
        let from = vector(4);
        let away = moved(&b, |p| p + from);
        let shift = vector(6);
        let deforms = k % 4 == 0;
        let to = moved(&away, |p| p + if deforms { vector(6) } else { shift });
        let found = sweep_deforming(
            DeformingMesh { from: &a, to: &a },
            DeformingMesh { from: &away, to: &to },
            &SweepOptions::default(),
        );
        let found = found.unwrap();
        for i in 0..=SAMPLES {
            let time = f64::from(i) / f64::from(SAMPLES);
            let places = away.vertices().iter().zip(to.vertices()).map(|(p, q)| *p * (1.0 - time) + *q * time);
            let now = Mesh::try_new(places.collect(), b.faces().to_vec()).unwrap();
            let meets = intersects(&a, &now, &Pose::IDENTITY);
            assert_eq!(meets, found.holds(time), "{time} {a:?} {away:?} {to:?} {found:?}");
            samples += 1;
            hits += usize::from(meets);
        }
        if !deforms {
            let motions = [Pose::IDENTITY, posed(DMat3::IDENTITY, shift)];
            let still = Motion::still(&Pose::IDENTITY);
            let again =
                swept([&a, &away], [&still, &Motion::slerp(&motions[0], &motions[1])], &SweepOptions::default());
            assert_eq!(again.intervals, found.intervals);
        }
        assert!(found.intervals.iter().all(|i| i.certainty == Certainty::Exact), "{found:?}");
        touches += found.intervals.iter().filter(|i| i.begin == i.end).count();
        kinds[usize::from(found.is_free())] += 1;
    }
    assert!(
        touches > 10 && hits * 20 > samples && kinds.iter().all(|count| *count > 40),
        "{touches} {hits} {samples} {kinds:?}"
    );
}

/// Boxes on a lattice that turn about its axes, algebraically: faces slide and edges meet along their lengths. What is in contact by more than rounding is in an interval, what is apart by
/// more is in none.
#[test]
fn turning_on_a_lattice_is_decided_up_to_rounding() {
    const MORE_THAN_ROUNDING: f64 = 1e-9;
    let mut random = Random(43);
    let (mut hits, mut misses, mut exact, mut sliding) = (0, 0, 0, 0);
    for k in 0..200 {
        let mut whole = |most: usize| (random.below(2 * most + 1) as f64) - most as f64;
        let mut vector = |most: usize| DVec3::new(whole(most), whole(most), whole(most));
        let mut part = || {
            let corner = vector(1);
            sweep_bodies::cuboid(corner, corner + (vector(1) + DVec3::splat(2.0)))
        };
        let (a, b) = (part(), part());
        let from = vector(3);
        let to = if k % 3 == 0 { from } else { vector(3) };
        let mut quaternion = || DQuat::from_xyzw(whole(1), whole(1), whole(1), 1.0);
        let rotations = [if k % 2 == 0 { DQuat::IDENTITY } else { quaternion() }, quaternion()];
        let rigid = RigidMotion::try_new(rotations, [from, to]).unwrap();
        let (still, motion) = (Motion::still(&Pose::IDENTITY), Motion::turning(&rigid).unwrap());
        let found = swept([&a, &b], [&still, &motion], &SweepOptions::default());
        let middle = b.bounds().centre();
        let shrunk = moved(&b, |p| middle + (p - middle) * (1.0 - MORE_THAN_ROUNDING));
        for i in 0..128 {
            let time = (f64::from(i) + 0.37) / 128.0;
            let pose = motion.pose_at(time).unwrap();
            if intersects(&a, &shrunk, &pose) {
                hits += 1;
                assert!(found.holds(time), "{time} {rigid:?} {a:?} {b:?} {found:?}");
            } else if distance(&a, &b, &pose).value > MORE_THAN_ROUNDING {
                misses += 1;
                assert!(!found.holds(time), "{time} {rigid:?} {a:?} {b:?} {found:?}");
            } else {
                sliding += 1;
            }
        }
        exact += usize::from(found.intervals.iter().all(|i| i.certainty == Certainty::Exact));
    }
    assert!(hits > 2_000 && misses > 2_000 && sliding > 100 && exact > 190, "{hits} {misses} {sliding} {exact}");
}
