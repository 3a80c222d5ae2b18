//! What meets while a surface moves from one frame to the next.

pub(crate) mod representative_triangles;
pub(crate) mod impact_filter_x8;
pub(crate) mod impact_report;
pub(crate) mod surface_step;
pub(crate) mod impact_test;
