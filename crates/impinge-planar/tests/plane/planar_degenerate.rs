//! Polygons that are points in places, at the ends of the range, or doubled: what rounding and counting make of them.

use impinge::math::DVec2;
use impinge::pair::Relation;
use impinge_planar::{Method, Motion, Polygon, Pose2, Request};

fn polygon(rings: &[&[[f64; 2]]]) -> Polygon {
    Polygon::try_new(rings.iter().map(|ring| ring.iter().map(|p| DVec2::from_array(*p)).collect()).collect()).unwrap()
}

fn square(low: f64, high: f64) -> [[f64; 2]; 4] {
    [[low, low], [high, low], [high, high], [low, high]]
}

/// The relation by every method and from both sides.
fn check(a: &Polygon, b: &Polygon, pose: &Pose2, expected: Relation) {
    for method in [Method::Auto, Method::Tree, Method::Covering, Method::Brute] {
        let request = Request { method, ..Request::default() };
        assert_eq!(impinge_planar::relate(a, b, pose, &request).relation, expected, "{method:?}");
        assert_eq!(
            impinge_planar::relate(b, a, &pose.inverse(), &request).relation,
            expected.flip(),
            "{method:?}, flipped"
        );
    }
    assert_eq!(impinge_planar::intersects(a, b, pose), expected != Relation::Disjoint);
}

#[test]
fn a_point_may_be_inside_on_an_edge() {
    let inside = |at: [f64; 2], rings: &[&[[f64; 2]]], expected: Relation| {
        check(&polygon(&[&[at]]), &polygon(rings), &Pose2::IDENTITY, expected);
    };
    let halves: [&[[f64; 2]]; 2] =
        [&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]], &[[2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0]]];
    inside([2.0, 1.0], &halves, Relation::AInsideB);
    inside([2.0, 0.0], &halves, Relation::Touching);
    let large = &square(0.0, 4.0);
    inside([2.0, 2.0], &[large, &[[1.0, 2.0], [3.0, 2.0]]], Relation::AInsideB);
    inside([1.0, 2.0], &[large, &[[1.0, 2.0], [3.0, 2.0]]], Relation::AInsideB);
    inside([2.0, 2.0], &[large, &[[2.0, 2.0]]], Relation::AInsideB);
    // Two holes that touch at the point, and four parts that meet in it.
    let holes: [&[[f64; 2]]; 3] = [large, &[[2.0, 2.0], [3.0, 2.0], [3.0, 3.0]], &[[2.0, 2.0], [1.0, 2.0], [1.0, 1.0]]];
    inside([2.0, 2.0], &holes, Relation::Touching);
    let quarters: [&[[f64; 2]]; 4] = [
        &square(0.0, 2.0),
        &square(2.0, 4.0),
        &[[0.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]],
        &[[2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0]],
    ];
    inside([2.0, 2.0], &quarters, Relation::AInsideB);
    inside([2.0, 2.0], &quarters[..3], Relation::Touching);
}

#[test]
fn a_ring_may_shrink_to_a_point_on_its_way() {
    let far = |x: f64| Pose2::from_translation(DVec2::splat(x)).unwrap();
    let huge = polygon(&[&square(-1e21, 1e21)]);
    check(&huge, &polygon(&[&square(0.0, 1.0)]), &far(1e20), Relation::BInsideA);
    check(&huge, &polygon(&[&square(0.0, 1.0)]), &far(2e21), Relation::Disjoint);
    check(&huge, &polygon(&[&square(0.0, 1.0)]), &far(1e21), Relation::Touching);
    // The hole vanishes.
    let at = 2f64.powi(53);
    let holed = polygon(&[&square(0.0, 8.0), &[[4.0, 4.0], [4.25, 4.0], [4.0, 4.25]]]);
    check(&polygon(&[&square(at, at + 8.0)]), &holed, &far(at), Relation::Coincident);
    // An edge vanishes, the first of its ring.
    let cut = polygon(&[&[[0.0, 0.0], [0.25, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]]]);
    check(&polygon(&[&square(at, at + 8.0)]), &cut, &far(at), Relation::Coincident);
    check(&polygon(&[&square(at - 8.0, at + 16.0)]), &cut, &far(at), Relation::BInsideA);
}

/// Posed coordinates below 2^-500 are rounded to zero, which the rough places must allow for.
#[test]
fn what_is_rounded_to_zero_is_not_decided_roughly() {
    let a = polygon(&[&[[-4e-150, -4e-150], [4e-150, -4e-150], [4e-150, 0.0], [-4e-150, 0.0]]]);
    let b = polygon(&[&[[0.0, 4e-151], [2e-150, 5e-150], [-2e-150, 5e-150]]]);
    let pose = Pose2::from_translation(DVec2::new(0.0, -6e-151)).unwrap();
    assert_eq!(pose.transform_point(b.vertices()[0]), DVec2::ZERO);
    check(&a, &b, &pose, Relation::Touching);
    // From above: without rounding they would be apart.
    let pose = Pose2::from_translation(DVec2::new(0.0, -1.5e-151)).unwrap();
    check(&a, &b, &pose, Relation::Touching);
    let away = Motion::translation(DVec2::new(0.0, 1.0)).unwrap();
    assert!(impinge_planar::sweep(&a, &b, &pose, &away).starts_in_contact());
    // The same with trees: sixteen more vertices each.
    let dense = |ring: &[[f64; 2]]| {
        let mut ring = ring.to_vec();
        let (from, to) = (ring[ring.len() - 1], ring[0]);
        let between = |k: i32| [0, 1].map(|i| from[i] + (to[i] - from[i]) * f64::from(k) / 32.0);
        ring.extend((8..24).map(between).filter(|p| p.iter().all(|x| *x == 0.0 || x.abs() > 4e-151)));
        polygon(&[&ring])
    };
    let a = dense(&[[-4e-150, 0.0], [4e-150, 0.0], [4e-150, -4e-150], [-4e-150, -4e-150]]);
    let b = dense(&[[0.0, 4e-151], [2e-150, 5e-150], [-2e-150, 5e-150]]);
    assert!(a.vertices().len() > 8 && b.vertices().len() > 8);
    check(&a, &b, &pose, Relation::Touching);
    assert!(impinge_planar::sweep(&a, &b, &pose, &away).starts_in_contact());
}

