//! Impinge's polygons beside parry's polylines and GEOS: star polygons at many poses, answers compared, then timed, one thread, in one run.
//!
//! - [`workload`]: pairs of stars with poses at which about half of them meet;
//! - [`engine`]: engines behind one trait;
//! - [`compare_and_time`]: their answers compared, and their times;
//! - [`performance_targets`], [`report`], [`command`]: what was reached of what is wanted, and what comes out.

pub mod command;
pub mod engine;
#[cfg(feature = "geos")]
pub mod geos;
pub mod compare_and_time;
pub mod report;
pub mod performance_targets;
pub mod workload;
