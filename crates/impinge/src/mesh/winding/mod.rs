//! Insides of meshes that need not be closed: the generalised winding number (Jacobson, Kavan and Sorkine-Hornung 2013) with proved bounds.
//!
//! The winding number of a point is the sum of the solid angles of all faces seen from it, over 4π. About a closed surface it is an integer; about one
//! with openings it is off from an integer by the share of the view that the openings take. Faces far from the point are summed up in clusters, by the first
//! two terms of an expansion (the fast winding numbers of Barill et al. 2018) with a bound on the rest; near ones are measured one by one. `docs/notes/winding.md`
//! has the proofs.

mod closedness; // closed, nearly closed or a sheet
mod cluster; // faces summed up for points far from them
mod consistent_orientation; // faces turned to run along shared edges in opposite directions; the rim
mod membership; // inside, outside or undecided
mod opening; // the width of the largest opening
mod signed_surface; // faces turned as they are given
mod solid_angle; // the solid angle of a triangle between bounds
mod winding_tree; // clusters on the tree of a mesh, and the sum over them

pub use closedness::Closedness;
pub(crate) use closedness::{surface_offset, surface_places};
pub(crate) use consistent_orientation::{ConsistentOrientation, RimEdge};
pub use membership::Membership;
pub(crate) use signed_surface::SignedSurface;
