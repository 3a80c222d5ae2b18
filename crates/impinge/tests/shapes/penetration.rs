//! Depths of convex pairs against the exact oracle: bounds that hold, closed to 1e-12 of the depth, touching exactly.

use crate::oracle::minkowski::{Truth, truth};
use impinge::bounded::Bounded;
use impinge::convex::{DepthArithmetic, Overlap, PenetrationOutcome, WarmStart, penetration, signed_distance};
use impinge::math::{DMat3, DVec3, Pose};
use impinge::shape::Support;
use impinge_scenes::random::SplitMix64;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The hull of a cloud of points, found by scanning them.
#[derive(Clone, Debug)]
struct Cloud(Vec<DVec3>);

impl Support for Cloud {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let along = |i: usize| self.0[i].dot(direction);
        let best = (1..self.0.len()).fold(0, |best, i| if along(i) > along(best) { i } else { best });
        *hint = best as u32;
        self.0[best]
    }

    fn centre(&self) -> DVec3 {
        self.0.iter().sum::<DVec3>() / self.0.len() as f64
    }

    fn reach(&self) -> f64 {
        self.0.iter().fold(0.0, |reach: f64, p| reach.max(p.distance(self.centre()))) * (1.0 + 1e-15)
    }

    fn corner_count(&self) -> u32 {
        self.0.len() as u32
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.0.get(index as usize).copied().unwrap_or_else(|| self.centre())
    }
}

impl Cloud {
    fn ellipsoid(random: &mut SplitMix64, count: u64, scale: f64) -> Self {
        let axes = DVec3::from_array(std::array::from_fn(|_| 0.5 + 0.5 * random.u())) * scale;
        Self((0..count).map(|_| random.direction() * axes).collect())
    }

