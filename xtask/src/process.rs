//! Folders of the repository, and commands that run in them.

use crate::Outcome;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Where cargo builds to, as an absolute path.
#[must_use]
pub fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A program to run in the root of the repository.
pub fn command(program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that runs this.
#[must_use]
pub fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments);
    // Cargo sets these for the program it runs, and would rebuild what reads them.
    std::env::vars_os().map(|(name, _)| name).filter(is_of_this_crate).for_each(|name| {
        cargo.env_remove(name);
    });
    cargo
}

fn is_of_this_crate(name: &std::ffi::OsString) -> bool {
    name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
}

/// Runs a command to its end.
///
/// # Errors
/// It cannot be started, or fails.
pub fn run(command: &mut Command) -> Outcome {
    let name = shown(command);
    let status = command.status().map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{name}` failed: {status}")) }
}

/// What a command writes to its standard output.
///
/// # Errors
/// It cannot be started, or fails; the message holds what it wrote to its standard error.
pub fn output(command: &mut Command) -> Outcome<String> {
    let name = shown(command);
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{name}` failed: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a command runs and succeeds; it shows nothing.
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Whether a program is on the path.
#[must_use]
pub fn is_on_path(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
