//! Points in solids by coverings of tetrahedra (Jiménez, Segura and Feito 2004, from polygons to solids).
//!
//! - `solid_covering`: a tetrahedron from one point to every face, and points located by signs
//! - `moving_point`: a point located from step to step, by the faces whose planes it crosses

mod moving_point;
mod solid_covering;

pub use moving_point::MovingPoint;
pub use solid_covering::SolidCovering;
