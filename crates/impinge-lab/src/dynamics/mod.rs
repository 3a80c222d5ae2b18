//! A simple dynamics engine for the labs whose bodies collide.
//!
//! - `rigid_body`: one rigid body, a force field, an impulse at every contact;
//! - `impulse`: impulses between two bodies;
//! - `contact_points`: where two colliding bodies are pushed apart.

pub mod contact_points;
pub mod impulse;
pub mod rigid_body;