    fn cuboid(half: DVec3) -> Self {
        let sign = |i: u32, bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        Self((0..8).map(|i| half * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect())
    }
}

/// A length that no coordinate exceeds.
fn extent(a: &Cloud, b: &Cloud, pose: &Pose) -> f64 {
    let farthest = |c: &Cloud| c.centre().length() + c.reach();
    farthest(a) + farthest(b) + pose.translation().length()
}

/// What the tests met.
#[derive(Default, Debug)]
struct Seen {
    kinds: BTreeMap<&'static str, u32>,
    routes: BTreeMap<DepthArithmetic, u32>,
    features: BTreeMap<(usize, usize), u32>,
}

/// The kind of contact and of answer, after checking everything about it.
fn check(a: &Cloud, b: &Cloud, pose: &Pose, seen: &mut Seen) -> Option<Overlap> {
    let found = penetration(a, b, pose);
    let posed: Vec<DVec3> = b.0.iter().map(|p| pose.transform_point(*p)).collect();
    let truth = truth(&a.0, &posed);
    let root = match &truth {
        Truth::Apart(squared) | Truth::Deep(squared) => squared.root(),
        Truth::Touching => 0.0,
    };
    let case = || format!("{found:?}\n{root:e} {truth:?}\n{a:?}\n{b:?}\n{pose:?}");
    *seen.routes.entry(found.arithmetic).or_default() += 1;
    let (kind, overlap) = match (&found.outcome, &truth) {
        (PenetrationOutcome::Apart { direction, gap }, Truth::Apart(squared)) => {
            assert_ne!(squared.compared_to(*gap), Ordering::Greater, "{}", case());
            assert!((direction.length() - 1.0).abs() < 1e-14);
            ("apart", None)
        }
        (PenetrationOutcome::Touching(overlap), Truth::Touching) => {
            assert_eq!(overlap.depth, Bounded::exact(0.0));
            ("touching", Some(*overlap))
        }
        (PenetrationOutcome::Deep(overlap), Truth::Deep(squared)) => {
            let Bounded { lower, value: best, upper } = overlap.depth;
            assert!(lower >= 0.0 && squared.compared_to(lower).is_le(), "lower {}", case());
            assert!(squared.compared_to(upper).is_ge(), "upper {}", case());
            assert!(upper - lower <= 1e-12 * upper, "open {}", case());
            assert!((lower..=upper).contains(&best), "{}", case());
            let features = [0, 1].map(|k| overlap.features[k].as_slice().len());
            *seen.features.entry((features[0], features[1])).or_default() += 1;
            ("deep", Some(*overlap))
        }
        _ => panic!("another outcome {}", case()),
    };
    check_signed(a, b, pose, &truth, &case);
    if let Some(overlap) = overlap {
        let size = extent(a, b, pose);
        let apart = overlap.points[0] - overlap.points[1] - overlap.direction * overlap.depth.value;
        assert!((overlap.direction.length() - 1.0).abs() < 1e-14, "{}", case());
        assert!(apart.length() < 1e-13 * size, "witnesses off by {:e} {}", apart.length() / size, case());
    }
    *seen.kinds.entry(kind).or_default() += 1;
    // A body on itself cannot be told from itself on the other.
    if !pose.is_identity() || a.0 != b.0 {
        check_swapped(&found.outcome, &penetration(b, a, &pose.inverse()).outcome, &case);
    }
    overlap
}

/// The signed distance against the oracle.
fn check_signed(a: &Cloud, b: &Cloud, pose: &Pose, truth: &Truth, case: &dyn Fn() -> String) {
    let found = signed_distance(a, b, pose);
    let (lower, upper) = match truth {
        Truth::Touching => {
            return assert_eq!((found.distance.lower, found.distance.upper), (0.0, 0.0), "{found:?} {}", case());
        }
        Truth::Apart(_) => (found.distance.lower, found.distance.upper),
        Truth::Deep(_) => (-found.distance.upper, -found.distance.lower),
    };
    let (Truth::Apart(squared) | Truth::Deep(squared)) = truth else { return };
    assert!(lower >= 0.0 && squared.compared_to(lower).is_le(), "lower {found:?} {}", case());
    assert!(squared.compared_to(upper).is_ge(), "upper {found:?} {}", case());
    assert!(upper - lower <= 1.1e-12 * upper, "open {found:?} {}", case());
    let apart = found.points[1] - found.points[0] - found.axis.unwrap_or(DVec3::ZERO) * found.distance.value;
    let size = extent(a, b, pose);
    assert!(apart.length() < 1e-13 * size, "witnesses {found:?} {}", case());
}

/// The answer with the arguments swapped, in the other frame.
fn check_swapped(one: &PenetrationOutcome, other: &PenetrationOutcome, case: &dyn Fn() -> String) {
    use PenetrationOutcome::{Apart, Deep, Touching};
    match (one, other) {
        (Apart { gap, .. }, Apart { gap: other, .. }) => assert_eq!(gap, other, "{}", case()),
        (Touching(o), Touching(p)) | (Deep(o), Deep(p)) => {
            assert_eq!(o.depth, p.depth, "{}", case());
            assert_eq!(o.features, [p.features[1], p.features[0]], "{}", case());
        }
        _ => panic!("asymmetric: {other:?} {}", case()),
    }
}

fn shifted(pose: &Pose, by: DVec3) -> Pose {
    Pose::try_new(pose.rotation(), pose.translation() + by).unwrap()
}

/// Random hulls from far apart to concentric, then brought to depths down to one unit in the last place, and to just apart.
#[test]
fn random_hulls_are_as_deep_as_the_oracle_says() {
    let mut random = SplitMix64::new(1);
    let seen = &mut Seen::default();
    for round in 0..200 {
        let most = if round % 8 == 0 { 29 } else { 13 };
        let (n, m) = (4 + random.below(most), 4 + random.below(most));
        let (a, b) = (Cloud::ellipsoid(&mut random, n, 1.0), Cloud::ellipsoid(&mut random, m, 1.0));
        let away = if round % 10 == 0 { 0.0 } else { 0.2 + 1.5 * random.u() };
        let pose = Pose::from_quaternion(random.rotation(), random.direction() * away).unwrap();
        let Some(overlap) = check(&a, &b, &pose, seen) else { continue };
        for depth in [1e-3, 1e-9, 1e-15, 0.0, -1e-15, -1e-9] {
            check(&a, &b, &shifted(&pose, overlap.direction * (overlap.depth.value - depth)), seen);
        }
    }
    let at_least = |key, count| assert!(seen.features.get(&key).is_some_and(|n| *n > count), "{seen:?}");
    at_least((3, 1), 50);
    at_least((1, 3), 50);
    at_least((2, 2), 50);
    assert!(seen.kinds["deep"] > 500 && seen.kinds["apart"] > 150, "{seen:?}");
    assert!(seen.routes.values().all(|n| *n > 100) && seen.routes.len() == 3, "{seen:?}");
}

/// Hulls of many corners, a few pairs: the oracle wraps their facets and looks at crossing arcs only.
#[test]
fn large_hulls_are_as_deep_as_the_oracle_says() {
    let mut random = SplitMix64::new(9);
    let seen = &mut Seen::default();
    for round in 0..6 {
        let count = [64, 128, 256][round % 3];
        let (a, b) = (Cloud::ellipsoid(&mut random, count, 1.0), Cloud::ellipsoid(&mut random, count, 1.0));
        let place = random.direction() * (0.2 + 0.35 * round as f64);
        check(&a, &b, &Pose::from_quaternion(random.rotation(), place).unwrap(), seen);
    }
    assert!(seen.kinds["deep"] >= 3 && seen.kinds["apart"] >= 1, "{seen:?}");
}

/// Boxes face to face, edge to edge and corner to corner, at lattice places where everything is exact: apart, touching, deep.
#[test]
fn boxes_touch_exactly() {
    let mut random = SplitMix64::new(2);
    let seen = &mut Seen::default();
    let turns = [
        DMat3::IDENTITY,
        DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z),
        // The axes of a 3-4-5 triangle, rounded: edges meet at angles.
        DMat3::from_cols(DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z),
    ];
    for round in 0..600 {
        let mut half = || DVec3::from_array(std::array::from_fn(|_| random.integer(1, 3) as f64 * 0.5));
        let (a, b) = (Cloud::cuboid(half()), Cloud::cuboid(half()));
        let mut place = DVec3::from_array(std::array::from_fn(|_| random.integer(-4, 4) as f64 * 0.5));
        if round % 5 == 0 {
            place.x += [1e-9, -1e-9, f64::EPSILON, -f64::EPSILON][round / 5 % 4];
        }
        let pose = Pose::try_new(turns[round % 3], place).unwrap();
        check(&a, &b, &pose, seen);
    }
    assert!(["apart", "touching", "deep"].iter().all(|k| seen.kinds[k] > 50), "{seen:?}");
}

