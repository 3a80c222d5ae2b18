//! Wheels of the Python package for this platform, checked in fresh environments of the oldest and the newest Python that are at hand.

use crate::Outcome;
use crate::package_managers::virtual_environment;
use crate::process::{command, is_on_path, output, root, run as run_command, succeeds, target};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What builds wheels, from PyPI.
const BUILDER: &str = "maturin==1.16.0";

/// What fetches a Python where there are not two, from PyPI.
const FETCHER: &str = "uv==0.13.8";

/// The versions that are fetched then: the oldest that the package runs on, and a new one.
const FETCHED: [&str; 2] = ["3.10", "3.13"];

/// The tests that need nothing but the package.
const TESTS: [&str; 3] = ["test_boundary.py", "test_moving.py", "test_stubs.py"];

/// Builds the wheel and checks it.
///
/// # Errors
/// It cannot be built, there are no two versions of Python and none can be fetched, or a check fails.
pub fn run() -> Outcome {
    let wheel = build()?;
    let mut pythons = at_hand();
    if pythons.len() < 2 {
        pythons.extend(fetched()?);
    }
    let ends = pythons.first_key_value().into_iter().chain(pythons.last_key_value());
    let chosen: BTreeMap<_, _> = ends.collect();
    if chosen.len() < 2 {
        return Err("there are no two versions of Python from 3.10 on".to_owned());
    }
    for (minor, python) in chosen {
        check(&wheel, *minor, python)?;
    }
    println!("{} holds", wheel.display());
    Ok(())
}

/// Builds the wheel as it is released, alone in its folder.
fn build() -> Outcome<PathBuf> {
    let folder = target().join("wheels");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let python = virtual_environment(&target().join("wheel-tools"), &[BUILDER])?;
    let mut builder = command(&python, &["-m", "maturin", "build", "--release", "--locked", "--quiet", "--out"]);
    run_command(builder.arg(&folder).arg("--interpreter").arg(&python))?;
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let wheels: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    match wheels.as_slice() {
        [wheel] => Ok(wheel.clone()),
        other => Err(format!("expected one wheel in {}, found {}", folder.display(), other.len())),
    }
}

/// Every Python from 3.10 on that can make virtual environments, by its minor version: on the path, and of pyenv.
fn at_hand() -> BTreeMap<u32, PathBuf> {
    let mut candidates: Vec<PathBuf> = (10..30).map(|minor| format!("python3.{minor}").into()).collect();
    candidates.push("python3".into());
    if is_on_path("pyenv")
        && let Ok(folder) = output(&mut command("pyenv", &["root"]))
        && let Ok(versions) = std::fs::read_dir(Path::new(folder.trim()).join("versions"))
    {
        candidates.extend(versions.flatten().map(|version| version.path().join("bin/python3")));
    }
    candidates.into_iter().filter_map(|python| Some((minor_version(&python)?, python))).collect()
}

/// The minor version of a Python 3.10 or newer that runs.
fn minor_version(python: &Path) -> Option<u32> {
    let check = "import sys, venv, ensurepip; print(sys.version_info.minor if sys.version_info >= (3, 10) else '')";
    if !succeeds(&mut command(python, &["-c", check])) {
        return None;
    }
    output(&mut command(python, &["-c", check])).ok()?.trim().parse().ok()
}

/// Two versions of Python, from where uv has them.
fn fetched() -> Outcome<BTreeMap<u32, PathBuf>> {
    let uv = virtual_environment(&target().join("wheel-pythons"), &[FETCHER])?.with_file_name("uv");
    println!("Installing Python {}, by uv", FETCHED.join(" and "));
    run_command(&mut command(&uv, &[&["python", "install", "--quiet"], FETCHED.as_slice()].concat()))?;
    let find = |version: &&str| output(&mut command(&uv, &["python", "find", version])).map(|path| path.trim().into());
    let found: Vec<PathBuf> = FETCHED.iter().map(find).collect::<Outcome<_>>()?;
    Ok(found.into_iter().filter_map(|python| Some((minor_version(&python)?, python))).collect())
}

/// Installs the wheel in a new environment and runs the tests that need nothing else, and the command.
fn check(wheel: &Path, minor: u32, python: &Path) -> Outcome {
    let folder = target().join(format!("wheel-check/3.{minor}"));
    println!("\n== Python 3.{minor}: {}", folder.display());
    run_command(command(python, &["-m", "venv", "--clear"]).arg(&folder))?;
    let scripts = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = scripts.join("python");
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pytest"];
    run_command(command(&python, &install).arg(wheel))?;
    let mut tests = command(&python, &["-B", "-X", "faulthandler", "-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    tests.args(TESTS.map(|name| root().join("crates/impinge-py/tests").join(name)));
    // Not from the repository, so that only what is installed can be found.
    run_command(tests.current_dir(&folder).env_remove("PYTHONPATH"))?;
    let mut inspect = command(scripts.join("impinge"), &["inspect"]);
    inspect.arg(root().join("docs/examples/crate.obj")).stdout(std::process::Stdio::null());
    run_command(inspect.current_dir(&folder).env_remove("PYTHONPATH"))
}
