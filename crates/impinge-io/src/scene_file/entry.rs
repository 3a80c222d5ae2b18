//! The entries of a scene file, read one by one; what they refer to by name is looked up later.

use super::Mobility;
use super::ignored_bodies::check_pairs;
use super::robot::MOST_LISTED;
use super::{SceneHealing, healing, pose, shape};
use crate::document::Item;
use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::length_unit::LengthUnit;
use crate::mesh_library::MeshLibrary;
use crate::named_file::{NamedFiles, ReadOptions};
use crate::srdf::read_srdf_bytes;
use crate::urdf::{self, Loader};
use crate::{BodyPart, GeometrySource, Model, Precision, Robot, RobotOptions};
use impinge::articulation::Adjacency;
use impinge::math::{DVec3, Pose};
use std::path::{Path, PathBuf};

/// The keys of a body.
pub(super) const BODY: [&str; 12] =
    ["name", "mesh", "part", "unit", "scale", "mirror", "heal", "shape", "pose", "parent", "group", "fixed"];

/// The keys of a robot.
pub(super) const ROBOT: [&str; 10] =
    ["name", "urdf", "srdf", "packages", "geometry", "neighbours", "joints", "pose", "parent", "group"];

/// An entry: a body, or a robot with its links.
#[derive(Debug)]
pub(super) struct Entry<'a, T> {
    pub(super) item: Item<'a>,
    pub(super) name: String,
    pub(super) parent_from_own: Pose,
    pub(super) parent: Option<Item<'a>>,
    pub(super) group: Option<Item<'a>>,
    pub(super) content: T,
}

/// What a body adds.
#[derive(Debug)]
pub(super) struct BodyContent {
    pub(super) part: BodyPart,
    pub(super) mobility: Mobility,
    pub(super) precision: Precision,
    pub(super) healing: Option<SceneHealing>,
}

/// What a robot adds.
#[derive(Debug)]
pub(super) struct RobotContent {
    pub(super) robot: Robot,
    pub(super) neighbours: Adjacency,
    pub(super) values: Vec<f64>,
}

/// Reads entries and the files that they name.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// Where paths start.
    pub(super) directory: &'a Path,
    pub(super) meshes: MeshLibrary,
    /// The files that the scene may name.
    pub(super) named: NamedFiles,
    /// The unit of the scene, where it is stated.
    pub(super) unit: Option<LengthUnit>,
    /// How bodies are healed that do not say so themselves.
    pub(super) healing: Option<SceneHealing>,
    /// The links of all robots so far.
    pub(super) links: usize,
    /// The pairs of links of all robots so far that may meet, as far as they could be many.
    pub(super) pairs: usize,
}

/// Most links of all robots of a scene: an entry of a few bytes repeats all links of its file.
const MOST_LINKS: usize = 1 << 17;

