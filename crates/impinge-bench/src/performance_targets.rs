//! What Impinge sets out to reach, and what was reached: geometric means of ratios, least ratios, limits.

use crate::measured_row::{Measure, MeasuredRow, THREADS};
use crate::peer::Peer;
use crate::query::Query;
use crate::workload::Standing;
use impinge::bvh::Preset;
use impinge_picture::number_format::three_figures;

/// How much faster than a family of peers Impinge wants to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The family of peers; the best of its members counts in each row.
    pub family: &'static str,
    /// The query.
    pub query: Query,
    /// The geometric mean of ratios wanted.
    pub mean: f64,
    /// The least ratio wanted of any row.
    pub least: Option<f64>,
    /// Only rows whose smaller mesh has the given number of triangles count.
    pub triangles: usize,
}

/// How much faster Impinge wants to be.
pub const TARGETS: [Target; 6] = [
    fcl(Query::Boolean, 12.0),
    fcl(Query::Contacts, 10.0),
    fcl(Query::Distance, 14.0),
    parry(Query::Boolean, 300.0),
    parry(Query::Contacts, 12.0),
    parry(Query::Distance, 2_000.0),
];

/// Triangles from which a mesh is a large one.
const LARGE: usize = 50_000;
/// The most time to build with oriented boxes on two threads, in milliseconds per million triangles.
const BUILD: f64 = 400.0;
/// The most time to build with axis-aligned boxes on two threads, in milliseconds per million triangles.
const ALIGNED_BUILD: f64 = 150.0;
/// The most memory, triangles included, in bytes a triangle.
const MEMORY: f64 = 130.0;
/// How much faster a batch wants to be on two threads.
const SPEED_UP: f64 = 1.8;
/// The most candidate pairs that may need exact arithmetic, in percent.
const EXACT: f64 = 5.0;

const fn fcl(query: Query, mean: f64) -> Target {
    Target { family: "fcl", query, mean, least: Some(6.0), triangles: 0 }
}

const fn parry(query: Query, mean: f64) -> Target {
    Target { family: "parry3d-f64", query, mean, least: None, triangles: LARGE }
}

/// The slope of the straight line through points with the least squares, which is the exponent of growth where they are logarithms;
/// `None` of fewer than two points.
#[must_use]
pub fn slope(points: &[[f64; 2]]) -> Option<f64> {
    if points.len() < 2 {
        return None;
    }
    let mean = |k: usize| points.iter().map(|p| p[k]).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(0), mean(1));
    let across: f64 = points.iter().map(|p| (p[0] - x) * (p[1] - y)).sum();
    Some(across / points.iter().map(|p| (p[0] - x).powi(2)).sum::<f64>())
}

/// A target beside what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachedTarget {
    /// What is wanted.
    pub target: String,
    /// What was measured; empty where nothing was.
    pub measured: String,
    /// Whether it holds; `None` where nothing was measured.
    pub held: Option<bool>,
}

impl ReachedTarget {
    /// A target, and what was found with whether it holds.
    pub(crate) fn of(target: String, found: Option<(String, bool)>) -> Self {
        let (measured, held) = found.map_or((String::new(), None), |(measured, held)| (measured, Some(held)));
        Self { target, measured, held }
    }
}

/// Numbers with the workloads they are of.
type Numbers<'a> = Vec<(f64, &'a str)>;

