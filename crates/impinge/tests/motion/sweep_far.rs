//! Sweeps over ways that are far longer than the bodies, against integers; and turns far away, which end with what is certain.

use crate::sweep_bodies::{Random, at, block, cuboid, posed};
use dashu_int::IBig;
use impinge::bounded::Certainty;
use impinge::ccd::{PoseInterpolation, RigidMotion, Time};
use impinge::math::integer::Grid;
use impinge::math::{DQuat, DVec3, Pose, axis_angle};
use impinge::mesh::Mesh;
use impinge::pair::{DeformingMesh, FirstContact, Motion, MovingMesh, Sweep, SweepOptions};
use impinge::pair::{advance, first_contact, sweep, sweep_deforming};
use std::cmp::Ordering;

fn against(a: &Mesh, b: &Mesh, motion: &Motion) -> Sweep {
    let still = Motion::still(&Pose::IDENTITY);
    let [a, b] = [MovingMesh { mesh: a, motion: &still }, MovingMesh { mesh: b, motion }];
    sweep(a, b, &SweepOptions::default()).unwrap()
}

/// Pairs of boxes and of faces.
fn pairs(found: &Sweep) -> u64 {
    found.cost.box_tests + found.cost.triangle_tests
}

/// Two cubes, 4 apart, the second of which goes as far as 1e20 towards the first, or away from it.
#[test]
fn cubes_that_go_far_meet_at_exact_times() {
    let [near, far] = [0.0, 5.0].map(|x| cuboid(DVec3::X * x, DVec3::new(x + 1.0, 1.0, 1.0)));
    for length in [1e12, 1e14, 1e16, 1e20, 1e60] {
        let found = against(&near, &far, &Motion::slerp(&Pose::IDENTITY, &at(-length, 0.0, 0.0)));
        let [only] = found.intervals[..] else { panic!("{length:e} {found:?}") };
        assert_eq!(only.certainty, Certainty::Exact, "{length:e} {found:?}");
        for (time, gap) in [(only.begin, 4.0), (only.end, 6.0)] {
            // The quotient is rounded once.
            let quotient: f64 = gap / length;
            assert!(quotient.next_down() <= time.lower && time.upper <= quotient.next_up(), "{length:e} {found:?}");
            assert!(time.upper <= time.lower.next_up(), "{length:e} {found:?}");
        }
        let impact = found.impact.unwrap();
        assert!(impact.normal.distance(DVec3::X) < 1e-12, "{length:e} {impact:?}");
        assert!(impact.points.iter().all(|p| (p.x - 1.0).abs() < 1e-12), "{length:e} {impact:?}");
        assert!(pairs(&found) < 5_000, "{length:e} {:?}", found.cost);
        let away = against(&near, &far, &Motion::slerp(&Pose::IDENTITY, &at(length, 0.0, 0.0)));
        assert!(away.is_free() && pairs(&away) == 0, "{length:e} {away:?}");
        let past = against(&near, &far, &Motion::slerp(&Pose::IDENTITY, &at(-length, length, 0.0)));
        assert!(past.is_free() && pairs(&past) < 1_000, "{length:e} {past:?}");
    }
}

/// `p / q - x` for a positive q, by its sign.
fn compare(p: &IBig, q: &IBig, x: f64) -> Ordering {
    let whole = Grid::holding([1.0]);
    let grid = whole.with([x]);
    (p << grid.finer_by(whole)).cmp(&(grid.integer(x) * q))
}

/// When two boxes share a point, the second translated: quotients of integers, by the inequality of each pair of facing sides.
fn times_of_boxes(a: [DVec3; 2], b: [DVec3; 2], [from, to]: [DVec3; 2]) -> Option<[[IBig; 2]; 2]> {
    let mut times = [[IBig::ZERO, IBig::ONE], [IBig::ONE, IBig::ONE]];
    for axis in 0..3 {
        let grid = Grid::holding([a[0], a[1], b[0], b[1], from, to].map(|p| p[axis]));
        let whole = |p: DVec3| grid.integer(p[axis]);
        let rate = whole(to) - whole(from);
        // start + s rate ≤ 0 for the lower side of one and the upper side of the other.
        let gaps =
            [(whole(b[0]) + whole(from) - whole(a[1]), rate.clone()), (whole(a[0]) - whole(b[1]) - whole(from), -rate)];
        for (start, rate) in gaps {
            match rate.cmp(&IBig::ZERO) {
                Ordering::Equal if start > IBig::ZERO => return None,
                Ordering::Equal => {}
                Ordering::Greater if -&start * &times[1][1] < &times[1][0] * &rate => times[1] = [-start, rate],
                Ordering::Less if &start * &times[0][1] > &times[0][0] * -&rate => times[0] = [start, -rate],
                _ => {}
            }
        }
    }
    let [begin, end] = &times;
    (&begin[0] * &end[1] <= &end[0] * &begin[1]).then_some(times)
}

