//! Solids and where they are: the scene that users make, fill and step.

use super::body::{Body, BodyShape};
use super::model::Model;
use super::pair_coherence_cache::{HullUse, ModelPairMemory};
use super::relative_pose::a_from_b;
use super::rigid_pose::rigid;
use super::world::{BodyId, BodyOptions, SceneError, StepReport, World};
use crate::broad::{BroadPhaseKind, Mobility};
use crate::executor::Executor;
use crate::math::Pose;

/// How a scene finds pairs and tests them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneOptions {
    /// The way in which pairs of boxes are found.
    pub broad_phase: BroadPhaseKind,
    /// Which hulls are tested before trees.
    pub hulls: HullUse,
}

/// Bodies and where they are.
#[derive(Debug)]
pub struct Scene {
    pub(super) options: SceneOptions,
    pub(super) world: World<Body, ModelPairMemory>,
}

impl Default for Scene {
    fn default() -> Self {
        Self::new(&SceneOptions::default())
    }
}

impl Scene {
    /// A scene without bodies.
    #[must_use]
    pub fn new(options: &SceneOptions) -> Self {
        Self { options: *options, world: World::new(options.broad_phase) }
    }

    /// Inserts a body.
    ///
    /// # Errors
    /// A name that is taken, or a place outside the exact range.
    pub fn insert(
        &mut self,
        model: &Model,
        world_from_body: &Pose,
        options: BodyOptions,
    ) -> Result<BodyId, SceneError> {
        let world_from_body = rigid(world_from_body)?;
        let (name, moved) = (options.name.clone(), self.world.next_step());
        let bounds = model.bounds_at(&world_from_body);
        let shape = BodyShape::Rigid(model.clone());
        let make = |id: BodyId| Body { id, shape, world_from_body, bounds, options, moved };
        self.world.bodies.insert(name.as_deref(), make)
    }

    /// Moves a body.
    ///
    /// The pose is kept to the bit where it is a rotation to the last place, else the rotation next to it is.
    ///
    /// # Errors
    /// A body that is not there or deformable, or a place outside the exact range.
    pub fn set_pose(&mut self, id: BodyId, world_from_body: &Pose) -> Result<(), SceneError> {
        let world_from_body = rigid(world_from_body)?;
        let body = self.body(id)?;
        if body.surface().is_some() {
            return Err(SceneError::NotRigid(id));
        }
        if body.world_from_body == world_from_body {
            return Ok(());
        }
        let now = self.world.next_step();
        self.world.bodies.displace(id, |body| {
            (body.world_from_body, body.moved) = (world_from_body, now);
            body.bounds = body.model().bounds_at(&world_from_body);
        })
    }

    /// Removes a body. Its id is unknown from then on.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn remove(&mut self, id: BodyId) -> Result<Body, SceneError> {
        self.world.remove(id)
    }

    /// Sets the groups of a body, and those that it can meet.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_groups(&mut self, id: BodyId, groups: u32, mask: u32) -> Result<(), SceneError> {
        self.world.bodies.set_groups(id, groups, mask)
    }

    /// Makes a body fixed or moving. Contacts of two bodies that are both fixed end at the next step.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_mobility(&mut self, id: BodyId, mobility: Mobility) -> Result<(), SceneError> {
        self.world.bodies.set_mobility(id, mobility)
    }

    /// Gives a body another name, or none.
    ///
    /// # Errors
    /// A body that is not there, or a name that another body has.
    pub fn rename(&mut self, id: BodyId, name: Option<&str>) -> Result<(), SceneError> {
        self.world.bodies.rename(id, name)
    }

    /// Excludes two bodies from being tested against each other, whatever their groups; a deformable body and itself from being tested for self-collision.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn ignore(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.world.bodies.ignore(a, b)
    }

    /// Excludes the bodies of a list from being tested against each other: memory grows with their number, not with that of their pairs.
    ///
    /// # Errors
    /// One of them is not in the scene.
    pub fn ignore_among(&mut self, bodies: &[BodyId]) -> Result<(), SceneError> {
        self.world.bodies.ignore_among(bodies)
    }

    /// Tests the bodies of a list against each other again.
    ///
    /// # Errors
    /// One of them is not in the scene.
    pub fn allow_among(&mut self, bodies: &[BodyId]) -> Result<(), SceneError> {
        self.world.bodies.allow_among(bodies)
    }

    /// Tests two bodies against each other again.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn allow_pair(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.world.bodies.allow_pair(a, b)
    }

    /// A body.
    ///
    /// # Errors
    /// It is not there.
    pub fn body(&self, id: BodyId) -> Result<&Body, SceneError> {
        self.world.bodies.get(id)
    }

    /// All bodies, by id.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.world.bodies.iter()
    }

    /// How many bodies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies().count()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies().next().is_none()
    }

    /// The body of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<BodyId> {
        self.world.bodies.find(name)
    }

    /// What carries B's frame to A's: the pose at which pair queries give the scene's answers, bit for bit.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn a_from_b(&self, a: BodyId, b: BodyId) -> Result<Pose, SceneError> {
        Ok(a_from_b(self.body(a)?, self.body(b)?))
    }

    /// Finds which bodies began to meet, still meet and ceased to since the last step. Only pairs of which a body moved are tested.
    pub fn step(&mut self, executor: &Executor) -> StepReport<'_> {
        self.world.step(self.options.hulls, executor)
    }
}
