//! The curves in which the surfaces of two meshes cross, and what follows from them.

mod coplanar_outline; // which edges count where faces overlap in one plane
mod edge_cuts; // the edges of one body cut by the surface of the other
mod mesh_seam; // the seam of two meshes
mod overlap_volume; // the volume that two solids share
mod passes_through; // whether one solid passes right through the other
mod seam_curve; // the curves of a seam

pub use mesh_seam::Seam;
pub use overlap_volume::OverlapVolume;
pub use seam_curve::SeamCurve;
