//! Packages of the crates that are shipped: made, unpacked beside each other, and checked there, so that a file that is missing or lies
//! outside its crate is found.

use crate::Outcome;
use crate::process::{self, cargo, command, root, target};
use std::fs;
use std::path::Path;

/// The version of every shipped crate.
const VERSION: &str = "0.1.0";

/// The folders of all crates, from the root of the repository, sorted.
///
/// # Errors
/// The folder of crates cannot be read.
pub fn crates() -> Outcome<Vec<String>> {
    let entries = fs::read_dir(root().join("crates")).map_err(|error| format!("crates: {error}"))?;
    let names = entries.flatten().filter(|entry| entry.path().join("Cargo.toml").exists());
    let mut folders: Vec<String> =
        names.map(|entry| format!("crates/{}", entry.file_name().to_string_lossy())).collect();
    folders.sort();
    Ok(folders)
}

/// The names of the crates that are published.
fn shipped() -> Outcome<Vec<String>> {
    let is_shipped = |folder: &String| {
        fs::read_to_string(root().join(folder).join("Cargo.toml")).is_ok_and(|text| !text.contains("publish = false"))
    };
    let names = crates()?.into_iter().filter(is_shipped);
    Ok(names.map(|folder| folder.trim_start_matches("crates/").to_owned()).collect())
}

/// Packages every shipped crate and checks what is in the packages, with the arguments that the workspace is checked with, so that dependencies
/// are not compiled again.
///
/// # Errors
/// A crate cannot be packaged, or its package does not compile.
pub fn check(workspace: &[&str]) -> Outcome {
    let shipped = shipped()?;
    let mut package = cargo(&["package", "--quiet", "--no-verify", "--allow-dirty"]);
    shipped.iter().for_each(|name| {
        package.args(["-p", name]);
    });
    process::run(&mut package)?;
    let folder = target().join("package");
    let unpacked = folder.join("unpacked");
    let problem = |error: std::io::Error| format!("{}: {error}", unpacked.display());
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).map_err(problem)?;
    }
    fs::create_dir_all(&unpacked).map_err(problem)?;
    for name in &shipped {
        let file = folder.join(format!("{name}-{VERSION}.crate")).display().to_string();
        // Packages give every file one date of long ago; by the date of now, cargo sees what has changed since the last check.
        process::run(command("tar", &["-xmzf", &file]).current_dir(&unpacked))?;
    }
    fs::write(unpacked.join("Cargo.toml"), manifest(&shipped)).map_err(problem)?;
    fs::copy(root().join("Cargo.lock"), unpacked.join("Cargo.lock")).map_err(problem)?;
    check_page(&unpacked)?;
    let mut check = cargo(&["check"]);
    process::run(check.args(workspace).arg("--target-dir").arg(target()).current_dir(&unpacked))
}

/// A workspace of unpacked crates that find each other.
fn manifest(shipped: &[String]) -> String {
    let members: Vec<String> = shipped.iter().map(|name| format!("\"{name}-{VERSION}\"")).collect();
    let patches: Vec<String> =
        shipped.iter().map(|name| format!("{name} = {{ path = \"{name}-{VERSION}\" }}\n")).collect();
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n[patch.crates-io]\n{}",
        members.join(", "),
        patches.concat()
    )
}

/// The package of `impinge-clash` holds the built page if there is one.
fn check_page(unpacked: &Path) -> Outcome {
    let packaged = unpacked.join(format!("impinge-clash-{VERSION}/page/index.html"));
    if crate::report_page::built().exists() && !packaged.exists() {
        return Err("the package of impinge-clash does not hold the page".to_owned());
    }
    Ok(())
}
