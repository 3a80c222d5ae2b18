//! Impinge's broad phases beside parry's tree on moving boxes: pairs compared, then timed, one thread, in one run.
//!
//! - [`workload`]: boxes that move, made from seeds;
//! - [`engine`]: broad phases behind one trait;
//! - [`compare_and_time`]: times of steps, all engines in turn;
//! - [`performance_targets`], [`report`], [`command`]: what was reached of what is wanted, and what comes out.

pub mod command;
pub mod engine;
pub mod compare_and_time;
pub mod report;
pub mod performance_targets;
pub mod workload;
