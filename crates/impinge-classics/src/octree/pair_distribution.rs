//! Steps 3 and 4 over several processors: who finds pairs, and who checks which.
//!
//! Kitamura et al. (1995), section 4. What each processor finds is sorted in the end, so neither the way nor the number of processors leaves a trace in the answer.

use super::OctreeOptions;
use super::detection_report::{Accesses, Detection};
use super::face_octree::{FaceOctree, OctreeCounts, walk_in_parallel};
use super::pair_checks::PairChecks;
use super::shared_work_queue::PairQueue;
use super::step_clock::StepClock;
use super::swept_face::SweptFace;
use super::world_cube::WorldCube;
use impinge::executor::Executor;

/// How pairs of faces are shared out among processors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distribution {
    /// One finds all pairs; then processor i of N checks pairs i, i + N, i + 2 N and so on.
    Static,
    /// One finds pairs, the others check them as they come, and then it helps.
    Dynamic,
    /// Parts of the octree are walked by whoever is free, then pairs are checked in runs, and who has none left takes from others.
    #[default]
    Stealing,
}

impl Distribution {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Static, Self::Dynamic, Self::Stealing];

    /// Its name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Dynamic => "dynamic",
            Self::Stealing => "stealing",
        }
    }
}

/// Faces, and the octree over them.
pub(super) struct PairSearch<'f> {
    pub faces: &'f [SweptFace],
    pub world: WorldCube,
    pub depth: u32,
}

impl PairSearch<'_> {
    /// Steps 3 and 4.
    pub fn run(&self, options: &OctreeOptions, executor: &Executor, detection: &mut Detection) {
        let (distribution, start) = (options.distribution, StepClock::start(options.timed));
        let checks = match distribution {
            Distribution::Dynamic => self.run_dynamic(start, executor, detection),
            Distribution::Static => {
                let mut pairs = Vec::new();
                detection.counts.octree = self.walk(|pair| pairs.push(pair));
                detection.times.octree = start.elapsed();
                self.run_static(&pairs, executor)
            }
            Distribution::Stealing => {
                let (octree, pairs) = walk_in_parallel(self.faces, self.world, self.depth, executor);
                detection.counts.octree = octree;
                detection.times.octree = start.elapsed();
                self.run_stealing(&pairs, executor)
            }
        };
        detection.add_checks(checks);
        detection.times.checks = start.elapsed().saturating_sub(detection.times.octree);
    }

    fn check(&self, checks: &mut PairChecks, [i, j]: [u32; 2]) {
        checks.check(&self.faces[i as usize], &self.faces[j as usize]);
    }

    fn walk(&self, visit_pair: impl FnMut([u32; 2])) -> OctreeCounts {
        FaceOctree::walk(self.faces, self.world, self.depth, visit_pair)
    }

    fn run_static(&self, pairs: &[[u32; 2]], executor: &Executor) -> Vec<PairChecks> {
        let count = executor.threads();
        executor.map(count, |i| {
            let mut checks = PairChecks::default();
            pairs.iter().skip(i).step_by(count).for_each(|pair| self.check(&mut checks, *pair));
            checks
        })
    }

    fn run_stealing(&self, pairs: &[[u32; 2]], executor: &Executor) -> Vec<PairChecks> {
        let runs = pairs.len().div_ceil(STOLEN);
        executor.map(runs, |i| {
            let mut checks = PairChecks::default();
            pairs[i * STOLEN..].iter().take(STOLEN).for_each(|pair| self.check(&mut checks, *pair));
            checks
        })
    }

    fn run_dynamic(&self, start: StepClock, executor: &Executor, detection: &mut Detection) -> Vec<PairChecks> {
        let queue = PairQueue::default();
        let consume = || {
            let (mut checks, mut run) = (PairChecks::default(), Vec::new());
            while queue.take(&mut run) {
                run.iter().for_each(|pair| self.check(&mut checks, *pair));
            }
            checks
        };
        let produce = || {
            let mut writer = queue.writer();
            let octree = self.walk(|pair| writer.put(pair));
            drop(writer);
            (octree, start.elapsed(), consume())
        };
        let ((octree, time, own), mut checks) = executor.lead(produce, consume);
        detection.counts.octree = octree;
        detection.times.octree = time;
        let [exclusive, put] = queue.accesses();
        detection.accesses = Accesses { put, exclusive, ..Accesses::default() };
        checks.push(own);
        checks
    }
}

/// Pairs in a run that is handed out, or stolen, as a whole.
const STOLEN: usize = 32;