/// A corner, an edge or a face of one box just in contact with a face of another, however it is turned.
#[test]
fn shallow_contacts_of_turned_boxes_keep_their_digits() {
    let mut random = SplitMix64::new(3);
    let seen = &mut Seen::default();
    for round in 0..60 {
        let mut half = || DVec3::from_array(std::array::from_fn(|_| 0.2 + random.u()));
        let (a, b) = (Cloud::cuboid(half()), Cloud::cuboid(half()));
        let turn = match round % 3 {
            0 => DMat3::from_quat(random.rotation().normalize()),
            1 => DMat3::from_rotation_x(random.u() * 3.0),
            _ => DMat3::from_rotation_z(1e-9 * random.u()),
        };
        let pose = Pose::try_new(turn, random.direction() * 0.3).unwrap();
        let Some(overlap) = check(&a, &b, &pose, seen) else { continue };
        for depth in [1e-2, 1e-6, 1e-12, 1e-14, 1e-16, -1e-16, -1e-12] {
            check(&a, &b, &shifted(&pose, overlap.direction * (overlap.depth.value - depth)), seen);
        }
    }
    assert!(seen.kinds["deep"] > 200 && seen.kinds["apart"] > 50 && seen.routes.len() == 3, "{seen:?}");
}

/// Points, segments, polygons and solids against each other on a small lattice, where flat differences are common.
#[test]
fn flat_hulls_have_the_depth_of_the_formula() {
    let mut random = SplitMix64::new(4);
    let seen = &mut Seen::default();
    for round in 0..700 {
        let mut cloud = |flat: usize| {
            let count = 1 + random.below(5);
            let lattice = |random: &mut SplitMix64| {
                let mut p = DVec3::from_array(std::array::from_fn(|_| random.integer(-2, 2) as f64));
                if flat < 3 {
                    p[flat] = 0.0;
                }
                p
            };
            Cloud((0..count).map(|_| lattice(&mut random)).collect())
        };
        let (a, b) = (cloud(round % 4), cloud(if round % 3 == 0 { round % 4 } else { 2 }));
        let pose = Pose::from_translation(DVec3::from_array(std::array::from_fn(|_| random.integer(-1, 1) as f64)));
        check(&a, &b, &pose.unwrap(), seen);
    }
    assert!(["apart", "touching", "deep"].iter().all(|k| seen.kinds[k] > 50), "{seen:?}");
}

