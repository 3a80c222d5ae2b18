//! Two meshes that pass each other, asked about by their convex hulls first and without: section 3 of Lin, Manocha, Cohen and
//! Gottschalk (1996), whose forecast by colours is held against what turned out.

use anyhow::bail;
use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair;
use impinge::pair::model_hull::ModelHull;
use impinge_classics::HullStage;
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::solid::Gear;
use impinge_scenes::{SplitMix64, torpedo};
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::f64::consts::PI;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Scenes there are.
pub const SCENES: usize = 3;

/// How often B passes A in each scene.
pub const PASSES: usize = 20;

/// Rounds of which the fastest counts.
const ROUNDS: usize = 3;

/// How far from A's middle a pass begins and ends, in mean diagonals of the two.
const REACH: f64 = 1.25;

/// The most by which a pass misses A's middle, in mean diagonals of the two.
const MISS: f64 = 0.5;

/// Two bodies and the ways on which one passes the other.
pub struct PassingMeshes {
    name: &'static str,
    a: Mesh,
    b: Mesh,
    /// Poses `a_from_b` of each pass.
    passes: Vec<Vec<Pose>>,
}

/// What hulls settled and saved in a scene.
#[derive(Clone, Debug, Serialize)]
pub struct HullStageGain {
    pub scene: &'static str,
    pub triangles_a: usize,
    pub triangles_b: usize,
    /// Vertices, edges and faces of both hulls.
    pub hull_features: usize,
    pub queries: u64,
    /// Settled: the hulls are apart.
    pub apart: u64,
    /// Settled: the hulls meet, and both models fill theirs.
    pub filled: u64,
    pub red_red: u64,
    pub red_red_met: u64,
    pub red_green: u64,
    pub red_green_met: u64,
    pub green_green: u64,
    pub green_green_met: u64,
    pub walk_steps_a_query: f64,
    /// Time to make both hulls, once.
    pub hull_milliseconds: f64,
    pub microseconds_with_hulls: f64,
    pub microseconds_without: f64,
    /// How many times faster a query is with hulls.
    pub gain: f64,
}

/// The scenes, with passes of the given number of steps each.
///
/// # Errors
/// None that the fixed shapes could give.
pub fn scenes(seed: u64, steps: usize) -> anyhow::Result<Vec<PassingMeshes>> {
    let knot = || torus_knot(2, 3, 0.4, 256, 16);
    let gear = |teeth| Gear { teeth, ..Gear::default() }.solid();
    let mut random = SplitMix64::new(seed);
    let mut scene = |name, a: Mesh, b: Mesh| {
        let passes = (0..PASSES).map(|_| pass(&mut random, &a, &b, steps)).collect::<anyhow::Result<_>>()?;
        Ok(PassingMeshes { name, a, b, passes })
    };
    let scenes: [anyhow::Result<PassingMeshes>; SCENES] = [
        scene("knots", knot()?, knot()?),
        scene("gears", gear(20)?, gear(32)?),
        scene("torpedoes", torpedo::torpedo()?, torpedo::torpedo()?),
    ];
    scenes.into_iter().collect()
}

/// Along a straight line, at a random distance from A's middle, making half a turn.
fn pass(random: &mut SplitMix64, a: &Mesh, b: &Mesh, steps: usize) -> anyhow::Result<Vec<Pose>> {
    let size = (a.bounds().size().length() + b.bounds().size().length()) / 2.0;
    let (rotation, axis, along) = (random.rotation().normalize(), random.direction(), random.direction());
    let aside = along.cross(random.direction()).normalize_or_zero() * random.between(0.0, MISS * size);
    let pose = |step: usize| {
        let t = (step as f64 + 0.5) / steps as f64;
        let turned = (DQuat::from_axis_angle(axis, PI * t) * rotation).normalize();
        let middle: DVec3 = a.bounds().centre() + aside + along * (REACH * size * (2.0 * t - 1.0));
        Ok(Pose::from_quaternion(turned, middle - turned * b.bounds().centre())?)
    };
    (0..steps).map(pose).collect()
}

