//! Meshes: indexed triangles, what is wrong with them, and what they enclose.

mod capping; // openings closed by caps
mod component_boxes; // boxes around components and their closed parts
mod face_topology; // neighbours, components, closed parts
mod healing; // cracks closed, within a length
mod indexed_mesh; // the mesh
mod mass_properties; // area, volume, centroid
mod mesh_defect; // what can be wrong with a mesh
mod mesh_shapes; // boxes, spheres, cylinders, and meshes from plain arrays
pub(crate) mod star_arcs; // faces around one point that may share more than that point
mod structure_cache; // search structures of other crates, made once for each mesh
#[doc(hidden)]
pub mod union_find; // disjoint sets of numbers
#[doc(hidden)]
pub mod vertex_welding; // vertices at the same place become one
pub(crate) mod vertex_stars; // vertices with very many faces
mod winding; // winding numbers and insides of meshes that need not be closed

pub use face_topology::Topology;
pub use healing::{HealOptions, HealReport, Healed};
pub use indexed_mesh::Mesh;
pub(crate) use indexed_mesh::check;
pub use mass_properties::MeshMassProperties;
pub use mesh_defect::{Defect, MeshError};
pub use winding::{Closedness, Membership};
