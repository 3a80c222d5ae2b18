//! What Impinge sets out to reach on convex pairs, and what was reached.

use super::compare_and_time::{ConvexMeasurement, Judged};
use super::hull_building::Built;
use super::peer::Engine;
use super::query::Query;
use crate::performance_targets::ReachedTarget;
use impinge_picture::number_format::three_figures;

/// How much faster than the best peer Impinge wants to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The query.
    pub query: Query,
    /// Whether the pairs move coherently or are random.
    pub is_coherent: bool,
    /// The least number of corners of the hulls.
    pub corners: usize,
    /// How many times faster, in every row.
    pub least: f64,
}

/// How much faster than the best peer Impinge wants to be.
pub const TARGETS: [Target; 6] = [
    at_random(Query::Boolean),
    at_random(Query::Distance),
    at_random(Query::Signed),
    in_motion(Query::Boolean, 5.0),
    in_motion(Query::Distance, 5.0),
    in_motion(Query::Signed, 2.0),
];

/// The families of peers that targets are held against; others are timed and shown beside them.
const HELD_AGAINST: [&str; 3] = ["parry3d-f64", "coal", "fcl"];

/// The workload of curved bodies, which are known up to rounding only.
const CURVED: &str = "cylinders";

/// The most time for the hull of [`super::hull_building::POINTS`] points, in milliseconds.
const HULL: f64 = 100.0;

const fn at_random(query: Query) -> Target {
    Target { query, is_coherent: false, corners: 0, least: 2.0 }
}

const fn in_motion(query: Query, least: f64) -> Target {
    Target { query, is_coherent: true, corners: 32, least }
}

/// Every target beside what was measured.
#[must_use]
pub fn reached_targets(
    rows: &[ConvexMeasurement],
    judged: &[Judged],
    built: &[Built],
    engines: &[Box<dyn Engine>],
) -> Vec<ReachedTarget> {
    let mut all: Vec<ReachedTarget> = TARGETS.iter().map(|target| faster(target, rows, engines)).collect();
    for (k, engine) in engines.iter().enumerate().filter(|(_, engine)| engine.family() == "impinge") {
        all.push(right(k, &format!("{} on hulls", engine.name()), judged, |name| name != CURVED));
    }
    all.push(right(0, "impinge on cylinders", judged, |name| name == CURVED));
    let own: Vec<&Built> = built.iter().filter(|built| built.engine == "impinge").collect();
    let slowest = own.iter().max_by(|p, q| p.milliseconds.total_cmp(&q.milliseconds));
    let found = slowest.map(|slowest| {
        let measured = format!("{} ms ({})", three_figures(slowest.milliseconds), slowest.cloud);
        (measured, slowest.milliseconds <= HULL)
    });
    let points = own.first().map_or(super::hull_building::POINTS, |built| built.points);
    all.push(ReachedTarget::of(format!("hull of {points} points: at most {HULL} ms"), found));
    let compared: Vec<&Built> = built.iter().filter(|built| built.is_same.is_some()).collect();
    let differ = compared.iter().filter(|built| built.is_same == Some(false)).count();
    let found = (!compared.is_empty()).then(|| (format!("{differ} of {} differ", compared.len()), differ == 0));
    all.push(ReachedTarget::of("the same vertices as every peer's hull".to_owned(), found));
    all
}

/// The times of the best peer, of those that targets are held against, and of Impinge in a row: its first method, and the best of
/// all its methods.
#[must_use]
pub fn best(row: &ConvexMeasurement, engines: &[Box<dyn Engine>]) -> Option<(f64, &'static str, [f64; 2])> {
    let times = || row.times.iter().zip(engines).filter_map(|(time, engine)| Some(((*time)?, engine)));
    let (peer, engine) =
        times().filter(|(_, engine)| HELD_AGAINST.contains(&engine.family())).min_by(|p, q| p.0.total_cmp(&q.0))?;
    let own = (*row.times.first()?)?;
    let ours = times().filter(|(_, engine)| engine.family() == "impinge").map(|(time, _)| time);
    Some((peer, engine.name(), [own, ours.fold(own, f64::min)]))
}

