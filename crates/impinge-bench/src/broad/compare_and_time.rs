//! Times of steps: all engines take turns at every step of the same motion, after their pairs were compared.

use super::engine::{BroadEngine, Engine};
use super::workload::{BoxSet, MovingBoxes};
use impinge_lab::measurement_harness::cpu_clock::timed;

/// Steps whose median counts.
pub const FEW_STEPS: usize = 10;
/// Steps whose mean counts, repairs included.
pub const MANY_STEPS: usize = 60;
/// An engine is stopped after [`FEW_STEPS`] when its last three took longer than this, in milliseconds.
const SLOW: f64 = 250.0;

/// What one engine took on one workload.
#[derive(Clone, Debug, PartialEq)]
pub struct BroadMeasurement {
    /// The workload.
    pub kind: BoxSet,
    /// Its boxes.
    pub boxes: usize,
    /// The engine.
    pub engine: BroadEngine,
    /// The median over ten steps, in milliseconds of processor time.
    pub median: f64,
    /// The mean over sixty steps, if it took part in them.
    pub mean: Option<f64>,
    /// Pairs after the last step.
    pub pairs: usize,
    /// Of Impinge's engines: tests and sorts, over all steps.
    pub work: Option<[u64; 2]>,
}

/// Measures all engines that take part.
///
/// # Errors
/// Two engines find different pairs.
pub fn measure(
    kind: BoxSet,
    boxes: usize,
    engines: &[BroadEngine],
    rounds: usize,
) -> anyhow::Result<Vec<BroadMeasurement>> {
    compare(kind, boxes, engines)?;
    let mut times: Vec<Vec<[Option<f64>; 2]>> = vec![Vec::new(); engines.len()];
    let mut rows = Vec::new();
    for _ in 0..rounds {
        rows = run(kind, boxes, engines);
        times.iter_mut().zip(&rows).for_each(|(times, row)| times.push([Some(row.median), row.mean]));
    }
    for (row, times) in rows.iter_mut().zip(&times) {
        let middle = |k: usize| median(times.iter().filter_map(|time| time[k]).collect());
        row.median = middle(0).unwrap_or(row.median);
        row.mean = middle(1);
    }
    Ok(rows)
}

/// Takes every engine three steps, and compares what it finds with what the first one does.
fn compare(kind: BoxSet, boxes: usize, engines: &[BroadEngine]) -> anyhow::Result<()> {
    let mut truth: Option<Vec<(u32, u32)>> = None;
    for engine in engines {
        let mut world = MovingBoxes::new(kind, boxes);
        let mut phase = engine.build(&world);
        for _ in 0..3 {
            world.step();
            phase.step(&world);
        }
        let found = phase.pairs();
        let truth = truth.get_or_insert_with(|| found.clone());
        let name = engine.name();
        anyhow::ensure!(*truth == found, "{name} finds {} pairs, others {}", found.len(), truth.len());
    }
    Ok(())
}

/// One round.
fn run(kind: BoxSet, boxes: usize, engines: &[BroadEngine]) -> Vec<BroadMeasurement> {
    let mut world = MovingBoxes::new(kind, boxes);
    let mut phases: Vec<Box<dyn Engine>> = engines.iter().map(|engine| engine.build(&world)).collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); engines.len()];
    let mut work = vec![None; engines.len()];
    let mut pairs = vec![0; engines.len()];
    for step in 0..MANY_STEPS {
        world.step();
        for (k, phase) in phases.iter_mut().enumerate() {
            if step >= FEW_STEPS && times[k].iter().rev().take(3).all(|time| *time > SLOW) {
                continue;
            }
            let (count, time) = timed(|| phase.step(&world));
            times[k].push(time.as_secs_f64() * 1e3);
            pairs[k] = count;
            if let Some(cost) = phase.cost() {
                let sum = work[k].get_or_insert([0, 0]);
                *sum = [sum[0] + cost.tests, sum[1] + cost.sorts];
            }
        }
    }
    let rows = engines.iter().enumerate().map(|(k, engine)| BroadMeasurement {
        kind,
        boxes,
        engine: *engine,
        median: median(times[k][..FEW_STEPS].to_vec()).unwrap_or(0.0),
        mean: (times[k].len() == MANY_STEPS).then(|| times[k].iter().sum::<f64>() / MANY_STEPS as f64),
        pairs: pairs[k],
        work: work[k],
    });
    rows.collect()
}

/// The median; `None` of nothing.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_unstable_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    Some(if numbers.len() % 2 == 1 { upper } else { (numbers[middle - 1] + upper) / 2.0 })
}
