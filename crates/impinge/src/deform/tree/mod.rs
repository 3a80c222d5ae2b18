//! The tree over the faces of a surface, and how it is kept up.

pub(crate) mod face_tree;
pub(crate) mod partial_sort;
pub(crate) mod edited_tree;
pub(crate) mod upkeep_policy;
