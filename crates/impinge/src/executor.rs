//! Where work runs: an argument, not a build flag. Results come back in order, so they do not depend on the choice.

use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

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

    /// How many threads work.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self {
            Self::Serial => 1,
            Self::Threads(pool) => pool.current_num_threads(),
        }
    }

    /// `work(0), work(1), … work(count - 1)`, in that order.
    pub fn map<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
        match self {
            Self::Serial => (0..count).map(work).collect(),
            Self::Threads(pool) => pool.install(|| (0..count).into_par_iter().map(work).collect()),
        }
    }

    /// As [`Executor::map`], for many small pieces of work: they are handed out in runs, a few for each thread.
    pub fn map_small<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
        self.map_with(count, || (), |(), k| work(k))
    }

    /// As [`Executor::map_small`], with working memory that is made anew for every run of pieces, and not shared.
    pub fn map_with<M, T: Send>(
        &self,
        count: usize,
        memory: impl Fn() -> M + Sync + Send,
        work: impl Fn(&mut M, usize) -> T + Sync + Send,
    ) -> Vec<T> {
        match self {
            Self::Serial => {
                let mut memory = memory();
                (0..count).map(|k| work(&mut memory, k)).collect()
            }
            Self::Threads(pool) => {
                let run = (count / (RUNS_A_THREAD * pool.current_num_threads())).clamp(1, LONGEST_RUN);
                pool.install(|| (0..count).into_par_iter().with_min_len(run).map_init(memory, work).collect())
            }
        }
    }
}

impl Executor {
    /// The results of `work` on each of some large pieces, in order: a thread that is done with one takes the next, and keeps its memory.
    pub fn map_pieces<M, T: Send>(
        &self,
        count: usize,
        memory_of: impl Fn() -> M + Sync,
        work: impl Fn(&mut M, usize) -> T + Sync,
    ) -> Vec<T> {
        let Self::Threads(pool) = self else {
            let mut memory = memory_of();
            return (0..count).map(|piece| work(&mut memory, piece)).collect();
        };
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
        let take = || {
            let mut memory = None;
            let mut own = Vec::new();
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= count {
                    break;
                }
                own.push((piece, work(memory.get_or_insert_with(&memory_of), piece)));
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
        };
        pool.scope(|scope| (0..pool.current_num_threads().min(count)).for_each(|_| scope.spawn(|_| take())));
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|(piece, _)| *piece);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

impl Executor {
    /// `work` on each item, in place.
    pub fn for_each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
        match self {
            Self::Serial => items.iter_mut().for_each(work),
            Self::Threads(pool) => pool.install(|| items.par_iter_mut().for_each(work)),
        }
    }

    /// `work` on each of what an iterator gives, such as pieces of several lists side by side.
    pub fn for_each_of<T: Send>(&self, items: impl Iterator<Item = T>, work: impl Fn(T) + Sync + Send) {
        match self {
            Self::Serial => items.for_each(work),
            Self::Threads(pool) => {
                let items: Vec<T> = items.collect();
                pool.install(|| items.into_par_iter().for_each(work));
            }
        }
    }
}

impl Executor {
    /// What `leader` gives, which starts at once, and what `follower` gives on each of the other threads, which start when they are free.
    ///
    /// Followers may wait for the leader, and never the other way round: a thread that is never free runs its follower when the leader is done.
    pub fn lead<L: Send, F: Send>(
        &self,
        leader: impl FnOnce() -> L + Send,
        follower: impl Fn() -> F + Sync,
    ) -> (L, Vec<F>) {
        let Self::Threads(pool) = self else { return (leader(), Vec::new()) };
        let mut slots: Vec<Option<F>> = (1..pool.current_num_threads()).map(|_| None).collect();
        let led = pool.scope(|scope| {
            let follower = &follower;
            slots.iter_mut().for_each(|slot| scope.spawn(move |_| *slot = Some(follower())));
            leader()
        });
        (led, slots.into_iter().flatten().collect())
    }
}

/// Runs of small pieces of work for each thread: enough that no thread waits long for the last one.
const RUNS_A_THREAD: usize = 8;

/// Pieces after which handing out costs nothing any more, however small they are.
const LONGEST_RUN: usize = 256;

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
