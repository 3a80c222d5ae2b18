//! The pairs of the last update, and what changed.
//!
//! No table is needed to find changes: a pair that is new did not overlap before, and one that went does not overlap now, so
//! both are seen by testing boxes again.

use super::keyed_boxes::KeyedBoxes;
use super::{BroadCost, PairChanges};
use crate::executor::Executor;
use crate::lane_tree::{WIDTH, radix_sort};
use std::ops::Range;

/// Pairs in two columns, each pair in any order of its keys: eight rows are written at once, and only some of them count.
#[derive(Debug, Default)]
pub(super) struct PairList {
    first: Vec<u32>,
    second: Vec<u32>,
    len: usize,
}

impl PairList {
    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Forgets all pairs.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Every pair.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.first[..self.len].iter().zip(&self.second[..self.len]).map(|(a, b)| (*a, *b))
    }

    /// Makes room for some pairs, and [`WIDTH`] rows after them.
    #[inline(always)]
    pub fn reserve(&mut self, count: usize) {
        if self.len + count + WIDTH > self.first.len() {
            self.grow(count);
        }
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        let rows = (2 * self.first.len()).max(self.len + count + WIDTH);
        self.first.resize(rows, 0);
        self.second.resize(rows, 0);
    }

    /// Adds a pair.
    #[inline]
    pub fn push(&mut self, a: u32, b: u32) {
        self.reserve(1);
        (self.first[self.len], self.second[self.len]) = (a, b);
        self.len += 1;
    }

    /// Adds a pair once or not at all.
    #[inline(always)]
    pub fn push_some(&mut self, a: u32, b: u32, count: usize) {
        self.reserve(1);
        (self.first[self.len], self.second[self.len]) = (a, b);
        self.len += count;
    }

    /// Rows to be written, with room for `count`.
    #[inline(always)]
    pub fn rows(&mut self, count: usize) -> Rows<'_> {
        self.reserve(count);
        let (first, end) = (&mut self.first[..], self.len);
        let second = &mut self.second[..first.len()];
        Rows { first, second, end, len: &mut self.len }
    }

    /// Adds some rows of another list.
    pub fn extend_from(&mut self, other: &Self, rows: Range<usize>) {
        self.reserve(rows.len());
        let own = self.len..self.len + rows.len();
        self.first[own.clone()].copy_from_slice(&other.first[rows.clone()]);
        self.second[own.clone()].copy_from_slice(&other.second[rows]);
        self.len = own.end;
    }

    /// Keeps the pairs for which a test holds.
    pub fn retain(&mut self, mut keeps: impl FnMut(u32, u32) -> bool) {
        let mut kept = 0;
        for row in 0..self.len {
            let (a, b) = (self.first[row], self.second[row]);
            if keeps(a, b) {
                (self.first[kept], self.second[kept]) = (a, b);
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Takes out a row by putting the last one in its place.
    pub fn swap_remove(&mut self, row: usize) {
        self.len -= 1;
        self.first[row] = self.first[self.len];
        self.second[row] = self.second[self.len];
    }

    /// The pair of a row.
    pub fn get(&self, row: usize) -> (u32, u32) {
        (self.first[row], self.second[row])
    }
}

/// Rows that are written one after another.
pub(super) struct Rows<'a> {
    first: &'a mut [u32],
    second: &'a mut [u32],
    /// Where to write next: kept here, so that it stays in a register.
    end: usize,
    len: &'a mut usize,
}

impl Rows<'_> {
    /// Writes eight rows, the first `count` of which count.
    #[inline(always)]
    pub fn write(&mut self, a: &[u32; WIDTH], b: &[u32; WIDTH], count: usize) {
        let rows = self.end..self.end + WIDTH;
        self.first[rows.clone()].copy_from_slice(a);
        self.second[rows].copy_from_slice(b);
        self.end += count;
    }

    /// Adds what was written to the list.
    #[inline(always)]
    pub fn end(self) {
        *self.len = self.end;
    }
}

/// All pairs, and those that came and went.
#[derive(Debug, Default)]
pub(super) struct PairSet {
    /// Every pair, each once.
    pub all: PairList,
    /// Every pair of the update before, while all are searched again.
    last: PairList,
    /// Pairs that came and went, as they are found.
    pub came: PairList,
    pub went: PairList,
    /// Pairs that came and pairs that went, in order.
    added: Sorted,
    removed: Sorted,
    /// Work of this update.
    pub cost: BroadCost,
}

