//! Where everything stands in the world: placements followed from parent to parent.

use super::entry::{BodyContent, Entry, RobotContent};
use super::hold::Hold;
use crate::document::Item;
use crate::error::{Fault, Problem};
use impinge::articulation::LinkId;
use impinge::math::{Pose, PoseError};
use std::collections::HashMap;

/// A frame that something can be placed in: a body or a robot by its number, bodies first, and for a link of a robot that link.
#[derive(Clone, Copy, Debug)]
struct Frame {
    owner: usize,
    link: Option<LinkId>,
}

/// The places of everything.
#[derive(Debug)]
pub(super) struct Placements {
    pub(super) world_from_body: Vec<Pose>,
    pub(super) world_from_root: Vec<Pose>,
    /// For every robot, by link.
    pub(super) world_from_link: Vec<Vec<Pose>>,
    /// Likewise, in the frame of the robot.
    pub(super) root_from_link: Vec<Vec<Pose>>,
    /// For every body the links that it moves with, the nearest first.
    pub(super) body_holds: Vec<Vec<Hold>>,
    /// Likewise for every robot.
    pub(super) robot_holds: Vec<Vec<Hold>>,
}

/// Everything that is placed, by name.
struct Tree<'a, 'b> {
    bodies: &'b [Entry<'a, BodyContent>],
    robots: &'b [Entry<'a, RobotContent>],
    frames: HashMap<String, Frame>,
}

