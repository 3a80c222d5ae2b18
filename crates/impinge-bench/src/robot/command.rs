//! The command `robot`: args, measurement, and what is written.

use super::arm::Arm;
use super::python::{self, PythonAnswer};
use anyhow::{Context, bail, ensure};
use clap::Args;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::pair::Request;
use impinge::scene::{
    BodyOptions, ConfigurationReport, ConfigurationRequest, Model, MountOptions, MountedArticulation, Scene,
};
use impinge_lab::measurement_harness::machine::Machine;
use impinge_scenes::SplitMix64;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs of which the median counts.
const ROUNDS: usize = 5;

/// Self-collision of a robot arm at random configurations: answers compared, then timed, in one run
#[derive(Debug, Args)]
pub struct RobotArgs {
    /// Configurations [default: 100000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    configurations: Option<u32>,
    /// Rough numbers soon: 5,000 configurations unless set
    #[arg(long)]
    quick: bool,
    /// Where the CSV goes
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Measures, prints and writes.
///
/// # Errors
/// There is no corpus, or the output could not be written.
pub fn run(args: &RobotArgs) -> anyhow::Result<()> {
    let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
        bail!("IMPINGE_CORPUS names no folder with the meshes of the arm");
    };
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let arm = Arm::load(Path::new(&corpus))?;
    let count = args.configurations.unwrap_or(if args.quick { 5_000 } else { 100_000 }) as usize;
    let configurations = random(&arm, count)?;
    let (mut scene, mounting) = mounted(&arm)?;
    let (setup, mut rows) = (Machine::here(), Vec::new());
    let mut reports = Vec::new();
    for threads in [1, 2] {
        let (seconds, found) = timed(&mut scene, &mounting, &configurations, threads)?;
        rows.push(RobotMeasurement {
            engine: "impinge".to_owned(),
            threads,
            seconds,
            met: count_met(&found),
            differing: 0,
        });
        ensure!(reports.is_empty() || reports == found, "the number of threads changed an answer");
        reports = found;
    }
    let mut differing = Vec::new();
    let mut skipped = Vec::new();
    for engine in python::ENGINES {
        match asked(engine, &arm, &configurations) {
            Err(error) => skipped.push(format!("{engine}: {error:#}")),
            Ok(answers) => {
                let odd: Vec<usize> = (0..count).filter(|k| answers.met[*k] != reports[*k].met.is_some()).collect();
                let met = answers.met.iter().filter(|met| **met).count();
                let name = format!("{engine} {}", answers.version);
                rows.push(RobotMeasurement {
                    engine: name,
                    threads: 1,
                    seconds: answers.seconds,
                    met,
                    differing: odd.len(),
                });
                differing.extend(odd.into_iter().map(|k| (engine, k)));
            }
        }
    }
    let mut text = format!("{setup}\n\n{}", table(&rows, count));
    text.push_str(&explained(&mut scene, &mounting, &configurations, &reports, &differing)?);
    text.extend(skipped.iter().map(|skip| format!("SKIPPED {skip}\n")));
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    let csv = rows.iter().fold("engine,threads,configurations,seconds,met,differing\n".to_owned(), |mut csv, row| {
        let _ = writeln!(csv, "{},{},{count},{},{},{}", row.engine, row.threads, row.seconds, row.met, row.differing);
        csv
    });
    Ok(impinge_io::write_atomically(&args.output.join("robot.csv"), |file| file.write_all(csv.as_bytes()))?)
}

/// What one engine took, and found.
struct RobotMeasurement {
    engine: String,
    threads: usize,
    seconds: f64,
    met: usize,
    differing: usize,
}

/// Configurations inside the limits, one after the other.
fn random(arm: &Arm, count: usize) -> anyhow::Result<Vec<f64>> {
    let (mut random, dof) = (SplitMix64::new(1), arm.articulation.dof());
    let mut all = vec![0.0; count * dof];
    for values in all.chunks_exact_mut(dof) {
        arm.articulation.sample(1.0, || random.u(), values)?;
    }
    Ok(all)
}

