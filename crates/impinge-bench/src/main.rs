//! Runs every workload through every peer: answers compared, then timed; tables to the terminal, CSV and SVG to a folder.

use anyhow::Context;
use clap::Parser;
use impinge_bench::comparison::Disagreement;
use impinge_bench::machine::Setup;
use impinge_bench::measurement::{Measurement, measure};
use impinge_bench::peer::{self, Peer};
use impinge_bench::timing::Plan;
use impinge_bench::workload::{Figure, Workload, far, parallel_shells, room_and_robot, self_pair};
use impinge_bench::{plot, record, summary, table};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Poses of the room and the robot for each pose of the other workloads: its meshes are small.
const ROOM_POSES: usize = 20;
/// Disagreements listed on the terminal; the file has all.
const LISTED: usize = 20;

/// Impinge beside its peers: answers compared, then timed, one thread, in one run.
#[derive(Debug, Parser)]
#[command(version)]
struct Words {
    /// Poses of each generated workload; env_rob has twenty times as many
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    poses: u32,
    /// Rounds in which all peers take turns; the median counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Seconds after which a slow peer is asked no further poses, and given no further rounds
    #[arg(long, default_value_t = 5)]
    limit: u32,
    /// Only workloads whose name contains this
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Where CSV and SVG go
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let words = Words::parse();
    std::fs::create_dir_all(&words.output).with_context(|| words.output.display().to_string())?;
    let plan = Plan {
        rounds: words.rounds as usize,
        round: Duration::from_millis(20),
        limit: Duration::from_secs(words.limit.into()),
    };
    let (setup, peers) = (Setup::here(), peer::all());
    let mut skipped: Vec<String> = peer::absent().into_iter().map(str::to_owned).collect();
    let mut all = Measurement::default();
    for source in sources() {
        for workload in made(&source, &words, &mut skipped)? {
            let _ = writeln!(io::stderr(), "{} …", workload.name);
            let found = measure(&workload, &peers, &plan);
            all.rows.extend(found.rows);
            all.disagreements.extend(found.disagreements);
            all.notices.extend(found.notices);
        }
    }
    let text = report(&all, &peers, &setup, &skipped);
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    save(&words.output, "bench.csv", &record::measurements(&all.rows, &peers, &setup)?)?;
    save(&words.output, "disagreements.csv", &record::disagreements(&all.disagreements)?)?;
    save(&words.output, "bench.svg", plot::plot(&all.rows, &peers, &setup).as_bytes())?;
    let _ = writeln!(io::stderr(), "wrote bench.csv, disagreements.csv and bench.svg to {}", words.output.display());
    Ok(())
}

/// Where workloads come from.
enum Source {
    Room,
    SelfPair(Figure),
    Far(Figure),
    Shells,
}

fn sources() -> Vec<Source> {
    let pairs = Figure::ALL.into_iter().map(Source::SelfPair);
    [Source::Room].into_iter().chain(pairs).chain([Source::Far(Figure::Blob), Source::Shells]).collect()
}

/// The workloads of a source whose names were asked for.
fn made(source: &Source, words: &Words, skipped: &mut Vec<String>) -> anyhow::Result<Vec<Workload>> {
    let count = words.poses as usize;
    let wanted = |names: &[String]| names.iter().any(|name| name.contains(&words.only));
    let made = match source {
        Source::Room if wanted(&["env_rob".to_owned()]) => match std::env::var_os("IMPINGE_CORPUS") {
            Some(corpus) => vec![room_and_robot(Path::new(&corpus), ROOM_POSES * count)?],
            None => {
                skipped
                    .push("env_rob: IMPINGE_CORPUS does not name a folder with fcl/env.obj and fcl/rob.obj".to_owned());
                Vec::new()
            }
        },
        Source::SelfPair(figure) if wanted(&["pen", "sep"].map(|s| format!("{}_{s}", figure.name()))) => {
            self_pair(figure.name(), &Arc::new(figure.mesh()?), 1, count)?.into()
        }
        Source::Far(figure) if wanted(&[format!("{}_far", figure.name())]) => {
            vec![far(figure.name(), &Arc::new(figure.mesh()?), 2, count)?]
        }
        Source::Shells if wanted(&["shells".to_owned()]) => vec![parallel_shells(50, 3, count)?],
        _ => Vec::new(),
    };
    Ok(made.into_iter().filter(|workload| workload.name.contains(&words.only)).collect())
}

/// All that is to be said on the terminal.
fn report(all: &Measurement, peers: &[Box<dyn Peer>], setup: &Setup, skipped: &[String]) -> String {
    let versions: Vec<String> = peers.iter().map(|peer| format!("{} {}", peer.name(), peer.version())).collect();
    let mut text = format!("{setup}\n{}\n", versions.join(", "));
    let mut part = |title: &str, body: &str| text.push_str(&format!("\n{title}\n\n{body}\n"));
    part(
        "Mean microseconds of processor time a query, and how many times Impinge's that is; *n: over the first n poses; !n: n answers differ",
        &table::query_table(&all.rows, peers),
    );
    part("Geometric means of ratios", &table::target_table(&summary::reached(&all.rows, peers)));
    part("Build and memory", &table::build_table(&all.rows, peers));
    part("Sums of answers", &table::answer_table(&all.rows, peers));
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