impl PairSet {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.all.clear();
        self.clear_changes();
        self.cost = BroadCost::default();
    }

    /// Adds what another set noted as changed, and its work.
    pub fn add_changes(&mut self, other: &Self) {
        self.came.extend_from(&other.came, 0..other.came.len());
        self.went.extend_from(&other.went, 0..other.went.len());
        self.cost += other.cost;
    }

    /// Begins an update that searches all pairs.
    pub fn restart(&mut self) {
        std::mem::swap(&mut self.all, &mut self.last);
        self.all.clear();
    }

    /// Fills in what changed, after all pairs were searched.
    pub fn compare(&mut self, roster: &KeyedBoxes) {
        for (a, b) in self.all.iter().filter(|(a, b)| !roster.was_pair(*a, *b)) {
            self.came.push(a, b);
        }
        for (a, b) in self.last.iter().filter(|(a, b)| !roster.is_pair(*a, *b)) {
            self.went.push(a, b);
        }
    }

    /// Takes out the pairs of touched keys that no longer overlap, and notes them.
    pub fn drop_parted(&mut self, roster: &KeyedBoxes) {
        let went = &mut self.went;
        self.all.retain(|a, b| {
            let stays = !(roster.is_touched(a) || roster.is_touched(b)) || roster.is_pair(a, b);
            if !stays {
                went.push(a, b);
            }
            stays
        });
    }

    /// Forgets the changes of the last update.
    pub fn clear_changes(&mut self) {
        self.came.clear();
        self.went.clear();
        self.added.pairs.clear();
        self.removed.pairs.clear();
    }

    /// Puts the changes in order.
    pub fn sort_changes(&mut self, executor: &Executor) {
        let executor = if self.came.len() + self.went.len() < PARALLEL_FROM { &Executor::serial() } else { executor };
        let both = [(&self.came, &mut self.added), (&self.went, &mut self.removed)];
        executor.for_each_of(both.into_iter(), |(found, sorted)| sorted.take(found));
    }

    /// What changed.
    pub fn changes(&self) -> PairChanges<'_> {
        PairChanges { added: &self.added.pairs, removed: &self.removed.pairs }
    }
}

/// Number of changes from which on those that came and those that went are sorted at the same time.
const PARALLEL_FROM: usize = 4096;

/// Pairs in order, the smaller key first, and memory to sort them.
#[derive(Debug, Default)]
struct Sorted {
    pairs: Vec<(u32, u32)>,
    words: Vec<u64>,
    spare: Vec<u64>,
}

impl Sorted {
    /// Takes the pairs of a list.
    fn take(&mut self, found: &PairList) {
        self.words.clear();
        self.words.extend(found.iter().map(|(a, b)| u64::from(a.min(b)) << 32 | u64::from(a.max(b))));
        sort_pairs(&mut self.words, &mut self.spare);
        self.pairs.clear();
        self.pairs.extend(self.words.iter().map(|both| ((both >> 32) as u32, *both as u32)));
    }
}

/// Pairs from which on a radix sort pays.
const RADIX_FROM: usize = 48;

/// Sorts pairs, the smaller key in the upper half of each: by that key with a radix sort, and then the few that share it.
fn sort_pairs(pairs: &mut [u64], spare: &mut Vec<u64>) {
    if pairs.len() < RADIX_FROM {
        pairs.sort_unstable();
        return;
    }
    let used = pairs.iter().fold(1 << 32, |bits, pair| bits | pair);
    let bits = u64::BITS - used.leading_zeros() - 32;
    radix_sort(pairs, spare, bits);
    for run in pairs.chunk_by_mut(|a, b| a >> 32 == b >> 32).filter(|run| run.len() > 1) {
        run.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn pairs_are_sorted_whatever_bits_they_use() {
        let mut random = Random(3);
        let mut spare = Vec::new();
        for (count, mask) in
            [(10, u64::MAX), (5_000, u64::MAX), (5_000, 0xFFFF_0000_FFFF), (3_000, 0xFFE0_0000_0000_0000)]
        {
            let mut pairs: Vec<u64> = (0..count).map(|_| (random.bits() ^ random.bits() >> 32) & mask).collect();
            let mut expected = pairs.clone();
            expected.sort_unstable();
            sort_pairs(&mut pairs, &mut spare);
            assert_eq!(pairs, expected);
        }
    }
}
