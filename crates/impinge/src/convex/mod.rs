//! Pairs of convex shapes: apart, touching or deep, how far and where.

mod voronoi;
mod facing;
mod exact_distance;
mod certificate;
mod walk;
mod lin_canny;

pub use lin_canny::lin_canny;
pub use voronoi::{Constraint, HullFeature, VoronoiCells};
pub use walk::{FeaturePair, WalkEnd, WalkReport};
