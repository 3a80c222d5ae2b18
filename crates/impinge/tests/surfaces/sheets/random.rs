//! Numbers for tests of surfaces.

use impinge::math::DVec3;

/// A source of numbers that starts at a seed.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    pub fn number(&mut self) -> f64 {
        self.below(1 << 31) as f64 / f64::from(1 << 30) - 1.0
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}
