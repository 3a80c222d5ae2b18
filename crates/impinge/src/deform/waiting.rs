//! Lists between the stages of a search.

use super::columns::Columns;

/// What waits to be tested by boxes.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Pairs of leaves.
    pub leaves: Box<Columns<2>>,
    /// Slots of first leaves whose boxes are near the second, and that leaf.
    pub items: Box<Columns<2>>,
    /// Of these, slots with boxes that overlap some of the leaf, the leaf, and which of its boxes.
    pub hits: Box<Columns<3>>,
}

impl Default for Waiting {
    fn default() -> Self {
        Self { leaves: Columns::new(), items: Columns::new(), hits: Columns::new() }
    }
}

impl Waiting {
    /// Forgets what waits.
    pub fn clear(&mut self) {
        self.leaves.truncate(0);
        self.items.truncate(0);
        self.hits.truncate(0);
    }
}
