//! `impinge poses`: one question at many poses, answered over all threads, in order.

use crate::merged::{Merged, Operand};
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::report::json::{self, SCHEMA};
use crate::words::{Poses, Query, RowFormat};
use crate::{Outcome, place, pose_file, relate, threads};
use anyhow::ensure;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{
    self, Batch, Budget, Contacts, DistanceOptions, DistanceOutcome, DistanceQuery, Method, Relation, Request,
};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::io::Write as _;
use std::time::{Duration, Instant};

/// The answer at one pose.
enum Answer {
    Relation(Relation),
    Intersects(bool),
    Contacts(usize),
    /// The distance, and the closest points one after the other.
    Distance(f64, [f64; 6]),
    /// Bounds on the distance, and two points that are as far apart as the upper one.
    Bounds([f64; 2], [f64; 6]),
}

/// The columns of the two closest points.
const POINTS: [&str; 6] = ["ax", "ay", "az", "bx", "by", "bz"];

/// What is asked at every pose.
#[derive(Clone, Copy)]
struct Question {
    query: Query,
    method: Method,
    /// What a distance may take.
    budget: Option<Budget>,
}

impl Question {
    /// What a budget goes with is checked before any file is read.
    fn of(words: &Poses) -> anyhow::Result<Self> {
        let question = Self { query: words.query, method: words.way.method, budget: words.budget };
        if question.budget.is_some() {
            ensure!(question.query == Query::Distance, "--budget goes with --query distance");
            ensure!(question.method == Method::Auto, "--budget goes with --method auto");
        }
        Ok(question)
    }