fn assert_holds(time: Time, [p, q]: &[IBig; 2], case: &str) {
    assert!(compare(p, q, time.lower).is_ge() && compare(p, q, time.upper).is_le(), "{case}");
    assert!(time.upper <= time.lower.next_up(), "{case}");
}

/// Boxes of all sizes on ways of all lengths, which begin, end or pass in the middle near each other: times are those of integers.
#[test]
fn boxes_at_all_scales_meet_when_integers_say() {
    let mut random = Random(41);
    let (mut met, mut missed, mut most) = ([0; 3], [0; 3], 0);
    for round in 0..600 {
        let size = 10_f64.powf(-12.0 + 16.0 * (random.number() + 1.0));
        let length = size.max(1e-12) * 10_f64.powf(10.0 * (random.number() + 1.0));
        let mut corners = |offset: f64| {
            let (p, q) = (random.vector(), random.vector());
            let middle = random.vector() * offset;
            [(middle + p.min(q)) * size, (middle + p.max(q)) * size]
        };
        let (a, b) = (corners(0.0), corners(1.0));
        // Towards the other, and beside it.
        let off = random.vector() * size * 3.0;
        let way = (off.normalize_or_zero() + random.vector() * 0.4) * length;
        let kind = round % 3;
        let ends = match kind {
            0 => [off, off - way],
            1 => [off - way, off],
            _ => [way, -way],
        };
        let motion = Motion::screw(&at(ends[0].x, ends[0].y, ends[0].z), &at(ends[1].x, ends[1].y, ends[1].z));
        let found = against(&cuboid(a[0], a[1]), &cuboid(b[0], b[1]), &motion);
        let case = format!("{round} {a:?} {b:?} {ends:?} {found:?}");
        match times_of_boxes(a, b, ends) {
            None => {
                assert!(found.is_free(), "{case}");
                missed[kind] += 1;
            }
            Some([begin, end]) => {
                let [only] = found.intervals[..] else { panic!("{case}") };
                assert_eq!(only.certainty, Certainty::Exact, "{case}");
                assert_holds(only.begin, &begin, &case);
                assert_holds(only.end, &end, &case);
                met[kind] += 1;
            }
        }
        most = most.max(pairs(&found));
    }
    assert!(met.iter().chain(&missed).all(|count| *count > 30), "{met:?} {missed:?}");
    assert!(most < 20_000, "{most}");
}

/// Both bodies on long ways, and turned ones: what matters is how they move against each other.
#[test]
fn bodies_that_go_far_together_meet_as_if_one_stood_still() {
    let cube = block(0.5, 0.5, 0.5);
    for length in [1e5, 1e12, 1e20] {
        let way = |x: f64, speed: f64| Motion::slerp(&at(x, 0.0, 0.0), &at(x + speed, 0.0, 0.0));
        let (p, q) = (way(0.0, length), way(8.0, length * (1.0 - 1.0 / 1024.0)));
        let [a, b] = [&p, &q].map(|motion| MovingMesh { mesh: &cube, motion });
        let found = sweep(a, b, &SweepOptions::default()).unwrap();
        let [only] = found.intervals[..] else { panic!("{found:?}") };
        assert_eq!(only.certainty, Certainty::Exact);
        let expected = 7.0 * 1024.0 / length;
        assert!((only.begin.lower - expected).abs() < 1e-9 * expected, "{length:e} {found:?}");
        let impact = found.impact.unwrap();
        assert!(impact.normal.distance(DVec3::X) < 1e-9, "{impact:?}");
        assert!((impact.points[0].x - (7.0 * 1024.0 + 0.5)).abs() < 1e-3, "{impact:?}");
        assert!(pairs(&found) < 5_000, "{:?}", found.cost);
    }
    // A turned cube, edge first, midway.
    let turn = axis_angle::about(DVec3::Z, std::f64::consts::FRAC_PI_4);
    for length in [1e3, 1e12, 1e20] {
        let place = |x: f64| posed(turn, DVec3::X * x);
        let found = against(&cube, &cube, &Motion::slerp(&place(-length), &place(length)));
        let [only] = found.intervals[..] else { panic!("{length:e} {found:?}") };
        assert_eq!(only.certainty, Certainty::Exact);
        let half = (0.5 + 0.5_f64.sqrt()) / (2.0 * length);
        assert!((only.begin.lower - (0.5 - half)).abs() < 1e-15 && (only.end.upper - (0.5 + half)).abs() < 1e-15);
        let impact = found.impact.unwrap();
        let off = impact.points.map(|p| (p.x + 0.5).abs()).into_iter().fold(0.0, f64::max);
        assert!(off < 1e-9, "{length:e} {impact:?}");
    }
}

