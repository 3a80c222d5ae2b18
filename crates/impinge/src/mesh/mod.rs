//! Meshes: indexed triangles, what is wrong with them, and what they enclose.

pub mod defect;
pub mod weld;
pub mod topology;
pub mod mass;
mod structure_cache;
mod soup;

pub use defect::{Defect, Refusal};
pub use soup::Mesh;
pub(crate) use soup::check;
pub use topology::Topology;
