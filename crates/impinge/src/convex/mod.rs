//! Pairs of convex shapes: apart, touching or deep, how far and where.

pub mod difference;
mod expanding;
mod depth_search;
mod refined_depth;
mod lattice_depth;
pub mod penetration;

pub use difference::{Difference, Extreme, Order};
pub use penetration::{Penetration, PenetrationOutcome, WarmPenetration, penetration, penetration_from};
