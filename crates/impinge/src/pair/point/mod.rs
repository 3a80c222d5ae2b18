//! A point or a ray, and one mesh.

pub(crate) mod locate; // inside, on the surface or outside
pub(crate) mod point_query; // the nearest face and the signed distance
pub(crate) mod ray_cast; // which faces a ray meets, and where first
