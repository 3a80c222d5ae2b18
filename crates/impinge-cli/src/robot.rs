//! Robots from URDF files, as the command line asks for them.

use crate::place;
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use impinge::articulation::Adjacency;
use impinge_io::{GeometrySource, Robot, RobotOptions, SceneFile};
use std::path::{Path, PathBuf};

/// The value of the key 'geometry' of a scene file that stands for `--visual`.
pub const ELSE_VISUAL: &str = "collision_else_visual";

/// How a URDF file is read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Options for URDF files")]
pub struct RobotWords {
    /// An SRDF file whose disabled pairs may meet
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,
    /// A folder of packages, for package:// names of meshes; may be given several times
    #[arg(long, value_name = "DIR")]
    pub package: Vec<PathBuf>,
    /// Take the visual geometry of links that have no other
    #[arg(long)]
    pub visual: bool,
    /// Which links may meet because they are neighbours; joined without this option
    #[arg(long, value_enum, value_name = "WHICH")]
    pub neighbours: Option<Neighbours>,
}

/// Which links are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Neighbours {
    /// Those that a joint joins, and those that never move against each other.
    Joined,
    /// Also those fixed to the two ends of one moving joint.
    Welded,
    /// None.
    None,
}

impl From<Neighbours> for Adjacency {
    fn from(word: Neighbours) -> Self {
        match word {
            Neighbours::Joined => Self::Joined,
            Neighbours::Welded => Self::Welded,
            Neighbours::None => Self::None,
        }
    }
}

impl RobotWords {
    /// The first option that is given, by its flag.
    pub fn given(&self) -> Option<&'static str> {
        let flags = [
            ("--srdf", self.srdf.is_some()),
            ("--package", !self.package.is_empty()),
            ("--visual", self.visual),
            ("--neighbours", self.neighbours.is_some()),
        ];
        flags.into_iter().find(|(_, is_given)| *is_given).map(|(flag, _)| flag)
    }

    /// What that option is in the table of a robot in a scene file.
    pub fn as_key(&self) -> String {
        let neighbours = self.neighbours.and_then(|word| word.to_possible_value());
        match (self.given(), neighbours) {
            (Some("--srdf"), _) => "srdf = \"FILE\"".to_owned(),
            (Some("--package"), _) => "packages = [\"DIR\"]".to_owned(),
            (Some("--neighbours"), Some(word)) => format!("neighbours = \"{}\"", word.get_name()),
            _ => format!("geometry = \"{ELSE_VISUAL}\""),
        }
    }

    /// The robot of a file, with all its meshes.
    ///
    /// # Errors
    /// The file cannot be read, or no link has geometry.
    pub fn read(&self, path: &Path) -> anyhow::Result<Robot> {
        let options = RobotOptions {
            package_roots: self.package.clone(),
            geometry: if self.visual { GeometrySource::CollisionElseVisual } else { GeometrySource::Collision },
            srdf: self.srdf.clone(),
        };
        let robot = impinge_io::read_urdf(path, &options)?;
        if robot.solid_links().is_empty() {
            let hint = if self.visual { "" } else { "; --visual takes the visual geometry instead" };
            bail!("{}: no link has collision geometry, so nothing can meet{hint}", path.display());
        }
        Ok(robot)
    }

    /// Adds a robot to a scene, at the origin; its links are called `robot/link` by its name in its file. Joints that are not named rest.
    ///
    /// # Errors
    /// Joints that are unknown, named twice, or outside their limits.
    pub fn add(&self, file: &mut SceneFile, robot: Robot, joints: &[(String, f64)]) -> anyhow::Result<()> {
        let name = if robot.name.is_empty() { "robot".to_owned() } else { robot.name.clone() };
        let mut values = robot.articulation.rest();
        for (i, (joint, value)) in joints.iter().enumerate() {
            ensure!(joints[..i].iter().all(|(other, _)| other != joint), "--joint {joint}: was given twice");
            robot.set_value(&mut values, joint, *value).with_context(|| format!("--joint {joint}={value}"))?;
        }
        robot.articulation.check(&values).context("--joint")?;
        let neighbours = self.neighbours.map(Adjacency::from).unwrap_or_default();
        Ok(file.add_robot(&name, robot, values, neighbours)?)
    }
}

/// A note on the links of a robot that are left out because they have visual geometry only; `remedy` takes it.
pub fn left_out(name: &str, robot: &Robot, remedy: &str) -> Option<String> {
    let links = robot.links_only_seen();
    let names = place::first_names(&links);
    let count = place::count(links.len(), "link of", "links of");
    let what = if links.len() == 1 { "has visual geometry only and is" } else { "have visual geometry only and are" };
    (!links.is_empty()).then(|| format!("{count} '{name}' {what} left out: {names}; {remedy} takes it"))
}

/// The name of a joint and its value.
pub fn joint(word: &str) -> Result<(String, f64), String> {
    let refusal = || "expected NAME=VALUE, the value a finite number in radians or metres, e.g. elbow=1.2".to_owned();
    let (name, value) = word.rsplit_once('=').ok_or_else(refusal)?;
    match value.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && !name.trim().is_empty() => Ok((name.trim().to_owned(), value)),
        _ => Err(refusal()),
    }
}

/// Whether a file is a robot, by its name.
pub fn is_robot(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("urdf"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_have_a_name_and_a_finite_value() {
        assert_eq!(joint("elbow=-1.5"), Ok(("elbow".to_owned(), -1.5)));
        assert_eq!(joint("a=b = 2"), Ok(("a=b".to_owned(), 2.0)));
        for word in ["", "elbow", "elbow=", "=1", "elbow=nan", "elbow=1e999", "elbow=x"] {
            assert!(joint(word).is_err(), "{word}");
        }
    }
}
