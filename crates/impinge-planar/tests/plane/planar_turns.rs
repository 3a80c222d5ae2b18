//! Turns of points, segments and polygons without area, of all sizes and about centres far away, against closed forms.

use crate::planar_oracle::random::Random;
use impinge::bounded::Certainty;
use impinge::math::DVec2;
use impinge_planar::{Motion, Polygon, Pose2, Sweep, sweep};
use std::f64::consts::{PI, TAU};

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn rings(rings: &[&[DVec2]]) -> Polygon {
    Polygon::try_new(rings.iter().map(|ring| ring.to_vec()).collect()).unwrap()
}

fn turn(a: &Polygon, b: &Polygon, angle: f64, centre: DVec2) -> Sweep {
    sweep(a, b, &Pose2::IDENTITY, &Motion::rotation(angle, centre).unwrap())
}

/// Holds that contact is at these instants alone, for certain.
fn assert_instants(found: &Sweep, instants: &[f64]) {
    assert_eq!(found.intervals.len(), instants.len(), "{found:?}");
    for (interval, instant) in found.intervals.iter().zip(instants) {
        assert_eq!(interval.certainty, Certainty::Exact, "{found:?}");
        let (begin, end) = (interval.begin.lower, interval.end.upper);
        assert!(begin <= *instant && *instant <= end && end - begin < 1e-14, "{found:?} {instants:?}");
    }
}

#[test]
fn points_meet_points_at_instants() {
    // Past each other, once.
    let [east, south] = [p(1.0, 0.0), p(0.0, -1.0)].map(|q| rings(&[&[q, q]]));
    let found = turn(&east, &south, 180_f64.to_radians(), DVec2::ZERO);
    assert_instants(&found, &[0.5]);
    assert!((found.impact.unwrap().point - p(1.0, 0.0)).length() < 1e-15);
    assert!(turn(&east, &south, -1.0, DVec2::ZERO).is_free());
    // One on the other, which part.
    let point = rings(&[&[p(3.0, 4.0)]]);
    assert_instants(&turn(&point, &point, 1.0, DVec2::ZERO), &[0.0]);
    assert!(turn(&point, &point, 1.0, DVec2::ZERO).starts_in_contact());
    // Triangles without area, over a turn and more: they meet where they began.
    let corner = [p(1.0, 1.0); 3];
    let angle = 458.3662361046586_f64.to_radians();
    let found = turn(&rings(&[&corner]), &rings(&[&corner, &corner]), angle, p(1.0, 8.0));
    assert_instants(&found, &[0.0, TAU / angle]);
    assert_instants(&turn(&point, &point, 3.5 * TAU, DVec2::ZERO), &[0.0, 2.0 / 7.0, 4.0 / 7.0, 6.0 / 7.0]);
    // At the centre nothing moves.
    let still = turn(&point, &point, 20.0, p(3.0, 4.0));
    assert_eq!((still.intervals[0].begin.upper, still.intervals[0].end.lower), (0.0, 1.0));
    assert_eq!(still.intervals[0].certainty, Certainty::Exact);
    // A last place off is apart.
    let off = rings(&[&[p(1.0_f64.next_up(), 0.0)]]);
    assert!(turn(&off, &south, 180_f64.to_radians(), DVec2::ZERO).is_free());
}

/// Angles, counter-clockwise and from 0 to a full turn, at which a point that turns about the origin lies on a segment: where its circle meets the line.
/// `None` if one is too close to an end of the segment, or to a graze, for doubles.
fn angles_on_segment(v: DVec2, [a, b]: [DVec2; 2]) -> Option<Vec<f64>> {
    let w = b - a;
    let (square, half, rest) = (w.length_squared(), a.dot(w), a.length_squared() - v.length_squared());
    let under = half * half - square * rest;
    if under.abs() < 1e-9 * square * v.length_squared() {
        return None;
    }
    let mut found = Vec::new();
    for sign in [-1.0, 1.0].into_iter().filter(|_| under > 0.0) {
        let share = (sign * under.sqrt() - half) / square;
        if share.abs().min((share - 1.0).abs()) < 1e-7 {
            return None;
        }
        if (0.0..=1.0).contains(&share) {
            found.push(((a + w * share).to_angle() - v.to_angle()).rem_euclid(TAU));
        }
    }
    Some(found)
}

/// A point past segments and points, of all sizes, over several turns: contact is at the instants of the closed form, and nowhere else.
#[test]
fn points_meet_segments_when_circles_do() {
    let mut random = Random(77);
    let (mut met, mut free, mut skipped) = (0, 0, 0);
    for round in 0..1_500 {
        let size = 10_f64.powf(-12.0 + 32.0 * random.share());
        let mut point = || p(2.0 * random.share() - 1.0, 2.0 * random.share() - 1.0);
        let (v, ends, other) = (point(), [point(), point()], [point(), point()]);
        let angle = 19.0 * point().x;
        let sense = angle.signum();
        let mut times = Vec::new();
        let mut is_clear = v.length() > 1e-3;
        for segment in [ends, other] {
            match angles_on_segment(v, segment) {
                Some(angles) => {
                    for found in angles {
                        let first = if sense > 0.0 { found } else { TAU - found };
                        let all = (0..4).map(|k| first + TAU * f64::from(k)).filter(|at| *at <= angle.abs());
                        times.extend(all.map(|at| at / angle.abs()));
                        is_clear &= ((angle.abs() - first).rem_euclid(TAU)).min(first) > 1e-6;
                    }
                }
                None => is_clear = false,
            }
        }
        times.sort_by(f64::total_cmp);
        if !is_clear || times.windows(2).any(|pair| pair[1] - pair[0] < 1e-6) {
            skipped += 1;
            continue;
        }
        // The moving body is the point, or the segments are, the other way.
        let segments = rings(&[&ends.map(|q| q * size), &other.map(|q| q * size)]);
        let body = rings(&[&vec![v * size; 1 + round % 3]]);
        let found = match round % 2 {
            0 => turn(&segments, &body, angle, DVec2::ZERO),
            _ => turn(&body, &segments, -angle, DVec2::ZERO),
        };
        let case = format!("{round} {size:e} {v} {ends:?} {other:?} {angle} {times:?} {found:?}");
        assert_eq!(found.intervals.len(), times.len(), "{case}");
        for (interval, time) in found.intervals.iter().zip(&times) {
            assert!((interval.begin.lower - time).abs() < 1e-9 && (interval.end.upper - time).abs() < 1e-9, "{case}");
            assert_eq!(interval.certainty, Certainty::Exact, "{case}");
        }
        met += usize::from(!times.is_empty());
        free += usize::from(times.is_empty());
    }
    assert!(met > 400 && free > 200 && skipped < 200, "{met} {free} {skipped}");
}

