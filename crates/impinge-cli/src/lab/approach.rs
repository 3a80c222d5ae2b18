//! Two spheres that come towards each other, turning, until they collide: the bodies of Kitamura et al. (1995), and what one cycle costs.

use anyhow::{Context, bail};
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose, turn};
use impinge::mesh::Mesh;
use impinge::octree::{Detection, Distribution, FacePair, Moving, Options, StepTimes, Way, detect};
use impinge_scenes::solid::uv_sphere;
use serde::Serialize;
use std::time::{Duration, Instant};

/// How far apart the surfaces are in the beginning, in radii.
const FIRST_GAP: f64 = 0.4;

/// How deep the round spheres are in each other in the end, in radii: so that about as many faces collide as in the paper.
const LAST_DEPTH: f64 = 0.014;

/// The way from the one to the other: along no axis, so that boxes overlap long before spheres do.
const WAY: DVec3 = DVec3::new(3.0, 2.0, 1.0);

/// What each sphere turns by in a cycle, in radians: about one degree.
const TURN: f64 = 0.02;

/// Two equal spheres of radius 1 over a number of cycles.
pub struct Approach {
    mesh: Mesh,
    cycles: u32,
}

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
pub struct Shared {
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
}

impl Approach {
    /// Spheres of so many meridians, and half as many rings, over so many cycles.
    ///
    /// # Errors
    /// There is no such sphere.
    pub fn new(meridians: u32, cycles: u32) -> anyhow::Result<Self> {
        Ok(Self { mesh: uv_sphere(1.0, meridians, meridians / 2)?, cycles })
    }

    /// Faces of each sphere.
    pub fn faces(&self) -> usize {
        self.mesh.faces().len()
    }

    /// Both spheres from one instant to the next; `cycle` from 1 on.
    fn bodies(&self, cycle: u32) -> anyhow::Result<[Moving<'_>; 2]> {
        let pose = |side: f64, instant: u32| {
            let left = 1.0 - f64::from(instant) / f64::from(self.cycles);
            let apart = 1.0 + 0.5 * (FIRST_GAP * left - LAST_DEPTH);
            let axis = DVec3::new(0.3, side, 0.5).normalize();
            Pose::try_new(turn::about(axis, TURN * f64::from(instant)), WAY.normalize() * side * apart)
        };
        let body = |side: f64| -> anyhow::Result<Moving<'_>> {
            let (from, to) = (pose(side, cycle - 1)?, pose(side, cycle)?);
            Ok(Moving::rigid(&self.mesh, &from, &to, Way::Screw))
        };
        Ok([body(-1.0)?, body(1.0)?])
    }

    /// Every cycle on one processor.
    ///
    /// # Errors
    /// Two rounds do not agree.
    pub fn measure(&self, rounds: u32, done: impl Fn()) -> anyhow::Result<Vec<Cycle>> {
        (1..=self.cycles)
            .map(|cycle| {
                let measured = self.cycle(cycle, rounds);
                done();
                measured
            })
            .collect()
    }

    fn cycle(&self, cycle: u32, rounds: u32) -> anyhow::Result<Cycle> {
        let bodies = self.bodies(cycle)?;
        let options = Options::default();
        let first = detect(&bodies, &options, &Executor::Serial);
        let mut times = first.times;
        for _ in 1..rounds {
            let again = detect(&bodies, &options, &Executor::Serial);
            agree(&first.pairs, &again)?;
            times = fastest(times, again.times);
        }
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        Ok(Cycle {
            faces: self.faces(),
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
    pub fn share(&self, processors: usize, rounds: u32, last: &Cycle) -> anyhow::Result<Vec<Shared>> {
        let refused = || format!("{processors} threads could not be started");
        let executor = Executor::try_new(processors).with_context(refused)?;
        let bodies = self.bodies(self.cycles)?;
        let expected = detect(&bodies, &Options::default(), &Executor::Serial).pairs;
        let mut best = Distribution::ALL.map(|_| (Duration::MAX, Detection::default()));
        for _ in 0..rounds {
            for (distribution, best) in Distribution::ALL.into_iter().zip(&mut best) {
                let start = Instant::now();
                let found = detect(&bodies, &Options { distribution, ..Options::default() }, &executor);
                let time = start.elapsed();
                agree(&expected, &found)?;
                if time < best.0 {
                    *best = (time, found);
                }
            }
        }
        let rest = last.step1_microseconds + last.step2_microseconds + last.step3_microseconds;
        let shared = |(distribution, (time, found)): (Distribution, (Duration, Detection))| Shared {
            faces: self.faces(),
            distribution: distribution.name(),
            processors,
            microseconds: time.as_secs_f64() * 1e6,
            ideal_microseconds: rest + last.step4_microseconds / processors as f64,
            accesses: found.accesses.total(),
            exclusive: found.accesses.exclusive,
        };
        Ok(Distribution::ALL.into_iter().zip(best).map(shared).collect())
    }
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
