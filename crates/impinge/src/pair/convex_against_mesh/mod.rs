//! A convex shape against a mesh.

pub(crate) mod convex_body; // the shape made ready, and its queries
pub(crate) mod convex_mesh_distance; // the distance of shape and mesh
pub(crate) mod convex_mesh_relation; // the relation of shape and mesh
pub(crate) mod convex_pair_relation; // the relation of two shapes
pub(crate) mod offset_shape; // a shape with less radius
