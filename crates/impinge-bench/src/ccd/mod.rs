//! Continuous collision on the sample queries of NYU (Wang et al. 2021): answers beside the truth that comes with them, then times.

pub mod command;
mod compare_and_time;
mod sample;
