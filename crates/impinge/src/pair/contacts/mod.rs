//! Pairs of faces that share a point.

pub(crate) mod face_contacts; // of two meshes, by a walk over both trees
pub(crate) mod self_contact; // of one mesh with itself
