//! Depths and distances of cylinders, cones, ellipsoids and discs: closed forms around parallel axes, decided to the last bit, and elsewhere
//! bounds that close to 1e-12 of the depth and hold against farthest points in double-doubles along many directions.

use impinge::bounded::Bounded;
use impinge::convex::{
    ConvexRelation, Penetration, PenetrationOutcome, distance, intersects, penetration, relation, signed_distance,
};
use impinge::math::double_double::{DoubleDouble, Vector, dot};
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::shape::{Cone, Cuboid, Cylinder, Ellipsoid, Rounded, Shape, Support};
use impinge_scenes::random::SplitMix64;

/// What the promise is, relative to the depth.
const PROMISE: f64 = 1e-12;

/// A depth whose bounds are as close as promised.
fn closed(found: &Penetration) -> Bounded {
    let PenetrationOutcome::Deep(overlap) = found.outcome else { panic!("{found:?}") };
    let Bounded { lower, value: best, upper } = overlap.depth;
    assert!(lower <= best && best <= upper && upper - lower <= PROMISE * upper, "{found:?}");
    let apart = overlap.points[0] - overlap.points[1] - overlap.direction * best;
    assert!((overlap.direction.length() - 1.0).abs() < 1e-14 && apart.length() < 1e-9 * upper.max(1.0), "{found:?}");
    overlap.depth
}

/// Whether queries about two shapes say that their signed distance is this one, to the promise, in both orders.
fn assert_signed(a: &Shape, b: &Shape, pose: &Pose, truth: f64) {
    let near = |x: f64, y: f64| (x - y).abs() <= PROMISE * y.abs();
    let found = penetration(a, b, pose);
    match found.outcome {
        PenetrationOutcome::Deep(_) => assert!(near(closed(&found).value, -truth), "{found:?} for {truth}"),
        PenetrationOutcome::Touching(overlap) => assert!(truth == 0.0 && overlap.depth.upper == 0.0, "{found:?}"),
        PenetrationOutcome::Apart { gap, .. } => {
            assert!(truth > 0.0 && gap <= truth * (1.0 + PROMISE), "{found:?} for {truth}");
        }
        PenetrationOutcome::Undecided { .. } => panic!("{found:?} for {truth}"),
    }
    for signed in [signed_distance(a, b, pose), signed_distance(b, a, &pose.inverse())] {
        assert!(
            near(signed.distance.value, truth) && signed.distance.lower <= signed.distance.upper,
            "{signed:?} for {truth}"
        );
        assert!(signed.distance.upper - signed.distance.lower <= PROMISE * truth.abs(), "{signed:?} for {truth}");
    }
    let separation = distance(a, b, pose);
    assert!(near(separation.distance.value, truth.max(0.0)), "{separation:?} for {truth}");
    assert_eq!(intersects(a, b, pose), truth <= 0.0, "{truth}");
    let expected = match truth.total_cmp(&0.0) {
        std::cmp::Ordering::Less => ConvexRelation::Overlapping,
        std::cmp::Ordering::Equal => ConvexRelation::Touching,
        std::cmp::Ordering::Greater => ConvexRelation::Disjoint,
    };
    assert_eq!(relation(a, b, pose), expected, "{truth}");
}

/// Rotations that carry the z axis to itself or its opposite, to the last bit.
fn upright(random: &mut SplitMix64) -> DMat3 {
    let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
    let over = DMat3::from_cols(DVec3::X, -DVec3::Y, -DVec3::Z);
    let turns = [DMat3::IDENTITY, quarter, quarter * quarter, over, over * quarter];
    turns[random.below(5) as usize]
}

