//! From a file to a scene: entries first, then names, places and filters.

use super::entry::{BodyContent, Entry, Reader, RobotContent};
use super::filter::{self, Groups};
use super::healing;
use super::hold::{Hold, Holding};
use super::placement::{self, Placements};
use super::{Carried, Mobility, Origin, SceneBody, SceneFile, SceneRobot};
use crate::document::Item;
use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::length_unit::LengthUnit;
use crate::mesh_library::MeshLibrary;
use crate::named_file::{NamedFiles, ReadOptions};
use impinge::math::PoseError;
use std::collections::HashSet;
use std::path::Path;

/// The keys of the document; `$schema` is for editors.
pub(super) const DOCUMENT: [&str; 7] = ["$schema", "unit", "heal", "bodies", "robots", "ignore", "ignore_groups"];

/// The scene of a file, with all its meshes and robots.
///
/// # Errors
/// See [`Problem`]: no file, no document, unknown keys or names, a placement that is not rigid, placements in a circle, a mesh or a robot
/// that is missing or refused.
pub fn read_scene(path: impl AsRef<Path>) -> Result<SceneFile, ReadError> {
    read_scene_with(path, &ReadOptions::default())
}

/// As [`read_scene`], with a choice of the files that the scene may name: meshes, robots, and what these name.
///
/// # Errors
/// As [`read_scene`].
pub fn read_scene_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<SceneFile, ReadError> {
    let path = path.as_ref();
    let unread = |problem| Fault::new(FilePlace::Whole, problem).in_file(&path.display().to_string());
    parse(path, &crate::source_file::load(path).map_err(unread)?, options)
}

/// The scene in the bytes of a file; `path` stands for it in errors, and files are looked for from there.
///
/// # Errors
/// As [`read_scene`].
pub fn read_scene_bytes(path: &Path, bytes: &[u8]) -> Result<SceneFile, ReadError> {
    parse(path, bytes, &ReadOptions::default())
}

