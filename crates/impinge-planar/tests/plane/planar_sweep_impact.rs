//! The first contact of a sweep: it lies on both bodies at that time, and the features that are named hold it.

use crate::planar_oracle::random::Random;
use impinge::feature::{Feature, VertexId};
use impinge::math::DVec2;
use impinge_planar::{Impact, Motion, Polygon, Pose2, Sweep, intersects, sweep};
use std::f64::consts::PI;

/// What places may be off by, of bodies and motions of some ten units (absolute): some roundings, and those of the sine.
const ROUNDING: f64 = 1e-13;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn ring(points: &[[f64; 2]]) -> Polygon {
    Polygon::try_new(vec![points.iter().map(|[x, y]| p(*x, *y)).collect()]).unwrap()
}

fn off_segment(q: DVec2, [a, b]: [DVec2; 2]) -> f64 {
    let (d, x) = (b - a, q - a);
    let share = (x.dot(d) / d.length_squared()).clamp(0.0, 1.0);
    if share.is_nan() { x.length() } else { (x - d * share).length() }
}

/// How far a point is from a feature of a body whose vertices were moved; an edge must be one of the body.
fn off_feature(q: DVec2, body: &Polygon, moved: &[DVec2], feature: Feature) -> f64 {
    match feature {
        Feature::Vertex(VertexId(v)) => (q - moved[v as usize]).length(),
        Feature::Edge(VertexId(v), VertexId(w)) => {
            let is_edge = body.edge_ids().any(|edge| {
                let [a, b] = [v, w].map(|v| body.vertices()[v as usize]);
                body.edge(edge) == [a, b] || body.edge(edge) == [b, a]
            });
            assert!(is_edge, "{feature:?}");
            off_segment(q, [v, w].map(|v| moved[v as usize]))
        }
        Feature::Face(_) => panic!("{feature:?}"),
    }
}

/// Asserts that an impact is where it says; `width` is how far the motion goes while the time is in doubt.
fn check(bodies: [&Polygon; 2], motion: &Motion, impact: &Impact, width: f64) {
    let pose = motion.a_from_b_at(0.5 * (impact.time.lower + impact.time.upper), &Pose2::IDENTITY).unwrap();
    for (k, body) in bodies.into_iter().enumerate() {
        let place = |q: &DVec2| if k == 0 { *q } else { pose.transform_point(*q) };
        let moved: Vec<DVec2> = body.vertices().iter().map(place).collect();
        let outline = body.edge_ids().map(|edge| off_segment(impact.point, body.edge(edge).map(|q| place(&q))));
        let off = [outline.fold(f64::INFINITY, f64::min), off_feature(impact.point, body, &moved, impact.features[k])];
        assert!(off.iter().all(|off| *off <= ROUNDING + width), "body {k} {off:?} {impact:?} {motion:?} {bodies:?}");
    }
    assert!((impact.normal.length() - 1.0).abs() < 1e-12);
}

/// Looks at a sweep of two bodies; whether there is an impact.
fn look(a: &Polygon, b: &Polygon, motion: &Motion, speed: f64) -> bool {
    let found: Sweep = sweep(a, b, &Pose2::IDENTITY, motion);
    assert_eq!(found.starts_in_contact(), intersects(a, b, &Pose2::IDENTITY), "{found:?} {motion:?} {a:?} {b:?}");
    assert_eq!(found.impact.is_some(), !found.is_free() && !found.starts_in_contact(), "{found:?}");
    let Some(impact) = found.impact else { return false };
    check([a, b], motion, &impact, speed * (impact.time.upper - impact.time.lower));
    true
}

