//! Where work runs: an argument, not a build flag. Results come back in order, so they do not depend on the choice.
//!
//! All scheduling goes through two functions of a pool that take their work as trait objects, so that threads are compiled once and not
//! once for every closure. Without the feature `threads` there is no pool, and everything runs on the calling thread.

use self::pool::Pool;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs independent pieces of work, on the calling thread by default; clones share their threads.
#[derive(Clone, Default)]
pub struct Executor {
    /// `None` for the calling thread.
    pool: Option<Pool>,
}

/// The operating system refused to start the threads of an [`Executor`].
#[derive(Debug, thiserror::Error)]
#[error("cannot start {jobs} threads")]
pub struct ExecutorError {
    jobs: usize,
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl Executor {
    /// The most threads that are started: each takes memory and time, and few machines have as many cores.
    pub const MOST_THREADS: usize = 1024;

    /// Runs everything on the calling thread.
    #[must_use]
    pub const fn serial() -> Self {
        Self { pool: None }
    }

    /// An executor of `jobs` threads: 1 is the calling thread, 0 means one thread for each core.
    ///
    /// Without the feature `threads`, it is the calling thread for any number.
    ///
    /// # Errors
    /// More threads than [`Executor::MOST_THREADS`], or the operating system refused them.
    pub fn try_new(jobs: usize) -> Result<Self, ExecutorError> {
        if jobs == 1 {
            return Ok(Self::serial());
        }
        if jobs > Self::MOST_THREADS {
            let source = format!("at most {} are started", Self::MOST_THREADS).into();
            return Err(ExecutorError { jobs, source });
        }
        Ok(Self { pool: Pool::try_new(jobs)? })
    }

    /// Number of threads that work.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, Pool::threads)
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor").field("threads", &self.threads()).finish()
    }
}

impl Executor {
    /// `work(0), work(1), … work(count - 1)`, in that order.
    pub fn map<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        self.collect(count, self.run_length(count, RUNS_OF_LARGE), || (), |(), k| work(k))
    }

    /// As [`Executor::map`], for many small pieces of work: they are handed out in runs, a few for each thread.
    pub fn map_small<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        self.collect(count, self.run_length(count, RUNS_OF_SMALL), || (), |(), k| work(k))
    }

    /// As [`Executor::map_small`], with working memory that every thread makes for itself.
    pub fn map_with<M, T: Send>(
        &self,
        count: usize,
        memory: impl Fn() -> M + Sync,
        work: impl Fn(&mut M, usize) -> T + Sync,
    ) -> Vec<T> {
        self.collect(count, self.run_length(count, RUNS_OF_SMALL), memory, work)
    }

    /// As [`Executor::map_with`], for large pieces of work, handed out one by one.
    pub fn map_pieces<M, T: Send>(
        &self,
        count: usize,
        memory: impl Fn() -> M + Sync,
        work: impl Fn(&mut M, usize) -> T + Sync,
    ) -> Vec<T> {
        self.collect(count, 1, memory, work)
    }

    /// The results of `work` on each of some large items, in order.
    pub fn map_items<I: Send, T: Send>(&self, items: Vec<I>, work: impl Fn(I) -> T + Sync) -> Vec<T> {
        let items: Vec<Mutex<Option<I>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
        let results = self.collect(items.len(), 1, || (), |(), k| lock(&items[k]).take().map(&work));
        results.into_iter().flatten().collect()
    }

    /// Results in order. A thread takes the next run of pieces when it is done with one.
    fn collect<M, T: Send>(
        &self,
        count: usize,
        run: usize,
        memory: impl Fn() -> M + Sync,
        work: impl Fn(&mut M, usize) -> T + Sync,
    ) -> Vec<T> {
        let Some(pool) = &self.pool else {
            let mut memory = memory();
            return (0..count).map(|k| work(&mut memory, k)).collect();
        };
        let results: Vec<Mutex<Vec<T>>> = (0..count.div_ceil(run)).map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        pool.run(results.len().min(pool.threads()), &|_| {
            let mut own = None;
            loop {
                let k = next.fetch_add(1, Ordering::Relaxed);
                let Some(result) = results.get(k) else { break };
                let own = own.get_or_insert_with(&memory);
                let found = (k * run..count.min((k + 1) * run)).map(|piece| work(own, piece)).collect();
                *lock(result) = found;
            }
        });
        let mut all = Vec::with_capacity(count);
        results.iter().for_each(|result| all.append(&mut lock(result)));
        all
    }

    /// Pieces that are handed out together, so that each thread gets about `runs` of them.
    fn run_length(&self, count: usize, runs: usize) -> usize {
        (count / (runs * self.threads())).clamp(1, LONGEST_RUN)
    }
}

impl Executor {
    /// `work` on each item, in place.
    pub fn for_each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        let Some(pool) = &self.pool else { return items.iter_mut().for_each(work) };
        let run = self.run_length(items.len(), RUNS_OF_LARGE);
        let runs: Vec<Mutex<&mut [T]>> = items.chunks_mut(run).map(Mutex::new).collect();
        pool.run(runs.len(), &|k| lock(&runs[k]).iter_mut().for_each(&work));
    }

    /// `work` on each of what an iterator gives, such as pieces of several lists side by side.
    pub fn for_each_of<T: Send>(&self, items: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        let Some(pool) = &self.pool else { return items.for_each(work) };
        let items: Vec<Mutex<Option<T>>> = items.map(|item| Mutex::new(Some(item))).collect();
        pool.run(items.len(), &|k| {
            if let Some(item) = lock(&items[k]).take() {
                work(item);
            }
        });
    }

    /// What `leader` gives, which starts at once, and what `follower` gives on each of the other threads, which start when they are free.
    ///
    /// Followers may wait for the leader, and never the other way round: a thread that is never free runs its follower when the leader is done.
    pub fn lead<L: Send, F: Send>(
        &self,
        leader: impl FnOnce() -> L + Send,
        follower: impl Fn() -> F + Sync,
    ) -> (L, Vec<F>) {
        let Some(pool) = &self.pool else { return (leader(), Vec::new()) };
        let mut slots: Vec<Mutex<Option<F>>> = (1..pool.threads()).map(|_| Mutex::default()).collect();
        let led = pool.lead(slots.len(), leader, &|k| {
            let found = follower();
            *lock(&slots[k]) = Some(found);
        });
        (led, slots.iter_mut().filter_map(|slot| lock(slot).take()).collect())
    }
}

