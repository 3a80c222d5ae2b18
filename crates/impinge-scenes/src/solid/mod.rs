//! Closed, outward-turned, welded meshes.

mod bolt;
mod cuboid;
mod extrusion;
mod gear;
mod revolution;
mod sphere;

pub use bolt::Bolt;
pub use cuboid::{cuboid, cuboid_with_diagonals, hollow_cuboid, octahedron, tetrahedron};
pub use extrusion::{extrusion, plate};
pub use gear::Gear;
pub use revolution::{cone, cylinder, ring_of_revolution, shaft, solid_of_revolution, torus, tube, uv_sphere};
pub use sphere::{blob, geodesic_sphere, icosphere};
