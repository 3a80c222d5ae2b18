//! Pairs of convex shapes: apart, touching or deep, how far and where.

pub mod difference;
mod simplex;
mod warm;
mod gjk;
mod refine;
mod exact;
mod length;
mod boundary;
mod surround;
mod separation;
mod relation;
mod expanding;
mod winding;
mod depth_search;
mod refined_depth;
mod lattice_depth;
mod overlap;
mod core_depth;
mod proximity;
mod signed_distance;
mod penetration;

pub use core_depth::WarmPenetration;
pub use difference::{Difference, Extreme, Order};
pub use overlap::{Depth, Overlap, Penetration, PenetrationOutcome, Route};
pub use penetration::{penetration, penetration_from};
pub use proximity::{SignedDistance, WarmProximity};
pub use relation::{ConvexRelation, intersects, intersects_from, relation, relation_from, separating_axis};
pub use separation::{Corners, Separation, Steps, distance, distance_from};
pub use signed_distance::{signed_distance, signed_distance_from};
pub use warm::Warm;