/// A target beside the least ratio of the rows that count.
fn faster(target: &Target, rows: &[ConvexMeasurement], engines: &[Box<dyn Engine>]) -> ReachedTarget {
    let Target { query, is_coherent, corners, least } = *target;
    let counts =
        |row: &&ConvexMeasurement| row.query == query && row.is_coherent == is_coherent && row.corners >= corners;
    let ratios: Vec<(f64, f64, &str)> = rows
        .iter()
        .filter(counts)
        .filter_map(|row| {
            let (peer, _, [own, ours]) = best(row, engines)?;
            Some((peer / own, peer / ours, row.workload.as_str()))
        })
        .collect();
    let smallest = ratios.iter().min_by(|p, q| p.0.total_cmp(&q.0));
    let found = smallest.map(|(ratio, _, name)| {
        let ours = ratios.iter().map(|ratio| ratio.1).fold(f64::INFINITY, f64::min);
        let better =
            if ours > *ratio { format!("; least of its best methods {}x", three_figures(ours)) } else { String::new() };
        (format!("least {}x ({name}) of {}{better}", three_figures(*ratio), ratios.len()), *ratio >= least)
    });
    let motion = if is_coherent { "in motion" } else { "at random" };
    let from = if corners > 0 { format!(", {corners} corners and more") } else { String::new() };
    ReachedTarget::of(format!("{} {motion}{from}: {least}x of the best peer", query.name()), found)
}

/// The target that no answer of an engine is wrong, undecided or asymmetric, in the workloads with these names.
fn right(k: usize, what: &str, judged: &[Judged], counts: impl Fn(&str) -> bool) -> ReachedTarget {
    let judged = judged.iter().filter(|judged| counts(&judged.workload));
    let tallies: Vec<_> = judged.filter_map(|judged| judged.tallies.get(k).copied().flatten()).collect();
    let sum = |count: fn(&super::answer_check::Tally) -> usize| tallies.iter().map(count).sum::<usize>();
    let all = sum(|tally| tally.judged);
    let counts = [sum(|tally| tally.wrong), sum(|tally| tally.undecided), sum(|tally| tally.asymmetric)];
    let bits = sum(|tally| tally.other_bits);
    let found = (all > 0).then(|| {
        let [wrong, undecided, asymmetric] = counts;
        let measured =
            format!("{wrong} wrong, {undecided} undecided, {asymmetric} asymmetric ({bits} in some bit) of {all}");
        (measured, counts == [0; 3])
    });
    ReachedTarget::of(format!("{what}: all answers right to 1e-12, in either order"), found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::answer_check::Tally;
    use crate::convex::peer::{Impinge, Parry, Walker};

    fn engines() -> [Box<dyn Engine>; 3] {
        [Box::new(Impinge), Box::new(Walker::VClip), Box::new(Parry)]
    }

    fn row(corners: usize, is_coherent: bool, times: [f64; 3]) -> ConvexMeasurement {
        let (workload, query) = (format!("w_{corners}"), Query::Distance);
        ConvexMeasurement { workload, corners, is_coherent, query, pairs: 1, times: times.map(Some).into() }
    }

    fn verdict(rows: &[ConvexMeasurement], judged: &[Judged], beginning: &str) -> ReachedTarget {
        let all = reached_targets(rows, judged, &[], &engines());
        all.into_iter().find(|verdict| verdict.target.starts_with(beginning)).unwrap()
    }

    #[test]
    fn the_least_ratio_of_the_rows_that_count_decides() {
        let rows = [row(8, true, [1.0, 1.0, 1.0]), row(32, true, [1.0, 0.5, 4.0]), row(128, false, [1.0, 1.0, 2.5])];
        let moving = verdict(&rows, &[], "distance in motion");
        assert_eq!(moving.measured, "least 4.00x (w_32) of 1; least of its best methods 8.00x");
        assert_eq!(moving.held, Some(false));
        assert_eq!(verdict(&rows, &[], "distance at random").held, Some(true));
        assert_eq!(verdict(&rows, &[], "boolean at random").held, None);
        assert_eq!(verdict(&rows, &[], "hull of").held, None);
    }

    #[test]
    fn one_wrong_answer_on_hulls_is_too_many() {
        let judged = |workload: &str, wrong| {
            let tally = Tally { judged: 10, wrong, ..Tally::default() };
            Judged { workload: workload.to_owned(), query: Query::Signed, pairs: [10, 10], tallies: vec![Some(tally)] }
        };
        let all = [judged("flat", 0), judged(CURVED, 1)];
        assert_eq!(verdict(&[], &all, "impinge on hulls").held, Some(true));
        assert_eq!(verdict(&[], &all, "impinge on cylinders").held, Some(false));
        assert_eq!(verdict(&[], &all, "impinge-vclip on hulls").held, None);
    }
}
