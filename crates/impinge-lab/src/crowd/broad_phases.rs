//! Broad phases on boxes in motion: first all of them must find the same pairs, then each is timed.

use crate::crowd::broad_phase_changes::BroadPhaseUpdate;
use crate::crowd::cost_growth::{Crossover, Growth, crossings, exponent};
use crate::crowd::random_motion::{MOTIONS, Motion, RandomMotion, steps_within};
use crate::measurement_harness::cpu_clock::timed;
use crate::measurement_harness::step_times::StepTimes;
use anyhow::bail;
use impinge::bound::Aabb;
use impinge::broad::{BroadCost, BroadPhase, BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Steps at which all pairs of all methods are compared.
const COMPARED: usize = 5;

/// Times that the same steps are timed.
pub const ROUNDS: usize = 2;

/// A method is left out from the size on at which it would make more tests a step than this, up to a second's worth.
const MOST_TESTS: f64 = 6e7;

/// Steps times bodies, at most: larger crowds make fewer steps, though not too few.
const STEPS_OF_BODIES: usize = 20_000_000;

/// Sizes below this are left out of fits: there a step is so short that what it costs to begin one counts.
const FITTED_FROM: usize = 1_000;

/// A method at a size.
#[derive(Clone, Debug, Serialize)]
pub struct BoxTrial {
    pub bodies: usize,
    pub motion: &'static str,
    pub method: &'static str,
    pub steps: usize,
    /// How many others a box overlaps, in the mean.
    pub overlaps_a_body: f64,
    /// Pairs that came, and that went, in all steps.
    pub added: u64,
    pub removed: u64,
    /// Tests in the sense of the method.
    pub tests_a_step: f64,
    /// Times that the method sorted its boxes again.
    pub sorts: u64,
    pub mean_milliseconds: f64,
    pub median_milliseconds: f64,
}

/// What is tried.
#[derive(Clone, Copy, Debug)]
struct Trial {
    bodies: usize,
    motion: Motion,
    seed: u64,
    steps: usize,
}

/// How often [`measure`] tells of progress.
pub fn work(sizes: &[usize]) -> usize {
    sizes.len() * MOTIONS.len() * BroadPhaseKind::ALL.len()
}

/// Every method at every size at which it is affordable, by motions.
///
/// # Errors
/// Two methods find different pairs.
pub fn measure(
    sizes: &[usize],
    seed: u64,
    steps: usize,
    executor: &Executor,
    progress: &Progress,
) -> anyhow::Result<Vec<BoxTrial>> {
    let mut trials: Vec<BoxTrial> = Vec::new();
    for motion in MOTIONS {
        for &bodies in sizes {
            let steps = steps_within(STEPS_OF_BODIES, bodies, steps);
            let trial = Trial { bodies, motion, seed, steps };
            let affordable = |kind: &BroadPhaseKind| expected_tests(*kind, trial, &trials) <= MOST_TESTS;
            let kinds: Vec<BroadPhaseKind> = BroadPhaseKind::ALL.into_iter().filter(affordable).collect();
            trial.compare(&kinds, executor)?;
            let mut digest = None;
            for kind in BroadPhaseKind::ALL {
                if kinds.contains(&kind) {
                    let (row, own) = trial.time(kind);
                    if *digest.get_or_insert(own) != own {
                        bail!(
                            "{bodies} boxes, {}: {kind} and {} report different changes; this is a bug",
                            motion.name(),
                            kinds[0]
                        );
                    }
                    trials.push(row);
                }
                progress.step();
            }
        }
    }
    Ok(trials)
}

/// How many tests a step will take, from those of smaller sizes, or guessed.
fn expected_tests(kind: BroadPhaseKind, trial: Trial, trials: &[BoxTrial]) -> f64 {
    let n = trial.bodies as f64;
    let own = trials.iter().filter(|t| t.method == kind.name() && t.motion == trial.motion.name());
    let known: Vec<[f64; 2]> = own.map(|t| [t.bodies as f64, t.tests_a_step.max(1.0)]).collect();
    match (known.as_slice(), kind) {
        ([], BroadPhaseKind::Exhaustive | BroadPhaseKind::SweepAndPrune) => n * n / 8.0,
        ([], _) => n,
        ([.., last], _) => {
            let power = exponent(&known[known.len().saturating_sub(2)..]).map_or(2.0, |e| e.clamp(1.0, 2.0));
            last[1] * (n / last[0]).powf(power)
        }
    }
}

impl Trial {
    /// All methods, step by step side by side.
    fn compare(&self, kinds: &[BroadPhaseKind], executor: &Executor) -> anyhow::Result<()> {
        let mut swarm = RandomMotion::of_boxes(self.bodies, self.motion, self.seed);
        let mut phases: Vec<_> = kinds.iter().map(|kind| (kind, filled(*kind, &swarm))).collect();
        let mut before = Vec::new();
        for step in 0..=self.steps.min(COMPARED) {
            let mut first: Option<BroadPhaseUpdate> = None;
            for (kind, phase) in &mut phases {
                if step > 0 {
                    swarm.boxes().zip(0..).for_each(|(bounds, key)| phase.set_bounds(key, bounds));
                }
                let update = BroadPhaseUpdate::by(phase.as_mut(), executor);
                if first.is_none() {
                    update.check(&before)?;
                }
                if *first.get_or_insert_with(|| update.clone()) != update {
                    let (n, motion, first) = (self.bodies, self.motion.name(), kinds[0]);
                    bail!("{n} boxes, {motion}, step {step}: {kind} and {first} find different pairs; this is a bug");
                }
            }
            before = first.map_or_else(Vec::new, |update| update.pairs);
            swarm.advance();
        }
        Ok(())
    }

    /// One method alone, on this thread; also a digest of all changes that it reported.
    fn time(&self, kind: BroadPhaseKind) -> (BoxTrial, u64) {
        let (mut pace, mut total, mut changed, mut digest) = (StepTimes::default(), BroadCost::default(), [0; 2], 0);
        let mut boxes: Vec<Aabb> = Vec::with_capacity(self.bodies);
        for _ in 0..ROUNDS {
            let mut swarm = RandomMotion::of_boxes(self.bodies, self.motion, self.seed);
            let mut phase = filled(kind, &swarm);
            phase.update(&Executor::serial());
            let (mut times, mut hasher) = (Vec::with_capacity(self.steps), DefaultHasher::new());
            (total, changed) = (BroadCost::default(), [0; 2]);
            for _ in 0..self.steps {
                swarm.advance();
                boxes.clear();
                boxes.extend(swarm.boxes());
                let (changes, time) = timed(|| {
                    boxes.iter().zip(0..).for_each(|(bounds, key)| phase.set_bounds(key, *bounds));
                    phase.update(&Executor::serial())
                });
                times.push(time);
                (changes.added, changes.removed).hash(&mut hasher);
                changed = [changed[0] + changes.added.len() as u64, changed[1] + changes.removed.len() as u64];
                total += phase.cost();
            }
            pace.join(&times);
            digest = hasher.finish();
        }
        let steps = self.steps.max(1) as f64;
        let trial = BoxTrial {
            bodies: self.bodies,
            motion: self.motion.name(),
            method: kind.name(),
            steps: self.steps,
            overlaps_a_body: 2.0 * total.pairs as f64 / (steps * self.bodies as f64),
            added: changed[0],
            removed: changed[1],
            tests_a_step: total.tests as f64 / steps,
            sorts: total.sorts,
            mean_milliseconds: pace.mean(),
            median_milliseconds: pace.median(),
        };
        (trial, digest)
    }
}

/// A broad phase of all boxes.
fn filled(kind: BroadPhaseKind, swarm: &RandomMotion) -> Box<dyn BroadPhase> {
    let mut phase = kind.build();
    swarm.boxes().zip(0..).for_each(|(bounds, key)| phase.insert(key, bounds, Mobility::Moving));
    phase
}

/// The times of a method over sizes.
pub fn curve(trials: &[BoxTrial], motion: Motion, method: &str) -> Vec<[f64; 2]> {
    let own = trials.iter().filter(|t| t.motion == motion.name() && t.method == method);
    own.map(|t| [t.bodies as f64, t.mean_milliseconds]).collect()
}

/// Where methods overtake each other, `auto` left out, which is always one of the others.
pub fn crossovers(trials: &[BoxTrial]) -> Vec<Crossover> {
    let methods =
        || BroadPhaseKind::ALL.into_iter().filter(|kind| *kind != BroadPhaseKind::Auto).map(BroadPhaseKind::name);
    let mut found = Vec::new();
    for motion in MOTIONS {
        for below in methods() {
            for above in methods() {
                let [a, b] = [below, above].map(|method| curve(trials, motion, method));
                let cross = |[bodies, milliseconds]: [f64; 2]| Crossover {
                    motion: motion.name(),
                    below,
                    above,
                    bodies,
                    milliseconds,
                };
                found.extend(crossings(&a, &b).into_iter().map(cross));
            }
        }
    }
    found
}

/// How times grow, for methods that were tried at two large sizes at least.
pub fn growths(trials: &[BoxTrial]) -> Vec<Growth> {
    let mut found = Vec::new();
    for motion in MOTIONS {
        for method in BroadPhaseKind::ALL.map(BroadPhaseKind::name) {
            let mut points = curve(trials, motion, method);
            points.retain(|p| p[0] >= FITTED_FROM as f64);
            let ideal: Vec<[f64; 2]> = points.iter().map(|[n, _]| [*n, n * n.ln()]).collect();
            if let (Some(power), Some(ideal)) = (exponent(&points), exponent(&ideal)) {
                let [from, to] = [points[0][0], points[points.len() - 1][0]].map(|n| n as usize);
                let motion = motion.name();
                found.push(Growth { motion, method, from, to, exponent: power, exponent_of_n_log_n: ideal });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_agree_and_overlaps_are_as_many_as_meant() {
        let executor = Executor::try_new(2).unwrap();
        let trials = measure(&[40, 1_500], 3, 8, &executor, &Progress::new("test", 1, true)).unwrap();
        assert_eq!(trials.len(), 2 * 2 * 5);
        for trial in &trials {
            assert!(trial.mean_milliseconds > 0.0 && trial.tests_a_step > 0.0, "{trial:?}");
            assert!(trial.added > 0 && trial.removed > 0, "{trial:?}");
            if trial.bodies == 1_500 {
                assert!((3.0..4.5).contains(&trial.overlaps_a_body), "{trial:?}");
            }
        }
        // Teleporting changes nearly every pair, coherent motion few.
        let added = |motion: &str| trials.iter().find(|t| t.bodies == 1_500 && t.motion == motion).unwrap().added;
        assert!(added("teleporting") > 4 * added("coherent"));
    }

    #[test]
    fn what_grows_too_fast_is_left_out() {
        let trial = |bodies: usize, tests: f64| BoxTrial {
            bodies,
            motion: "coherent",
            method: "exhaustive",
            steps: 1,
            overlaps_a_body: 4.0,
            added: 0,
            removed: 0,
            tests_a_step: tests,
            sorts: 0,
            mean_milliseconds: 1.0,
            median_milliseconds: 1.0,
        };
        let asked = Trial { bodies: 100_000, motion: Motion::Coherent, seed: 1, steps: 1 };
        let expect = |trials: &[BoxTrial]| expected_tests(BroadPhaseKind::Exhaustive, asked, trials);
        assert!(expect(&[]) > MOST_TESTS);
        assert_eq!(expect(&[trial(1_000, 1e4), trial(10_000, 1e6)]).round(), 1e8);
        assert_eq!(expect(&[trial(1_000, 1e5), trial(10_000, 1e6)]).round(), 1e7);
    }
}
