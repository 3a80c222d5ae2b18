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
//! - `deformable_spanner`: the spanner, made from points and kept up while they move
//! - `spanner_node`, `resolution_level`, `centre_hierarchy`: points, levels of resolution, and the hierarchy of discrete centres
//! - `point_placement`, `edge_search`: places in the hierarchy for points, and the edges of centres
//! - `bulk_edge_search`: the edges of all centres at once
//! - `repair_report`: what a step had to repair; `invariants`: the laws of a spanner, for tests
//! - `exact_distance_order`: distances compared exactly
//! - `nearest_point`, `nearest_pair`, `pairs_within`, `spanner_path`: the queries
//! - `surface_sampling`, `surface_collisions`: surfaces by samples
//!
//! ```
//! use impinge::{executor::Executor, math::DVec3};
//! use impinge_classics::spanner::{SpannerOptions, PointId, Spanner};
//!
//! let mut points: Vec<DVec3> = (0..100).map(|k| DVec3::X * f64::from(k)).collect();
//! let mut spanner = Spanner::try_new(&points, &SpannerOptions::default())?;
//! points[99] = DVec3::new(50.0, 0.5, 0.0);
//! spanner.step(&points)?;
//! assert_eq!(spanner.nearest_pair().unwrap().points, [PointId(50), PointId(99)]);
//! assert_eq!(spanner.pairs_within(0.75, &Executor::serial()).len(), 1);
//! # Ok::<(), impinge_classics::spanner::SpannerError>(())
//! ```

mod resolution_level;
mod exact_distance_order;
mod spanner_node;
mod centre_hierarchy;
mod point_placement;
mod edge_search;
mod bulk_edge_search;
mod repair_report;
mod deformable_spanner;
mod nearest_point;
mod nearest_pair;
mod pairs_within;
mod spanner_path;
mod surface_sampling;
mod surface_collisions;
#[cfg(test)]
mod invariants;

pub use deformable_spanner::{Spanner, SpannerError, SpannerOptions};
pub use nearest_pair::NearestPair;
pub use nearest_point::NearestPoint;
pub use repair_report::{RebuildReason, RepairReport};
pub use spanner_node::PointId;
pub use spanner_path::SpannerPath;
pub use surface_collisions::{SampledSurfaces, SurfaceCollision, SurfaceProximity};
pub use surface_sampling::{SamplingError, SurfaceSamples, sample};
