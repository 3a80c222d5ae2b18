//! Sweep and prune: the end points of all boxes in three sorted lists, kept from step to step and mended by insertion sort.
//!
//! When the lower end of one box passes the upper end of another, the two begin to overlap on that axis; when an upper end passes
//! a lower one, they part. Only there is a pair looked at (Lin, Manocha, Cohen, Gottschalk 1996, section 3; Baraff 1992). With
//! coherent motion that is O(N + swaps) a step; swaps grow as N^(5/3) in three dimensions, and with N² without coherence, so
//! beyond a budget of swaps the lists are sorted from scratch and swept once.

use super::Mobility;
use super::keyed_boxes::KeyedBoxes;
use super::method::OverlapMethod;
use super::pair_hash_table::PairHashTable;
use super::pair_set::PairSet;
use crate::bound::Aabb;
use crate::executor::Executor;

/// Swaps per end point beyond which sorting from scratch is cheaper.
const SWAPS: usize = 256;

/// The lists are sorted from scratch if more than one box in this many is new.
const MANY_COMING: usize = 16;

/// One end of a box on an axis.
#[derive(Clone, Copy, Debug)]
struct EndPoint {
    at: f64,
    /// Twice the key, plus one for the upper end.
    tag: u32,
}

impl EndPoint {
    fn key(self) -> u32 {
        self.tag / 2
    }

    fn is_upper(self) -> bool {
        self.tag % 2 == 1
    }

    /// Whether it comes before another: lower ends before upper ones at the same place, since boxes that touch overlap.
    fn is_before(self, other: Self) -> bool {
        self.at < other.at || (self.at == other.at && !self.is_upper() && other.is_upper())
    }
}

/// The sorted lists.
#[derive(Debug, Default)]
pub(super) struct SweepAndPrune {
    axes: [Vec<EndPoint>; 3],
    table: PairHashTable,
    /// By key: what the body in the lists can do, if there is one.
    listed: Vec<Option<Mobility>>,
    /// Boxes that are passed by the sweep at the moment.
    active: Vec<u32>,
}

/// What a key has in the lists, if anything.
fn wanted(roster: &KeyedBoxes, key: u32) -> Option<Mobility> {
    let bounds = roster.now(key);
    roster.mobility(key).filter(|_| bounds.min.x <= bounds.max.x)
}

impl OverlapMethod for SweepAndPrune {
    fn update(&mut self, roster: &mut KeyedBoxes, pairs: &mut PairSet, _: &Executor) {
        self.listed.resize(roster.keys() as usize, None);
        let is_other = |key: &&u32| self.listed[**key as usize] != wanted(roster, **key);
        let (mut coming, mut going) = (0, 0);
        for key in roster.touched().iter().filter(is_other) {
            going += usize::from(self.listed[*key as usize].is_some());
            coming += usize::from(wanted(roster, *key).is_some());
        }
        if going > 0 {
            self.take_out(roster, pairs);
        }
        if coming * MANY_COMING > roster.count() {
            self.sort_all(roster, pairs);
            return;
        }
        if coming > 0 {
            self.put_in(roster);
        }
        let moves_left = &mut (self.axes[0].len() * SWAPS);
        let is_done = (0..3).all(|axis| self.mend(axis, roster, pairs, moves_left));
        if !is_done {
            self.sort_all(roster, pairs);
        }
    }
}

impl SweepAndPrune {
    /// Takes out the ends and pairs of keys that are gone, or can now move and could not, or the reverse.
    fn take_out(&mut self, roster: &KeyedBoxes, pairs: &mut PairSet) {
        let Self { axes, listed, .. } = self;
        for key in roster.touched() {
            if listed[*key as usize] != wanted(roster, *key) {
                listed[*key as usize] = None;
            }
        }
        for axis in axes {
            axis.retain(|end| listed[end.key() as usize].is_some());
        }
        let went = &mut pairs.went;
        pairs.all.retain(|a, b| {
            let stays = listed[a as usize].is_some() && listed[b as usize].is_some();
            if !stays && !roster.is_pair(a, b) {
                went.push(a, b);
            }
            stays
        });
        self.table.grow(&pairs.all);
    }

