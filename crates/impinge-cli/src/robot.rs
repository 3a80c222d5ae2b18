//! Arguments about robots from URDF files.

use crate::common_args::NamedFileArgs;
use anyhow::bail;
use clap::{Args, ValueEnum};
use impinge::articulation::Adjacency;
use impinge_clash::{FileOperand, RobotSettings, is_robot_file};
use impinge_io::{GeometrySource, RobotOptions};
use std::path::PathBuf;

/// The value of the key 'geometry' of a scene file that stands for `--visual`.
pub const ELSE_VISUAL: &str = "collision_else_visual";

/// How a URDF file is read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Options for URDF files")]
pub struct RobotArgs {
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
    /// What the files may name
    #[command(flatten)]
    pub named: NamedFileArgs,
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

impl RobotArgs {
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

    /// How files are read, with values of joints.
    pub fn settings(&self, joints: &[(String, f64)]) -> RobotSettings {
        let options = RobotOptions {
            package_roots: self.package.clone(),
            geometry: if self.visual { GeometrySource::CollisionElseVisual } else { GeometrySource::Collision },
            srdf: self.srdf.clone(),
            files: self.named.options(),
        };
        let neighbours = self.neighbours.map(Adjacency::from).unwrap_or_default();
        RobotSettings { options, neighbours, joints: joints.to_vec() }
    }
}

/// The URDF options of a command that takes several files.
#[derive(Clone, Debug, Default, Args)]
pub struct PosedRobotArgs {
    /// The value of a joint of the URDF file, in radians or metres; may be given several times, the other joints rest
    #[arg(long, value_name = "NAME=VALUE", value_parser = joint, help_heading = "Options for URDF files")]
    pub joint: Vec<(String, f64)>,
    /// How robots are read
    #[command(flatten)]
    pub reading: RobotArgs,
}

impl PosedRobotArgs {
    /// How the robots among the files are read.
    ///
    /// # Errors
    /// Options that no file can take, or that could be meant for several.
    pub fn settings(&self, files: &[PathBuf]) -> anyhow::Result<RobotSettings> {
        let joint = (!self.joint.is_empty()).then_some("--joint");
        let single = joint.or(self.reading.srdf.as_ref().map(|_| "--srdf"));
        let robots = files.iter().filter(|file| is_robot_file(&FileOperand::parse(file).path)).count();
        match (robots, single.or(self.reading.given()), single) {
            (0, Some(flag), _) => bail!("{flag} goes with a URDF file; in a scene file, the robot has keys for it"),
            (2.., _, Some(flag)) => bail!("{flag} goes with one URDF file only; use a scene file for several robots"),
            _ => Ok(self.reading.settings(&self.joint)),
        }
    }
}

/// The name of a joint and its value.
fn joint(word: &str) -> Result<(String, f64), String> {
    let refusal = || "expected NAME=VALUE, the value a finite number in radians or metres, e.g. elbow=1.2".to_owned();
    let (name, value) = word.rsplit_once('=').ok_or_else(refusal)?;
    match value.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && !name.trim().is_empty() => Ok((name.trim().to_owned(), value)),
        _ => Err(refusal()),
    }
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
