//! What `deny.toml` demands of dependencies: by cargo-deny where it is installed, else by this check of the same file.
//!
//! cargo-deny takes minutes to compile and has no package of its own in Debian, so it is not installed for a test run.

use crate::Outcome;
use crate::licence_expression::is_met;
use crate::process::{self, cargo, output, root, succeeds};
use std::collections::BTreeSet;
use std::fs;

/// Licences that any dependency may have, and those that some may have besides.
#[derive(Debug, PartialEq)]
struct LicencePolicy {
    allowed: Vec<String>,
    exceptions: Vec<(String, Vec<String>)>,
}

/// Checks licences, versions and sources of all dependencies.
///
/// # Errors
/// A dependency that `deny.toml` does not allow.
pub fn check() -> Outcome {
    if succeeds(&mut cargo(&["deny", "--version"])) {
        return process::run(&mut cargo(&["deny", "--all-features", "check", "licenses", "bans", "sources"]));
    }
    println!("cargo-deny is not installed: xtask checks licences, wildcards and sources by deny.toml");
    let policy = LicencePolicy::read(&read("deny.toml")?)?;
    let tree =
        ["tree", "--workspace", "--all-features", "--target", "all", "--edges", "normal,build,dev", "--prefix", "none"];
    let tree = output(cargo(&tree).args(["--format", "{p}|{l}"]))?;
    let mut refused: Vec<String> = tree
        .lines()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .filter(|line| !policy.allows(line))
        .map(str::to_owned)
        .collect();
    refused.extend(strange_sources(&read("Cargo.lock")?));
    for folder in crate::packaging::crates()? {
        refused.extend(wildcards(&folder, &read(&format!("{folder}/Cargo.toml"))?));
    }
    refused.extend(wildcards("workspace", &read("Cargo.toml")?));
    if refused.is_empty() { Ok(()) } else { Err(format!("deny.toml does not allow\n  {}", refused.join("\n  "))) }
}

fn read(name: &str) -> Outcome<String> {
    fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))
}

impl LicencePolicy {
    /// Reads the lists of the table `licenses`, each on one line.
    fn read(text: &str) -> Outcome<Self> {
        let table = text.split("\n[").find(|table| table.trim_start_matches('[').contains("licenses]"));
        let lines = || table.unwrap_or_default().lines();
        let allowed = lines().find_map(|line| line.strip_prefix("allow = [")).map(quoted);
        let exceptions = lines().find_map(|line| line.strip_prefix("exceptions = [")).unwrap_or_default();
        let exception = |entry: &str| {
            let (name, licences) = entry.split_once("allow")?;
            Some((quoted(name).pop()?, quoted(licences)))
        };
        Ok(Self {
            allowed: allowed.filter(|list| !list.is_empty()).ok_or("deny.toml has no line `allow = [`")?,
            exceptions: exceptions.split('{').filter_map(exception).collect(),
        })
    }

    /// Whether a line `name version|licences` is allowed.
    fn allows(&self, line: &str) -> bool {
        // A package that was listed before has a star behind it.
        let line = line.trim_end_matches(" (*)");
        let Some((package, expression)) = line.split_once('|') else { return line.trim().is_empty() };
        let name = package.split(' ').next().unwrap_or_default();
        let others = self.exceptions.iter().filter(|(exception, _)| exception == name).flat_map(|(_, list)| list);
        is_met(expression, &self.allowed.iter().chain(others).cloned().collect::<Vec<_>>())
    }
}

/// The texts between quotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Sources in a lock file that are not the registry of crates.io.
fn strange_sources(lock: &str) -> Vec<String> {
    let is_known = |source: &&str| !(source.starts_with("\"registry+") && source.ends_with("/crates.io-index\""));
    let sources: BTreeSet<&str> =
        lock.lines().filter_map(|line| line.strip_prefix("source = ")).filter(is_known).collect();
    sources.into_iter().map(|source| format!("the source {source}")).collect()
}

/// Dependencies of a manifest at any version.
fn wildcards(name: &str, manifest: &str) -> Vec<String> {
    manifest.lines().filter(|line| line.contains("= \"*\"")).map(|line| format!("{name}: {line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_of_the_repository_is_read_and_refuses() {
        let policy = LicencePolicy::read(&read("deny.toml").unwrap()).unwrap();
        assert!(policy.allows("glam v0.34.0|MIT OR Apache-2.0"));
        assert!(!policy.allows("other v1.0.0|MPL-2.0") && policy.allows("ifc-lite-clash v28.2.0|MPL-2.0"));
        assert!(policy.allows("glam v0.34.0|MIT OR Apache-2.0 (*)"));
        assert!(!policy.allows("unlicensed v1.0.0|"));
        assert!(LicencePolicy::read("[licenses]\n[bans]\nallow = [\"MIT\"]").is_err());
    }

    #[test]
    fn other_sources_and_wildcards_are_named() {
        assert!(strange_sources(&read("Cargo.lock").unwrap()).is_empty());
        assert_eq!(strange_sources("source = \"git+file:///x\"").len(), 1);
        assert_eq!(wildcards("x", "a = \"1\"\nb = \"*\"\nc = { version = \"*\" }").len(), 2);
    }
}
