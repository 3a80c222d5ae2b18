//! What moves with what: a body in the frame of a link is held by it, and so is all that is placed in that body's frame.

use super::ignored_bodies::{IgnoredBodies, check_pairs};
use super::robot::MOST_LISTED;
use super::{Origin, SceneBody, SceneRobot};
use crate::error::Problem;
use impinge::articulation::LinkId;
use impinge::math::{Pose, PoseError};
use std::collections::BTreeMap;

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

/// The bodies of a rigid group.
#[derive(Debug, Default)]
struct RigidUnit {
    /// Bodies that the scene lists.
    listed: Vec<usize>,
    /// Bodies that are links, each with its robot, robot by robot.
    links: Vec<(usize, usize)>,
}

impl RigidUnit {
    /// Whether its listed bodies are told as a set.
    fn has_set(&self) -> bool {
        self.listed.len() > MOST_LISTED
    }

    /// How many pairs are told one by one.
    fn pair_count(&self) -> usize {
        let listed = if self.has_set() { 0 } else { self.listed.len() * self.listed.len().saturating_sub(1) / 2 };
        let mut pairs = listed.saturating_add(self.listed.len().saturating_mul(self.links.len()));
        let mut before = 0_usize;
        for links in self.links.chunk_by(|(_, p), (_, q)| p == q) {
            pairs = pairs.saturating_add(before.saturating_mul(links.len()));
            before += links.len();
        }
        pairs
    }

    fn add_to(self, found: &mut IgnoredBodies) {
        let pair = |a: usize, b: usize| [a.min(b), a.max(b)];
        let mut before: Vec<usize> = Vec::new();
        for links in self.links.chunk_by(|(_, p), (_, q)| p == q) {
            for (link, _) in links {
                found.pairs.extend(before.iter().chain(&self.listed).map(|other| pair(*link, *other)));
            }
            before.extend(links.iter().map(|(link, _)| *link));
        }
        if self.has_set() {
            found.sets.push(self.listed);
        } else {
            let listed = self.listed.iter().enumerate();
            found.pairs.extend(listed.flat_map(|(i, a)| self.listed[i + 1..].iter().map(|b| pair(*a, *b))));
        }
    }
}

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

    /// The bodies that never move against each other because a link holds them, links of one robot apart: where a link holds many bodies, these are
    /// one set.
    pub(super) fn rigid_bodies(&self, bodies: &[SceneBody]) -> Result<IgnoredBodies, Problem> {
        let mut units: BTreeMap<Unit, RigidUnit> = BTreeMap::new();
        for (at, body) in bodies.iter().enumerate() {
            match body.origin {
                Origin::Link { robot, link } => {
                    units.entry(self.unit(robot, link)).or_default().links.push((at, robot));
                }
                Origin::Listed => {
                    if let Some(hold) = self.bodies.get(at).and_then(|holds| holds.first()) {
                        units.entry(self.unit(hold.robot, hold.link)).or_default().listed.push(at);
                    }
                }
            }
        }
        let mut found = IgnoredBodies { pairs: Vec::new(), sets: Vec::new() };
        units.values_mut().for_each(|unit| unit.links.sort_by_key(|(_, robot)| *robot));
        check_pairs(units.values().fold(0, |sum: usize, unit| sum.saturating_add(unit.pair_count())))?;
        units.into_values().for_each(|unit| unit.add_to(&mut found));
        Ok(found)
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
