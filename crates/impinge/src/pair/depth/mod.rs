//! Penetration depth of two meshes, between proved bounds.

pub(crate) mod deepest_vertex; // the vertex of one body deepest in the other
pub(crate) mod inscribed_balls; // lower bound: two balls about one point
pub(crate) mod penetration_depth; // both bounds
pub(crate) mod separation_along; // upper bound: the shortest translation along a direction
