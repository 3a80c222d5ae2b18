//! SplitMix64: the random numbers of tests.

/// A source of numbers that starts at a seed.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A whole number below a count.
    pub fn below(&mut self, count: u64) -> u64 {
        (self.bits() >> 11) % count
    }

    /// Uniform from 0 to 1.
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-53)
    }
}
