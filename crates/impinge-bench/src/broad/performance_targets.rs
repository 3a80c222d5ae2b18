//! Targets of Impinge's tree on moving boxes, and the measured values.

use super::compare_and_time::BroadMeasurement;
use super::engine::BroadEngine;
use super::workload::BoxSet;
use crate::performance_targets::{ReachedTarget, slope};
use impinge::broad::BroadPhaseKind;
use impinge_picture::number_format::three_figures;

/// How many times faster than parry's refit, by the median over ten steps.
const FASTER: f64 = 3.5;
/// How many times faster than parry's median the mean over sixty steps is to be, repairs included.
const FASTER_IN_THE_LONG_RUN: f64 = 3.0;
/// The most milliseconds a step of a million boxes may take.
const MILLION: f64 = 120.0;
/// How many times slower than uniform boxes hard ones may be.
const HARD: f64 = 3.0;
/// The largest exponent of growth: N log N from a thousand to a million has 1.10.
const GROWTH: f64 = 1.2;

const TREE: BroadEngine = BroadEngine::Impinge(BroadPhaseKind::Tree);

/// Every target beside what was measured.
#[must_use]
pub fn reached_targets(rows: &[BroadMeasurement]) -> Vec<ReachedTarget> {
    let row = |kind, boxes, engine| rows.iter().find(|r| (r.kind, r.boxes, r.engine) == (kind, boxes, engine));
    let mut all = Vec::new();
    for boxes in [1_000, 10_000, 100_000] {
        let both = row(BoxSet::Uniform, boxes, TREE).zip(row(BoxSet::Uniform, boxes, BroadEngine::Parry));
        let ratio = both.map(|(own, parry)| parry.median / own.median);
        let found = ratio.map(|ratio| (format!("{}x", three_figures(ratio)), ratio >= FASTER));
        all.push(ReachedTarget::of(format!("{boxes} boxes, median: {FASTER}x faster than parry"), found));
        let equal = row(BoxSet::Uniform, boxes, TREE).zip(row(BoxSet::Uniform, boxes, BroadEngine::ParryChanges));
        let ratio = equal.map(|(own, parry)| parry.median / own.median);
        let found = ratio.map(|ratio| (format!("{}x", three_figures(ratio)), ratio >= FASTER));
        all.push(ReachedTarget::of(format!("{boxes} boxes, median, changes on both sides: {FASTER}x"), found));
        let ratio = both.and_then(|(own, parry)| Some(parry.median / own.mean?));
        let found = ratio.map(|ratio| (format!("{}x", three_figures(ratio)), ratio >= FASTER_IN_THE_LONG_RUN));
        all.push(ReachedTarget::of(format!("{boxes} boxes, mean: a third of parry's median"), found));
    }
    let million = row(BoxSet::Uniform, 1_000_000, TREE).and_then(|row| row.mean);
    let found = million.map(|time| (format!("{} ms", three_figures(time)), time < MILLION));
    all.push(ReachedTarget::of(format!("1,000,000 boxes, mean: under {MILLION} ms a step"), found));
    for kind in [BoxSet::Sizes, BoxSet::Clusters, BoxSet::Giants] {
        let hard = rows.iter().filter(|row| row.kind == kind && row.engine == TREE);
        let worst = hard.filter_map(|hard| Some(hard.mean? / row(BoxSet::Uniform, hard.boxes, TREE)?.mean?));
        let found = worst.max_by(f64::total_cmp).map(|ratio| (format!("{}x", three_figures(ratio)), ratio <= HARD));
        all.push(ReachedTarget::of(format!("{}: within {HARD}x of uniform", kind.name()), found));
    }
    let found = growth(rows, TREE).map(|exponent| (format!("{exponent:.2}"), exponent <= GROWTH));
    all.push(ReachedTarget::of(format!("growth: exponent at most {GROWTH}"), found));
    all
}

/// The exponent of growth of the mean time of an engine with the number of uniform boxes; `None` of fewer than two numbers of boxes.
#[must_use]
pub fn growth(rows: &[BroadMeasurement], engine: BroadEngine) -> Option<f64> {
    let rows = rows.iter().filter(|row| row.kind == BoxSet::Uniform && row.engine == engine);
    let points: Vec<[f64; 2]> =
        rows.map(|row| [(row.boxes as f64).ln(), row.mean.unwrap_or(row.median).ln()]).collect();
    slope(&points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_of_a_power_is_its_exponent() {
        let row = |boxes: usize| BroadMeasurement {
            kind: BoxSet::Uniform,
            boxes,
            engine: TREE,
            median: 1.0,
            mean: Some(2e-5 * (boxes as f64).powf(1.25)),
            pairs: 0,
            work: None,
        };
        let rows: Vec<BroadMeasurement> = [1_000, 10_000, 100_000].map(row).into();
        assert!((growth(&rows, TREE).unwrap() - 1.25).abs() < 1e-9);
        assert!(growth(&rows[..1], TREE).is_none());
    }
}
