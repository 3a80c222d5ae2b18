//! Two triangles: whether they share a point, which points those are, and how far apart they are otherwise.
//!
//! Relations are exact for any corners in the exact range, degenerate triangles (segments, points) included. A closed
//! triangle meets another exactly if an edge of the one meets the other, so everything comes down to signs of edges
//! against triangles; the generic pair takes the two signs of Guigue and Devillers (2003) instead.

mod leaf_pair_filter_x16; // sixteen pairs of triangles at once: apart, crossing or undecided
mod leaf_pair_distance_x16; // lower bounds on the distances of sixteen pairs
mod coplanar; // triangles in one plane
mod crossing_points; // where an edge crosses a plane or another edge
mod degenerate; // triangles without area
mod distance; // distance and closest points
mod intersection; // the points that two triangles share
#[cfg(test)]
mod leaf_test_cases; // bodies of one leaf for tests
mod relation; // disjoint, touching or crossing, by signs alone
mod shared_corners; // triangles of one surface that share corners
mod triangle_features; // the feature that a point lies on, by signs
mod exact_distance; // distance and closest points, in integers

pub use crate::math::predicates::Triangle;
pub(crate) use degenerate::extremes;
#[doc(hidden)]
pub use distance::{ClosestPoints, RoughDistance, TriangleDistance, distance};
pub(crate) use exact_distance::ExactTriangles;
#[doc(hidden)]
pub use intersection::intersection;
pub use intersection::{Corner, Intersection};
pub(crate) use leaf_pair_distance_x16::{gap_error, gaps_along, spans};
pub(crate) use leaf_pair_filter_x16::{FilterVerdict, Leaves, verdict};
pub use relation::TriangleRelation;
#[doc(hidden)]
pub use relation::{relate, relate_brute};
pub(crate) use shared_corners::{overlap_beyond, overlaps_beyond};
