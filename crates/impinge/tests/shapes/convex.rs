//! Pairs of convex shapes against an oracle of their own: small point sets on an integer grid, all features of both by brute force in machine
//! integers, no hull, no descent.

use impinge::bounded::Bounded;
use impinge::convex::{ConvexRelation, Separation, WarmStart, distance, intersects, relation};
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::shape::{Polytope, Support};

type Int = [i128; 3];

struct Random(u64);

impl Random {
    fn next(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn unit(&mut self) -> f64 {
        self.next(1 << 30) as f64 / f64::from(1 << 30)
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.unit() - 0.5, self.unit() - 0.5, self.unit() - 0.5)
    }

    fn pose(&mut self, far: f64) -> Pose {
        let q = DQuat::from_xyzw(self.unit() - 0.5, self.unit() - 0.5, self.unit() - 0.5, 0.3).normalize();
        Pose::from_quaternion(q, self.vector() * far).unwrap()
    }
}

fn minus(p: &Int, q: &Int) -> Int {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

fn dot(p: &Int, q: &Int) -> i128 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

fn cross(p: &Int, q: &Int) -> Int {
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}

fn differences(a: &[Int], b: &[Int]) -> Vec<Int> {
    a.iter().flat_map(|p| b.iter().map(move |q| minus(p, q))).collect()
}

/// The relation by the cone of directions n with n · w ≥ 0 for all differences w. If the differences span space its edges are
/// cross products of two of them; the sum of the edges is in the relative interior of the cone, so it separates strictly if anything does.
fn relation_by_cones(a: &[Int], b: &[Int]) -> ConvexRelation {
    let w = differences(a, b);
    let pairs = || w.iter().flat_map(|p| w.iter().map(move |q| cross(p, q)));
    let spans = pairs().find(|n| *n != [0; 3]);
    let is_flat = spans.is_none_or(|n| w.iter().all(|w| dot(&n, w) == 0));
    let candidates: Vec<Int> = match spans {
        None => w.iter().flat_map(|w| [*w, [-w[0], -w[1], -w[2]]]).collect(),
        Some(n) if is_flat => w.iter().flat_map(|w| [cross(&n, w), cross(w, &n)]).collect(),
        Some(_) => pairs().collect(), // with both orders of each pair
    };
    let weak: Vec<Int> = candidates.into_iter().filter(|n| *n != [0; 3] && w.iter().all(|w| dot(n, w) >= 0)).collect();
    let sum = weak.iter().fold([0; 3], |s, n| [s[0] + n[0], s[1] + n[1], s[2] + n[2]]);
    if w.iter().all(|w| dot(&sum, w) > 0) {
        ConvexRelation::Disjoint
    } else if is_flat || !weak.is_empty() {
        ConvexRelation::Touching
    } else {
        ConvexRelation::Overlapping
    }
}

/// The square of the distance of disjoint hulls as a quotient: the least over all vertices, edges and faces that the points make, each where
/// the foot is inside.
fn square_by_features(a: &[Int], b: &[Int]) -> (i128, i128) {
    let mut best = (i128::MAX, 1);
    let mut offer = |numerator: i128, denominator: i128| {
        if best.0 == i128::MAX || numerator * best.1 < best.0 * denominator {
            best = (numerator, denominator);
        }
    };
    for (a, b) in [(a, b), (b, a)] {
        for p in a {
            for (j, q) in b.iter().enumerate() {
                let w = minus(p, q);
                offer(dot(&w, &w), 1);
                for (k, r) in b.iter().enumerate().skip(j + 1) {
                    let (u, t) = (minus(r, q), dot(&minus(r, q), &w));
                    if t > 0 && t < dot(&u, &u) {
                        let area = cross(&w, &u);
                        offer(dot(&area, &area), dot(&u, &u));
                    }
                    for s in b.iter().skip(k + 1) {
                        let n = cross(&u, &minus(s, q));
                        let inside = |from: &Int, to: &Int| dot(&n, &cross(&minus(to, from), &minus(p, from))) > 0;
                        if inside(q, r) && inside(r, s) && inside(s, q) {
                            offer(dot(&n, &w) * dot(&n, &w), dot(&n, &n));
                        }
                    }
                }
            }
        }
    }
    for (i, p) in a.iter().enumerate() {
        for r in &a[i + 1..] {
            for (j, q) in b.iter().enumerate() {
                for s in &b[j + 1..] {
                    let (e, f, w) = (minus(r, p), minus(s, q), minus(p, q));
                    let n = cross(&e, &f);
                    let square = dot(&n, &n);
                    let (x, y) = (-dot(&w, &cross(&f, &n)), -dot(&w, &cross(&e, &n)));
                    if x > 0 && x < square && y > 0 && y < square {
                        offer(dot(&n, &w) * dot(&n, &w), square);
                    }
                }
            }
        }
    }
    best
}

fn polytope(points: &[Int], scale: f64) -> Polytope {
    let place = |p: &Int| DVec3::new(p[0] as f64, p[1] as f64, p[2] as f64) * scale;
    Polytope::try_new(&points.iter().map(place).collect::<Vec<_>>()).unwrap()
}

/// Point sets of all extents on a small grid.
fn random_points(random: &mut Random) -> Vec<Int> {
    let (count, size) = (1 + random.next(8), 2 + random.next(7));
    let flat = random.next(4);
    let shift: Int = std::array::from_fn(|_| i128::from(random.next(3)));
    (0..count)
        .map(|_| {
            let [x, y, z]: Int = std::array::from_fn(|k| i128::from(random.next(size)) + shift[k]);
            if flat == 0 { [x, y, x + y] } else { [x, y, z] }
        })
        .collect()
}

fn check_separation(found: &Separation, square: (i128, i128), scale: f64, what: &str) {
    let expected = (square.0 as f64 / square.1 as f64).sqrt() * scale;
    assert!((found.distance.value - expected).abs() <= 1e-14 * expected, "{what}: {found:?}, expected {expected}");
    assert!(found.distance.lower <= found.distance.value && found.distance.value <= found.distance.upper);
    assert!(
        found.distance.lower <= expected * (1.0 + 1e-15) && expected * (1.0 - 1e-15) <= found.distance.upper,
        "{what}: {found:?} {expected}"
    );
    assert!(found.distance.upper - found.distance.lower <= 1e-12 * found.distance.upper);
    let [p, q] = found.points;
    assert!((p.distance(q) - expected).abs() <= 1e-13 * scale * 20.0, "{what}: {found:?}");
}

#[test]
fn small_integer_sets_agree_with_brute_force() {
    let random = &mut Random(11);
    let mut seen = [0; 3];
    for round in 0..6_000 {
        let (a, b) = (random_points(random), random_points(random));
        let scale = [1.0, 1.0, 1.0, 1e6, 1e-6][round % 5];
        let (p, q) = (polytope(&a, scale), polytope(&b, scale));
        let what = format!("{a:?} {b:?} at {scale}");
        let expected = relation_by_cones(&a, &b);
        // By a millionth every coordinate is rounded, and touching ones may part.
        let rounded = scale == 1e-6;
        assert!(rounded || relation(&p, &q, &Pose::IDENTITY) == expected, "{what}: expected {expected:?}");
        let found = distance(&p, &q, &Pose::IDENTITY);
        if expected == ConvexRelation::Disjoint {
            seen[0] += 1;
            check_separation(&found, square_by_features(&a, &b), scale, &what);
        } else if !rounded {
            seen[if expected == ConvexRelation::Touching { 1 } else { 2 }] += 1;
            assert_eq!((found.distance.value, found.axis), (0.0, None), "{what}");
            assert!(found.points[0].distance(found.points[1]) < 1e-13 * scale);
        }
        assert_eq!(intersects(&p, &q, &Pose::IDENTITY), found.distance.value == 0.0, "{what}");
    }
    assert!(seen[0] > 1_000 && seen[1] > 300 && seen[2] > 500, "{seen:?}");
}

#[test]
fn arguments_in_either_order_give_the_same_bits() {
    let random = &mut Random(5);
    let mut apart = 0;
    for _ in 0..2_000 {
        let mut cloud = |n: u64| (0..n).map(|_| random.vector()).collect::<Vec<_>>();
        let (a, b) = (Polytope::try_new(&cloud(9)).unwrap(), Polytope::try_new(&cloud(7)).unwrap());
        for pose in [random.pose(3.0), random.pose(3.0).inverse(), Pose::IDENTITY] {
            let (found, back) = (distance(&a, &b, &pose), distance(&b, &a, &pose.inverse()));
            assert_eq!(found.distance.value.to_bits(), back.distance.value.to_bits());
            assert_eq!(
                (found.distance.lower, found.distance.upper, found.steps),
                (back.distance.lower, back.distance.upper, back.steps)
            );
            assert_eq!(found.features, [back.features[1], back.features[0]]);
            if pose == Pose::IDENTITY {
                assert_eq!(found.points, [back.points[1], back.points[0]]);
            } else {
                assert!(back.points[0].distance(pose.inverse().transform_point(found.points[1])) < 1e-14);
            }
            assert_eq!(relation(&a, &b, &pose), relation(&b, &a, &pose.inverse()));
            apart += u32::from(found.distance.value > 0.0);
        }
    }
    assert!((1_500..4_500).contains(&apart), "{apart}");
}

#[test]
fn any_start_gives_the_same_bits() {
    let random = &mut Random(8);
    let hulls: Vec<Polytope> =
        (0..10).map(|_| Polytope::try_new(&(0..20).map(|_| random.vector()).collect::<Vec<_>>()).unwrap()).collect();
    let mut garbage = WarmStart::default();
    let mut apart = 0;
    for i in 0..5_000 {
        let (a, b, pose) = (&hulls[i % 10], &hulls[i / 10 % 10], random.pose(2.5));
        let cold = distance(a, b, &pose);
        let warm = garbage.distance(a, b, &pose); // the end of another pair
        let same = garbage.clone().distance(a, b, &pose);
        for other in [warm, same] {
            assert_eq!(
                (cold.distance.value, cold.distance.lower, cold.distance.upper),
                (other.distance.value, other.distance.lower, other.distance.upper)
            );
            assert_eq!((cold.axis, cold.features), (other.axis, other.features));
            assert!(cold.distance.value == 0.0 || cold.points == other.points);
        }
        assert_eq!(relation(a, b, &pose), garbage.clone().relation(a, b, &pose));
        apart += u32::from(cold.distance.value > 0.0);
    }
    assert!((1_000..4_500).contains(&apart), "{apart}");
}

fn cube(half: f64) -> Polytope {
    let corners: Vec<DVec3> = (0..8).map(|i| DVec3::new(sign(i), sign(i / 2), sign(i / 4)) * half).collect();
    Polytope::try_new(&corners).unwrap()
}

fn sign(bit: i32) -> f64 {
    if bit % 2 == 0 { -1.0 } else { 1.0 }
}

#[test]
fn cubes_in_contact_and_one_ulp_off() {
    let (a, b) = (cube(1.0), cube(0.5));
    let at = |x: f64, y: f64, z: f64| Pose::from_translation(DVec3::new(x, y, z)).unwrap();
    let above = 1.5_f64.next_up();
    let contacts = [at(1.5, 0.0, 0.0), at(1.5, 0.3, -0.7), at(1.5, 1.5, 0.2), at(-1.5, 1.5, -1.5), at(0.0, 0.0, 1.5)];
    for pose in contacts {
        assert_eq!(relation(&a, &b, &pose), ConvexRelation::Touching, "{pose:?}");
        assert_eq!(distance(&a, &b, &pose).distance.value, 0.0);
    }
    let ulp = above - 1.5;
    for (pose, expected) in
        [(at(above, 0.0, 0.0), ulp), (at(0.2, -above, 0.1), ulp), (at(above, 1.5, -above), ulp * 2f64.sqrt())]
    {
        assert_eq!(relation(&a, &b, &pose), ConvexRelation::Disjoint, "{pose:?}");
        let found = distance(&a, &b, &pose).distance.value;
        assert!((found / expected - 1.0).abs() < 1e-15, "{found:e} {expected:e}");
    }
    for pose in
        [at(1.5_f64.next_down(), 0.0, 0.0), at(1.5_f64.next_down(), 1.4, -1.4), at(0.0, 0.0, 0.0), at(0.5, 0.5, 0.5)]
    {
        assert_eq!(relation(&a, &b, &pose), ConvexRelation::Overlapping, "{pose:?}");
    }
    assert_eq!(relation(&a, &a, &Pose::IDENTITY), ConvexRelation::Overlapping);
    // A corner on a face: the cube stood on its tip by a rotation that is no quarter turn, its tip measured as posed.
    let tip_down =
        Pose::from_quaternion(DQuat::from_rotation_arc(DVec3::ONE.normalize(), -DVec3::Z), DVec3::ZERO).unwrap();
    let lowest = (0..8).map(|i| tip_down.transform_point(b.corner(i)).z).fold(f64::MAX, f64::min);
    let lift = |z: f64| Pose::try_new(tip_down.rotation(), DVec3::new(0.1, 0.2, z)).unwrap();
    let (mut below, mut over) = (1.0 - lowest - 1e-3, 1.0 - lowest + 1e-3);
    while below.next_up() < over {
        let middle = 0.5 * (below + over);
        if intersects(&a, &b, &lift(middle)) { below = middle } else { over = middle }
    }
    let tip = |z: f64| (0..8).map(|i| lift(z).transform_point(b.corner(i)).z).fold(f64::MAX, f64::min);
    assert!(
        tip(below) <= 1.0 && tip(over) > 1.0,
        "the last pose that meets and the first that does not are neighbours"
    );
    let gap = distance(&a, &b, &lift(over)).distance.value;
    assert!((gap / (tip(over) - 1.0) - 1.0).abs() < 1e-14);
}

#[test]
fn scales_mixed_and_quarter_turns() {
    let (small, large) = (cube(1e-6), cube(1e6));
    let turn = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
    for gap in [1e-9, 1e-6, 1.0, 1e6] {
        let offset = 1e6 + 1e-6 + gap;
        let pose = Pose::try_new(turn, DVec3::new(offset, 12.0, -7e5)).unwrap();
        let expected = (offset - 1e-6) - 1e6; // the posed corner, rounded as a double
        let found = distance(&large, &small, &pose).distance.value;
        assert!((found - expected).abs() <= 1e-12 * expected, "{found:e} {expected:e}");
    }
}

/// A polytope with a radius around it.
struct Rounded(Polytope, f64);

impl Support for Rounded {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        self.0.support(direction, hint)
    }

    fn centre(&self) -> DVec3 {
        self.0.centre()
    }

    fn reach(&self) -> f64 {
        self.0.reach()
    }

    fn radius(&self) -> f64 {
        self.1
    }

    fn corner_count(&self) -> u32 {
        self.0.corner_count()
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.0.corner(index)
    }
}

