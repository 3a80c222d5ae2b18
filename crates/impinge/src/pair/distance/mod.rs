//! The distance of two meshes.

pub(crate) mod closest_faces; // best-first search for the closest pair of faces
pub(crate) mod closest_goal; // what the search is for: the closest pair, or any within a length
pub(crate) mod closest_tips; // stars whose tips are the closest points of all their faces
pub(crate) mod mesh_distance; // the distance, and whether it is within a length
