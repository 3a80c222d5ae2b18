//! A point or a ray, and one mesh.

pub(crate) mod locate; // inside, on the surface or outside
pub(crate) mod point_query; // the nearest face and the signed distance
pub(crate) mod ray_cast; // where a ray first hits
