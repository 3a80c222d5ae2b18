//! Sweeps against closed forms, dense samples of the exact answer, and their laws.

use crate::planar_oracle::random::Random;
use impinge::bounded::Certainty;
use impinge::feature::{Feature, VertexId};
use impinge::math::DVec2;
use impinge_planar::{Motion, MotionError, Polygon, Pose2, Sweep, sweep};
use std::f64::consts::{PI, TAU};

/// Samples of rounded poses are this far from the real motion at most (a share of the motion, times its speed over the sizes).
const SLACK: f64 = 1e-9;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn ring(points: &[[f64; 2]]) -> Polygon {
    Polygon::try_new(vec![points.iter().map(|[x, y]| p(*x, *y)).collect()]).unwrap()
}

fn rect(min: [f64; 2], max: [f64; 2]) -> Polygon {
    ring(&corners(min, max))
}

fn corners(min: [f64; 2], max: [f64; 2]) -> [[f64; 2]; 4] {
    [min, [max[0], min[1]], max, [min[0], max[1]]]
}

fn shift(x: f64, y: f64) -> Motion {
    Motion::translation(p(x, y)).unwrap()
}

/// Begin and end of all intervals, which must be known to the last bits.
fn sharp(found: &Sweep) -> Vec<[f64; 2]> {
    let middle = |t: &impinge::ccd::Time| {
        assert!(t.lower <= t.upper && t.upper - t.lower < 1e-13, "{t:?}");
        t.lower
    };
    assert!(found.intervals.iter().all(|i| i.certainty == Certainty::Exact), "{found:?}");
    found.intervals.iter().map(|i| [middle(&i.begin), middle(&i.end)]).collect()
}

fn assert_close(found: &[[f64; 2]], expected: &[[f64; 2]]) {
    assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
    for (p, q) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!((p - q).abs() < 1e-13, "{found:?} {expected:?}");
    }
}

#[test]
fn squares_have_closed_forms() {
    let (a, b) = (rect([0.0, 0.0], [1.0, 1.0]), rect([3.0, 0.25], [4.0, 0.75]));
    let still = Pose2::IDENTITY;
    let found = sweep(&a, &b, &still, &shift(-8.0, 0.0));
    assert_eq!(sharp(&found), [[0.25, 0.5]]);
    let impact = found.impact.unwrap();
    assert_eq!((impact.point.x, impact.normal, impact.time.lower), (1.0, p(1.0, 0.0), 0.25));
    assert_eq!(impact.features[0], Feature::Edge(VertexId(1), VertexId(2)));
    assert!(matches!(impact.features[1], Feature::Vertex(VertexId(0 | 3))));
    // Contact to the end, from the start, always and never.
    assert_eq!(sharp(&sweep(&a, &b, &still, &shift(-4.0, 0.0))), [[0.5, 1.0]]);
    let near = rect([0.5, 0.5], [2.0, 2.0]);
    let leaves = sweep(&a, &near, &still, &shift(1.0, 0.0));
    assert_eq!(sharp(&leaves), [[0.0, 0.5]]);
    assert!(leaves.starts_in_contact() && leaves.impact.is_none());
    assert_eq!(sharp(&sweep(&a, &near, &still, &shift(0.25, 0.0))), [[0.0, 1.0]]);
    assert!(sweep(&a, &b, &still, &shift(8.0, 0.0)).is_free());
    // Along an edge, without a gap.
    let above = rect([3.0, 1.0], [4.0, 2.0]);
    assert_eq!(sharp(&sweep(&a, &above, &still, &shift(-8.0, 0.0))), [[0.25, 0.5]]);
    let higher = rect([3.0, 1.0f64.next_up()], [4.0, 2.0]);
    assert!(sweep(&a, &higher, &still, &shift(-8.0, 0.0)).is_free());
}

