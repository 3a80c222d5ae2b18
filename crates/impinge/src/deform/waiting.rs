//! Lists between the stages of a search.

use super::columns::Columns;

/// What waits to be tested.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Pairs of leaves.
    pub leaves: Box<Columns<2>>,
    /// Slots of first leaves whose boxes are near the second, and that leaf.
    pub items: Box<Columns<2>>,
    /// Of these, slots with boxes that overlap some of the leaf, the leaf, and which of its boxes.
    pub hits: Box<Columns<3>>,
    /// Pairs of slots whose faces have no common corner.
    pub loose: Box<Columns<2>>,
    /// Pairs of slots whose faces have some.
    pub neighbours: Box<Columns<2>>,
    /// A common corner, the others of both faces, and both slots.
    pub fans: Box<Columns<7>>,
    /// Two common corners, the other one of both faces, and both slots.
    pub hinges: Box<Columns<6>>,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            leaves: Columns::new(),
            items: Columns::new(),
            hits: Columns::new(),
            loose: Columns::new(),
            neighbours: Columns::new(),
            fans: Columns::new(),
            hinges: Columns::new(),
        }
    }
}

impl Waiting {
    /// Forgets what waits.
    pub fn clear(&mut self) {
        self.leaves.truncate(0);
        self.items.truncate(0);
        self.hits.truncate(0);
        self.loose.truncate(0);
        self.neighbours.truncate(0);
        self.fans.truncate(0);
        self.hinges.truncate(0);
    }
}
