//! Pairs of convex shapes: whether they are apart, touch or overlap, how far and where.
//!
//! | file | what |
//! |---|---|
//! | `minkowski_difference` | the Minkowski difference of two posed cores, by its support points |
//! | `posed_vertices` | the corners of two small cores in one frame, eight at a time |
//! | `closest_feature_vertices`, `separation`, `penetration_report` | what queries answer |
//! | `gjk/` | nearest point of the difference to the origin: doubles, double-doubles, integers |
//! | `epa/` | depth of the origin in the difference: doubles, double-doubles, integers |
//! | `revolution/` | bodies of revolution around parallel axes, in closed form |
//! | `exact_touching` | touching or overlapping, in integers |
//! | `curved_overlap` | proof that curved cores overlap |
//! | `relation`, `distance`, `penetration`, `signed_distance` | the queries |
//! | `distance_or_depth` | distance where cores are apart, depth where they are not |
//! | `warm_start`, `warm_queries` | the same queries from where the last one ended |
//! | `feature_walk/` | closest features of two polytopes by walks over Voronoi cells |
//! | `contact_manifold`, `supporting_face` | contact polygons of polytopes |

mod minkowski_difference;
mod closest_feature_vertices;
mod separation;
mod posed_vertices;
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

pub use closest_feature_vertices::FeatureCorners;
pub use contact_manifold::{ContactOrigin, ContactPoint, Manifold, ManifoldExtent, ManifoldOptions, manifold};
pub use distance::distance;
#[doc(hidden)]
pub use feature_walk::lin_canny::lin_canny;
pub use feature_walk::voronoi_cells::{HullFeature, VoronoiCells};
#[doc(hidden)]
pub use feature_walk::walk::{FeaturePair, WalkEnd, WalkReport};
pub use penetration::penetration;
pub(crate) use penetration::penetration_bounds;
pub use penetration_report::{DepthArithmetic, Overlap, Penetration, PenetrationOutcome};
pub use relation::{ConvexRelation, intersects, relation, separating_axis};
pub use separation::{GjkSteps, Separation};
pub use signed_distance::signed_distance;
pub use warm_start::WarmStart;
