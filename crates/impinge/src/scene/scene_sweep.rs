//! Bodies of a scene in motion: which of them come into contact, when, and who first.
//!
//! Swept boxes of a long motion all overlap each other, so time is cut into slices until few do; slices are looked at one after the other and only the pairs
//! of one are ever held. Each pair of a slice is a [`pair::sweep`], so nothing is missed; what slices find is joined where it meets.

use super::body::Body;
use super::solid_scene::Scene;
use super::swept_part::{SweptPart, swept_parts};
use super::time_slice::TimeSlice;
use super::world::{BodyId, SceneError};
use crate::bound::Aabb;
use crate::broad::{BroadPhase, Mobility};
use crate::compact_sort::sort_by;
use crate::cost::Cost;
use crate::executor::Executor;
use crate::math::{DVec3, Pose};
use crate::pair::{ContactInterval, Impact, Motion, MovingMesh, Sweep, SweepError, SweepOptions, sweep, swept_bounds};
use std::collections::{BTreeMap, HashMap};

/// Pairs of swept boxes for each body that moves, beyond which a slice of time is halved.
const PAIRS_A_BODY: usize = 8;

/// Pairs that are not worth halving a slice for.
const FEW_PAIRS: usize = 64;

/// Options of a sweep of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneSweepOptions {
    /// What is asked about each pair; the window is that of all.
    pub pair: SweepOptions,
    /// How much of the motion is covered.
    pub extent: SweepExtent,
}

/// How much of a motion is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SweepExtent {
    /// All of it.
    #[default]
    All,
    /// Up to the slice of time in which the first contact is.
    First,
}

/// Why a scene cannot be swept.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneSweepError {
    /// A body that moves is not there.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A body is given two motions.
    #[error("body {0:?} is given two motions, expected at most one")]
    TwoMotions(BodyId),
    /// A body has no corners to be swept.
    #[error(
        "body {0:?} has a part that is curved other than a ball or a capsule, or unbounded, which cannot be swept; give it as a mesh"
    )]
    Curved(BodyId),
    /// An invalid separation, tolerance or window.
    #[error(transparent)]
    Sweep(#[from] SweepError),
}

/// Two bodies that come into contact.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairSweep {
    /// The bodies, in the order of the scene.
    pub bodies: (BodyId, BodyId),
    /// When: sorted and disjoint.
    pub intervals: Vec<ContactInterval>,
    /// The first contact; `None` if they are in contact at the start. Its features are those of the parts of the bodies; a ball is a vertex, a capsule an edge.
    pub impact: Option<Impact>,
    /// How far from contact they may be at times that are not exact.
    pub bound: f64,
}

/// The answer of [`Scene::sweep`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SceneSweep {
    /// The time that was looked at; it ends early where only the first contact was asked for.
    pub window: [f64; 2],
    /// All pairs that come into contact, those first that do so first.
    pub pairs: Vec<PairSweep>,
    /// Slices of time.
    pub slices: usize,
    /// The most pairs of boxes that overlapped in a slice.
    pub most_pairs: usize,
    /// Work counters.
    pub cost: Cost,
}

impl SceneSweep {
    /// The pair that comes into contact first.
    #[must_use]
    pub fn first(&self) -> Option<&PairSweep> {
        self.pairs.first()
    }
}

