//! Random numbers, rotations and poses that are the same everywhere: SplitMix64 (Steele, Lea, Flood 2014) and uniform
//! rotations (Shoemake 1992).

use crate::SceneError;
use impinge::bound::Aabb;
use impinge::math::{DQuat, DVec3, Pose};
use std::f64::consts::TAU;

/// The SplitMix64 generator: 64 bits of state, every seed is a good one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator whose state starts at the seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    #[expect(clippy::should_implement_trait, reason = "the generator's own name for it; it never ends")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A multiple of 2^-53, uniform in [0, 1).
    pub fn u(&mut self) -> f64 {
        (self.next() >> 11) as f64 * f64::EPSILON / 2.0
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.u() * (high - low)
    }

    /// One of 0, 1, …, count - 1, or 0 where count is 0; biased by less than count / 2^64.
    pub fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }

    /// An integer from low to high, both included; low where they are the wrong way round.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        let count = high.wrapping_sub(low).max(0) as u64;
        low.wrapping_add(self.below(count.saturating_add(1)) as i64)
    }

    /// A fair coin.
    pub fn coin(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    /// Uniform in the box: x, then y, then z.
    pub fn point(&mut self, bounds: &Aabb) -> DVec3 {
        let x = self.between(bounds.min.x, bounds.max.x);
        let y = self.between(bounds.min.y, bounds.max.y);
        let z = self.between(bounds.min.z, bounds.max.z);
        DVec3::new(x, y, z)
    }

    /// Uniform on the unit sphere: z = 2u - 1, then the angle.
    pub fn direction(&mut self) -> DVec3 {
        let z = 2.0 * self.u() - 1.0;
        let (sin, cos) = (TAU * self.u()).sin_cos();
        let r = (1.0 - z * z).max(0.0).sqrt();
        DVec3::new(r * cos, r * sin, z)
    }

    /// A rotation, uniform over all rotations.
    pub fn rotation(&mut self) -> DQuat {
        let (u1, u2, u3) = (self.u(), self.u(), self.u());
        let (s1, c1) = (TAU * u2).sin_cos();
        let (s2, c2) = (TAU * u3).sin_cos();
        let (a, b) = ((1.0 - u1).sqrt(), u1.sqrt());
        DQuat::from_xyzw(a * s1, a * c1, b * s2, b * c2)
    }

    /// A rotation, then a translation uniform in the box.
    ///
    /// # Errors
    /// A box that is not finite or too large for a pose.
    pub fn pose(&mut self, bounds: &Aabb) -> Result<Pose, SceneError> {
        let rotation = self.rotation();
        Ok(Pose::from_quaternion(rotation, self.point(bounds))?)
    }

    /// The items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// Poses whose rotations are uniform and whose translations are uniform in the box.
///
/// # Errors
/// A box that is not finite or too large for a pose.
pub fn random_poses(seed: u64, count: usize, bounds: &Aabb) -> Result<Vec<Pose>, SceneError> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(|_| random.pose(bounds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The first outputs for seed 1234567 in the reference implementation.
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn numbers_stay_in_their_ranges() {
        let mut random = SplitMix64::new(3);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            let u = random.u();
            assert!((0.0..1.0).contains(&u) && (u * 2f64.powi(53)).fract() == 0.0);
            seen[(random.integer(-3, 3) + 3) as usize] += 1;
            assert!((random.direction().length() - 1.0).abs() < 1e-15);
            assert!((random.rotation().length() - 1.0).abs() < 1e-15);
        }
        assert!(seen.iter().all(|n| (800..1200).contains(n)), "{seen:?}");
    }

    #[test]
    fn poses_are_repeatable_and_in_the_box() {
        let bounds = Aabb { min: DVec3::new(-1.0, 0.0, 2.0), max: DVec3::new(1.0, 5.0, 3.0) };
        let poses = random_poses(1, 100, &bounds).unwrap();
        assert_eq!(poses, random_poses(1, 100, &bounds).unwrap());
        assert_ne!(poses, random_poses(2, 100, &bounds).unwrap());
        for pose in poses {
            let t = pose.translation();
            assert!(t.cmpge(bounds.min).all() && t.cmple(bounds.max).all());
        }
    }
}
