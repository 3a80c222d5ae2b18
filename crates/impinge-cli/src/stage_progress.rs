//! The progress of a check on a terminal: one bar for each stage.

use impinge_terminal::progress::Progress;
use std::sync::{PoisonError, RwLock};

/// One bar for each stage.
pub struct ProgressBars {
    quiet: bool,
    bar: RwLock<Option<Progress>>,
}

impl ProgressBars {
    /// Bars that are never visible when quiet.
    pub fn new(quiet: bool) -> Self {
        Self { quiet, bar: RwLock::new(None) }
    }

    fn replace(&self, bar: Option<Progress>) {
        *self.bar.write().unwrap_or_else(PoisonError::into_inner) = bar;
    }
}

impl impinge_clash::Progress for ProgressBars {
    fn begin(&self, stage: &'static str, steps: usize) {
        self.replace(Some(Progress::new(stage, steps, self.quiet)));
    }

    fn step(&self) {
        if let Some(bar) = &*self.bar.read().unwrap_or_else(PoisonError::into_inner) {
            bar.step();
        }
    }

    fn end(&self) {
        self.replace(None);
    }
}
