//! What a detection found, and its work counters.

use super::face_octree::OctreeCounts;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use std::time::Duration;

/// Two faces of different bodies whose swept volumes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FacePair {
    /// Indices into the list of bodies, the lower first.
    pub bodies: [u32; 2],
    /// A face of each.
    pub faces: [FaceId; 2],
}

/// The answer of [`super::detect`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Detection {
    /// Every pair of faces that may collide in the interval, sorted.
    pub pairs: Vec<FacePair>,
    /// What is left after each step; the same for every distribution and number of threads.
    pub counts: StepCounts,
    /// How often the shared lists were used: the same for every number of threads, but for [`Accesses::exclusive`].
    pub accesses: Accesses,
    /// How long each step took, by the wall clock; zero unless `OctreeOptions::timed` is set.
    pub times: StepTimes,
    /// Signs and tests of the last step.
    pub cost: Cost,
}

/// What each step left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepCounts {
    /// Step 1: pairs of bodies whose swept boxes overlap.
    pub overlaps: usize,
    /// Step 2: faces on check lists.
    pub faces: usize,
    /// Step 3: the octree.
    pub octree: OctreeCounts,
    /// Step 3: pairs of faces to check.
    pub checked: usize,
    /// Step 4: of these, pairs apart along one of five axes.
    pub separated: usize,
    /// Step 4: of these, pairs whose hulls share a point.
    pub hulls: usize,
    /// Step 4: of these, pairs whose hulls are apart, but no farther than turning corners stray from straight paths.
    pub strays: usize,
}

/// Uses of what processors share while pairs are checked, as the paper counts them: one for each pair that is put, taken or reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Accesses {
    /// Pairs put on the shared list while others take from it.
    pub put: u64,
    /// Pairs taken from it.
    pub taken: u64,
    /// Pairs reported as colliding.
    pub reported: u64,
    /// How often the list was locked, since pairs are put and taken in runs; for the dynamic distribution only.
    pub exclusive: u64,
}

impl Accesses {
    /// The paper's count: P + p for the static, 2 P + p for the dynamic distribution.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.put + self.taken + self.reported
    }
}

/// How long each step took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepTimes {
    /// Step 1: posing, boxes and their overlaps.
    pub boxes: Duration,
    /// Step 2: check lists.
    pub check_lists: Duration,
    /// Step 3: the octree. Where others check pairs at the same time, until the last pair is found.
    pub octree: Duration,
    /// Step 4: checking pairs. Where that began during step 3, what is left of it.
    pub checks: Duration,
}

impl StepTimes {
    /// All steps.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.boxes + self.check_lists + self.octree + self.checks
    }
}