/// Motions that turn, with far ends, far centres, and a separation: some hundred thousand pairs decide what can be, and what is certain is labelled.
#[test]
fn turns_far_away_end_soon_and_hold_the_contact() {
    let [near, far] = [0.0, 5.0].map(|x| cuboid(DVec3::X * x, DVec3::new(x + 1.0, 1.0, 1.0)));
    let turn = axis_angle::about(DVec3::new(0.0, 0.6, 0.8), 0.5);
    for length in [1e6, 1e9, 1e12, 1e14, 1e20] {
        let to = posed(turn, DVec3::new(-length, 0.0, 0.0));
        let quaternions = [DQuat::IDENTITY, DQuat::from_axis_angle(DVec3::Z, 0.5)];
        let rigid = RigidMotion::try_new(quaternions, [DVec3::ZERO, DVec3::new(-length, 0.0, 0.0)]).unwrap();
        for (kind, motion) in [Motion::slerp(&Pose::IDENTITY, &to), Motion::turning(&rigid).unwrap()].iter().enumerate()
        {
            let found = against(&near, &far, motion);
            // It hardly turns before it is there.
            let expected = 4.0 / length;
            let [only] = found.intervals[..] else { panic!("{kind} {length:e} {found:?}") };
            assert!((only.begin.lower - expected).abs() < 1e-3 * expected, "{kind} {length:e} {found:?}");
            assert!(only.certainty != Certainty::Undecided && found.bound < 1e-3, "{kind} {length:e} {found:?}");
            assert!(pairs(&found) < 100_000, "{kind} {length:e} {:?}", found.cost);
            let back = Motion::slerp(&Pose::IDENTITY, &posed(turn, DVec3::new(length, 0.0, 0.0)));
            assert!(against(&near, &far, &back).is_free(), "{length:e}");
        }
        // About an axis that is far away, by what moves the body by 8, and by half a turn.
        for angle in [8.0 / length, 3.0] {
            let rotation = axis_angle::about(DVec3::Z, angle);
            let centre = DVec3::new(0.0, length, 0.0);
            let there = posed(rotation, centre - rotation * centre);
            let found = against(&near, &far, &Motion::screw(&Pose::IDENTITY, &there));
            assert!(pairs(&found) < 400_000, "{angle} {length:e} {:?}", found.cost);
            assert!(found.intervals.iter().all(|i| i.certainty != Certainty::Exact), "{found:?}");
        }
        let separation = SweepOptions { separation: 0.5, ..SweepOptions::default() };
        let (still, forth) = (Motion::still(&Pose::IDENTITY), Motion::slerp(&Pose::IDENTITY, &at(-length, 0.0, 0.0)));
        let bodies = [MovingMesh { mesh: &near, motion: &still }, MovingMesh { mesh: &far, motion: &forth }];
        let found = sweep(bodies[0], bodies[1], &separation).unwrap();
        let [only] = found.intervals[..] else { panic!("{found:?}") };
        let [begin, end] = [3.5, 6.5].map(|gap| gap / length);
        assert!(
            (only.begin.lower - begin).abs() < 1e-6 * begin && (only.end.upper - end).abs() < 1e-6 * end,
            "{found:?}"
        );
        // The first contact alone, and by steps of distances.
        let first = first_contact(bodies[0], bodies[1], &SweepOptions::default()).unwrap();
        let FirstContact::Impact(impact) = first else { panic!("{first:?}") };
        let advanced = advance(bodies[0], bodies[1], &SweepOptions::default(), 200).unwrap();
        assert!(advanced.until <= impact.time.upper && advanced.until > 0.9 * impact.time.lower, "{advanced:?}");
    }
}

/// A body of which every vertex goes far.
#[test]
fn what_deforms_far_away_meets_at_the_start() {
    let near = cuboid(DVec3::ZERO, DVec3::ONE);
    let [from, to] = [5.0, -1e20].map(|x| cuboid(DVec3::new(x, 0.25, 0.25), DVec3::new(x + 1.0, 0.75, 0.75)));
    let options = SweepOptions::default();
    let still = DeformingMesh { from: &near, to: &near };
    let found = sweep_deforming(still, DeformingMesh { from: &from, to: &to }, &options).unwrap();
    let [only] = found.intervals[..] else { panic!("{found:?}") };
    assert!((only.begin.lower - 4e-20).abs() < 1e-30 && only.certainty == Certainty::Exact, "{found:?}");
    assert!(pairs(&found) < 5_000, "{:?}", found.cost);
    let away = cuboid(DVec3::new(1e20, 0.25, 0.25), DVec3::new(1.0000000001e20, 0.75, 0.75));
    assert!(sweep_deforming(still, DeformingMesh { from: &from, to: &away }, &options).unwrap().is_free());
}

/// Keyframes far away before and after those that matter.
#[test]
fn keyframes_far_away_leave_the_others_as_they_are() {
    let cube = block(0.5, 0.5, 0.5);
    let rows =
        [(0.0, at(1e20, 0.0, 0.0)), (1.0, at(4.0, 0.0, 0.0)), (2.0, at(-4.0, 0.0, 0.0)), (3.0, at(0.0, -1e20, 0.0))];
    let motion = Motion::keyframes(&rows, PoseInterpolation::Slerp).unwrap();
    let found = against(&cube, &cube, &motion);
    let [only] = found.intervals[..] else { panic!("{found:?}") };
    assert_eq!((only.begin.lower, only.end.upper, only.certainty), (1.375, 1.625, Certainty::Exact));
}
