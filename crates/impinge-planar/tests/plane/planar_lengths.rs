//! Lengths and witnesses of polygons: gaps that are doubles are exact, and points lie on both bodies, whatever their sizes.

use crate::planar_oracle::random::Random;
use impinge::math::DVec2;
use impinge::pair::{Contacts, Relation};
use impinge_planar::{Method, Polygon, Pose2, Request};

fn polygon(ring: &[DVec2]) -> Polygon {
    Polygon::try_new(vec![ring.to_vec()]).unwrap()
}

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// The gap is exact, from either side, at a shift, under quarter turns; and a clearance of it, and of no less, is kept.
fn assert_gap(a: &[DVec2], b: &[DVec2], gap: f64) {
    let shift = p(1_000.0, -77.0);
    for quarters in 0..4 {
        let turned =
            |ring: &[DVec2]| -> Vec<DVec2> { ring.iter().map(|x| (0..quarters).fold(*x, |x, _| x.perp())).collect() };
        let (a, b) = (polygon(&turned(a)), turned(b));
        let moved: Vec<DVec2> = b.iter().map(|x| *x - shift).collect();
        let there = Pose2::from_translation(shift).unwrap();
        for (b, pose) in [(polygon(&b), Pose2::IDENTITY), (polygon(&moved), there)] {
            for method in [Method::Auto, Method::Brute] {
                let request = Request { method, distance_up_to: Some(gap), ..Request::default() };
                let found = impinge_planar::relate(&a, &b, &pose, &request).distance.unwrap();
                assert_eq!(found.value, gap, "{a:?} {b:?}");
                assert_eq!((found.points[0] - found.points[1]).length(), gap, "{found:?}");
            }
            assert_eq!(impinge_planar::distance(&b, &a, &pose.inverse()).value, gap);
            assert!(
                impinge_planar::within(&a, &b, &pose, gap) && !impinge_planar::within(&a, &b, &pose, gap.next_down())
            );
        }
    }
}

#[test]
fn gaps_along_the_axes_are_exact() {
    // An edge at 15 and a vertex at 22 once were 6.999999999999999 apart.
    assert_gap(&[p(15.0, 1.0), p(15.0, 9.0), p(3.0, 4.0)], &[p(22.0, 6.0), p(31.0, 2.0), p(30.0, 11.0)], 7.0);
    let mut random = Random(31);
    let mut whole = |from: u64, n: u64| (from + random.below(n)) as f64;
    for _ in 0..3_000 {
        let (gap, x, tip) = (whole(1, 2_000), whole(0, 500), whole(0, 100));
        let (low, high) = (-whole(1, 300), 100.0 + whole(0, 300));
        let a = [p(x, low), p(x, high), p(x - whole(1, 400), whole(0, 400))];
        let right = x + gap + whole(1, 90);
        let b = [p(x + gap, tip), p(right, tip - whole(1, 80)), p(right, tip + whole(1, 80))];
        assert_gap(&a, &b, gap);
    }
}

/// A gap midway between two doubles, from a vertex, and from an edge that comes nearer by less than any double tells.
#[test]
fn gaps_midway_between_doubles_are_rounded_alike() {
    let a = [p(2.0, 6.0), p(3.0, 4.0), p(3.0, 3.0)];
    let end = p(-1.0_f64.next_up(), 6.0);
    for other in [p(-1.0, 2.0_f64.next_up()), p(-1.0_f64.next_up(), 2.0), p(-3.0, 2.0)] {
        let (a, b) = (polygon(&a), polygon(&[end, other, p(-7.0, 4.0)]));
        for method in [Method::Auto, Method::Tree, Method::Covering, Method::Brute] {
            let request = Request { method, distance_up_to: Some(f64::INFINITY), ..Request::default() };
            for found in [(&a, &b), (&b, &a)].map(|(a, b)| impinge_planar::relate(a, b, &Pose2::IDENTITY, &request)) {
                assert_eq!(found.distance.unwrap().value, 3.0, "{other}, {method:?}");
            }
        }
        assert!(impinge_planar::within(&a, &b, &Pose2::IDENTITY, 3.0));
    }
}