/// A slot is written whole, so that a panic elsewhere leaves nothing half done.
fn lock<T>(slot: &Mutex<T>) -> MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs of large pieces of work for each thread: few pieces wait behind a long one.
const RUNS_OF_LARGE: usize = 64;

/// Runs of small pieces of work for each thread: enough that no thread waits long for the last one.
const RUNS_OF_SMALL: usize = 8;

/// Pieces after which handing out costs nothing any more, however small they are.
const LONGEST_RUN: usize = 256;

#[cfg(feature = "threads")]
mod pool {
    use super::ExecutorError;
    use std::ops::Range;
    use std::sync::Arc;

    /// `work` for each number of a range: halves, which other threads may take, down to single numbers.
    fn halve(range: Range<usize>, work: &(dyn Fn(usize) + Sync)) {
        match range.len() {
            0 => {}
            1 => work(range.start),
            length => {
                let middle = range.start + length / 2;
                rayon_core::join(|| halve(range.start..middle, work), || halve(middle..range.end, work));
            }
        }
    }

    /// Threads that wait for work.
    #[derive(Clone)]
    pub(super) struct Pool(Arc<rayon_core::ThreadPool>);

    impl Pool {
        pub(super) fn try_new(jobs: usize) -> Result<Option<Self>, ExecutorError> {
            let built = rayon_core::ThreadPoolBuilder::new().num_threads(jobs).build();
            built.map(|pool| Some(Self(Arc::new(pool)))).map_err(|e| ExecutorError { jobs, source: Box::new(e) })
        }

        pub(super) fn threads(&self) -> usize {
            self.0.current_num_threads()
        }

        /// `work` for each number below `count`, each on its own.
        pub(super) fn run(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
            self.0.install(|| halve(0..count, work));
        }

        /// What `leader` gives, while others call `follower` with each number below `followers`.
        pub(super) fn lead<L: Send>(
            &self,
            followers: usize,
            leader: impl FnOnce() -> L + Send,
            follower: &(dyn Fn(usize) + Sync),
        ) -> L {
            self.0.scope(|scope| {
                (0..followers).for_each(|k| scope.spawn(move |_| follower(k)));
                leader()
            })
        }
    }
}

#[cfg(not(feature = "threads"))]
mod pool {
    use super::ExecutorError;

    /// There are no threads.
    #[derive(Clone)]
    pub(super) enum Pool {}

    impl Pool {
        #[expect(clippy::unnecessary_wraps, reason = "with threads, it can fail")]
        pub(super) fn try_new(_jobs: usize) -> Result<Option<Self>, ExecutorError> {
            Ok(None)
        }

        pub(super) fn threads(&self) -> usize {
            match *self {}
        }

        pub(super) fn run(&self, _count: usize, _work: &(dyn Fn(usize) + Sync)) {
            match *self {}
        }

        pub(super) fn lead<L>(
            &self,
            _followers: usize,
            _leader: impl FnOnce() -> L,
            _follower: &(dyn Fn(usize) + Sync),
        ) -> L {
            match *self {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for jobs in [1, 2, 3] {
            let executor = Executor::try_new(jobs).unwrap();
            for count in [0, 1, 5, 1_000] {
                let squares: Vec<usize> = (0..count).map(|i| i * i).collect();
                assert_eq!(executor.map(count, |i| i * i), squares);
                assert_eq!(executor.map_small(count, |i| i * i), squares);
                let with_memory = executor.map_with(count, Vec::new, |memory, i| {
                    memory.push(i);
                    i * memory[memory.len() - 1]
                });
                assert_eq!(with_memory, squares);
                let by_pieces = executor.map_pieces(count, Vec::new, |memory, i| {
                    memory.push(i);
                    i * memory[memory.len() - 1]
                });
                assert_eq!(by_pieces, squares);
                let mut halves = [vec![0; count], vec![1; count]];
                let [a, b] = &mut halves;
                executor.for_each_of(a.iter_mut().zip(b.iter_mut()).enumerate(), |(i, (a, b))| *a = i * i * *b);
                assert_eq!(halves[0], squares);
            }
        }
    }

    #[test]
    fn thousands_of_threads_are_refused_before_one_is_started() {
        for jobs in [Executor::MOST_THREADS + 1, 65_536, usize::MAX] {
            let error = Executor::try_new(jobs).unwrap_err();
            assert_eq!(error.to_string(), format!("cannot start {jobs} threads"));
            assert_eq!(error.source.to_string(), "at most 1024 are started");
        }
    }

    #[test]
    fn a_leader_has_followers_on_all_other_threads() {
        use std::sync::atomic::{AtomicBool, Ordering};
        for jobs in [1, 2, 5] {
            let executor = Executor::try_new(jobs).unwrap();
            let is_led = AtomicBool::new(false);
            let wait = || {
                while !is_led.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
                7
            };
            let (led, followed) = executor.lead(|| is_led.store(true, Ordering::Release), wait);
            assert_eq!((led, followed), ((), vec![7; jobs - 1]));
        }
    }
}
