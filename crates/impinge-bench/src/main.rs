//! Runs every workload through every peer: answers compared, then timed; tables to the terminal, CSV and SVG to a folder.

use anyhow::Context;
use clap::{Parser, Subcommand};
use impinge_bench::answer_comparison::Disagreement;
use impinge_bench::compare_and_time::{Measurement, Skip, measure};
use impinge_bench::measured_row::THREADS;
use impinge_bench::peer::{self, Peer};
use impinge_bench::timing::Plan;
use impinge_bench::workload::{
    Creature, Figure, Standing, Workload, far, hull, parallel_shells, room_and_robot, scanned_bunny, self_pair,
};
use impinge_bench::{
    batch_query_timing, broad, ccd, convex, csv_record, deform, laws, performance_targets, planar, plot,
    python_package, robot, table,
};
use impinge_lab::measurement_harness::machine::Machine;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Poses of workloads with small meshes for each pose of the others.
const SMALL_POSES: usize = 20;
/// Disagreements listed on the terminal; the file has all.
const LISTED: usize = 20;

/// Impinge beside its peers: answers compared, then timed, one thread, in one run.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct BenchArgs {
    #[command(subcommand)]
    task: Option<Task>,
    /// Poses of each workload with large meshes [default: 50]; env_rob and hulls have twenty times as many
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    poses: Option<u32>,
    /// Rounds in which all peers take turns; the median counts [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Seconds after which a slow peer is asked no further poses, and given no further rounds [default: 4]
    #[arg(long)]
    limit: Option<u32>,
    /// Rough numbers soon: 8 poses, 3 rounds and 1 second unless set, and without workloads that are only shown
    #[arg(long)]
    quick: bool,
    /// Only workloads whose name contains this
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Where CSV and SVG go
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// What is measured besides pairs of meshes.
#[derive(Debug, Subcommand)]
enum Task {
    Broad(broad::command::BroadArgs),
    Ccd(ccd::command::CcdArgs),
    Convex(convex::command::ConvexArgs),
    Deform(deform::command::DeformArgs),
    Laws(laws::command::LawsArgs),
    Planar(planar::command::PlanarArgs),
    Python(python_package::command::PythonArgs),
    Robot(robot::command::RobotArgs),
}

fn main() -> anyhow::Result<()> {
    let args = BenchArgs::parse();
    match &args.task {
        Some(Task::Broad(args)) => return broad::command::run(args),
        Some(Task::Ccd(args)) => return ccd::command::run(args),
        Some(Task::Convex(args)) => return convex::command::run(args),
        Some(Task::Deform(args)) => return deform::command::run(args),
        Some(Task::Laws(args)) => return laws::command::run(args),
        Some(Task::Planar(args)) => return planar::command::run(args),
        Some(Task::Python(args)) => return python_package::command::run(args),
        Some(Task::Robot(args)) => return robot::command::run(args),
        None => {}
    }
    let (poses, rounds, limit) = if args.quick { (8, 3, 1) } else { (50, 5, 4) };
    let poses = args.poses.unwrap_or(poses) as usize;
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let plan = Plan {
        rounds: args.rounds.unwrap_or(rounds) as usize,
        round: Duration::from_millis(20),
        limit: Duration::from_secs(args.limit.unwrap_or(limit).into()),
    };
    let (setup, peers) = (Machine::here(), peer::all());
    let mut skipped: Vec<String> = peer::absent().into_iter().map(str::to_owned).collect();
    let mut all = Measurement::default();
    if args.quick {
        skipped.push("blob, knot and weave against themselves: --quick".to_owned());
    }
    for source in sources().iter().filter(|source| !(args.quick && matches!(source, Source::Figure(_)))) {
        for workload in made(source, poses, &args.only, &mut skipped)? {
            let _ = writeln!(io::stderr(), "{} …", workload.name);
            all.add(measure(&workload, &peers, &plan));
        }
    }
    skipped.extend(refusals(&all.skips));
    let ceiling = batch_query_timing::ceiling(THREADS, plan.rounds)?;
    let judged = "judge the gain of batches by it";
    all.notices
        .push(format!("pure arithmetic gained {ceiling:.2}x on {THREADS} threads at the end of this run: {judged}"));
    let text = report(&all, &peers, &setup, &skipped);
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    save(&args.output, "bench.csv", &csv_record::measurements(&all.rows, &peers, &setup)?)?;
    save(&args.output, "disagreements.csv", &csv_record::disagreements(&all.disagreements)?)?;
    save(&args.output, "bench.svg", plot::plot(&all.rows, &peers, &setup).as_bytes())?;
    let _ = writeln!(io::stderr(), "wrote bench.csv, disagreements.csv and bench.svg to {}", args.output.display());
    Ok(())
}

/// Where workloads come from.
enum Source {
    Room,
    Scan,
    Creature(Creature),
    Figure(Figure),
    Far(Figure),
    Shells,
    Hull(u32),
}

/// The sources in the order of the tables: what counts in the means comes first.
fn sources() -> Vec<Source> {
    let creatures = Creature::ALL.into_iter().map(Source::Creature);
    let figures = Figure::ALL.into_iter().map(Source::Figure);
    let first = [Source::Room, Source::Scan].into_iter();
    let last = [Source::Far(Figure::Blob), Source::Shells, Source::Hull(2), Source::Hull(4)];
    first.chain(creatures).chain(figures).chain(last).collect()
}