#[test]
fn single_touches_are_found_and_single_bits_make_them_free() {
    let (a, b) = (rect([0.0, 0.0], [1.0, 1.0]), rect([2.0, 0.0], [3.0, 1.0]));
    let found = sweep(&a, &b, &Pose2::IDENTITY, &shift(-2.0, 2.0));
    assert_eq!(sharp(&found), [[0.5, 0.5]]);
    assert_eq!(found.impact.unwrap().point, p(1.0, 1.0));
    let smaller = rect([0.0, 0.0], [1.0f64.next_down(), 1.0]);
    assert!(sweep(&smaller, &b, &Pose2::IDENTITY, &shift(-2.0, 2.0)).is_free());
    // Points and segments are bodies, too.
    let (point, other) = (ring(&[[0.1, 0.2]]), ring(&[[1.1, 1.2]]));
    assert_eq!(sharp(&sweep(&point, &point, &Pose2::IDENTITY, &shift(1.0, 0.0))), [[0.0, 0.0]]);
    let by = p(0.1, 0.2) - p(1.1, 1.2);
    let exact = p(1.1, 1.2) + by == p(0.1, 0.2);
    assert_eq!(sweep(&point, &other, &Pose2::IDENTITY, &Motion::translation(by).unwrap()).is_free(), !exact);
    let bar = ring(&[[-1.0, 0.0], [1.0, 0.0]]);
    let along = sweep(&bar, &ring(&[[3.0, 0.0], [5.0, 0.0]]), &Pose2::IDENTITY, &shift(-8.0, 0.0));
    assert_eq!(sharp(&along), [[0.25, 0.75]]);
}

#[test]
fn insides_count_and_holes_do_not() {
    let big = rect([0.0, 0.0], [10.0, 10.0]);
    let small = rect([4.0, 4.0], [5.0, 5.0]);
    assert_eq!(sharp(&sweep(&big, &small, &Pose2::IDENTITY, &shift(20.0, 0.0))), [[0.0, 0.3]]);
    assert_eq!(sharp(&sweep(&small, &big, &Pose2::IDENTITY, &shift(-20.0, 0.0))), [[0.0, 0.3]]);
    assert_eq!(sharp(&sweep(&big, &small, &Pose2::IDENTITY, &shift(1.0, 0.0))), [[0.0, 1.0]]);
    let through = rect([-4.0, 4.0], [-3.0, 5.0]);
    assert_close(&sharp(&sweep(&big, &through, &Pose2::IDENTITY, &shift(20.0, 0.0))), &[[0.15, 0.7]]);
    let rings = [corners([0.0, 0.0], [10.0, 10.0]), corners([2.0, 2.0], [8.0, 8.0])];
    let frame = Polygon::try_new(rings.iter().map(|r| r.iter().map(|[x, y]| p(*x, *y)).collect()).collect()).unwrap();
    assert!(sweep(&frame, &small, &Pose2::IDENTITY, &shift(1.0, 1.0)).is_free());
    assert_close(&sharp(&sweep(&frame, &small, &Pose2::IDENTITY, &shift(20.0, 0.0))), &[[0.15, 0.3]]);
    assert_close(&sharp(&sweep(&frame, &through, &Pose2::IDENTITY, &shift(20.0, 0.0))), &[[0.15, 0.3], [0.55, 0.7]]);
    // Round and round in the hole, by any turn.
    let spin = Motion::rotation(20.0 * PI, p(5.0, 5.0)).unwrap();
    assert!(sweep(&frame, &small, &Pose2::IDENTITY, &spin).is_free());
    let spins_inside = sweep(&big, &small, &Pose2::IDENTITY, &spin);
    assert_eq!(sharp(&spins_inside), [[0.0, 1.0]]);
}

