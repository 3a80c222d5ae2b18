//! Correctness and times of the queries of one kind.

use super::sample::QueryKind;
use impinge::cost::Cost;
use impinge_io::CcdQuery;
use impinge_lab::measurement_harness::cpu_clock::timed;
use std::hint::black_box;
use std::time::Instant;

/// How often a single query is repeated; the shortest time counts, so that interruptions by the machine are left out.
const REPEATS: usize = 15;

/// Queries of one kind: how many, how right, how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdMeasurement {
    pub kind: QueryKind,
    pub queries: usize,
    pub hits: usize,
    /// Missed contacts.
    pub missed: usize,
    /// False contacts.
    pub false_alarms: usize,
    /// Queries that integers decided.
    pub exact: u64,
    /// Microseconds of processor time a query in the very first pass over all.
    pub first_pass: f64,
    /// The same, the median of later passes.
    pub mean: f64,
    /// Microseconds of the slowest query.
    pub worst: f64,
    /// Microseconds of all contact times, for a query that hits.
    pub times: f64,
}

/// Asks all queries, compares, and times.
pub fn measure(kind: QueryKind, queries: &[CcdQuery], rounds: usize) -> CcdMeasurement {
    let mut cost = Cost::default();
    let (answers, first) = timed(|| pass(kind, queries, &mut cost));
    let each = |seconds: f64| seconds * 1e6 / queries.len().max(1) as f64;
    let wrong = |answer: bool| {
        let is_so = |(query, found): &(&CcdQuery, &bool)| **found == answer && query.truth == Some(!answer);
        queries.iter().zip(&answers).filter(is_so).count()
    };
    let mut passes: Vec<f64> =
        (0..rounds).map(|_| timed(|| black_box(pass(kind, queries, &mut Cost::default()))).1.as_secs_f64()).collect();
    passes.sort_by(f64::total_cmp);
    CcdMeasurement {
        kind,
        queries: queries.len(),
        hits: answers.iter().filter(|hit| **hit).count(),
        missed: wrong(false),
        false_alarms: wrong(true),
        exact: cost.exact_tests,
        first_pass: each(first.as_secs_f64()),
        mean: each(passes.get(rounds / 2).copied().unwrap_or(0.0)),
        worst: queries.iter().map(|query| alone(kind, query)).fold(0.0, f64::max),
        times: contact_times(kind, queries),
    }
}

fn pass(kind: QueryKind, queries: &[CcdQuery], cost: &mut Cost) -> Vec<bool> {
    queries.iter().map(|query| kind.meets(&query.points, cost)).collect()
}

/// Microseconds of a single query.
fn alone(kind: QueryKind, query: &CcdQuery) -> f64 {
    let once = || {
        let start = Instant::now();
        black_box(kind.meets(black_box(&query.points), &mut Cost::default()));
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..REPEATS).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// Microseconds in the mean for all contact times of a query that hits.
fn contact_times(kind: QueryKind, queries: &[CcdQuery]) -> f64 {
    let hits: Vec<&CcdQuery> = queries.iter().filter(|query| query.truth == Some(true)).collect();
    let ask = || hits.iter().map(|query| kind.spans(&query.points, &mut Cost::default())).sum::<usize>();
    black_box(ask());
    timed(|| black_box(ask())).1.as_secs_f64() * 1e6 / hits.len().max(1) as f64
}
