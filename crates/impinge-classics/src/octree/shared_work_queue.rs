//! The list that one processor writes pairs to while others take them.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Pairs put or taken at once: enough that waiting for the list costs little, few enough that nobody is left with many at the end.
const RUN: usize = 16;

/// Looks at an empty list before the processor is offered to others.
const PATIENCE: u32 = 64;

/// A list with one writer and many readers.
#[derive(Default)]
pub(super) struct PairQueue {
    state: Mutex<QueueState>,
}

#[derive(Default)]
struct QueueState {
    pairs: Vec<[u32; 2]>,
    taken: usize,
    is_complete: bool,
    accesses: u64,
}

impl PairQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.accesses += 1;
        state
    }

    /// How often the list was locked, and how many pairs came.
    pub fn accesses(&self) -> [u64; 2] {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        [state.accesses, state.pairs.len() as u64]
    }

    /// Waits for pairs and moves the next few to `run`; false when none are left and none will come.
    pub fn take(&self, run: &mut Vec<[u32; 2]>) -> bool {
        run.clear();
        let mut looks = 0;
        loop {
            {
                let mut state = self.lock();
                let end = (state.taken + RUN).min(state.pairs.len());
                run.extend_from_slice(&state.pairs[state.taken..end]);
                state.taken = end;
                if !run.is_empty() || state.is_complete {
                    return !run.is_empty();
                }
            }
            for _ in 0..PATIENCE {
                std::hint::spin_loop();
            }
            looks += 1;
            if looks > PATIENCE {
                std::thread::yield_now();
            }
        }
    }

    /// The side of the one that writes.
    pub fn writer(&self) -> PairWriter<'_> {
        PairWriter { queue: self, run: Vec::with_capacity(RUN) }
    }
}

/// Writes pairs; when it goes, however that comes, no more will come.
pub(super) struct PairWriter<'q> {
    queue: &'q PairQueue,
    run: Vec<[u32; 2]>,
}

impl PairWriter<'_> {
    pub fn put(&mut self, pair: [u32; 2]) {
        self.run.push(pair);
        if self.run.len() == RUN {
            self.queue.lock().pairs.append(&mut self.run);
        }
    }
}

impl Drop for PairWriter<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.pairs.append(&mut self.run);
        state.is_complete = true;
    }
}
