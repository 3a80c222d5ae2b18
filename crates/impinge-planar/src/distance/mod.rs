//! How far apart two polygons are.
//!
//! - `closest_features`: `distance` and `within`: the search for the closest vertex and edge;
//! - `distance_filter`: squared distances of the edges of two leaves, in vector lanes.

pub(crate) mod closest_features;
mod distance_filter;

pub use closest_features::{distance, within};
