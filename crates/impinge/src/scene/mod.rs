//! Many bodies that move: which of them meet, from step to step.
//!
//! The pipeline is that of I-COLLIDE and RAPID (Lin, Manocha, Cohen and Gottschalk 1996): boxes first ([`crate::broad`]), then closest
//! features of hulls, then trees; each keeps what it learnt for the next step. Different here: every answer is that of a pair query at
//! [`Scene::a_from_b`], exact as those are, and does not depend on threads, the broad phase, or the order in which bodies came.
//!
//! [`Scene::step`] tells who began to meet, who still does and who ceased to; [`Scene::view`] answers everything else.
//!
//! ```
//! use impinge::{executor::Executor, math::{DVec3, Pose}, scene::{BodyOptions, ContactPhase, Model, Scene}, shape::Sphere};
//!
//! let (mut scene, ball) = (Scene::default(), Model::convex(Sphere::try_new(1.0)?)?);
//! let at = |x: f64| Pose::from_translation(DVec3::new(x, 0.0, 0.0));
//! let [left, right] = [scene.insert(&ball, &at(0.0)?, BodyOptions::default())?, scene.insert(&ball, &at(5.0)?, BodyOptions::default())?];
//! assert!(scene.step(&Executor::serial()).events.is_empty());
//! scene.set_pose(right, &at(2.0)?)?;
//! let step = scene.step(&Executor::serial());
//! assert_eq!((step.events[0].phase, step.events[0].bodies), (ContactPhase::Begin, (left, right)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod error;
mod half_spaces;
mod model;
mod part_pair;
mod placement;
mod registry;
mod pair_state;
mod pair_table;
mod step;
mod report;
mod view;
mod nearest;
mod mounting;
mod configuration;
mod ray;
mod sweep_part;
mod sweep_slice;
mod sweep;

pub use body::{Body, BodyId, BodyOptions};
pub use configuration::{ConfigurationReport, ConfigurationRequest};
pub use error::SceneError;
pub use model::{Model, ModelError};
pub use mounting::{Mounting, MountingError, MountingOptions};
pub use nearest::NearestPair;
pub use pair_state::{HullUse, PairTally};
pub use part_pair::Gap;
pub use ray::SceneHit;
#[doc(hidden)]
pub use registry::{Registered, Registry, Stale};
pub use report::{BodyPair, SceneRequest};
pub use step::{ContactEvent, ContactPhase, StepCost, StepReport};
pub use sweep::{PairSweep, SceneSweep, SceneSweepError, SceneSweepOptions, SweepExtent};
pub use view::View;

use crate::broad::{BroadPhaseKind, Mobility};
use crate::executor::Executor;
use crate::math::Pose;
use pair_table::PairTable;

/// How a scene works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneOptions {
    /// The way pairs of boxes are found.
    pub broad_phase: BroadPhaseKind,
    /// Which hulls are asked before trees are.
    pub hulls: HullUse,
}

/// Bodies and where they are.
#[derive(Debug)]
pub struct Scene {
    options: SceneOptions,
    bodies: Registry<Body>,
    pairs: PairTable,
    step: step::Memory,
}

impl Default for Scene {
    fn default() -> Self {
        Self::new(&SceneOptions::default())
    }
}

impl Scene {
    /// Without bodies.
    #[must_use]
    pub fn new(options: &SceneOptions) -> Self {
        Self {
            options: *options,
            bodies: Registry::new(options.broad_phase),
            pairs: PairTable::default(),
            step: step::Memory::default(),
        }
    }

    /// Puts in a body.
    ///
    /// # Errors
    /// A name that is taken, or a place outside the exact range.
    pub fn insert(
        &mut self,
        model: &Model,
        world_from_body: &Pose,
        options: BodyOptions,
    ) -> Result<BodyId, SceneError> {
        let world_from_body = placement::rigid(world_from_body)?;
        let (name, moved) = (options.name.clone(), self.step.number + 1);
        let bounds = model.bounds_at(&world_from_body);
        let make = |id: BodyId| Body { id, model: model.clone(), world_from_body, bounds, options, moved };
        self.bodies.insert(name.as_deref(), make)
    }

    /// Moves a body.
    ///
    /// The pose is kept to the bit where it is a rotation to the last place, else the rotation next to it is.
    ///
    /// # Errors
    /// A body that is not there, or a place outside the exact range.
    pub fn set_pose(&mut self, id: BodyId, world_from_body: &Pose) -> Result<(), SceneError> {
        let world_from_body = placement::rigid(world_from_body)?;
        if self.body(id)?.world_from_body == world_from_body {
            return Ok(());
        }
        let now = self.step.number + 1;
        self.bodies.displace(id, |body| {
            (body.world_from_body, body.moved) = (world_from_body, now);
            body.bounds = body.model.bounds_at(&world_from_body);
        })
    }

    /// Takes out a body. Its id is unknown from then on.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn remove(&mut self, id: BodyId) -> Result<Body, SceneError> {
        self.bodies.remove(id)
    }

    /// Sets the groups of a body, and those that it can meet.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_groups(&mut self, id: BodyId, groups: u32, mask: u32) -> Result<(), SceneError> {
        self.bodies.set_groups(id, groups, mask)
    }

    /// Makes a body fixed or moving. Contacts of two bodies that are both fixed end at the next step.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_mobility(&mut self, id: BodyId, mobility: Mobility) -> Result<(), SceneError> {
        self.bodies.set_mobility(id, mobility)
    }

    /// Gives a body another name, or none.
    ///
    /// # Errors
    /// A body that is not there, or a name that another body has.
    pub fn rename(&mut self, id: BodyId, name: Option<&str>) -> Result<(), SceneError> {
        self.bodies.rename(id, name)
    }

    /// Tests two bodies no more against each other, whatever their groups.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn ignore(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.bodies.ignore(a, b)
    }

    /// Tests two bodies against each other again.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn heed(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.bodies.heed(a, b)
    }

    /// A body.
    ///
    /// # Errors
    /// It is not there.
    pub fn body(&self, id: BodyId) -> Result<&Body, SceneError> {
        self.bodies.get(id)
    }

    /// All bodies, by id.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter()
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
        self.bodies.find(name)
    }

    /// What carries B's frame to A's: the pose at which pair queries give the scene's answers, bit for bit.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn a_from_b(&self, a: BodyId, b: BodyId) -> Result<Pose, SceneError> {
        Ok(relative(self.body(a)?, self.body(b)?))
    }

    /// Brings everything up to date, and gives access to all queries; while they are asked, nothing can move.
    pub fn view(&mut self, executor: &Executor) -> View<'_> {
        self.refresh(executor);
        View::new(self)
    }
}

/// What carries B's frame to A's.
fn relative(a: &Body, b: &Body) -> Pose {
    placement::a_from_b((&a.model, &a.world_from_body), (&b.model, &b.world_from_body))
}
