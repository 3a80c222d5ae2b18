//! Closest points of points, segments and triangles, by the features they lie on: each function answers only for the
//! interiors it names, and says `None` where the closest point lies on a smaller feature.

mod edge_edge;
mod vertex_edge;
mod vertex_face;

pub use edge_edge::edge_edge;
pub use vertex_edge::vertex_edge;
pub use vertex_face::vertex_face;
