//! Union-find over numbers.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

/// Disjoint sets of the numbers `0..n`, with path halving. The lowest member represents its set, so results do not depend on the order of unions.
#[derive(Clone, Debug)]
pub struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Every number in a set of its own.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// The lowest member of the set of `i`.
    pub fn find(&mut self, mut i: usize) -> usize {
        while self.parents[i] as usize != i {
            let parent = self.parents[i] as usize;
            self.parents[i] = self.parents[parent];
            i = parent;
        }
        i
    }

    /// Unites the sets of `i` and `j`.
    pub fn join(&mut self, i: usize, j: usize) {
        let (i, j) = (self.find(i), self.find(j));
        self.parents[i.max(j)] = i.min(j) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_member_represents_a_set() {
        let mut sets = UnionFind::new(6);
        for [i, j] in [[5, 3], [3, 1], [4, 2]] {
            sets.join(i, j);
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(|i| sets.find(i)), [0, 1, 2, 1, 2, 1]);
    }
}