#[test]
fn parallel_edges_meet_where_both_are() {
    let unit = ring(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let vertex = |v: u32| Feature::Vertex(VertexId(v));
    // Corner to corner, along a common line of edges.
    let higher = ring(&[[2.0, 1.0], [3.0, 1.0], [3.0, 2.0], [2.0, 2.0]]);
    let left = Motion::translation(p(-5.0, 0.0)).unwrap();
    let impact = sweep(&unit, &higher, &Pose2::IDENTITY, &left).impact.unwrap();
    assert_eq!((impact.point, impact.features, impact.normal), (p(1.0, 1.0), [vertex(2), vertex(0)], p(1.0, 0.0)));
    // A side within a longer one: a vertex of A.
    let low = ring(&[[0.0, 0.0], [1.1, 0.0], [1.1, 1.0], [0.0, 1.0]]);
    let tall = ring(&[[2.0, -1.0], [3.0, -1.0], [3.0, 2.0], [2.0, 2.0]]);
    let impact = sweep(&low, &tall, &Pose2::IDENTITY, &Motion::translation(p(-3.0, 0.0)).unwrap()).impact.unwrap();
    assert!(matches!(impact.features, [Feature::Vertex(VertexId(1 | 2)), Feature::Edge(VertexId(0), VertexId(3))]));
    assert!(impact.point == p(1.1, 0.0) || impact.point == p(1.1, 1.0), "{impact:?}");
    // Corner to corner at numbers that are no doubles.
    let small = ring(&[[0.0, 0.0], [0.1, 0.0], [0.1, 0.1], [0.0, 0.1]]);
    let wedge = ring(&[[1.0, 1.0], [2.0, 1.0], [1.0, 2.0]]);
    let impact = sweep(&small, &wedge, &Pose2::IDENTITY, &Motion::translation(p(-3.0, -3.0)).unwrap()).impact.unwrap();
    assert!((impact.point - p(0.1, 0.1)).length() < 1e-15, "{impact:?}");
    for (a, b) in [(&unit, &higher), (&low, &tall), (&small, &wedge)] {
        for by in [p(-5.0, 0.0), p(-3.0, 0.0), p(-3.0, -3.0)] {
            look(a, b, &Motion::translation(by).unwrap(), 6.0);
        }
    }
}

/// Some unit cells of a lattice, each a ring; `unit` of 1 has exact corners, 0.1 has not.
fn cells(random: &mut Random, corner: DVec2, unit: f64) -> Polygon {
    let places = (0..16).filter(|_| random.share() < 0.4).map(|k| corner + p(f64::from(k % 4), f64::from(k / 4)));
    let mut places: Vec<DVec2> = places.collect();
    if places.is_empty() {
        places.push(corner);
    }
    let cell = |q: &DVec2| [*q, *q + DVec2::X, *q + DVec2::ONE, *q + DVec2::Y].map(|q| q * unit).to_vec();
    Polygon::try_new(places.iter().map(cell).collect()).unwrap()
}

#[test]
fn impacts_on_lattices_lie_on_both_bodies() {
    let mut random = Random(41);
    let mut hits = [0; 4];
    for round in 0..6_000 {
        let unit = if round % 2 == 0 { 1.0 } else { 0.1 };
        let mut whole = |n: f64| (n * (2.0 * random.share() - 1.0)).round();
        let (start, by, centre, quarters) =
            (p(whole(9.0), whole(9.0)), p(whole(9.0), whole(9.0)), p(whole(6.0), whole(6.0)), whole(4.0));
        let [a, b] = [cells(&mut random, DVec2::ZERO, unit), cells(&mut random, start, unit)];
        let is_turn = round % 4 >= 2;
        let (motion, speed) = if is_turn {
            (Motion::rotation(0.5 * PI * quarters, centre * unit), 200.0 * unit)
        } else {
            (Motion::translation(by * unit), 20.0 * unit)
        };
        hits[round % 4] += u32::from(look(&a, &b, &motion.unwrap(), speed));
    }
    assert!(hits.iter().all(|hits| *hits > 100), "{hits:?}");
}

#[test]
fn impacts_of_decimal_rectangles_lie_on_both_bodies() {
    let mut random = Random(43);
    let mut hits = [0; 3];
    for round in 0..3_000 {
        let mut decimal = |low: f64, high: f64| ((low + (high - low) * random.share()) * 100.0).round() / 100.0;
        let mut rectangle = |x: [f64; 2]| {
            let (x, y, w, h) = (decimal(x[0], x[1]), decimal(-1.0, 1.0), decimal(0.5, 3.0), decimal(0.5, 2.0));
            ring(&[[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
        };
        let [a, b] = [rectangle([0.0, 0.0]), rectangle([3.5, 6.0])];
        let motion = match round % 3 {
            0 => Motion::translation(p(decimal(-8.0, -5.0), 0.0)),
            1 => Motion::translation(p(decimal(-8.0, -5.0), decimal(-0.5, 0.5))),
            _ => Motion::rotation(PI, p(3.2, decimal(0.0, 3.0))),
        };
        hits[round % 3] += u32::from(look(&a, &b, &motion.unwrap(), 30.0));
    }
    assert!(hits.iter().all(|hits| *hits > 300), "{hits:?}");
}
