//! Convex shapes, each known by its farthest points.

mod support;
mod climb;
mod scan;
mod mass;
mod polytope;

pub use mass::MassProperties;
pub use polytope::Polytope;
pub use support::Support;
