//! One question asked of one pair by one method: first the answers, then the clock.

use crate::hierarchies::body_pairs::{Pair, Proximity};
use anyhow::bail;
use impinge::collect::All;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::Pose;
use impinge::pair::{self, Method, Request};
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::time::{Duration, Instant};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Every pair of triangles that share a point.
    Contacts,
    /// The relation and the distance.
    Distance,
}

impl Question {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contacts => "contacts",
            Self::Distance => "distance",
        }
    }

    /// The questions worth asking of a pair.
    pub fn of(place: Proximity) -> &'static [Self] {
        match place {
            Proximity::Penetrating => &[Self::Contacts],
            Proximity::Close | Proximity::Far => &[Self::Contacts, Self::Distance],
        }
    }

    /// The answer at a pose, in a form that can be compared, and its cost.
    fn ask(self, pair: &Pair, pose: &Pose, method: Method) -> (Answer, Cost) {
        match self {
            Self::Contacts => {
                let mut found = All(Vec::new());
                let cost = pair::contacts_by(method, &pair.a, &pair.b, pose, &mut found);
                (Answer::Contacts(found.0.iter().map(|contact| contact.faces).collect()), cost)
            }
            Self::Distance => {
                let request = Request { method, distance_up_to: Some(f64::INFINITY), ..Request::default() };
                let report = pair::relate(&pair.a, &pair.b, pose, &request);
                (Answer::Distance(report.relation, report.distance.map(|d| d.value.to_bits())), report.cost)
            }
        }
    }
}

/// What was answered, sorted when compared.
#[derive(PartialEq)]
enum Answer {
    Contacts(Vec<[FaceId; 2]>),
    Distance(pair::Relation, Option<u64>),
}

impl Answer {
    fn sorted(mut self) -> Self {
        if let Self::Contacts(faces) = &mut self {
            faces.sort_unstable();
        }
        self
    }
}

/// What a method took for a question, in the mean over the poses of a pair.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    pub bodies: &'static str,
    pub place: &'static str,
    pub question: &'static str,
    pub method: String,
    pub box_tests: f64,
    pub triangle_tests: f64,
    pub microseconds: f64,
}

/// Asks a question by a method and by the engine's own, and fails unless both answer alike at every pose.
///
/// # Errors
/// They do not.
pub fn compare(pair: &Pair, question: Question, method: Method) -> anyhow::Result<()> {
    for pose in &pair.poses {
        let [answer, own] = [method, Method::Auto].map(|by| question.ask(pair, pose, by).0.sorted());
        if answer != own {
            let (bodies, place, question) = (pair.bodies, pair.place.name(), question.name());
            bail!("{bodies} {place}, {question}: {method} and auto do not agree at {pose:?}; this is a bug");
        }
    }
    Ok(())
}

/// Times all methods by turns, so that what disturbs the machine disturbs all alike: of each the best of several rounds over all
/// poses, on this thread; trees have been built by [`compare`].
pub fn time(pair: &Pair, question: Question, methods: &[Method], progress: &Progress) -> Vec<Trial> {
    const ROUNDS: usize = 5;
    let mut trials: Vec<Trial> = methods.iter().map(|method| once(pair, question, *method)).collect();
    for _ in 1..ROUNDS {
        for (trial, method) in trials.iter_mut().zip(methods) {
            trial.microseconds = trial.microseconds.min(once(pair, question, *method).microseconds);
        }
    }
    methods.iter().for_each(|_| progress.step());
    trials
}

/// One round over all poses, or as many as it takes for the clock to see it.
fn once(pair: &Pair, question: Question, method: Method) -> Trial {
    const SHORTEST: Duration = Duration::from_micros(200);
    let (start, mut rounds, mut cost) = (Instant::now(), 0.0, Cost::default());
    while rounds == 0.0 || start.elapsed() < SHORTEST {
        cost = Cost::default();
        for pose in &pair.poses {
            cost += question.ask(pair, pose, method).1;
        }
        rounds += 1.0;
    }
    let (seconds, count) = (start.elapsed().as_secs_f64(), pair.poses.len() as f64);
    Trial {
        bodies: pair.bodies,
        place: pair.place.name(),
        question: question.name(),
        method: method.to_string(),
        box_tests: cost.box_tests as f64 / count,
        triangle_tests: cost.triangle_tests as f64 / count,
        microseconds: seconds / (rounds * count) * 1e6,
    }
}
