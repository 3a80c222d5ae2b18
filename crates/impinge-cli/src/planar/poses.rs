//! `impinge planar poses`: one question at many poses of a polygon, answered over all threads, in order.

use super::args::PlanarPosesArgs;
use super::polygon_files::load_one;
use crate::common_args::Query;
use crate::format::{RowFormat, resolve_format};
use crate::pose_answer::{Answer, Beside, as_csv, as_json, tell_time};
use crate::{Outcome, pose_file};
use impinge::pair::Contacts;
use impinge_clash::FileOperand;
use impinge_clash::json::AnswerSource;
use impinge_planar::{Polygon, Pose2, Request, distance, intersects, relate};
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use std::time::{Duration, Instant};

/// Runs the command.
///
/// # Errors
/// Bad input, or the answers could not be written.
pub fn run(args: &PlanarPosesArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let (a, b) = (FileOperand::parse(&args.a), FileOperand::parse(&args.b));
    let (of_a, of_b) = (a.path.clone(), b.path.clone());
    let files = [of_a.as_path(), &of_b, &args.poses];
    let output = Output::open(args.output.as_deref(), &files)?;
    let format = resolve_format(args.format, &output)?;
    let executor = threads::start(args.jobs)?;
    let options = args.reading.options()?;
    let (a, b) = (load_one(&a, &options, quiet)?.polygon, load_one(&b, &options, quiet)?.polygon);
    let poses = pose_file::read_planar(&args.poses)?;
    [&a, &b].into_iter().for_each(Polygon::prepare);
    let progress = Progress::new("posing", poses.len(), quiet);
    let start = Instant::now();
    let timed = executor.map_small(poses.len(), |i| {
        let start = Instant::now();
        let answer = answer(&a, &b, &poses[i], args.query);
        let taken = start.elapsed();
        progress.step();
        (answer, taken)
    });
    let total = start.elapsed();
    drop(progress);
    let alone: Duration = timed.iter().map(|(_, taken)| *taken).sum();
    let answers: Vec<Answer> = timed.into_iter().map(|(answer, _)| answer).collect();
    match format {
        RowFormat::Csv => output.write(&as_csv(&answers, columns(args.query), Beside::Nothing))?,
        RowFormat::Json => {
            let source = AnswerSource::read(args.reading.unit, &files);
            output.write(&as_json(&answers, args.query.name(), Beside::Nothing, &source)?)?;
        }
    }
    if !quiet {
        tell_time(poses.len(), total, alone, None);
    }
    Ok(Outcome::Nothing)
}

/// The columns after the index.
fn columns(query: Query) -> &'static str {
    match query {
        Query::Distance => "distance,ax,ay,bx,by",
        query => query.name(),
    }
}

fn answer(a: &Polygon, b: &Polygon, a_from_b: &Pose2, query: Query) -> Answer {
    match query {
        Query::Relation => Answer::Relation(relate(a, b, a_from_b, &Request::default()).relation),
        Query::Intersects => Answer::Intersects(intersects(a, b, a_from_b)),
        Query::Contacts => {
            let request = Request { contacts: Contacts::Count, ..Request::default() };
            Answer::Contacts(relate(a, b, a_from_b, &request).contact_count)
        }
        Query::Distance => {
            let gap = distance(a, b, a_from_b);
            Answer::Distance(gap.value, gap.points.iter().flat_map(|p| p.to_array()).collect())
        }
    }
}
