//! Pairs of faces that share a point.

pub(crate) mod common_tips; // of stars whose tips lie at one place
pub(crate) mod face_contacts; // of two meshes, by a walk over both trees
pub(crate) mod self_contact; // of one mesh with itself