#[test]
fn rotations_have_closed_forms() {
    let block = rect([-0.5, 2.0], [0.5, 3.0]);
    let hand = ring(&[[1.0, 0.0], [4.0, 0.0]]);
    let (from, to) = (2f64.atan2(0.5), 2f64.atan2(-0.5));
    let about = |angle: f64| Motion::rotation(angle, DVec2::ZERO).unwrap();
    let found = sweep(&block, &hand, &Pose2::IDENTITY, &about(PI));
    assert_close(&sharp(&found), &[[from / PI, to / PI]]);
    let impact = found.impact.unwrap();
    assert!((impact.point - p(0.5, 2.0)).length() < 1e-13 && impact.normal.length() > 0.999, "{impact:?}");
    assert_eq!(impact.features[0], Feature::Vertex(VertexId(1)));
    let other_way = sweep(&block, &hand, &Pose2::IDENTITY, &about(-TAU));
    assert_close(&sharp(&other_way), &[[(TAU - to) / TAU, (TAU - from) / TAU]]);
    // Three and a half turns.
    let whole = 7.0 * PI;
    let often = sweep(&block, &hand, &Pose2::IDENTITY, &about(whole));
    let expected: Vec<[f64; 2]> =
        (0..4).map(|k| f64::from(k) * TAU).map(|past| [(past + from) / whole, (past + to) / whole]).collect();
    assert_close(&sharp(&often), &expected);
    // From contact to contact, over two turns.
    let twice = sweep(&block, &ring(&[[0.0, 1.0], [0.0, 4.0]]), &Pose2::IDENTITY, &about(2.0 * TAU + 1e-9));
    let open = to - PI / 2.0;
    let w = 2.0 * TAU + 1e-9;
    let expected = [[0.0, open / w], [(TAU - open) / w, (TAU + open) / w], [(2.0 * TAU - open) / w, 1.0]];
    assert_close(&sharp(&twice), &expected);
    // About a corner that stays in touch.
    let pivot = sweep(&rect([-1.0, -1.0], [0.0, 0.0]), &rect([0.0, 0.0], [1.0, 1.0]), &Pose2::IDENTITY, &about(0.5));
    assert_eq!(sharp(&pivot), [[0.0, 1.0]]);
}

#[test]
fn a_graze_of_a_circle_is_contact_and_is_labelled() {
    let hand = ring(&[[1.0, 0.0], [2.0, 0.0], [1.5, -0.1]]);
    let half = Motion::rotation(PI, DVec2::ZERO).unwrap();
    let wall = |y: f64| rect([-3.0, y], [3.0, y + 1.0]);
    let found = sweep(&wall(2.0), &hand, &Pose2::IDENTITY, &half);
    let [only] = found.intervals[..] else { panic!("{found:?}") };
    assert!(only.begin.lower <= 0.5 && 0.5 <= only.end.upper && only.end.upper - only.begin.lower < 1e-6, "{only:?}");
    assert!(sweep(&wall(2.0 + 1e-12), &hand, &Pose2::IDENTITY, &half).is_free());
    let deep = sweep(&wall(2.0 - 1e-6), &hand, &Pose2::IDENTITY, &half);
    let open = (1.0 - 0.5e-6f64).acos() / PI;
    let [only] = deep.intervals[..] else { panic!("{deep:?}") };
    assert_eq!(only.certainty, Certainty::Exact);
    assert!((only.begin.lower - (0.5 - open)).abs() < 1e-9 && (only.end.upper - (0.5 + open)).abs() < 1e-9);
    // A corner that passes a corner at the same distance, exactly.
    let pillar = ring(&[[0.0, 2.0], [0.5, 3.0], [-0.5, 3.0]]);
    let found = sweep(&pillar, &hand, &Pose2::IDENTITY, &half);
    assert_eq!(found.intervals.len(), 1, "{found:?}");
    assert!(found.intervals[0].begin.lower <= 0.5 && found.intervals[0].end.upper >= 0.5);
}

