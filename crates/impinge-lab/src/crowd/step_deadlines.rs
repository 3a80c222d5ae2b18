//! A deadline for a whole scene: how much of a crowd is known when the time is up, and how long past it a step returns.
//!
//! The survey of Kockara et al. (2007) names the time-critical traversal. Each step of a crowd is made twice: without a limit, which gives the truth, and
//! under a budget of time. No answer under the budget may contradict the truth.

use crate::crowd::models::{CROWD_MODELS, CrowdModel};
use crate::crowd::random_motion::{MOTIONS, Motion, RandomMotion, side, steps_within};
use crate::measurement_harness::cpu_clock::timed_on_the_wall;
use anyhow::ensure;
use impinge::executor::Executor;
use impinge::pair::Budget;
use impinge::scene::{BodyId, BodyOptions, ContactPhase, OpenPairs, PairAnswer, Scene, SceneOptions};
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::collections::HashSet;
use std::time::Duration;

/// The most bodies that take part.
const MOST_BODIES: usize = 10_000;

/// Steps times bodies, about.
const STEPS_OF_BODIES: usize = 200_000;

/// Budgets: a millisecond, and parts of the time of a step without a limit.
const PARTS: [f64; 5] = [0.3, 0.5, 0.7, 0.9, 1.2];

/// A crowd under a budget.
#[derive(Clone, Debug, Serialize)]
pub struct DeadlineTrial {
    pub bodies: usize,
    pub cast: &'static str,
    pub motion: &'static str,
    pub steps: usize,
    pub pairs_a_step: f64,
    /// Boxes brought up to date, pairs listed and events written, with no pair tested: the median.
    pub floor_milliseconds: f64,
    /// A step without a limit: the median.
    pub whole_milliseconds: f64,
    pub budget_milliseconds: f64,
    pub median_milliseconds: f64,
    /// How much longer than the budget a step takes, the median; below 0 where it ends before.
    pub over_per_cent: f64,
    /// Pairs that are known when the step ends.
    pub decided_per_cent: f64,
    /// Answers that are not so: none, or the lab fails.
    pub wrong: u64,
}

/// A crowd as it is put in twice.
struct Crowd {
    bodies: usize,
    cast: CrowdModel,
    motion: Motion,
    seed: u64,
    steps: usize,
}

/// What the steps of a crowd under one budget came to.
#[derive(Default)]
struct Run {
    times: Vec<f64>,
    pairs: u64,
    decided: u64,
    wrong: u64,
}

/// How often [`measure`] tells of progress.
pub fn work(sizes: &[usize]) -> usize {
    largest(sizes).map_or(0, |_| MOTIONS.len() * CROWD_MODELS.len() * (PARTS.len() + 3))
}

fn largest(sizes: &[usize]) -> Option<usize> {
    sizes.iter().copied().filter(|bodies| *bodies <= MOST_BODIES).max()
}

/// Every cast and motion at the largest size that is affordable.
///
/// # Errors
/// An answer under a budget is not so.
pub fn measure(
    sizes: &[usize],
    seed: u64,
    steps: usize,
    executor: &Executor,
    progress: &Progress,
) -> anyhow::Result<Vec<DeadlineTrial>> {
    let mut trials = Vec::new();
    let Some(bodies) = largest(sizes) else { return Ok(trials) };
    for cast in CROWD_MODELS {
        for motion in MOTIONS {
            let crowd = Crowd { bodies, cast, motion, seed, steps: steps_within(STEPS_OF_BODIES, bodies, steps) };
            trials.extend(crowd.trials(executor, progress)?);
        }
    }
    Ok(trials)
}

impl Crowd {
    fn trials(&self, executor: &Executor, progress: &Progress) -> anyhow::Result<Vec<DeadlineTrial>> {
        let run = |budget: Budget| {
            let run = self.run(&budget, executor);
            progress.step();
            run
        };
        let (floor, whole) = (run(Budget::of_pairs(0))?.median(), run(Budget::UNLIMITED)?.median());
        let budgets = [1.0].into_iter().chain(PARTS.map(|part| part * whole));
        let trial = |milliseconds: f64| {
            let found = run(Budget::of_time(Duration::from_secs_f64(milliseconds * 1e-3)))?;
            let (bodies, cast, motion) = (self.bodies, self.cast.name(), self.motion.name());
            ensure!(
                found.wrong == 0,
                "{bodies} {cast}, {motion}: {} answers in {milliseconds} ms are wrong; this is a bug",
                found.wrong
            );
            let median = found.median();
            Ok(DeadlineTrial {
                bodies,
                cast,
                motion,
                steps: self.steps,
                pairs_a_step: found.pairs as f64 / self.steps.max(1) as f64,
                floor_milliseconds: floor,
                whole_milliseconds: whole,
                budget_milliseconds: milliseconds,
                median_milliseconds: median,
                over_per_cent: 100.0 * (median / milliseconds - 1.0),
                decided_per_cent: 100.0 * found.decided as f64 / found.pairs.max(1) as f64,
                wrong: found.wrong,
            })
        };
        budgets.map(trial).collect()
    }

