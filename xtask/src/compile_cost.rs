//! What things cost: compiling the engine as a dependency, the size of the command, the public items of the engine, the lines of the command.

use crate::Outcome;
use crate::process::{cargo, command, output, root, run as run_command, target};
use std::fs;
use std::path::Path;

/// Runs a command and prints its processor seconds and the peak memory of its largest process: children are only told apart by a process of their own.
const MEASURE: &str = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); \
    used = resource.getrusage(resource.RUSAGE_CHILDREN); print(round(used.ru_utime + used.ru_stime), used.ru_maxrss)";

/// Measures and prints all of it.
///
/// # Errors
/// Something does not compile, or there is no Python to measure with.
pub fn run() -> Outcome {
    let (seconds, kilobytes) = compile_as_dependency()?;
    println!(
        "engine as a release dependency: {seconds} s of processor time, {:.2} GB in its largest process",
        kilobytes / 1e6
    );
    run_command(&mut cargo(&["build", "--release", "--quiet", "-p", "impinge-cli"]))?;
    let command_file = target().join("release").join(format!("impinge{}", std::env::consts::EXE_SUFFIX));
    let size = fs::metadata(&command_file).map_err(|error| format!("{}: {error}", command_file.display()))?.len();
    println!("stripped release command: {:.1} MB", size as f64 / 1e6);
    run_command(&mut cargo(&["doc", "--quiet", "--no-deps", "-p", "impinge"]))?;
    let list = target().join("doc/impinge/all.html");
    let list = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    println!("public items of the engine: {}", public_items(&list));
    println!("lines of the command's sources: {}", lines(&root().join("crates/impinge-cli/src"))?);
    Ok(())
}

/// Processor seconds and kilobytes to compile a new crate that uses the engine, dependencies of the engine included.
fn compile_as_dependency() -> Outcome<(f64, f64)> {
    let folder = target().join("cost");
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(problem)?;
    }
    fs::create_dir_all(folder.join("src")).map_err(problem)?;
    let engine = root().join("crates/impinge").display().to_string();
    let manifest = format!(
        "[package]\nname = \"cost\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nimpinge = {{ path = {engine:?} }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).map_err(problem)?;
    fs::write(folder.join("src/lib.rs"), "pub use impinge;\n").map_err(problem)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(problem)?;
    let fetch = ["fetch", "--quiet"];
    run_command(cargo(&fetch).current_dir(&folder))?;
    let program = cargo(&[]).get_program().to_string_lossy().into_owned();
    let arguments = ["-c", MEASURE, &program, "build", "--release", "--quiet", "--target-dir", "target"];
    let printed = output(command("python3", &arguments).current_dir(&folder).env_remove("CARGO_TARGET_DIR"))?;
    let mut numbers = printed.split_whitespace().map(|word| word.parse::<f64>().unwrap_or(f64::NAN));
    Ok((numbers.next().unwrap_or(f64::NAN), numbers.next().unwrap_or(f64::NAN)))
}

/// Entries in rustdoc's list of all items.
fn public_items(list: &str) -> usize {
    list.matches("<li><a href=").count()
}

/// Lines of the Rust files of a folder and those below it.
fn lines(folder: &Path) -> Outcome<usize> {
    let mut sum = 0;
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            sum += lines(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sum += fs::read_to_string(&path).unwrap_or_default().lines().count();
        }
    }
    Ok(sum)
}
