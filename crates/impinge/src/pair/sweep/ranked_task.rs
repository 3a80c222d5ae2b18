//! Items of the queues of a sweep: the least key first, of equal ones the smallest.

use crate::priority_queue::Priority;
use std::cmp::Ordering;

/// An item of a queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedTask<T> {
    /// The least leaves first.
    pub key: f64,
    /// How large the item is.
    pub size: f64,
    pub item: T,
}

impl<T> Priority for RankedTask<T> {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(other.size.total_cmp(&self.size))
    }
}
