//! The threads of a run: one number for reading, building and querying alike.

use anyhow::Context;
use impinge::executor::Executor;
use std::sync::Mutex;

/// How many threads the process is held to, once it is.
static STARTED: Mutex<Option<u16>> = Mutex::new(None);

/// An executor of `jobs` threads, 0 meaning one for each core; everything else in the process is held to the first number that is given.
///
/// # Errors
/// The operating system refused the threads.
pub fn start(jobs: u16) -> anyhow::Result<Executor> {
    let refused = || format!("{jobs} threads could not be started; try a smaller --jobs");
    let mut started = STARTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if started.is_none() {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global().with_context(refused)?;
        *started = Some(jobs);
    }
    Executor::try_new(usize::from(jobs)).with_context(refused)
}

/// A number of threads, as typed.
///
/// # Errors
/// It is no number, or too large a one.
pub fn jobs(word: &str) -> Result<u16, String> {
    const MOST: u16 = Executor::MOST_THREADS as u16;
    match word.trim().parse::<u16>() {
        Ok(jobs) if jobs <= MOST => Ok(jobs),
        _ => Err(format!("expected a number of threads from 0 (one for each core) to {MOST}")),
    }
}