/// What hulls tell and save in every scene.
///
/// # Errors
/// The answers with hulls and without differ.
pub fn measure(
    scenes: &[PassingMeshes],
    executor: &Executor,
    progress: &Progress,
) -> anyhow::Result<Vec<HullStageGain>> {
    // First every answer, on all threads, then the clock, on one.
    let comparisons = executor.map(scenes.len(), |i| scenes[i].compare(progress));
    let mut gains = Vec::new();
    for (scene, comparison) in scenes.iter().zip(comparisons) {
        gains.push(scene.time(comparison?, progress)?);
    }
    Ok(gains)
}

impl PassingMeshes {
    /// What the hulls tell, the answers being those of the trees.
    fn compare(&self, progress: &Progress) -> anyhow::Result<HullStage<&Mesh>> {
        let mut stage = HullStage::try_new(&self.a, &self.b)?;
        for (k, pass) in self.passes.iter().enumerate() {
            for (step, pose) in pass.iter().enumerate() {
                let [with, without] = [stage.intersects(pose), pair::intersects(&self.a, &self.b, pose)];
                if with != without {
                    let name = self.name;
                    bail!(
                        "{name}, pass {k}, step {step}: meet {with} by hulls first, {without} by trees; this is a bug"
                    );
                }
            }
            progress.step();
        }
        Ok(stage)
    }

    /// The time with hulls and without, by turns.
    fn time(&self, mut stage: HullStage<&Mesh>, progress: &Progress) -> anyhow::Result<HullStageGain> {
        let gains = stage.gains();
        let clock = Instant::now();
        let hulls = black_box(HullStage::try_new(&self.a, &self.b)?);
        let hull_milliseconds = clock.elapsed().as_secs_f64() * 1e3;
        let hull_features = hulls.hulls().iter().map(ModelHull::feature_count).sum();
        let mut seconds = [0.0; 2];
        for pass in &self.passes {
            let mut best = [Duration::MAX; 2];
            for _ in 0..ROUNDS {
                let clock = Instant::now();
                pass.iter().for_each(|pose| _ = black_box(stage.intersects(pose)));
                best[0] = clock.elapsed().min(best[0]);
                let clock = Instant::now();
                pass.iter().for_each(|pose| _ = black_box(pair::intersects(&self.a, &self.b, pose)));
                best[1] = clock.elapsed().min(best[1]);
            }
            seconds.iter_mut().zip(best).for_each(|(sum, best)| *sum += best.as_secs_f64());
            progress.step();
        }
        let queries = gains.queries.max(1) as f64;
        Ok(HullStageGain {
            scene: self.name,
            triangles_a: self.a.faces().len(),
            triangles_b: self.b.faces().len(),
            hull_features,
            queries: gains.queries,
            apart: gains.apart,
            filled: gains.filled,
            red_red: gains.to_trees[0],
            red_red_met: gains.met[0],
            red_green: gains.to_trees[1],
            red_green_met: gains.met[1],
            green_green: gains.to_trees[2],
            green_green_met: gains.met[2],
            walk_steps_a_query: gains.steps as f64 / queries,
            hull_milliseconds,
            microseconds_with_hulls: seconds[0] / queries * 1e6,
            microseconds_without: seconds[1] / queries * 1e6,
            gain: seconds[1] / seconds[0].max(f64::MIN_POSITIVE),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every scene has hulls apart and models that meet; some hulls meet without their models.
    #[test]
    fn passes_have_something_to_tell() {
        let (executor, progress) = (Executor::try_new(2).unwrap(), Progress::new("test", 1, true));
        let gains = measure(&scenes(1, 20).unwrap(), &executor, &progress).unwrap();
        assert_eq!(gains.len(), SCENES);
        let mut hulls_alone = 0;
        for gain in gains {
            assert_eq!(gain.queries, (PASSES * 20) as u64);
            let to_trees = gain.red_red + gain.red_green + gain.green_green;
            let met = gain.red_red_met + gain.red_green_met + gain.green_green_met;
            assert_eq!(gain.apart + gain.filled + to_trees, gain.queries);
            assert!(gain.apart > gain.queries / 4 && met > gain.queries / 20, "{gain:?}");
            hulls_alone += to_trees - met;
            assert!(gain.microseconds_with_hulls > 0.0 && gain.microseconds_without > 0.0 && gain.gain > 0.0);
        }
        assert!(hulls_alone > 0);
    }
}
