//! Answers of all engines compared with Impinge's, then their times, in turn.

use super::engine::{Engine, Pair};
use super::workload::Workload;
use crate::query::{Answer, DISTANCE_TOLERANCE, Query};
use crate::timing::{Contender, Plan, time};
use impinge_lab::measurement_harness::cpu_clock::timed;
use impinge_planar::intersects;
use std::hint::black_box;

/// A query, and the poses at which it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlanarQuery {
    /// Whether they meet, at every pose.
    Boolean,
    /// The distance, at every pose: zero at half of them.
    Distance,
    /// The distance, only where they do not meet.
    DistanceApart,
    /// The closest points, which Impinge's distance has with it, only where they do not meet.
    ClosestPoints,
}

impl PlanarQuery {
    /// All.
    pub const ALL: [Self; 4] = [Self::Boolean, Self::Distance, Self::DistanceApart, Self::ClosestPoints];

    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Distance => "distance",
            Self::DistanceApart => "distance, apart",
            Self::ClosestPoints => "closest points, apart",
        }
    }

    fn of(self, pair: &dyn Pair, pose: usize) -> Answer {
        match self {
            Self::Boolean => pair.ask(Query::Boolean, pose),
            Self::Distance | Self::DistanceApart => pair.ask(Query::Distance, pose),
            Self::ClosestPoints => pair.closest_points(pose),
        }
    }
}

/// What all engines took for one question on stars of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanarMeasurement {
    /// Corners of each star.
    pub corners: usize,
    /// The question.
    pub query: PlanarQuery,
    /// Poses at which the stars meet.
    pub meeting: usize,
    /// Poses at which it was asked.
    pub poses: usize,
    /// For each engine microseconds a query.
    pub times: Vec<f64>,
    /// For each engine how many answers differ from Impinge's.
    pub differing: Vec<usize>,
}

/// Measures a question over several workloads of stars of one size: the mean of their times.
///
/// # Errors
/// An engine refuses a polygon.
pub fn measure(workloads: &[Workload], query: PlanarQuery, plan: &Plan) -> anyhow::Result<PlanarMeasurement> {
    let engines = Engine::ALL;
    let mut row = PlanarMeasurement {
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
            PlanarQuery::DistanceApart | PlanarQuery::ClosestPoints => apart,
            PlanarQuery::Boolean | PlanarQuery::Distance => (0..workload.poses.len()).collect(),
        };
        let answers: Vec<(Vec<Answer>, _)> = pairs
            .iter()
            .map(|pair| timed(|| poses.iter().map(|pose| query.of(pair.as_ref(), *pose)).collect()))
            .collect();
        let own = &answers[0].0;
        row.poses += poses.len();
        for ((theirs, _), differing) in answers.iter().zip(&mut row.differing) {
            *differing += own.iter().zip(theirs).filter(|(a, b)| !agree(**a, **b)).count();
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

/// Whether two answers say the same: lengths as parts of the stars' size, which is 1, for peers round those of stars that meet.
fn agree(a: Answer, b: Answer) -> bool {
    match (a, b) {
        (Answer::Distance(p), Answer::Distance(q)) => (p - q).abs() <= DISTANCE_TOLERANCE,
        _ => a.agrees(b),
    }
}

/// Asks at poses.
type Ask<'a> = Box<dyn Fn(&[usize]) + 'a>;

/// Asks a pair at poses, for nothing but the time.
fn all_of<'a>(pair: &'a dyn Pair, query: PlanarQuery) -> Ask<'a> {
    Box::new(move |poses| {
        for pose in poses {
            black_box(query.of(pair, *pose));
        }
    })
}
