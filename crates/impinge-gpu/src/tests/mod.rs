//! Device against CPU reference, pixel by pixel: what no user sees, and so is tested from inside.

mod cinder;
mod cullide;
mod layers;
mod limits;
mod vertex_transform;
mod self_collision;

#[path = "../../tests/bodies/mod.rs"]
mod bodies;
#[path = "../../tests/device/mod.rs"]
pub(crate) mod device;
#[path = "../../tests/scenes/mod.rs"]
mod scenes;
