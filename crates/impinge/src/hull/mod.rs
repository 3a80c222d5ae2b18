//! Convex hulls of points in doubles, on exact orientation.

mod surface;

pub use surface::{Extent, HalfEdge, HullSurface, NONE};
