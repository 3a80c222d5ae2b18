//! Who is near whom among moving points, at every resolution at once: deformable spanners.
//!
//! Gao, Guibas and Nguyen (2006): levels of discrete centres, at least `2^i` apart and covering the level below within `2^i`, and an edge between any two centres of a
//! level within `reach · 2^i`. The edges hold all proximity; a path along them is at most `1 + 16 / (reach - 4)` times as long as the straight way. Points
//! need no surface, so geometry may be open, closed, convex, concave, or none.
//!
//! Other than in the paper, no trajectories are known: points are put where they are, and each keeps a length that it may move before anything of it has to be looked
//! at again (`docs/notes/spanner.md` has the proof). Levels without a centre cost nothing, so scales may be mixed freely, and points that coincide are twins of one centre. A
//! step costs one look at every point, and a search for those that moved too far. Answers are exact for the coordinates given: signs that doubles leave open come from integers.
//!
//! ```
//! use impinge::{executor::Executor, math::DVec3};
//! use impinge_classics::spanner::{Options, PointId, Spanner};
//!
//! let mut points: Vec<DVec3> = (0..100).map(|k| DVec3::X * f64::from(k)).collect();
//! let mut spanner = Spanner::try_new(&points, &Options::default())?;
//! points[99] = DVec3::new(50.0, 0.5, 0.0);
//! spanner.step(&points)?;
//! assert_eq!(spanner.nearest_pair().unwrap().points, [PointId(50), PointId(99)]);
//! assert_eq!(spanner.pairs_within(0.75, &Executor::serial()).len(), 1);
//! # Ok::<(), impinge_classics::spanner::SpannerError>(())
//! ```

mod level;
mod separation;
mod node;
mod hierarchy;
mod settle;
mod edges;
mod repair;
mod deformable;
mod nearest;
mod nearest_pair;
mod pairs;
mod path;
mod sampling;
mod collision;
#[cfg(test)]
mod invariants;

pub use collision::{Collision, Proximity, Surfaces};
pub use deformable::{Options, Spanner, SpannerError};
pub use nearest::Nearest;
pub use nearest_pair::NearestPair;
pub use node::PointId;
pub use path::Path;
pub use repair::{Reason, Repair};
pub use sampling::{Samples, SamplingError, sample};
