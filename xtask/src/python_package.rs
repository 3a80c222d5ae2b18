//! The Python package: built as tests are, put beside its sources in `target/`, and tested by pytest.

use crate::Outcome;
use crate::package_managers::virtual_environment;
use crate::process::{cargo, command, root, run as run_command, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What tests need, from PyPI. The last ones are the libraries that the package is compared with or stands in for.
const PACKAGES: [&str; 13] = [
    "numpy==2.2.6",
    "pytest==9.0.1",
    "scipy==1.15.3",
    "networkx==3.4.2",
    "rtree==1.4.1",
    "shapely==2.1.2",
    "pandas==2.3.3",
    "trimesh==5.2.0",
    "python-fcl==0.7.0.11",
    "manifold3d==3.5.4",
    "nbclient==0.11.0",
    "nbformat==5.11.1",
    "ipykernel==7.4.0",
];

/// A virtual environment in `target/` with what the tests need.
///
/// # Errors
/// It cannot be installed.
pub fn environment() -> Outcome<PathBuf> {
    virtual_environment(&target().join("python-tests"), &PACKAGES)
}

/// Builds the package and tests it.
///
/// # Errors
/// It does not build, or a test fails.
pub fn run() -> Outcome {
    let python = environment()?;
    run_command(&mut tests(&python, &build(&["--package", "impinge-py", "--quiet"])?))
}

/// Builds the compiled part with the same settings as the tests of the workspace, so that nothing is compiled twice, and gives the folder that the package lies in.
///
/// # Errors
/// It does not compile, or cannot be copied.
pub fn build(selection: &[&str]) -> Outcome<PathBuf> {
    run_command(cargo(&["build", "--lib"]).args(selection))?;
    let folder = target().join("python-package");
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(problem)?;
    }
    copy(&root().join("python/impinge"), &folder.join("impinge")).map_err(problem)?;
    let (built, module) = if cfg!(windows) {
        ("impinge_py.dll", "_native.pyd")
    } else if cfg!(target_os = "macos") {
        ("libimpinge_py.dylib", "_native.abi3.so")
    } else {
        ("libimpinge_py.so", "_native.abi3.so")
    };
    fs::copy(target().join(profile_folder(selection)).join(built), folder.join("impinge").join(module))
        .map_err(problem)?;
    Ok(folder)
}

/// The folder in `target/` that cargo builds into.
fn profile_folder(selection: &[&str]) -> &'static str {
    if selection.contains(&"--release") { "release" } else { "debug" }
}

/// The command that tests a built package.
#[must_use]
pub fn tests(python: &Path, package: &Path) -> Command {
    let mut tests = command(python, &["-B", "-X", "faulthandler", "-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    tests.arg(root().join("crates/impinge-py/tests")).env("PYTHONPATH", package);
    tests
}

/// Copies a folder of sources.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            if name != "__pycache__" {
                copy(&entry.path(), &to.join(name))?;
            }
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::profile_folder;

    #[test]
    fn the_package_is_taken_from_the_profile_that_was_built() {
        assert_eq!(profile_folder(&["--package", "impinge-py", "--quiet"]), "debug");
        assert_eq!(profile_folder(&["--package", "impinge-py", "--release"]), "release");
    }
}
