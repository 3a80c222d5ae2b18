//! The answers of a step under a budget: every pair of bodies is free, meets, or is open.

use super::body::Body;
use super::pair_coherence_cache::ModelPairMemory;
use super::solid_scene::Scene;
use super::world::{BodyId, ContactEvent, OpenPairs, SceneError, StepCost};
use crate::bound::Aabb;
use crate::bounded::Bounded;
use crate::executor::Executor;
use crate::pair::Budget;

/// What a step under a budget knows of two bodies: `Free` and `Meeting` are exact, `Open` is undecided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairAnswer {
    /// They share no point.
    Free,
    /// They share a point.
    Meeting,
    /// The budget was spent before that was known. Their distance is between these bounds; the lower is 0.
    Open(Bounded),
}

/// The answers of [`Scene::step_within`].
#[derive(Clone, Copy, Debug)]
pub struct BudgetedStep<'a> {
    scene: &'a Scene,
    cost: StepCost,
}

impl Scene {
    /// As [`Scene::step`], until a budget is spent: pairs that are not decided by then are open, and go on in the next step.
    ///
    /// All pairs wait in one queue. Each is tested for a slice of the budget at a time: pairs that are decided soon come first, among equals those that were left
    /// open for longest, then those whose boxes overlap most. Where neither body moves, the next step goes on where the last one stopped; else it has to look again at what
    /// was apart, but opens nothing twice. With enough budget, answers are those of [`Scene::step`], bit for bit; with a budget of pairs, they do not depend on
    /// threads.
    ///
    /// The clock starts with the call. Boxes are brought up to date and candidate pairs listed in any case, and so are events written, for which time is set
    /// aside; a budget that does not suffice for that leaves every pair open whose bodies moved. Trees and hulls of meshes are built when they are first
    /// needed: [`Mesh::prepare`](crate::mesh::Mesh::prepare) and a first [`Scene::step`] do so before. Not interrupted: a pair of convex shapes, with a half-space or
    /// with a deformable surface, a curved shape against the boxes of a mesh, a walk over the closest features of hulls, and whether one body lies inside the other.
    ///
    /// ```
    /// use impinge::{executor::Executor, math::{DVec3, Pose}, mesh::Mesh, pair::Budget};
    /// use impinge::scene::{BodyOptions, Model, OpenPairs, PairAnswer, Scene};
    ///
    /// let (mut scene, ball) = (Scene::default(), Model::from(Mesh::icosphere(1.0, 4)?));
    /// let at = |x: f64| Pose::from_translation(DVec3::new(x, 0.0, 0.0));
    /// let [a, b] = [scene.insert(&ball, &at(0.0)?, BodyOptions::default())?, scene.insert(&ball, &at(1.99)?, BodyOptions::default())?];
    /// let step = scene.step_within(&Budget::of_pairs(1), OpenPairs::Meeting, &Executor::serial());
    /// assert!(matches!(step.answer(a, b)?, Some(PairAnswer::Open(_))));
    /// assert_eq!(step.events().len(), 1, "what is open counts as meeting");
    /// let step = scene.step_within(&Budget::UNLIMITED, OpenPairs::Meeting, &Executor::serial());
    /// assert_eq!(step.answer(a, b)?, Some(PairAnswer::Meeting));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_within(&mut self, budget: &Budget, open: OpenPairs, executor: &Executor) -> BudgetedStep<'_> {
        let cost = self.world.step_within(self.options.hulls, budget, open, executor);
        BudgetedStep { scene: self, cost }
    }
}

impl<'a> BudgetedStep<'a> {
    /// Every contact that began, stayed or ended, sorted by bodies. Open pairs are in it as the step was asked to count them; contacts begin and end when that is known.
    #[must_use]
    pub fn events(&self) -> &'a [ContactEvent] {
        self.scene.world.events()
    }

    /// Work counters.
    #[must_use]
    pub fn cost(&self) -> &StepCost {
        &self.cost
    }

    /// Every pair of bodies whose boxes overlap and that may meet, with its answer, sorted by ids. All others that may meet are free.
    pub fn pairs(&self) -> impl Iterator<Item = ((BodyId, BodyId), PairAnswer)> {
        self.scene.world.known_pairs().map(|(a, b, known, memory)| ((a.id, b.id), answer(a, b, known, memory)))
    }

    /// The answer about two bodies; `None` for two that may not meet.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn answer(&self, a: BodyId, b: BodyId) -> Result<Option<PairAnswer>, SceneError> {
        let (first, second) = (self.scene.body(a.min(b))?, self.scene.body(a.max(b))?);
        let world = &self.scene.world;
        if !world.bodies.tests(first, second) {
            return Ok(None);
        }
        let found = world.known_pair(first, second);
        Ok(Some(found.map_or(PairAnswer::Free, |(known, memory)| answer(first, second, known, memory))))
    }
}

fn answer(a: &Body, b: &Body, known: Option<bool>, memory: Option<&ModelPairMemory>) -> PairAnswer {
    match known {
        Some(true) => PairAnswer::Meeting,
        Some(false) => PairAnswer::Free,
        None => {
            let seen = memory.map_or(f64::INFINITY, |memory| memory.distance_bound(a, b));
            let upper = seen.min(farthest(&a.bounds, &b.bounds));
            PairAnswer::Open(Bounded { lower: 0.0, value: upper, upper })
        }
    }
}

/// Upper bound on the distance of two points of two boxes.
fn farthest(a: &Aabb, b: &Aabb) -> f64 {
    /// What the length of a difference may be rounded down by, relative.
    const LENGTH_ERROR: f64 = 8.0 * f64::EPSILON;
    let span = (a.max - b.min).abs().max((b.max - a.min).abs());
    let largest = span.max_element();
    if largest > 0.0 && largest.is_finite() {
        (span / largest).length() * largest * (1.0 + LENGTH_ERROR)
    } else {
        largest
    }
}