/// Bodies of sizes from 1e-6 to 1e6 in each other, and all in places far from the origin.
#[test]
fn scales_may_be_mixed() {
    let mut random = SplitMix64::new(5);
    let seen = &mut Seen::default();
    for round in 0..120 {
        let mut scale = || 10f64.powi(random.integer(-6, 6) as i32);
        let (s, t) = (scale(), scale());
        let (a, b) = (Cloud::ellipsoid(&mut random, 12, s), Cloud::ellipsoid(&mut random, 12, t));
        let place = random.direction() * (random.u() * (s + t) * if round % 2 == 0 { 1.0 } else { 0.3 });
        let pose = Pose::from_quaternion(random.rotation(), place).unwrap();
        check(&a, &b, &pose, seen);
    }
    assert!(seen.kinds["deep"] > 40, "{seen:?}");
}

/// A body on itself: all directions of a cube are equal, and one is chosen.
#[test]
fn identical_bodies_are_deep() {
    let seen = &mut Seen::default();
    let mut random = SplitMix64::new(6);
    let cube = Cloud::cuboid(DVec3::ONE);
    let found = check(&cube, &cube, &Pose::IDENTITY, seen).unwrap();
    assert_eq!(found.depth.value, 2.0);
    for round in 0..20 {
        let body = Cloud::ellipsoid(&mut random, 4 + round, 1.0);
        check(&body, &body, &Pose::IDENTITY, seen);
        check(&cube, &body, &Pose::IDENTITY, seen);
    }
    assert_eq!(seen.kinds["deep"], 41, "{seen:?}");
}

