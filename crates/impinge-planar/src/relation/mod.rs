//! How two polygons relate, and what they share.
//!
//! - `relate`: relation, contacts and distance in one report; `intersects`; `locate`;
//! - `classify`: the relation, from the sides of the pieces into which edges cut each other;
//! - `ray_casting`: parity of the edges that a ray crosses;
//! - `common_point`: the first point found that both share;
//! - `contacts`: every pair of edges that share a point, with what they share;
//! - `edge_intersections`: these pairs by brute force and by trees.

pub(crate) mod classify;
pub(crate) mod common_point;
pub(crate) mod contacts;
pub(crate) mod edge_intersections;
pub(crate) mod ray_casting;
pub(crate) mod relate;

pub use contacts::contacts;
pub use relate::{intersects, locate, relate};
