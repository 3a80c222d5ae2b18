//! Volumetric sphere trees: spheres that hold a solid, interior included, level by level (Hubbard, *Approximating polyhedra with spheres for time-critical collision
//! detection*, ACM Transactions on Graphics 15(3), 1996; Bradshaw and O'Sullivan, *Adaptive medial-axis approximation for sphere-tree construction*, ibid. 23(1), 2004; as
//! named by the survey of Kockara and others 2007).
//!
//! The largest balls inside a solid have their centres on its medial axis. Of these, few are selected that have to grow least to cover the solid together, then the same for
//! the part that each of them covers. Other than in the papers, which cover samples of the surface, here every level is proved to hold the whole solid: it is divided into
//! pieces, each with points whose hull holds it, and a sphere holds all points of its pieces. So bodies whose spheres are apart at some level are apart, inside included.
//! Medial balls come from shrinking tangent balls (Ma, Bae and Choi 2012) instead of a Voronoi diagram, and more of them are tried where spheres stick out farthest.
//!
//! - `solid_pieces`: pieces of a solid and the points that hold them;
//! - `medial_balls`: the largest balls inside, at a point of the surface;
//! - `ball_selection`: few balls that cover pieces, grown as little as can be;
//! - `solid_sphere_tree`: [`SolidSphereTree`], the tree and what of space it covers beside the solid;
//! - `medial_sphere_method`: [`MedialSphereMethod`], a method of pair queries.
//!
//! ```
//! use impinge::mesh::Mesh;
//! use impinge_classics::medial_spheres::SolidSphereTree;
//!
//! let bar = Mesh::cuboid([0.0, 0.0, 0.0], [8.0, 1.0, 1.0])?;
//! let tree = SolidSphereTree::new(&bar);
//! assert!(tree.spheres(0).len() == 1 && (2..=8).contains(&tree.spheres(1).len()));
//! assert!(tree.volume_outside(1, 32) < tree.volume_outside(0, 32) / 10.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod solid_pieces;
mod medial_balls;
mod ball_selection;
mod solid_sphere_tree;
mod medial_sphere_method;

pub use medial_sphere_method::MedialSphereMethod;
pub use solid_sphere_tree::{SolidSphereTree, volume_outside};
