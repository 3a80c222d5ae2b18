//! Where the files are that a robot names: `package://name/path`, `file:///path`, or a path from the robot's own directory.

use crate::error::Problem;
use std::path::{Path, PathBuf};

/// The path of a file that the robot at `robot` names.
pub(super) fn resolve(name: &str, robot: &Path, roots: &[PathBuf]) -> Result<PathBuf, Problem> {
    // Without the working directory there is nothing above a relative path to look through.
    let robot = std::path::absolute(robot).unwrap_or_else(|_| robot.to_owned());
    let directory = robot.parent().unwrap_or(Path::new("."));
    match name.split_once("://") {
        Some(("package" | "model", rest)) => {
            let (package, file) = rest.split_once('/').unwrap_or((rest, ""));
            in_package(package, file, directory, roots)
        }
        Some(("file", path)) => Ok(directory.join(path)),
        Some((scheme, _)) => Err(Problem::Unsupported {
            feature: format!("the address '{scheme}://'"),
            remedy: "use a path, file:// or package://".to_owned(),
        }),
        None => Ok(directory.join(name)),
    }
}

/// A file in a package: in one of the roots, else in a directory of that name beside or above the robot. The first that exists; else the
/// first whose package does, for the message.
fn in_package(package: &str, file: &str, directory: &Path, roots: &[PathBuf]) -> Result<PathBuf, Problem> {
    let above = directory.ancestors().map(Path::to_owned);
    let (mut looked, mut missing) = (Vec::new(), None);
    for place in roots.iter().cloned().chain(above) {
        let is_it = place.file_name().is_some_and(|name| name == package);
        let inside = (!package.is_empty()).then(|| place.join(package));
        for found in inside.into_iter().chain(is_it.then(|| place.clone())).filter(|found| found.is_dir()) {
            let path = found.join(file);
            if path.is_file() {
                return Ok(path);
            }
            missing.get_or_insert(path);
        }
        looked.push(place.display().to_string());
    }
    missing.ok_or_else(|| Problem::NoPackage { package: package.to_owned(), looked })
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
        let path = |name: &str| found(name, &[]).unwrap();
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
        assert_eq!(found(tool, &[at("other")]).unwrap(), at("other/tool/t.stl"));
        assert_eq!(found(tool, &[at("other/tool")]).unwrap(), at("other/tool/t.stl"));
        assert!(matches!(found("http://x/y.stl", &[]), Err(Problem::Unsupported { .. })));
        assert!(matches!(found("package://", &[]), Err(Problem::NoPackage { .. })));
    }
}
