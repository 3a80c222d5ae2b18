//! Two triangles: whether they share a point, which points those are, and how far apart they are otherwise.
//!
//! Relations are exact for any corners in the exact range, degenerate triangles (segments, points) included. A closed
//! triangle meets another exactly if an edge of the one meets the other, so everything comes down to signs of edges
//! against triangles; the generic pair takes the two signs of Guigue and Devillers (2003) instead.

mod bulk;
mod bulk_distance;
mod coplanar;
mod degenerate;
mod distance;
mod intersection;
#[cfg(test)]
mod one_leaf;
mod relation;
mod neighbours;
mod within;

pub use crate::math::predicates::Triangle;
pub(crate) use bulk::{Leaves, Verdict, verdict};
pub(crate) use bulk_distance::{gap_error, gaps_along, spans};
pub(crate) use degenerate::extremes;
pub(crate) use distance::POINT_ERROR;
pub use distance::{TriangleDistance, distance};
pub use intersection::{Corner, Intersection, intersection};
pub(crate) use neighbours::{overlap_beyond, overlaps_beyond};
pub use relation::{TriangleRelation, relate, relate_brute};
pub(crate) use within::Within;
