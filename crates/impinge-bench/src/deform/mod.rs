//! Surfaces that deform, against themselves: Impinge beside Embree and CGAL, answers compared, then timed, in one run.

pub mod command;
mod engine;
mod compare_and_time;
mod report;
mod sequence;

#[cfg(feature = "cgal")]
mod cgal;
#[cfg(feature = "embree")]
mod embree;
