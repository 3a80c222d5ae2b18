//! The corners of a core that a closest point lies between.

/// Corners of one core that a closest point lies between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureCorners {
    ids: [u32; 3],
    count: u8,
}

impl FeatureCorners {
    /// One for a vertex, two for an edge, three for a face; ascending. None for a curved core or where the shapes meet.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[u32] {
        &self.ids[..usize::from(self.count)]
    }

    /// The first three that differ.
    #[inline]
    pub(super) fn from_ids(ids: impl IntoIterator<Item = u32>) -> Self {
        let mut corners = Self::default();
        for id in ids {
            if corners.count < 3 && !corners.as_slice().contains(&id) {
                corners.insert(id);
            }
        }
        corners
    }

    /// Those that differ of three.
    #[inline]
    pub(super) fn from_three([a, b, c]: [u32; 3]) -> Self {
        let (low, high) = (a.min(b), a.max(b));
        let [x, y, z] = [low.min(c), low.max(high.min(c)), high.max(c)];
        let (first, second) = (x != y, y != z);
        let middle = if first { y } else { z };
        let ids = [x, if first | second { middle } else { 0 }, if first & second { z } else { 0 }];
        Self { ids, count: 1 + u8::from(first) + u8::from(second) }
    }

    /// Adds a new one to fewer than three.
    #[inline]
    fn insert(&mut self, id: u32) {
        let mut place = usize::from(self.count);
        while place > 0 && self.ids[place - 1] > id {
            self.ids[place] = self.ids[place - 1];
            place -= 1;
        }
        self.ids[place] = id;
        self.count += 1;
    }
}
