//! Which faces of moving bodies may collide in the next interval of time, on one processor or many.
//!
//! Kitamura, Smith, Takemura and Kishino (1995): boxes of bodies and where they overlap; the faces near there; an octree of faces, walked and never stored, that
//! leaves pairs; and for each pair the hulls of both faces at the two ends of the interval, edge against face. No collision is missed: other than in the
//! paper, boxes are those of all that is swept, so speeds are free, and hulls grow by how far turning corners stray from straight ways (`docs/notes/octree.md`).
//! For straight motions, deforming bodies included, whether hulls meet is exact, touching included; that faces whose hulls meet do collide is not said.
//!
//! Nothing is kept from one interval to the next, so bodies may change as they like. Time is linear in the faces, and in the pairs left.

mod moving;
mod swept_hull;
mod swept_face;
mod check_list;
mod world;
mod face_octree;
mod report;
mod checks;
mod pair_queue;
mod distribution;
pub mod steps;
#[cfg(feature = "mpi")]
pub mod mpi;

pub use distribution::Distribution;
pub use face_octree::{DEEPEST, OctreeCounts};
pub use impinge::ccd::Way;
pub use moving::{Moving, MovingError};
pub use report::{Accesses, Detection, FacePair, StepCounts, StepTimes};
pub use world::{WorldCube, WorldError};

use check_list::{Overlaps, SweptBody};
use distribution::Search;
use impinge::executor::Executor;
use std::time::Instant;

/// How pairs are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// The cube that is divided; by default the smallest around where boxes of bodies overlap.
    pub world: Option<WorldCube>,
    /// How often it is divided at most, at most [`DEEPEST`] times; by default as long as that leaves fewer pairs to look at.
    pub depth: Option<u32>,
    /// How pairs are shared out.
    pub distribution: Distribution,
}

/// Every pair of faces of different bodies that may collide in the interval: all that do are among them.
///
/// The pairs depend on the bodies alone. More than 2^32 faces near each other are beyond it.
#[must_use]
pub fn detect(bodies: &[Moving<'_>], options: &Options, executor: &Executor) -> Detection {
    let mut detection = Detection::default();
    let start = Instant::now();
    let swept = executor.map(bodies.len(), |k| SweptBody::new(&bodies[k]));
    let overlaps = Overlaps::of(&swept.iter().map(SweptBody::bounds).collect::<Vec<_>>());
    detection.counts.overlaps = overlaps.count();
    detection.times.boxes = start.elapsed();
    if overlaps.count() == 0 {
        return detection;
    }
    let start = Instant::now();
    let list = |k: usize| swept[k].check_list(k as u32, overlaps.of_body(k));
    let faces = executor.map(bodies.len(), list).concat();
    detection.counts.faces = faces.len();
    detection.times.check_lists = start.elapsed();
    let world = options.world.unwrap_or_else(|| WorldCube::around(&overlaps.bounds()));
    let search = Search { faces: &faces, world, depth: options.depth.unwrap_or(DEEPEST) };
    search.run(options.distribution, executor, &mut detection);
    detection
}