/// Compares a sweep with the exact answer at many times; how many of these are contact and how many are free.
fn compare(a: &Polygon, b: &Polygon, start: &Pose2, motion: &Motion, samples: u32) -> [u32; 2] {
    let found = sweep(a, b, start, motion);
    let ordered = found.intervals.windows(2).all(|w| w[0].end.upper < w[1].begin.lower);
    assert!(ordered, "{found:?}");
    let mut counts = [0, 0];
    for k in 0..=samples {
        let t = f64::from(k) / f64::from(samples);
        let pose = motion.a_from_b_at(t, start).unwrap();
        let meets = impinge_planar::intersects(a, b, &pose);
        let near = found.intervals.iter().any(|i| i.begin.lower - SLACK <= t && t <= i.end.upper + SLACK);
        let well_inside = found
            .intervals
            .iter()
            .any(|i| i.certainty == Certainty::Exact && i.begin.upper + SLACK <= t && t <= i.end.lower - SLACK);
        assert!(!meets || near, "contact at {t} was missed: {start:?} {motion:?} {found:?} {a:?} {b:?}");
        assert!(meets || !well_inside, "no contact at {t}: {start:?} {motion:?} {found:?} {a:?} {b:?}");
        counts[usize::from(!meets)] += 1;
    }
    if let Some(impact) = found.impact {
        let pose = motion.a_from_b_at(impact.time.upper, start).unwrap();
        assert!(impinge_planar::distance(a, b, &pose).value < 1e-9, "{impact:?}");
        let point = Polygon::try_new(vec![vec![impact.point]]).unwrap();
        assert!(impinge_planar::distance(a, &point, &Pose2::IDENTITY).value < 1e-9, "{impact:?}");
        assert!((impact.normal.length() - 1.0).abs() < 1e-12);
    }
    counts
}

/// Some polygon: a star, a frame with a hole, or several parts.
fn some_polygon(random: &mut Random, n: usize) -> Polygon {
    let star = random.star(n);
    let rings = match n % 3 {
        0 => vec![star],
        1 => vec![star.iter().map(|p| *p * 2.0).collect(), star.iter().map(|p| *p * 1.3).collect()],
        _ => vec![
            star.iter().map(|q| *q * 0.4 + p(0.8, 0.0)).collect(),
            star.iter().map(|q| *q * 0.3 - p(0.9, 0.4)).collect(),
        ],
    };
    Polygon::try_new(rings).unwrap()
}

#[test]
fn samples_of_translations_agree() {
    let mut random = Random(11);
    let (mut counts, mut several, mut free) = ([0; 2], 0, 0);
    for round in 0..220 {
        let [a, b] = [0, 1].map(|k| some_polygon(&mut random, 5 + (round + k) % 23));
        let mut number = || 2.0 * random.share() - 1.0;
        let start = Pose2::from_angle(3.0 * number(), p(4.0 * number(), 4.0 * number())).unwrap();
        let motion = shift(8.0 * number(), 8.0 * number());
        let found = compare(&a, &b, &start, &motion, 120);
        counts = [counts[0] + found[0], counts[1] + found[1]];
        let intervals = sweep(&a, &b, &start, &motion).intervals.len();
        several += usize::from(intervals > 1);
        free += usize::from(intervals == 0);
    }
    assert!(counts[0] > 4_000 && counts[1] > 4_000, "{counts:?}");
    assert!(several > 15 && free > 15, "{several} {free}");
}

#[test]
fn samples_of_rotations_agree() {
    let mut random = Random(12);
    let (mut counts, mut several, mut free, mut unsure) = ([0; 2], 0, 0, 0);
    for round in 0..220 {
        let [a, b] = [0, 1].map(|k| some_polygon(&mut random, 5 + (round + k) % 23));
        let mut number = || 2.0 * random.share() - 1.0;
        let start = Pose2::from_angle(3.0 * number(), p(4.0 * number(), 4.0 * number())).unwrap();
        let motion = Motion::rotation(9.0 * number(), p(3.0 * number(), 3.0 * number())).unwrap();
        let found = compare(&a, &b, &start, &motion, 150);
        counts = [counts[0] + found[0], counts[1] + found[1]];
        let intervals = sweep(&a, &b, &start, &motion).intervals;
        several += usize::from(intervals.len() > 1);
        free += usize::from(intervals.is_empty());
        unsure += intervals.iter().filter(|i| i.certainty == Certainty::Rounded).count();
    }
    assert!(counts[0] > 4_000 && counts[1] > 4_000, "{counts:?}");
    assert!(several > 15 && free > 15 && unsure == 0, "{several} {free} {unsure}");
}