#[test]
fn radii_are_compared_exactly() {
    let point = |r: f64| Rounded(Polytope::try_new(&[DVec3::ZERO]).unwrap(), r);
    let (a, b) = (point(0.5), point(0.25));
    let at = |v: DVec3| Pose::from_translation(v).unwrap();
    assert_eq!(relation(&a, &b, &at(DVec3::X * 0.75)), ConvexRelation::Touching);
    assert_eq!(relation(&a, &b, &at(DVec3::X * 0.75_f64.next_down())), ConvexRelation::Overlapping);
    let apart = at(DVec3::X * 0.75_f64.next_up());
    assert_eq!(relation(&a, &b, &apart), ConvexRelation::Disjoint);
    let found = distance(&a, &b, &apart);
    assert!((found.distance.value / (0.75_f64.next_up() - 0.75) - 1.0).abs() < 1e-15);
    assert!((found.points[0] - DVec3::X * 0.5).length() < 1e-15);
    assert!((found.axis.unwrap() - DVec3::X).length() < 1e-15);
    // A corner and a point at a slanted distance whose length is a double.
    let slanted = DVec3::new(0.375, 0.5, 1.5); // length 1.625 exactly
    let (c, d) = (Rounded(cube(1.0), 1.0), point(0.625));
    let contact = at(DVec3::ONE + slanted);
    assert_eq!(relation(&c, &d, &contact), ConvexRelation::Touching);
    assert_eq!(distance(&c, &d, &contact).distance.value, 0.0);
    let nudged = at(DVec3::ONE + slanted + DVec3::Y * 2f64.powi(-51));
    assert_eq!(relation(&c, &d, &nudged), ConvexRelation::Disjoint);
    let expected = 2f64.powi(-51) * 0.5 / 1.625;
    assert!((distance(&c, &d, &nudged).distance.value / expected - 1.0).abs() < 1e-12);
    // Deep in the rounding only.
    assert_eq!(relation(&c, &d, &at(DVec3::X * 2.0)), ConvexRelation::Overlapping);
    assert_eq!(distance(&c, &d, &at(DVec3::X * 2.0)).distance.value, 0.0);
}

