//! Seeded generators of bodies and assemblies, shared by tests, benchmarks and the demo.
//!
//! - [`solid`]: closed, outward-turned, welded meshes: boxes, spheres, gears, bolts and the like;
//! - [`polycube`]: bodies of voxels under integer maps, whose relation [`voxel`] arithmetic knows exactly;
//! - [`adversarial`]: pairs with a certain relation that are hard to get right;
//! - [`gearbox`](mod@gearbox), [`assembly`]: many posed parts; [`soup`], [`sheet`], [`pipe`]: what is no plain solid;
//! - [`polygon_outlines`]: polygons in the plane: convex, starred, contour, irregular, holed;
//! - [`plant`](mod@plant): a plant of thousands of bodies with planted clashes;
//! - [`robot_arm`](mod@robot_arm): an articulated robot with its URDF text;
//! - [`approaching_spheres`]: the spheres of the experiments with colliding faces;
//! - [`deforming_sequences`]: surfaces that deform until they cross themselves: a sheet over a ball, one that is cut, a ring that is wrung, a bar that is bent;
//! - [`pipework`], [`torpedo`](mod@torpedo), [`pivot`](mod@pivot): the scenes of the OBBTree experiments, triangle for triangle.
//!
//! The same arguments give the same bits. Where contact is meant to be exact, coordinates are dyadic.
#![forbid(unsafe_code)]

pub mod adversarial;
pub mod approaching_spheres;
pub mod assembly;
mod ear_clipping;
pub mod error;
pub mod deforming_sequences;
pub mod gearbox;
pub mod polygon_outlines;
pub mod named_part;
pub mod pipe;
pub mod pipework;
pub mod pivot;
pub mod plant;
pub mod polycube;
pub mod polygon;
pub mod random;
pub mod robot_arm;
pub mod sheet;
pub mod solid;
pub mod soup;
pub mod surface;
pub mod torpedo;
pub mod unimodular;
pub mod voxel;

pub use error::SceneError;
pub use gearbox::gearbox;
pub use named_part::NamedPart;
pub use polygon::Polygon;
pub use polygon_outlines::Outline;
pub use random::SplitMix64;
pub use robot_arm::robot_arm;
pub use surface::Surface;
