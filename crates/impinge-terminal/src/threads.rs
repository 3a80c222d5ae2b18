//! The threads of a run: one number for reading, building and querying alike.

use anyhow::Context;
use impinge::executor::Executor;
use std::num::NonZero;
use std::sync::Mutex;
use std::thread::available_parallelism;

/// How many threads the process is held to, once it is.
static STARTED: Mutex<Option<usize>> = Mutex::new(None);

/// Threads that are started for each core at most: more are no faster, and take seconds to start by the thousand.
const MOST_A_CORE: usize = 4;

/// An executor of `jobs` threads, 0 meaning one for each core, and at most four for each; everything else in the process is held to the first number that is given.
///
/// # Errors
/// The operating system refused the threads.
pub fn start(jobs: u16) -> anyhow::Result<Executor> {
    let jobs = thread_count(jobs, available_parallelism().map_or(1, NonZero::get));
    let refused = || format!("{jobs} threads could not be started; try a smaller --jobs");
    let mut started = STARTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if started.is_none() {
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().with_context(refused)?;
        *started = Some(jobs);
    }
    Executor::try_new(jobs).with_context(refused)
}

/// The number of threads that are started, from the number that was asked for.
fn thread_count(jobs: u16, cores: usize) -> usize {
    usize::from(jobs).min(MOST_A_CORE.saturating_mul(cores))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_are_started_than_a_few_for_each_core() {
        assert_eq!([0, 1, 3, 8, 9, 1024].map(|jobs| thread_count(jobs, 2)), [0, 1, 3, 8, 8, 8]);
        assert_eq!(thread_count(1024, usize::MAX), 1024);
    }
}