impl Source {
    /// The names of its workloads.
    fn names(&self) -> Vec<String> {
        let both = |name: &str| vec![format!("{name}_pen"), format!("{name}_sep")];
        match self {
            Self::Room => vec!["env_rob".to_owned()],
            Self::Scan => both("bunny"),
            Self::Creature(creature) => both(creature.name()),
            Self::Figure(figure) => both(figure.name()),
            Self::Far(figure) => vec![format!("{}_far", figure.name())],
            Self::Shells => vec!["shells".to_owned()],
            Self::Hull(frequency) => vec![format!("hull_{}", 10 * frequency * frequency + 2)],
        }
    }

    /// Its workloads.
    fn workloads(&self, count: usize, corpus: Option<&Path>) -> anyhow::Result<Vec<Workload>> {
        Ok(match (self, corpus) {
            (Self::Room, Some(corpus)) => vec![room_and_robot(corpus, SMALL_POSES * count)?],
            (Self::Scan, Some(corpus)) => {
                self_pair("bunny", &Arc::new(scanned_bunny(corpus)?), 1, count, Standing::Counted)?.into()
            }
            (Self::Room | Self::Scan, None) => Vec::new(),
            (Self::Creature(creature), _) => {
                self_pair(creature.name(), &Arc::new(creature.mesh()?), 1, count, Standing::Counted)?.into()
            }
            (Self::Figure(figure), _) => {
                self_pair(figure.name(), &Arc::new(figure.mesh()?), 1, count, Standing::Shown)?.into()
            }
            (Self::Far(figure), _) => vec![far(figure.name(), &Arc::new(figure.mesh()?), 2, count)?],
            (Self::Shells, _) => vec![parallel_shells(50, 3, count)?],
            (Self::Hull(frequency), _) => vec![hull(*frequency, 100, SMALL_POSES * count)?],
        })
    }
}

/// The workloads of a source whose names were asked for.
fn made(source: &Source, count: usize, only: &str, skipped: &mut Vec<String>) -> anyhow::Result<Vec<Workload>> {
    let names = source.names();
    if !names.iter().any(|name| name.contains(only)) {
        return Ok(Vec::new());
    }
    let corpus = std::env::var_os("IMPINGE_CORPUS");
    if corpus.is_none() && matches!(source, Source::Room | Source::Scan) {
        skipped.push(format!("{}: IMPINGE_CORPUS does not name a folder with its meshes", names.join(", ")));
    }
    let made = source.workloads(count, corpus.as_deref().map(Path::new))?;
    Ok(made.into_iter().filter(|workload| workload.name.contains(only)).collect())
}

/// What peers were not asked, one line for each reason.
fn refusals(skips: &[Skip]) -> Vec<String> {
    let mut lines: Vec<(&Skip, Vec<&str>)> = Vec::new();
    for skip in skips {
        let is_same = |other: &Skip| (other.peer, other.query, other.reason) == (skip.peer, skip.query, skip.reason);
        match lines.iter_mut().find(|(first, _)| is_same(first)) {
            Some((_, workloads)) => workloads.push(&skip.workload),
            None => lines.push((skip, vec![&skip.workload])),
        }
    }
    let line = |(skip, workloads): (&Skip, Vec<&str>)| {
        format!("{} {} of {}: {}", skip.peer, skip.query.name(), workloads.join(", "), skip.reason)
    };
    lines.into_iter().map(line).collect()
}

/// All that is to be said on the terminal.
fn report(all: &Measurement, peers: &[Box<dyn Peer>], setup: &Machine, skipped: &[String]) -> String {
    let versions: Vec<String> = peers.iter().map(|peer| format!("{} {}", peer.name(), peer.version())).collect();
    let mut text = format!("{setup}\n{}\n", versions.join(", "));
    let mut part = |title: &str, body: &str| text.push_str(&format!("\n{title}\n\n{body}\n"));
    part(
        "Mean microseconds of processor time a query, and how many times Impinge's that is; +t: a new pose takes t more, in the ratio, too; \
         *n: over the first n poses; !n: n answers differ",
        &table::query_table(&all.rows, peers),
    );
    part(
        "Targets; means are geometric, over env_rob, bunny and all creatures; build and memory of meshes of 50,000 triangles or more",
        &table::target_table(&performance_targets::reached_targets(&all.rows, peers)),
    );
    part(
        "Impinge alone: batches, time on the wall; candidate pairs that needed exact arithmetic",
        &table::alone_table(&all.rows),
    );
    part("New poses for engines that take none, build on one thread and memory", &table::build_table(&all.rows, peers));
    part("Sums of answers", &table::answer_table(&all.rows, peers));
    part("Answers that differ from Impinge's, by peer", &table::difference_table(&all.rows, peers));
    part(&format!("Answers that differ: {}", all.disagreements.len()), &listed(&all.disagreements));
    for notice in
        all.notices.iter().map(|n| format!("NOTICE {n}")).chain(skipped.iter().map(|s| format!("SKIPPED {s}")))
    {
        text.push_str(&notice);
        text.push('\n');
    }
    text
}

/// The first disagreements, one a line.
fn listed(all: &[Disagreement]) -> String {
    let line = |d: &Disagreement| {
        let query = d.query.name();
        format!("{} {query} pose {}: {} says {}, impinge says {}\n", d.workload, d.pose, d.peer, d.answer, d.impinge)
    };
    let more = all.len().saturating_sub(LISTED);
    let rest = if more > 0 { format!("and {more} more, in disagreements.csv\n") } else { String::new() };
    all.iter().take(LISTED).map(line).chain([rest]).collect()
}

fn save(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    Ok(impinge_io::write_atomically(&folder.join(name), |file| file.write_all(bytes))?)
}
