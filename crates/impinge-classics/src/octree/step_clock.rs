//! The time of each step, read from the clock only where it is asked for: not every target has one.

use std::time::{Duration, Instant};

/// Runs from its start, if at all.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepClock(Option<Instant>);

impl StepClock {
    /// Starts now if time is to be measured.
    pub fn start(timed: bool) -> Self {
        Self(timed.then(Instant::now))
    }

    /// The time since the start; zero where none is measured.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}
