//! The program `impinge`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    impinge_cli::run(std::env::args_os()).into()
}
