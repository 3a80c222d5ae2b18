//! Whole steps of a simulation: the tree is brought up to date, the surface held against itself and against the obstacle.

use crate::cloth::frames::FilmFrames;
use crate::cloth::tree_upkeep::{MaintainedTree, WAYS};
use crate::cloth::upkeep_comparison::Count;
use crate::measurement_harness::step_times::StepTimes;
use anyhow::ensure;
use impinge::deform::Deformable;
use impinge::executor::Executor;
use serde::Serialize;
use std::time::Instant;

/// Steps a second that a simulation is to keep up with.
pub const GOAL: f64 = 30.0;

/// Steps on a number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct StepRate {
    pub scene: &'static str,
    pub triangles: usize,
    pub obstacle_triangles: usize,
    pub threads: usize,
    pub mean_milliseconds: f64,
    pub median_milliseconds: f64,
    pub steps_a_second: f64,
}

/// All frames but the first, on one thread and on those of the executor; nothing if there is no obstacle.
///
/// # Errors
/// Other contacts are found than are given.
pub fn measure(film: &FilmFrames, counts: &[Count], rounds: u32, executor: &Executor) -> anyhow::Result<Vec<StepRate>> {
    let (Some(mesh), Some(first)) = (&film.obstacle, film.frames.first()) else { return Ok(Vec::new()) };
    let obstacle = Deformable::from_mesh(mesh, executor);
    let mut rates = Vec::new();
    let several = (executor.threads() > 1).then_some(executor);
    for executor in std::iter::once(&Executor::serial()).chain(several) {
        let mut pace = StepTimes::default();
        for _ in 0..rounds {
            let mut keeper = MaintainedTree::new(WAYS[WAYS.len() - 1], first, executor)?;
            let mut round = Vec::new();
            for (frame, count) in film.frames.iter().zip(counts).skip(1) {
                let start = Instant::now();
                keeper.update(frame, executor)?;
                let own = keeper.surface().count_self_contacts(executor);
                let others = keeper.surface().contacts(&obstacle, executor);
                round.push(start.elapsed());
                let found = [own.meeting, own.overlapping, others.meeting.len()];
                let is_same = found == [count.crossing, count.overlapping, count.obstacle];
                ensure!(is_same, "{}, frame {}: other contacts on several threads", count.scene, count.frame);
            }
            pace.join(&round);
        }
        rates.push(StepRate {
            scene: film.scene.name(),
            triangles: film.triangles(),
            obstacle_triangles: mesh.faces().len(),
            threads: executor.threads(),
            mean_milliseconds: pace.mean(),
            median_milliseconds: pace.median(),
            steps_a_second: 1e3 / pace.mean().max(1e-9),
        });
    }
    Ok(rates)
}