impl Scene {
    /// Which bodies come into contact while some of them move, in the world; those without a motion stay where they are.
    ///
    /// Pairs of which both stay are left out, as are those that the scene does not test. The scene itself does not change.
    ///
    /// # Errors
    /// A body that is not there, has two motions or no corners; options that [`sweep`] refuses.
    pub fn sweep(
        &self,
        motions: &[(BodyId, Motion)],
        options: &SceneSweepOptions,
        executor: &Executor,
    ) -> Result<SceneSweep, SceneSweepError> {
        let swept_scene = SweptScene::new(self, motions)?;
        let span =
            motions.iter().filter_map(|(_, motion)| motion.span()).reduce(|p, q| [p[0].min(q[0]), p[1].max(q[1])]);
        let window = options.pair.window.or(span).unwrap_or([0.0, 1.0]);
        let mut answer = SceneSweep { window, pairs: Vec::new(), slices: 0, most_pairs: 0, cost: Cost::default() };
        swept_scene.check(window, &options.pair)?;
        let mut phase = self.options.broad_phase.build();
        swept_scene.enter(phase.as_mut());
        let mut found = BTreeMap::new();
        let mut slices = vec![TimeSlice::whole(window)];
        while let Some(slice) = slices.pop() {
            let pairs = swept_scene.pairs(self, phase.as_mut(), slice.window, &options.pair, executor);
            if pairs.len() > FEW_PAIRS + PAIRS_A_BODY * motions.len()
                && let Some([earlier, later]) = slice.halves(pairs.len())
            {
                slices.extend([later, earlier]);
                continue;
            }
            let slice = slice.window;
            answer.slices += 1;
            answer.most_pairs = answer.most_pairs.max(pairs.len());
            let sweep_pair = |k: usize| {
                let (p, q) = pairs[k];
                swept_scene.sweep(p, q, slice, &options.pair)
            };
            for swept in executor.map(pairs.len(), sweep_pair) {
                let SweptBodies { bodies, parts } = swept?;
                for (sweep, radii) in parts {
                    answer.cost += sweep.cost;
                    if !sweep.is_free() {
                        found.entry(bodies).or_insert_with(|| PairSweep::new(bodies)).take(sweep, radii, window[0]);
                    }
                }
            }
            if options.extent == SweepExtent::First && !found.is_empty() {
                answer.window[1] = slice[1];
                break;
            }
        }
        answer.pairs = found.into_values().collect();
        sort_by(&mut answer.pairs, |p, q| p.begin().total_cmp(&q.begin()).then(p.bodies.cmp(&q.bodies)));
        Ok(answer)
    }
}

/// The bodies of a scene with their motions and what is swept of them.
struct SweptScene<'s> {
    /// By slot of the scene.
    bodies: HashMap<u32, SweptBody<'s>>,
}

/// What was found about two bodies in a slice: for each pair of their parts, and the radii of these.
struct SweptBodies {
    bodies: (BodyId, BodyId),
    parts: Vec<(Sweep, [f64; 2])>,
}

struct SweptBody<'s> {
    body: &'s Body,
    motion: Motion,
    moves: bool,
    parts: Vec<SweptPart>,
}

impl<'s> SweptScene<'s> {
    fn new(scene: &'s Scene, motions: &[(BodyId, Motion)]) -> Result<Self, SceneSweepError> {
        let mut given: HashMap<BodyId, &Motion> = HashMap::new();
        for (id, motion) in motions {
            scene.body(*id)?;
            if given.insert(*id, motion).is_some() {
                return Err(SceneSweepError::TwoMotions(*id));
            }
        }
        let mut bodies = HashMap::new();
        for body in scene.bodies() {
            let motion = given.get(&body.id());
            let parts = swept_parts(body.model()).ok_or(SceneSweepError::Curved(body.id()))?;
            let (moves, motion) = match motion {
                Some(motion) => (true, (*motion).clone()),
                None => (false, Motion::still(body.world_from_body())),
            };
            bodies.insert(body.id().slot() as u32, SweptBody { body, motion, moves, parts });
        }
        Ok(Self { bodies })
    }

    /// Whether options are such that any pair can be swept with them, even if there is none.
    fn check(&self, window: [f64; 2], options: &SweepOptions) -> Result<(), SceneSweepError> {
        let (mesh, still) = (SweptPart::point(DVec3::ZERO), Motion::still(&Pose::IDENTITY));
        let Some(mesh) = mesh else { return Ok(()) };
        let moving = MovingMesh { mesh: &mesh.mesh, motion: &still };
        sweep(moving, moving, &SweepOptions { window: Some(window), ..*options })?;
        Ok(())
    }

