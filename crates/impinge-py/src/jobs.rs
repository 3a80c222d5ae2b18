//! Threads for batches, and batches that Ctrl-C ends.

use crate::errors::{runtime_error, type_error, value_error};
use impinge::executor::Executor;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The threads of the last number of jobs that was asked for.
static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// Threads that wait for the next call.
struct Kept {
    /// The process that has them: those of a parent do not outlive a fork.
    process: u32,
    jobs: usize,
    executor: Executor,
}

/// Time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// The most that a piece of a batch is longer than the one before, as a factor.
const MOST_GROWTH: f64 = 32.0;

/// The number of jobs of an argument.
///
/// # Errors
/// No integer, or one that is negative or more than the threads that are started at most.
pub fn checked(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    let most = Executor::MOST_THREADS;
    let number = object.call_method0("__index__").map_err(|_| type_error("jobs: expected an integer"))?;
    number.extract().ok().filter(|jobs| *jobs <= most).ok_or_else(|| {
        value_error(format!("jobs: expected 0 for a thread on every core, or 1 to {most} threads, found {number}"))
    })
}

/// Threads for a number of jobs: 1 for none but the caller's, 0 for one on every core.
///
/// # Errors
/// They cannot be started.
pub fn executor(jobs: usize) -> PyResult<Executor> {
    if jobs == 1 {
        return Ok(Executor::serial());
    }
    let process = std::process::id();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = kept.as_ref().filter(|found| found.process == process && found.jobs == jobs) {
        return Ok(found.executor.clone());
    }
    let executor = Executor::try_new(jobs).map_err(runtime_error)?;
    let before = kept.replace(Kept { process, jobs, executor: executor.clone() });
    if before.as_ref().is_some_and(|before| before.process != process) {
        // Threads of a parent do not run here, and what they held locked stays locked.
        std::mem::forget(before);
    }
    Ok(executor)
}

/// `work` for each number below `count`, in order, without the interpreter's lock.
///
/// # Errors
/// A signal handler raised, as that of Ctrl-C does.
pub fn map<T: Send>(
    py: Python<'_>,
    executor: &Executor,
    count: usize,
    work: impl Fn(usize) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    pieces(py, executor, count, |range| Ok(py.detach(|| executor.map_small(range.len(), |k| work(range.start + k)))))
}

/// `work` for pieces of a range, one after the other; between them signals are handled. The first is of one query for each thread; the others
/// take about as much time as [`LOOK`].
///
/// # Errors
/// That of a piece; a signal handler raised, as that of Ctrl-C does.
pub fn pieces<T>(
    py: Python<'_>,
    executor: &Executor,
    count: usize,
    work: impl Fn(Range<usize>) -> PyResult<Vec<T>>,
) -> PyResult<Vec<T>> {
    let mut results = Vec::with_capacity(count);
    let mut length = executor.threads();
    while results.len() < count {
        let (from, start) = (results.len(), Instant::now());
        let piece = length.min(count - from);
        results.extend(work(from..from + piece)?);
        let scale = (LOOK.as_secs_f64() / start.elapsed().as_secs_f64()).min(MOST_GROWTH);
        length = ((piece as f64 * scale) as usize).max(executor.threads());
        py.check_signals()?;
    }
    Ok(results)
}
