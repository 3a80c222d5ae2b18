//! Steps 3 and 4 over several processors: who finds pairs, and who checks which.
//!
//! Kitamura et al. (1995), section 4. What each processor finds is sorted in the end, so neither the way nor the number of processors leaves a trace in the answer.

use super::face_octree::{FaceOctree, OctreeCounts};
use super::pair_queue::PairQueue;
use super::report::{Accesses, Detection, FacePair};
use super::swept_face::{Meeting, SweptFace};
use super::world::WorldCube;
use crate::cost::Cost;
use crate::executor::Executor;
use std::time::Instant;

/// How pairs of faces are shared out among processors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distribution {
    /// One finds all pairs; then processor i of N checks pairs i, i + N, i + 2 N and so on.
    Static,
    /// One finds pairs, the others check them as they come, and then it helps.
    Dynamic,
    /// One finds all pairs; then they are checked in runs, and who has none left takes from others.
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
pub(super) struct Search<'f> {
    pub faces: &'f [SweptFace],
    pub world: WorldCube,
    pub depth: u32,
}

/// What one processor found.
#[derive(Default)]
struct Findings {
    pairs: Vec<FacePair>,
    taken: u64,
    separated: usize,
    strays: usize,
    cost: Cost,
}

impl Findings {
    fn check(&mut self, faces: &[SweptFace], [i, j]: [u32; 2]) {
        let [a, b] = [&faces[i as usize], &faces[j as usize]];
        self.taken += 1;
        let meeting = a.meeting(b, &mut self.cost);
        self.separated += usize::from(meeting == Meeting::Separated);
        self.strays += usize::from(meeting == Meeting::Strays);
        if meeting.is_collision() {
            self.pairs.push(FacePair { bodies: [a.body, b.body], faces: [a.face, b.face] });
        }
    }
}

impl Search<'_> {
    /// Steps 3 and 4.
    pub fn run(&self, distribution: Distribution, executor: &Executor, detection: &mut Detection) {
        let start = Instant::now();
        let findings = match distribution {
            Distribution::Dynamic => self.run_dynamic(executor, detection),
            Distribution::Static | Distribution::Stealing => {
                let mut pairs = Vec::new();
                detection.counts.octree = self.walk(|pair| pairs.push(pair));
                detection.times.octree = start.elapsed();
                match distribution {
                    Distribution::Static => self.run_static(&pairs, executor),
                    _ => self.run_stealing(&pairs, executor),
                }
            }
        };
        for of_one in findings {
            detection.counts.checked += of_one.taken as usize;
            detection.counts.separated += of_one.separated;
            detection.counts.strays += of_one.strays;
            detection.accesses.taken += of_one.taken;
            detection.accesses.reported += of_one.pairs.len() as u64;
            detection.cost += of_one.cost;
            detection.pairs.extend(of_one.pairs);
        }
        detection.pairs.sort_unstable();
        detection.counts.hulls = detection.pairs.len() - detection.counts.strays;
        detection.times.checks = start.elapsed().saturating_sub(detection.times.octree);
    }

    fn walk(&self, tell: impl FnMut([u32; 2])) -> OctreeCounts {
        FaceOctree::walk(self.faces, self.world, self.depth, tell)
    }

    fn run_static(&self, pairs: &[[u32; 2]], executor: &Executor) -> Vec<Findings> {
        let count = executor.threads();
        executor.map(count, |i| {
            let mut findings = Findings::default();
            pairs.iter().skip(i).step_by(count).for_each(|pair| findings.check(self.faces, *pair));
            findings
        })
    }

    fn run_stealing(&self, pairs: &[[u32; 2]], executor: &Executor) -> Vec<Findings> {
        let runs = pairs.len().div_ceil(STOLEN);
        executor.map(runs, |i| {
            let mut findings = Findings::default();
            pairs[i * STOLEN..].iter().take(STOLEN).for_each(|pair| findings.check(self.faces, *pair));
            findings
        })
    }

    fn run_dynamic(&self, executor: &Executor, detection: &mut Detection) -> Vec<Findings> {
        let start = Instant::now();
        let queue = PairQueue::default();
        let consume = || {
            let (mut findings, mut run) = (Findings::default(), Vec::new());
            while queue.take(&mut run) {
                run.iter().for_each(|pair| findings.check(self.faces, *pair));
            }
            findings
        };
        let produce = || {
            let mut writer = queue.writer();
            let octree = self.walk(|pair| writer.put(pair));
            drop(writer);
            (octree, start.elapsed(), consume())
        };
        let ((octree, time, own), mut findings) = executor.lead(produce, consume);
        detection.counts.octree = octree;
        detection.times.octree = time;
        let [exclusive, put] = queue.accesses();
        detection.accesses = Accesses { put, exclusive, ..Accesses::default() };
        findings.push(own);
        findings
    }
}

/// Pairs in a run that is handed out, or stolen, as a whole.
const STOLEN: usize = 32;
