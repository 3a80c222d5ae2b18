//! The whole pipeline on crowds in motion, boxes, hulls and trees: first every way through it must tell the same events, then
//! the default way is timed.

use crate::crowd::broad_phases::ROUNDS;
use crate::crowd::models::{CROWD_MODELS, CrowdModel};
use crate::crowd::random_motion::{MOTIONS, Motion, RandomMotion, side, steps_within};
use crate::measurement_harness::cpu_clock::thread_time;
use crate::measurement_harness::step_times::StepTimes;
use anyhow::bail;
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::scene::{BodyId, BodyOptions, ContactPhase, HullUse, Scene, SceneOptions, StepCost};
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// The most bodies for which the pipeline is timed: every pair of boxes keeps some kilobytes.
const MOST_BODIES: usize = 100_000;

/// Steps times bodies, about: larger crowds make fewer steps, though not too few.
const STEPS_OF_BODIES: usize = 1_000_000;

/// Steps at which events are compared.
const COMPARED: usize = 5;

/// The most bodies for which a way that is slow for many takes part in the comparison.
const MOST_FOR_SLOW: usize = 4_000;

/// A crowd of a size.
#[derive(Clone, Debug, Serialize)]
pub struct PipelineTrial {
    pub bodies: usize,
    pub cast: &'static str,
    pub motion: &'static str,
    pub steps: usize,
    /// Pairs of boxes that overlap, a step.
    pub pairs_a_step: f64,
    /// Pairs of bodies that meet, a step.
    pub contacts_a_step: f64,
    /// Contacts that began, and that ended, in all steps.
    pub began: u64,
    pub ended: u64,
    /// Pairs of hulls walked over, a step.
    pub walks_a_step: f64,
    /// From feature to feature, in each walk.
    pub walk_steps: f64,
    /// Pairs that went on to trees, a step.
    pub to_trees_a_step: f64,
    pub mean_milliseconds: f64,
    pub median_milliseconds: f64,
}

/// A crowd, and for how many steps.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub bodies: usize,
    pub cast: CrowdModel,
    pub motion: Motion,
    pub seed: u64,
    pub steps: usize,
}

/// A way through the pipeline.
#[derive(Clone, Copy)]
struct PipelineVariant<'a> {
    broad_phase: BroadPhaseKind,
    hulls: HullUse,
    executor: &'a Executor,
}

/// What a crowd did.
#[derive(Clone, Debug, Default)]
struct Run {
    times: Vec<Duration>,
    /// Of all events.
    digest: u64,
    pairs: u64,
    meeting: u64,
    began: u64,
    ended: u64,
    tally: StepCost,
}

/// How often [`measure`] tells of progress.
pub fn work(sizes: &[usize]) -> usize {
    affordable(sizes).count() * MOTIONS.len() * CROWD_MODELS.len()
}

fn affordable(sizes: &[usize]) -> impl Iterator<Item = usize> {
    sizes.iter().copied().filter(|bodies| *bodies <= MOST_BODIES)
}

/// Every cast and motion at every size that is affordable.
///
/// # Errors
/// Two ways tell different events.
pub fn measure(
    sizes: &[usize],
    seed: u64,
    steps: usize,
    executor: &Executor,
    progress: &Progress,
) -> anyhow::Result<Vec<PipelineTrial>> {
    let mut trials = Vec::new();
    for cast in CROWD_MODELS {
        for motion in MOTIONS {
            for bodies in affordable(sizes) {
                let steps = steps_within(STEPS_OF_BODIES, bodies, steps);
                let crowd = Crowd { bodies, cast, motion, seed, steps };
                crowd.compare(executor)?;
                trials.push(crowd.time()?);
                progress.step();
            }
        }
    }
    Ok(trials)
}

impl Crowd {
    /// Times every step of the default way, on this thread: poses set, then the step.
    ///
    /// # Errors
    /// None in practice: all places are in range.
    pub fn pace(&self) -> anyhow::Result<StepTimes> {
        Ok(self.timed()?.1)
    }

    fn time(&self) -> anyhow::Result<PipelineTrial> {
        let (run, pace) = self.timed()?;
        let hulls = run.tally.hulls;
        let a_step = |count: u64| count as f64 / self.steps.max(1) as f64;
        Ok(PipelineTrial {
            bodies: self.bodies,
            cast: self.cast.name(),
            motion: self.motion.name(),
            steps: self.steps,
            pairs_a_step: a_step(run.pairs),
            contacts_a_step: a_step(run.meeting),
            began: run.began,
            ended: run.ended,
            walks_a_step: a_step(hulls.queries),
            walk_steps: hulls.steps as f64 / hulls.queries.max(1) as f64,
            to_trees_a_step: a_step(run.tally.trees.queries),
            mean_milliseconds: pace.mean(),
            median_milliseconds: pace.median(),
        })
    }

    /// The last round, and the best times of all.
    fn timed(&self) -> anyhow::Result<(Run, StepTimes)> {
        let way = PipelineVariant {
            broad_phase: BroadPhaseKind::Auto,
            hulls: self.cast.hulls(),
            executor: &Executor::serial(),
        };
        let (mut run, mut pace) = (Run::default(), StepTimes::default());
        for _ in 0..ROUNDS {
            run = self.run(way)?;
            pace.join(&run.times);
        }
        Ok((run, pace))
    }

