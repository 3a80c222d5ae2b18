//! The command `python`: args, measurement, and what is written.

use crate::workload::{Creature, Standing, Workload, room_and_robot, self_pair};
use anyhow::{Context, bail, ensure};
use clap::Args;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::pair::Batch;
use impinge_lab::measurement_harness::cpu_clock::timed;
use impinge_lab::measurement_harness::machine::Machine;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Runs of which the quickest counts, before Python and again after it.
const ROUNDS: usize = 3;
/// Different poses of a workload; a batch repeats them.
const DIFFERENT: usize = 50;
/// How far distances of single engines may be apart (relative).
const TOLERANCE: f64 = 1e-6;

/// How many times as long as a batch of the package others should take, at least: for Rust that is a package within 1.3 of it.
const TARGETS: [(&str, f64); 3] = [("Rust batch", 0.77), ("python-fcl", 10.0), ("trimesh in_collision_single", 1000.0)];

/// The Python package beside Rust, python-fcl and trimesh: answers compared, then timed, in one run
#[derive(Debug, Args)]
pub struct PythonArgs {
    /// Poses of a batch [default: 10000]
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    poses: u32,
    /// Where the CSV goes
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Measures, prints and writes.
///
/// # Errors
/// There is no interpreter, an answer differs, or the output could not be written.
pub fn run(args: &PythonArgs) -> anyhow::Result<()> {
    let Some(interpreter) = std::env::var_os("IMPINGE_BENCH_PYTHON") else {
        bail!("IMPINGE_BENCH_PYTHON names no interpreter with the package; `cargo xtask bench python` installs one");
    };
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let mesh = Arc::new(Creature::Hare.mesh()?);
    let [pen, sep] = self_pair("hare", &mesh, 1, DIFFERENT, Standing::Shown)?;
    let mut rows = Vec::new();
    let mut asked = vec![(pen, "intersects"), (sep.clone(), "intersects"), (sep, "distance")];
    let corpus = std::env::var_os("IMPINGE_CORPUS");
    if let Some(corpus) = &corpus {
        asked.push((room_and_robot(Path::new(corpus), DIFFERENT)?, "intersects"));
    }
    for (workload, question) in &asked {
        rows.extend(measured(Path::new(&interpreter), workload, question, args.poses as usize)?);
    }
    let mut text = format!(
        "{}\n\n{} poses in a batch, one thread, microseconds of its processor time a query\n",
        Machine::here(),
        args.poses
    );
    let mut csv = "workload,question,what,microseconds,ratio,target\n".to_owned();
    for Row { workload, question, what, microseconds, ratio, target } in &rows {
        let _ = writeln!(text, "{workload:<9} {question:<11} {what:<28} {microseconds:>12.2} {ratio:>10.2}  {target}");
        let _ = writeln!(csv, "{workload},{question},{what},{microseconds},{ratio},{target}");
    }
    if corpus.is_none() {
        text.push_str("SKIPPED env_rob: IMPINGE_CORPUS names no folder with FCL's meshes\n");
    }
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    Ok(impinge_io::write_atomically(&args.output.join("python.csv"), |file| file.write_all(csv.as_bytes()))?)
}

/// One engine on one question.
struct Row {
    workload: String,
    question: String,
    what: String,
    microseconds: f64,
    /// Against the batch of the package: how many times as long.
    ratio: f64,
    target: String,
}

fn measured(interpreter: &Path, workload: &Workload, question: &str, count: usize) -> anyhow::Result<Vec<Row>> {
    let poses: Vec<Pose> = workload.poses.iter().copied().cycle().take(count).collect();
    let batch = Batch::of_poses(&workload.a, &workload.b, &poses);
    let serial = Executor::serial();
    batch.prepare(&serial);
    let ask = || -> Vec<f64> {
        match question {
            "intersects" => batch.intersects(&serial).into_iter().map(|met| f64::from(u8::from(met))).collect(),
            _ => batch.distance(&serial).iter().map(|found| found.value).collect(),
        }
    };
    let answers = ask();
    let mut least = f64::INFINITY;
    let mut time = || {
        for _ in 0..ROUNDS {
            least = least.min(timed(|| drop(ask())).1.as_secs_f64() * 1e6 / count as f64);
        }
    };
    time();
    let folder = std::env::temp_dir().join(format!("impinge-python-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let told = write(&folder, workload, &poses).and_then(|()| told(interpreter, &folder, question));
    let times = told.and_then(|times| compared(&folder, &times, &answers).map(|()| times));
    std::fs::remove_dir_all(&folder)?;
    let times = times?;
    time();
    let ours = times.iter().find(|(what, _)| what == "impinge batch").context("no batch was timed")?.1;
    let row = |what: &str, microseconds: f64| {
        let ratio = microseconds / ours;
        let least = TARGETS.iter().find(|(name, _)| *name == what).map(|(_, least)| *least);
        let judged = |least: f64| format!("{} (at least {least})", if ratio >= least { "held" } else { "NOT HELD" });
        Row {
            workload: workload.name.clone(),
            question: question.to_owned(),
            what: what.to_owned(),
            microseconds,
            ratio,
            target: least.map_or_else(String::new, judged),
        }
    };
    Ok(std::iter::once(row("Rust batch", least)).chain(times.iter().map(|(what, time)| row(what, *time))).collect())
}

fn write(folder: &Path, workload: &Workload, poses: &[Pose]) -> anyhow::Result<()> {
    let save = |name: &str, bytes: Vec<u8>| std::fs::write(folder.join(name), bytes).with_context(|| name.to_owned());
    let doubles = |numbers: &[f64]| numbers.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>();
    for (name, mesh) in [("a", &workload.a), ("b", &workload.b)] {
        let vertices: Vec<f64> = mesh.vertices().iter().flat_map(|p| p.to_array()).collect();
        save(&format!("{name}.f64"), doubles(&vertices))?;
        save(&format!("{name}.u32"), mesh.faces().as_flattened().iter().flat_map(|i| i.to_ne_bytes()).collect())?;
    }
    let columns: Vec<f64> = poses.iter().flat_map(|pose| pose.to_matrix4()).flatten().collect();
    save("poses.f64", doubles(&columns))
}

/// Microseconds a query of each engine, as the script prints them: a name and a number in each line.
fn told(interpreter: &Path, folder: &Path, question: &str) -> anyhow::Result<Vec<(String, f64)>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/package_peers.py");
    let run = Command::new(interpreter).arg("-B").arg(&script).arg(folder).arg(question).output();
    let run = run.with_context(|| interpreter.display().to_string())?;
    if !run.status.success() {
        bail!("{}: {}", script.display(), String::from_utf8_lossy(&run.stderr).trim());
    }
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let line = |line: &str| Some((line.split_once('\t')?.0.to_owned(), line.split_once('\t')?.1.trim().parse().ok()?));
    text.lines().map(|found| line(found).with_context(|| format!("it printed {found:?}"))).collect()
}

/// Whether every engine answered as Rust did: the package the same bits, others within a tolerance.
fn compared(folder: &Path, times: &[(String, f64)], answers: &[f64]) -> anyhow::Result<()> {
    for (what, _) in times {
        let bytes = std::fs::read(folder.join(format!("{what}.f64")))?;
        let found: Vec<f64> = bytes.as_chunks().0.iter().map(|chunk| f64::from_ne_bytes(*chunk)).collect();
        ensure!(!found.is_empty() && found.len() <= answers.len(), "{what} gave {} answers", found.len());
        let tolerance = if what.starts_with("impinge") { 0.0 } else { TOLERANCE };
        for (k, (theirs, ours)) in found.iter().zip(answers).enumerate() {
            ensure!(
                (theirs - ours).abs() <= tolerance * ours.abs(),
                "{what} answers {theirs} at pose {k}, Rust {ours}"
            );
        }
    }
    Ok(())
}
