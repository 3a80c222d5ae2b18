//! One body of a scene, and the name by which it is asked for.

use super::{Model, Registered, placement};
use crate::bound::Aabb;
use crate::broad::Mobility;
use crate::math::{Pose, PoseError};

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

/// What is said about a body when it is put into a scene.
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

/// A body of a scene.
#[derive(Clone, Debug)]
pub struct Body {
    pub(super) id: BodyId,
    pub(super) model: Model,
    pub(super) world_from_body: Pose,
    pub(super) bounds: Aabb,
    pub(super) options: BodyOptions,
    /// The step in which it was last moved or put in.
    pub(super) moved: u64,
}

impl Body {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> BodyId {
        self.id
    }

    /// Its name, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.options.name.as_deref()
    }

    /// What it is made of.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Where it is.
    #[must_use]
    pub fn world_from_body(&self) -> &Pose {
        &self.world_from_body
    }

    /// The box around it in the world, rounded outward.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// What was said about it when it was put in, and since.
    #[must_use]
    pub fn options(&self) -> &BodyOptions {
        &self.options
    }

    /// Puts it, in no scene, at a place.
    pub(super) fn put(&mut self, world_from_body: &Pose) -> Result<(), PoseError> {
        self.world_from_body = placement::rigid(world_from_body)?;
        self.bounds = self.model.bounds_at(&self.world_from_body);
        Ok(())
    }

    /// Whether groups, masks and mobility let two bodies meet.
    pub(super) fn may_meet(&self, other: &Self) -> bool {
        self.options.may_meet(&other.options)
    }
}

impl Registered for Body {
    fn id(&self) -> BodyId {
        self.id
    }

    fn options(&self) -> &BodyOptions {
        &self.options
    }

    fn options_mut(&mut self) -> &mut BodyOptions {
        &mut self.options
    }

    fn world_box(&self) -> Aabb {
        self.bounds
    }
}
