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

mod collision;
mod corners;
mod deepest_point;
mod edge_search;
mod error;
mod lattice;
mod placed;
mod sampler;
mod samples;
mod signed_field;

pub use collision::{Decider, FieldCollision, FieldPoint, FieldVerdict, Owner, collide, intersects};
pub use deepest_point::{DeepestPoint, deepest_point};
pub use error::{FieldError, FieldOptions, Storage};
pub use signed_field::Field;
