//! Scene files: bodies, each a mesh file or a shape at its place, and robots with their joints, in TOML or JSON.
//!
//! `docs/scene.md` describes the format and `docs/scene.schema.json` its JSON. Paths start at the directory of the scene file. A mesh
//! file that is named twice is read once, and its instances share one mesh; all bodies in it are one, unless `part` names one of them. A
//! placement may be relative to another body, robot or link (`parent`). Nothing is guessed: unknown keys, names and circles are refused.

mod build;
mod entry;
mod filter;
mod healing;
mod hold;
mod ignored_bodies;
mod placement;
mod pose;
mod read;
mod robot;
mod shape;

pub use build::{BuildError, BuiltScene};
pub use healing::SceneHealing;
pub use read::{read_scene, read_scene_bytes, read_scene_with};
pub use robot::{Carried, SceneRobot};

use crate::length_unit::LengthUnit;
use crate::{BodyPart, Precision};
use impinge::articulation::LinkId;
use impinge::broad::Mobility;
use impinge::math::Pose;

/// A scene as its file describes it.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// The bodies in the order of the file, then the links of the robots that have geometry, in order.
    pub bodies: Vec<SceneBody>,
    /// The robots, in the order of the file.
    pub robots: Vec<SceneRobot>,
    /// The names of the groups, in order of appearance; the first has bit 1 of [`SceneBody::group`], the next bit 2.
    pub groups: Vec<String>,
    /// Pairs of bodies that are not looked at, by index, the lower one first, sorted: those that the file lists, the links of one robot
    /// that are neighbours or disabled, and what a link holds with that link and all that never moves against it.
    pub ignored: Vec<[usize; 2]>,
    /// Lists of bodies of which no two are looked at, by index: links of one robot that never move against each other, where they are too
    /// many to list their pairs in [`SceneFile::ignored`].
    pub ignored_sets: Vec<Vec<usize>>,
    /// What was read differently from the files of meshes, in words with the name of each file.
    pub warnings: Vec<String>,
    /// The unit of all lengths, where the file states it; meshes of other units are converted.
    pub unit: Option<LengthUnit>,
}

/// A body of a scene.
#[derive(Clone, Debug)]
pub struct SceneBody {
    /// The name, unique in the scene; `robot/link` for a link.
    pub name: String,
    /// What it is made of, in its own frame; at least one part.
    pub parts: Vec<BodyPart>,
    /// Carries points of the body to the world.
    pub world_from_body: Pose,
    /// Whether it ever moves.
    pub mobility: Mobility,
    /// The bit of its group; bit 0 for a body of none.
    pub group: u32,
    /// The groups that it is looked at with: two bodies are if each has the bit of the other.
    pub mask: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// The precision of its coordinates in its mesh file; double for shapes and links.
    pub precision: Precision,
    /// How it is healed, where the file says so.
    pub healing: Option<SceneHealing>,
}

/// Where a body comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is listed in the file.
    Listed,
    /// It is a link of a robot.
    Link {
        /// The robot, by index.
        robot: usize,
        /// The link.
        link: LinkId,
    },
}
