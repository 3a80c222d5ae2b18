//! From an assembly to every output, each read back by a reader that is not ours where there is one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod bcf;
mod checked;
#[path = "../checking/mod.rs"]
mod checking;
mod clash_evidence;
mod glb;
mod html;
mod junit;
mod measures;
mod openings;
mod picture;