/// Nested, end to end, side by side and apart, from far off contact to exactly at it, in sizes from 1e-6 to 1e6.
#[test]
fn parallel_cylinders_have_the_closed_form() {
    let mut random = SplitMix64::new(31);
    let mut seen = [0; 3];
    for round in 0..1500 {
        let scale = 2f64.powi(random.integer(-20, 20) as i32);
        let mut length = || random.integer(1, 128) as f64 / 64.0 * scale;
        let ([r, s], [h, k]) = ([length(), length()], [length(), length()]);
        let off = [0.0, 1.0, -1.0][round % 3] * scale * 2f64.powi(-(random.integer(3, 40) as i32));
        let side = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y][random.below(4) as usize];
        let along = [-1.0, 0.0, 0.25, 1.0][random.below(4) as usize];
        // 3-4-5: the distance of the axes is known to the last bit.
        let slanted = DVec3::new(0.75, 1.0, 0.0);
        let (place, out, over) = match round % 4 {
            0 => (side * ((r + s) / 2.0) + DVec3::Z * (h + k + off), -(r + s) / 2.0, off),
            1 => (side * (r + s + off) + DVec3::Z * along * (h + k) / 2.0, off, (along.abs() / 2.0 - 1.0) * (h + k)),
            2 => (DVec3::Z * along * (h + k) / 2.0, -(r + s), (along.abs() / 2.0 - 1.0) * (h + k)),
            _ => (slanted * (0.75 * (r + s)), -0.0625 * (r + s), -(h + k)),
        };
        let truth = if out > 0.0 && over > 0.0 { out.hypot(over) } else { out.max(over) };
        let pose = Pose::try_new(upright(&mut random), place).unwrap();
        assert_signed(&Cylinder::try_new(h, r).unwrap().into(), &Cylinder::try_new(k, s).unwrap().into(), &pose, truth);
        seen[(1.0 + truth.signum() * f64::from(u8::from(truth != 0.0))) as usize] += 1;
    }
    assert!(seen[0] > 500 && seen[1] > 100 && seen[2] > 200, "{seen:?}");
}

/// The tip of a cone in the base of a cylinder, base on base, and the tip beside the rim.
#[test]
fn cones_and_cylinders_on_one_axis() {
    let mut random = SplitMix64::new(32);
    for round in 0..300 {
        let mut length = || random.integer(32, 128) as f64 / 64.0;
        let (cone, can) = ([length(), length()], [length(), length()]);
        let depth = [0.0, 1.0, -1.0][round % 3] * 2f64.powi(-(random.integer(8, 40) as i32));
        let shapes =
            [Cone::try_new(cone[0], cone[1]).unwrap().into(), Cylinder::try_new(can[0], can[1]).unwrap().into()];
        let up = Pose::from_translation(DVec3::Z * (cone[0] + can[0] - depth)).unwrap();
        assert_signed(&shapes[0], &shapes[1], &up, 0.0 - depth);
        let down = Pose::from_translation(DVec3::Z * (depth - cone[0] - can[0])).unwrap();
        assert_signed(&shapes[0], &shapes[1], &down, 0.0 - depth);
        // Two cones whose slopes meet: with radius 3 and height 4 the slope's normal is (4, 3) / 5.
        let slim = Cone::try_new(2.0, 3.0).unwrap();
        let over =
            Pose::try_new(DMat3::from_cols(DVec3::X, -DVec3::Y, -DVec3::Z), DVec3::new(3.0 - depth, 0.0, 0.0)).unwrap();
        assert_signed(&slim.into(), &slim.into(), &over, 0.0 - 0.8 * depth);
    }
}

/// Balls, points and rounded shapes along with bodies of revolution.
#[test]
fn balls_and_rounded_cylinders_have_the_closed_form() {
    let ball = |r: f64| Shape::from(Ellipsoid::try_new(DVec3::splat(r)).unwrap());
    let can = Shape::from(Cylinder::try_new(2.0, 1.0).unwrap());
    for (place, truth) in [
        (DVec3::ZERO, -1.5),
        (DVec3::new(0.0, 1.25, 0.5), -0.25),
        (DVec3::new(-1.75, 0.0, 0.5), 0.25),
        (DVec3::new(4.0, 0.0, 6.0), 4.5),
        (DVec3::new(0.0, 0.0, 2.25), -0.25),
    ] {
        let pose = Pose::from_translation(place).unwrap();
        assert_signed(&can, &ball(0.5), &pose, truth);
        let found = signed_distance(
            &Rounded::try_new(&can, 0.25).unwrap(),
            &Rounded::try_new(ball(0.125), 0.125).unwrap(),
            &pose,
        );
        assert!((found.distance.value - truth).abs() <= 1e-14, "{found:?} for {truth}");
        assert!(
            found.distance.lower <= truth
                && truth <= found.distance.upper
                && found.distance.upper - found.distance.lower < 1e-13,
            "{found:?}"
        );
    }
    assert_signed(&ball(1.0), &ball(0.5), &Pose::from_translation(DVec3::new(0.75, 1.0, 0.0)).unwrap(), -0.25);
    assert_signed(&ball(1.0), &ball(0.5), &Pose::IDENTITY, -1.5);
}

