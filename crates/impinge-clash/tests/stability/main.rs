//! Names of clashes and what is said to have become of them, through everything that happens to an assembly between two checks.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../checking/mod.rs"]
mod checking;
mod files;
mod fitted;
mod missing;
mod moved;
mod numbered;
mod revision;
mod thickness;
mod unchanged;
