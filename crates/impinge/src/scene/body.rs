//! One body of a scene: a model at a pose.

use super::model::Model;
use super::rigid_pose::rigid;
use super::world::{BodyId, BodyOptions, WorldBody};
use crate::bound::Aabb;
use crate::math::{Pose, PoseError};

/// A body of a scene.
#[derive(Clone, Debug)]
pub struct Body {
    pub(super) id: BodyId,
    pub(super) model: Model,
    pub(super) world_from_body: Pose,
    pub(super) bounds: Aabb,
    pub(super) options: BodyOptions,
    /// The step in which it was last moved or inserted.
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

    /// Its name, mobility and groups.
    #[must_use]
    pub fn options(&self) -> &BodyOptions {
        &self.options
    }

    /// Puts it, in no scene, at a place.
    pub(super) fn put(&mut self, world_from_body: &Pose) -> Result<(), PoseError> {
        self.world_from_body = rigid(world_from_body)?;
        self.bounds = self.model.bounds_at(&self.world_from_body);
        Ok(())
    }
}

impl WorldBody for Body {
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

    fn moved_in(&self) -> u64 {
        self.moved
    }
}
