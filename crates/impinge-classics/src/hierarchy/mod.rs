//! Bounding volume hierarchies: one tree, generic over its volume, with the ways of building and of walking that
//! the literature has (Kockara et al. 2007, section III.E; Lin et al. 1996, section 4.2).
//!
//! A [`HierarchyConfig`] picks volume, arity, splitting rule, leaf size, and how two trees are walked. Every choice gives the same
//! answers; they differ in speed. [`HierarchyConfig::method`] makes it a method of pair queries. A [`DeformingHierarchy`] has triangles that move.
//!
//! - `config`, `config_name`: what can be chosen, and its names
//! - `bounding_volume`: boxes, spheres, k-DOPs, swept rectangles
//! - `volume_tree`, `tree_build`, `split_rule`, `tree_traversal`, `tree_statistics`: one tree, how it is built, walked and measured
//! - `any_tree`, `hierarchy_cache`, `face_pairs`: trees of any volume, kept with meshes, and pair queries on them
//! - `deforming_hierarchy`, `refit_strategy`, `refitted_tree`, `lazy_refit_traversal`: trees over triangles that move
//!
//! ```
//! use impinge::math::DVec3;
//! use impinge_classics::hierarchy::{Hierarchy, HierarchyConfig, config::VolumeKind};
//!
//! let config: HierarchyConfig = "obb:arity=4,split=median".parse()?;
//! assert_eq!(config.build.volume, VolumeKind::Obb);
//! let strip: Vec<[DVec3; 3]> =
//!     (0..100).map(|i| [DVec3::X, DVec3::Y, DVec3::Z].map(|p| p + DVec3::X * f64::from(i))).collect();
//! let figures = Hierarchy::build(&strip, &config.build).statistics(&strip);
//! assert_eq!(figures.items, 100);
//! # Ok::<(), impinge_classics::hierarchy::HierarchyConfigError>(())
//! ```

#[doc(hidden)]
pub mod bounding_volume;
pub mod config;
mod config_name;
mod volume_tree;
mod split_rule;
mod tree_build;
mod tree_traversal;
mod tree_statistics;
mod any_tree;
mod hierarchy_cache;
mod face_pairs;
mod refit_strategy;
mod refitted_tree;
mod lazy_refit_traversal;
mod deforming_hierarchy;

pub use any_tree::Hierarchy;
pub use config::HierarchyConfig;
pub use config_name::HierarchyConfigError;
pub use deforming_hierarchy::{DeformingHierarchy, MovedTrianglesError};
pub use face_pairs::mesh_hierarchy;
pub use refit_strategy::{Refit, RefitCost, WalkCost};
pub use tree_statistics::{LevelStatistics, TreeStatistics};
