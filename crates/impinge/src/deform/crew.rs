//! The threads that search: pieces of the walk are dealt out, and what they find is put together in their order. What a piece is
//! does not depend on the number of threads, so neither does any result.

use super::face_tree::FaceTree;
use super::found::{Found, Wanted};
use super::report::FacePair;
use super::search::Search;
use super::waiting::Waiting;
use crate::broad::{Task, Walk, cut, radix_sort};
use crate::executor::Executor;
use crate::feature::FaceId;
use crate::math::simd;
use fearless_simd::dispatch;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces of a walk: enough for threads to be done at the same time.
const PIECES: usize = 64;

/// Searches two trees, or one twice.
pub(super) fn search<const OWN: bool>(
    both: [&FaceTree; 2],
    (wanted, slack): (Wanted, f64),
    executor: &Executor,
) -> Found {
    let levels = both.map(|tree| &tree.levels);
    let level = simd::level();
    let task = if OWN { Task::within(levels[0]) } else { Task::between(levels[0]) };
    let (mut waiting, mut stack, mut tasks) = (Waiting::default(), Vec::new(), Vec::new());
    let mut walk =
        Walk { both: levels, work: Search::<OWN>::new(both, (wanted, slack), &mut waiting), stack: &mut stack };
    dispatch!(level, simd => walk.cut(simd, task, cut(levels[0], both[0].faces()), &mut tasks));
    let mut found = walk.work.found;
    let run = tasks.len().div_ceil(PIECES).max(1);
    let pieces: Vec<&[Task]> = tasks.chunks(run).collect();
    // The first piece that found something, if one is enough.
    let enough = AtomicUsize::new(usize::MAX);
    let all = executor.map_with(
        pieces.len(),
        || (Waiting::default(), Vec::new()),
        |(waiting, stack), piece| {
            if piece > enough.load(Ordering::Relaxed) {
                return Found::default();
            }
            waiting.clear();
            let mut walk = Walk { both: levels, work: Search::<OWN>::new(both, (wanted, slack), waiting), stack };
            if dispatch!(level, simd => walk.walk(simd, pieces[piece])).is_break() {
                enough.fetch_min(piece, Ordering::Relaxed);
            }
            walk.work.found
        },
    );
    for (piece, part) in all.into_iter().enumerate() {
        if piece <= enough.load(Ordering::Relaxed) {
            found.add(part);
        }
    }
    found
}

/// Words in order, as pairs.
pub(super) fn sorted(mut words: Vec<u64>) -> Vec<FacePair> {
    let most = words.iter().fold(0, |most, word| most | word >> 32);
    radix_sort(&mut words, &mut Vec::new(), 64 - most.leading_zeros());
    words.chunk_by_mut(|a, b| a >> 32 == b >> 32).for_each(<[u64]>::sort_unstable);
    words.into_iter().map(pair).collect()
}

/// A word as a pair.
pub(super) fn pair(word: u64) -> FacePair {
    [FaceId((word >> 32) as u32), FaceId(word as u32)]
}
