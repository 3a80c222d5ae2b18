//! What tests need besides Rust: a Vulkan driver, an MPI library, Chromium and bcf-client. Each is installed where it is missing and packages
//! can be installed; else the tests that need it say that they were left out, or fail where an environment variable demands them.

use crate::Outcome;
use crate::package_managers::{apt_install, virtual_environment};
use crate::process::{command, is_on_path, output, target};
use std::fs;

const CHROMIUM: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Says what is not tested because of a failure.
///
/// # Errors
/// The environment has the variable, so everything must be tested.
pub fn report_if_missing(found: Outcome, what: &str, demanded_by: &str) -> Outcome<bool> {
    match found {
        Ok(()) => Ok(true),
        Err(error) if std::env::var_os(demanded_by).is_some() => Err(format!("{what} cannot be tested: {error}")),
        Err(error) => {
            println!("NOT TESTED: {what}. {error}");
            Ok(false)
        }
    }
}

/// A Vulkan driver: where there is none, Mesa's, which draws on the CPU.
///
/// # Errors
/// It is missing and cannot be installed.
pub fn graphics_driver() -> Outcome {
    let has_driver = || {
        let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];
        let drivers = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().count();
        drivers > 0 && libraries().contains("libvulkan.so.1")
    };
    ensure_installed(has_driver, "Vulkan driver", &["mesa-vulkan-drivers", "libvulkan1"])
}

/// An MPI library, and libclang, which its bindings are made with.
///
/// # Errors
/// It is missing and cannot be installed.
pub fn mpi() -> Outcome {
    let has_clang = || {
        let versions = fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|entry| entry.path());
        let mut folders = versions.filter(|path| path.display().to_string().contains("/llvm-"));
        let holds = |path: &std::path::Path| {
            fs::read_dir(path.join("lib")).is_ok_and(|mut all| {
                all.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libclang")))
            })
        };
        libraries().contains("libclang") || folders.any(|path| holds(&path))
    };
    let found = || is_on_path("mpirun") && is_on_path("mpicc") && has_clang();
    ensure_installed(found, "MPI library with libclang", &["openmpi-bin", "libopenmpi-dev", "libclang-dev"])
}

/// A Chromium, which the page is opened in.
///
/// # Errors
/// It is missing and cannot be installed.
pub fn browser() -> Outcome {
    let found = || std::env::var_os("IMPINGE_CHROMIUM").is_some() || CHROMIUM.iter().any(|name| is_on_path(name));
    ensure_installed(found, "Chromium", &["chromium-headless-shell"])
}

/// PyPI's bcf-client in `target/bcf`, which tests open BCF files with.
///
/// # Errors
/// It cannot be installed.
pub fn bcf_client() -> Outcome {
    virtual_environment(&target().join("bcf"), &["bcf-client==0.9.0"]).map(|_| ())
}

fn ensure_installed(found: impl Fn() -> bool, what: &str, packages: &[&str]) -> Outcome {
    if found() {
        return Ok(());
    }
    let hint = |why: &str| format!("No {what} was found{why}; on Debian: apt-get install {}", packages.join(" "));
    apt_install(packages).map_err(|error| hint(&format!(" ({error})")))?;
    if found() { Ok(()) } else { Err(hint("")) }
}

/// The libraries that the dynamic linker knows.
fn libraries() -> String {
    let ldconfig =
        ["ldconfig", "/sbin/ldconfig"].into_iter().find_map(|program| output(&mut command(program, &["-p"])).ok());
    ldconfig.unwrap_or_default()
}