/// Every target beside what was measured, in one order.
#[must_use]
pub fn reached_targets(rows: &[MeasuredRow], peers: &[Box<dyn Peer>]) -> Vec<ReachedTarget> {
    let mut all: Vec<ReachedTarget> = TARGETS.iter().map(|target| faster(target, rows, peers)).collect();
    for query in [Query::Boolean, Query::Distance] {
        let bounded = |row: &&MeasuredRow| row.standing == Standing::Bounded && row.measure == Measure::Query(query);
        let ratios = ratios(rows.iter().filter(bounded), peers, "fcl");
        let found =
            least(&ratios).map(|(ratio, name)| (format!("least {}x ({name})", three_figures(ratio)), ratio >= 1.0));
        all.push(ReachedTarget::of(
            format!("{} far apart and of shells never slower than best of fcl", query.name()),
            found,
        ));
    }
    for (preset, name, most) in
        [(Preset::Oriented, "oriented", BUILD), (Preset::AxisAligned, "axis-aligned", ALIGNED_BUILD)]
    {
        let build = of_impinge(rows, Measure::BuildOn(preset, THREADS));
        all.push(at_most(&format!("build with {name} boxes on two threads"), most, " ms/Mtri", &build));
    }
    all.push(at_most("memory, triangles included", MEMORY, " B/tri", &of_impinge(rows, Measure::Memory)));
    for query in [Query::Boolean, Query::Contacts, Query::Distance] {
        let speed_ups = speed_ups(rows, query);
        let found = mean(&speed_ups)
            .zip(least(&speed_ups))
            .map(|(mean, (least, name))| (format!("mean {mean:.2}x, least {least:.2}x ({name})"), mean >= SPEED_UP));
        all.push(ReachedTarget::of(format!("batch of {} on {THREADS} threads, mean {SPEED_UP}x", query.name()), found));
    }
    let counted = |row: &&MeasuredRow| row.standing == Standing::Counted && row.measure == Measure::Exact;
    let shares: Numbers<'_> = rows.iter().filter(counted).filter_map(own).collect();
    all.push(at_most("candidate pairs that need exact arithmetic", EXACT, " %", &shares));
    all.push(ReachedTarget::of("time of exact arithmetic: at most 15 % of queries".to_owned(), None));
    all
}

/// A target of speed beside the geometric mean and the least of the rows that count.
fn faster(target: &Target, rows: &[MeasuredRow], peers: &[Box<dyn Peer>]) -> ReachedTarget {
    let Target { family, query, triangles, .. } = *target;
    let counts = |row: &&MeasuredRow| {
        row.standing == Standing::Counted && row.measure == Measure::Query(query) && row.triangles >= triangles
    };
    let ratios = ratios(rows.iter().filter(counts), peers, family);
    let found = mean(&ratios).zip(least(&ratios)).map(|(mean, (least, name))| {
        let measured =
            format!("mean {}x of {}, least {}x ({name})", three_figures(mean), ratios.len(), three_figures(least));
        (measured, mean >= target.mean && target.least.is_none_or(|wanted| least >= wanted))
    });
    let least = target.least.map_or(String::new(), |least| format!(", least {least}x"));
    ReachedTarget::of(format!("{} against best of {family}: mean {}x{least}", query.name(), target.mean), found)
}

/// A limit beside the largest of some numbers.
fn at_most(what: &str, most: f64, unit: &str, numbers: &Numbers<'_>) -> ReachedTarget {
    let largest = numbers.iter().copied().max_by(|p, q| p.0.total_cmp(&q.0));
    let found =
        largest.map(|(value, name)| (format!("at most {}{unit} ({name})", three_figures(value)), value <= most));
    ReachedTarget::of(format!("{what}: at most {most}{unit}"), found)
}

/// The ratio of a family's best member to Impinge in each row that has one.
fn ratios<'a>(rows: impl Iterator<Item = &'a MeasuredRow>, peers: &[Box<dyn Peer>], family: &str) -> Numbers<'a> {
    rows.filter_map(|row| Some((best_ratio(row, peers, family)?.0, row.workload.as_str()))).collect()
}

/// The ratio to Impinge of the best member of a family, and which that is.
#[must_use]
pub fn best_ratio(row: &MeasuredRow, peers: &[Box<dyn Peer>], family: &str) -> Option<(f64, &'static str)> {
    let of_family = row.cells.iter().zip(peers).filter(|(_, peer)| peer.family() == family);
    let all = of_family.filter_map(|(cell, peer)| Some((cell.as_ref()?.ratio?, peer.name())));
    all.min_by(|p, q| p.0.total_cmp(&q.0))
}

/// Impinge's own number in a row.
fn own(row: &MeasuredRow) -> Option<(f64, &str)> {
    Some((row.cells.first()?.as_ref()?.value, row.workload.as_str()))
}

