//! The pairs of the last update, and what changed.
//!
//! No table is needed to find changes: a pair that is new did not overlap before, and one that went does not overlap now, so
//! both are seen by testing boxes again.

use super::block::WIDTH;
use super::roster::Roster;
use super::{BroadCost, Changes};

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

    /// Writes eight rows, the first `count` of which count; [`reserve`](Self::reserve) made room.
    #[inline(always)]
    pub fn write(&mut self, a: u32, b: &[u32; WIDTH], count: usize) {
        self.first[self.len..self.len + WIDTH].copy_from_slice(&[a; WIDTH]);
        self.second[self.len..self.len + WIDTH].copy_from_slice(b);
        self.len += count;
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

/// All pairs, and those that came and went.
#[derive(Debug, Default)]
pub(super) struct PairSet {
    /// Every pair, each once.
    pub all: PairList,
    /// Every pair of the update before, while all are found anew.
    last: PairList,
    /// Pairs that came and went, as they are found.
    pub came: PairList,
    pub went: PairList,
    /// Pairs that came, in order.
    added: Vec<(u32, u32)>,
    /// Pairs that went, in order.
    removed: Vec<(u32, u32)>,
    /// Working memory.
    sorting: Vec<u64>,
    /// Work of this update.
    pub cost: BroadCost,
}

impl PairSet {
    /// Begins an update that finds every pair anew.
    pub fn restart(&mut self) {
        std::mem::swap(&mut self.all, &mut self.last);
        self.all.clear();
    }

    /// Fills in what changed, after all pairs were found anew.
    pub fn compare(&mut self, roster: &Roster) {
        for (a, b) in self.all.iter().filter(|(a, b)| !roster.was_pair(*a, *b)) {
            self.came.push(a, b);
        }
        for (a, b) in self.last.iter().filter(|(a, b)| !roster.is_pair(*a, *b)) {
            self.went.push(a, b);
        }
    }

    /// Takes out the pairs of touched keys that no longer overlap, and notes them.
    pub fn drop_parted(&mut self, roster: &Roster) {
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
        self.added.clear();
        self.removed.clear();
    }

    /// Puts the changes in order.
    pub fn sort_changes(&mut self) {
        for (found, sorted) in [(&self.came, &mut self.added), (&self.went, &mut self.removed)] {
            self.sorting.clear();
            self.sorting.extend(found.iter().map(|(a, b)| u64::from(a.min(b)) << 32 | u64::from(a.max(b))));
            self.sorting.sort_unstable();
            sorted.extend(self.sorting.iter().map(|both| ((both >> 32) as u32, *both as u32)));
        }
    }

    /// What changed.
    pub fn changes(&self) -> Changes<'_> {
        Changes { added: &self.added, removed: &self.removed }
    }
}