    /// The name of what is answered.
    fn name(&self) -> &'static str {
        if self.budget.is_some() { "bounds" } else { self.query.name() }
    }

    /// The columns after the index.
    fn columns(&self) -> String {
        match (self.query, self.budget) {
            (Query::Distance, Some(_)) => format!("lower,upper,{}", POINTS.join(",")),
            (Query::Distance, None) => format!("distance,{}", POINTS.join(",")),
            (query, _) => query.name().to_owned(),
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input, or the answers could not be written.
pub fn run(words: &Poses, quiet: bool) -> anyhow::Result<Outcome> {
    let question = Question::of(words)?;
    let (a, b) = (Operand::of(&words.a), Operand::of(&words.b));
    let output = Output::open(words.output.as_deref(), &[&a.path, &b.path, &words.poses])?;
    let executor = threads::start(words.way.jobs)?;
    let (a, b) = (Merged::load(&a)?, Merged::load(&b)?);
    let poses = pose_file::read(&words.poses)?;
    for mesh in [&a.mesh, &b.mesh] {
        mesh.prepare(&executor);
        if let Method::Hierarchy(config) = &words.way.method {
            let _ = mesh.hierarchy(&config.build);
        }
    }
    if !quiet {
        relate::notes(&relate::bodies(&a, &b)).iter().for_each(|note| output::note(note));
    }
    let progress = Progress::new("posing", poses.len(), quiet);
    let start = Instant::now();
    let timed = Batch::of_poses(&a.mesh, &b.mesh, &poses).map(&executor, |a, b, a_from_b| {
        let start = Instant::now();
        let answer = answer(a, b, a_from_b, &question);
        let taken = start.elapsed();
        progress.step();
        (answer, taken)
    });
    let total = start.elapsed();
    drop(progress);
    let alone: Duration = timed.iter().map(|(_, taken)| *taken).sum();
    let answers: Vec<Answer> = timed.into_iter().map(|(answer, _)| answer).collect();
    match words.format {
        RowFormat::Csv => output.write(&as_csv(&answers, &question))?,
        RowFormat::Json => output.write(&as_json(&answers, &question)?)?,
    }
    if !quiet {
        let mean = alone.as_secs_f64() * 1e6 / poses.len().max(1) as f64;
        let queries = place::count(poses.len(), "query", "queries");
        let wall = total.as_secs_f64();
        let line =
            format!("{queries} in {wall:.6} s of wall time; {mean:.3} us a query in the mean, on its own thread");
        output::say(&line);
    }
    Ok(Outcome::Nothing)
}

fn answer(a: &Mesh, b: &Mesh, a_from_b: &Pose, question: &Question) -> Answer {
    let &Question { query, method, budget } = question;
    let relate = |contacts: Contacts, distance_up_to: Option<f64>| {
        pair::relate(a, b, a_from_b, &Request { method, contacts, distance_up_to })
    };
    match (query, method) {
        (Query::Relation, _) => Answer::Relation(relate(Contacts::Skip, None).relation),
        (Query::Intersects, Method::Auto) => Answer::Intersects(pair::intersects(a, b, a_from_b)),
        (Query::Intersects, _) => Answer::Intersects(relate(Contacts::Skip, None).relation != Relation::Disjoint),
        (Query::Contacts, Method::Auto) => Answer::Contacts(pair::count_contacts(a, b, a_from_b)),
        (Query::Contacts, _) => Answer::Contacts(relate(Contacts::Count, None).contact_count),
        (Query::Distance, _) if budget.is_some() => {
            let mut search = DistanceQuery::new(a, b, a_from_b, &DistanceOptions::default());
            let outcome = search.advance(&budget.unwrap_or_default()).outcome;
            let points = match outcome {
                DistanceOutcome::Found(distance) => distance.points,
                DistanceOutcome::Between { points, .. } => points,
                // Nothing is beyond a bound of infinity.
                DistanceOutcome::Beyond { .. } => [DVec3::NAN; 2],
            };
            Answer::Bounds([outcome.lower(), outcome.upper()], coordinates(points))
        }
        (Query::Distance, _) => {
            let measured = match method {
                Method::Auto => None,
                _ => relate(Contacts::Skip, Some(f64::INFINITY)).distance,
            };
            let distance = measured.unwrap_or_else(|| pair::distance(a, b, a_from_b));
            Answer::Distance(distance.value, coordinates(distance.points))
        }
    }
}

/// The coordinates of two points, one after the other.
fn coordinates([p, q]: [DVec3; 2]) -> [f64; 6] {
    [p.x, p.y, p.z, q.x, q.y, q.z]
}

fn as_csv(answers: &[Answer], question: &Question) -> Vec<u8> {
    let mut out = format!("index,{}\n", question.columns());
    let row = |value: String, points: &[f64; 6]| points.iter().fold(value, |row, x| format!("{row},{x}"));
    for (index, answer) in answers.iter().enumerate() {
        let cells = match answer {
            Answer::Relation(relation) => relation.name().to_owned(),
            Answer::Intersects(intersects) => intersects.to_string(),
            Answer::Contacts(count) => count.to_string(),
            Answer::Distance(value, points) => row(value.to_string(), points),
            Answer::Bounds([lower, upper], points) => row(format!("{lower},{upper}"), points),
        };
        out.push_str(&format!("{index},{cells}\n"));
    }
    out.into_bytes()
}

fn as_json(answers: &[Answer], question: &Question) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    write!(out, "{{\"schema\":{SCHEMA},\"query\":\"{}\",\n\"poses\":[", question.name())?;
    json::lines(&mut out, answers.iter().enumerate().map(|(index, answer)| Indexed { index, answer }))?;
    writeln!(out, "]}}")?;
    Ok(out)
}

/// An answer with the place of its pose in the input.
struct Indexed<'a> {
    index: usize,
    answer: &'a Answer,
}

impl Serialize for Indexed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry("index", &self.index)?;
        match self.answer {
            Answer::Relation(relation) => row.serialize_entry("relation", relation.name())?,
            Answer::Intersects(intersects) => row.serialize_entry("intersects", intersects)?,
            Answer::Contacts(count) => row.serialize_entry("contacts", count)?,
            Answer::Distance(value, [ax, ay, az, bx, by, bz]) => {
                row.serialize_entry("distance", value)?;
                row.serialize_entry("witness", &[[ax, ay, az], [bx, by, bz]])?;
            }
            Answer::Bounds([lower, upper], [ax, ay, az, bx, by, bz]) => {
                row.serialize_entry("lower", lower)?;
                row.serialize_entry("upper", upper)?;
                row.serialize_entry("witness", &[[ax, ay, az], [bx, by, bz]])?;
            }
        }
        row.end()
    }
}