/// Impinge's own numbers of a measure, on large meshes that count.
fn of_impinge(rows: &[MeasuredRow], measure: Measure) -> Numbers<'_> {
    let counts =
        |row: &&MeasuredRow| row.measure == measure && row.triangles >= LARGE && row.standing == Standing::Counted;
    rows.iter().filter(counts).filter_map(own).collect()
}

/// How much faster batches of a query are on two threads, in each workload that counts.
fn speed_ups(rows: &[MeasuredRow], query: Query) -> Numbers<'_> {
    let counted = |row: &&MeasuredRow| row.standing == Standing::Counted;
    let of = |threads| rows.iter().filter(counted).filter(move |row| row.measure == Measure::Batch(query, threads));
    let pairs = of(1).filter_map(own).zip(of(THREADS).filter_map(own));
    pairs.map(|((one, name), (more, _))| (one / more, name)).collect()
}

fn least<'a>(numbers: &Numbers<'a>) -> Option<(f64, &'a str)> {
    numbers.iter().copied().min_by(|p, q| p.0.total_cmp(&q.0))
}

/// The geometric mean.
fn mean(numbers: &Numbers<'_>) -> Option<f64> {
    let sum: f64 = numbers.iter().map(|(value, _)| value.ln()).sum();
    (!numbers.is_empty()).then(|| (sum / numbers.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measured_row::Cell;
    use crate::peer::{Impinge, Parry};

    fn row(workload: &str, measure: Measure, triangles: usize, values: [f64; 2]) -> MeasuredRow {
        let cell = |value: f64| Cell {
            value,
            repose: 0.0,
            ratio: Some(value / values[0]),
            poses: 1,
            disagreements: 0,
            total: 0.0,
        };
        MeasuredRow {
            workload: workload.to_owned(),
            standing: Standing::Counted,
            triangles,
            measure,
            poses: 1,
            cells: values.iter().map(|value| Some(cell(*value))).collect(),
        }
    }

    fn verdict(rows: &[MeasuredRow], beginning: &str) -> ReachedTarget {
        let peers: [Box<dyn Peer>; 2] = [Box::new(Impinge), Box::new(Parry)];
        reached_targets(rows, &peers).into_iter().find(|verdict| verdict.target.starts_with(beginning)).unwrap()
    }

    #[test]
    fn means_are_geometric_and_small_meshes_do_not_count_against_parry() {
        let boolean = Measure::Query(Query::Boolean);
        let mut rows = vec![
            row("p", boolean, 60_000, [1.0, 100.0]),
            row("q", boolean, 60_000, [2.0, 3_200.0]),
            row("small", boolean, 216, [1.0, 1.0]),
        ];
        let against_parry = verdict(&rows, "boolean against best of parry3d-f64");
        assert_eq!(against_parry.measured, "mean 400x of 2, least 100x (p)");
        assert_eq!(against_parry.held, Some(true));
        rows[1].cells[1].as_mut().unwrap().ratio = Some(800.0);
        assert_eq!(verdict(&rows, "boolean against best of parry3d-f64").held, Some(false));
        assert_eq!(verdict(&rows, "boolean against best of fcl").held, None);
    }

    #[test]
    fn limits_hold_for_the_largest_and_batches_for_the_mean() {
        let rows = [
            row("p", Measure::Memory, 60_000, [129.0, 1.0]),
            row("q", Measure::Memory, 60_000, [131.0, 1.0]),
            row("p", Measure::Batch(Query::Boolean, 1), 60_000, [3.8, 1.0]),
            row("p", Measure::Batch(Query::Boolean, THREADS), 60_000, [2.0, 1.0]),
            row("p", Measure::Exact, 60_000, [4.9, 1.0]),
        ];
        assert_eq!(verdict(&rows, "memory").held, Some(false));
        assert_eq!(verdict(&rows[..1], "memory").held, Some(true));
        assert_eq!(verdict(&rows, "batch of boolean").measured, "mean 1.90x, least 1.90x (p)");
        assert_eq!(verdict(&rows, "candidate pairs").held, Some(true));
        assert_eq!(verdict(&rows, "build").held, None);
    }
}
