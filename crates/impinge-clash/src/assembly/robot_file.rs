//! URDF robots as bodies of an assembly.

use super::assembly_error::AssemblyError;
use crate::number_format;
use impinge::articulation::Adjacency;
use impinge_io::{GeometrySource, Robot, RobotOptions, SceneFile};
use std::path::Path;

/// How URDF files are read.
#[derive(Clone, Debug, Default)]
pub struct RobotSettings {
    /// Packages, geometry and SRDF file, and which files scenes, robots and meshes may name.
    pub options: RobotOptions,
    /// Which links may meet because they are neighbours.
    pub neighbours: Adjacency,
    /// Values of joints by name, in radians or metres; all others are at rest.
    pub joints: Vec<(String, f64)>,
}

impl RobotSettings {
    /// A scene with the robot of a file at the origin, with all its meshes; its links are called `robot/link` by its name in the file.
    ///
    /// # Errors
    /// The file cannot be read, no link has geometry, or joints are unknown, named twice or outside their limits.
    pub fn read_scene(&self, path: &Path) -> Result<SceneFile, AssemblyError> {
        let mut scene = SceneFile::empty();
        self.add_to(&mut scene, path)?;
        Ok(scene)
    }

    /// Adds the robot of a file to a scene.
    ///
    /// # Errors
    /// As [`RobotSettings::read_scene`]; also if the scene has bodies of these names.
    pub fn add_to(&self, scene: &mut SceneFile, path: &Path) -> Result<(), AssemblyError> {
        let robot = impinge_io::read_urdf(path, &self.options)?;
        if robot.solid_links().is_empty() {
            let has_visual = self.options.geometry == GeometrySource::CollisionElseVisual;
            let hint = if has_visual { "" } else { "; --visual takes the visual geometry instead" };
            return Err(AssemblyError::NoCollisionGeometry { file: path.display().to_string(), hint });
        }
        let refused = |message: String| AssemblyError::Robot { file: path.display().to_string(), message };
        let name = if robot.name.is_empty() { "robot".to_owned() } else { robot.name.clone() };
        let mut values = robot.articulation.rest();
        for (i, (joint, value)) in self.joints.iter().enumerate() {
            if self.joints[..i].iter().any(|(other, _)| other == joint) {
                return Err(refused(format!("joint {joint}: given twice")));
            }
            robot
                .set_value(&mut values, joint, *value)
                .map_err(|error| refused(format!("joint {joint}={value}: {error}")))?;
        }
        robot.articulation.check(&values).map_err(|error| refused(format!("joints: {error}")))?;
        scene.add_robot(&name, robot, values, self.neighbours).map_err(|error| refused(error.to_string()))
    }
}

/// A note on the links of a robot that are left out because they have visual geometry only; `remedy` includes them.
#[must_use]
pub fn unseen_links_note(name: &str, robot: &Robot, remedy: &str) -> Option<String> {
    let links = robot.links_only_seen();
    let names = number_format::first_names(&links);
    let count = number_format::count(links.len(), "link of", "links of");
    let what = if links.len() == 1 { "has visual geometry only and is" } else { "have visual geometry only and are" };
    (!links.is_empty()).then(|| format!("{count} '{name}' {what} left out: {names}; {remedy} takes it"))
}

/// Whether a file is a robot, by its name.
#[must_use]
pub fn is_robot_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("urdf"))
}
