//! Pairs of convex shapes: apart, touching or deep, how far and where.

mod minkowski_difference;
mod feature_corners;
mod separation;
mod posed_corners;
mod gjk;
mod exact_touching;
mod curved_overlap;
mod revolution;
mod distance;
mod relation;
mod epa;
#[doc(hidden)]
pub mod feature_walk;
mod supporting_face;
mod contact_manifold;
mod penetration_report;
mod warm_start;
mod distance_or_depth;
mod signed_distance;
mod penetration;
mod warm_queries;

pub use contact_manifold::{ContactOrigin, ContactPoint, Manifold, ManifoldExtent, ManifoldOptions, manifold};
pub use distance::distance;
pub use feature_corners::FeatureCorners;
pub use feature_walk::lin_canny::lin_canny;
pub use feature_walk::voronoi_cells::{HullFeature, VoronoiCells};
pub use feature_walk::walk::{FeaturePair, WalkEnd, WalkReport};
pub use penetration::penetration;
pub use penetration_report::{DepthArithmetic, Overlap, Penetration, PenetrationOutcome};
pub use relation::{ConvexRelation, intersects, relation, separating_axis};
pub use separation::{GjkSteps, Separation};
pub use signed_distance::signed_distance;
pub use warm_start::WarmStart;
