//! Pairs of links that are not looked at: they may meet.

use super::articulated_tree::Articulation;
use super::joint::LinkId;
use super::link_adjacency::Adjacency;
use std::collections::BTreeSet;

/// A set of pairs of links that may meet; the order within a pair does not matter, and a link may always meet itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedPairs {
    pairs: BTreeSet<[LinkId; 2]>,
}

impl AllowedPairs {
    /// The neighbours of an articulation.
    #[must_use]
    pub fn adjacent(articulation: &Articulation, adjacency: Adjacency) -> Self {
        Self { pairs: articulation.adjacent_pairs(adjacency).into_iter().collect() }
    }

    /// Lets two links meet; whether they could not before.
    pub fn allow(&mut self, a: LinkId, b: LinkId) -> bool {
        a != b && self.pairs.insert([a.min(b), a.max(b)])
    }

    /// Lets two links meet no more; whether they could before.
    pub fn forbid(&mut self, a: LinkId, b: LinkId) -> bool {
        self.pairs.remove(&[a.min(b), a.max(b)])
    }

    /// Whether two links may meet.
    #[must_use]
    pub fn contains(&self, a: LinkId, b: LinkId) -> bool {
        a == b || self.pairs.contains(&[a.min(b), a.max(b)])
    }

    /// All pairs, each with the lower id first, sorted.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [LinkId; 2]> + '_ {
        self.pairs.iter().copied()
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The pairs among these links that are to be looked at, each with the lower id first, sorted.
    #[must_use]
    pub fn checked_pairs(&self, links: &[LinkId]) -> Vec<[LinkId; 2]> {
        let links: Vec<LinkId> = links.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let all = links.iter().enumerate().flat_map(|(i, a)| links[i + 1..].iter().map(|b| [*a, *b]));
        all.filter(|[a, b]| !self.contains(*a, *b)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_has_no_order_and_can_be_taken_back() {
        let mut allowed = AllowedPairs::default();
        assert!(allowed.is_empty() && allowed.allow(LinkId(2), LinkId(1)) && !allowed.allow(LinkId(1), LinkId(2)));
        assert!(!allowed.allow(LinkId(3), LinkId(3)) && allowed.contains(LinkId(3), LinkId(3)));
        assert!(allowed.contains(LinkId(2), LinkId(1)) && !allowed.contains(LinkId(0), LinkId(1)));
        let links = [3, 0, 1, 2, 0].map(LinkId);
        let checked = [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]].map(|pair| pair.map(LinkId));
        assert_eq!(allowed.checked_pairs(&links), checked);
        assert!(allowed.forbid(LinkId(1), LinkId(2)) && !allowed.forbid(LinkId(1), LinkId(2)));
        assert_eq!((allowed.len(), allowed.iter().count()), (0, 0));
    }
}
