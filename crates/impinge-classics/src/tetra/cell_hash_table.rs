//! A hash table of things by cells, made by a counting sort. Different cells in one bucket are distinguished.

use super::hash_cells::pack;

/// Things by cells.
#[derive(Debug, Default)]
pub(super) struct CellTable {
    /// Where the things of each bucket begin, and after the last.
    starts: Vec<u32>,
    entries: Vec<(u64, u32)>,
    mask: u64,
}

impl CellTable {
    /// A table of things and their packed cells.
    pub fn new(things: &[(u64, u32)]) -> Self {
        let buckets = things.len().next_power_of_two();
        let mask = buckets as u64 - 1;
        let mut starts = vec![0_u32; buckets + 1];
        for (cell, _) in things {
            starts[bucket(*cell, mask)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut entries = vec![(0, 0); things.len()];
        for thing in things.iter().rev() {
            let start = &mut starts[bucket(thing.0, mask)];
            *start -= 1;
            entries[*start as usize] = *thing;
        }
        Self { starts, entries, mask }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The things of a cell, in the order in which they came.
    pub fn of(&self, cell: [u32; 3]) -> impl Iterator<Item = u32> {
        let cell = pack(cell);
        let bucket = bucket(cell, self.mask);
        let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        self.entries[range].iter().filter(move |entry| entry.0 == cell).map(|entry| entry.1)
    }
}

/// The bucket of a packed cell: the upper bits of its product with an odd number near 2^64 / golden ratio.
fn bucket(cell: u64, mask: u64) -> usize {
    ((cell.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) & mask) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_find_their_own_things_and_no_others() {
        let cells = |k: u32| [k % 5, k % 7, k / 100];
        for count in [0, 1, 2, 300] {
            let things: Vec<(u64, u32)> = (0..count).map(|k| (pack(cells(k)), k)).collect();
            let table = CellTable::new(&things);
            assert_eq!(table.len(), count as usize);
            for k in 0..=count {
                let expected: Vec<u32> = (0..count).filter(|j| cells(*j) == cells(k)).collect();
                assert_eq!(table.of(cells(k)).collect::<Vec<u32>>(), expected);
            }
        }
    }
}
