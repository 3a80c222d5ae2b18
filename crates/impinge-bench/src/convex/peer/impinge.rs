//! Impinge itself: its own queries on polytopes and cylinders.

use super::{Engine, Pairs};
use crate::convex::body::Body;
use crate::convex::query::Query;
use crate::convex::workload::{Item, Workload};
use crate::query::Answer;
use impinge::convex::{PenetrationOutcome, WarmStart};
use impinge::math::Pose;
use impinge::shape::{Cylinder, Polytope, Support};
use std::cell::RefCell;

/// Impinge, this build.
#[derive(Clone, Copy, Debug)]
pub struct Impinge;

enum Solid {
    Hull(Box<Polytope>),
    Cylinder(Cylinder),
}

impl Solid {
    fn support(&self) -> &dyn Support {
        match self {
            Self::Hull(hull) => hull.as_ref(),
            Self::Cylinder(cylinder) => cylinder,
        }
    }
}

/// Warm starts that a motion keeps from step to step; the depth search keeps its buffers in any case.
#[derive(Default)]
struct Memory {
    apart: WarmStart,
    deep: WarmStart,
    either: WarmStart,
}

impl Memory {
    /// Drops the warm start of this query.
    fn forget(&mut self, query: Query) {
        match query {
            Query::Boolean | Query::Distance => self.apart.forget(),
            Query::Depth => self.deep.forget(),
            Query::Signed => self.either.forget(),
        }
    }
}

struct ImpingePairs {
    bodies: Vec<Solid>,
    items: Vec<Item>,
    /// One for each motion; the last is for pairs without a motion.
    memories: Vec<RefCell<Memory>>,
}

impl Engine for Impinge {
    fn name(&self) -> &'static str {
        "impinge"
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Box<dyn Pairs>> {
        let body = |body: &Body| {
            anyhow::Ok(match body {
                Body::Hull(hull) => Solid::Hull(Box::new(Polytope::try_new(&hull.points)?)),
                Body::Cylinder { radius, half_height } => Solid::Cylinder(Cylinder::try_new(*half_height, *radius)?),
            })
        };
        let bodies = workload.bodies.iter().map(body).collect::<anyhow::Result<_>>()?;
        let memories = (0..=workload.motions()).map(|_| RefCell::default()).collect();
        Ok(Box::new(ImpingePairs { bodies, items: workload.items.clone(), memories }))
    }
}

impl Pairs for ImpingePairs {
    fn ask(&self, query: Query, item: usize) -> Answer {
        let Item { a, b, pose, motion } = &self.items[item];
        let mut memory = self.memories[motion.unwrap_or(self.memories.len() - 1)].borrow_mut();
        if motion.is_none() {
            memory.forget(query);
        }
        match (&self.bodies[*a], &self.bodies[*b]) {
            (Solid::Hull(a), Solid::Hull(b)) => answer(query, a.as_ref(), b.as_ref(), pose, &mut memory),
            (Solid::Cylinder(a), Solid::Cylinder(b)) => answer(query, a, b, pose, &mut memory),
            (a, b) => answer(query, a.support(), b.support(), pose, &mut memory),
        }
    }
}

fn answer<A, B>(query: Query, a: &A, b: &B, pose: &Pose, memory: &mut Memory) -> Answer
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match query {
        Query::Boolean => Answer::Boolean(memory.apart.intersects(a, b, pose)),
        Query::Distance => Answer::of_distance(memory.apart.distance(a, b, pose).distance.value),
        Query::Depth => depth(a, b, pose, &mut memory.deep).map_or(Answer::Failed, Answer::of_distance),
        Query::Signed => Answer::of_distance(memory.either.signed_distance(a, b, pose).distance.value),
    }
}

/// The depth; 0 where they are apart, `None` where that is undecided.
fn depth<A, B>(a: &A, b: &B, pose: &Pose, deep: &mut WarmStart) -> Option<f64>
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match deep.penetration(a, b, pose).outcome {
        PenetrationOutcome::Apart { .. } | PenetrationOutcome::Touching(_) => Some(0.0),
        PenetrationOutcome::Deep(overlap) => Some(overlap.depth.value),
        PenetrationOutcome::Undecided { .. } => None,
    }
}