/// A ball as a curved core, and a cylinder along z.
enum Curved {
    Ball(f64),
    Cylinder { half: f64, radius: f64 },
}

impl Support for Curved {
    fn support(&self, direction: DVec3, _hint: &mut u32) -> DVec3 {
        match self {
            Self::Ball(radius) => direction.normalize_or(DVec3::X) * *radius,
            Self::Cylinder { half, radius } => {
                let across = DVec3::new(direction.x, direction.y, 0.0).normalize_or_zero() * *radius;
                across + DVec3::Z * half.copysign(direction.z)
            }
        }
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        match self {
            Self::Ball(radius) => *radius,
            Self::Cylinder { half, radius } => half.hypot(*radius),
        }
    }
}

#[test]
fn curved_cores_have_bounds_that_hold_and_close() {
    let random = &mut Random(21);
    let mut seen = [0; 3];
    for _ in 0..3_000 {
        let (a, b) = (Curved::Ball(0.3 + random.unit()), Curved::Ball(0.1 + random.unit()));
        let pose = random.pose(5.0);
        let expected = pose.translation().length() - a.reach() - b.reach();
        let found = distance(&a, &b, &pose);
        assert!(found.distance.lower <= expected.max(0.0) && expected <= found.distance.upper);
        assert!(found.distance.upper - found.distance.lower <= 1e-12 * expected.max(0.1), "{found:?}");
        match relation(&a, &b, &pose) {
            ConvexRelation::Disjoint => seen[0] += u32::from(expected > 0.0),
            ConvexRelation::Overlapping => seen[1] += u32::from(expected < 0.0),
            ConvexRelation::Undecided { distance: Bounded { lower, upper, .. } } => {
                assert!(expected.abs() < 0.05 && lower <= expected && expected <= upper);
                seen[2] += 1;
            }
            ConvexRelation::Touching => panic!("curved cores are never known to touch"),
        }
    }
    assert!(seen[0] > 1_000 && seen[1] > 300 && seen[2] < 30 && seen.iter().sum::<u32>() == 3_000, "{seen:?}");
}

