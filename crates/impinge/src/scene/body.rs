//! One body of a scene: a model at a pose.

use super::deformable_body::BodySurface;
use super::model::Model;
use super::rigid_pose::rigid;
use super::world::{BodyId, BodyOptions, WorldBody};
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::deform::Deformable;
use crate::executor::Executor;
use crate::math::{Pose, PoseError};
use std::sync::Arc;

/// A body of a scene.
#[derive(Clone, Debug)]
pub struct Body {
    pub(super) id: BodyId,
    pub(super) shape: BodyShape,
    pub(super) world_from_body: Pose,
    pub(super) bounds: Aabb,
    pub(super) options: BodyOptions,
    /// The step in which it was last moved or inserted.
    pub(super) moved: u64,
}

/// What a body is made of.
#[derive(Clone, Debug)]
pub(super) enum BodyShape {
    /// A model at a pose.
    Rigid(Model),
    /// A surface in the world.
    Deformable(Arc<BodySurface>),
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

    /// What it is made of; for a deformable body its frame, which becomes a mesh when this is first asked for.
    #[must_use]
    pub fn model(&self) -> &Model {
        match &self.shape {
            BodyShape::Rigid(model) => model,
            BodyShape::Deformable(surface) => surface.model(),
        }
    }

    /// Its surface, if it is deformable.
    #[must_use]
    pub fn surface(&self) -> Option<&Deformable> {
        self.deformable().map(BodySurface::surface)
    }

    pub(super) fn deformable(&self) -> Option<&BodySurface> {
        match &self.shape {
            BodyShape::Rigid(_) => None,
            BodyShape::Deformable(surface) => Some(surface),
        }
    }

    pub(super) fn deformable_mut(&mut self) -> Option<&mut BodySurface> {
        match &mut self.shape {
            BodyShape::Rigid(_) => None,
            BodyShape::Deformable(surface) => Some(Arc::make_mut(surface)),
        }
    }

    /// Where it is; the identity for a deformable body, whose vertices stand in the world.
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
        self.bounds = self.model().bounds_at(&self.world_from_body);
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

    fn is_deformable(&self) -> bool {
        matches!(self.shape, BodyShape::Deformable(_))
    }

    fn test_itself(&mut self, executor: &Executor) -> Cost {
        self.deformable_mut().map_or_else(Cost::default, |surface| surface.test_itself(executor))
    }

    fn meets_itself(&self) -> Option<bool> {
        self.deformable().and_then(BodySurface::meets_itself)
    }

    fn met_itself(&self) -> bool {
        self.deformable().is_some_and(|surface| surface.met_itself)
    }

    fn set_met_itself(&mut self, met: bool) {
        self.deformable_mut().into_iter().for_each(|surface| surface.met_itself = met);
    }
}
