//! The page of reports with its 3D view: built by vite into one file, and put where `impinge-clash` embeds it and packages contain it.

use crate::Outcome;
use crate::nodejs::Node;
use crate::process::{root, run};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// What the page is made of, in `viewer/`.
const SOURCES: [&str; 6] = ["index.html", "package.json", "package-lock.json", "vite.config.js", "src", "sample"];

/// Where the built page stands; it holds code of others, so git ignores it.
#[must_use]
pub fn built() -> PathBuf {
    root().join("crates/impinge-clash/page/index.html")
}

/// Builds the page where it is out of date.
///
/// # Errors
/// There is no Node and none can be had, or the build fails.
pub fn build() -> Outcome {
    let viewer = root().join("viewer");
    let file = |path: &Path| format!("{} cannot be written", path.display());
    // One build at a time.
    let lock = File::open(viewer.join("package.json")).map_err(|error| error.to_string())?;
    lock.lock().map_err(|error| error.to_string())?;
    let (page, wanted) = (built(), digest(&viewer, &SOURCES)?);
    let stamp = page.with_extension("stamp");
    if page.exists() && fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    let node = Node::get()?;
    modules(&node)?;
    run(&mut node.npm(&["run", "--silent", "build", "--", "--logLevel", "warn"]))?;
    let folder = page.parent().unwrap_or(&page);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", file(folder)))?;
    fs::copy(viewer.join("dist/index.html"), &page).map_err(|error| format!("{}: {error}", file(&page)))?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", file(&stamp)))
}

/// Builds the page, or says why reports will be without the 3D view.
pub fn build_or_go_without() {
    if let Err(error) = build() {
        println!("Without the 3D view: the page could not be built, because {error}");
        println!("HTML reports will have list, filters and pictures. Node 20.19 or newer with npm builds the rest.");
    }
}

/// Installs what `package-lock.json` pins, where it is not there.
///
/// # Errors
/// npm fails.
pub fn modules(node: &Node) -> Outcome {
    let viewer = root().join("viewer");
    let (stamp, wanted) =
        (viewer.join("node_modules/.stamp"), digest(&viewer, &["package.json", "package-lock.json"])?);
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    println!("Installing into viewer/node_modules, by npm: what viewer/package-lock.json pins");
    run(&mut node.npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// A number that changes with the names and the content of files.
fn digest(folder: &Path, names: &[&str]) -> Outcome<String> {
    let mut files: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    let mut hasher = DefaultHasher::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> = fs::read_dir(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?
                .flatten()
                .map(|entry| entry.path())
                .collect();
            inside.sort();
            files.extend(inside);
        } else {
            let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            (path.strip_prefix(folder).unwrap_or(&path), bytes).hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}
