//! Two polygons in one frame, and what every pair query does with their trees.
//!
//! - `pair`: both polygons in canonical order, with error bounds for approximate coordinates;
//! - `approximate_transform`: from a polygon's frame to approximate coordinates;
//! - `vector_lanes`: eight boxes or eight edges in vector lanes;
//! - `tree_traversal`: pairs of leaves that overlap, pairs by distance, leaves along a ray;
//! - `leaf_pair`: the edges of two leaves that are near each other;
//! - `leaf_pair_table`: all pairs of leaves of two small polygons;
//! - `crossing_filter`: eight edges against eight: apart, crossing or undecided.

pub(crate) mod approximate_transform;
pub(crate) mod crossing_filter;
pub(crate) mod leaf_pair;
pub(crate) mod leaf_pair_table;
pub(crate) mod pair;
pub(crate) mod tree_traversal;
pub(crate) mod vector_lanes;