/// A query that starts from an earlier one's surface says the same about the depth, at any pose.
#[test]
fn warm_starts_change_no_depth() {
    let mut random = SplitMix64::new(7);
    let (mut deep, mut saved) = (0, 0_i64);
    for _ in 0..20 {
        let (a, b) = (Cloud::ellipsoid(&mut random, 24, 1.0), Cloud::ellipsoid(&mut random, 24, 1.0));
        let (axis, centre) = (random.direction(), random.direction() * 0.7);
        let warm = &mut WarmStart::default();
        for step in 0..60 {
            // Small steps, and now and then a leap.
            let angle = f64::from(step) * if step % 20 == 19 { 1.0 } else { 0.01 };
            let place = centre + DVec3::new(0.01, -0.02, 0.013) * f64::from(step % 30);
            let pose = Pose::try_new(DMat3::from_axis_angle(axis, angle), place).unwrap();
            let (cold, warm) = (penetration(&a, &b, &pose), warm.penetration(&a, &b, &pose));
            match (cold.outcome, warm.outcome) {
                (PenetrationOutcome::Deep(x), PenetrationOutcome::Deep(y)) => {
                    assert!((x.depth.value - y.depth.value).abs() <= 1e-12 * x.depth.value, "{x:?} {y:?}");
                    deep += 1;
                    saved += i64::from(cold.supports) - i64::from(warm.supports);
                }
                (PenetrationOutcome::Apart { .. }, PenetrationOutcome::Apart { .. }) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(deep > 600 && saved > 5 * deep, "{deep} {saved}");
}

/// Distance and depth from one query to the next of a pair that drifts in and out of contact.
#[test]
fn warm_signed_distances_are_the_same() {
    let mut random = SplitMix64::new(8);
    let mut seen = [0; 2];
    for _ in 0..20 {
        let (a, b) = (Cloud::ellipsoid(&mut random, 24, 1.0), Cloud::ellipsoid(&mut random, 24, 1.0));
        let (axis, way) = (random.direction(), random.direction());
        let warm = &mut WarmStart::default();
        for step in 0..80 {
            let t = f64::from(step) * 0.05;
            let place = way * (1.2 + 0.8 * t.cos());
            let pose = Pose::try_new(DMat3::from_axis_angle(axis, t * 0.3), place).unwrap();
            let (cold, warm) = (signed_distance(&a, &b, &pose), warm.signed_distance(&a, &b, &pose));
            assert!(
                (cold.distance.value - warm.distance.value).abs() <= 1e-12 * cold.distance.value.abs(),
                "{cold:?} {warm:?}"
            );
            seen[usize::from(cold.distance.value < 0.0)] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 300), "{seen:?}");
}

/// Pairs in small steps, from deep to barely touching: warm bounds hold and close, and a surface that has moved never sends the search to integers.
#[test]
fn moving_pairs_keep_true_bounds_without_integers() {
    let mut random = SplitMix64::new(9);
    let (mut routes, mut supports) = (BTreeMap::<DepthArithmetic, u32>::new(), [0, 0]);
    for motion in 0..12 {
        let (a, b) = (Cloud::ellipsoid(&mut random, 8, 1.0), Cloud::ellipsoid(&mut random, 10, 1.0));
        let (axis, way) = (random.direction(), random.direction());
        let warm = &mut WarmStart::default();
        for step in 0..60 {
            let t = f64::from(step);
            let place = way * ([0.4, 0.95, 1.15][motion % 3] + 0.006 * t);
            let pose = Pose::try_new(DMat3::from_axis_angle(axis, (t * 1.5).to_radians()), place).unwrap();
            let found = warm.penetration(&a, &b, &pose);
            let posed: Vec<DVec3> = b.0.iter().map(|p| pose.transform_point(*p)).collect();
            match (found.outcome, truth(&a.0, &posed)) {
                (PenetrationOutcome::Deep(Overlap { depth, .. }), Truth::Deep(squared)) => {
                    let Bounded { lower, value: best, upper } = depth;
                    assert!(squared.compared_to(lower).is_le() && squared.compared_to(upper).is_ge(), "{depth:?}");
                    assert!(upper - lower <= 1e-12 * upper && (lower..=upper).contains(&best), "{depth:?}");
                    *routes.entry(found.arithmetic).or_default() += 1;
                    supports[0] += penetration(&a, &b, &pose).supports;
                    supports[1] += found.supports;
                }
                (PenetrationOutcome::Apart { gap, .. }, Truth::Apart(squared)) => {
                    assert_ne!(squared.compared_to(gap), Ordering::Greater);
                }
                (found, truth) => panic!("{found:?} {truth:?}"),
            }
        }
    }
    assert_eq!(routes.get(&DepthArithmetic::Integers), None, "{routes:?}");
    assert!(routes[&DepthArithmetic::Doubles] > 200 && routes[&DepthArithmetic::DoubleDoubles] > 20, "{routes:?}");
    assert!(supports[1] * 2 < supports[0], "{supports:?}");
}
