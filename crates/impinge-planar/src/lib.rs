//! Polygons in the plane that move: do they meet, where, how far apart. Exact answers, as point sets.
//!
//! The questions are those of [`impinge::pair`], and so are the words: all take `a`, `b` and the pose `a_from_b`, and answer in A's frame.
//! The posed vertices of B, each rounded once, are the input; from there every sign is exact. What the points of a polygon are is
//! said at [`Polygon`]; `docs/notes/planar.md` has the proofs. Jiménez, Segura and Feito (2004) move polygons by coverings of
//! triangles; here the edges have a tree, so that a query costs what meets, not what there is.
//!
//! - [`relate`]: the [`impinge::pair::Relation`], and on request contacts and distance, in one report;
//! - [`intersects`]: do they share a point; stops at the first proof;
//! - [`contacts`]: every pair of edges that share a point, with what they share;
//! - [`distance`], [`within`]: how far apart, with the closest points;
//! - [`locate`]: is a point inside;
//! - [`sweep`]: when they share a point while one moves;
//! - [`Covering`], [`MovingPoint`], [`Moving`]: the same by coverings and influence areas, coherent from step to step;
//! - [`PlanarScene`]: many of them, from step to step.

#![forbid(unsafe_code)]

mod candidates;
mod common_point;
mod contacts;
mod covering;
mod crossing;
mod distance;
mod extents;
mod facing;
mod foot;
mod gap;
mod inclusion;
mod influence;
mod invalidity;
mod judge;
mod lanes;
mod leaf_pairs;
mod measure;
mod meet;
mod moving;
mod moving_history;
mod moving_point;
mod own_meetings;
mod polygon;
mod pose;
mod ray;
mod rect;
mod relate;
mod report;
mod ring_locations;
mod scene;
mod segment_signs;
mod setting;
mod site;
mod slots;
mod sound;
mod sweep;
mod tree;
mod walk;

pub use contacts::contacts;
pub use covering::Covering;
pub use distance::{distance, within};
pub use influence::Influence;
pub use invalidity::Invalidity;
pub use measure::Circle;
pub use moving::Moving;
pub use moving_history::MovingHistory;
pub use moving_point::MovingPoint;
pub use polygon::{Polygon, PolygonError};
pub use pose::Pose2;
pub use rect::Rect;
pub use relate::{intersects, locate, relate};
pub use report::{Common, Contact, Distance, EdgeId, EdgeRelation, Method, Report, Request};
pub use scene::{PlanarBody, PlanarNearest, PlanarPair, PlanarScene, PlanarView};
pub use segment_signs::{barycentric_signs, segments_meet};
pub use sweep::{ContactInterval, Impact, MOST_TURNS, Motion, MotionError, Sweep, Time, sweep};
