//! Sorting that takes little time to compile: for lists that are short, or that are sorted once a query.
//!
//! The sorts of the standard library are fast, and some ten kilobytes of instructions for every type and every comparison. They stay where
//! much is sorted. All sorts here are stable.

use std::cmp::Ordering;

/// Items up to which insertion is as fast as anything.
const FEW: usize = 20;

/// Sorts a few items by insertion.
pub(crate) fn sort_few_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..items.len() {
        let mut k = end;
        while k > 0 && compare(&items[k - 1], &items[k]) == Ordering::Greater {
            items.swap(k - 1, k);
            k -= 1;
        }
    }
}

/// Sorts a few items by insertion, by what `key` gives for each.
pub(crate) fn sort_few_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_few_by(items, |p, q| key(p).cmp(&key(q)));
}

/// Sorts any number of items.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() <= FEW {
        return sort_few_by(items, compare);
    }
    let mut order = order(items.len(), &|i, j| compare(&items[i], &items[j]));
    for k in 0..items.len() {
        // What belongs here may have been swapped away before.
        let mut from = order[k];
        while from < k {
            from = order[from];
        }
        order[k] = from;
        items.swap(k, from);
    }
}

/// Sorts any number of items, by what `key` gives for each.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |p, q| key(p).cmp(&key(q)));
}

/// The numbers below `count` in the order of a comparison: one sort for all types.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|i, j| compare(*i, *j));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut random = Random(7);
        for count in [0, 1, 2, 3, 19, 20, 21, 100, 1_000] {
            // Many are equal, so that an order among equals is seen.
            let items: Vec<(usize, usize)> = (0..count).map(|k| (random.below(1 + count / 3), k)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let mut found = items.clone();
            sort_by_key(&mut found, |item| item.0);
            assert_eq!(found, expected);
            let mut few = items;
            sort_few_by_key(&mut few, |item| item.0);
            assert_eq!(few, expected);
        }
    }
}
