//! Where the files are that a robot names: `package://name/path`, `file:///path`, or a path from the robot's own directory.
//!
//! Packages are looked for in folders above the robot, where all kinds of folders lie. A file of one may be read if the folder says that
//! it is a package, by its manifest, or if it is the package that the robot lies in. Folders are judged by where they really are: a link
//! to one makes it no package.

use crate::error::Problem;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// Files that make a folder a package of ROS.
const MANIFESTS: [&str; 2] = ["package.xml", "manifest.xml"];

/// Names of the folders of a package that robots lie in, where there is no manifest to tell.
const ROBOT_FOLDERS: [&str; 4] = ["urdf", "robots", "robot", "xacro"];

/// A file that a robot names.
#[derive(Debug, PartialEq)]
pub(super) struct FoundFile {
    pub(super) path: PathBuf,
    /// The package that the file has to lie in, where the robot may name the files of it.
    pub(super) package: Option<PathBuf>,
}

/// The file that the robot at `robot` names.
pub(super) fn resolve(name: &str, robot: &Path, roots: &[PathBuf]) -> Result<FoundFile, Problem> {
    // Without the working directory there is nothing above a relative path to look through.
    let robot = std::path::absolute(robot).unwrap_or_else(|_| robot.to_owned());
    let directory = robot.parent().unwrap_or(Path::new("."));
    match name.split_once("://") {
        Some(("package" | "model", rest)) => {
            let (package, file) = rest.split_once('/').unwrap_or((rest, ""));
            in_package(package, file, directory, roots)
        }
        Some(("file", path)) => Ok(FoundFile { path: directory.join(path), package: None }),
        Some((scheme, _)) => Err(Problem::Unsupported {
            feature: format!("the address '{scheme}://'"),
            remedy: "use a path, file:// or package://".to_owned(),
        }),
        None => Ok(FoundFile { path: directory.join(name), package: None }),
    }
}

/// A file in a package: in one of the roots, else in a directory of that name beside or above the robot. The first that exists; else the
/// first whose package does, for the message.
fn in_package(package: &str, file: &str, directory: &Path, roots: &[PathBuf]) -> Result<FoundFile, Problem> {
    let above = directory.ancestors().map(Path::to_owned);
    let (mut looked, mut missing) = (Vec::new(), None);
    let is_name = matches!(Path::new(package).components().collect::<Vec<_>>()[..], [Component::Normal(_)]);
    for place in roots.iter().cloned().chain(above) {
        let is_it = place.file_name().is_some_and(|name| name == package);
        let inside = is_name.then(|| place.join(package));
        for found in inside.into_iter().chain(is_it.then(|| place.clone())).filter(|found| found.is_dir()) {
            let path = found.join(file);
            let is_there = path.is_file();
            let found = FoundFile { package: granted(&found, &path, directory), path };
            if is_there {
                return Ok(found);
            }
            missing.get_or_insert(found);
        }
        looked.push(place.display().to_string());
    }
    missing.ok_or_else(|| Problem::NoPackage { package: package.to_owned(), looked })
}

/// The folder of a package, links followed, if a robot in `directory` may name this file of it.
fn granted(folder: &Path, file: &Path, directory: &Path) -> Option<PathBuf> {
    if folder.file_name().is_some_and(is_hidden) {
        return None;
    }
    let (folder, directory) = (folder.canonicalize().ok()?, directory.canonicalize().ok()?);
    if has_manifest(&folder) {
        return Some(folder);
    }
    // What programs keep to themselves is no part of a package that does not say that it is one.
    let is_own = folder == directory || robot_package(&directory) == Some(&folder);
    (is_own && !is_hidden_in(file, &folder)).then_some(folder)
}

