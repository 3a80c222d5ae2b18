//! Numbers for tests: a linear congruential generator with a seed, the same on every machine.

use impinge::math::DVec3;

/// A source of numbers that starts at a seed.
pub(crate) struct Random(pub u64);

impl Random {
    /// Sixty-four bits, of which the upper ones are the better.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    /// Uniform from -1 to 1.
    pub fn number(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A whole number below a positive count.
    pub fn below(&mut self, count: usize) -> usize {
        (((self.number() + 1.0) * 0.5 * count as f64) as usize).min(count - 1)
    }

    /// Uniform in the cube from -1 to 1.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}
