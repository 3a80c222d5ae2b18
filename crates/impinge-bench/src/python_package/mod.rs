//! The Python package at many poses: beside the same batch in Rust, python-fcl, and trimesh's collision manager, all on the same meshes.
//!
//! Every answer is compared before any time is believed. Python runs as a process of its own, and Rust before and after it: the least processor time counts.

pub mod command;