/// What rounding leaves of a common motion of both: the axes are parallel but for it, and so is the answer right but for it.
#[test]
fn motions_of_both_change_only_what_rounding_does() {
    let mut random = SplitMix64::new(33);
    let mut decided = 0;
    for round in 0..400 {
        let [r, s, h, k] = [0; 4].map(|_| 0.2 + random.u());
        let depth = 10f64.powi(-(round % 13));
        let (shift, truth) = match round % 2 {
            0 => (DVec3::Z * (h + k - 0.1 * depth), -0.1 * depth),
            _ => (DVec3::new(0.6, 0.8, 0.0) * (r + s - 0.1 * depth) + DVec3::Z * 0.1, -0.1 * depth),
        };
        let turn = DQuat::from_xyzw(random.u(), random.u() - 0.5, random.u() - 0.5, random.u() - 0.5).normalize();
        let about = DQuat::from_rotation_z(random.u() * 6.0);
        let motion = DMat3::from_quat(turn);
        let rotation = motion.transpose() * DMat3::from_quat(turn * about);
        let pose = Pose::try_new(rotation, motion.transpose() * (motion * shift)).unwrap();
        let found = signed_distance(&Cylinder::try_new(h, r).unwrap(), &Cylinder::try_new(k, s).unwrap(), &pose);
        let rounding = 8.0 * f64::EPSILON * (r + s + h + k);
        assert!(
            found.distance.lower - rounding <= truth && truth <= found.distance.upper + rounding,
            "{found:?} for {truth}"
        );
        assert!((found.distance.value - truth).abs() <= PROMISE * truth.abs() + rounding, "{found:?} for {truth}");
        decided += usize::from(found.distance.upper < 0.0);
    }
    assert!(decided > 380, "{decided}");
}

fn shape(random: &mut SplitMix64, kind: u64) -> Shape {
    let mut length = || 0.3 + random.u();
    match kind {
        0 => Cylinder::try_new(length(), length()).unwrap().into(),
        1 => Cone::try_new(length(), length()).unwrap().into(),
        2 => Ellipsoid::try_new(DVec3::new(length(), length(), length())).unwrap().into(),
        3 => Cuboid::try_new(DVec3::new(length(), length(), length())).unwrap().into(),
        _ => Cylinder::try_new(1e-3 * length(), length()).unwrap().into(),
    }
}

/// How far the difference reaches along a direction, per its length, from farthest points in double-doubles.
pub fn reach(a: &Shape, b: &Shape, pose: &Pose, n: DVec3) -> f64 {
    let fine = |v: DVec3| -> Vector { v.to_array().map(DoubleDouble::from) };
    let r = pose.rotation();
    let back: Vector = [r.x_axis, r.y_axis, r.z_axis].map(|c| -dot(&fine(c), &fine(n)));
    let of_a = dot(&fine(n), &a.fine_support(&fine(n)).unwrap());
    // Corners are posed with one rounding each.
    let of_b = if b.corner_count() > 0 {
        let along = |i: u32| -dot(&fine(n), &fine(pose.transform_point(b.corner(i))));
        (1..b.corner_count()).map(along).fold(along(0), |most, x| if x > most { x } else { most })
    } else {
        dot(&back, &b.fine_support(&back).unwrap()) - dot(&fine(n), &fine(pose.translation()))
    };
    (of_a + of_b).to_double() / dot(&fine(n), &fine(n)).sqrt().to_double() + a.radius() + b.radius()
}

