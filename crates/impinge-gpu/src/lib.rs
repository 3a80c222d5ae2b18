//! Collision detection in image space, on graphics hardware.
//!
//! Bodies are drawn, and pixels tell who is inside whom. The images are made of integers alone, so every device, drawing or
//! computing, gives the same pixels as the CPU reference of each method; tests compare them all. A device that is missing, is lost or
//! has too little room answers with a [`GpuError`], never with a wrong "free".
//!
//! [`Gpu`] opens a device, [`Store`] keeps meshes on it; [`cinder`], [`cullide`] and [`ldi`] are the methods. Without the feature `device`, or without a
//! driver, the functions that end in `_on_cpu` make the same images of the meshes of a [`MeshTable`].
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

#[cfg(feature = "device")]
mod buffer;
mod camera;
pub mod cinder;
mod cost;
pub mod cullide;
#[cfg(feature = "device")]
mod device;
mod error;
pub mod exact_bodies;
mod fixed_point;
#[cfg(feature = "device")]
mod device_frame;
mod layers;
mod draw_layout;
pub mod ldi;
mod box_overlap;
#[cfg(feature = "device")]
mod occlusion_queries;
mod image_margin;
#[cfg(feature = "device")]
mod shader;
#[cfg(feature = "device")]
mod mesh_store;
mod mesh_table;
#[cfg(all(test, feature = "device"))]
mod tests;
#[cfg(feature = "device")]
mod timer;
mod orientation;
mod image_view;

pub use camera::View;
pub use cost::Cost;
#[cfg(feature = "device")]
pub use device::{Choice, Description, DeviceKind, Gpu, list};
pub use draw_layout::{Instance, OwnSolid};
pub use error::GpuError;
#[cfg(feature = "device")]
pub use mesh_store::Store;
pub use mesh_table::{MeshId, MeshTable, Model};
pub use orientation::Turned;

// What tests of the command and of this crate share names it as they do.
#[cfg(all(test, feature = "device"))]
extern crate self as impinge_gpu;
