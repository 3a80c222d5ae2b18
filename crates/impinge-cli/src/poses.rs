//! `impinge poses`: one question at many poses, answered over all threads, in order.

use crate::args::Poses;
use crate::common_args::Query;
use crate::common_args::load_pair;
use crate::format::RowFormat;
use crate::pose_answer::{Answer, Beside, as_csv, as_json, tell_time};
use crate::stage_progress::ProgressBars;
use crate::{Outcome, pose_file, relate};
use anyhow::ensure;
use impinge::field::FieldVerdict;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Batch, Budget, Contacts, DistanceGoal, Method, Relation, Request};
use impinge_clash::CheckMethod;
use impinge_clash::fields::{FieldResult, PosedFields};
use impinge_clash::images::PosedImages;
use impinge_clash::json::AnswerSource;
use impinge_terminal::output;
use impinge_terminal::progress::Progress;
use std::time::{Duration, Instant};

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
        let question = Self { query: words.query, method: words.method.method.method(), budget: words.budget };
        if question.budget.is_some() {
            ensure!(question.query == Query::Distance, "--budget goes with --query distance");
            let auto = CheckMethod::Exact(Method::Auto);
            ensure!(words.method.method == auto, "--budget goes with --method auto");
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
    let (a, b) = (words.named.operand(&words.a), words.named.operand(&words.b));
    let (of_a, of_b) = (a.path.clone(), b.path.clone());
    let files = [of_a.as_path(), &of_b, &words.poses];
    let (output, format) = words.output.open(&files)?;
    let executor = words.method.jobs.start()?;
    let drawing = words.method.drawing()?;
    let [a, b] = load_pair([&a, &b], quiet)?;
    let poses = pose_file::read(&words.poses)?;
    for mesh in [&a.mesh, &b.mesh] {
        mesh.prepare(&executor);
        if let Method::Custom(method) = question.method {
            method.prepare(mesh);
        }
    }
    if !quiet {
        relate::notes(&relate::bodies(&a, &b)).iter().for_each(|note| output::note(note));
    }
    let start = Instant::now();
    let seen = drawing
        .map(|drawing| PosedImages::draw(drawing, [&a.mesh, &b.mesh], &poses, &ProgressBars::new(quiet)))
        .transpose()?;
    let drawing = seen.as_ref().map(|_| start.elapsed());
    let fields = words.method.fields().map(|settings| PosedFields::sample(settings, [&*a.mesh, &*b.mesh], &executor));
    let progress = Progress::new("posing", poses.len(), quiet);
    let start = Instant::now();
    let known: Vec<Option<Answer>> = (0..poses.len()).map(|k| known_answer(seen.as_ref(), k, &question)).collect();
    let saved = known.iter().flatten().count();
    Batch::of_poses(&a.mesh, &b.mesh, &poses).prepare(&executor);
    let timed = executor.map_small(poses.len(), |k| {
        let (start, a_from_b) = (Instant::now(), &poses[k]);
        let result = fields.as_ref().and_then(|fields| fields.at_pose(a_from_b));
        let answer = match (&known[k], result.as_ref().filter(|_| question.query == Query::Intersects)) {
            (Some(known), _) => known.clone(),
            (None, Some(FieldResult { verdict: FieldVerdict::Apart { .. }, .. })) => Answer::Intersects(false),
            (None, Some(FieldResult { verdict: FieldVerdict::Meeting, .. })) => Answer::Intersects(true),
            (None, _) => answer(&a.mesh, &b.mesh, a_from_b, &question),
        };
        let taken = start.elapsed();
        progress.step();
        (answer, result, taken)
    });
    let total = start.elapsed();
    drop(progress);
    let alone: Duration = timed.iter().map(|(_, _, taken)| *taken).sum();
    let (answers, results): (Vec<Answer>, Vec<Option<FieldResult>>) =
        timed.into_iter().map(|(answer, result, _)| (answer, result)).unzip();
    let beside = match (&seen, &fields) {
        (Some(seen), _) => Beside::Images(seen),
        (None, Some(fields)) => Beside::Fields(fields, &results),
        (None, None) => Beside::Nothing,
    };
    match format {
        RowFormat::Csv => output.write(&as_csv(&answers, &question.columns(), beside))?,
        RowFormat::Json => {
            let source = AnswerSource::read(a.unit.or(b.unit), &files);
            output.write(&as_json(&answers, question.name(), beside, &source)?)?;
        }
    }
    if !quiet {
        fields.iter().for_each(|fields| output::note(&fields.note(&results)));
        seen.iter().for_each(|seen| output::note(&seen.note(saved)));
        tell_time(poses.len(), total, alone, drawing);
    }
    Ok(Outcome::Nothing)
}

/// What images prove about a pose, where that answers the question.
fn known_answer(seen: Option<&PosedImages>, index: usize, question: &Question) -> Option<Answer> {
    let relation = (*seen?.relations.get(index)?)?;
    match question.query {
        Query::Relation => Some(Answer::Relation(relation)),
        Query::Intersects => Some(Answer::Intersects(relation != Relation::Disjoint)),
        // What crosses is not counted by images.
        Query::Contacts => (relation == Relation::Disjoint).then_some(Answer::Contacts(0)),
        Query::Distance => None,
    }
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
            let mut search = pair::Query::new(a, b, a_from_b, DistanceGoal::default());
            let report = search.advance(&budget.unwrap_or_default());
            // Nothing is beyond a bound of infinity.
            let points = report.points.unwrap_or([DVec3::NAN; 2]);
            Answer::Bounds([report.distance.lower, report.distance.upper], coordinates(points))
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
fn coordinates([p, q]: [DVec3; 2]) -> Vec<f64> {
    vec![p.x, p.y, p.z, q.x, q.y, q.z]
}
