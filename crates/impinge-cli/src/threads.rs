//! The threads of a run: one number for reading, building and querying alike.

use anyhow::Context;
use impinge::executor::Executor;

/// An executor of `jobs` threads, 0 meaning one for each core; everything else in the process is held to them too.
///
/// # Errors
/// The operating system refused the threads.
pub fn start(jobs: u16) -> anyhow::Result<Executor> {
    let refused = || format!("{jobs} threads could not be started; try a smaller --jobs");
    rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global().with_context(refused)?;
    Executor::try_new(usize::from(jobs)).with_context(refused)
}
