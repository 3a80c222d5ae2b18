//! Penetration depth of two meshes, between proved bounds.

mod convex_core; // bodies that are convex but for rounding
pub(crate) mod deepest_vertex; // the vertex of one body deepest in the other
mod depth_search; // the search for both bounds
mod half_spaces; // the shortest vector in half-spaces
mod inner_polytope; // convex parts of a body
pub(crate) mod inscribed_balls; // lower bound: two balls about one point
mod overlap_region; // translations that leave two bodies in each other
pub(crate) mod penetration_depth; // options, report and both bounds
mod push_effort; // what a search may spend on pushes
mod push_span; // how far two triangles meet along a push
mod seam_directions; // directions from the faces that cross
pub(crate) mod separation_along; // upper bound: the shortest translation along a direction
mod translation_search; // lower bound: translations that convex parts allow
