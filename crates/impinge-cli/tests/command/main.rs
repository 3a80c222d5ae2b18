//! Runs the real command on small files and holds it to its word: answers, formats, exit codes, errors.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod approve;
mod bad_input;
mod ccd;
mod check;
mod clash;
mod clash_history;
mod corpus;
mod deform;
mod demo;
mod depth;
mod sdf_method;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
mod images;
mod fits;
mod heal;
mod hostile_files;
mod insides;
mod inspect;
mod json_source;
mod lab;
mod patterns;
mod planar;
mod planted;
mod poses;
mod relate;
mod renamed_files;
mod report_outputs;
mod rules;
mod scene;
mod schema;
mod step;
mod sweep;
mod tables;
mod tolerance;
mod units;
mod workshop;
