//! How long queries take, in processor time of one thread: all peers in turn, round after round, so that a machine's
//! moods strike all alike.
//!
//! A peer too slow for all poses is timed on the first ones only. To compare like with like, passes over the poses are
//! timed in pieces that end wherever some peer's poses end: a mean over any of these beginnings can then be had of all.

use impinge_lab::measurement_harness::cpu_clock::timed;
use std::time::Duration;

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Rounds, of which the median is taken.
    pub rounds: usize,
    /// The least time a peer gets in a round: quick passes are repeated.
    pub round: Duration,
    /// The most time a peer gets for its answers, and again for its rounds, beyond the query or round at hand.
    pub limit: Duration,
}

/// A peer about to be timed.
#[derive(Clone, Copy)]
pub struct Contender<'a> {
    /// Asks once at each of some poses.
    pub ask: &'a dyn Fn(&[usize]),
    /// At how many of the poses, from the first on, it is asked.
    pub poses: usize,
    /// What one pass over these took before.
    pub pass: Duration,
}

/// The times of one peer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// The number of poses up to the end of each piece.
    ends: Vec<usize>,
    /// For each round the seconds of each piece.
    rounds: Vec<Vec<f64>>,
}

impl Times {
    /// The median over rounds of the mean microseconds a query, over the given number of poses; `None` unless a piece ends there.
    #[must_use]
    pub fn mean_microseconds(&self, poses: usize) -> Option<f64> {
        let pieces = 1 + self.ends.iter().position(|&end| end == poses)?;
        let mut means: Vec<f64> =
            self.rounds.iter().map(|round| round[..pieces].iter().sum::<f64>() * 1e6 / poses as f64).collect();
        means.sort_by(f64::total_cmp);
        let upper = *means.get(means.len() / 2)?;
        let lower = *means.get((means.len() - 1) / 2)?;
        Some(f64::midpoint(lower, upper))
    }
}

/// Times every peer, in turn, round after round.
#[must_use]
pub fn time(contenders: &[Option<Contender<'_>>], poses: &[usize], plan: &Plan) -> Vec<Option<Times>> {
    let mut ends: Vec<usize> = contenders.iter().flatten().map(|c| c.poses).filter(|&end| end > 0).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut all: Vec<Option<Times>> = contenders.iter().map(|c| c.map(|_| Times::default())).collect();
    for _ in 0..plan.rounds.max(1) {
        for (contender, times) in contenders.iter().zip(&mut all) {
            let (Some(contender), Some(times)) = (contender, times) else { continue };
            times.ends = ends.iter().copied().filter(|&end| end <= contender.poses).collect();
            let spent: f64 = times.rounds.iter().flatten().sum();
            if times.rounds.is_empty() || spent < plan.limit.as_secs_f64() {
                times.rounds.push(round(contender, poses, &times.ends, plan.round));
            }
        }
    }
    all
}

/// The seconds of each piece in one round, mean over its passes.
fn round(contender: &Contender<'_>, poses: &[usize], ends: &[usize], least: Duration) -> Vec<f64> {
    let passes = (least.as_secs_f64() / contender.pass.as_secs_f64().max(1e-9)).ceil().clamp(1.0, 1e6);
    let starts = [0].iter().chain(ends);
    let piece = |(&start, &end): (&usize, &usize)| {
        let ((), time) = timed(|| {
            for _ in 0..passes as usize {
                (contender.ask)(&poses[start..end]);
            }
        });
        time.as_secs_f64() / passes
    };
    starts.zip(ends).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_medians_over_rounds_of_beginnings() {
        let times = Times { ends: vec![2, 6], rounds: vec![vec![2.0, 4.0], vec![4.0, 8.0], vec![6.0, 60.0]] };
        assert_eq!(times.mean_microseconds(2), Some(2e6));
        assert_eq!(times.mean_microseconds(6), Some(2e6));
        assert_eq!(times.mean_microseconds(3), None);
        let even = Times { ends: vec![1], rounds: vec![vec![1e-6], vec![3e-6]] };
        assert_eq!(even.mean_microseconds(1), Some(2.0));
    }
}