#[test]
fn cylinders_on_one_axis_and_across() {
    let (a, b) = (Curved::Cylinder { half: 1.0, radius: 0.5 }, Curved::Cylinder { half: 0.7, radius: 0.4 });
    for gap in [1e-9, 1e-3, 0.1, 7.0] {
        let on_axis = Pose::from_translation(DVec3::Z * (1.7 + gap)).unwrap();
        let beside = Pose::from_translation(DVec3::new(0.54, 0.72, 0.3) + DVec3::new(0.6, 0.8, 0.0) * gap).unwrap();
        for pose in [on_axis, beside] {
            let found = distance(&a, &b, &pose);
            assert!(
                found.distance.lower <= gap * (1.0 + 1e-14) + 1e-15
                    && gap * (1.0 - 1e-14) - 1e-15 <= found.distance.upper,
                "{found:?}"
            );
            assert!(found.distance.upper - found.distance.lower <= 1e-12 * gap.max(0.1), "{found:?}");
            assert_eq!(relation(&a, &b, &pose), ConvexRelation::Disjoint);
        }
    }
    for shift in [DVec3::ZERO, DVec3::Z * 1.0, DVec3::X * 0.5, DVec3::Z * 1.699, DVec3::new(0.3, 0.2, -1.5)] {
        assert_eq!(relation(&a, &b, &Pose::from_translation(shift).unwrap()), ConvexRelation::Overlapping, "{shift}");
    }
}