    /// All broad phases, with hulls and without, must tell the same.
    fn compare(&self, executor: &Executor) -> anyhow::Result<()> {
        let short = Self { steps: self.steps.min(COMPARED), ..*self };
        let hulls = self.cast.hulls();
        let default =
            short.run(PipelineVariant { broad_phase: BroadPhaseKind::Auto, hulls, executor: &Executor::serial() })?;
        let is_slow =
            |kind: &BroadPhaseKind| matches!(kind, BroadPhaseKind::Exhaustive | BroadPhaseKind::SweepAndPrune);
        let kinds = BroadPhaseKind::ALL.into_iter().filter(|kind| self.bodies <= MOST_FOR_SLOW || !is_slow(kind));
        let ways = kinds.map(|broad_phase| PipelineVariant { broad_phase, hulls, executor });
        let trees_alone = PipelineVariant { broad_phase: BroadPhaseKind::Tree, hulls: HullUse::Never, executor };
        for way in ways.chain([trees_alone]) {
            if short.run(way)?.digest != default.digest {
                let (n, cast, motion) = (self.bodies, self.cast.name(), self.motion.name());
                let PipelineVariant { broad_phase, hulls, .. } = way;
                bail!(
                    "{n} {cast}, {motion}: {broad_phase}, hulls {hulls:?}, tells other events than auto; this is a bug"
                );
            }
        }
        Ok(())
    }

    /// One round from the beginning.
    fn run(&self, way: PipelineVariant<'_>) -> anyhow::Result<Run> {
        let PipelineVariant { broad_phase, hulls, executor } = way;
        let models = self.cast.models(self.seed, side(self.bodies))?;
        let mut swarm = RandomMotion::of_bodies(self.bodies, self.motion, self.seed);
        let mut scene = Scene::new(&SceneOptions { broad_phase, hulls });
        let mut ids: Vec<BodyId> = Vec::with_capacity(self.bodies);
        for (pose, model) in swarm.poses().zip(models.iter().cycle()) {
            ids.push(scene.insert(model, &pose?, BodyOptions::default())?);
        }
        scene.step(executor);
        let (mut run, mut hasher, mut poses) = (Run::default(), DefaultHasher::new(), Vec::with_capacity(ids.len()));
        for _ in 0..self.steps {
            swarm.advance();
            poses.clear();
            for pose in swarm.poses() {
                poses.push(pose?);
            }
            run.step(&mut scene, &ids, &poses, executor, &mut hasher)?;
        }
        run.digest = hasher.finish();
        Ok(run)
    }
}

impl Run {
    fn step(
        &mut self,
        scene: &mut Scene,
        ids: &[BodyId],
        poses: &[Pose],
        executor: &Executor,
        hasher: &mut DefaultHasher,
    ) -> anyhow::Result<()> {
        let start = thread_time();
        for (id, pose) in ids.iter().zip(poses) {
            scene.set_pose(*id, pose)?;
        }
        let report = scene.step(executor);
        self.times.push(thread_time().saturating_sub(start));
        report.events.len().hash(hasher);
        for event in report.events {
            (event.bodies, event.phase).hash(hasher);
            self.meeting += u64::from(event.phase != ContactPhase::End);
            self.began += u64::from(event.phase == ContactPhase::Begin);
            self.ended += u64::from(event.phase == ContactPhase::End);
        }
        self.pairs += report.cost.pairs;
        self.tally += report.cost;
        Ok(())
    }
}

/// The times of a cast over sizes.
pub fn curve(trials: &[PipelineTrial], motion: Motion, cast: CrowdModel) -> Vec<[f64; 2]> {
    let own = trials.iter().filter(|t| t.motion == motion.name() && t.cast == cast.name());
    own.map(|t| [t.bodies as f64, t.mean_milliseconds]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_tells_the_same_and_every_stage_takes_part() {
        let executor = Executor::try_new(2).unwrap();
        let progress = Progress::new("test", 1, true);
        let trials = measure(&[200, MOST_BODIES + 1], 2, 12, &executor, &progress).unwrap();
        assert_eq!(trials.len(), work(&[200, MOST_BODIES + 1]));
        for trial in &trials {
            assert!(trial.began > 10 && trial.ended > 10, "{trial:?}");
            assert!(trial.contacts_a_step > 10.0 && trial.contacts_a_step < trial.pairs_a_step, "{trial:?}");
            assert!((200.0..600.0).contains(&trial.pairs_a_step), "{trial:?}");
            assert!(trial.walks_a_step > 100.0 && trial.mean_milliseconds > 0.0, "{trial:?}");
            assert_eq!(trial.to_trees_a_step > 0.0, trial.cast == "rings", "{trial:?}");
        }
        // Kept features make walks shorter.
        let walk = |motion: &str| trials.iter().find(|t| t.motion == motion).unwrap().walk_steps;
        assert!(walk("coherent") < walk("teleporting"));
    }
}
