//! Threads that take case after case, and what watches them.

use crate::soak::case::{CheckKind, Failure, Tally, kind_of, run_case};
use crate::soak::memory_watch::{keeps_growing, resident_megabytes};
use anyhow::Context;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A case that takes longer does not end: ordinary ones take milliseconds.
const LONGEST_CASE: Duration = Duration::from_mins(2);

/// How often threads are looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How often memory is looked at.
const MEMORY_LOOK: Duration = Duration::from_secs(1);

/// Failures that are kept; the others are counted.
const MOST_FAILURES: usize = 1000;

/// When a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Time(Duration),
    Cases(u64),
}

/// What was tried of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindCount {
    pub kind: &'static str,
    pub cases: u64,
    pub checks: u64,
    /// Queries whose bodies share a point.
    pub contacts: u64,
    pub wrong: u64,
}

/// A case that a thread is at, and since when.
type CurrentCase = Option<(u64, Instant)>;

/// What all threads share.
struct Shared {
    kinds: &'static [CheckKind],
    seed: u64,
    end: Option<Instant>,
    cases: u64,
    next: AtomicU64,
    is_stopped: AtomicBool,
    current: Vec<Mutex<CurrentCase>>,
    counts: Mutex<(Vec<KindCount>, Vec<Failure>)>,
}

/// A run that has started.
pub struct SoakRun {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    longest_case: Duration,
}

impl SoakRun {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system refused one.
    pub fn start(kinds: &'static [CheckKind], seed: u64, limit: Limit, threads: usize) -> anyhow::Result<Self> {
        let zero = |kind: &CheckKind| KindCount { kind: kind.name, cases: 0, checks: 0, contacts: 0, wrong: 0 };
        let (end, cases) = match limit {
            Limit::Time(time) => (Some(Instant::now() + time), u64::MAX),
            Limit::Cases(cases) => (None, cases),
        };
        let shared = Arc::new(Shared {
            kinds,
            seed,
            end,
            cases,
            next: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
            current: (0..threads).map(|_| Mutex::new(None)).collect(),
            counts: Mutex::new((kinds.iter().map(zero).collect(), Vec::new())),
        });
        let start = |k| {
            let shared = shared.clone();
            thread::Builder::new().spawn(move || shared.work(k)).context("a thread could not be started")
        };
        let workers = (0..threads).map(start).collect::<anyhow::Result<_>>()?;
        Ok(Self { shared, workers, longest_case: LONGEST_CASE })
    }

    /// Another time after which a case counts as one that does not end.
    #[cfg(test)]
    pub fn with_longest_case(self, longest_case: Duration) -> Self {
        Self { longest_case, ..self }
    }

    /// Waits for the end, shows the failures so far at times, and gives the most memory that was seen. A thread whose case does not end is left behind.
    ///
    /// # Errors
    /// Those of `show`.
    pub fn watch(&self, mut show: impl FnMut(&[Failure]) -> anyhow::Result<()>) -> anyhow::Result<Option<f64>> {
        let (mut memory, mut next_look) = (Vec::new(), Instant::now());
        while !self.workers.iter().all(JoinHandle::is_finished) && !self.finds_endless_case() {
            thread::sleep(LOOK);
            if Instant::now() >= next_look {
                memory.extend(resident_megabytes());
                next_look += MEMORY_LOOK;
            }
            show(&locked(&self.shared.counts).1)?;
        }
        if keeps_growing(&memory) {
            self.shared.fail(
                "memory",
                0,
                format!("memory keeps growing: {:.0} MB at the end", memory.last().unwrap_or(&0.0)),
            );
        }
        show(&locked(&self.shared.counts).1)?;
        Ok(memory.into_iter().reduce(f64::max))
    }

    /// What was tried, and what failed, by case.
    pub fn results(&self) -> (Vec<KindCount>, Vec<Failure>) {
        let (kinds, mut failures) = locked(&self.shared.counts).clone();
        failures.sort_by_key(|failure| failure.case);
        (kinds, failures)
    }

    /// Stops the run if a case does not end.
    fn finds_endless_case(&self) -> bool {
        let is_endless = |case: &(u64, Instant)| case.1.elapsed() > self.longest_case;
        let Some((case, _)) = self.shared.current.iter().find_map(|current| locked(current).filter(is_endless)) else {
            return false;
        };
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        let kind = self.shared.kinds[kind_of(self.shared.kinds, case)].name;
        self.shared.fail(kind, case, format!("does not end within {} s", self.longest_case.as_secs_f64()));
        true
    }
}

impl Shared {
    /// Case after case until the run ends.
    fn work(&self, thread: usize) {
        while !self.is_stopped.load(Ordering::Relaxed) && self.end.is_none_or(|end| Instant::now() < end) {
            let case = self.next.fetch_add(1, Ordering::Relaxed);
            if case >= self.cases {
                return;
            }
            let kind = kind_of(self.kinds, case);
            *locked(&self.current[thread]) = Some((case, Instant::now()));
            let tally = run_case(&self.kinds[kind], self.seed, case);
            *locked(&self.current[thread]) = None;
            self.add(kind, case, &tally);
        }
    }

    fn add(&self, kind: usize, case: u64, tally: &Tally) {
        {
            let count = &mut locked(&self.counts).0[kind];
            count.cases += 1;
            count.checks += tally.checks;
            count.contacts += tally.contacts;
            count.wrong += tally.wrong;
        }
        if tally.wrong > 0 {
            self.fail(self.kinds[kind].name, case, tally.told.join("; "));
        }
    }

    fn fail(&self, kind: &'static str, case: u64, problem: String) {
        let failures = &mut locked(&self.counts).1;
        if failures.len() < MOST_FAILURES {
            failures.push(Failure { seed: self.seed, case, kind, problem });
        }
    }
}

/// What a lock holds, also after a panic of another thread.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
