//! Impinge's polygons beside parry's polylines and GEOS: star polygons at many poses, answers compared, then timed, one thread, in one run.
//!
//! - [`workload`]: pairs of stars with poses at which about half of them meet;
//! - [`engine`]: engines behind one trait;
//! - [`measurement`]: their answers compared, and their times;
//! - [`summary`], [`report`], [`command`]: what was reached of what is wanted, and what comes out.

pub mod command;
pub mod engine;
#[cfg(feature = "geos")]
pub mod geos;
pub mod measurement;
pub mod report;
pub mod summary;
pub mod workload;
