//! The faces of one tree nearest to a box, best first.

use super::box_distance_x8::gaps;
use super::obb_node::{Child, Slot, WIDTH};
use super::traversal::Wanted;
use super::wide_tree::WideTree;
use crate::feature::FaceId;
use crate::priority_queue::{Priority, PriorityQueue};
use fearless_simd::Simd;
use std::cell::Cell;
use std::cmp::Ordering;

/// A slot and a length that its box is at least from the wanted one, in the unit of the tree.
#[derive(Clone, Copy, Debug)]
struct Near {
    gap: f32,
    slot: Slot,
}

impl Priority for Near {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.gap.total_cmp(&self.gap).then(other.slot.0.cmp(&self.slot.0))
    }
}

/// Visits faces, those in the nearest boxes first, until no box that waits is within the limit, which every visit returns again, in the
/// unit of the tree; infinite if nothing is known at the start.
#[inline(always)]
pub fn walk_nearest<S: Simd>(
    simd: S,
    tree: &WideTree,
    wanted: &Wanted,
    mut limit: f32,
    box_tests: &mut u64,
    mut visit: impl FnMut(FaceId) -> f32,
) {
    let (bounds, slack) = (wanted.bounds.splat(simd), wanted.slack);
    let mut waiting = WAITING.take();
    waiting.clear();
    waiting.push(Near { gap: 0.0, slot: Slot::ROOT });
    while let Some(next) = waiting.pop() {
        if next.gap > limit {
            break;
        }
        let child = tree.child(next.slot);
        if child.is_leaf() {
            tree.faces(next.slot).iter().for_each(|f| limit = visit(*f));
            continue;
        }
        *box_tests += WIDTH as u64;
        let node = &tree.nodes[child.index()];
        let [gaps, _] = gaps(simd, node, 1.0, &bounds, slack);
        for lane in (0..WIDTH).take_while(|lane| node.child[*lane] != Child::NONE) {
            let gap = gaps[lane].max(next.gap);
            if gap <= limit {
                waiting.push(Near { gap, slot: Slot::new(child.index() as u32, lane as u32) });
            }
        }
    }
    WAITING.set(waiting);
}

thread_local! {
    /// The boxes that wait in a search, kept so that queries need not allocate.
    static WAITING: Cell<PriorityQueue<Near>> = const { Cell::new(PriorityQueue::new()) };
}