    /// One round from the beginning: each step without a limit and under the budget.
    fn run(&self, budget: &Budget, executor: &Executor) -> anyhow::Result<Run> {
        let models = self.cast.models(self.seed, side(self.bodies))?;
        let mut swarm = RandomMotion::of_bodies(self.bodies, self.motion, self.seed);
        let options = SceneOptions { hulls: self.cast.hulls(), ..SceneOptions::default() };
        let (mut exact, mut budgeted) = (Scene::new(&options), Scene::new(&options));
        let mut ids: Vec<BodyId> = Vec::with_capacity(self.bodies);
        for (pose, model) in swarm.poses().zip(models.iter().cycle()) {
            let pose = pose?;
            exact.insert(model, &pose, BodyOptions::default())?;
            ids.push(budgeted.insert(model, &pose, BodyOptions::default())?);
        }
        exact.step(executor);
        budgeted.step(executor);
        let mut run = Run::default();
        for _ in 0..self.steps {
            swarm.advance();
            for (id, pose) in ids.iter().zip(swarm.poses()) {
                let pose = pose?;
                exact.set_pose(*id, &pose)?;
                budgeted.set_pose(*id, &pose)?;
            }
            let events = exact.step(executor).events;
            let meeting: HashSet<(BodyId, BodyId)> =
                events.iter().filter(|event| event.phase != ContactPhase::End).map(|event| event.bodies).collect();
            let (step, time) = timed_on_the_wall(|| budgeted.step_within(budget, OpenPairs::Undecided, executor));
            run.times.push(time.as_secs_f64() * 1e3);
            for (bodies, answer) in step.pairs() {
                let is_right = match answer {
                    PairAnswer::Free => !meeting.contains(&bodies),
                    PairAnswer::Meeting => meeting.contains(&bodies),
                    PairAnswer::Open(_) => true,
                };
                run.wrong += u64::from(!is_right);
                run.pairs += 1;
                run.decided += u64::from(!matches!(answer, PairAnswer::Open(_)));
            }
        }
        Ok(run)
    }
}

impl Run {
    fn median(&self) -> f64 {
        let mut sorted = self.times.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }
}

/// What is decided over time, of one cast in one motion.
pub fn curve(trials: &[DeadlineTrial], motion: Motion, cast: CrowdModel) -> Vec<[f64; 2]> {
    let own = trials.iter().filter(|t| t.motion == motion.name() && t.cast == cast.name());
    // Both axes are logarithmic.
    own.map(|t| [t.median_milliseconds, t.decided_per_cent.max(0.1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_time_decides_more_and_nothing_is_wrong() {
        let executor = Executor::try_new(2).unwrap();
        let progress = Progress::new("test", 1, true);
        let trials = measure(&[600, MOST_BODIES + 1], 3, 10, &executor, &progress).unwrap();
        assert_eq!(trials.len(), MOTIONS.len() * CROWD_MODELS.len() * (PARTS.len() + 1));
        assert!(trials.iter().all(|t| t.wrong == 0 && t.pairs_a_step > 500.0), "{trials:?}");
        let crowd = Crowd { bodies: 300, cast: CrowdModel::Rings, motion: Motion::Coherent, seed: 1, steps: 3 };
        let decided = |pairs: u64| crowd.run(&Budget::of_pairs(pairs), &executor).unwrap();
        let [nothing, some, all] = [decided(0), decided(300), decided(u64::MAX)];
        let counts = [nothing.decided, some.decided, all.decided];
        assert!(counts[0] < counts[1] && counts[1] < counts[2], "{counts:?}");
        assert_eq!(all.decided, all.pairs);
    }
}