#[test]
fn coordinates_at_the_ends_of_the_range() {
    let (tiny, huge) = (2f64.powi(-250), 2f64.powi(250));
    for scale in [tiny, huge] {
        let (a, b) = (cube(scale), cube(scale * 0.5));
        let at = |x: f64| Pose::from_translation(DVec3::X * (x * scale)).unwrap();
        assert_eq!(relation(&a, &b, &at(1.5)), ConvexRelation::Touching);
        assert_eq!(relation(&a, &b, &at(1.25)), ConvexRelation::Overlapping);
        assert_eq!(distance(&a, &b, &at(2.5)).distance.value, scale);
    }
    let (a, b) = (cube(huge), cube(tiny));
    assert_eq!(relation(&a, &b, &Pose::IDENTITY), ConvexRelation::Overlapping);
    let beside = Pose::from_translation(DVec3::X * huge * 2.0).unwrap();
    assert_eq!(distance(&a, &b, &beside).distance.value, huge);
}

/// Along face normals, where corners tie, by climbing and by scanning: never short of the farthest by more than is promised.
#[test]
fn rough_supports_keep_their_promise() {
    let random = &mut Random(31);
    for count in [12, 100, 600] {
        let points: Vec<DVec3> = (0..count).map(|_| random.vector().normalize() + DVec3::X * 3.0).collect();
        let hull = Polytope::try_new(&points).unwrap();
        let mut hint = 0;
        let (mut ties, mut worst) = (0, 0.0_f64);
        for face in 0..hull.surface().faces().len() as u32 {
            let direction = hull.normal(face) * 7.5;
            let found = hull.rough_support(direction, &mut hint);
            assert_eq!(found, hull.corner(hint));
            // Relative to one corner, so that the sums themselves lose little.
            let rise = |v: &DVec3| (*v - found).dot(direction);
            let most = hull.vertices().iter().map(rise).fold(0.0, f64::max);
            ties += hull.vertices().iter().filter(|v| rise(v).abs() < 1e-13).count();
            worst = worst.max(most / (direction.length() * hull.reach()));
        }
        assert!(worst <= 2f64.powi(-48), "{worst:e}");
        assert!(ties >= 3 * hull.surface().faces().len(), "all three corners of a face are as far");
    }
}

/// Products of six lengths leave the range of doubles long before the lengths do.
#[test]
fn tiny_and_huge_triangles_keep_their_distance() {
    for k in [-240, -200, -171, 0, 171, 200, 255, 256, 270, 290] {
        let s = 2_f64.powi(k);
        let triangle = impinge::shape::Triangle::try_new([
            DVec3::new(-s, -s, 0.0),
            DVec3::new(2.0 * s, -s, 0.0),
            DVec3::new(-s, 2.0 * s, 0.0),
        ])
        .unwrap();
        for gap in [1.0, 1e-3, 1e-9, 1e-15] {
            let point = impinge::shape::Point::try_new(DVec3::new(0.1 * s, 0.2 * s, gap * s)).unwrap();
            let found = distance(&triangle, &point, &Pose::IDENTITY);
            assert!((found.distance.value - gap * s).abs() <= 1e-12 * gap * s, "2^{k} {gap}: {found:?}");
            assert_eq!(relation(&triangle, &point, &Pose::IDENTITY), ConvexRelation::Disjoint);
        }
    }
}
