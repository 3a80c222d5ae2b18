//! The benchmark beside its peers: installs those that come from Debian and PyPI, builds it with every peer there is, runs it, and says which
//! it skipped. Arguments go to the benchmark.

use crate::Outcome;
use crate::package_managers::{apt_install, virtual_environment};
use crate::process::{self, cargo, command, root, succeeds, target};
use crate::python_package;

/// Features of the benchmark, and the packages of Debian that each needs.
const PEERS: [(&str, &[&str]); 6] = [
    ("fcl", &["g++", "libfcl-dev", "libccd-dev", "libeigen3-dev"]),
    ("cgal", &["g++", "libcgal-dev", "libgmp-dev", "libmpfr-dev"]),
    ("embree", &["g++", "libembree-dev", "libtbb-dev"]),
    ("libccd", &["g++", "libccd-dev"]),
    ("qhull", &["g++", "libqhull-dev"]),
    ("geos", &["g++", "libgeos-dev"]),
];

/// Runs the benchmark with all peers that can be had.
///
/// # Errors
/// It cannot be built, or fails.
pub fn run(arguments: &[String]) -> Outcome {
    match arguments.first().map(String::as_str) {
        Some("python") => return python(arguments),
        Some("panda") => return panda(&arguments[1..]),
        _ => {}
    }
    // From crates.io under MPL-2.0: for the benchmark only.
    let mut features = vec!["ifc-lite"];
    let mut skipped = Vec::new();
    for (feature, packages) in PEERS {
        match ensure_installed(packages) {
            Ok(()) => features.push(feature),
            Err(error) => skipped.push(format!("{feature}: {error}")),
        }
    }
    let mut bench = cargo(&["run", "--release", "-p", "impinge-bench"]);
    // coal comes as a wheel with headers and library; Eigen, which it needs, is FCL's too.
    let environment = target().join("bench-coal");
    match virtual_environment(&environment, &["libcoal"]).and_then(|python| coal_prefix(&python)) {
        Ok(prefix) if features.contains(&"fcl") => {
            features.push("coal");
            bench.env("IMPINGE_COAL_PREFIX", prefix);
        }
        Ok(_) => skipped.push("coal: Eigen could not be installed".to_owned()),
        Err(error) => skipped.push(format!("coal: {error}")),
    }
    // Engines for Python, for the robot alone.
    if arguments.first().is_some_and(|name| name == "robot") {
        match virtual_environment(&target().join("bench-python"), &["numpy", "python-fcl", "coal"]) {
            Ok(python) => {
                bench.env("IMPINGE_BENCH_PYTHON", python);
            }
            Err(error) => skipped.push(format!("python-fcl, coal for Python: {error}")),
        }
    }
    process::run(bench.args(["--features", &features.join(","), "--"]).args(arguments))?;
    for line in skipped {
        println!("SKIPPED {line}");
    }
    Ok(())
}

/// Runs the benchmark of the Python package as it is released, beside engines for Python.
fn python(arguments: &[String]) -> Outcome {
    let package = python_package::build(&["--package", "impinge-py", "--release"])?;
    let mut bench = cargo(&["run", "--release", "-p", "impinge-bench", "--"]);
    bench.args(arguments).env("IMPINGE_BENCH_PYTHON", python_package::environment()?).env("PYTHONPATH", package);
    process::run(&mut bench)
}

/// Asks the Panda about the problems of MotionBenchMaker, by the Python package as it is released. VAMP is found where `PYTHONPATH` leads to it.
fn panda(arguments: &[String]) -> Outcome {
    let package = python_package::build(&["--package", "impinge-py", "--release"])?;
    let python = virtual_environment(&target().join("bench-panda"), &["numpy==2.2.6", "pyyaml==6.0.3"])?;
    let script = root().join("crates/impinge-bench/python/motion_problems.py");
    let paths =
        std::env::var_os("PYTHONPATH").into_iter().flat_map(|paths| std::env::split_paths(&paths).collect::<Vec<_>>());
    let paths =
        std::env::join_paths([package].into_iter().chain(paths)).map_err(|error| format!("PYTHONPATH: {error}"))?;
    process::run(command(python, &[&script.display().to_string()]).args(arguments).env("PYTHONPATH", paths))
}

/// Installs packages of Debian where one of them is missing.
fn ensure_installed(packages: &[&str]) -> Outcome {
    let is_there = || succeeds(&mut command("dpkg", &[&["-s"], packages].concat()));
    if is_there() { Ok(()) } else { apt_install(packages) }
}

/// Where the wheel has put headers and library.
fn coal_prefix(python: &std::path::Path) -> Outcome<String> {
    let place = "import sysconfig; print(sysconfig.get_paths()['purelib'])";
    let packages = process::output(&mut command(python, &["-c", place]))?;
    let prefix = std::path::Path::new(packages.trim()).join("cmeel.prefix");
    if prefix.join("lib/libcoal.so").exists() {
        Ok(prefix.display().to_string())
    } else {
        Err("the wheel of libcoal has no library for this machine".to_owned())
    }
}
