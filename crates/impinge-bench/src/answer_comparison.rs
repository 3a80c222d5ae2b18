//! What all peers answer to one query of a workload, and where they differ from Impinge.

use crate::peer::Pair;
use crate::query::{Answer, Query};
use impinge_lab::measurement_harness::cpu_clock::{thread_time, timed};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The answers of one peer, from the first pose on.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// One for each pose; fewer than asked for where time ran out, or the engine has no more poses.
    pub answers: Vec<Answer>,
    /// The time for all of them.
    pub time: Duration,
    /// How often the engine had to bring the second mesh to a pose.
    pub reposings: u32,
    /// The time for all of that.
    pub reposing: Duration,
}

impl Answers {
    /// Asks at one pose after the other until all are answered or the time is up; at least once where there is a pose.
    #[must_use]
    pub fn collect(pair: &dyn Pair, query: Query, poses: &[usize], limit: Duration) -> Self {
        let start = thread_time();
        let mut all = Self {
            answers: Vec::with_capacity(poses.len()),
            time: Duration::ZERO,
            reposings: 0,
            reposing: Duration::ZERO,
        };
        for &pose in poses.iter().take_while(|&&pose| pose < pair.poses()) {
            if let Some(time) = pair.prepare(pose) {
                (all.reposings, all.reposing) = (all.reposings + 1, all.reposing + time);
            }
            let ask = || catch_unwind(AssertUnwindSafe(|| pair.ask(query, pose))).unwrap_or(Answer::Failed);
            let (answer, time) = timed(ask);
            all.answers.push(answer);
            all.time += time;
            if thread_time() - start >= limit {
                break;
            }
        }
        all
    }

    /// Whether every question got an answer.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        !self.answers.contains(&Answer::Failed)
    }

    /// The sum over poses: poses that collide, pairs of triangles that meet, total length.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.answers.iter().map(|answer| answer.amount()).sum()
    }
}

/// A pose at which a peer and Impinge say different things.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The name of the peer.
    pub peer: &'static str,
    /// The name of the workload.
    pub workload: String,
    /// What was asked.
    pub query: Query,
    /// The number of the pose in the workload.
    pub pose: usize,
    /// What Impinge says.
    pub impinge: Answer,
    /// What the peer says.
    pub answer: Answer,
}

/// The poses, by number, at which two peers say different things, with what each says.
#[must_use]
pub fn differences(poses: &[usize], impinge: &Answers, peer: &Answers) -> Vec<(usize, Answer, Answer)> {
    let pairs = impinge.answers.iter().zip(&peer.answers);
    let all = poses.iter().zip(pairs).map(|(&pose, (&p, &q))| (pose, p, q));
    all.filter(|(_, p, q)| !p.agrees(*q)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Odd;

    impl Pair for Odd {
        fn ask(&self, _: Query, pose: usize) -> Answer {
            assert!(pose != 4, "it fails");
            Answer::Boolean(pose % 2 == 1)
        }
    }

    #[test]
    fn failures_and_differences_are_seen() {
        let poses = [1, 3, 4, 6];
        let answers = Answers::collect(&Odd, Query::Boolean, &poses, Duration::MAX);
        assert!(!answers.is_sound());
        let truth = Answers { answers: vec![Answer::Boolean(true); 4], ..answers.clone() };
        let yes = Answer::Boolean(true);
        assert_eq!(differences(&poses, &truth, &answers), [(4, yes, Answer::Failed), (6, yes, Answer::Boolean(false))]);
        assert_eq!(Answers::collect(&Odd, Query::Boolean, &poses, Duration::ZERO).answers, [yes]);
    }
}
