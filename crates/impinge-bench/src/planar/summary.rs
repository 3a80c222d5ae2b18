//! What Impinge sets out to reach on polygons, and what was reached.

use super::measurement::{Asked, Row};
use crate::summary::{Verdict, slope};
use crate::table::figures;

/// How many times faster than the better peer a boolean is to be, for every number of corners.
const BOOLEAN: f64 = 3.0;
/// The same for a distance.
const DISTANCE: f64 = 5.0;
/// How much larger than the better peer's an exponent of growth may come out: the noise of a fit.
const FIT: f64 = 0.05;

/// Every target beside what was measured.
#[must_use]
pub fn verdicts(rows: &[Row]) -> Vec<Verdict> {
    let mut all = Vec::new();
    for asked in Asked::ALL {
        let wanted = if asked == Asked::Boolean { BOOLEAN } else { DISTANCE };
        let rows: Vec<&Row> = rows.iter().filter(|row| row.asked == asked).collect();
        let ratios = rows.iter().filter_map(|row| Some((best_peer(row)? / row.times[0], row.corners)));
        let least = ratios.min_by(|a, b| a.0.total_cmp(&b.0));
        let found =
            least.map(|(ratio, corners)| (format!("least {}x (n = {corners})", figures(ratio)), ratio >= wanted));
        all.push(Verdict::of(format!("{}: {wanted}x of the better peer, at every n", asked.name()), found));
        let own = growth(&rows, 0);
        let theirs =
            (1..rows.first().map_or(0, |row| row.times.len())).filter_map(|k| growth(&rows, k)).min_by(f64::total_cmp);
        let found =
            own.zip(theirs).map(|(own, theirs)| (format!("n^{own:.2}, theirs n^{theirs:.2}"), own <= theirs + FIT));
        all.push(Verdict::of(format!("{}: grows no faster than any peer", asked.name()), found));
    }
    let differing: usize = rows.iter().flat_map(|row| &row.differing).sum();
    let asked: usize = rows.iter().map(|row| row.poses * (row.times.len() - 1)).sum();
    all.push(Verdict::of(
        "the same answers as every peer".to_owned(),
        Some((format!("{differing} of {asked} differ"), differing == 0)),
    ));
    all
}

/// The time of the quickest peer.
#[must_use]
pub fn best_peer(row: &Row) -> Option<f64> {
    row.times.iter().skip(1).copied().filter(|time| time.is_finite()).min_by(f64::total_cmp)
}

/// The exponent of growth with the number of corners.
fn growth(rows: &[&Row], engine: usize) -> Option<f64> {
    let points: Vec<[f64; 2]> = rows.iter().map(|row| [(row.corners as f64).ln(), row.times[engine].ln()]).collect();
    slope(&points)
}
