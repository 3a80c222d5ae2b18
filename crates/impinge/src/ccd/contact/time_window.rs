//! A part of a motion.

use crate::ccd::polynomial::root_time::Time;

/// The times from one double to another, ends included, within the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    from: f64,
    until: f64,
}

impl Window {
    /// All times of the motion.
    pub const WHOLE: Self = Self { from: 0.0, until: 1.0 };

    /// The times between two, which may be the same; `None` if they are not in order, or outside of the motion.
    #[must_use]
    pub fn new(from: f64, until: f64) -> Option<Self> {
        (0.0 <= from && from <= until && until <= 1.0).then_some(Self { from: from.abs(), until: until.abs() })
    }

    /// Its first time.
    #[must_use]
    pub fn from(&self) -> f64 {
        self.from
    }

    /// Its last time.
    #[must_use]
    pub fn until(&self) -> f64 {
        self.until
    }

    /// Whether a time is within: one between neighbours is before a double or after it.
    pub(crate) fn contains(&self, time: &Time) -> bool {
        !self.is_after(time) && !self.is_before(time)
    }

    /// Whether the window begins after a time.
    pub(crate) fn is_after(&self, time: &Time) -> bool {
        time.lower < self.from
    }

    /// Whether the window ends before a time.
    pub(crate) fn is_before(&self, time: &Time) -> bool {
        self.until < time.upper
    }
}
