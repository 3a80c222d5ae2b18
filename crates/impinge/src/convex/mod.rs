//! Pairs of convex shapes: apart, touching or deep, how far and where.

pub mod difference;
mod simplex;
mod warm;
mod gjk;
mod refine;
mod exact;
mod length;
mod boundary;
mod separation;
mod relation;
mod expanding;
mod depth_search;
mod refined_depth;
mod lattice_depth;
pub mod penetration;

pub use difference::{Difference, Extreme, Order};
pub use penetration::{Penetration, PenetrationOutcome, WarmPenetration, penetration, penetration_from};
pub use relation::{ConvexRelation, intersects, intersects_from, relation, relation_from, separating_axis};
pub use separation::{Corners, Separation, Steps, distance, distance_from};
pub use warm::Warm;
