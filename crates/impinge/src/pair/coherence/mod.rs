//! Queries about two bodies that move a little from one to the next.

pub(crate) mod coherent; // what one answer leaves for the next
pub(crate) mod motion_bound; // how far a distance can change between two poses
pub(crate) mod pair_memory; // what is remembered of two meshes