/// Places bodies and robots; names must be unique already.
pub(super) fn place(
    bodies: &[Entry<'_, BodyContent>],
    robots: &[Entry<'_, RobotContent>],
) -> Result<Placements, Fault> {
    let tree = Tree { bodies, robots, frames: frames(bodies, robots) };
    let count = bodies.len() + robots.len();
    let parents = (0..count).map(|owner| tree.parent(owner)).collect::<Result<Vec<_>, _>>()?;
    let mut world: Vec<Option<Pose>> = vec![None; count];
    let mut world_from_link = vec![Vec::new(); robots.len()];
    let root_from_link = robots.iter().map(|robot| links(robot, &Pose::IDENTITY)).collect::<Result<Vec<_>, _>>()?;
    let mut holds: Vec<Vec<Hold>> = vec![Vec::new(); count];
    for first in 0..count {
        // From the entry to the first ancestor that is placed, then back.
        let mut path = Vec::new();
        let mut next = Some(first);
        while let Some(owner) = next.filter(|owner| world[*owner].is_none()) {
            if path.len() == count {
                return Err(tree.circle(owner, &parents));
            }
            path.push(owner);
            next = parents[owner].map(|frame| frame.owner);
        }
        for owner in path.into_iter().rev() {
            let parent = match parents[owner] {
                None => Pose::IDENTITY,
                Some(Frame { owner, link: None }) => world[owner].unwrap_or_default(),
                Some(Frame { owner, link: Some(link) }) => {
                    let poses: &Vec<Pose> = &world_from_link[owner - bodies.len()];
                    poses.get(link.index()).copied().unwrap_or_default()
                }
            };
            let (item, own) = tree.own(owner);
            let placed = parent.compose(own).map_err(|error| item.fault(Problem::NotRigid(error)))?;
            world[owner] = Some(placed);
            if let Some(parent) = parents[owner] {
                let link = parent.link.map(|link| (parent.owner - bodies.len(), link));
                let place = link.map(|(robot, link)| (robot, link, root_from_link[robot][link.index()]));
                let held = inherited(&holds[parent.owner], place, own);
                holds[owner] = held.map_err(|error| item.fault(Problem::NotRigid(error)))?;
            }
            if let Some(robot) = owner.checked_sub(bodies.len()) {
                world_from_link[robot] = links(&robots[robot], &placed)?;
            }
        }
    }
    let mut world_from_body: Vec<Pose> = world.into_iter().map(Option::unwrap_or_default).collect();
    let world_from_root = world_from_body.split_off(bodies.len());
    let robot_holds = holds.split_off(bodies.len());
    Ok(Placements { world_from_body, world_from_root, world_from_link, root_from_link, body_holds: holds, robot_holds })
}

/// The links that something moves with: that in whose frame it is, given with its place in its robot, and those that its parent moves with.
fn inherited(
    holds: &[Hold],
    link: Option<(usize, LinkId, Pose)>,
    parent_from_own: &Pose,
) -> Result<Vec<Hold>, PoseError> {
    let Some((robot, link, root_from_link)) = link else {
        return holds.iter().map(|hold| hold.on(parent_from_own)).collect();
    };
    let mut held = vec![Hold { robot, link, link_from_own: *parent_from_own }];
    if !holds.is_empty() {
        let root_from_own = root_from_link.compose(parent_from_own)?;
        held.extend(holds.iter().map(|hold| hold.on(&root_from_own)).collect::<Result<Vec<_>, _>>()?);
    }
    Ok(held)
}

/// Every frame by its name.
fn frames(bodies: &[Entry<'_, BodyContent>], robots: &[Entry<'_, RobotContent>]) -> HashMap<String, Frame> {
    let names = bodies.iter().map(|b| &b.name).chain(robots.iter().map(|r| &r.name));
    let mut frames: HashMap<String, Frame> =
        names.enumerate().map(|(owner, name)| (name.clone(), Frame { owner, link: None })).collect();
    for (owner, robot) in (bodies.len()..).zip(robots) {
        for (link, id) in robot.content.robot.links.iter().zip(0..) {
            let frame = Frame { owner, link: Some(LinkId(id)) };
            frames.entry(format!("{}/{}", robot.name, link.name)).or_insert(frame);
        }
    }
    frames
}

/// The poses of the links of a robot.
fn links(entry: &Entry<'_, RobotContent>, world_from_root: &Pose) -> Result<Vec<Pose>, Fault> {
    let RobotContent { robot, values, .. } = &entry.content;
    let mut poses = vec![Pose::IDENTITY; robot.links.len()];
    let placed = robot.articulation.poses_at(world_from_root, values, &mut poses);
    placed.map_err(|error| entry.item.fault(Problem::NoConfiguration(Box::new(error))))?;
    Ok(poses)
}

impl<'a> Tree<'a, '_> {
    /// The entry of a number, and its place in its parent.
    fn own(&self, owner: usize) -> (&Item<'a>, &Pose) {
        match self.bodies.get(owner) {
            Some(body) => (&body.item, &body.parent_from_own),
            None => {
                let robot = &self.robots[owner - self.bodies.len()];
                (&robot.item, &robot.parent_from_own)
            }
        }
    }

    fn name(&self, owner: usize) -> &str {
        self.bodies.get(owner).map_or_else(|| self.robots[owner - self.bodies.len()].name.as_str(), |b| &b.name)
    }

    /// The frame that an entry is placed in.
    fn parent(&self, owner: usize) -> Result<Option<Frame>, Fault> {
        let parent = match self.bodies.get(owner) {
            Some(body) => &body.parent,
            None => &self.robots[owner - self.bodies.len()].parent,
        };
        let Some(parent) = parent else { return Ok(None) };
        let name = parent.text()?;
        self.frames.get(name).copied().map(Some).ok_or_else(|| {
            parent.fault(Problem::unknown_name("body, robot or link", name, self.frames.keys().map(String::as_str)))
        })
    }

    /// The fault of a circle that leads through an entry or that it leads into.
    fn circle(&self, inside: usize, parents: &[Option<Frame>]) -> Fault {
        let up = |owner: usize| parents[owner].map_or(owner, |frame| frame.owner);
        let start = (0..parents.len()).fold(inside, |owner, _| up(owner));
        let mut names = vec![self.name(start).to_owned()];
        let mut owner = up(start);
        while owner != start {
            names.push(self.name(owner).to_owned());
            owner = up(owner);
        }
        names.push(self.name(start).to_owned());
        self.own(start).0.fault(Problem::Circle { what: "bodies", names })
    }
}
