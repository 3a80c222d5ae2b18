//! Everything that must hold: format, lints, tests, documentation, fuzz targets, the page in a browser, licences, wasm32, packages.

use crate::nodejs::Node;
use crate::process::{cargo, command, output, root, run as run_command, succeeds, target};
use crate::test_requirements::{bcf_client, browser, graphics_driver, mpi, report_if_missing};
use crate::{Outcome, dependency_licences, packaging, report_page};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
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
    step("what tests need");
    report_if_missing(graphics_driver(), "graphics hardware", "IMPINGE_REQUIRE_GPU")?;
    let has_mpi = report_if_missing(mpi(), "messages between processes", "IMPINGE_REQUIRE_MPI")?;
    report_if_missing(bcf_client(), "BCF files by bcf-client", "IMPINGE_REQUIRE_BCF")?;
    let has_browser = report_if_missing(browser(), "the page of reports in a browser", "IMPINGE_REQUIRE_BROWSER")?;
    let node = report_if_missing(report_page::build(), "the page with its 3D view", "IMPINGE_REQUIRE_BROWSER")?
        .then(Node::get);
    let node = node.transpose()?;
    // The same features for all, so that nothing is compiled twice.
    let features: &[&str] = if has_mpi { &["--features", "impinge-classics/mpi"] } else { &[] };
    let workspace = [&["--workspace", "--quiet"], features].concat();

    let page_tests = node.as_ref().filter(|_| has_browser).map(start_page_tests).transpose()?;
    step("lints");
    run_command(cargo(&["clippy"]).args(&workspace).args(["--all-targets", "--", "-D", "warnings"]))?;
    if let Some(child) = page_tests {
        step("tests of the page");
        finish_page_tests(child)?;
    }
    step("tests");
    let mut tests = cargo(&["test"]);
    tests.args(&workspace);
    if let Some(node) = &node {
        tests.env("PATH", node.path());
    }
    let tally = count_tests(&mut tests)?;
    step("documentation");
    run_command(cargo(&["doc"]).args(&workspace).arg("--no-deps").env("RUSTDOCFLAGS", "-D warnings"))?;
    step("packages");
    packaging::check()?;
    step("fuzz targets compile");
    // A path that is never linked: checking needs no fuzzer runtime and no C++ compiler.
    let mut fuzz = cargo(&["check", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    run_command(fuzz.arg(target()).env("CUSTOM_LIBFUZZER_PATH", "/nowhere/libfuzzer.a"))?;
    step("the engine without threads, for wasm32");
    wasm()?;
    if std::env::var_os("IMPINGE_CORPUS").is_none() {
        println!("\nNOT TESTED: real meshes. IMPINGE_CORPUS names no corpus, so the tests on it were left out");
    }
    step("all of it holds");
    println!("{tally}");
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

/// Checks the engine for wasm32, or without its default features where the target cannot be installed.
fn wasm() -> Outcome {
    let engine = ["check", "--quiet", "-p", "impinge", "--lib", "--no-default-features"];
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

/// Starts the tests of the page in the background: a browser mostly waits.
fn start_page_tests(node: &Node) -> Outcome<Child> {
    report_page::modules(node)?;
    let mut tests = node.npm(&["run", "--silent", "test"]);
    tests.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().map_err(|error| format!("npm: {error}"))
}

fn finish_page_tests(child: Child) -> Outcome {
    let output = child.wait_with_output().map_err(|error| format!("npm: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("tests of the page failed\n{text}"));
    }
    let is_sum = |line: &&str| ["ℹ tests", "ℹ pass", "ℹ fail"].iter().any(|start| line.starts_with(start));
    text.lines().filter(is_sum).for_each(|line| println!("{line}"));
    Ok(())
}

/// Runs `cargo test`, shows its output, and adds up its results.
fn count_tests(tests: &mut std::process::Command) -> Outcome<String> {
    let mut child = tests.stdout(Stdio::piped()).spawn().map_err(|error| format!("cargo test: {error}"))?;
    let (mut passed, mut failed) = (0, 0);
    for line in child.stdout.take().into_iter().flat_map(|stdout| BufReader::new(stdout).lines()) {
        let line = line.map_err(|error| format!("cargo test: {error}"))?;
        println!("{line}");
        let counts = result_counts(&line).unwrap_or((0, 0));
        (passed, failed) = (passed + counts.0, failed + counts.1);
    }
    let status = child.wait().map_err(|error| format!("cargo test: {error}"))?;
    let tally = format!("{passed} passed, {failed} failed");
    if status.success() {
        return Ok(tally);
    }
    println!("{tally}");
    Err(format!("cargo test in {}: {status}", root().display()))
}

/// The counts of a line such as `test result: ok. 12 passed; 0 failed; …`.
fn result_counts(line: &str) -> Option<(u64, u64)> {
    let mut words = line.strip_prefix("test result: ")?.split_whitespace().skip(1);
    let passed = words.next()?.parse().ok()?;
    Some((passed, words.nth(1)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(result_counts(line), Some((12, 3)));
        assert_eq!(result_counts("test result: ok"), None);
        assert_eq!(result_counts("running 3 tests"), None);
    }
}
