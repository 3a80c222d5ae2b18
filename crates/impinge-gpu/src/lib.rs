//! Collision detection in image space, on graphics hardware.
//!
//! Bodies are drawn, and pixels tell who is inside whom. The images are made of integers alone, so every device, drawing or
//! computing, gives the same pixels as the CPU reference of each method; tests compare them all. A device that is missing, is lost or
//! has too little room answers with a [`GpuError`], never with a wrong "free".
//!
//! [`Gpu`] opens a device, [`Store`] keeps meshes on it; [`cinder`], [`cullide`] and [`ldi`] are the methods.
//!
//! ```no_run
//! use impinge::{math::{DVec3, Pose}, mesh::Mesh};
//! use impinge_gpu::{Choice, Gpu, Instance, Store, cinder::{Cinder, CinderOptions}};
//!
//! # fn example(mesh: Mesh) -> Result<(), Box<dyn std::error::Error>> {
//! let gpu = Gpu::open(&Choice::Fastest)?;
//! let (mut cinder, mut store) = (Cinder::new(&gpu)?, Store::new(&gpu));
//! let mesh = store.add(&std::sync::Arc::new(mesh))?;
//! let poses = [Pose::IDENTITY, Pose::from_translation(DVec3::new(0.5, 0.0, 0.25))?];
//! let bodies = poses.map(|world_from_body| Instance { mesh, world_from_body });
//! for pair in cinder.query(&gpu, &mut store, &bodies, &CinderOptions::default())?.pairs {
//!     println!("{} edges of body {} are inside body {}", pair.edges.len(), pair.penetrating, pair.penetrated);
//! }
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod buffer;
mod camera;
pub mod cinder;
mod cost;
pub mod cullide;
mod device;
mod error;
pub mod exact_bodies;
mod fixed_point;
mod device_frame;
mod layers;
mod draw_layout;
pub mod ldi;
mod box_overlap;
mod occlusion_queries;
mod image_margin;
mod shader;
mod mesh_store;
#[cfg(test)]
mod tests;
mod timer;
mod orientation;
mod image_view;

pub use camera::View;
pub use cost::Cost;
pub use device::{Choice, Description, DeviceKind, Gpu, list};
pub use draw_layout::{Instance, OwnSolid};
pub use error::GpuError;
pub use mesh_store::{MeshId, Model, Store};
pub use orientation::Turned;

// What tests of the command and of this crate share names it as they do.
#[cfg(test)]
extern crate self as impinge_gpu;
