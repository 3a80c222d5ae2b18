//! A progress bar on standard error: only on a terminal, only where there is something to wait for.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Once;
use std::time::{Duration, Instant};

/// Work that takes less than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Counts the steps of some work, from any thread; the bar is gone when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: Once,
    quiet: bool,
}

impl Progress {
    /// Progress of `steps` steps of `work`; never visible when quiet or when standard error is no terminal.
    pub fn new(work: &'static str, steps: usize, quiet: bool) -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            .with_message(work);
        Self { bar, start: Instant::now(), shown: Once::new(), quiet }
    }

    /// One step is done.
    pub fn step(&self) {
        self.bar.inc(1);
        if !self.quiet && self.start.elapsed() > PATIENCE {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
