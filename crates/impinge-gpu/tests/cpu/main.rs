//! Images made on the CPU, without a graphics device, against the exact engine.

#[path = "../bodies/mod.rs"]
mod bodies;
mod one_mesh;
mod pairs;
