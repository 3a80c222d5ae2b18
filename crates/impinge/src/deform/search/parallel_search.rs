//! The threads that search: pieces of the walk are dealt out, and what they find is put together in their order. What a piece is
//! does not depend on the number of threads, so neither does any result.

use super::candidate_lists::CandidateLists;
use super::contact_report::FacePair;
use super::leaf_bounds::LeafBounds;
use super::leaf_pair_expansion::{FacePairTest, LeafPairSearch, SearchEffort};
use crate::executor::Executor;
use crate::feature::FaceId;
use crate::lane_tree::{PairTraversal, TraversalTask, cut_level, radix_sort_on};
use crate::math::simd;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces of a walk: enough for threads to be done at the same time.
const PIECES: usize = 64;

/// Searches two trees, or one with itself; returns what the tests find, in an order that does not depend on threads.
pub(crate) fn search<J: FacePairTest>(
    is_own: bool,
    both: [LeafBounds<'_>; 2],
    test: impl Fn() -> J + Sync + Send,
    executor: &Executor,
) -> Vec<J::Matches> {
    let levels = both.map(|bounds| bounds.levels);
    let level = simd::level();
    let task = if is_own { TraversalTask::within(levels[0]) } else { TraversalTask::between(levels[0]) };
    let (mut waiting, mut stack, mut tasks, mut first) = (CandidateLists::default(), Vec::new(), Vec::new(), test());
    let work =
        LeafPairSearch { is_own, both, waiting: &mut waiting, test: &mut first, effort: SearchEffort::default() };
    let mut walk = PairTraversal { both: levels, work, stack: &mut stack };
    walk.cut_to_level(level, task, cut_level(levels[0], both[0].tree.faces()), &mut tasks);
    let mut found = vec![walk.work.test.finish(walk.work.effort)];
    let run = tasks.len().div_ceil(PIECES).max(1);
    let pieces: Vec<&[TraversalTask]> = tasks.chunks(run).collect();
    // The first piece that found something, if one is enough.
    let enough = AtomicUsize::new(usize::MAX);
    let all = executor.map_pieces(
        pieces.len(),
        || (CandidateLists::default(), Vec::new(), test()),
        |(waiting, stack, test), piece| {
            if piece > enough.load(Ordering::Relaxed) {
                return J::Matches::default();
            }
            waiting.clear();
            let work = LeafPairSearch { is_own, both, waiting, test, effort: SearchEffort::default() };
            let mut walk = PairTraversal { both: levels, work, stack };
            if walk.walk(level, pieces[piece]).is_break() {
                enough.fetch_min(piece, Ordering::Relaxed);
            }
            walk.work.test.finish(walk.work.effort)
        },
    );
    let last = enough.load(Ordering::Relaxed);
    found.extend(all.into_iter().enumerate().filter(|(piece, _)| *piece <= last).map(|(_, part)| part));
    found
}

/// Words in order, as pairs.
pub(crate) fn sorted(mut words: Vec<u64>, executor: &Executor) -> Vec<FacePair> {
    let most = words.iter().fold(0, |most, word| most | word >> 32);
    radix_sort_on(executor, &mut words, &mut Vec::new(), 64 - most.leading_zeros());
    words.chunk_by_mut(|a, b| a >> 32 == b >> 32).for_each(<[u64]>::sort_unstable);
    words.into_iter().map(pair).collect()
}

/// A word as a pair.
pub(crate) fn pair(word: u64) -> FacePair {
    [FaceId((word >> 32) as u32), FaceId(word as u32)]
}
