//! A progress bar on standard error: only on a terminal, only where there is something to wait for.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Work that takes less than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often a visible bar is drawn, even if no step is done.
const TICK: Duration = Duration::from_millis(200);

/// Counts the steps of some work, from any thread; the bar is gone when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Shows the bar when patience has run out, unless the sender is dropped before.
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress of `steps` steps of `work`; never visible when quiet or when standard error is no terminal.
    pub fn new(work: &'static str, steps: usize, quiet: bool) -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {elapsed} (eta {eta})");
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            .with_message(work);
        let watcher = (!quiet && stderr().is_terminal()).then(|| {
            let (bar, (work, done)) = (bar.clone(), mpsc::channel());
            let watcher = thread::spawn(move || {
                if done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
            (work, watcher)
        });
        Self { bar, watcher }
    }

    /// One step is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((work, watcher)) = self.watcher.take() {
            drop(work);
            // A watcher that failed has shown nothing that would have to go.
            let _ = watcher.join();
        }
        self.bar.finish_and_clear();
    }
}
