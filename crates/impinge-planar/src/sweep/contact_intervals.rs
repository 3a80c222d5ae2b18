//! Times that are known to be contact: events within them need no search.

/// Disjoint open intervals, sorted.
#[derive(Debug, Default)]
pub(super) struct CoveredTimes(Vec<[f64; 2]>);

impl CoveredTimes {
    /// Whether all times from one to another lie inside, ends included.
    pub fn holds(&self, [from, to]: [f64; 2]) -> bool {
        let after = self.0.partition_point(|known| known[0] < from);
        after.checked_sub(1).and_then(|k| self.0.get(k)).is_some_and(|known| to < known[1])
    }

    /// Adds an interval, and joins it with those that it overlaps.
    pub fn add(&mut self, [mut from, mut to]: [f64; 2]) {
        if from >= to || from.is_nan() || to.is_nan() {
            return;
        }
        let first = self.0.partition_point(|known| known[1] <= from);
        let last = self.0.partition_point(|known| known[0] < to);
        if let Some((low, high)) = self.0.get(first..last).and_then(|met| met.first().zip(met.last())) {
            (from, to) = (from.min(low[0]), to.max(high[1]));
        }
        self.0.splice(first..last.max(first), [[from, to]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_joined() {
        let mut known = CoveredTimes::default();
        for interval in [[0.1, 0.2], [0.5, 0.6], [0.3, 0.4], [0.3, 0.3], [0.15, 0.35], [0.4, 0.45]] {
            known.add(interval);
        }
        assert_eq!(known.0, [[0.1, 0.4], [0.4, 0.45], [0.5, 0.6]]);
        assert!(known.holds([0.11, 0.39]) && !known.holds([0.1, 0.2]) && !known.holds([0.39, 0.41]));
        known.add([0.0, 1.0]);
        assert_eq!(known.0, [[0.0, 1.0]]);
    }
}
