//! Answers of all engines compared with Impinge's, then their times, in turn.

use super::engine::{Engine, Pair};
use super::workload::Workload;
use crate::clock::timed;
use crate::query::{Answer, Query};
use crate::timing::{Contender, Plan, time};
use impinge::planar::intersects;
use std::hint::black_box;

/// What all engines took for one query on stars of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Corners of each star.
    pub corners: usize,
    /// The query.
    pub query: Query,
    /// Poses at which the stars meet; distances are asked only at the others.
    pub meeting: usize,
    /// Poses at which it was asked.
    pub poses: usize,
    /// For each engine microseconds a query.
    pub times: Vec<f64>,
    /// For each engine how many answers differ from Impinge's.
    pub differing: Vec<usize>,
}

/// Measures a query over several workloads of stars of one size: the mean of their times.
///
/// # Errors
/// An engine refuses a polygon.
pub fn measure(workloads: &[Workload], query: Query, plan: &Plan) -> anyhow::Result<Row> {
    let engines = Engine::ALL;
    let mut row = Row {
        corners: workloads.first().map_or(0, |workload| workload.corners),
        query,
        meeting: 0,
        poses: 0,
        times: vec![0.0; engines.len()],
        differing: vec![0; engines.len()],
    };
    for workload in workloads {
        let pairs: Vec<Box<dyn Pair + '_>> =
            engines.iter().map(|engine| engine.load(workload)).collect::<anyhow::Result<_>>()?;
        let meets = |pose: &usize| intersects(&workload.a, &workload.b, &workload.poses[*pose]);
        let (meeting, apart): (Vec<usize>, Vec<usize>) = (0..workload.poses.len()).partition(meets);
        row.meeting += meeting.len();
        let poses = match query {
            Query::Distance => apart,
            Query::Boolean | Query::Contacts => (0..workload.poses.len()).collect(),
        };
        let answers: Vec<(Vec<Answer>, _)> =
            pairs.iter().map(|pair| timed(|| poses.iter().map(|pose| pair.ask(query, *pose)).collect())).collect();
        let own = &answers[0].0;
        row.poses += poses.len();
        for ((theirs, _), differing) in answers.iter().zip(&mut row.differing) {
            *differing += own.iter().zip(theirs).filter(|(a, b)| !a.agrees(**b)).count();
        }
        let asks: Vec<Ask<'_>> = pairs.iter().map(|pair| all_of(pair.as_ref(), query)).collect();
        let pass = |k: usize| Contender { ask: &*asks[k], poses: poses.len(), pass: answers[k].1 };
        let contenders: Vec<Option<Contender<'_>>> = (0..pairs.len()).map(|k| Some(pass(k))).collect();
        for (sum, times) in row.times.iter_mut().zip(time(&contenders, &poses, plan)) {
            *sum += times.and_then(|times| times.mean_microseconds(poses.len())).unwrap_or(f64::NAN)
                / workloads.len() as f64;
        }
    }
    Ok(row)
}

/// Asks at poses.
type Ask<'a> = Box<dyn Fn(&[usize]) + 'a>;

/// Asks a pair at poses, for nothing but the time.
fn all_of<'a>(pair: &'a dyn Pair, query: Query) -> Ask<'a> {
    Box::new(move |poses| {
        for pose in poses {
            black_box(pair.ask(query, *pose));
        }
    })
}
