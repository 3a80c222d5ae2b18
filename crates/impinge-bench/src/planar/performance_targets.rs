//! What Impinge sets out to reach on polygons, and what was reached.

use super::compare_and_time::{PlanarMeasurement, PlanarQuery};
use crate::performance_targets::{ReachedTarget, slope};
use impinge_picture::number_format::three_figures;

/// How many times faster than the better peer a boolean is to be, for every number of corners.
const BOOLEAN: f64 = 3.0;
/// The same for a distance.
const DISTANCE: f64 = 5.0;
/// How much larger than the better peer's an exponent of growth may come out: the noise of a fit.
const FIT: f64 = 0.05;

/// Every target beside what was measured.
#[must_use]
pub fn reached_targets(rows: &[PlanarMeasurement]) -> Vec<ReachedTarget> {
    let mut all = Vec::new();
    for query in PlanarQuery::ALL {
        let wanted = if query == PlanarQuery::Boolean { BOOLEAN } else { DISTANCE };
        let rows: Vec<&PlanarMeasurement> = rows.iter().filter(|row| row.query == query).collect();
        let ratios = rows.iter().filter_map(|row| Some((best_peer(row)? / row.times[0], row.corners)));
        let least = ratios.min_by(|a, b| a.0.total_cmp(&b.0));
        let found =
            least.map(|(ratio, corners)| (format!("least {}x (n = {corners})", three_figures(ratio)), ratio >= wanted));
        all.push(ReachedTarget::of(format!("{}: {wanted}x of the better peer, at every n", query.name()), found));
        let own = growth(&rows, 0);
        let theirs =
            (1..rows.first().map_or(0, |row| row.times.len())).filter_map(|k| growth(&rows, k)).min_by(f64::total_cmp);
        let found =
            own.zip(theirs).map(|(own, theirs)| (format!("n^{own:.2}, theirs n^{theirs:.2}"), own <= theirs + FIT));
        all.push(ReachedTarget::of(format!("{}: grows no faster than any peer", query.name()), found));
    }
    let differing: usize = rows.iter().flat_map(|row| &row.differing).sum();
    let query: usize = rows.iter().map(|row| row.poses * (row.times.len() - 1)).sum();
    all.push(ReachedTarget::of(
        "the same answers as every peer".to_owned(),
        Some((format!("{differing} of {query} differ"), differing == 0)),
    ));
    all
}

/// The time of the quickest peer.
#[must_use]
pub fn best_peer(row: &PlanarMeasurement) -> Option<f64> {
    row.times.iter().skip(1).copied().filter(|time| time.is_finite()).min_by(f64::total_cmp)
}

/// The exponent of growth with the number of corners.
fn growth(rows: &[&PlanarMeasurement], engine: usize) -> Option<f64> {
    let points: Vec<[f64; 2]> = rows.iter().map(|row| [(row.corners as f64).ln(), row.times[engine].ln()]).collect();
    slope(&points)
}
