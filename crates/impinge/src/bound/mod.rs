//! Bounding volumes and how they sit to each other.

mod aabb;
mod posed;

pub use aabb::Aabb;
pub use posed::PosedBoxes;
