//! Sorts parts of a tree: where faces have drifted apart within some pieces, only these are sorted. Vertices keep their numbers, since
//! those of a piece are close together already.

use super::face_tree::{FaceTree, PIECE_SLOTS};
use crate::executor::Executor;
use crate::lane_tree::{HilbertSorter, LeafSizes, WIDTH};
use std::ops::Range;

impl FaceTree {
    /// Sorts the faces of some pieces, given in order, each run of pieces for itself, and draws their boxes; the sizes of all leaves, piece by piece.
    pub fn repair(&mut self, pieces: &[usize], executor: &Executor) -> &[LeafSizes] {
        let run = |run: &[usize]| {
            let after = (run[0] + run.len()) * PIECE_SLOTS;
            run[0] * PIECE_SLOTS..after.min(self.slots.len())
        };
        let runs: Vec<Range<usize>> = pieces.chunk_by(|a, b| a + 1 == *b).map(run).collect();
        let orders = executor.map(runs.len(), |k| self.sorted_slots(&runs[k]));
        for (run, order) in runs.into_iter().zip(orders) {
            self.put(run, &order);
        }
        self.vacant.sort_unstable();
        self.homes.clear();
        self.draw(|piece| pieces.binary_search(&piece).is_ok(), executor)
    }

    /// The slots of a range that hold faces, in a new order.
    fn sorted_slots(&self, range: &Range<usize>) -> Vec<[u32; 4]> {
        let empty = self.vacant.partition_point(|slot| (*slot as usize) < range.start);
        let mut empty = self.vacant[empty..].iter().copied().peekable();
        let held = (range.start as u32..range.end as u32).filter(|slot| empty.next_if_eq(slot).is_none());
        let middle = |slot: u32| {
            let [a, b, c] = self.corners_of(slot).map(|corner| self.carried[corner as usize]);
            [0, 1, 2].map(|k| (a[k].min(b[k]).min(c[k]) + a[k].max(b[k]).max(c[k])) * 0.5)
        };
        let mut sorter = HilbertSorter::default();
        sorter.sort(held, middle, &Executor::serial()).iter().map(|item| self.slots[*item as u32 as usize]).collect()
    }

    /// Puts faces into the slots of a range, and leaves the rest of it empty.
    fn put(&mut self, range: Range<usize>, order: &[[u32; 4]]) {
        let filled = range.start + order.len();
        self.vacant.retain(|slot| !range.contains(&(*slot as usize)));
        self.vacant.extend(filled as u32..range.end as u32);
        self.slots[range.start..filled].copy_from_slice(order);
        let last = self.slots[filled.saturating_sub(1).max(range.start)];
        self.slots[filled..range.end].fill(last);
        self.write_rows(range.start / WIDTH..range.end / WIDTH, filled, &Executor::serial());
    }
}
