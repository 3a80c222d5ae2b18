//! What images took to make.

use std::time::Duration;

/// What a query took on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// Images that were made.
    pub images: u32,
    /// Passes over bodies, pixels or members.
    pub passes: u32,
    /// Pixels of all images; 0 if no boxes met, and nothing had to be drawn.
    pub pixels: u64,
    /// Fragments of layered images.
    pub fragments: u64,
    /// Bytes brought back from the device.
    pub read_back_bytes: u64,
    /// How long the device worked on all passes, where it has a clock.
    pub gpu_time: Option<Duration>,
}

impl Cost {
    /// Adds a further step. A step without a time leaves the sum without one: a part of it would be too little.
    pub fn add(&mut self, step: &Self) {
        self.gpu_time = match (self.passes, step.passes) {
            (_, 0) => self.gpu_time,
            (0, _) => step.gpu_time,
            _ => self.gpu_time.zip(step.gpu_time).map(|(a, b)| a + b),
        };
        self.images += step.images;
        self.passes += step.passes;
        self.pixels += step.pixels;
        self.fragments += step.fragments;
        self.read_back_bytes += step.read_back_bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_of_all_passes_or_there_is_none() {
        let step =
            |passes, time: Option<u64>| Cost { passes, gpu_time: time.map(Duration::from_millis), ..Cost::default() };
        let sum = |steps: &[Cost]| {
            steps.iter().fold(Cost::default(), |mut sum, step| {
                sum.add(step);
                sum
            })
        };
        assert_eq!(sum(&[step(2, Some(3)), step(0, None), step(1, Some(4))]), step(3, Some(7)));
        assert_eq!(sum(&[step(2, Some(3)), step(1, None)]), step(3, None));
        assert_eq!(sum(&[step(2, None), step(1, Some(3)), step(1, Some(3))]), step(4, None));
    }
}
