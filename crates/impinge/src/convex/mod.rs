//! Pairs of convex shapes: apart, touching or deep, how far and where.

pub mod difference;
mod simplex;
mod warm;
mod gjk;
mod refine;
mod exact;
mod length;
mod boundary;
mod surround;
mod separation;
mod relation;
mod expanding;
mod depth_search;
mod refined_depth;
mod lattice_depth;
pub mod penetration;
mod voronoi;
mod facing;
mod exact_distance;
mod certificate;
mod walk;
mod lin_canny;
mod vclip;
mod swift;

pub use difference::{Difference, Extreme, Order};
pub use lin_canny::lin_canny;
pub use penetration::{Penetration, PenetrationOutcome, WarmPenetration, penetration, penetration_from};
pub use relation::{ConvexRelation, intersects, intersects_from, relation, relation_from, separating_axis};
pub use separation::{Corners, Separation, Steps, distance, distance_from};
pub use swift::{LevelsOfDetail, swift};
pub use vclip::vclip;
pub use voronoi::{Constraint, HullFeature, VoronoiCells};
pub use walk::{FeaturePair, WalkEnd, WalkReport};
pub use warm::Warm;
