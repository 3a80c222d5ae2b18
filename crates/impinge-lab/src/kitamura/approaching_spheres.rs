//! What a cycle of two spheres that approach each other costs, on one processor and on several.

use anyhow::{Context, bail};
use impinge::executor::Executor;
use impinge_classics::octree::{
    Detection, Distribution, FacePair, MovingBody, OctreeOptions, PoseInterpolation, StepTimes, detect,
};
use impinge_scenes::approaching_spheres::Approach;
use serde::Serialize;
use std::time::{Duration, Instant};

/// What one cycle found and took; times in microseconds, the fastest of all rounds.
#[derive(Clone, Debug, Serialize)]
pub struct Cycle {
    pub faces: usize,
    pub cycle: u32,
    pub near_faces: usize,
    pub checked: usize,
    pub colliding: usize,
    pub step1_microseconds: f64,
    pub step2_microseconds: f64,
    pub step3_microseconds: f64,
    pub step4_microseconds: f64,
    pub microseconds: f64,
}

/// The last cycle on some processors; times in microseconds, the fastest of all rounds.
#[derive(Clone, Debug, Serialize)]
pub struct WorkDistribution {
    pub faces: usize,
    pub distribution: &'static str,
    pub processors: usize,
    pub microseconds: f64,
    /// Steps 1 to 3 of one processor, and its step 4 over the number of processors.
    pub ideal_microseconds: f64,
    /// Pairs put on a shared list, taken from it and reported, as the paper counts.
    pub accesses: u64,
    /// How often the list was locked.
    pub exclusive: u64,
    /// Messages between processes, requests for pairs, pairs and results in them, and bytes; none where memory is shared.
    pub messages: u64,
    pub sent: u64,
    pub bytes: u64,
}

/// Both spheres from one instant to the next; `cycle` from 1 on.
fn bodies(approach: &Approach, cycle: u32) -> anyhow::Result<[MovingBody<'_>; 2]> {
    Ok(approach.poses(cycle)?.map(|[from, to]| MovingBody::rigid(&approach.mesh, &from, &to, PoseInterpolation::Screw)))
}

/// Every cycle on one processor.
///
/// # Errors
/// Two rounds do not agree.
pub fn measure(approach: &Approach, rounds: u32, done: impl Fn()) -> anyhow::Result<Vec<Cycle>> {
    (1..=approach.cycles)
        .map(|cycle| {
            let measured = measure_cycle(approach, cycle, rounds);
            done();
            measured
        })
        .collect()
}

fn measure_cycle(approach: &Approach, cycle: u32, rounds: u32) -> anyhow::Result<Cycle> {
    let bodies = bodies(approach, cycle)?;
    let options = OctreeOptions { timed: true, ..OctreeOptions::default() };
    let first = detect(&bodies, &options, &Executor::serial());
    let mut times = first.times;
    for _ in 1..rounds {
        let again = detect(&bodies, &options, &Executor::serial());
        agree(&first.pairs, &again)?;
        times = fastest(times, again.times);
    }
    let us = |time: Duration| time.as_secs_f64() * 1e6;
    Ok(Cycle {
        faces: approach.mesh.faces().len(),
        cycle,
        near_faces: first.counts.faces,
        checked: first.counts.checked,
        colliding: first.pairs.len(),
        step1_microseconds: us(times.boxes),
        step2_microseconds: us(times.check_lists),
        step3_microseconds: us(times.octree),
        step4_microseconds: us(times.checks),
        microseconds: us(times.total()),
    })
}

/// The last cycle on some processors, by all ways in turns.
///
/// # Errors
/// Pairs are not those of one processor, or the threads were refused.
pub fn share(
    approach: &Approach,
    processors: usize,
    rounds: u32,
    last: &Cycle,
) -> anyhow::Result<Vec<WorkDistribution>> {
    let refused = || format!("{processors} threads could not be started");
    let executor = Executor::try_new(processors).with_context(refused)?;
    let bodies = bodies(approach, approach.cycles)?;
    let expected = detect(&bodies, &OctreeOptions::default(), &Executor::serial()).pairs;
    let mut best = Distribution::ALL.map(|_| (Duration::MAX, Detection::default()));
    for _ in 0..rounds {
        for (distribution, best) in Distribution::ALL.into_iter().zip(&mut best) {
            let start = Instant::now();
            let found = detect(&bodies, &OctreeOptions { distribution, ..OctreeOptions::default() }, &executor);
            let time = start.elapsed();
            agree(&expected, &found)?;
            if time < best.0 {
                *best = (time, found);
            }
        }
    }
    let rest = last.step1_microseconds + last.step2_microseconds + last.step3_microseconds;
    let shared = |(distribution, (time, found)): (Distribution, (Duration, Detection))| WorkDistribution {
        faces: approach.mesh.faces().len(),
        distribution: distribution.name(),
        processors,
        microseconds: time.as_secs_f64() * 1e6,
        ideal_microseconds: rest + last.step4_microseconds / processors as f64,
        accesses: found.accesses.total(),
        exclusive: found.accesses.exclusive,
        messages: 0,
        sent: 0,
        bytes: 0,
    };
    Ok(Distribution::ALL.into_iter().zip(best).map(shared).collect())
}

fn agree(expected: &[FacePair], found: &Detection) -> anyhow::Result<()> {
    if expected != found.pairs {
        bail!("{} pairs of faces in one run, {} in another; this is a bug", expected.len(), found.pairs.len());
    }
    Ok(())
}

/// Each step's shorter time.
fn fastest(a: StepTimes, b: StepTimes) -> StepTimes {
    StepTimes {
        boxes: a.boxes.min(b.boxes),
        check_lists: a.check_lists.min(b.check_lists),
        octree: a.octree.min(b.octree),
        checks: a.checks.min(b.checks),
    }
}
