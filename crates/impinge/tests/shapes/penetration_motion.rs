//! Depths of hulls in motion: what a query keeps for the next one costs no more than a new start would by more than a little.

use impinge::convex::{DepthArithmetic, PenetrationOutcome, WarmStart, penetration};
use impinge::math::{DQuat, DVec3, Pose};
use impinge::shape::Polytope;
use impinge_scenes::random::SplitMix64;

/// Hulls to choose pairs from.
const HULLS: u64 = 64;

/// Steps of a motion.
const STEPS: u32 = 200;

/// Farthest points that a surface in vain may have asked for before a new one is begun.
const IN_VAIN: u32 = 20;

/// Hulls of `corners` points on ellipsoids.
fn hulls(random: &mut SplitMix64, corners: u64) -> Vec<Polytope> {
    let mut hull = || {
        let axes = DVec3::from_array(std::array::from_fn(|_| 0.5 + 0.5 * random.u()));
        let points: Vec<DVec3> = (0..corners).map(|_| axes * random.direction()).collect();
        Polytope::try_new(&points).unwrap()
    };
    (0..HULLS).map(|_| hull()).collect()
}

/// The poses of a body that turns by a degree in a step, and by half of one around the other.
fn motion(random: &mut SplitMix64) -> impl Iterator<Item = Pose> + use<> {
    let rotation = random.rotation().normalize();
    let direction = random.direction();
    let centre = (0.2 + 2.0 * random.u()) * direction;
    let axis = random.direction();
    let around = centre.normalize().any_orthonormal_vector();
    (0..STEPS).map(move |step| {
        let turned = DQuat::from_axis_angle(axis, f64::from(step).to_radians()) * rotation;
        let gone = DQuat::from_axis_angle(around, (0.5 * f64::from(step)).to_radians()) * centre;
        Pose::from_quaternion(turned.normalize(), gone).unwrap()
    })
}

/// Surfaces that have moved are dented now and then; two of these once took in the same few corners hundreds of times.
#[test]
fn dented_surfaces_are_given_up_soon() {
    for corners in [8, 32] {
        let random = &mut SplitMix64::new(100 + corners);
        let hulls = hulls(random, corners);
        let (mut asked, mut looks, mut begun_anew) = (0, [0; 2], 0);
        for _ in 0..20 {
            let [a, b] = [(); 2].map(|()| &hulls[random.below(HULLS) as usize]);
            let warm = &mut WarmStart::default();
            for pose in motion(random) {
                let cold = penetration(a, b, &pose);
                let PenetrationOutcome::Deep(truth) = cold.outcome else { continue };
                let found = warm.penetration(a, b, &pose);
                let PenetrationOutcome::Deep(overlap) = found.outcome else { panic!("{found:?} {cold:?}") };
                assert!(
                    (overlap.depth.value - truth.depth.value).abs() <= 1e-12 * truth.depth.value,
                    "{found:?} {cold:?}"
                );
                assert!(found.supports <= cold.supports + IN_VAIN, "{found:?} {cold:?}");
                assert_ne!(found.arithmetic, DepthArithmetic::Integers);
                begun_anew += u32::from(found.supports > cold.supports);
                looks = [looks[0] + cold.supports, looks[1] + found.supports];
                asked += 1;
            }
        }
        assert!(asked > 1_500 && begun_anew > 10 && looks[1] * 3 < looks[0], "{asked} {begun_anew} {looks:?}");
    }
}
