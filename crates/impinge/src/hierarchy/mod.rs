//! The classic bounding volume hierarchies: one tree, generic over its volume, with the ways of building and of walking that
//! the literature has (Kockara et al. 2007, section III.E; Lin et al. 1996, section 4.2).
//!
//! A [`Config`] picks volume, arity, splitting rule, leaf size, and how two trees are walked. Every choice gives the same
//! answers; which one is fast is what they are here to show. [`crate::pair::Method::Hierarchy`] runs queries on them; [`Deforming`] has
//! one whose triangles move.
//!
//! ```
//! use impinge::hierarchy::{Config, Hierarchy, Volume};
//! use impinge::math::DVec3;
//!
//! let config: Config = "obb:arity=4,split=median".parse()?;
//! assert_eq!(config.build.volume, Volume::Obb);
//! let strip: Vec<[DVec3; 3]> =
//!     (0..100).map(|i| [DVec3::X, DVec3::Y, DVec3::Z].map(|p| p + DVec3::X * f64::from(i))).collect();
//! let figures = Hierarchy::build(&strip, &config.build).statistics(&strip);
//! assert_eq!(figures.items, 100);
//! # Ok::<(), impinge::hierarchy::ConfigError>(())
//! ```

mod build;
mod config;
mod deforming;
mod kept;
mod kind;
mod parse;
mod refit;
mod split;
mod statistics;
mod supple;
mod supple_walk;
mod tree;
mod walk;

pub use config::{Arity, Axis, Build, Config, Descent, LeafRule, Order, Space, Split, Volume, Walk};
pub use deforming::{Deforming, MovedError};
pub use kept::Hierarchies;
pub use kind::{Hierarchy, TreePair};
pub use parse::ConfigError;
pub use refit::{Drawn, Refit, Walked};
pub use statistics::{Level, Statistics};
pub use tree::{Node, Tree};
pub use walk::{closest_pair, walk_pairs};
