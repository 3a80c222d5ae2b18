//! Which row of a list of pairs holds a pair: open addressing with linear probing, and no graves (Knuth, vol. 3, 6.4, algorithm R).

use super::pair_set::PairList;

/// A slot without a row.
const FREE: u32 = u32::MAX;

/// Rows of pairs by pair.
#[derive(Debug, Default)]
pub(super) struct PairHashTable {
    /// Rows; a power of two of slots, at most half of them in use.
    slots: Vec<u32>,
}

impl PairHashTable {
    /// Adds a pair to the list, if it is new; whether it was.
    pub fn insert(&mut self, list: &mut PairList, a: u32, b: u32) -> bool {
        if (list.len() + 1) * 2 > self.slots.len() {
            self.grow(list);
        }
        let slot = self.find(list, a, b);
        let is_new = self.slots[slot] == FREE;
        if is_new {
            self.slots[slot] = list.len() as u32;
            list.push(a, b);
        }
        is_new
    }

    /// Takes a pair out of the list, if it is there; whether it was.
    pub fn remove(&mut self, list: &mut PairList, a: u32, b: u32) -> bool {
        if self.slots.is_empty() {
            return false;
        }
        let slot = self.find(list, a, b);
        let row = self.slots[slot];
        if row == FREE {
            return false;
        }
        self.vacate(list, slot);
        let last = list.len() - 1;
        if row as usize != last {
            let (a, b) = list.get(last);
            let moved = self.find(list, a, b);
            self.slots[moved] = row;
        }
        list.swap_remove(row as usize);
        true
    }

    /// Frees a slot, and moves later ones up so that each is still found from its home.
    fn vacate(&mut self, list: &PairList, mut hole: usize) {
        let mask = self.slots.len() - 1;
        let mut slot = hole;
        loop {
            slot = (slot + 1) & mask;
            if self.slots[slot] == FREE {
                break;
            }
            let (a, b) = list.get(self.slots[slot] as usize);
            let from_home = slot.wrapping_sub(self.home(a, b)) & mask;
            if from_home >= (slot.wrapping_sub(hole) & mask) {
                self.slots[hole] = self.slots[slot];
                hole = slot;
            }
        }
        self.slots[hole] = FREE;
    }

    /// The slot of a pair, or the free one where it belongs.
    fn find(&self, list: &PairList, a: u32, b: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.home(a, b);
        while self.slots[slot] != FREE {
            let (c, d) = list.get(self.slots[slot] as usize);
            if (a, b) == (c, d) || (a, b) == (d, c) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn home(&self, a: u32, b: u32) -> usize {
        let both = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
        let hash = both.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) as usize >> 16 & (self.slots.len() - 1)
    }

    /// Makes room for twice the pairs of the list, and finds all of them a slot.
    pub fn grow(&mut self, list: &PairList) {
        let slots = (list.len() * 4).next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(slots, FREE);
        for (row, (a, b)) in list.iter().enumerate() {
            let slot = self.find(list, a, b);
            self.slots[slot] = row as u32;
        }
    }
}
