//! Threads for batches, and batches that Ctrl-C ends.

use crate::errors::runtime_error;
use impinge::executor::Executor;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The threads of every number of jobs that was asked for, by process: those of a parent do not outlive a fork.
static EXECUTORS: LazyLock<Mutex<HashMap<(u32, usize), Executor>>> = LazyLock::new(Mutex::default);

/// Time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

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

/// `work` for each number below `count`, in order, without the interpreter's lock; pieces of it take about as long as [`LOOK`], and between them
/// signals are handled.
///
/// # Errors
/// A signal handler raised, as that of Ctrl-C does.
pub fn map<T: Send>(
    py: Python<'_>,
    executor: &Executor,
    count: usize,
    work: impl Fn(usize) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    let mut results = Vec::with_capacity(count);
    let mut length = 16 * executor.threads();
    while results.len() < count {
        let from = results.len();
        let piece = length.min(count - from);
        let start = Instant::now();
        results.extend(py.detach(|| executor.map_small(piece, |k| work(from + k))));
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
