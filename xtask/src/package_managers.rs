//! Debian's apt-get and Python's pip: what is installed is printed first, and only through these clients.

use crate::Outcome;
use crate::process::{command, is_on_path, run, succeeds};
use std::path::{Path, PathBuf};

/// Whether packages of Debian can be installed: there is apt-get, and the user is root.
#[must_use]
pub fn has_apt() -> bool {
    is_on_path("apt-get") && crate::process::output(&mut command("id", &["-u"])).is_ok_and(|id| id.trim() == "0")
}

/// Installs packages of Debian; updates its lists first where the packages are not found in them.
///
/// # Errors
/// The packages cannot be installed.
pub fn apt_install(packages: &[&str]) -> Outcome {
    if !has_apt() {
        return Err(format!("{} cannot be installed: apt-get and root are needed", packages.join(" ")));
    }
    println!("Installing from Debian, by apt-get: {}", packages.join(" "));
    let install = || {
        let arguments = [&["install", "-y", "-qq", "--no-install-recommends"], packages].concat();
        let mut command = command("apt-get", &arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdout(std::process::Stdio::null());
        command
    };
    if succeeds(&mut install()) {
        return Ok(());
    }
    run(command("apt-get", &["update", "-qq"]).stdout(std::process::Stdio::null()))?;
    run(&mut install())
}

/// A Python 3.10 or newer that can make virtual environments, if there is one.
fn python() -> Option<&'static str> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    ["python3", "python"].into_iter().find(|python| succeeds(&mut command(python, &["-c", check])))
}

/// A virtual environment with packages of PyPI, each as `name==version`; made once, and again where other packages are asked for.
///
/// # Errors
/// There is no Python and none can be installed, or pip cannot install the packages.
pub fn virtual_environment(folder: &Path, packages: &[&str]) -> Outcome<PathBuf> {
    let scripts = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let (stamp, wanted) = (folder.join(".packages"), packages.join(" "));
    if std::fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(scripts.join("python"));
    }
    if python().is_none() {
        apt_install(&["python3-venv"])?;
    }
    let python = python().ok_or("there is no Python 3.10 or newer with venv")?;
    println!("Installing from PyPI into {}, by pip: {wanted}", folder.display());
    let folder_name = folder.display().to_string();
    run(&mut command(python, &["-m", "venv", "--clear", &folder_name]))?;
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(&mut command(scripts.join("python"), &[&quiet, packages].concat()))?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(scripts.join("python"))
}
