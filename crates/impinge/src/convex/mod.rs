//! Pairs of convex shapes: apart, touching or deep, how far and where.

mod voronoi;
mod facing;
mod exact_distance;
mod certificate;
mod walk;
mod lin_canny;
mod vclip;
mod swift;
mod contact_patch;
mod manifold;

pub use lin_canny::lin_canny;
pub use manifold::{ContactOrigin, ContactPoint, Manifold, ManifoldExtent, ManifoldOptions, manifold};
pub use swift::{LevelsOfDetail, swift};
pub use vclip::vclip;
pub use voronoi::{Constraint, HullFeature, VoronoiCells};
pub use walk::{FeaturePair, WalkEnd, WalkReport};