/// Whether a file lies in a hidden folder of `folder`, or is hidden itself.
fn is_hidden_in(file: &Path, folder: &Path) -> bool {
    let real = file.canonicalize();
    let inside = real.as_deref().ok().and_then(|file| file.strip_prefix(folder).ok());
    inside.is_some_and(|inside| inside.iter().any(is_hidden))
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The package that a robot in `directory` lies in: the nearest folder with a manifest, else the one around a folder of robots.
fn robot_package(directory: &Path) -> Option<&Path> {
    let is_folder_of_robots =
        directory.file_name().is_some_and(|name| ROBOT_FOLDERS.iter().any(|known| name == *known));
    let around = directory.parent().filter(|_| is_folder_of_robots);
    directory.ancestors().find(|folder| has_manifest(folder)).or(around)
}

fn has_manifest(folder: &Path) -> bool {
    MANIFESTS.iter().any(|manifest| folder.join(manifest).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_above_beside_and_in_roots() {
        let directory = tempfile::tempdir().unwrap();
        let at = |path: &str| directory.path().join(path);
        for folder in ["ws/arm_description/urdf", "ws/arm_description/meshes", "ws/gripper/meshes", "other/tool"] {
            std::fs::create_dir_all(at(folder)).unwrap();
        }
        for file in ["ws/arm_description/meshes/a.stl", "ws/gripper/meshes/g.stl", "other/tool/t.stl"] {
            std::fs::write(at(file), b"").unwrap();
        }
        let robot = at("ws/arm_description/urdf/arm.urdf");
        let found = |name: &str, roots: &[PathBuf]| resolve(name, &robot, roots);
        let path = |name: &str| found(name, &[]).unwrap().path;
        assert_eq!(path("package://arm_description/meshes/a.stl"), at("ws/arm_description/meshes/a.stl"));
        assert_eq!(path("package://gripper/meshes/g.stl"), at("ws/gripper/meshes/g.stl"));
        assert_eq!(path("../meshes/a.stl"), at("ws/arm_description/urdf/../meshes/a.stl"));
        assert_eq!(path("file:///x/y.stl"), Path::new("/x/y.stl"));
        assert_eq!(path("/x/y.stl"), Path::new("/x/y.stl"));
        assert_eq!(
            path("package://gripper/none.stl"),
            at("ws/gripper/none.stl"),
            "reading it will say that it is missing"
        );
        let tool = "package://tool/t.stl";
        let Err(Problem::NoPackage { package, looked }) = found(tool, &[]) else { panic!("found") };
        assert!(package == "tool" && looked.len() > 2);
        assert_eq!(found(tool, &[at("other")]).unwrap().path, at("other/tool/t.stl"));
        assert_eq!(found(tool, &[at("other/tool")]).unwrap().path, at("other/tool/t.stl"));
        assert!(matches!(found("http://x/y.stl", &[]), Err(Problem::Unsupported { .. })));
        assert!(matches!(found("package://", &[]), Err(Problem::NoPackage { .. })));
    }

    /// Folders above a robot are packages by what they are, not by being there.
    #[test]
    fn folders_above_are_packages_by_their_manifest_or_by_the_robot_in_them() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        let at = |path: &str| root.join(path);
        let files =
            ["ws/arm/urdf/a.urdf", "ws/hand/h.stl", "home/tool/package.xml", "home/tool/t.stl", "home/mail/m.stl"];
        let more = ["home/down/b.urdf", "home/down/c.stl", "ws/arm/a.stl", "ws/arm/.git/k", "ws/arm/.k"];
        let hidden = ["ws/.ssh/k", "ws/.tool/package.xml", "ws/.tool/k"];
        let beside = ["ws/eye/manifest.xml", "ws/eye/e.stl"];
        for file in files.into_iter().chain(more).chain(hidden).chain(beside) {
            std::fs::create_dir_all(at(file).parent().unwrap()).unwrap();
            std::fs::write(at(file), b"").unwrap();
        }
        let package = |name: &str, robot: &str| resolve(name, &at(robot), &[]).unwrap().package;
        assert_eq!(package("package://arm/a.stl", "ws/arm/urdf/a.urdf"), Some(at("ws/arm")));
        assert_eq!(package("package://eye/e.stl", "ws/arm/urdf/a.urdf"), Some(at("ws/eye")));
        for refused in ["hand/h.stl", ".ssh/k", ".tool/k", "arm/.git/k", "arm/.k", "arm/urdf/../.k"] {
            assert_eq!(package(&format!("package://{refused}"), "ws/arm/urdf/a.urdf"), None, "{refused}");
        }
        assert_eq!(package("package://tool/t.stl", "home/down/b.urdf"), Some(at("home/tool")));
        assert_eq!(package("package://down/c.stl", "home/down/b.urdf"), Some(at("home/down")));
        assert_eq!(package("package://mail/m.stl", "home/down/b.urdf"), None);
        assert_eq!(package("package://home/mail/m.stl", "home/down/b.urdf"), None);
        let up = resolve("package://../mail/m.stl", &at("home/down/b.urdf"), &[]);
        assert!(matches!(up, Err(Problem::NoPackage { .. })));
    }

    /// A link beside a package makes no package of where it leads, unless that is one.
    #[cfg(unix)]
    #[test]
    fn links_are_followed_before_a_folder_is_judged() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        let at = |path: &str| root.join(path);
        let files =
            ["ws/x/package.xml", "ws/x/r.urdf", "ws/x/urdf/r.urdf", "disk/secret", "pack/package.xml", "pack/p"];
        for file in files {
            std::fs::create_dir_all(at(file).parent().unwrap()).unwrap();
            std::fs::write(at(file), b"").unwrap();
        }
        for (link, target) in [("ws/root", "disk"), ("ws/top", ""), ("ws/linked", "pack"), ("ws/same", "ws/x")] {
            std::os::unix::fs::symlink(at(target), at(link)).unwrap();
        }
        for robot in ["ws/x/r.urdf", "ws/x/urdf/r.urdf", "ws/same/urdf/r.urdf"] {
            let package = |name: &str| resolve(name, &at(robot), &[]).unwrap().package;
            assert_eq!(package("package://root/secret"), None, "{robot}");
            assert_eq!(package("package://top/disk/secret"), None, "{robot}");
            assert_eq!(package("package://linked/p"), Some(at("pack")), "{robot}");
            assert_eq!(package("package://same/r.urdf"), Some(at("ws/x")), "{robot}");
        }
    }
}
