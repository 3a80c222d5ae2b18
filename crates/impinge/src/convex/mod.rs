//! Pairs of convex shapes: apart, touching or deep, how far and where.

pub mod difference;

pub use difference::{Difference, Extreme, Order};