/// Lengths whose squares are no doubles, and edges that are nothing beside what they meet.
#[test]
fn the_shortest_and_the_longest_edges_have_distances() {
    let least = 2f64.powi(-500);
    let fine = |k: f64| least * (1.0 + k / 4096.0);
    // Edges of 2^-506, a gap of 2^-508.
    let low = polygon(&[&[[fine(0.0), fine(0.0)], [fine(64.0), fine(0.0)], [fine(64.0), fine(64.0)]]]);
    let high = polygon(&[&[[fine(0.0), fine(16.0)], [fine(48.0), fine(64.0)], [fine(0.0), fine(64.0)]]]);
    check(&low, &high, &Pose2::IDENTITY, Relation::Disjoint);
    let gap = impinge_planar::distance(&low, &high, &Pose2::IDENTITY).value;
    let expected = 16.0 / 4096.0 * least * 0.5f64.sqrt();
    assert!((gap / expected - 1.0).abs() < 1e-12, "{gap:e} {expected:e}");
    // An edge of 1e-150 beside one of 1e150, and a large one beside many small ones.
    let tiny = polygon(&[&square(0.0, 1e-150)]);
    for (size, at) in [(1e10, 3.0), (1e150, 1e140), (1e149, 1e-150)] {
        let large = polygon(&[&[[at + at, -size], [at + at, size], [size, 0.0]]]);
        check(&tiny, &large, &Pose2::IDENTITY, Relation::Disjoint);
        let gap = impinge_planar::distance(&tiny, &large, &Pose2::IDENTITY).value;
        assert!((gap / (2.0 * at - 1e-150) - 1.0).abs() < 1e-12, "{gap:e} {size:e}");
    }
}

/// A ring that comes back to one place very often: petals around a centre.
#[test]
fn a_fan_takes_no_memory_of_its_square() {
    let petals = 20_000;
    let on_circle = |k: i32| DVec2::from_angle(std::f64::consts::TAU * f64::from(k) / f64::from(2 * petals));
    let ring = |radius: f64| -> Vec<DVec2> {
        let petal = |k: i32| [DVec2::ZERO, on_circle(2 * k) * radius, on_circle(2 * k + 1) * radius];
        (0..petals).flat_map(petal).collect()
    };
    let fan = Polygon::try_new(vec![ring(1.0)]).unwrap();
    let found = fan.validity();
    assert!(matches!(found[..], [impinge_planar::Invalidity::SelfTouching { .. }]), "{}", found.len());
    let relation = |b: &Polygon, pose: &Pose2| impinge_planar::relate(&fan, b, pose, &Request::default()).relation;
    let pose = |x: f64| Pose2::from_translation(DVec2::new(x, 0.0)).unwrap();
    let small = polygon(&[&square(-2.0, 2.0)]);
    assert_eq!(relation(&small, &Pose2::IDENTITY), Relation::AInsideB);
    assert_eq!(relation(&small, &pose(2.0)), Relation::Crossing);
    assert_eq!(relation(&small, &pose(4.0)), Relation::Disjoint);
    // Touching in the centre alone, which every petal has.
    let few = polygon(&[&[[0.0, 0.0]]]);
    assert_eq!(relation(&few, &Pose2::IDENTITY), Relation::Touching);
}

/// Two rings that come to one place, each as often as the other has edges there.
#[test]
fn fans_meet_at_their_centres() {
    let fan = |turn: f64, width: f64, radius: f64| {
        let petals = 200;
        let at = |k: f64| DVec2::from_angle(std::f64::consts::TAU * (k + turn) / f64::from(petals)) * radius;
        let petal = |k: i32| [DVec2::ZERO, at(f64::from(k)), at(f64::from(k) + width)];
        Polygon::try_new(vec![(0..petals).flat_map(petal).collect()]).unwrap()
    };
    let (a, between, across) = (fan(0.0, 0.5, 1.0), fan(0.6, 0.3, 1.0), fan(0.25, 0.5, 1.0));
    check(&a, &between, &Pose2::IDENTITY, Relation::Touching);
    check(&a, &across, &Pose2::IDENTITY, Relation::Crossing);
    check(&a, &fan(0.1, 0.3, 0.5), &Pose2::IDENTITY, Relation::BInsideA);
    check(&a, &between, &Pose2::from_degrees(90.0, DVec2::ZERO).unwrap(), Relation::Touching);
    check(&a, &polygon(&[&[[0.0, 0.0]]]), &Pose2::IDENTITY, Relation::Touching);
}
