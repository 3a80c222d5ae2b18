//! What images took to make.

use std::time::Duration;

/// What a query took on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageCost {
    /// Compute passes.
    pub passes: u32,
    /// Pixels of all images.
    pub pixels: u64,
    /// Fragments of all images.
    pub fragments: u64,
    /// Bytes that came back from the device.
    pub read_back_bytes: u64,
    /// How long the device worked, by its own clock where it has one.
    pub gpu_time: Option<Duration>,
}

impl ImageCost {
    /// Adds what further images took.
    pub(crate) fn add(&mut self, other: &Self) {
        self.passes += other.passes;
        self.pixels += other.pixels;
        self.fragments += other.fragments;
        self.read_back_bytes += other.read_back_bytes;
        self.add_time(other.gpu_time);
    }

    /// Adds time measured by the device's clock.
    pub(crate) fn add_time(&mut self, time: Option<Duration>) {
        if let Some(time) = time {
            *self.gpu_time.get_or_insert_default() += time;
        }
    }
}
