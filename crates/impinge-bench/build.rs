//! Finds the versions of peers in the lock file and in Debian's records, and compiles the shims whose features are on.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let lock = Path::new(&root).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    println!("cargo::rerun-if-changed=build.rs");
    let lock = fs::read_to_string(lock).unwrap_or_default();
    for (variable, package) in
        [("PARRY_VERSION", "parry3d-f64"), ("PARRY_2D_VERSION", "parry2d-f64"), ("IFC_LITE_VERSION", "ifc-lite-clash")]
    {
        println!("cargo::rustc-env={variable}={}", version_in_lock(&lock, package).unwrap_or("unknown"));
    }
    #[cfg(feature = "fcl")]
    {
        shim("fcl", &["fcl", "ccd"], |build| build.include("/usr/include/eigen3"));
        println!("cargo::rerun-if-changed=shim/assertion.cpp");
        println!("cargo::rerun-if-changed=shim/assertion.hpp");
        shim("fcl_convex", &["fcl", "ccd"], |build| build.include("/usr/include/eigen3").file("shim/assertion.cpp"));
    }
    #[cfg(feature = "qhull")]
    shim("qhull", &["qhull_r"], |build| build);
    #[cfg(feature = "geos")]
    shim("geos", &["geos_c"], |build| build);
    #[cfg(feature = "coal")]
    coal();
    // Interval arithmetic turns the rounding mode, which the compiler must know.
    #[cfg(feature = "cgal")]
    shim("cgal", &["gmp", "mpfr"], |build| build.flag("-frounding-math"));
    #[cfg(feature = "embree")]
    shim("embree", &["embree3", "tbb"], |build| build);
    #[cfg(feature = "libccd")]
    {
        shim("libccd", &["ccd"], |build| build);
        println!("cargo::rustc-env=LIBCCD_VERSION={}", debian_version("libccd-dev"));
    }
}

/// The version of a package in a lock file.
fn version_in_lock<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// The version of an installed Debian package: libccd's headers do not tell theirs.
#[cfg(feature = "libccd")]
fn debian_version(package: &str) -> String {
    let asked = std::process::Command::new("dpkg-query").args(["-W", "-f", "${Version}", package]).output();
    let text = asked.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    if text.is_empty() { "unknown".to_owned() } else { text }
}

/// Compiles coal's shim against its wheel, and tells the linker and the loader where its library is.
#[cfg(feature = "coal")]
fn coal() {
    println!("cargo::rerun-if-env-changed=IMPINGE_COAL_PREFIX");
    let prefix = env::var("IMPINGE_COAL_PREFIX").unwrap_or_default();
    println!("cargo::rustc-link-search=native={prefix}/lib");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{prefix}/lib");
    shim("coal", &["coal"], |build| build.include(format!("{prefix}/include")).include("/usr/include/eigen3"));
}

/// Compiles `shim/NAME.cpp` against Debian's headers and links Debian's libraries.
#[cfg(any(
    feature = "fcl",
    feature = "cgal",
    feature = "embree",
    feature = "libccd",
    feature = "qhull",
    feature = "geos",
    feature = "coal"
))]
fn shim(name: &str, libraries: &[&str], extra: impl Fn(&mut cc::Build) -> &mut cc::Build) {
    let file = format!("shim/{name}.cpp");
    println!("cargo::rerun-if-changed={file}");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(2).define("NDEBUG", None).file(file).warnings(false);
    extra(&mut build).compile(&format!("impinge_{name}_shim"));
    for library in libraries {
        println!("cargo::rustc-link-lib={library}");
    }
}
