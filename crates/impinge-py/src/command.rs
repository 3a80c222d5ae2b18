//! The `impinge` command, for `python -m impinge`.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command and returns its exit code.
#[pyfunction]
pub fn _command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| impinge_cli::run(arguments))
}
