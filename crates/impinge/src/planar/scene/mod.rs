//! Many polygons that move: which of them meet, from step to step.
//!
//! What [`crate::scene::Scene`] is for solids, with the same ids, names, groups, events and reports, on the same broad phases: rectangles are
//! boxes of no height there. Every answer is that of a pair query at [`PlanarScene::a_from_b`], exact, and depends neither on
//! threads, nor the broad phase, nor the order in which bodies came. A step tests the pairs of which a body moved.
//!
//! ```
//! use impinge::{executor::Executor, math::DVec2, planar::{PlanarScene, Polygon, Pose2}, scene::{BodyOptions, ContactPhase}};
//!
//! let mut scene = PlanarScene::default();
//! let square = Polygon::try_new(vec![[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from_array).to_vec()])?;
//! let square = std::sync::Arc::new(square);
//! let at = |x: f64| Pose2::from_translation(DVec2::new(x, 0.0));
//! let left = scene.insert(&square, &at(0.0)?, BodyOptions::default())?;
//! let right = scene.insert(&square, &at(5.0)?, BodyOptions::default())?;
//! assert!(scene.step(&Executor::Serial).events.is_empty());
//! scene.set_pose(right, &at(1.0)?)?;
//! let step = scene.step(&Executor::Serial);
//! assert_eq!((step.events[0].phase, step.events[0].bodies), (ContactPhase::Begin, (left, right)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod placement;
mod rules;
mod step;
mod view;

pub use body::PlanarBody;
pub use view::{PlanarNearest, PlanarPair, PlanarView};

use super::{Polygon, Pose2};
use crate::broad::{BroadPhase, BroadPhaseKind};
use crate::executor::Executor;
use crate::scene::{BodyId, BodyOptions, SceneError};
use body::{bounds_at, flat};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Polygons and where they are.
#[derive(Debug)]
pub struct PlanarScene {
    slots: Vec<Slot>,
    /// Slots to be given out, the smallest last.
    vacant: Vec<u32>,
    /// Slots of bodies removed since the broad phase was last brought up to date.
    leaving: Vec<u32>,
    names: HashMap<String, BodyId>,
    /// Pairs that are not tested, each in both orders.
    ignored: BTreeSet<(BodyId, BodyId)>,
    broad: Box<dyn BroadPhase>,
    step: step::Memory,
    stale: Stale,
}

#[derive(Debug, Default)]
struct Slot {
    generation: u32,
    body: Option<PlanarBody>,
}

/// What has changed since the broad phase was last brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    Nothing,
    Places,
    /// Also which pairs are tested.
    Filters,
}

/// Slots are numbered in 32 bits.
const LARGEST_SCENE: usize = u32::MAX as usize - 1;

impl Default for PlanarScene {
    fn default() -> Self {
        Self::new(BroadPhaseKind::default())
    }
}

impl PlanarScene {
    /// Without bodies.
    #[must_use]
    pub fn new(broad_phase: BroadPhaseKind) -> Self {
        Self {
            slots: Vec::new(),
            vacant: Vec::new(),
            leaving: Vec::new(),
            names: HashMap::new(),
            ignored: BTreeSet::new(),
            broad: broad_phase.build(),
            step: step::Memory::default(),
            stale: Stale::Nothing,
        }
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
        if let Some(name) = options.name.as_ref().filter(|name| self.names.contains_key(*name)) {
            return Err(SceneError::DuplicateName(name.clone()));
        }
        let slot = match self.vacant.pop() {
            Some(slot) => slot,
            None if self.slots.len() >= LARGEST_SCENE => return Err(SceneError::Full(self.slots.len())),
            None => {
                self.slots.push(Slot::default());
                self.slots.len() as u32 - 1
            }
        };
        let place = &mut self.slots[slot as usize];
        let id = BodyId { slot, generation: place.generation };
        let bounds = bounds_at(polygon, &world_from_body);
        self.broad.insert(slot, flat(&bounds), options.mobility);
        if let Some(name) = &options.name {
            self.names.insert(name.clone(), id);
        }
        let moved = self.step.number + 1;
        place.body = Some(PlanarBody { id, polygon: Arc::clone(polygon), world_from_body, bounds, options, moved });
        self.stale = self.stale.max(Stale::Places);
        Ok(id)
    }

    /// Moves a body.
    ///
    /// The pose is kept to the bit where it is a rotation to the last place, else the rotation next to it is.
    ///
    /// # Errors
    /// A body that is not there, or a place outside the exact range.
    pub fn set_pose(&mut self, id: BodyId, world_from_body: &Pose2) -> Result<(), SceneError> {
        let world_from_body = placement::rigid(world_from_body)?;
        let now = self.step.number + 1;
        let body = self.body_mut(id)?;
        if body.world_from_body == world_from_body {
            return Ok(());
        }
        (body.world_from_body, body.moved) = (world_from_body, now);
        body.bounds = bounds_at(&body.polygon, &world_from_body);
        let bounds = flat(&body.bounds);
        self.broad.set_bounds(id.slot, bounds);
        self.stale = self.stale.max(Stale::Places);
        Ok(())
    }

    /// Takes out a body. Its id is unknown from then on.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn remove(&mut self, id: BodyId) -> Result<PlanarBody, SceneError> {
        self.body_mut(id)?;
        let place = &mut self.slots[id.slot()];
        let Some(body) = place.body.take() else { return Err(SceneError::UnknownBody(id)) };
        // A slot whose generations are used up is not given out again.
        let next = place.generation.checked_add(1);
        place.generation = next.unwrap_or(u32::MAX);
        if let Some(name) = &body.options.name {
            self.names.remove(name);
        }
        let least = BodyId { slot: 0, generation: 0 };
        while let Some(&(_, other)) = self.ignored.range((id, least)..).next().filter(|(own, _)| *own == id) {
            self.ignored.remove(&(id, other));
            self.ignored.remove(&(other, id));
        }
        self.broad.remove(id.slot);
        if next.is_some() {
            self.leaving.push(id.slot);
        }
        self.stale = self.stale.max(Stale::Places);
        Ok(body)
    }

    /// A body.
    ///
    /// # Errors
    /// It is not there.
    pub fn body(&self, id: BodyId) -> Result<&PlanarBody, SceneError> {
        self.in_slot(id.slot).filter(|body| body.id == id).ok_or(SceneError::UnknownBody(id))
    }

    /// All bodies, by id.
    pub fn bodies(&self) -> impl Iterator<Item = &PlanarBody> {
        self.slots.iter().filter_map(|slot| slot.body.as_ref())
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
        self.names.get(name).copied()
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

    fn body_mut(&mut self, id: BodyId) -> Result<&mut PlanarBody, SceneError> {
        let body = self.slots.get_mut(id.slot()).and_then(|slot| slot.body.as_mut());
        body.filter(|body| body.id == id).ok_or(SceneError::UnknownBody(id))
    }

    fn in_slot(&self, slot: u32) -> Option<&PlanarBody> {
        self.slots.get(slot as usize).and_then(|slot| slot.body.as_ref())
    }
}
