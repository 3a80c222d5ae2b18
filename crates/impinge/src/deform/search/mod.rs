//! Searches for pairs of faces: those that meet, and those within a length.

pub(crate) mod lane_buffer;
pub(crate) mod candidate_lists;
pub(crate) mod leaf_bounds;
pub(crate) mod leaf_pair_expansion;
pub(crate) mod contact_report;
pub(crate) mod parallel_search;
pub(crate) mod triangle_pairs_x8;
pub(crate) mod neighbour_pairs_x8;
pub(crate) mod triangle_distance_x8;
pub(crate) mod matches;
pub(crate) mod contact_test;
pub(crate) mod proximity;
