//! `cargo xtask`: see the crate's documentation.

use std::process::ExitCode;

fn main() -> ExitCode {
    xtask::run(std::env::args().skip(1).collect())
}
