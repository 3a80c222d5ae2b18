//! Impinge beside its peers on pairs of convex bodies: truth first, then answers, then times.
//!
//! - [`body`], [`workload`], [`degenerate_pairs`]: bodies and pairs, timed ones and delicate ones;
//! - [`truth`]: what the answers are, in 106 bits;
//! - [`query`], [`peer`]: what is asked, and engines behind one trait;
//! - [`answer_check`]: which answers are right, and what is wrong with the others;
//! - [`compare_and_time`], [`performance_targets`]: times, and what was reached of what is wanted;
//! - [`hull_building`]: hulls of many points;
//! - [`report`], [`command`]: what comes out.

pub mod body;
pub mod hull_building;
pub mod command;
pub mod degenerate_pairs;
pub mod answer_check;
pub mod compare_and_time;
pub mod peer;
#[cfg(feature = "qhull")]
mod qhull;
pub mod query;
pub mod report;
pub mod performance_targets;
pub mod truth;
pub mod workload;
mod gift_wrapping;
