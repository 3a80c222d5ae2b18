//! From a file to a scene: entries first, then names, places and filters.

use super::entry::{BodyContent, Entry, Reader, RobotContent};
use super::filter::{self, Groups};
use super::item::Item;
use super::placement::{self, Placed};
use super::{Mobility, Origin, SceneBody, SceneFile, SceneRobot, datum};
use crate::error::{Fault, Place, Problem, ReadError};
use crate::mesh_library::MeshLibrary;
use impinge::articulation::LinkId;
use std::collections::HashSet;
use std::path::Path;

/// The keys of the document; `$schema` is for editors.
pub(super) const DOCUMENT: [&str; 5] = ["$schema", "bodies", "robots", "ignore", "ignore_groups"];

/// The scene of a file, with all its meshes and robots.
///
/// # Errors
/// See [`Problem`]: no file, no document, unknown keys or names, a placement that is not rigid, placements in a circle, a mesh or a robot
/// that is missing or refused.
pub fn read_scene(path: &Path) -> Result<SceneFile, ReadError> {
    let file = path.display().to_string();
    let read = || {
        let bytes = crate::read::load(path).map_err(|problem| Fault::new(Place::Whole, problem))?;
        let directory = path.parent().unwrap_or(Path::new(""));
        scene(&bytes, Reader { directory, meshes: MeshLibrary::default() })
    };
    read().map_err(|fault: Fault| fault.in_file(&file))
}

fn scene(bytes: &[u8], mut reader: Reader<'_>) -> Result<SceneFile, Fault> {
    let document = datum::parse(bytes)?;
    let root = Item::root(&document);
    root.only(&DOCUMENT)?;
    let bodies = root.list("bodies")?.iter().map(|item| reader.body(item)).collect::<Result<Vec<_>, _>>()?;
    let robots = root.list("robots")?.iter().map(|item| reader.robot(item)).collect::<Result<Vec<_>, _>>()?;
    if bodies.is_empty() && robots.is_empty() {
        return Err(Fault::unexpected(root.place(), "a list 'bodies' or 'robots' that is not empty", "none"));
    }
    check_names(&bodies, &robots)?;
    let placed = placement::place(&bodies, &robots)?;
    let mut groups = Groups::default();
    let body_bits = bodies.iter().map(|b| groups.bit(b.group.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let robot_bits = robots.iter().map(|r| groups.bit(r.group.as_ref())).collect::<Result<Vec<_>, _>>()?;
    groups.ignore(&root.list("ignore_groups")?)?;
    let mut scene = SceneFile { bodies: Vec::new(), robots: Vec::new(), groups: Vec::new(), ignored: Vec::new() };
    for ((body, group), world_from_body) in bodies.into_iter().zip(body_bits).zip(&placed.world_from_body) {
        scene.bodies.push(SceneBody {
            name: body.name,
            parts: vec![body.content.part],
            world_from_body: *world_from_body,
            mobility: body.content.mobility,
            group,
            mask: groups.mask(group),
            origin: Origin::Listed,
        });
    }
    for (robot, group) in robots.into_iter().zip(robot_bits) {
        add_robot(&mut scene, robot, &placed, [group, groups.mask(group)]);
    }
    scene.ignored = filter::ignored(&root.list("ignore")?, &scene.bodies, &scene.robots)?;
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

/// Adds a robot, and its links that have geometry as bodies.
fn add_robot(scene: &mut SceneFile, entry: Entry<'_, RobotContent>, placed: &Placed, [group, mask]: [u32; 2]) {
    let index = scene.robots.len();
    let RobotContent { robot, values } = entry.content;
    let mut bodies = Vec::new();
    for ((link, id), pose) in robot.links.iter().zip(0..).zip(&placed.world_from_link[index]) {
        bodies.push((!link.collisions.is_empty()).then_some(scene.bodies.len()));
        if !link.collisions.is_empty() {
            scene.bodies.push(SceneBody {
                name: format!("{}/{}", entry.name, link.name),
                parts: link.collisions.clone(),
                world_from_body: *pose,
                mobility: Mobility::Moving,
                group,
                mask,
                origin: Origin::Link { robot: index, link: LinkId(id) },
            });
        }
    }
    let world_from_root = placed.world_from_root[index];
    scene.robots.push(SceneRobot { name: entry.name, robot, world_from_root, values, bodies });
}
