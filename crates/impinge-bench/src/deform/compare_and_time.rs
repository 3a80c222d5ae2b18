//! Times of finding all contacts of a surface with itself: all engines take turns, after their answers were compared.

use super::engine::{Engine, Impinge, Loaded, peers, truth};
use super::sequence::Sequence;
use anyhow::{Context, ensure};
use impinge::executor::Executor;
use impinge_lab::measurement_harness::cpu_clock::{timed, timed_on_the_wall};
use std::time::Duration;

/// Threads of the second measurement of Impinge.
pub const THREADS: usize = 2;

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeformTask {
    /// Contacts of a frame, with a tree built for it.
    Scratch,
    /// Contacts of a frame that follows another.
    Frame,
}

impl DeformTask {
    pub const ALL: [Self; 2] = [Self::Scratch, Self::Frame];

    pub fn name(self) -> &'static str {
        match self {
            Self::Scratch => "from scratch",
            Self::Frame => "next frame",
        }
    }

    /// Runs the task once and returns the contacts.
    fn run(self, loaded: &mut dyn Loaded, frame: usize) -> Option<anyhow::Result<usize>> {
        match self {
            Self::Scratch => Some(loaded.solve_from_scratch()),
            Self::Frame => loaded.step(frame),
        }
    }
}

/// Times of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct DeformMeasurement {
    pub sequence: &'static str,
    pub triangles: usize,
    pub task: DeformTask,
    pub engine: &'static str,
    pub version: String,
    /// Milliseconds of processor time of one thread, the median of the rounds.
    pub time: f64,
    /// Contacts that the engine counts, and those of the same kind that Impinge finds, over all frames that the engine answered.
    pub counts: [usize; 2],
}

/// Wall-clock times of Impinge on one thread and on more.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaling {
    pub sequence: &'static str,
    pub task: DeformTask,
    /// Wall-clock milliseconds on one thread and on [`THREADS`], medians.
    pub times: [f64; 2],
}

/// Compares and times all engines.
pub fn measure(sequence: &Sequence, rounds: usize) -> anyhow::Result<Vec<DeformMeasurement>> {
    let own = Impinge(Executor::serial());
    let peers = peers();
    let engines: Vec<&dyn Engine> =
        std::iter::once(&own as &dyn Engine).chain(peers.iter().map(|peer| &**peer)).collect();
    let truth = truth(sequence)?;
    let mut loaded = engines.iter().map(|engine| engine.load(sequence)).collect::<anyhow::Result<Vec<_>>>()?;
    compare(&engines, &mut loaded, &truth)?;
    let mut rows = Vec::new();
    for task in DeformTask::ALL {
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); engines.len()];
        let mut counts = vec![[0; 2]; engines.len()];
        for round in 0..rounds {
            let frame = if task == DeformTask::Scratch { 0 } else { (round + 1) % sequence.frames.len() };
            for (k, engine) in engines.iter().enumerate() {
                let (answer, time) = timed(|| task.run(&mut *loaded[k], frame));
                let Some(answer) = answer else { continue };
                times[k].push(milliseconds(time));
                counts[k][0] += answer.with_context(|| engine.name())?;
                counts[k][1] += engine.comparable(&truth[frame]);
            }
        }
        for (k, engine) in engines.iter().enumerate() {
            let Some(time) = median(std::mem::take(&mut times[k])) else { continue };
            rows.push(DeformMeasurement {
                sequence: sequence.name,
                triangles: sequence.faces.len(),
                task,
                engine: engine.name(),
                version: engine.version(),
                time,
                counts: counts[k],
            });
        }
    }
    Ok(rows)
}

/// Asks every engine for every frame once; only Embree, whose boxes are rounded, may differ from the truth.
fn compare(
    engines: &[&dyn Engine],
    loaded: &mut [Box<dyn Loaded + '_>],
    truth: &[impinge::deform::SelfContacts],
) -> anyhow::Result<()> {
    for (engine, loaded) in engines.iter().zip(loaded) {
        let check = |frame: usize, answer: anyhow::Result<usize>| {
            let (name, found, expected) = (engine.name(), answer?, engine.comparable(&truth[frame]));
            ensure!(
                name == "embree" || found == expected,
                "{name} finds {found} contacts in frame {frame}, not {expected}"
            );
            Ok(())
        };
        check(0, loaded.solve_from_scratch())?;
        for frame in 0..truth.len() {
            if let Some(answer) = loaded.step(frame) {
                check(frame, answer)?;
            }
        }
    }
    Ok(())
}

/// Times Impinge on one thread and on two.
pub fn scaling(sequence: &Sequence, rounds: usize) -> anyhow::Result<Vec<Scaling>> {
    let engines = [Impinge(Executor::try_new(1)?), Impinge(Executor::try_new(THREADS)?)];
    let mut loaded = engines.iter().map(|engine| engine.load(sequence)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut all = Vec::new();
    for task in DeformTask::ALL {
        let mut times = [Vec::new(), Vec::new()];
        for round in 0..rounds {
            let frame = (round + 1) % sequence.frames.len();
            for (loaded, times) in loaded.iter_mut().zip(&mut times) {
                let (answer, time) = timed_on_the_wall(|| task.run(&mut **loaded, frame));
                answer.context("Impinge did not answer")??;
                times.push(milliseconds(time));
            }
        }
        let times = times.map(|times| median(times).unwrap_or(0.0));
        all.push(Scaling { sequence: sequence.name, task, times });
    }
    Ok(all)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The median; `None` of an empty list.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}