/// A tooth that turns about a centre far below moves along a line, up to places that doubles do not have; half a turn takes it away.
#[test]
fn centres_far_away_are_as_good_as_translations() {
    let wall = rings(&[&[p(0.0, -1.0), p(1.0, -1.0), p(1.0, 1.0), p(0.0, 1.0)]]);
    let (mut met, mut free) = (0, 0);
    let mut random = Random(5);
    for round in 0..400 {
        let far = 10_f64.powf(6.0 + 14.0 * random.share());
        let gap = 0.5 + random.share();
        let tip = 1.5 * (2.0 * random.share() - 1.0);
        let tooth = rings(&[&[p(1.0 + gap, tip), p(3.0 + gap, tip - 0.25), p(3.0 + gap, tip + 0.25)]]);
        let way = 8.0 + random.share();
        // About a centre far below the middle, counter-clockwise is to the left.
        let centre = p(0.0, -far);
        let angle = way / far;
        let bend = 64.0 / far;
        let towards = turn(&wall, &tooth, angle, centre);
        let away = turn(&wall, &tooth, -angle, centre);
        assert!(away.is_free(), "{far:e} {gap} {tip} {away:?}");
        // The tip passes, the tooth may still brush the wall with its back; 1.25 is more than both.
        if tip.abs() < 1.0 - bend {
            let [only] = towards.intervals[..] else { panic!("{far:e} {gap} {tip} {towards:?}") };
            let [begin, end] = [gap / way, (gap + 3.0) / way];
            assert!((only.begin.lower - begin).abs() < bend + 1e-9, "{far:e} {begin} {towards:?}");
            assert!((only.end.upper - end).abs() < bend + 1e-9, "{far:e} {end} {towards:?}");
            // Half a turn takes the tooth through the wall and far away.
            let half = turn(&wall, &tooth, PI, centre);
            let [only] = half.intervals[..] else { panic!("{far:e} {half:?}") };
            assert!(only.end.upper < 10.0 * (gap + 3.0) / far, "{far:e} {half:?}");
            met += 1;
        } else if tip.abs() > 1.25 + bend {
            assert!(towards.is_free(), "{round} {far:e} {tip} {towards:?}");
            free += 1;
        }
    }
    assert!(met > 150 && free > 30, "{met} {free}");
}

/// Segments and flat triangles: sampled, no contact is missed, and none is reported where samples are apart throughout.
#[test]
fn flat_bodies_agree_with_samples() {
    let mut random = Random(31);
    let (mut contacts, mut gaps) = (0, 0);
    for _ in 0..300 {
        let mut whole = |n: f64| (n * (2.0 * random.share() - 1.0)).round();
        let mut flat = || {
            let (at, along) = (p(whole(4.0), whole(4.0)), p(whole(2.0), whole(2.0)));
            rings(&[&[at, at + along, at - along, at]])
        };
        let (a, b) = (flat(), flat());
        let centre = p(whole(5.0), whole(5.0)) + p(0.25, 0.125);
        let angle = 7.0 * (whole(4.0) + 0.5) / 4.0;
        let motion = Motion::rotation(angle, centre).unwrap();
        let found = sweep(&a, &b, &Pose2::IDENTITY, &motion);
        let covered: f64 = found.intervals.iter().map(|i| i.end.upper - i.begin.lower).sum();
        let samples = 400;
        let mut met = 0;
        for k in 0..=samples {
            let time = f64::from(k) / f64::from(samples);
            let apart = impinge_planar::distance(&a, &b, &motion.a_from_b_at(time, &Pose2::IDENTITY).unwrap()).value;
            let holds = found.intervals.iter().any(|i| i.begin.lower <= time && time <= i.end.upper);
            assert!(holds || apart > 0.0, "{time} {a:?} {b:?} {angle} {centre} {found:?}");
            let is_inside = found.intervals.iter().any(|i| i.begin.upper + 1e-9 < time && time < i.end.lower - 1e-9);
            assert!(!is_inside || apart < 1e-9, "{time} {apart} {a:?} {b:?} {angle} {centre} {found:?}");
            met += u32::from(apart < 1e-12);
        }
        // As much as samples say, but for what lies between two of them at each end.
        let most = (f64::from(met) + 2.0 * found.intervals.len() as f64) / f64::from(samples);
        assert!(covered <= most + 1e-6, "{covered} {most} {a:?} {b:?} {angle} {centre} {found:?}");
        contacts += usize::from(!found.is_free());
        gaps += usize::from(found.is_free());
    }
    assert!(contacts > 80 && gaps > 40, "{contacts} {gaps}");
}
