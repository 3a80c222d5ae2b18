//! Threads for batches, and batches that Ctrl-C ends.

use crate::errors::runtime_error;
use impinge::executor::Executor;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The threads of every number of jobs that was asked for, by process: those of a parent do not outlive a fork.
static EXECUTORS: LazyLock<Mutex<HashMap<(u32, usize), Executor>>> = LazyLock::new(Mutex::default);

/// Time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Length of the first piece of a batch.
const FIRST_PIECE: usize = 32;

/// So many threads: 1 for none but the caller's, 0 for one on every core.
///
/// # Errors
/// They cannot be started.
pub fn executor(jobs: usize) -> PyResult<Executor> {
    if jobs == 1 {
        return Ok(Executor::serial());
    }
    let mut executors = EXECUTORS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::process::id(), jobs);
    if let Some(executor) = executors.get(&key) {
        return Ok(executor.clone());
    }
    let executor = Executor::try_new(jobs).map_err(runtime_error)?;
    executors.insert(key, executor.clone());
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
    pieces(py, count, |range| Ok(py.detach(|| executor.map_small(range.len(), |k| work(range.start + k)))))
}

/// `work` for pieces of a range, one after the other, each of about as much time as [`LOOK`]; between them signals are handled.
///
/// # Errors
/// That of a piece; a signal handler raised, as that of Ctrl-C does.
pub fn pieces<T>(py: Python<'_>, count: usize, work: impl Fn(Range<usize>) -> PyResult<Vec<T>>) -> PyResult<Vec<T>> {
    let mut results = Vec::with_capacity(count);
    let mut length = FIRST_PIECE;
    while results.len() < count {
        let (from, start) = (results.len(), Instant::now());
        let piece = length.min(count - from);
        results.extend(work(from..from + piece)?);
        let spent = start.elapsed();
        if spent < LOOK / 2 {
            length = length.saturating_mul(2);
        } else if spent > LOOK * 2 {
            length = (length / 2).max(1);
        }
        py.check_signals()?;
    }
    Ok(results)
}