impl Reader<'_> {
    pub(super) fn body<'a>(&mut self, item: &Item<'a>) -> Result<Entry<'a, BodyContent>, Fault> {
        item.only(&BODY)?;
        let (model, precision) = match (item.get("mesh"), item.get("shape")) {
            (Some(mesh), None) => self.mesh(item, &mesh)?,
            (None, Some(shape)) => {
                if let Some(key) = ["part", "unit", "scale", "mirror", "heal"].into_iter().find_map(|key| item.get(key))
                {
                    return Err(key.unexpected("this key beside 'mesh' only; a shape has its own measures"));
                }
                (shape::read(&shape)?, Precision::Double)
            }
            (mesh, _) => {
                let found = if mesh.is_some() { "both" } else { "neither" };
                return Err(Fault::unexpected(item.place(), "either 'mesh' or 'shape'", found));
            }
        };
        let mobility = match item.get("fixed").map_or(Ok(false), |fixed| fixed.flag())? {
            true => Mobility::Fixed,
            false => Mobility::Moving,
        };
        let part = BodyPart { name: None, body_from_part: Pose::IDENTITY, model };
        let healing = healing::read(item, self.unit)?.or(self.healing);
        entry(item, BodyContent { part, mobility, precision, healing })
    }

    fn mesh(&mut self, item: &Item<'_>, mesh: &Item<'_>) -> Result<(Model, Precision), Fault> {
        let scale = match item.get("scale") {
            None => 1.0,
            Some(scale) => match scale.number()? {
                0.0 => return Err(scale.unexpected("a number that is not zero")),
                number => number,
            },
        };
        let mirror = match item.get("mirror") {
            None => DVec3::ONE,
            Some(mirror) => match mirror.text()? {
                "x" => DVec3::new(-1.0, 1.0, 1.0),
                "y" => DVec3::new(1.0, -1.0, 1.0),
                "z" => DVec3::new(1.0, 1.0, -1.0),
                _ => return Err(mirror.unexpected("one of 'x', 'y' and 'z'")),
            },
        };
        let part = item.get("part");
        let name = part.as_ref().map(|part| part.text()).transpose()?;
        let file = self.directory.join(mesh.text()?);
        let refused = |problem| match (problem, &part) {
            (problem @ Problem::UnknownName { .. }, Some(part)) => part.fault(problem),
            (problem, _) => mesh.fault(problem),
        };
        let source = self.meshes.source(&file, &self.named).map_err(|problem| mesh.fault(problem))?;
        let change = self.unit_change(item, source.unit)?;
        let mesh = self.meshes.mesh(&file, name, change * scale * mirror, &self.named).map_err(refused)?;
        Ok((Model::Mesh(mesh), source.precision))
    }

    /// What a mesh is scaled by to be in the unit of the scene; the unit beside it counts before that of its file.
    fn unit_change(&self, item: &Item<'_>, stated: Option<LengthUnit>) -> Result<f64, Fault> {
        let own = item.get("unit");
        let unit = own.as_ref().map(|unit| unit.unit()).transpose()?.or(stated);
        match (self.unit, unit, own) {
            (None, _, Some(own)) => Err(Fault::unexpected(own.place(), "'unit' of the scene, too, at its top", "none")),
            (Some(to), Some(from), _) => Ok(from.convert(1.0, to)),
            _ => Ok(1.0),
        }
    }

    /// The bytes of a file that the scene names, and its path with all links followed.
    fn named_bytes(&self, file: &Path) -> Result<(Vec<u8>, PathBuf), ReadError> {
        let resolved = self.named.resolve(file);
        let read = resolved.and_then(|path| Ok((self.named.open(&path)?.rest(Vec::new())?, path)));
        read.map_err(|problem| Fault::new(FilePlace::Whole, problem).in_file(&file.display().to_string()))
    }

    pub(super) fn robot<'a>(&mut self, item: &Item<'a>) -> Result<Entry<'a, RobotContent>, Fault> {
        item.only(&ROBOT)?;
        let directory = self.directory;
        let path = |item: Item<'_>| -> Result<PathBuf, Fault> { Ok(directory.join(item.text()?)) };
        let geometry = match item.get("geometry") {
            None => GeometrySource::Collision,
            Some(source) => match source.text()? {
                "collision" => GeometrySource::Collision,
                "collision_else_visual" => GeometrySource::CollisionElseVisual,
                _ => return Err(source.unexpected("'collision' or 'collision_else_visual'")),
            },
        };
        let neighbours = match item.get("neighbours") {
            None => Adjacency::default(),
            Some(neighbours) => match neighbours.text()? {
                "joined" => Adjacency::Joined,
                "welded" => Adjacency::Welded,
                "none" => Adjacency::None,
                _ => return Err(neighbours.unexpected("'joined', 'welded' or 'none'")),
            },
        };
        let options = RobotOptions {
            package_roots: item.list("packages")?.into_iter().map(path).collect::<Result<_, _>>()?,
            geometry,
            // Read by itself below, so that its faults stand at its key.
            srdf: None,
            files: ReadOptions::default(),
        };
        let referred = |item: &Item<'_>, error| item.fault(Problem::Referred(Box::new(error)));
        let urdf = item.need("urdf")?;
        let file = path(urdf.clone())?;
        let (bytes, resolved) = self.named_bytes(&file).map_err(|error| referred(&urdf, error))?;
        let named = self.named.below(&resolved);
        let loader = Loader { path: &file, options: &options, meshes: &mut self.meshes, named: &named };
        let mut robot = urdf::parse(&bytes, loader).map_err(|error| referred(&urdf, error))?;
        if let Some(srdf) = item.get("srdf") {
            let file = path(srdf.clone())?;
            let pairs = self
                .named_bytes(&file)
                .and_then(|(bytes, _)| read_srdf_bytes(&file.display().to_string(), &bytes, &robot.articulation));
            robot.take_pairs(pairs.map_err(|error| referred(&srdf, error))?);
        }
        self.links += robot.links.len();
        if self.links > MOST_LINKS {
            let found = format!("{} up to this one", self.links);
            return Err(Fault::unexpected(item.place(), format!("at most {MOST_LINKS} links of all robots"), found));
        }
        self.pairs = self.pairs.saturating_add(robot.most_pairs(neighbours, MOST_LISTED));
        check_pairs(self.pairs).map_err(|problem| item.fault(problem))?;
        let values = joints(item, &robot)?;
        entry(item, RobotContent { robot, neighbours, values })
    }
}

/// What bodies and robots have in common.
fn entry<'a, T>(item: &Item<'a>, content: T) -> Result<Entry<'a, T>, Fault> {
    Ok(Entry {
        name: item.need("name")?.text()?.to_owned(),
        parent_from_own: pose::read(item)?,
        parent: item.get("parent"),
        group: item.get("group"),
        item: item.clone(),
        content,
    })
}

/// The configuration of a robot: what the key `joints` gives, the rest at rest.
fn joints(item: &Item<'_>, robot: &Robot) -> Result<Vec<f64>, Fault> {
    let mut values = robot.articulation.rest();
    let Some(joints) = item.get("joints") else { return Ok(values) };
    for (name, value) in joints.entries()? {
        robot.set_value(&mut values, name, value.number()?).map_err(|problem| value.fault(problem))?;
    }
    robot.articulation.check(&values).map_err(|error| joints.fault(Problem::NoConfiguration(Box::new(error))))?;
    Ok(values)
}
