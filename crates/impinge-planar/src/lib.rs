//! Exact collision and distance of polygons in the plane, at rest and in motion. Polygons are point sets.
//!
//! The queries and their names are those of [`impinge::pair`]: all take `a`, `b` and the pose `a_from_b`, and answer in A's frame.
//! The posed vertices of B, each rounded once, are the input; from there every sign is exact. [`Polygon`] defines the points
//! of a polygon; `docs/notes/planar.md` has the proofs. Jiménez, Segura and Feito (2004) move polygons by coverings of
//! triangles; here the edges have a tree, so that the cost grows with the contacts, not with the edges.
//!
//! - [`relate`]: the [`impinge::pair::Relation`], and on request contacts and distance, in one report;
//! - [`intersects`]: whether they share a point; stops at the first proof;
//! - [`contacts`]: every pair of edges that share a point, with what they share;
//! - [`distance`], [`within`]: the distance, with the closest points;
//! - [`locate`]: whether a point is inside, outside or on an edge;
//! - [`sweep`]: when they share a point while one moves;
//! - [`Covering`], [`MovingPoint`], [`MovingPolygon`]: the same by coverings and influence areas, coherent from step to step;
//! - [`PlanarScene`]: many polygons, from step to step.

#![forbid(unsafe_code)]

mod coverings;
mod distance;
mod polygon;
mod pose;
mod posed_pair;
mod relation;
mod report;
mod scene;
mod segment;
mod sweep;
mod tree;

pub use coverings::{Covering, MovingHistory, MovingPoint, MovingPolygon};
pub use distance::{distance, within};
pub use polygon::{Circle, EdgeId, Invalidity, Polygon, PolygonError, Rect};
pub use pose::Pose2;
pub use relation::{contacts, intersects, locate, relate};
pub use report::{Contact, Distance, EdgeIntersection, EdgeRelation, Method, PairReport, Request};
pub use scene::{PlanarBody, PlanarNearest, PlanarPair, PlanarScene, PlanarView};
#[doc(hidden)]
pub use segment::barycentric::{barycentric_signs, segments_intersect};
pub use sweep::{ContactInterval, Impact, Motion, MotionError, Sweep, sweep};
