//! Oracles for polygons: slabs in fractions of integers, and sets of cells.

pub mod cells;
pub mod random;
pub mod slabs;
