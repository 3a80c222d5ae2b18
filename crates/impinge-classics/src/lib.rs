//! Methods of collision detection as their papers describe them, chosen by name.
//!
//! The engine, `impinge`, answers by one method of its own. These are the others: to compare with, to measure, and for what they do best.
//!
//! - [`hierarchy`]: hierarchies of boxes, oriented boxes, spheres, k-DOPs and swept spheres; [`method`] picks one by name.
//! - [`feature_walk`]: closest features of polytopes by V-Clip and SWIFT; [`HullStage`] asks the hulls of two meshes first.
//! - [`covering`]: points in solids by coverings of tetrahedra, and polyhedra that move about others (Jiménez, Segura and Feito 2004).
//! - [`geometry_image`]: surfaces as images with pyramids, for deformable ones too (Beneš and Villanueva 2005).
//! - [`edge_face`]: edges of each mesh against faces of the other, without a hierarchy (Moore and Wilhelms 1988).
//! - [`medial_spheres`]: spheres that hold solids, interior included (Hubbard 1996; Bradshaw and O'Sullivan 2004).
//! - [`octree`]: faces of moving bodies that may collide in the next interval (Kitamura et al. 1995), also over MPI ranks.
//! - [`spanner`]: proximity of moving points at every resolution (Gao, Guibas and Nguyen 2006).
//! - [`tetra`]: contacts of soft bodies of tetrahedra by spatial hashing (Teschner et al. 2003).
#![forbid(unsafe_code)]

pub mod covering;
pub mod edge_face;
pub mod feature_walk;
pub mod geometry_image;
pub mod hierarchy;
mod hull_stage;
pub mod medial_spheres;
mod method;
pub mod octree;
pub mod spanner;
pub mod tetra;
#[cfg(test)]
mod random;

pub use hull_stage::HullStage;
pub use method::{MethodError, method};
