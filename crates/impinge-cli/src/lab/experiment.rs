//! A scenario set in motion: at every step all contacts are found, counted and timed, then the body moves on.

use super::dynamics::Touch;
use super::scenario::Scenario;
use crate::progress::Progress;
use impinge::collect::All;
use impinge::cost::Cost;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact};
use std::time::{Duration, Instant};

/// What happened at one step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Pairs of triangles that share a point.
    pub contacts: usize,
    /// What the query did.
    pub cost: Cost,
    /// What the query took; nothing else is timed.
    pub time: Duration,
    /// Carries the object into the world.
    pub world_from_object: Pose,
    /// Where the middle of the object is.
    pub place: DVec3,
}

/// Runs so many steps, one query each.
///
/// # Errors
/// The body has left the range of coordinates.
pub fn run(scenario: &Scenario, steps: usize, progress: &Progress) -> anyhow::Result<Vec<Step>> {
    let mut body = scenario.start;
    // The trees are made by the first query, which is therefore asked once without a clock.
    let mut found = All(Vec::new());
    pair::contacts(&scenario.environment, &scenario.object, &body.world_from_mesh()?, &mut found);
    let mut touches = Vec::new();
    let mut rows = Vec::with_capacity(steps);
    for _ in 0..steps {
        let world_from_object = body.world_from_mesh()?;
        found.0.clear();
        let start = Instant::now();
        let cost = pair::contacts(&scenario.environment, &scenario.object, &world_from_object, &mut found);
        let time = start.elapsed();
        rows.push(Step { contacts: found.0.len(), cost, time, world_from_object, place: body.place });
        // The order of the walk is the tree's own affair; the motion shall not depend on it.
        found.0.sort_unstable_by_key(|contact| contact.faces);
        touches.clear();
        touches.extend(found.0.iter().filter_map(|contact| touch(&scenario.environment, contact)));
        body.advance(&touches, &scenario.law);
        progress.step();
    }
    Ok(rows)
}

/// The middle of what two triangles share, pushed along the outward normal of the surroundings' triangle.
fn touch(environment: &Mesh, contact: &Contact) -> Option<Touch> {
    let corners = contact.intersection.corners();
    let point = corners.iter().map(|corner| corner.point).sum::<DVec3>() / corners.len() as f64;
    let [a, b, c] = environment.triangle(contact.faces[0]);
    let normal = (b - a).cross(c - a).try_normalize()?;
    Some(Touch { point, normal })
}
