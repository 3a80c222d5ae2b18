//! Scene files: bodies, each a mesh file or a shape at its place, and robots with their joints, in TOML or JSON.
//!
//! `docs/scene.md` describes the format and `docs/scene.schema.json` its JSON. Paths start at the directory of the scene file. A mesh
//! file that is named twice is read once, and its instances share one mesh; all bodies in it are one, unless `part` names one of them. A
//! placement may be relative to another body, robot or link (`parent`). Nothing is guessed: unknown keys, names and circles are refused.

mod datum;
mod entry;
mod filter;
mod item;
mod json;
mod placement;
mod pose;
mod read;
mod shape;
mod toml;

pub use read::read_scene;

use crate::{Part, Robot};
use impinge::articulation::LinkId;
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
    /// Pairs of bodies that are not looked at, by index, the lower one first, sorted: those that the file lists, and the links of one
    /// robot that are neighbours or disabled.
    pub ignored: Vec<[usize; 2]>,
}

/// A body of a scene.
#[derive(Clone, Debug)]
pub struct SceneBody {
    /// The name, unique in the scene; `robot/link` for a link.
    pub name: String,
    /// What it is made of, in its own frame; at least one part.
    pub parts: Vec<Part>,
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
}

/// Whether a body ever moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mobility {
    /// It never moves; two such bodies need not be looked at more than once.
    Fixed,
    /// It may move.
    Moving,
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

/// A robot of a scene.
#[derive(Clone, Debug)]
pub struct SceneRobot {
    /// The name, unique in the scene.
    pub name: String,
    /// What its own files say.
    pub robot: Robot,
    /// Where its root stands.
    pub world_from_root: Pose,
    /// Its configuration: what the file gives, the rest at rest.
    pub values: Vec<f64>,
    /// For every link its body, by index; none for a link that is only a frame.
    pub bodies: Vec<Option<usize>>,
}
