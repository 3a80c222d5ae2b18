//! Thickness of an overlap: the diameter of the largest ball inside both bodies, between proved bounds.

pub(crate) mod ball_list; // several large balls, apart from each other
mod ball_search; // lower bound: the largest ball found; upper bound by cubes, for fat overlaps
mod body_side; // on which side of a body a point is
mod column; // rays into a body from a face, an edge or a vertex
mod enclosed_faces; // the faces that a ball inside both bodies may touch
mod face_distances; // whether faces are near to all of a patch
mod face_insides; // on which sides of its faces a body is
mod face_part; // what half-spaces leave of a triangle
mod offset_search; // upper bound by the surfaces at one depth behind both bodies, for thin overlaps
pub(crate) mod overlap_thickness; // options, report and the whole search
mod patch_cut; // where a patch is cut along a face
mod surface_columns; // the columns behind a body's surface
mod vertex_cone; // the directions behind a vertex
