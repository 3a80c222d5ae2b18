//! SplitMix64, and what is made from it.

#[path = "../../../../impinge/tests/motion/random.rs"]
mod split_mix;

use impinge::math::DVec2;
pub use split_mix::Random;

impl Random {
    /// A star: n vertices at even angles, radii from 0.4 to 1.
    pub fn star(&mut self, n: usize) -> Vec<DVec2> {
        let corner = |k: usize, r: f64| DVec2::from_angle(std::f64::consts::TAU * k as f64 / n as f64) * r;
        (0..n).map(|k| corner(k, 0.4 + 0.6 * self.share())).collect()
    }
}