/// Pairs turned at random, pushed to depths down to 1e-12: decided, closed, and no direction reaches less than the lower bound.
#[test]
fn turned_pairs_close_and_no_direction_is_shallower() {
    let mut random = SplitMix64::new(34);
    let (mut looks, mut tight, mut open) = (0, 0, 0);
    for round in 0..240 {
        let (first, second) = (round % 5, (round / 5) % 5);
        if (first, second) == (3, 3) {
            continue;
        }
        let (a, b) = (shape(&mut random, first), shape(&mut random, second));
        let mut part = || random.u() - 0.5;
        let turn = DQuat::from_xyzw(part(), part(), part(), part()).normalize();
        let mut place = random.direction();
        let wanted = 0.3 * 10f64.powi(-[1, 2, 3, 6, 9, 12][(round % 6) as usize]);
        for _ in 0..6 {
            let found = signed_distance(&a, &b, &Pose::from_quaternion(turn, place).unwrap());
            place -= found.axis.unwrap_or(DVec3::ZERO) * (wanted + found.distance.value);
        }
        let pose = Pose::from_quaternion(turn, place).unwrap();
        let found = penetration(&a, &b, &pose);
        let PenetrationOutcome::Deep(overlap) = found.outcome else { panic!("{found:?}") };
        let depth = overlap.depth;
        open += usize::from(depth.upper - depth.lower > PROMISE * depth.upper);
        assert!(depth.upper - depth.lower <= PROMISE * depth.upper.max(0.1), "{found:?}");
        let mut least = f64::INFINITY;
        for step in 0..200 {
            // Around the way out at every scale, and anywhere.
            let spread = if step % 10 == 0 { 1e3 } else { 10f64.powi(-(step % 17)) };
            let n = overlap.direction + random.direction() * spread;
            let there = reach(&a, &b, &pose, n);
            assert!(there >= depth.lower, "{there:e} {found:?} along {n:?}");
            least = least.min(there);
            looks += 1;
        }
        least = least.min(reach(&a, &b, &pose, overlap.direction));
        tight += usize::from(least <= depth.upper * (1.0 + 1e-6));
    }
    // What stays open is as deep as it is thick.
    assert!(looks > 40_000 && tight > 150 && open <= 6, "{looks} {tight} {open}");
}

/// Farthest points in double-doubles are those in doubles, but finer, and nothing of the shape is beyond.
#[test]
fn fine_farthest_points_are_farthest() {
    let mut random = SplitMix64::new(35);
    for round in 0..500 {
        let shape = shape(&mut random, round % 5);
        let d = random.direction();
        let fine: Vector = d.to_array().map(DoubleDouble::from);
        let point = shape.fine_support(&fine).unwrap().map(DoubleDouble::to_double);
        let plain = shape.support(d, &mut 0);
        assert!((d.dot(plain) - d.dot(DVec3::from_array(point))).abs() < 4e-15, "{shape:?} {d}");
    }
}

/// Far from their own origin, curved cores lose digits and nothing else.
#[test]
fn curved_cores_far_away_are_deep_all_the_same() {
    /// A ball around a place, which says no more than its farthest points.
    struct Far(DVec3);
    impl Support for Far {
        fn support(&self, direction: DVec3, _: &mut u32) -> DVec3 {
            self.0 + direction.normalize_or_zero()
        }
        fn centre(&self) -> DVec3 {
            self.0
        }
        fn reach(&self) -> f64 {
            1.0
        }
    }
    for far in [1e3, 1e6, 1e8] {
        let (a, b) = (Far(DVec3::X * far), Far(DVec3::new(far, 1.5, 0.25)));
        let truth = 2.0 - 1.5f64.hypot(0.25);
        let PenetrationOutcome::Deep(overlap) = penetration(&a, &b, &Pose::IDENTITY).outcome else { panic!("{far}") };
        assert!(
            overlap.depth.lower <= truth + 1e-15 * far && truth - 1e-15 * far <= overlap.depth.upper,
            "{overlap:?}"
        );
        assert!((overlap.depth.value - truth).abs() < 1e-13 * far.max(10.0), "{far} {overlap:?}");
    }
}
