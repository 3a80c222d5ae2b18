//! The device that tests run on, and what happens where there is none.

use impinge_gpu::{Choice, Gpu, GpuError};
use std::io::Write;

/// The device named by `IMPINGE_GPU`, else the fastest. Without any, tests fail where `CI` or `IMPINGE_REQUIRE_GPU` is set, and are left out
/// elsewhere, which is said.
pub fn open() -> Option<Gpu> {
    let choice = std::env::var("IMPINGE_GPU").map_or(Choice::Fastest, Choice::Named);
    match Gpu::open(&choice) {
        Ok(gpu) => Some(gpu),
        Err(GpuError::NoAdapter) if !required() => {
            // Past the capture of what tests print, which would hide it; where there is nobody to tell, nothing is lost.
            let _ = writeln!(std::io::stderr(), "NOT TESTED: {}", GpuError::NoAdapter);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn required() -> bool {
    ["CI", "IMPINGE_REQUIRE_GPU"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0"))
}
