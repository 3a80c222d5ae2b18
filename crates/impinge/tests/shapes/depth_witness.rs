//! The direction of a depth is the witness of its upper bound: moved along it by that bound, B leaves A.
//!
//! How far the difference of the shapes reaches along the direction is computed from farthest points in double-doubles, by code that no query uses.

use super::penetration_revolution::reach;
use impinge::convex::{PenetrationOutcome, intersects, penetration, signed_distance};
use impinge::math::{DQuat, DVec3, Pose};
use impinge::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polytope, Rounded, Shape, Sphere, Support};
use impinge_scenes::SplitMix64;

/// Kinds of shapes.
const KINDS: u64 = 10;

fn shape(random: &mut SplitMix64, kind: u64) -> Shape {
    let mut length = || [0.5, 1.0, 0.3 + random.u()][random.below(3) as usize];
    match kind {
        0 => Sphere::try_new(length()).unwrap().into(),
        1 => Capsule::try_new(length(), length()).unwrap().into(),
        2 => Cylinder::try_new(length(), length()).unwrap().into(),
        3 => Cone::try_new(length(), length()).unwrap().into(),
        4 => Ellipsoid::try_new(DVec3::new(length(), length(), length())).unwrap().into(),
        5 => Cuboid::try_new(DVec3::new(length(), length(), length())).unwrap().into(),
        6 => Cylinder::try_new(1e-3 * length(), length()).unwrap().into(),
        7 => rounded(Cone::try_new(length(), length()).unwrap().into(), 0.25),
        8 => rounded(Ellipsoid::try_new(DVec3::new(length(), length(), length())).unwrap().into(), 0.125),
        _ => Polytope::try_new(&[(); 9].map(|()| random.direction())).unwrap().into(),
    }
}

fn rounded(core: Shape, radius: f64) -> Shape {
    Shape::Rounded(Box::new(Rounded::try_new(core, radius).unwrap()))
}

/// About one centre, one in the other, shallow, or at the brink of contact.
fn place(random: &mut SplitMix64, [a, b]: [&Shape; 2], turn: DQuat) -> DVec3 {
    let wanted = match random.below(4) {
        0 => return DVec3::ZERO,
        1 => return random.direction() * random.u(),
        2 => 0.3 * 10f64.powi(-(random.below(14) as i32)),
        _ => 0.0,
    };
    let mut place = random.direction();
    for _ in 0..6 {
        let found = signed_distance(a, b, &Pose::from_quaternion(turn, place).unwrap());
        place -= found.axis.unwrap_or(DVec3::ZERO) * (wanted + found.distance.value);
    }
    place
}

fn turn(random: &mut SplitMix64) -> DQuat {
    let mut part = || random.u() - 0.5;
    let turns = [
        DQuat::IDENTITY,
        DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
        DQuat::from_xyzw(part(), part(), part(), part()).normalize(),
        DQuat::from_xyzw(part(), part(), part(), part()).normalize(),
    ];
    turns[random.below(4) as usize]
}

/// What a direction, rounded to doubles, reaches beyond the exact one: some last places of all lengths.
fn rounding(a: &Shape, b: &Shape, pose: &Pose) -> f64 {
    16.0 * f64::EPSILON * (a.reach() + b.reach() + a.radius() + b.radius() + pose.translation().length())
}

#[test]
fn pairs_of_all_kinds_leave_each_other_along_the_direction_by_the_upper_bound() {
    let mut random = SplitMix64::new(71);
    let (mut deep, mut open, mut undecided) = (0, 0, 0);
    for round in 0..3_000 {
        let (first, second) = (round % KINDS, (round / KINDS) % KINDS);
        let (a, b) = (shape(&mut random, first), shape(&mut random, second));
        let turn = turn(&mut random);
        let pose = Pose::from_quaternion(turn, place(&mut random, [&a, &b], turn)).unwrap();
        let (upper, direction) = match penetration(&a, &b, &pose).outcome {
            PenetrationOutcome::Deep(overlap) => {
                let depth = overlap.depth;
                deep += 1;
                open += u32::from(depth.upper - depth.lower > 1e-12 * depth.upper);
                (depth.upper, overlap.direction)
            }
            PenetrationOutcome::Touching(overlap) => (overlap.depth.upper, overlap.direction),
            PenetrationOutcome::Undecided { upper, direction } => {
                undecided += 1;
                (upper, direction)
            }
            PenetrationOutcome::Apart { .. } => continue,
        };
        let (found, slack) = (reach(&a, &b, &pose, direction), rounding(&a, &b, &pose));
        assert!((direction.length() - 1.0).abs() < 1e-14, "{a:?} {b:?} {pose:?}: {direction}");
        assert!(found <= upper + slack, "{a:?} {b:?} {pose:?}: {found:e} along {direction}, {upper:e}");
        // The same for swapped arguments, and for the direction of a signed distance.
        let PenetrationOutcome::Deep(other) = penetration(&b, &a, &pose.inverse()).outcome else { continue };
        assert_eq!(other.depth.upper, upper);
        let other = reach(&b, &a, &pose.inverse(), other.direction);
        assert!(other <= upper + slack, "{b:?} {a:?} {pose:?}: {other:e}, {upper:e}");
        let signed = signed_distance(&a, &b, &pose);
        let along = signed.axis.map_or(f64::NAN, |axis| reach(&a, &b, &pose, axis));
        assert!(along <= -signed.distance.lower + slack, "{a:?} {b:?} {pose:?}: {along:e} {signed:?}");
    }
    assert!(deep > 1_500 && open > 500 && undecided > 200, "{deep} {open} {undecided}");
}

/// The direction was that of another bound: moved by the upper one, these were still 5e-6 in each other. Gaps of 1e-13 are not always told from contact.
#[test]
fn a_capsule_leaves_a_cone() {
    let capsule = Shape::from(Capsule::try_new(1.0, 0.5).unwrap());
    let cone = Shape::from(Cone::try_new(1.0, 0.5).unwrap());
    let mut random = SplitMix64::new(5);
    for _ in 0..400 {
        let mut part = || random.u() - 0.5;
        let rotation = DQuat::from_xyzw(part(), part(), part(), part()).normalize();
        let place = DVec3::new(part(), part(), part()) * 2.0;
        let pose = Pose::from_quaternion(rotation, place).unwrap();
        let PenetrationOutcome::Deep(overlap) = penetration(&capsule, &cone, &pose).outcome else { continue };
        let moved = place + overlap.direction * (overlap.depth.upper + 1e-9);
        let pose = Pose::from_quaternion(rotation, moved).unwrap();
        assert!(!intersects(&capsule, &cone, &pose), "{overlap:?}");
    }
}