    /// Puts all bodies into a broad phase, without boxes yet.
    fn enter(&self, phase: &mut dyn BroadPhase) {
        for (slot, swept) in &self.bodies {
            let mobility = if swept.moves { Mobility::Moving } else { Mobility::Fixed };
            phase.insert(*slot, swept.body.bounds(), mobility);
        }
    }

    /// Pairs of bodies, one of which moves, whose boxes overlap in a slice of time, lower slot first, sorted.
    fn pairs(
        &self,
        scene: &Scene,
        phase: &mut dyn BroadPhase,
        slice: [f64; 2],
        options: &SweepOptions,
        executor: &Executor,
    ) -> Vec<(u32, u32)> {
        // Half of what two bodies may be apart and count as in contact.
        let room = 0.5 * options.separation + options.tolerance.unwrap_or(0.0);
        for (slot, swept) in self.bodies.iter().filter(|(_, swept)| swept.moves || room > 0.0) {
            phase.set_bounds(*slot, swept.bounds(slice, room));
        }
        phase.update(executor);
        let mut pairs = Vec::new();
        phase.pairs(&mut |p, q| {
            if scene.world.bodies.tested(p, q).is_some() {
                pairs.push((p.min(q), p.max(q)));
            }
        });
        pairs.sort_unstable();
        pairs
    }

    /// All parts of two bodies over a slice of time, with their radii.
    fn sweep(&self, p: u32, q: u32, slice: [f64; 2], options: &SweepOptions) -> Result<SweptBodies, SceneSweepError> {
        let [a, b] = [&self.bodies[&p], &self.bodies[&q]];
        let mut parts = Vec::new();
        for (s, t) in a.parts.iter().flat_map(|s| b.parts.iter().map(move |t| (s, t))) {
            let radii = [s.radius, t.radius];
            let separation = options.separation + radii[0] + radii[1];
            let options = SweepOptions { window: Some(slice), separation, ..*options };
            let moving = [(s, a), (t, b)].map(|(part, swept)| MovingMesh { mesh: &part.mesh, motion: &swept.motion });
            parts.push((sweep(moving[0], moving[1], &options)?, radii));
        }
        Ok(SweptBodies { bodies: (a.body.id(), b.body.id()), parts })
    }
}

impl SweptBody<'_> {
    /// The box that the body stays in during a slice, and some room.
    fn bounds(&self, slice: [f64; 2], room: f64) -> Aabb {
        let part = |part: &SweptPart| {
            let bounds = swept_bounds(&part.mesh, &self.motion, slice);
            let slack = DVec3::splat((part.radius + room).next_up());
            Aabb { min: bounds.min - slack, max: bounds.max + slack }
        };
        self.parts.iter().map(part).fold(Aabb::EMPTY, Aabb::joined)
    }
}

impl PairSweep {
    fn new(bodies: (BodyId, BodyId)) -> Self {
        Self { bodies, intervals: Vec::new(), impact: None, bound: 0.0 }
    }

    /// When contact begins at the earliest.
    fn begin(&self) -> f64 {
        self.intervals.first().map_or(f64::INFINITY, |first| first.begin.lower)
    }

    /// Takes over what was found about two parts with these radii in a slice.
    fn take(&mut self, found: Sweep, radii: [f64; 2], start: f64) {
        let before = self.begin();
        self.bound = self.bound.max(found.bound);
        self.intervals.extend(found.intervals);
        sort_by(&mut self.intervals, |p, q| p.begin.lower.total_cmp(&q.begin.lower));
        let mut joined: Vec<ContactInterval> = Vec::with_capacity(self.intervals.len());
        for interval in self.intervals.drain(..) {
            match joined.last_mut() {
                Some(last) if interval.begin.lower <= last.end.upper => last.join(&interval),
                _ => joined.push(interval),
            }
        }
        self.intervals = joined;
        if self.begin() < before {
            let outward = |impact: Impact| {
                let [p, q] = impact.points;
                Impact { points: [p + impact.normal * radii[0], q - impact.normal * radii[1]], ..impact }
            };
            self.impact = found.impact.map(outward).filter(|_| self.begin() > start);
        }
    }
}
