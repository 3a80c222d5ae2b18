//! Batches: one query at all poses of a workload in one call, on one thread and on more. Answers must be the same.

use crate::query::{Answer, Query};
use crate::timing::Plan;
use crate::workload::Workload;
use anyhow::ensure;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::pair;
use impinge_lab::measurement_harness::cpu_clock::timed_on_the_wall;
use std::hint::black_box;
use std::time::Duration;

/// One query at many poses of a workload.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The meshes and their poses.
    pub workload: &'a Workload,
    /// What is asked.
    pub query: Query,
    /// At which poses.
    pub poses: &'a [usize],
}

impl Batch<'_> {
    /// All answers, in order.
    #[must_use]
    pub fn answers(&self, executor: &Executor) -> Vec<Answer> {
        let poses: Vec<Pose> = self.poses.iter().map(|&k| self.workload.poses[k]).collect();
        let batch = pair::Batch::of_poses(&self.workload.a, &self.workload.b, &poses);
        match self.query {
            Query::Boolean => batch.intersects(executor).into_iter().map(Answer::Boolean).collect(),
            Query::Contacts => batch.count_contacts(executor).into_iter().map(Answer::Contacts).collect(),
            Query::Distance => batch.distance(executor).iter().map(|d| Answer::of_distance(d.value)).collect(),
        }
    }

    /// Microseconds on the wall a query for each number of threads, the least of rounds in which they take turns.
    ///
    /// # Errors
    /// The machine has fewer threads, or answers depend on their number.
    pub fn microseconds<const N: usize>(&self, threads: [usize; N], plan: &Plan) -> anyhow::Result<[f64; N]> {
        let there = std::thread::available_parallelism().map_or(1, usize::from);
        ensure!(threads.iter().all(|&threads| threads <= there), "there are only {there} hardware threads");
        let executors: Vec<Executor> = threads.iter().map(|&n| Executor::try_new(n)).collect::<Result<_, _>>()?;
        let mut pass = Duration::MAX;
        let mut first = None;
        for executor in &executors {
            let (answers, time) = timed_on_the_wall(|| self.answers(executor));
            pass = pass.min(time);
            let first = first.get_or_insert_with(|| answers.clone());
            ensure!(*first == answers, "answers depend on the number of threads");
        }
        // One long batch, as a planner has it, instead of many short ones: poses are repeated for as long as a round is.
        let passes = (plan.round.as_secs_f64() / pass.as_secs_f64().max(1e-9)).ceil().clamp(1.0, 1e4) as usize;
        let poses = self.poses.repeat(passes);
        let long = Batch { poses: &poses, ..*self };
        let mut best = [f64::INFINITY; N];
        let mut spent = Duration::ZERO;
        for _ in 0..plan.rounds.max(1) {
            for (executor, best) in executors.iter().zip(&mut best) {
                let (_, time) = timed_on_the_wall(|| black_box(long.answers(executor)));
                *best = best.min(time.as_secs_f64() * 1e6 / poses.len() as f64);
                spent += time;
            }
            if spent >= plan.limit {
                break;
            }
        }
        Ok(best)
    }
}

/// Pieces of pure arithmetic, and the steps of each.
const PIECES: usize = 64;
const STEPS: u64 = 200_000;

/// How much faster pure arithmetic is on the given number of threads than on one, here and now: about what can be asked of a batch.
///
/// # Errors
/// The operating system refused the threads.
pub fn ceiling(threads: usize, rounds: usize) -> anyhow::Result<f64> {
    let piece = |k: usize| (0..STEPS).fold(k as u64, |x, i| black_box(x).wrapping_mul(0x5851_f42d_4c95_7f2d) ^ i);
    let executors = [Executor::try_new(1)?, Executor::try_new(threads)?];
    let mut best = [f64::INFINITY; 2];
    for _ in 0..rounds.max(1) {
        for (executor, best) in executors.iter().zip(&mut best) {
            *best = best.min(timed_on_the_wall(|| black_box(executor.map(PIECES, piece))).1.as_secs_f64());
        }
    }
    Ok(best[0] / best[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::hull;

    #[test]
    fn answers_are_the_same_on_any_number_of_threads() {
        let workload = hull(3, 1, 40).unwrap();
        let poses: Vec<usize> = (0..40).collect();
        for query in [Query::Boolean, Query::Contacts, Query::Distance] {
            let batch = Batch { workload: &workload, query, poses: &poses };
            let [one, three] = [1, 3].map(|threads| batch.answers(&Executor::try_new(threads).unwrap()));
            assert_eq!(one, three);
            assert!(one.iter().any(|answer| *answer != one[0]), "{query:?}");
        }
    }
}
