//! Poses on a line, so that equal ones are neighbours in a sorted list: how far two bodies are apart does not tell the poses of parts that
//! only turn about each other from one another, and each would be compared with all.

use impinge::math::Pose;

/// A direction, at most one long, in no simple ratio to the axes.
const DIRECTION: [f64; 3] = [0.523_211_775_598, 0.618_033_988_749, 0.586_304_970_717];

/// The weights of a rotation's entries; their squares add up to less than one.
const WEIGHTS: [f64; 9] = [
    0.410_831_527,
    -0.230_974_113,
    0.370_219_643,
    0.310_572_391,
    0.290_137_659,
    -0.430_068_217,
    -0.190_443_971,
    0.350_861_029,
    0.330_318_847,
];

/// A number of a pose (a length) that differs by no more than points within the reach of the origin are carried apart, see
/// [`pose_displacement`](super::equal_pairs::pose_displacement), but for rounding.
pub fn pose_coordinate(pose: &Pose, reach: f64) -> f64 {
    let weighed = |numbers: &[f64], weights: &[f64]| numbers.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
    weighed(&pose.translation().to_array(), &DIRECTION) + reach * weighed(&pose.rotation().to_cols_array(), &WEIGHTS)
}

/// Integers in the order of numbers.
pub fn order_key(x: f64) -> i64 {
    let bits = x.to_bits().cast_signed();
    // Of negative numbers larger bits are lower.
    bits ^ (bits >> 63).cast_unsigned().wrapping_shr(1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::super::equal_pairs::pose_displacement;
    use super::*;
    use impinge::math::{DQuat, DVec3};

    #[test]
    fn coordinates_differ_by_no_more_than_points_are_carried_apart() {
        let pose = |k: u32| {
            let [x, y, z] = [0.7, 1.3, 2.1].map(|step| (step * f64::from(k)).sin());
            let turn = DQuat::from_rotation_x(3.0 * x) * DQuat::from_rotation_z(3.0 * y);
            Pose::from_quaternion(turn, DVec3::new(y, z, x) * 5.0).unwrap()
        };
        let mut closest = f64::INFINITY;
        for (i, j) in (0..60).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let (p, q) = (pose(i), pose(j));
            let apart = (pose_coordinate(&p, 4.0) - pose_coordinate(&q, 4.0)).abs();
            assert!(apart <= pose_displacement(&p, &q, 4.0) + 1e-12, "{i} {j}");
            closest = closest.min(apart);
        }
        assert!(closest > 0.0);
    }

    #[test]
    fn keys_are_in_the_order_of_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.0, -1.0, -1e-300, 0.0, 1e-300, 1.0, 1.5, f64::INFINITY];
        assert!(numbers.windows(2).all(|pair| order_key(pair[0]) < order_key(pair[1])));
    }
}
