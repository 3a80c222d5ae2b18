//! A priority queue whose items say themselves which of two comes first.
//!
//! Searches that go best first are ordered by bounds, and floating-point numbers have no `Ord`. An item implements the one function of
//! [`Priority`]; the queue is the heap of the standard library, so items of equal priority leave in an order that depends only on how they came.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The order of items in a [`PriorityQueue`].
pub trait Priority {
    /// `Greater` if this item leaves the queue before the other. It must be a total order.
    fn priority(&self, other: &Self) -> Ordering;
}

/// Items, of which the one with the greatest priority leaves first.
#[derive(Clone, Debug)]
pub struct PriorityQueue<T>(BinaryHeap<HeapItem<T>>);

/// An item as the heap compares it.
#[derive(Clone, Copy, Debug)]
struct HeapItem<T>(T);

impl<T: Priority> PriorityQueue<T> {
    /// An empty queue, which has not allocated.
    #[must_use]
    pub const fn new() -> Self {
        Self(BinaryHeap::new())
    }

    /// An empty queue with space for `capacity` items.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self(BinaryHeap::with_capacity(capacity))
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.0.push(HeapItem(item));
    }

    /// Removes the item with the greatest priority.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.0.pop().map(|item| item.0)
    }

    /// The item with the greatest priority.
    #[inline]
    #[must_use]
    pub fn peek(&self) -> Option<&T> {
        self.0.peek().map(|item| &item.0)
    }

    /// Removes all items, keeping the allocation.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many items wait.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no item waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All items, the one that would leave last first.
    pub fn into_sorted(self) -> impl Iterator<Item = T> {
        self.0.into_sorted_vec().into_iter().map(|item| item.0)
    }

    /// All items, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|item| &item.0)
    }
}

impl<T: Priority> Default for PriorityQueue<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Priority> Extend<T> for PriorityQueue<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.0.extend(items.into_iter().map(HeapItem));
    }
}

impl<T: Priority> FromIterator<T> for PriorityQueue<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().map(HeapItem).collect())
    }
}

impl<T: Priority, const N: usize> From<[T; N]> for PriorityQueue<T> {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Priority> Ord for HeapItem<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.priority(&other.0)
    }
}

impl<T: Priority> PartialOrd for HeapItem<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Priority> PartialEq for HeapItem<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T: Priority> Eq for HeapItem<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Piece {
        lower: f64,
        name: char,
    }

    impl Priority for Piece {
        fn priority(&self, other: &Self) -> Ordering {
            other.lower.total_cmp(&self.lower).then(self.name.cmp(&other.name))
        }
    }

    #[test]
    fn the_least_bound_leaves_first() {
        let piece = |lower, name| Piece { lower, name };
        let mut queue = PriorityQueue::from([piece(2.0, 'a'), piece(1.0, 'b'), piece(f64::INFINITY, 'c')]);
        queue.extend([piece(1.0, 'd')]);
        queue.push(piece(-0.0, 'e'));
        assert_eq!((queue.len(), queue.peek().map(|next| next.name)), (5, Some('e')));
        let sorted: String = queue.clone().into_sorted().map(|next| next.name).collect();
        assert_eq!(sorted, "cabde");
        let order: String = std::iter::from_fn(|| queue.pop()).map(|next| next.name).collect();
        assert_eq!(order, "edbac");
        assert!(queue.is_empty());
    }
}
