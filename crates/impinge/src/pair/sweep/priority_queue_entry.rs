//! What stands in a heap: the least key first, of equal ones the smallest.

use std::cmp::Ordering;

/// Something in a heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<T> {
    /// What comes first.
    pub key: f64,
    /// How large it is.
    pub size: f64,
    pub item: T,
}

/// Turned round, for a heap gives the greatest first.
impl<T> Ord for Ranked<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(other.size.total_cmp(&self.size))
    }
}

impl<T> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Ranked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Ranked<T> {}
