//! Many polygons that move: which of them meet, from step to step.
//!
//! What [`impinge::scene::Scene`] is for solids, with the same ids, names, groups, events and reports, on the same broad phases: rectangles are
//! boxes of no height there. Every answer is that of a pair query at [`PlanarScene::a_from_b`], exact, and depends neither on
//! threads, nor the broad phase, nor the order in which bodies came. A step tests the pairs of which a body moved.
//!
//! ```
//! use impinge::{executor::Executor, math::DVec2, scene::{BodyOptions, ContactPhase}};
//! use impinge_planar::{PlanarScene, Polygon, Pose2};
//!
//! let mut scene = PlanarScene::default();
//! let square = Polygon::try_new(vec![[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from_array).to_vec()])?;
//! let square = std::sync::Arc::new(square);
//! let at = |x: f64| Pose2::from_translation(DVec2::new(x, 0.0));
//! let left = scene.insert(&square, &at(0.0)?, BodyOptions::default())?;
//! let right = scene.insert(&square, &at(5.0)?, BodyOptions::default())?;
//! assert!(scene.step(&Executor::serial()).events.is_empty());
//! scene.set_pose(right, &at(1.0)?)?;
//! let step = scene.step(&Executor::serial());
//! assert_eq!((step.events[0].phase, step.events[0].bodies), (ContactPhase::Begin, (left, right)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod placement;
mod step;
mod view;

pub use body::PlanarBody;
pub use view::{PlanarNearest, PlanarPair, PlanarView};

use super::{Polygon, Pose2};
use body::bounds_at;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::scene::{BodyId, BodyOptions, Registry, SceneError};
use std::sync::Arc;

/// Polygons and where they are.
#[derive(Debug)]
pub struct PlanarScene {
    bodies: Registry<PlanarBody>,
    step: step::Memory,
}

impl Default for PlanarScene {
    fn default() -> Self {
        Self::new(BroadPhaseKind::default())
    }
}

impl PlanarScene {
    /// Without bodies.
    #[must_use]
    pub fn new(broad_phase: BroadPhaseKind) -> Self {
        Self { bodies: Registry::new(broad_phase), step: step::Memory::default() }
    }

    /// Puts in a body.
    ///
    /// # Errors
    /// A name that is taken, or a place outside the exact range.
    pub fn insert(
        &mut self,
        polygon: &Arc<Polygon>,
        world_from_body: &Pose2,
        options: BodyOptions,
    ) -> Result<BodyId, SceneError> {
        let world_from_body = placement::rigid(world_from_body)?;
        let (name, moved) = (options.name.clone(), self.step.number + 1);
        let bounds = bounds_at(polygon, &world_from_body);
        let make =
            |id: BodyId| PlanarBody { id, polygon: Arc::clone(polygon), world_from_body, bounds, options, moved };
        self.bodies.insert(name.as_deref(), make)
    }

    /// Moves a body.
    ///
    /// The pose is kept to the bit where it is a rotation to the last place, else the rotation next to it is.
    ///
    /// # Errors
    /// A body that is not there, or a place outside the exact range.
    pub fn set_pose(&mut self, id: BodyId, world_from_body: &Pose2) -> Result<(), SceneError> {
        let world_from_body = placement::rigid(world_from_body)?;
        if self.body(id)?.world_from_body == world_from_body {
            return Ok(());
        }
        let now = self.step.number + 1;
        self.bodies.displace(id, |body| {
            (body.world_from_body, body.moved) = (world_from_body, now);
            body.bounds = bounds_at(&body.polygon, &world_from_body);
        })
    }

    /// Takes out a body. Its id is unknown from then on.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn remove(&mut self, id: BodyId) -> Result<PlanarBody, SceneError> {
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
    pub fn body(&self, id: BodyId) -> Result<&PlanarBody, SceneError> {
        self.bodies.get(id)
    }

    /// All bodies, by id.
    pub fn bodies(&self) -> impl Iterator<Item = &PlanarBody> {
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
    pub fn a_from_b(&self, a: BodyId, b: BodyId) -> Result<Pose2, SceneError> {
        Ok(placement::a_from_b(self.body(a)?, self.body(b)?))
    }

    /// Brings everything up to date, and gives access to all queries; while they are asked, nothing can move.
    pub fn view(&mut self, executor: &Executor) -> PlanarView<'_> {
        self.refresh(executor);
        PlanarView::new(self)
    }
}
