//! Convex shapes, each known by its farthest points.

mod support;

pub use support::Support;
