//! Everything that must hold: format, lints, tests, documentation, fuzz targets, the page in a browser, licences, wasm32, packages.

use crate::nodejs::Node;
use crate::process::{cargo, command, output, run as run_command, succeeds, target};
use crate::test_programs::TestPrograms;
use crate::test_requirements::{bcf_client, browser, graphics_driver, mpi, report_if_missing};
use crate::{Outcome, dependency_licences, packaging, python_package, report_page};
use std::process::Stdio;
use std::time::Instant;

const WASM: &str = "wasm32-unknown-unknown";

/// Runs all of it; the last line says how many tests passed and failed.
///
/// # Errors
/// Something does not hold.
pub fn run() -> Outcome {
    let start = Instant::now();
    let step = |name: &str| println!("\n== {name} ({} s)", start.elapsed().as_secs());
    step("format");
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    run_command(&mut cargo(&["fmt", "--all", "--check"]))?;
    step("licences and sources of dependencies");
    dependency_licences::check()?;
    step("what compiling needs");
    let has_mpi = report_if_missing(mpi(), "messages between processes", "IMPINGE_REQUIRE_MPI")?;
    let node = report_if_missing(report_page::build(), "the page with its 3D view", "IMPINGE_REQUIRE_BROWSER")?
        .then(Node::get);
    let node = node.transpose()?;
    // The same features for all, so that nothing is compiled twice.
    let features: &[&str] = if has_mpi { &["--features", "impinge-classics/mpi"] } else { &[] };
    let workspace = [&["--workspace", "--quiet"], features].concat();

    step("lints; beside them what tests need, and tests of the page");
    let (lints, page) = std::thread::scope(|scope| {
        let page = scope.spawn(|| test_requirements_and_page(node.as_ref()));
        let lints = run_command(cargo(&["clippy"]).args(&workspace).args(["--all-targets", "--", "-D", "warnings"]));
        (lints, page.join())
    });
    lints?;
    println!("{}", page.unwrap_or_else(|_| Err("the tests of the page panicked".to_owned()))?);
    step("tests compile");
    let mut programs = TestPrograms::compile(&workspace)?;
    let package = python_package::build(&workspace)?;
    if report_if_missing(python_package::environment().map(|_| ()), "the Python package", "IMPINGE_REQUIRE_PYTHON")? {
        programs.add("Python package", python_package::tests(&python_package::environment()?, &package));
    }
    step("tests; beside them documentation, packages, fuzz targets and wasm32");
    let path = node.as_ref().map(Node::path);
    let (tally, checks) = std::thread::scope(|scope| {
        let checks = scope.spawn(|| compile_checks(&workspace, start));
        (programs.run(path.as_deref()), checks.join())
    });
    let tally = tally?;
    checks.unwrap_or_else(|_| Err("the checks beside the tests panicked".to_owned()))?;
    if std::env::var_os("IMPINGE_CORPUS").is_none() {
        println!("\nNOT TESTED: real meshes. IMPINGE_CORPUS names no corpus, so the tests on it were left out");
    }
    step("all of it holds");
    println!("{tally}");
    Ok(())
}

/// What only has to compile: it keeps the cores busy that tests leave idle.
fn compile_checks(workspace: &[&str], start: Instant) -> Outcome {
    let done = |name: &str| println!("\n== {name}: done ({} s)", start.elapsed().as_secs());
    run_command(cargo(&["doc"]).args(workspace).arg("--no-deps").env("RUSTDOCFLAGS", "-D warnings"))?;
    done("documentation");
    packaging::check(workspace)?;
    done("packages");
    // A path that is never linked: checking needs no fuzzer runtime and no C++ compiler.
    let mut fuzz = cargo(&["check", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    run_command(fuzz.arg(target()).env("CUSTOM_LIBFUZZER_PATH", "/nowhere/libfuzzer.a"))?;
    done("fuzz targets");
    wasm()?;
    done("the engine without threads, for wasm32");
    Ok(())
}

/// Installs a component of the toolchain where it is missing.
fn component(command_name: &str, name: &str) -> Outcome {
    if succeeds(&mut cargo(&[command_name, "--version"])) {
        return Ok(());
    }
    println!("Installing a component of Rust, by rustup: {name}");
    run_command(&mut command("rustup", &["component", "add", name]))
}

/// Checks the engine without threads and with its other features, for wasm32, or for this machine where that target cannot be installed.
fn wasm() -> Outcome {
    let engine = ["check", "--quiet", "-p", "impinge", "--lib", "--no-default-features", "--features", "mint,serde"];
    let sysroot = output(&mut command("rustc", &["--print", "sysroot"]))?;
    let library = std::path::Path::new(sysroot.trim()).join("lib/rustlib").join(WASM);
    if !library.exists() {
        println!("Installing a target of Rust, by rustup: {WASM}");
        if !succeeds(&mut command("rustup", &["target", "add", WASM])) {
            println!("NOT TESTED: {WASM}. rustup could not install it; the engine is checked for this machine instead");
            return run_command(&mut cargo(&engine));
        }
    }
    run_command(cargo(&engine).args(["--target", WASM]))
}

/// Installs what only running tests needs, and runs the tests of the page; gives their results. All of it mostly waits.
fn test_requirements_and_page(node: Option<&Node>) -> Outcome<String> {
    report_if_missing(graphics_driver(), "graphics hardware", "IMPINGE_REQUIRE_GPU")?;
    report_if_missing(bcf_client(), "BCF files by bcf-client", "IMPINGE_REQUIRE_BCF")?;
    let has_browser = report_if_missing(browser(), "the page of reports in a browser", "IMPINGE_REQUIRE_BROWSER")?;
    let Some(node) = node.filter(|_| has_browser) else { return Ok(String::new()) };
    report_page::modules(node)?;
    let mut tests = node.npm(&["run", "--silent", "test"]);
    let output = tests.stderr(Stdio::inherit()).output().map_err(|error| format!("npm: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("tests of the page failed\n{text}"));
    }
    let is_sum = |line: &&str| ["ℹ tests", "ℹ pass", "ℹ fail"].iter().any(|start| line.starts_with(start));
    Ok(text.lines().filter(is_sum).fold("tests of the page".to_owned(), |sum, line| format!("{sum}\n{line}")))
}
