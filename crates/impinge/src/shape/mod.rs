//! Convex shapes, each known by its farthest points.

mod support;
mod polytope;

pub use polytope::Polytope;
pub use support::Support;
