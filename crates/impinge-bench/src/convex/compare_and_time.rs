//! A workload of convex pairs measured: truth found, every engine judged by it, then timed.

use super::answer_check::{Finding, Known, Tally, asked, judge};
use super::peer::{Engine, Pairs};
use super::query::Query;
use super::workload::Workload;
use crate::query::Answer;
use crate::timing::{Contender, Plan, time};
use impinge_lab::measurement_harness::cpu_clock::timed;
use std::hint::black_box;

/// One query of one workload, timed for all engines.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexMeasurement {
    /// The name of the workload.
    pub workload: String,
    /// The corners of its hulls.
    pub corners: usize,
    /// Whether its pairs move in small steps.
    pub is_coherent: bool,
    /// What was asked.
    pub query: Query,
    /// How many pairs were asked.
    pub pairs: usize,
    /// For each engine the mean time in microseconds, if it can answer.
    pub times: Vec<Option<f64>>,
}

/// One query of one workload, judged for all engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The name of the workload.
    pub workload: String,
    /// What was asked.
    pub query: Query,
    /// The pairs of the workload, and of how many the truth is known.
    pub pairs: [usize; 2],
    /// The judgement of each engine, if it can answer.
    pub tallies: Vec<Option<Tally>>,
}

/// Times and judgements of some workloads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement {
    /// Times.
    pub rows: Vec<ConvexMeasurement>,
    /// Judgements.
    pub judged: Vec<Judged>,
    /// Every wrong answer.
    pub findings: Vec<Finding>,
    /// Queries that engines were not asked, and why, in sentences.
    pub skips: Vec<String>,
}

impl Measurement {
    /// Adds the findings of another workload.
    pub fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.judged.extend(other.judged);
        self.findings.extend(other.findings);
        let new: Vec<String> = other.skips.into_iter().filter(|skip| !self.skips.contains(skip)).collect();
        self.skips.extend(new);
    }
}

/// Judges all engines by the truth about at most the given number of pairs, and times them where there is a plan.
#[must_use]
pub fn measure(workload: &Workload, engines: &[Box<dyn Engine>], truths: usize, plan: Option<&Plan>) -> Measurement {
    let mut found = Measurement::default();
    let known = Known::of(workload, truths);
    for query in Query::ALL {
        let mut tally = |engine: &dyn Engine| {
            if let Some(reason) = engine.refusal(query, workload) {
                found.skips.push(format!("{} {}: {reason}", engine.name(), query.name()));
                return None;
            }
            match judge(engine, workload, query, &known) {
                Ok((tally, findings)) => {
                    found.findings.extend(findings);
                    Some(tally)
                }
                Err(error) => {
                    found.skips.push(format!("{} of {}: {error:#}", engine.name(), workload.name));
                    None
                }
            }
        };
        let tallies = engines.iter().map(|engine| tally(engine.as_ref())).collect();
        let pairs = [workload.items.len(), known.items.len()];
        found.judged.push(Judged { workload: workload.name.clone(), query, pairs, tallies });
    }
    if let Some(plan) = plan {
        found.rows = timed_rows(workload, engines, plan);
    }
    found
}

/// The times of all queries; the first engine says which pairs meet.
fn timed_rows(workload: &Workload, engines: &[Box<dyn Engine>], plan: &Plan) -> Vec<ConvexMeasurement> {
    let loaded: Vec<Option<Box<dyn Pairs>>> = engines.iter().map(|engine| engine.load(workload).ok()).collect();
    let Some(Some(first)) = loaded.first() else { return Vec::new() };
    let meet = |item: &usize| asked(first.as_ref(), Query::Boolean, *item) == Answer::Boolean(true);
    let meeting: Vec<bool> = (0..workload.items.len()).map(|item| meet(&item)).collect();
    let row = |query: Query| {
        let items: Vec<usize> = (0..workload.items.len()).filter(|item| query.is_asked(meeting[*item])).collect();
        let can = |k: usize| loaded[k].as_deref().filter(|_| engines[k].refusal(query, workload).is_none());
        let asks: Vec<_> = (0..engines.len()).map(|k| can(k).map(|pairs| asker(pairs, query))).collect();
        let contenders: Vec<Option<Contender<'_>>> = asks
            .iter()
            .map(|ask| {
                let ask = ask.as_ref()?;
                let ((), pass) = timed(|| ask(&items));
                Some(Contender { ask, poses: items.len(), pass })
            })
            .collect();
        let times = time(&contenders, &items, plan);
        ConvexMeasurement {
            workload: workload.name.clone(),
            corners: workload.corners,
            is_coherent: workload.is_coherent(),
            query,
            pairs: items.len(),
            times: times.iter().map(|times| times.as_ref()?.mean_microseconds(items.len())).collect(),
        }
    };
    Query::ALL.map(row).into()
}

/// Asks an engine about one pair after the other; panics are caught, once for all pairs.
fn asker(pairs: &dyn Pairs, query: Query) -> impl Fn(&[usize]) {
    move |items| {
        let ask = || {
            for item in items {
                black_box(pairs.ask(query, black_box(*item)));
            }
        };
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err() {
            for item in items {
                black_box(asked(pairs, query, *item));
            }
        }
    }
}
