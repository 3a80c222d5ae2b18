//! Impinge answers, for any two meshes or convex shapes: do they meet, where, how deep, and how far apart are they. Exactly.
//!
//! Start at [`mesh::Mesh`] and [`pair`], or at [`shape`] and [`convex`]. The modules form layers: each one imports only from those listed above it,
//! and a test holds them to it.
//!
//! ```
//! use impinge::{math::{DVec3, Pose}, mesh::Mesh, pair, pair::Relation};
//!
//! let corner = |x, y, z| DVec3::new(x, y, z);
//! let tetrahedron = Mesh::try_new(
//!     vec![corner(0.0, 0.0, 0.0), corner(1.0, 0.0, 0.0), corner(0.0, 1.0, 0.0), corner(0.0, 0.0, 1.0)],
//!     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
//! )?;
//! let a_from_b = Pose::from_translation(corner(1.0, 0.0, 0.0))?;
//! let report = pair::relate(&tetrahedron, &tetrahedron, &a_from_b, &pair::Request::default());
//! assert_eq!(report.relation, Relation::Touching);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod bounded;
pub mod feature;
pub mod cost;
pub mod collect;
pub(crate) mod compact_sort;
#[doc(hidden)]
pub mod priority_queue;
pub mod executor;
pub mod math;
pub mod primitive;
pub mod hull;
pub mod bound;
pub(crate) mod lane_tree;
pub mod broad;
pub mod bvh;
pub mod triangle_pair;
pub mod shape;
pub mod convex;
pub mod mesh;
pub mod ccd;
pub mod pair;
pub mod field;
pub mod deform;
pub mod articulation;
pub mod scene;

pub use bounded::{Bounded, Certainty};
pub use executor::Executor;
pub use math::{DVec3, Pose};
pub use mesh::Mesh;
pub use pair::{Relation, contacts, depth, distance, intersects, relate, sweep, within};
pub use scene::Scene;
