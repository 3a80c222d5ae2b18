//! URDF: robots as a tree of links with collision geometry, in metres and radians.
//!
//! Read are `link` with its `collision` elements and `joint`; what is for looks, weight or simulators is passed over. Beyond the
//! specification: `capsule` (its length is that of the straight part) and `quat_xyzw`. An origin is `x → Rz(yaw) Ry(pitch) Rx(roll) x + xyz`,
//! exact for quarter turns that are given to all digits. Macros (xacro) must have been expanded.

mod geometry;
mod joint;
mod package;
mod robot;

pub use robot::{GeometrySource, Robot, RobotLink, RobotOptions, read_urdf, read_urdf_bytes};

pub(crate) use geometry::Loader;
pub(crate) use robot::parse;
