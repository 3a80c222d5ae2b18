//! Which faces of moving bodies may collide in the next interval of time, on one processor or many.
//!
//! Kitamura, Smith, Takemura and Kishino (1995): boxes of bodies and where they overlap; the faces near there; an octree of faces, walked and never stored, that
//! leaves pairs; and for each pair the hulls of both faces at the two ends of the interval, edge against face. No collision is missed: other than in the
//! paper, boxes are those of all that is swept, so speeds are free, and hulls grow by how far turning corners stray from straight ways (`docs/notes/octree.md`).
//! For straight motions, deforming bodies included, whether hulls meet is exact, touching included; overlapping hulls do not imply colliding faces.
//!
//! Nothing is kept from one interval to the next, so bodies may change as they like. Time is linear in the faces, and in the pairs left.
//!
//! - `moving_body`, `swept_face`, `swept_hull`: bodies and faces over the interval, and whether two swept faces share a point
//! - `near_faces`: steps 1 and 2, boxes of bodies and the faces near their overlaps
//! - `world_cube`, `face_octree`: step 3, the octree that finds pairs of faces
//! - `pair_checks`, `pair_distribution`, `pair_queue`: step 4, pairs checked on one processor or many
//! - `detection_report`, `step_clock`: what was found, and how long it took
//! - `detection_steps`: the steps one by one; `mpi`: the same over MPI ranks

mod moving_body;
mod swept_hull;
mod swept_face;
mod swept_aabb_culling;
mod world_cube;
mod face_octree;
mod detection_report;
mod pair_checks;
mod shared_work_queue;
mod step_clock;
mod pair_distribution;
pub mod detection_steps;
#[cfg(feature = "mpi")]
pub mod mpi;

pub use detection_report::{Accesses, Detection, FacePair, StepCounts, StepTimes};
pub use face_octree::{DEEPEST, OctreeCounts};
pub use impinge::ccd::PoseInterpolation;
pub use moving_body::{MovingBody, MovingBodyError};
pub use pair_distribution::Distribution;
pub use world_cube::{WorldCube, WorldCubeError};

use impinge::executor::Executor;
use pair_distribution::PairSearch;
use step_clock::StepClock;
use swept_aabb_culling::{BoxOverlaps, SweptBody};

/// How pairs are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OctreeOptions {
    /// The cube that is divided; by default the smallest around where boxes of bodies overlap.
    pub world: Option<WorldCube>,
    /// How often it is divided at most, at most [`DEEPEST`] times; by default as long as that leaves fewer pairs to look at.
    pub depth: Option<u32>,
    /// How pairs are shared out.
    pub distribution: Distribution,
    /// Whether the clock is read for [`Detection::times`].
    pub timed: bool,
}

/// Every pair of faces of different bodies that may collide in the interval: all that do are among them.
///
/// The pairs depend on the bodies alone. More than 2^32 faces near each other are beyond it.
#[must_use]
pub fn detect(bodies: &[MovingBody<'_>], options: &OctreeOptions, executor: &Executor) -> Detection {
    let mut detection = Detection::default();
    let start = StepClock::start(options.timed);
    let swept = executor.map(bodies.len(), |k| SweptBody::new(&bodies[k]));
    let overlaps = BoxOverlaps::new(&swept.iter().map(SweptBody::bounds).collect::<Vec<_>>());
    detection.counts.overlaps = overlaps.count();
    detection.times.boxes = start.elapsed();
    if overlaps.count() == 0 {
        return detection;
    }
    let start = StepClock::start(options.timed);
    let list = |k: usize| swept[k].check_list(k as u32, overlaps.regions_of(k));
    let faces = executor.map(bodies.len(), list).concat();
    detection.counts.faces = faces.len();
    detection.times.check_lists = start.elapsed();
    let world = options.world.unwrap_or_else(|| WorldCube::around(&overlaps.bounds()));
    let search = PairSearch { faces: &faces, world, depth: options.depth.unwrap_or(DEEPEST) };
    search.run(options, executor, &mut detection);
    detection
}
