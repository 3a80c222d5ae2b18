//! Where work runs: an argument, not a build flag. Results come back in order, so they do not depend on the choice.

use rayon::prelude::*;

/// Runs independent pieces of work.
pub enum Executor {
    /// On the calling thread.
    Serial,
    /// On a pool of threads.
    Threads(rayon::ThreadPool),
}

impl Executor {
    /// An executor of `jobs` threads: 1 is the calling thread, 0 means one thread for each core.
    ///
    /// # Errors
    /// The operating system refused the threads.
    pub fn try_new(jobs: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        if jobs == 1 {
            return Ok(Self::Serial);
        }
        Ok(Self::Threads(rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?))
    }

    /// `work(0), work(1), … work(count - 1)`, in that order.
    pub fn map<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
        match self {
            Self::Serial => (0..count).map(work).collect(),
            Self::Threads(pool) => pool.install(|| (0..count).into_par_iter().map(work).collect()),
        }
    }
}