#[test]
fn gaps_of_three_four_and_five_are_exact() {
    let mut random = Random(32);
    let mut whole = |from: u64, n: u64| (from + random.below(n)) as f64;
    for _ in 0..3_000 {
        // In a frame of (4, 3) and (-3, 4), whose vectors are 5 long; a vertex beyond an edge, and one beyond a vertex.
        let (u, v) = (p(4.0, 3.0), p(-3.0, 4.0));
        let (gap, from) = (whole(1, 999), p(whole(0, 700), whole(0, 700)));
        let a = [from - u * whole(1, 50), from + u * whole(1, 50), from - v * whole(1, 50)];
        let tip = from + v * gap;
        let b = [tip, tip + v * whole(1, 50) + u * whole(0, 9), tip + v * whole(1, 50) - u * whole(1, 9)];
        assert_gap(&a, &b, 5.0 * gap);
        let a = [from, from - v * whole(1, 50) + u * whole(0, 9), from - v * whole(1, 50) - u * whole(1, 9)];
        assert_gap(&a, &b, 5.0 * gap);
    }
}

/// Asserts that a point lies on a body, to within some units in the last place of the largest of its coordinates.
fn assert_on(point: DVec2, body: &Polygon, what: &dyn std::fmt::Debug) {
    let largest = body.vertices().iter().fold(0.0, |m: f64, x| m.max(x.abs().max_element()));
    let off = impinge_planar::distance(&polygon(&[point]), body, &Pose2::IDENTITY).value;
    assert!(off <= 4.0 * f64::EPSILON * largest, "{point:?} is {off:e} from {body:?} of {what:?}");
}

/// Every point that is reported lies on both bodies; what they are to each other.
fn check_witnesses(a: &Polygon, b: &Polygon) -> Relation {
    let request = Request { contacts: Contacts::List, distance_up_to: Some(f64::INFINITY), ..Request::default() };
    let report = impinge_planar::relate(a, b, &Pose2::IDENTITY, &request);
    let found = report.distance.unwrap();
    assert_on(found.points[0], a, &found);
    assert_on(found.points[1], b, &found);
    assert_eq!(found.value == 0.0, report.relation != Relation::Disjoint);
    if found.value == 0.0 {
        assert_eq!(found.points[0], found.points[1]);
    }
    for contact in &report.contacts {
        for point in contact.intersection.points() {
            assert_on(*point, a, contact);
            assert_on(*point, b, contact);
        }
    }
    assert_eq!(impinge_planar::distance(b, a, &Pose2::IDENTITY).value, found.value);
    report.relation
}

#[test]
fn witnesses_lie_on_bodies_of_any_sizes() {
    let tiny = polygon(&[p(1e-16, 0.0), p(2e-16, 0.0), p(0.0, 2e-16)]);
    let found = impinge_planar::distance(&tiny, &polygon(&[p(0.0, 0.0), p(5.0, 5.0)]), &Pose2::IDENTITY);
    assert_eq!(found.value, 0.0);
    assert!((found.points[0] - p(0.75e-16, 0.75e-16)).length() < 0.36e-16, "{found:?}");

    let mut random = Random(33);
    let (mut counts, mut apart_in_size) = ([0; 6], 0);
    for round in 0..6_000 {
        let exponents = [0, 1].map(|_| random.below(33) as i32 - 16);
        apart_in_size += usize::from((exponents[0] - exponents[1]).abs() >= 16);
        let [s, t] = exponents.map(|e| 10f64.powi(e));
        let mut point = || p(random.share() - 0.5, random.share() - 0.5);
        let off = point() * if round % 3 == 0 { 2.0 } else { 0.2 };
        let a: Vec<DVec2> = (0..3).map(|_| (point() + off) * s).collect();
        // An edge of B passes by the origin, about as near as A is large.
        let (far, by) = (point() * t, point() * s.min(t));
        let b = [far, by - far, point() * t];
        let count = if round % 2 == 0 { 2 } else { 3 };
        counts[check_witnesses(&polygon(&a), &polygon(&b[..count])) as usize] += 1;
    }
    assert!(apart_in_size > 1_000, "{apart_in_size}");
    assert!(counts[Relation::Disjoint as usize] > 300 && counts[Relation::Crossing as usize] > 300, "{counts:?}");
}
