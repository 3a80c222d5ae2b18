//! Pairs of bodies of revolution around parallel axes, measured in a plane.
//!
//! | file | what |
//! |---|---|
//! | `cross_section` | the depth of a point in the section of a body of revolution |
//! | `parallel_axes` | distance and depth of two bodies of revolution around parallel axes |

pub(in crate::convex) mod cross_section;
pub(in crate::convex) mod parallel_axes;
