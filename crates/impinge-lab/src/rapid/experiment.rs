//! A scenario set in motion: at every step all contacts are found, counted and timed, then the body moves on.

use crate::dynamics::contact_points::contact_point;
use crate::rapid::scenario::Scenario;
use anyhow::bail;
use impinge::collect::All;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose};
use impinge::pair::{self, Contact, Method};
use impinge_classics::hierarchy::HierarchyConfig;
use impinge_classics::hierarchy::config::VolumeKind;
use impinge_terminal::progress::Progress;
use std::time::{Duration, Instant};

/// What happened at one step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Pairs of triangles that share a point.
    pub contacts: usize,
    /// What the engine's own method did.
    pub here: QueryCost,
    /// What the paper's method did.
    pub classic: QueryCost,
    /// Carries the object into the world.
    pub world_from_object: Pose,
    /// Where the middle of the object is.
    pub place: DVec3,
}

/// What a query did, and how long it took; nothing else is timed.
#[derive(Clone, Copy, Debug)]
pub struct QueryCost {
    pub cost: Cost,
    pub time: Duration,
}

/// The method of the paper: a binary tree of oriented boxes, fitted to the hull by area, split at the mean along their
/// longest axis, one triangle to a leaf.
pub fn obb_tree() -> Method {
    let mut config = HierarchyConfig::for_volume(VolumeKind::Obb);
    config.build.leaf_size = 1;
    config.method()
}

/// Runs the given number of steps, all contacts found at each by the engine's own method and by the paper's.
///
/// # Errors
/// The body has left the range of coordinates, or the methods do not agree.
pub fn run(scenario: &Scenario, steps: usize, progress: &Progress) -> anyhow::Result<Vec<Step>> {
    let mut body = scenario.start;
    let (mut found, mut touches) = (All(Vec::new()), Vec::new());
    // The trees are made by the first queries, which are therefore asked once without a clock.
    for method in [Method::Auto, obb_tree()] {
        find(scenario, &body.world_from_mesh()?, method, &mut found);
    }
    let mut rows = Vec::with_capacity(steps);
    for step in 0..steps {
        let world_from_object = body.world_from_mesh()?;
        let classic = find(scenario, &world_from_object, obb_tree(), &mut found);
        let by_classic: Vec<[FaceId; 2]> = found.0.iter().map(|contact| contact.faces).collect();
        let here = find(scenario, &world_from_object, Method::Auto, &mut found);
        if !by_classic.iter().eq(found.0.iter().map(|contact| &contact.faces)) {
            bail!("{}, step {step}: {} and auto find different contacts; this is a bug", scenario.name, obb_tree());
        }
        rows.push(Step { contacts: found.0.len(), here, classic, world_from_object, place: body.place });
        touches.clear();
        touches.extend(found.0.iter().filter_map(|contact| contact_point(&scenario.environment, contact)));
        body.advance(&touches, &scenario.law);
        progress.step();
    }
    Ok(rows)
}

/// Finds all contacts by a method, timed, and sorts them by faces: the order of a walk is the tree's own affair, and the
/// motion shall not depend on it.
fn find(scenario: &Scenario, world_from_object: &Pose, method: Method, found: &mut All<Contact>) -> QueryCost {
    found.0.clear();
    let start = Instant::now();
    let cost = pair::contacts_by(method, &scenario.environment, &scenario.object, world_from_object, found);
    let time = start.elapsed();
    found.0.sort_unstable_by_key(|contact| contact.faces);
    QueryCost { cost, time }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::rigid_body::{ForceField, MotionLaw, RigidBody};
    use crate::rapid::scenario::{Cut, View};
    use impinge::math::DQuat;
    use impinge::pair::{Contacts, Request};
    use impinge_scenes::pipe::weave;
    use impinge_scenes::solid::cuboid;

    /// A box that falls on a weave of pipes.
    fn small() -> Scenario {
        let environment = weave(2, 0.15, 3, 5).unwrap();
        let object = cuboid(DVec3::new(-0.3, -0.4, -0.2), DVec3::new(0.3, 0.4, 0.2)).unwrap();
        let start =
            RigidBody::at_rest(&object, DVec3::new(0.6, 0.4, 1.2), DQuat::from_xyzw(0.1, 0.5, 0.3, 0.8).normalize());
        let field = ForceField::Down { pull: 9.81, spring: 0.0 };
        let law = MotionLaw { field, step: 0.003, restitution: 0.4, friction: 0.2, lift: 0.03, drag: 0.0 };
        let view = View { towards_eye: DVec3::X, cut: Cut::Nothing };
        Scenario { name: "small", environment, object, start, law, whole: view, near: view }
    }

    #[test]
    fn every_step_finds_what_brute_force_finds() {
        let scenario = small();
        let steps = run(&scenario, 300, &Progress::new("small", 300, true)).unwrap();
        let brute = Request { method: Method::Brute, contacts: Contacts::Count, distance_up_to: None };
        // Every seventh step that finds nothing, and every third that finds something.
        let [free, touching] = [false, true].map(|touches| {
            let kind = steps.iter().filter(|step| (step.contacts > 0) == touches);
            let some: Vec<&Step> = kind.step_by(if touches { 3 } else { 7 }).collect();
            for step in &some {
                let pose = &step.world_from_object;
                let report = pair::relate(&scenario.environment, &scenario.object, pose, &brute);
                assert_eq!(report.contact_count, step.contacts);
            }
            some.len()
        });
        assert!(free > 5 && touching > 5, "{free} free and {touching} touching");
        // It lies on the pipes, and did not fall through them.
        let last = steps.last().unwrap().place;
        assert!(last.z > 0.2 && last.z < 1.2, "{last}");
    }

    #[test]
    fn the_same_start_makes_the_same_motion_bit_for_bit() {
        let [steps, again] = [(); 2].map(|()| run(&small(), 200, &Progress::new("small", 200, true)).unwrap());
        for (step, other) in steps.iter().zip(&again) {
            assert_eq!(step.place.to_array().map(f64::to_bits), other.place.to_array().map(f64::to_bits));
            assert_eq!(step.world_from_object, other.world_from_object);
            assert_eq!((step.contacts, step.here.cost), (other.contacts, other.here.cost));
            assert_eq!(step.classic.cost, other.classic.cost);
        }
        assert!(steps.iter().any(|step| step.contacts > 0));
    }
}
