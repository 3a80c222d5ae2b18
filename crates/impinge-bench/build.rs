//! Finds parry's version in the lock file, and compiles the shim to FCL where its feature is on.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let lock = Path::new(&root).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let lock = fs::read_to_string(lock).unwrap_or_default();
    println!("cargo::rustc-env=PARRY_VERSION={}", version_in_lock(&lock, "parry3d-f64").unwrap_or("unknown"));
    #[cfg(feature = "fcl")]
    compile_fcl_shim();
}

/// The version of a package in a lock file.
fn version_in_lock<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// Compiles the shim against the headers of Debian's libfcl-dev and libeigen3-dev.
#[cfg(feature = "fcl")]
fn compile_fcl_shim() {
    println!("cargo::rerun-if-changed=shim/fcl.cpp");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .define("NDEBUG", None)
        .include("/usr/include/eigen3")
        .file("shim/fcl.cpp")
        .warnings(false)
        .compile("impinge_fcl_shim");
    println!("cargo::rustc-link-lib=fcl");
    println!("cargo::rustc-link-lib=ccd");
}
