//! Impinge beside its peers on pairs of convex bodies: truth first, then answers, then times.
//!
//! - [`body`], [`workload`], [`contact`]: bodies and pairs, timed ones and delicate ones;
//! - [`truth`]: what the answers are, in 106 bits;
//! - [`peer`]: engines behind one trait;
//! - [`judgement`]: which answers are right, and what is wrong with the others;
//! - [`measurement`], [`summary`]: times, and what was reached of what is wanted;
//! - [`building`]: hulls of many points;
//! - [`report`]: what comes out.

pub mod body;
pub mod truth;
pub mod workload;
mod wrapping;
