//! What moves with what: a body in the frame of a link is held by it, and so is all that is placed in that body's frame.

use super::{Origin, SceneBody, SceneRobot};
use impinge::articulation::LinkId;
use impinge::math::{Pose, PoseError};
use std::collections::{BTreeMap, BTreeSet};

/// A link that something moves with, and where it is on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    pub(super) robot: usize,
    pub(super) link: LinkId,
    pub(super) link_from_own: Pose,
}

impl Hold {
    /// The hold on something at a place in the frame of what is held.
    pub(super) fn on(&self, own_from_other: &Pose) -> Result<Self, PoseError> {
        Ok(Self { link_from_own: self.link_from_own.compose(own_from_other)?, ..*self })
    }
}

/// A rigid group of links: a robot and the lowest link of the group.
type Unit = (usize, LinkId);

/// Who holds what in a scene.
#[derive(Debug)]
pub(super) struct Holding<'a> {
    /// For every listed body the links that it moves with, the nearest first.
    pub(super) bodies: &'a [Vec<Hold>],
    /// Likewise for every robot.
    pub(super) robots: &'a [Vec<Hold>],
    /// The rigid groups of the links of every robot.
    groups: Vec<Vec<LinkId>>,
    /// The group of every root.
    roots: Vec<LinkId>,
}

impl<'a> Holding<'a> {
    pub(super) fn new(bodies: &'a [Vec<Hold>], robots: &'a [Vec<Hold>], of: &[SceneRobot]) -> Self {
        let groups: Vec<Vec<LinkId>> = of.iter().map(|robot| robot.robot.articulation.rigid_groups()).collect();
        let root = |(robot, groups): (&SceneRobot, &Vec<LinkId>)| {
            let root = robot.robot.articulation.root();
            groups.get(root.index()).copied().unwrap_or(root)
        };
        let roots = of.iter().zip(&groups).map(root).collect();
        Self { bodies, robots, groups, roots }
    }

    /// Whether a listed body can be moved by a joint.
    pub(super) fn moves(&self, body: usize) -> bool {
        let moves = |hold: &Hold| self.group(hold.robot, hold.link) != self.roots[hold.robot];
        self.bodies.get(body).is_some_and(|holds| holds.iter().any(moves))
    }

    /// The pairs of bodies that never move against each other because a link holds one of them, links of one robot apart.
    pub(super) fn rigid_pairs(&self, bodies: &[SceneBody]) -> BTreeSet<[usize; 2]> {
        let mut units: BTreeMap<Unit, Vec<usize>> = BTreeMap::new();
        for (at, body) in bodies.iter().enumerate() {
            let unit = match body.origin {
                Origin::Link { robot, link } => Some(self.unit(robot, link)),
                Origin::Listed => {
                    let nearest = self.bodies.get(at).and_then(|holds| holds.first());
                    nearest.map(|hold| self.unit(hold.robot, hold.link))
                }
            };
            if let Some(unit) = unit {
                units.entry(unit).or_default().push(at);
            }
        }
        let robot = |at: usize| match bodies[at].origin {
            Origin::Link { robot, .. } => Some(robot),
            Origin::Listed => None,
        };
        let mut pairs = BTreeSet::new();
        for members in units.values() {
            for (i, a) in members.iter().enumerate() {
                let others = members[i + 1..].iter().filter(|b| robot(*a).is_none() || robot(*a) != robot(**b));
                pairs.extend(others.map(|b| [*a, *b]));
            }
        }
        pairs
    }

    fn group(&self, robot: usize, link: LinkId) -> LinkId {
        self.groups[robot].get(link.index()).copied().unwrap_or(link)
    }

    /// The group of a link; for the root of a robot that is held, the group of what holds it.
    fn unit(&self, mut robot: usize, mut link: LinkId) -> Unit {
        loop {
            let group = self.group(robot, link);
            match self.robots[robot].first().filter(|_| group == self.roots[robot]) {
                Some(hold) => (robot, link) = (hold.robot, hold.link),
                None => return (robot, group),
            }
        }
    }
}