fn parse(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<SceneFile, ReadError> {
    let directory = path.parent().unwrap_or(Path::new(""));
    let (meshes, named) = (MeshLibrary::default(), NamedFiles::new(path, options));
    let reader = Reader { directory, meshes, named, unit: None, healing: None, links: 0, pairs: 0 };
    scene(bytes, reader).map_err(|fault| fault.in_file(&path.display().to_string()))
}

fn scene(bytes: &[u8], mut reader: Reader<'_>) -> Result<SceneFile, Fault> {
    let document = crate::document::parse(bytes)?;
    let root = Item::root(&document);
    root.only(&DOCUMENT)?;
    reader.unit = root.get("unit").map(|unit| unit.unit()).transpose()?;
    reader.healing = healing::read(&root, reader.unit)?;
    let bodies = root.list("bodies")?.iter().map(|item| reader.body(item)).collect::<Result<Vec<_>, _>>()?;
    let robots = root.list("robots")?.iter().map(|item| reader.robot(item)).collect::<Result<Vec<_>, _>>()?;
    if let (Some(unit), false) = (root.get("unit"), robots.is_empty() || reader.unit == Some(LengthUnit::Metre)) {
        return Err(unit.unexpected("m, as robots are in metres"));
    }
    if bodies.is_empty() && robots.is_empty() {
        return Err(Fault::unexpected(root.place(), "a list 'bodies' or 'robots' that is not empty", "none"));
    }
    check_names(&bodies, &robots)?;
    let placed = placement::place(&bodies, &robots)?;
    let mut groups = Groups::default();
    let body_bits = bodies.iter().map(|b| groups.bit(b.group.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let robot_bits = robots.iter().map(|r| groups.bit(r.group.as_ref())).collect::<Result<Vec<_>, _>>()?;
    groups.ignore(&root.list("ignore_groups")?)?;
    let mut scene = SceneFile { unit: reader.unit, warnings: reader.meshes.take_warnings(), ..SceneFile::empty() };
    let fixed: Vec<Option<Item<'_>>> = bodies.iter().map(|body| body.item.get("fixed")).collect();
    for ((body, group), world_from_body) in bodies.into_iter().zip(body_bits).zip(&placed.world_from_body) {
        scene.bodies.push(SceneBody {
            name: body.name,
            parts: vec![body.content.part],
            world_from_body: *world_from_body,
            mobility: body.content.mobility,
            group,
            mask: groups.mask(group),
            origin: Origin::Listed,
            precision: body.content.precision,
            healing: body.content.healing,
        });
    }
    for (index, (robot, group)) in robots.into_iter().zip(robot_bits).enumerate() {
        let RobotContent { robot: content, neighbours, values } = robot.content;
        let (bodies, carried, world_from_root) = (Vec::new(), Vec::new(), placed.world_from_root[index]);
        let robot =
            SceneRobot { name: robot.name, robot: content, neighbours, world_from_root, values, bodies, carried };
        scene.push_robot(robot, &placed.world_from_link[index], [group, groups.mask(group)]);
    }
    carry(&mut scene, &placed).map_err(|error| root.fault(Problem::NotRigid(error)))?;
    let holding = Holding::new(&placed.body_holds, &placed.robot_holds, &scene.robots);
    for (body, fixed) in fixed.iter().enumerate() {
        if let Some(fixed) = fixed.as_ref().filter(|_| scene.bodies[body].mobility == Mobility::Fixed)
            && holding.moves(body)
        {
            return Err(fixed.unexpected("false, as the body is held by a link and moves with it"));
        }
    }
    let ignored = filter::ignored(&root.list("ignore")?, &scene, &holding)?;
    (scene.ignored, scene.ignored_sets) = (ignored.pairs, ignored.sets);
    scene.groups = groups.names;
    Ok(scene)
}

/// Refuses a name that two things have.
fn check_names(bodies: &[Entry<'_, BodyContent>], robots: &[Entry<'_, RobotContent>]) -> Result<(), Fault> {
    let own = bodies.iter().map(|b| (&b.item, b.name.clone())).chain(robots.iter().map(|r| (&r.item, r.name.clone())));
    let links = robots.iter().flat_map(|robot| {
        let links = robot.content.robot.links.iter();
        links.map(|link| (&robot.item, format!("{}/{}", robot.name, link.name)))
    });
    let mut taken = HashSet::new();
    for (item, name) in own.chain(links) {
        if !taken.insert(name.clone()) {
            return Err(item.fault(Problem::DuplicateName { what: "bodies, robots or links", name }));
        }
    }
    Ok(())
}

/// Tells every robot which bodies move with its links.
fn carry(scene: &mut SceneFile, placed: &Placements) -> Result<(), PoseError> {
    for (at, body) in scene.bodies.iter().enumerate() {
        let holds: Vec<Hold> = match body.origin {
            Origin::Listed => placed.body_holds.get(at).cloned().unwrap_or_default(),
            Origin::Link { robot, link } => {
                let root_from_link = &placed.root_from_link[robot][link.index()];
                placed.robot_holds[robot].iter().map(|hold| hold.on(root_from_link)).collect::<Result<_, _>>()?
            }
        };
        for Hold { robot, link, link_from_own } in holds {
            scene.robots[robot].carried.push(Carried { body: at, link, link_from_body: link_from_own });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{entry, pose, shape};
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn the_published_schema_has_the_keys_that_are_read() {
        // Packages hold no documents.
        let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        if !documents.exists() {
            return;
        }
        let schema = std::fs::read(documents.join("scene.schema.json")).unwrap();
        let schema: Value = serde_json::from_slice(&schema).unwrap();
        let keys = |schema: &Value| -> BTreeSet<String> {
            assert_eq!(schema["additionalProperties"], Value::Bool(false));
            schema["properties"].as_object().unwrap().keys().cloned().collect()
        };
        let known = |keys: &[&str]| -> BTreeSet<String> { keys.iter().map(|key| (*key).to_owned()).collect() };
        assert_eq!(keys(&schema), known(&DOCUMENT));
        assert_eq!(keys(&schema["$defs"]["body"]), known(&entry::BODY));
        assert_eq!(keys(&schema["$defs"]["robot"]), known(&entry::ROBOT));
        assert_eq!(keys(&schema["$defs"]["pose"]), known(&pose::KEYS));
        let kinds = schema["$defs"]["shape"]["oneOf"].as_array().unwrap();
        assert_eq!(kinds.len(), shape::KINDS.len());
        for (schema, (kind, measures)) in kinds.iter().zip(shape::KINDS) {
            assert_eq!((&schema["properties"]["kind"]["const"], keys(schema)), (&Value::from(kind), known(measures)));
        }
    }
}
