//! The id of a body, and what its owner says about it: name, mobility and groups.

use crate::broad::Mobility;

/// The id of a body. Ids are never given twice: one that was removed stays unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl BodyId {
    /// The id of no body: for probes, which are in no scene.
    #[doc(hidden)]
    pub const NOBODY: Self = Self { slot: u32::MAX, generation: 0 };

    /// The place of the body in the scene: small, and used again after the body is removed.
    #[must_use]
    pub fn slot(self) -> usize {
        self.slot as usize
    }
}

/// Name, mobility and groups of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyOptions {
    /// A name for reports, unique in the scene; `None` for a body without one.
    pub name: Option<String>,
    /// Fixed bodies are not tested against each other.
    pub mobility: Mobility,
    /// The groups that the body belongs to, one a bit.
    pub groups: u32,
    /// The groups that the body can meet; two bodies are tested if each belongs to a group of the other's mask.
    pub mask: u32,
}

impl Default for BodyOptions {
    /// Moving, without a name, in the first group, meeting all.
    fn default() -> Self {
        Self { name: None, mobility: Mobility::Moving, groups: 1, mask: u32::MAX }
    }
}

impl BodyOptions {
    /// Whether groups, masks and mobility let two bodies meet.
    pub(crate) fn may_meet(&self, other: &Self) -> bool {
        let both_fixed = self.mobility == Mobility::Fixed && other.mobility == Mobility::Fixed;
        !both_fixed && self.mask & other.groups != 0 && other.mask & self.groups != 0
    }
}