fn mounted(arm: &Arm) -> anyhow::Result<(Scene, MountedArticulation)> {
    let mut scene = Scene::default();
    let models: Vec<Option<Model>> = arm.meshes.iter().map(|mesh| Some(Model::from(mesh.clone()))).collect();
    let options = MountOptions {
        name: "panda".to_owned(),
        world_from_root: Pose::IDENTITY,
        allowed: arm.allowed.clone(),
        body: BodyOptions::default(),
    };
    let mounting = scene.mount(&arm.articulation, &models, &options)?;
    arm.meshes.iter().for_each(|mesh| mesh.prepare(&Executor::serial()));
    Ok((scene, mounting))
}

/// Seconds on the wall, forward kinematics included, and the answers.
fn timed(
    scene: &mut Scene,
    mounting: &MountedArticulation,
    configurations: &[f64],
    threads: usize,
) -> anyhow::Result<(f64, Vec<ConfigurationReport>)> {
    let executor = Executor::try_new(threads)?;
    let view = scene.view(&executor);
    let (mut times, mut found) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        found = view.configurations(mounting, configurations, ConfigurationRequest::FirstContact, &executor)?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok((times[ROUNDS / 2], found))
}

fn asked(engine: &str, arm: &Arm, configurations: &[f64]) -> anyhow::Result<PythonAnswer> {
    let Some(interpreter) = python::interpreter() else {
        bail!("IMPINGE_BENCH_PYTHON names no interpreter that has it; `cargo xtask bench robot` installs one");
    };
    let folder = std::env::temp_dir().join(format!("impinge-robot-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let answers = python::write(&folder, arm, configurations).and_then(|()| python::ask(&interpreter, engine, &folder));
    std::fs::remove_dir_all(&folder)?;
    let answers = answers?;
    let count = configurations.len() / arm.articulation.dof();
    ensure!(answers.met.len() == count, "{} answers for {count} configurations", answers.met.len());
    Ok(answers)
}

fn count_met(reports: &[ConfigurationReport]) -> usize {
    reports.iter().filter(|report| report.met.is_some()).count()
}

fn table(rows: &[RobotMeasurement], count: usize) -> String {
    let ours = rows.iter().filter(|row| row.engine == "impinge").map(|row| row.seconds).fold(f64::INFINITY, f64::min);
    let mut text = format!("{count} configurations; times on the wall; Impinge's include forward kinematics\n");
    for row in rows {
        let each = row.seconds * 1e6 / count as f64;
        let _ = writeln!(
            text,
            "{:<22} {} thread{} {:>9.2} us each {:>7.1}x  {} meet themselves, {} answers differ",
            row.engine,
            row.threads,
            if row.threads == 1 { " " } else { "s" },
            each,
            row.seconds / ours,
            row.met,
            row.differing
        );
    }
    text
}

/// Every verdict that differs, with what Impinge measures there.
fn explained(
    scene: &mut Scene,
    mounting: &MountedArticulation,
    configurations: &[f64],
    reports: &[ConfigurationReport],
    differing: &[(&str, usize)],
) -> anyhow::Result<String> {
    let (mut text, dof) = (String::new(), mounting.articulation().dof());
    for (engine, k) in differing {
        let values = &configurations[k * dof..(k + 1) * dof];
        scene.set_configuration(mounting, values)?;
        let view = scene.view(&Executor::serial());
        let nearest = view.nearest_pair().map_or(f64::INFINITY, |pair| pair.gap.length.value);
        let found = match reports[*k].met {
            None => format!("free by {nearest:e}"),
            Some((a, b)) => {
                let pair =
                    view.relate(a, b, &Request { contacts: impinge::pair::Contacts::Count, ..Request::default() })?;
                let name = |id| view.scene().body(id).ok().and_then(|body| body.name()).unwrap_or("?").to_owned();
                let contacts = pair.contact_count.unwrap_or(0);
                format!("{} {} {}, {contacts} pairs of triangles share a point", name(a), pair.relation.name(), name(b))
            }
        };
        let _ = writeln!(text, "configuration {k}: {engine} differs from Impinge, which says {found}");
    }
    Ok(text)
}
