//! Signed distance fields: how deep points are in a closed mesh, from samples, with proved bounds; and collisions by them.
//!
//! Guendelman, Bridson and Fedkiw (2003) keep a body's signed distance on a grid and look up the vertices of others in it. Here samples are exact
//! (nearest face by the tree, side by the exact test), and a value comes with the bounds that follow from its eight samples, because a distance
//! changes by at most the way that is gone: [`Field::at`] is never sure and wrong. `docs/notes/field.md` has the proofs.
//!
//! [`collide`] looks up vertices, and searches edges, which closes the method's known gap; [`intersects`] hands what samples leave open to the faces;
//! [`deepest_point`] searches faces.
//!
//! Sampling is linear in the number of samples, up to a logarithm of the faces; a value is constant time.

mod deepest_on_edge; // the deepest point of an edge in a field
mod deepest_point; // the point of either surface deepest in the other body
mod distance_field; // the field, and the bounds it proves
mod exact_sampler; // exact samples, one after the other
mod field_collision; // vertices and edges of each body in the field of the other
mod field_options; // options and errors
mod mesh_features; // every vertex and every edge of a mesh once
mod posed_field; // a field at a pose
mod sample_grid; // where samples lie
mod sample_storage; // samples at all grid points, or only near the surface

pub use deepest_point::{DeepestPoint, deepest_point};
pub use distance_field::Field;
pub use field_collision::{
    Decider, FieldCollision, FieldIntersection, FieldPoint, FieldVerdict, Owner, collide, intersects,
};
pub use field_options::{FieldError, FieldOptions, Storage};
