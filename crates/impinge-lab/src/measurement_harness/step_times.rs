//! How long steps take: the same steps several times over, the fastest of each kept, so that what else the machine does counts little.

use std::time::Duration;

/// Times of the same steps, best of all rounds.
#[derive(Clone, Debug, Default)]
pub struct StepTimes {
    steps: Vec<Duration>,
}

impl StepTimes {
    /// Takes in the steps of another round.
    pub fn join(&mut self, round: &[Duration]) {
        if self.steps.is_empty() {
            self.steps = round.to_vec();
        }
        self.steps.iter_mut().zip(round).for_each(|(best, time)| *best = (*best).min(*time));
    }

    /// The mean of all steps, in milliseconds.
    pub fn mean(&self) -> f64 {
        self.steps.iter().map(Duration::as_secs_f64).sum::<f64>() * 1e3 / self.steps.len().max(1) as f64
    }

    /// Half of the steps took no longer, in milliseconds.
    pub fn median(&self) -> f64 {
        let mut sorted = self.steps.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).map_or(0.0, Duration::as_secs_f64) * 1e3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_of_each_step_counts() {
        let round = |times: [u64; 3]| times.map(Duration::from_millis);
        let mut pace = StepTimes::default();
        assert_eq!((pace.mean(), pace.median()), (0.0, 0.0));
        pace.join(&round([4, 1, 9]));
        pace.join(&round([2, 5, 10]));
        assert_eq!((pace.mean(), pace.median()), (4.0, 2.0));
    }
}
