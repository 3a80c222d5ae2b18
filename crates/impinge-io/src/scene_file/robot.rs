//! Robots of a scene: their links as bodies, and what the links carry.

use super::ignored_bodies::{IgnoredBodies, check_pairs};
use super::{Mobility, Origin, SceneBody, SceneFile};
use crate::error::Problem;
use crate::{Precision, Robot};
use impinge::articulation::{Adjacency, LinkId};
use impinge::math::Pose;

/// Most links that never move against each other whose pairs are listed; the pairs of more are as many as the square of the file.
pub(super) const MOST_LISTED: usize = 64;

/// A robot of a scene.
#[derive(Clone, Debug)]
pub struct SceneRobot {
    /// The name, unique in the scene.
    pub name: String,
    /// What its own files say.
    pub robot: Robot,
    /// Which of its links meet by design.
    pub neighbours: Adjacency,
    /// Where its root stands.
    pub world_from_root: Pose,
    /// Its configuration: what the file gives, the rest at rest.
    pub values: Vec<f64>,
    /// For every link its body, by index; none for a link that is only a frame.
    pub bodies: Vec<Option<usize>>,
    /// The bodies that move with its links without being links of it, by index: those placed in the frame of a link, or in the frame of
    /// such a body, or so on.
    pub carried: Vec<Carried>,
}

/// A body that a link carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// The body, by index.
    pub body: usize,
    /// The link.
    pub link: LinkId,
    /// Carries points of the body to the link.
    pub link_from_body: Pose,
}

impl SceneRobot {
    /// The bodies of the links that may meet each other: pairs, and sets of which each two may.
    pub(super) fn neighbour_bodies(&self) -> IgnoredBodies {
        let body = |link: LinkId| self.bodies.get(link.index()).copied().flatten();
        let pair = |[a, b]: [LinkId; 2]| {
            let (a, b) = (body(a)?, body(b)?);
            Some([a.min(b), a.max(b)])
        };
        let (pairs, sets) = self.robot.allowed_pairs_and_sets(self.neighbours, MOST_LISTED);
        let sets = sets.into_iter().map(|links| links.into_iter().filter_map(body).collect()).collect();
        IgnoredBodies { pairs: pairs.iter().filter_map(pair).collect(), sets }
    }
}

impl SceneFile {
    /// A scene of nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            bodies: Vec::new(),
            robots: Vec::new(),
            groups: Vec::new(),
            ignored: Vec::new(),
            ignored_sets: Vec::new(),
            warnings: Vec::new(),
            unit: None,
        }
    }

    /// Adds a robot at the origin, in no group; names that are taken are refused when the scene is built.
    ///
    /// # Errors
    /// Values that are no configuration of the robot; too many pairs of links that may meet.
    pub fn add_robot(
        &mut self,
        name: &str,
        robot: Robot,
        values: Vec<f64>,
        neighbours: Adjacency,
    ) -> Result<(), Problem> {
        check_pairs(robot.most_pairs(neighbours, MOST_LISTED))?;
        self.warnings.extend(robot.warnings.iter().cloned());
        let mut poses = vec![Pose::IDENTITY; robot.links.len()];
        robot.articulation.poses(&values, &mut poses).map_err(|error| Problem::NoConfiguration(Box::new(error)))?;
        let (bodies, carried, world_from_root) = (Vec::new(), Vec::new(), Pose::IDENTITY);
        let robot = SceneRobot { name: name.to_owned(), robot, neighbours, world_from_root, values, bodies, carried };
        self.push_robot(robot, &poses, [1, u32::MAX]);
        if let Some(robot) = self.robots.last() {
            let ignored = robot.neighbour_bodies();
            self.ignored.extend(ignored.pairs);
            self.ignored_sets.extend(ignored.sets);
        }
        self.ignored.sort_unstable();
        Ok(())
    }

    /// Adds a robot, and its links that have geometry as bodies.
    pub(super) fn push_robot(&mut self, mut robot: SceneRobot, world_from_link: &[Pose], [group, mask]: [u32; 2]) {
        for ((link, id), pose) in robot.robot.links.iter().zip(0..).zip(world_from_link) {
            robot.bodies.push((!link.collisions.is_empty()).then_some(self.bodies.len()));
            if !link.collisions.is_empty() {
                self.bodies.push(SceneBody {
                    name: format!("{}/{}", robot.name, link.name),
                    parts: link.collisions.clone(),
                    world_from_body: *pose,
                    mobility: Mobility::Moving,
                    group,
                    mask,
                    origin: Origin::Link { robot: self.robots.len(), link: LinkId(id) },
                    precision: Precision::Double,
                    healing: None,
                });
            }
        }
        self.robots.push(robot);
    }
}