/// On a lattice everything touches everything: corners meet corners, edges slide along edges.
#[test]
fn lattices_of_touches_agree() {
    let mut random = Random(13);
    let (mut grazes, mut contacts) = (0, 0);
    for _ in 0..400 {
        let mut whole = |n: f64| (n * (2.0 * random.share() - 1.0)).round();
        let mut l_shape = || {
            let (x, y) = (whole(3.0), whole(3.0));
            ring(&[[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]].map(|[u, v]| [u + x, v + y]))
        };
        let [a, b] = [l_shape(), l_shape()];
        let (start, by) = (p(whole(6.0), whole(6.0)), p(whole(12.0), whole(12.0)));
        let start = Pose2::from_translation(start).unwrap();
        // Times of events are multiples of one over a small number, at which poses are exact where that is a power of two.
        let by = if by == DVec2::ZERO { p(8.0, 0.0) } else { by };
        let (motion, found) =
            (Motion::translation(by).unwrap(), sweep(&a, &b, &start, &Motion::translation(by).unwrap()));
        for k in 0..=64 {
            let t = f64::from(k) / 64.0;
            let meets = impinge_planar::intersects(&a, &b, &motion.a_from_b_at(t, &start).unwrap());
            let is_reported = found.intervals.iter().any(|i| i.begin.lower <= t && t <= i.end.upper);
            let surely = found.intervals.iter().any(|i| i.begin.upper <= t && t <= i.end.lower);
            assert!(surely <= meets && meets <= is_reported, "{t} {found:?} {a:?} {b:?} {start:?} {by:?}");
            contacts += u32::from(meets);
        }
        assert!(found.intervals.iter().all(|i| i.certainty == Certainty::Exact));
        grazes += found.intervals.iter().filter(|i| i.end.upper - i.begin.lower < 1e-15).count();
    }
    assert!(grazes > 5 && contacts > 2_000, "{grazes} {contacts}");
}

/// Turns about lattice points by quarters and halves: corners pass corners at exactly the same distance from the centre.
#[test]
fn lattices_of_turns_agree() {
    let mut random = Random(16);
    let (mut counts, mut rounded, mut exact, mut pivots) = ([0; 2], 0, 0, 0);
    for _ in 0..2_000 {
        let mut whole = |n: f64| (n * (2.0 * random.share() - 1.0)).round();
        let l_shape = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
        let [a, b] = [(); 2].map(|()| {
            let (x, y) = (whole(3.0), whole(3.0));
            ring(&l_shape.map(|[u, v]| [u + x, v + y]))
        });
        let start = Pose2::from_degrees(90.0 * whole(2.0), p(whole(4.0), whole(4.0))).unwrap();
        let angle = 0.5 * PI * (whole(4.0) + 0.5).round();
        let centre = p(whole(4.0), whole(4.0));
        let motion = Motion::rotation(angle, centre).unwrap();
        let point = Polygon::try_new(vec![vec![centre]]).unwrap();
        let placed = Polygon::try_new(vec![b.vertices().iter().map(|v| start.transform_point(*v)).collect()]).unwrap();
        let bodies = [&a, &placed];
        let has_corner = bodies.iter().any(|body| body.vertices().contains(&centre));
        if angle != 0.0
            && has_corner
            && bodies.iter().all(|body| impinge_planar::intersects(body, &point, &Pose2::IDENTITY))
        {
            // A corner at the centre rests there: always contact, of which rounded poses know nothing.
            let found = sweep(&a, &b, &start, &motion);
            let [only] = found.intervals[..] else { panic!("{found:?}") };
            assert_eq!((only.begin.lower, only.begin.upper, only.end.lower, only.end.upper), (0.0, 0.0, 1.0, 1.0));
            pivots += 1;
            continue;
        }
        let found = compare(&a, &b, &start, &motion, 128);
        counts = [counts[0] + found[0], counts[1] + found[1]];
        let intervals = sweep(&a, &b, &start, &motion).intervals;
        rounded += intervals.iter().filter(|i| i.certainty == Certainty::Rounded).count();
        exact += intervals.iter().filter(|i| i.certainty == Certainty::Exact).count();
        // What is doubtful is not long in doubt.
        for i in &intervals {
            let doubt = (i.begin.upper - i.begin.lower).max(i.end.upper - i.end.lower);
            assert!(doubt < 1e-6, "{i:?}");
        }
    }
    assert!(counts[0] > 4_000 && counts[1] > 4_000 && rounded > 5 && exact > 80, "{counts:?} {rounded} {exact}");
    assert!(pivots > 3, "{pivots}");
}

