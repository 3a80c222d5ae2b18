//! The threads that walk trees: each takes pieces of the walk as it gets done with the last, and the pairs of all pieces are put
//! together in their order. What a piece is does not depend on the number of threads, so neither does any result.

use super::box_tree::BoxTree;
use super::keyed_boxes::KeyedBoxes;
use super::leaf_pair_batch::{LeafBatch, LeafTests};
use super::pair_set::PairSet;
use crate::executor::Executor;
use crate::lane_tree::{PairTraversal, TraversalTask, cut_level};
use crate::math::simd;
use crate::math::simd::Level;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces of a walk: enough for threads to be done at the same time.
const PIECES: usize = 64;

/// Working memory for walks, and the tasks of the one under way.
#[derive(Debug, Default)]
pub(super) struct ParallelTraversal {
    workers: Vec<Worker>,
    tasks: Vec<TraversalTask>,
}

/// What one thread needs, and what it found.
#[derive(Debug, Default)]
struct Worker {
    batch: LeafBatch,
    stack: Vec<TraversalTask>,
    pairs: PairSet,
    /// Pieces, and where their pairs are.
    pieces: Vec<(usize, Range<usize>)>,
    leaf_pairs: u64,
}

impl ParallelTraversal {
    /// Walks a task to the end, adding to pairs; how many pairs of leaves were tested.
    pub fn walk<const SWEPT: bool>(
        &mut self,
        both: [&BoxTree; 2],
        task: TraversalTask,
        roster: &KeyedBoxes,
        pairs: &mut PairSet,
        executor: &Executor,
    ) -> u64 {
        let level = simd::level();
        let Self { workers, tasks } = self;
        let threads = executor.threads();
        if workers.len() < threads {
            workers.resize_with(threads, Worker::default);
        }
        let Some(first) = workers.first_mut() else { return 0 };
        first.cut::<SWEPT>(level, both, task, roster, pairs, tasks);
        let run = tasks.len().div_ceil(PIECES).max(1);
        if threads == 1 || tasks.len() == 1 {
            return tasks.chunks(run).map(|piece| first.walk::<SWEPT>(level, both, piece, roster, pairs)).sum();
        }
        let next = AtomicUsize::new(0);
        let pieces = tasks.len().div_ceil(run);
        executor.for_each(&mut workers[..threads], |worker| {
            worker.begin();
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= pieces {
                    break;
                }
                let tasks = &tasks[piece * run..tasks.len().min((piece + 1) * run)];
                worker.walk_piece::<SWEPT>(level, both, tasks, roster, piece);
            }
        });
        put_together(&workers[..threads], pieces, pairs)
    }
}

impl Worker {
    /// A walk that has yet to begin.
    fn start<'a, const SWEPT: bool>(
        &'a mut self,
        both: [&'a BoxTree; 2],
        roster: &'a KeyedBoxes,
        pairs: &'a mut PairSet,
    ) -> PairTraversal<'a, LeafTests<'a, SWEPT>> {
        let work = LeafTests { both, batch: &mut self.batch, roster, pairs, tests: 0, leaf_pairs: 0 };
        PairTraversal { both: both.map(|tree| &tree.levels), work, stack: &mut self.stack }
    }

    /// Cuts a task into smaller ones.
    fn cut<const SWEPT: bool>(
        &mut self,
        level: Level,
        both: [&BoxTree; 2],
        task: TraversalTask,
        roster: &KeyedBoxes,
        pairs: &mut PairSet,
        left: &mut Vec<TraversalTask>,
    ) {
        let lowest = cut_level(&both[0].levels, both[0].count());
        let mut walk = self.start::<SWEPT>(both, roster, pairs);
        walk.cut_to_level(level, task, lowest, left);
        walk.work.pairs.cost.tests += walk.work.tests;
    }

    /// Walks some tasks; how many pairs of leaves were tested.
    fn walk<const SWEPT: bool>(
        &mut self,
        level: Level,
        both: [&BoxTree; 2],
        tasks: &[TraversalTask],
        roster: &KeyedBoxes,
        pairs: &mut PairSet,
    ) -> u64 {
        let mut walk = self.start::<SWEPT>(both, roster, pairs);
        let _ = walk.walk(level, tasks);
        walk.work.pairs.cost.tests += walk.work.tests;
        walk.work.leaf_pairs
    }

    /// Forgets what was found.
    fn begin(&mut self) {
        self.pieces.clear();
        self.pairs.clear();
        self.leaf_pairs = 0;
    }

    /// Walks some tasks into its own list of pairs.
    fn walk_piece<const SWEPT: bool>(
        &mut self,
        level: Level,
        both: [&BoxTree; 2],
        tasks: &[TraversalTask],
        roster: &KeyedBoxes,
        piece: usize,
    ) {
        let mut pairs = std::mem::take(&mut self.pairs);
        let first = pairs.all.len();
        self.leaf_pairs += self.walk::<SWEPT>(level, both, tasks, roster, &mut pairs);
        self.pieces.push((piece, first..pairs.all.len()));
        self.pairs = pairs;
    }
}

/// Adds the pairs of all workers in the order of pieces; how many pairs of leaves they tested.
fn put_together(workers: &[Worker], pieces: usize, pairs: &mut PairSet) -> u64 {
    let mut order = [(0, 0, 0); PIECES];
    for (which, worker) in workers.iter().enumerate() {
        for (piece, rows) in &worker.pieces {
            order[*piece] = (which, rows.start, rows.end);
        }
        pairs.add_changes(&worker.pairs);
    }
    for (which, start, end) in &order[..pieces] {
        pairs.all.extend_from(&workers[*which].pairs.all, *start..*end);
    }
    workers.iter().map(|worker| worker.leaf_pairs).sum()
}
