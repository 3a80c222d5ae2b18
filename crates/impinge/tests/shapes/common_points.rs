//! Shapes that meet: the point that is reported is a point of both, by the closest points of the shapes themselves.

use impinge::convex::distance;
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Shape, Solid, Sphere, Support};
use impinge_scenes::SplitMix64;

/// How far off a shape a common point may be, relative to the sizes of both.
const ROUNDING: f64 = 1e-9;

fn shape(random: &mut SplitMix64, kind: u32) -> Shape {
    let mut length = || [0.125, 0.25, 0.5, 1.0, 2.0, 4.0][(random.u() * 6.0) as usize];
    let [a, b, c] = [length(), length(), length()];
    match kind % 7 {
        0 => Sphere::try_new(a).unwrap().into(),
        1 => Cylinder::try_new(a, b).unwrap().into(),
        2 => Cone::try_new(a, b).unwrap().into(),
        3 => Capsule::try_new(a, b).unwrap().into(),
        4 => Ellipsoid::try_new(DVec3::new(a, b, c)).unwrap().into(),
        5 => Cuboid::try_new(DVec3::new(a, b, c)).unwrap().into(),
        _ => Shape::from(Cylinder::try_new(a, b).unwrap()).rounded(c).unwrap(),
    }
}

/// Every pair of kinds: with parallel axes, with one axis, at one place, turned at random; small in large, crossing, apart.
#[test]
fn a_common_point_is_a_point_of_both() {
    let mut random = SplitMix64::new(71);
    let (mut met, mut apart, mut worst) = (0, 0, 0.0_f64);
    for round in 0..49 * 60 {
        let [a, b] = [round, round / 7].map(|kind| shape(&mut random, kind));
        let mut next = || (random.u() - 0.5) * 6.0;
        let turn = match round / 49 % 3 {
            0 => DMat3::from_quat(DQuat::from_xyzw(next(), next(), next(), next()).normalize()),
            1 => DMat3::from_diagonal(DVec3::new(1.0, -1.0, -1.0)),
            _ => DMat3::IDENTITY,
        };
        let place = match round / 147 % 5 {
            0 => DVec3::ZERO,
            1 => DVec3::new(0.0, 0.0, next()),
            2 => DVec3::new(next().round() / 2.0, 0.0, next().round() / 2.0),
            _ => DVec3::new(next(), next(), next()),
        };
        let pose = Pose::try_new(turn, place).unwrap();
        for pose in [pose, pose.inverse()] {
            let found = distance(&a, &b, &pose);
            if found.distance.value > 0.0 {
                apart += 1;
                continue;
            }
            met += 1;
            let size = a.reach() + a.radius() + b.reach() + b.radius();
            for p in found.points {
                let off = a.distance(p).max(b.distance(pose.inverse().transform_point(p))) / size;
                assert!(off <= ROUNDING, "{round}: {p} is {off:e} off\n{a:?}\n{b:?}\n{pose:?}");
                worst = worst.max(off);
            }
        }
    }
    assert!(met > 2_000 && apart > 500, "{met} met, {apart} apart");
    assert!(worst > 0.0, "nothing was rounded");
}

/// Two pairs whose points were once the middle of the way out.
#[test]
fn a_ball_in_a_can_and_a_rod_through_a_ball() {
    let can = Cylinder::try_new(2.0, 2.0).unwrap();
    let ball = Sphere::try_new(0.25).unwrap();
    let place = DVec3::new(1.0, 0.0, 1.0);
    let [p, _] = distance(&can, &ball, &Pose::from_translation(place).unwrap()).points;
    assert!(p.distance(place) <= 0.25 + 1e-12, "{p}");
    let (ball, rod) = (Sphere::try_new(2.0).unwrap(), Cylinder::try_new(3.0, 0.1).unwrap());
    let [p, _] = distance(&ball, &rod, &Pose::from_translation(DVec3::new(0.5, 0.0, 0.0)).unwrap()).points;
    assert!((p.x - 0.5).hypot(p.y) <= 0.1 + 1e-12, "{p}");
}
