//! What Impinge sets out to reach on convex pairs, and what was reached.

use super::building::Built;
use super::measurement::{Judged, Row};
use super::peer::Engine;
use super::query::Query;
use crate::summary::Verdict;
use crate::table::figures;

/// How much faster than the best peer Impinge wants to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The query.
    pub query: Query,
    /// Of pairs in motion, or at random.
    pub is_coherent: bool,
    /// Of hulls with at least so many corners.
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

/// The most time for the hull of [`super::building::POINTS`] points, in milliseconds.
const HULL: f64 = 100.0;

const fn at_random(query: Query) -> Target {
    Target { query, is_coherent: false, corners: 0, least: 2.0 }
}

const fn in_motion(query: Query, least: f64) -> Target {
    Target { query, is_coherent: true, corners: 32, least }
}

/// Every target beside what was measured.
#[must_use]
pub fn verdicts(rows: &[Row], judged: &[Judged], built: &[Built], engines: &[Box<dyn Engine>]) -> Vec<Verdict> {
    let mut all: Vec<Verdict> = TARGETS.iter().map(|target| faster(target, rows, engines)).collect();
    for (k, engine) in engines.iter().enumerate().filter(|(_, engine)| engine.family() == "impinge") {
        all.push(right(k, engine.as_ref(), judged));
    }
    let own: Vec<&Built> = built.iter().filter(|built| built.engine == "impinge").collect();
    let slowest = own.iter().max_by(|p, q| p.milliseconds.total_cmp(&q.milliseconds));
    let found = slowest.map(|slowest| {
        let measured = format!("{} ms ({})", figures(slowest.milliseconds), slowest.cloud);
        (measured, slowest.milliseconds <= HULL)
    });
    let points = own.first().map_or(super::building::POINTS, |built| built.points);
    all.push(Verdict::of(format!("hull of {points} points: at most {HULL} ms"), found));
    let compared: Vec<&Built> = built.iter().filter(|built| built.is_same.is_some()).collect();
    let differ = compared.iter().filter(|built| built.is_same == Some(false)).count();
    let found = (!compared.is_empty()).then(|| (format!("{differ} of {} differ", compared.len()), differ == 0));
    all.push(Verdict::of("the same vertices as every peer's hull".to_owned(), found));
    all
}

/// The times of the best peer, of those that targets are held against, and of Impinge in a row: its first method, and the best of
/// all its methods.
#[must_use]
pub fn best(row: &Row, engines: &[Box<dyn Engine>]) -> Option<(f64, &'static str, [f64; 2])> {
    let times = || row.times.iter().zip(engines).filter_map(|(time, engine)| Some(((*time)?, engine)));
    let (peer, engine) =
        times().filter(|(_, engine)| HELD_AGAINST.contains(&engine.family())).min_by(|p, q| p.0.total_cmp(&q.0))?;
    let own = (*row.times.first()?)?;
    let ours = times().filter(|(_, engine)| engine.family() == "impinge").map(|(time, _)| time);
    Some((peer, engine.name(), [own, ours.fold(own, f64::min)]))
}

/// A target beside the least ratio of the rows that count.
fn faster(target: &Target, rows: &[Row], engines: &[Box<dyn Engine>]) -> Verdict {
    let Target { query, is_coherent, corners, least } = *target;
    let counts = |row: &&Row| row.query == query && row.is_coherent == is_coherent && row.corners >= corners;
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
            if ours > *ratio { format!("; least of its best methods {}x", figures(ours)) } else { String::new() };
        (format!("least {}x ({name}) of {}{better}", figures(*ratio), ratios.len()), *ratio >= least)
    });
    let motion = if is_coherent { "in motion" } else { "at random" };
    let from = if corners > 0 { format!(", {corners} corners and more") } else { String::new() };
    Verdict::of(format!("{} {motion}{from}: {least}x of the best peer", query.name()), found)
}

/// That no answer of an engine is wrong, undecided or asymmetric.
fn right(k: usize, engine: &dyn Engine, judged: &[Judged]) -> Verdict {
    let tallies: Vec<_> = judged.iter().filter_map(|judged| judged.tallies.get(k).copied().flatten()).collect();
    let sum = |count: fn(&super::judgement::Tally) -> usize| tallies.iter().map(count).sum::<usize>();
    let all = sum(|tally| tally.judged);
    let counts = [sum(|tally| tally.wrong), sum(|tally| tally.undecided), sum(|tally| tally.asymmetric)];
    let bits = sum(|tally| tally.other_bits);
    let found = (all > 0).then(|| {
        let [wrong, undecided, asymmetric] = counts;
        let measured =
            format!("{wrong} wrong, {undecided} undecided, {asymmetric} asymmetric ({bits} in some bit) of {all}");
        (measured, counts == [0; 3])
    });
    Verdict::of(format!("{}: all answers right to 1e-12, in either order", engine.name()), found)
}
