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
//! assert!(scene.step(&Executor::Serial).events.is_empty());
//! scene.set_pose(right, &at(2.0)?)?;
//! let step = scene.step(&Executor::Serial);
//! assert_eq!((step.events[0].phase, step.events[0].bodies), (ContactPhase::Begin, (left, right)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod error;
mod half_spaces;
mod model;
mod part_pair;
mod placement;
mod pair_state;
mod pair_table;
mod step;
mod report;
mod view;
mod nearest;
mod mounting;
mod configuration;
mod ray;

pub use body::{Body, BodyId, BodyOptions};
pub use configuration::{ConfigurationReport, ConfigurationRequest};
pub use error::SceneError;
pub use model::{Model, ModelError};
pub use mounting::{Mounting, MountingError, MountingOptions};
pub use nearest::NearestPair;
pub use pair_state::{HullUse, PairTally};
pub use part_pair::Gap;
pub use ray::SceneHit;
pub use report::{BodyPair, SceneRequest};
pub use step::{ContactEvent, ContactPhase, StepCost, StepReport};
pub use view::View;

use crate::broad::{BroadPhase, BroadPhaseKind, Mobility};
use crate::executor::Executor;
use crate::math::Pose;
use pair_table::PairTable;
use std::collections::{BTreeSet, HashMap};

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
    slots: Vec<Slot>,
    /// Slots to be given out, the smallest last.
    vacant: Vec<u32>,
    /// Slots of bodies removed since the broad phase was last brought up to date.
    leaving: Vec<u32>,
    names: HashMap<String, BodyId>,
    /// Pairs that are not tested, each in both orders.
    ignored: BTreeSet<(BodyId, BodyId)>,
    broad: Box<dyn BroadPhase>,
    pairs: PairTable,
    step: step::Memory,
    stale: Stale,
}

#[derive(Debug, Default)]
struct Slot {
    generation: u32,
    body: Option<Body>,
}

/// What has changed since the broad phase was last brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    Nothing,
    Places,
    /// Also which pairs are tested.
    Filters,
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
            slots: Vec::new(),
            vacant: Vec::new(),
            leaving: Vec::new(),
            names: HashMap::new(),
            ignored: BTreeSet::new(),
            broad: options.broad_phase.build(),
            pairs: PairTable::default(),
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
        model: &Model,
        world_from_body: &Pose,
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
        let bounds = model.bounds_at(&world_from_body);
        self.broad.insert(slot, bounds, options.mobility);
        if let Some(name) = &options.name {
            self.names.insert(name.clone(), id);
        }
        let moved = self.step.number + 1;
        place.body = Some(Body { id, model: model.clone(), world_from_body, bounds, options, moved });
        self.stale = self.stale.max(Stale::Places);
        Ok(id)
    }

    /// Moves a body.
    ///
    /// The pose is kept to the bit where it is a rotation to the last place, else the rotation next to it is.
    ///
    /// # Errors
    /// A body that is not there, or a place outside the exact range.
    pub fn set_pose(&mut self, id: BodyId, world_from_body: &Pose) -> Result<(), SceneError> {
        let world_from_body = placement::rigid(world_from_body)?;
        let now = self.step.number + 1;
        let body = self.body_mut(id)?;
        if body.world_from_body == world_from_body {
            return Ok(());
        }
        (body.world_from_body, body.moved) = (world_from_body, now);
        body.bounds = body.model.bounds_at(&world_from_body);
        let bounds = body.bounds;
        self.broad.set_bounds(id.slot, bounds);
        self.stale = self.stale.max(Stale::Places);
        Ok(())
    }

    /// Takes out a body. Its id is unknown from then on.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn remove(&mut self, id: BodyId) -> Result<Body, SceneError> {
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

    /// Sets the groups of a body, and those that it can meet.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_groups(&mut self, id: BodyId, groups: u32, mask: u32) -> Result<(), SceneError> {
        let body = self.body_mut(id)?;
        (body.options.groups, body.options.mask) = (groups, mask);
        self.stale = Stale::Filters;
        Ok(())
    }

    /// Makes a body fixed or moving. Contacts of two bodies that are both fixed end at the next step.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_mobility(&mut self, id: BodyId, mobility: Mobility) -> Result<(), SceneError> {
        let body = self.body_mut(id)?;
        if body.options.mobility != mobility {
            body.options.mobility = mobility;
            let bounds = body.bounds;
            self.broad.insert(id.slot, bounds, mobility);
            self.stale = self.stale.max(Stale::Places);
        }
        Ok(())
    }

    /// Gives a body another name, or none.
    ///
    /// # Errors
    /// A body that is not there, or a name that another body has.
    pub fn rename(&mut self, id: BodyId, name: Option<&str>) -> Result<(), SceneError> {
        self.body(id)?;
        if let Some(name) = name.filter(|name| self.find(name).is_some_and(|other| other != id)) {
            return Err(SceneError::DuplicateName(name.to_owned()));
        }
        let before = std::mem::replace(&mut self.body_mut(id)?.options.name, name.map(str::to_owned));
        before.map(|before| self.names.remove(&before));
        if let Some(name) = name {
            self.names.insert(name.to_owned(), id);
        }
        Ok(())
    }

    /// Tests two bodies no more against each other, whatever their groups.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn ignore(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.body(a)?;
        self.body(b)?;
        self.ignored.extend([(a, b), (b, a)]);
        self.stale = Stale::Filters;
        Ok(())
    }

    /// Tests two bodies against each other again.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn heed(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.body(a)?;
        self.body(b)?;
        self.ignored.remove(&(a, b));
        self.ignored.remove(&(b, a));
        self.stale = Stale::Filters;
        Ok(())
    }

    /// A body.
    ///
    /// # Errors
    /// It is not there.
    pub fn body(&self, id: BodyId) -> Result<&Body, SceneError> {
        let body = self.slots.get(id.slot()).and_then(|slot| slot.body.as_ref());
        body.filter(|body| body.id == id).ok_or(SceneError::UnknownBody(id))
    }

    /// All bodies, by id.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
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
    pub fn a_from_b(&self, a: BodyId, b: BodyId) -> Result<Pose, SceneError> {
        Ok(relative(self.body(a)?, self.body(b)?))
    }

    /// Brings everything up to date, and gives access to all queries; while they are asked, nothing can move.
    pub fn view(&mut self, executor: &Executor) -> View<'_> {
        self.refresh(executor);
        View::new(self)
    }

    fn body_mut(&mut self, id: BodyId) -> Result<&mut Body, SceneError> {
        let body = self.slots.get_mut(id.slot()).and_then(|slot| slot.body.as_mut());
        body.filter(|body| body.id == id).ok_or(SceneError::UnknownBody(id))
    }

    fn in_slot(&self, slot: u32) -> Option<&Body> {
        self.slots.get(slot as usize).and_then(|slot| slot.body.as_ref())
    }

    /// Whether two bodies are tested against each other.
    fn tests(&self, a: &Body, b: &Body) -> bool {
        a.id != b.id && a.may_meet(b) && (self.ignored.is_empty() || !self.ignored.contains(&(a.id, b.id)))
    }
}

/// Slots are numbered in 32 bits.
const LARGEST_SCENE: usize = u32::MAX as usize - 1;

/// What carries B's frame to A's.
fn relative(a: &Body, b: &Body) -> Pose {
    placement::a_from_b((&a.model, &a.world_from_body), (&b.model, &b.world_from_body))
}