    /// Puts the ends of new keys behind all others, where they overlap nothing.
    fn put_in(&mut self, roster: &KeyedBoxes) {
        for key in roster.touched() {
            let wanted = wanted(roster, *key);
            if self.listed[*key as usize] != wanted {
                self.listed[*key as usize] = wanted;
                for axis in &mut self.axes {
                    axis.extend([0, 1].map(|upper| EndPoint { at: f64::INFINITY, tag: key * 2 + upper }));
                }
            }
        }
    }

    /// Moves the ends of an axis and sorts them by insertion, looking at every pair whose ends pass each other; false if there
    /// would be too many swaps.
    fn mend(&mut self, axis: usize, roster: &KeyedBoxes, pairs: &mut PairSet, moves_left: &mut usize) -> bool {
        let Self { axes, table, .. } = self;
        let ends = &mut axes[axis];
        for index in 0..ends.len() {
            let end = EndPoint { at: place(roster.now(ends[index].key()), axis, ends[index]), ..ends[index] };
            let mut hole = index;
            while hole > 0 && end.is_before(ends[hole - 1]) {
                let other = ends[hole - 1];
                ends[hole] = other;
                hole -= 1;
                match (end.is_upper(), other.is_upper()) {
                    (false, true) => begin(table, roster, pairs, [end.key(), other.key()]),
                    (true, false) => part(table, pairs, [end.key(), other.key()]),
                    _ => (),
                }
            }
            ends[hole] = end;
            let swaps = index - hole;
            pairs.cost.tests += swaps as u64 + 1;
            if swaps > *moves_left {
                return false;
            }
            *moves_left -= swaps;
        }
        true
    }

    /// Sorts the lists from scratch and sweeps the first one.
    fn sort_all(&mut self, roster: &KeyedBoxes, pairs: &mut PairSet) {
        pairs.cost.sorts += 1;
        let went = &mut pairs.went;
        for (a, b) in pairs.all.iter().filter(|(a, b)| !roster.is_pair(*a, *b)) {
            went.push(a, b);
        }
        pairs.all.clear();
        pairs.came.clear();
        self.axes.iter_mut().for_each(Vec::clear);
        for key in 0..roster.keys() {
            self.listed[key as usize] = wanted(roster, key);
            if self.listed[key as usize].is_some() {
                for (axis, ends) in self.axes.iter_mut().enumerate() {
                    ends.extend([0, 1].map(|upper| {
                        let end = EndPoint { at: 0.0, tag: key * 2 + upper };
                        EndPoint { at: place(roster.now(key), axis, end), ..end }
                    }));
                }
            }
        }
        for ends in &mut self.axes {
            ends.sort_unstable_by(|a, b| {
                a.at.total_cmp(&b.at).then(a.is_upper().cmp(&b.is_upper())).then(a.tag.cmp(&b.tag))
            });
        }
        self.sweep(roster, pairs);
        self.table.grow(&pairs.all);
    }

    /// Finds all pairs by passing along the first axis.
    fn sweep(&mut self, roster: &KeyedBoxes, pairs: &mut PairSet) {
        self.active.clear();
        for end in &self.axes[0] {
            let key = end.key();
            if end.is_upper() {
                let index = self.active.iter().position(|other| *other == key);
                index.map(|index| self.active.swap_remove(index));
                continue;
            }
            pairs.cost.tests += self.active.len() as u64;
            for other in self.active.iter().copied().filter(|other| roster.is_pair(key, *other)) {
                pairs.all.push(key, other);
                if !roster.was_pair(key, other) {
                    pairs.came.push(key, other);
                }
            }
            self.active.push(key);
        }
    }
}

/// Where an end of a box is. Zeros are made positive: the total order tells them apart.
fn place(bounds: &Aabb, axis: usize, end: EndPoint) -> f64 {
    if end.is_upper() { bounds.max[axis] + 0.0 } else { bounds.min[axis] + 0.0 }
}

/// Two boxes begin to overlap on an axis.
fn begin(table: &mut PairHashTable, roster: &KeyedBoxes, pairs: &mut PairSet, [a, b]: [u32; 2]) {
    if roster.is_pair(a, b) && table.insert(&mut pairs.all, a, b) && !roster.was_pair(a, b) {
        pairs.came.push(a, b);
    }
}

/// Two boxes part on an axis.
fn part(table: &mut PairHashTable, pairs: &mut PairSet, [a, b]: [u32; 2]) {
    if table.remove(&mut pairs.all, a, b) {
        pairs.went.push(a, b);
    }
}
