//! Boxes and spheres around points, and boxes of two bodies at a relative pose.
//!
//! All are conservative, rounding included: a volume holds its points, and volumes that share a point of their bodies always overlap.
//!
//! - `aabb`: axis-aligned boxes
//! - `posed_boxes`: boxes of two frames
//! - `sphere`: the smallest sphere around points

mod aabb;
mod posed_boxes;
mod sphere;

pub use aabb::Aabb;
pub use posed_boxes::PosedBoxes;
pub use sphere::{Sphere, scaled_about_middle};