#[test]
fn the_way_back_mirrors_the_intervals() {
    let mut random = Random(14);
    let mut compared = 0;
    for round in 0..120 {
        let [a, b] = [0, 1].map(|k| some_polygon(&mut random, 6 + (round + k) % 17));
        let mut number = || 2.0 * random.share() - 1.0;
        let start = Pose2::from_translation(p(3.0 * number(), 3.0 * number())).unwrap();
        let motion = if round % 2 == 0 {
            shift(6.0 * number(), 6.0 * number())
        } else {
            Motion::rotation(5.0 * number(), p(2.0 * number(), number())).unwrap()
        };
        let there = sweep(&a, &b, &start, &motion);
        let back = sweep(&a, &b, &motion.a_from_b_at(1.0, &start).unwrap(), &motion.reversed());
        assert_eq!(there.intervals.len(), back.intervals.len());
        for (p, q) in there.intervals.iter().zip(back.intervals.iter().rev()) {
            assert!((p.begin.lower - (1.0 - q.end.lower)).abs() < 1e-9, "{p:?} {q:?}");
            assert!((p.end.lower - (1.0 - q.begin.lower)).abs() < 1e-9, "{p:?} {q:?}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn large_polygons_are_culled() {
    let mut random = Random(15);
    let [a, b] = [0, 1].map(|_| Polygon::try_new(vec![random.star(1_500)]).unwrap());
    let start = Pose2::from_translation(p(5.0, 0.3)).unwrap();
    for motion in [shift(-10.0, 0.0), Motion::rotation(-3.0, p(2.5, 4.0)).unwrap()] {
        let found = sweep(&a, &b, &start, &motion);
        assert!(!found.is_free());
        assert!(found.cost.triangle_tests < 1_500 * 1_500 / 4, "{:?}", found.cost);
        compare(&a, &b, &start, &motion, 40);
    }
}

/// Rings of spikes that end deep in one another, where thousands of edges cross at once: what is looked at grows as they do.
#[test]
fn contact_to_the_end_costs_no_square() {
    let cost = |n: usize| {
        let mut random = Random(17);
        let mut spikes = |at: DVec2| {
            let corner = |k: usize| at + DVec2::from_angle(TAU * k as f64 / n as f64) * (0.95 + 0.1 * random.share());
            Polygon::try_new(vec![(0..n).map(corner).collect()]).unwrap()
        };
        let [a, b] = [spikes(DVec2::ZERO), spikes(p(3.0, 0.2))];
        let found = sweep(&a, &b, &Pose2::IDENTITY, &shift(-2.0, 0.0));
        let last = found.intervals.last().unwrap();
        assert!(last.begin.upper < 0.6 && last.end.lower == 1.0 && found.impact.is_some(), "{found:?}");
        found.cost.box_tests + found.cost.triangle_tests
    };
    let [few, many] = [cost(4_000), cost(40_000)];
    assert!(many < 20 * few && many < 40_000, "{few} {many}");
}

/// A body that turns on itself, and islands that pass through gaps of a comb.
#[test]
fn coincident_and_interleaved_bodies_agree() {
    let disc: Vec<[f64; 2]> = (0..24).map(|k| DVec2::from_angle(TAU * f64::from(k) / 24.0).to_array()).collect();
    for body in [ring(&disc), rect([-1.0, -1.0], [1.0, 1.0])] {
        for angle in [0.25 * PI, PI, 7.0] {
            let found = sweep(&body, &body, &Pose2::IDENTITY, &Motion::rotation(angle, DVec2::ZERO).unwrap());
            let [only] = found.intervals[..] else { panic!("{found:?}") };
            assert_eq!((only.begin.lower, only.end.upper), (0.0, 1.0));
        }
    }
    // Twenty bars, a unit apart, and two islands that fit between them: in each gap all four rings are looked at.
    let bar = |x: f64| corners([x, 0.0], [x + 1.0, 10.0]).map(|[x, y]| p(x, y)).to_vec();
    let bars = Polygon::try_new((0..20).map(|k| bar(2.0 * f64::from(k))).collect()).unwrap();
    let island = |y: f64| corners([-1.0, y], [-0.5, y + 1.0]).map(|[x, y]| p(x, y)).to_vec();
    let islands = Polygon::try_new(vec![island(2.0), island(5.0)]).unwrap();
    let found = sweep(&bars, &islands, &Pose2::IDENTITY, &shift(64.0, 0.0));
    let expected: Vec<[f64; 2]> =
        (0..20).map(|k| 2.0 * f64::from(k)).map(|x| [(x + 0.5) / 64.0, (x + 2.0) / 64.0]).collect();
    assert_eq!(sharp(&found), expected);
    assert!(compare(&bars, &islands, &Pose2::IDENTITY, &shift(64.0, 0.0), 999).iter().all(|count| *count > 100));
}

#[test]
fn extremes_have_answers() {
    let [nan, inf] = [f64::NAN, f64::INFINITY];
    assert_eq!(Motion::translation(p(nan, 0.0)), Err(MotionError::NotFinite));
    assert_eq!(Motion::rotation(inf, DVec2::ZERO), Err(MotionError::NotFinite));
    assert_eq!(Motion::rotation(1.0, p(0.0, inf)), Err(MotionError::NotFinite));
    assert!(matches!(Motion::translation(p(1e160, 0.0)), Err(MotionError::OutOfRange(_))));
    assert!(matches!(Motion::rotation(1e6, DVec2::ZERO), Err(MotionError::TooManyTurns(_))));
    let (a, b) = (rect([0.0, 0.0], [1.0, 1.0]), rect([2.0, 0.0], [3.0, 1.0]));
    for rest in [shift(0.0, 0.0), Motion::rotation(0.0, p(1.0, 1.0)).unwrap()] {
        assert!(sweep(&a, &b, &Pose2::IDENTITY, &rest).is_free());
        assert_eq!(sharp(&sweep(&a, &a, &Pose2::IDENTITY, &rest)), [[0.0, 1.0]]);
    }
    // A billion units: the time is as sharp as a double is.
    let far = sweep(&a, &b, &Pose2::from_translation(p(1e9, 0.0)).unwrap(), &shift(-2e9, 0.0));
    assert_close(&sharp(&far), &[[(1e9 + 1.0) / 2e9, (1e9 + 3.0) / 2e9]]);
    for size in [1e149, 1e-140] {
        let [a, b] =
            [&a, &b].map(|q| Polygon::try_new(vec![q.vertices().iter().map(|p| *p * size).collect()]).unwrap());
        let by = Motion::translation(p(-4.0 * size, 0.0)).unwrap();
        assert_close(&sharp(&sweep(&a, &b, &Pose2::IDENTITY, &by)), &[[0.25, 0.75]]);
        let about = Motion::rotation(-PI, p(1.5 * size, 1.5 * size)).unwrap();
        assert_eq!(sweep(&a, &b, &Pose2::IDENTITY, &about).intervals.len(), 1);
    }
    // Moves so small that nothing changes, and turns about a centre far away.
    assert!(sweep(&a, &b, &Pose2::IDENTITY, &shift(-5e-324, 0.0)).is_free());
    let distant = Motion::rotation(1.5e-9, p(1.5, -1e9)).unwrap();
    assert!(sweep(&a, &b, &Pose2::IDENTITY, &distant).impact.is_some());
}
