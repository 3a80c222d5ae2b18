//! parry3d-f64: its GJK and EPA on convex polyhedra and cylinders, called directly; in motions from the last direction.

use super::{Engine, Pairs};
use crate::convex::body::Body;
use crate::convex::query::Query;
use crate::convex::workload::Workload;
use crate::query::Answer;
use impinge::math::{DQuat, DVec3, Pose};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::details::{
    contact_support_map_support_map_with_params, distance_support_map_support_map_with_params,
    intersection_test_support_map_support_map_with_params,
};
use parry3d_f64::query::gjk::{GJKResult, VoronoiSimplex};
use parry3d_f64::shape::{ConvexPolyhedron, Cylinder, SupportMap};
use std::cell::{Cell, RefCell};
use std::panic::catch_unwind;

/// parry3d-f64 from crates.io.
#[derive(Clone, Copy, Debug)]
pub struct Parry;

enum Shape {
    Hull(ConvexPolyhedron),
    Cylinder(Cylinder),
}

struct ParryPairs {
    /// `None` where parry makes no hull.
    bodies: Vec<Option<Shape>>,
    items: Vec<ParryItem>,
    last: Vec<Cell<Option<Vector>>>,
    simplex: RefCell<VoronoiSimplex>,
}

struct ParryItem {
    a: usize,
    b: usize,
    pose: ParryPose,
    motion: Option<usize>,
}

impl Engine for Parry {
    fn name(&self) -> &'static str {
        "parry3d-f64"
    }

    fn version(&self) -> String {
        env!("PARRY_VERSION").to_owned()
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Box<dyn Pairs>> {
        let bodies = workload.bodies.iter().map(shape).collect();
        let item = |item: &crate::convex::workload::Item| {
            let is_cylinder = matches!(workload.bodies[item.a], Body::Cylinder { .. });
            ParryItem { a: item.a, b: item.b, pose: posed(&item.pose, is_cylinder), motion: item.motion }
        };
        let items = workload.items.iter().map(item).collect();
        let last = vec![Cell::new(None); workload.motions()];
        Ok(Box::new(ParryPairs { bodies, items, last, simplex: RefCell::new(VoronoiSimplex::new()) }))
    }
}

impl Pairs for ParryPairs {
    fn ask(&self, query: Query, item: usize) -> Answer {
        let ParryItem { a, b, pose, motion } = &self.items[item];
        let last = motion.map(|motion| &self.last[motion]);
        let from = last.and_then(Cell::get);
        let (answer, direction) = match (&self.bodies[*a], &self.bodies[*b]) {
            (Some(Shape::Hull(a)), Some(Shape::Hull(b))) => self.answer(query, a, b, pose, from),
            (Some(Shape::Cylinder(a)), Some(Shape::Cylinder(b))) => self.answer(query, a, b, pose, from),
            _ => return Answer::Failed,
        };
        if let Some(last) = last {
            last.set(direction);
        }
        answer
    }
}

impl ParryPairs {
    /// The answer, and the direction from which to start the next time.
    fn answer<A: SupportMap, B: SupportMap>(
        &self,
        query: Query,
        a: &A,
        b: &B,
        pose: &ParryPose,
        from: Option<Vector>,
    ) -> (Answer, Option<Vector>) {
        let simplex = &mut *self.simplex.borrow_mut();
        match query {
            Query::Boolean => {
                let (meet, direction) =
                    intersection_test_support_map_support_map_with_params(pose, a, b, simplex, from);
                (Answer::Boolean(meet), Some(direction))
            }
            // Its distance gives no direction for the next time; its contact does, by the same steps.
            Query::Distance if from.is_none() => {
                let length = distance_support_map_support_map_with_params(pose, a, b, simplex, None);
                (Answer::of_distance(length), Some(pose.translation))
            }
            Query::Distance | Query::Depth | Query::Signed => {
                match contact_support_map_support_map_with_params(pose, a, b, f64::MAX, simplex, from) {
                    GJKResult::ClosestPoints(p, q, normal) => {
                        let signed = (q - p).dot(normal);
                        let value = if query == Query::Depth { -signed } else { signed };
                        (Answer::of_distance(value), Some(normal))
                    }
                    _ => (Answer::Failed, None),
                }
            }
        }
    }
}

/// parry's form of a body; `None` if it refuses it or panics.
fn shape(body: &Body) -> Option<Shape> {
    match body {
        Body::Hull(hull) => {
            let points: Vec<Vector> = hull.points.iter().map(|p| vector(*p)).collect();
            catch_unwind(|| ConvexPolyhedron::from_convex_hull(&points)).ok().flatten().map(Shape::Hull)
        }
        Body::Cylinder { radius, half_height } => Some(Shape::Cylinder(Cylinder::new(*half_height, *radius))),
    }
}

fn vector(p: DVec3) -> Vector {
    Vector::from_array(p.to_array())
}

/// The pose with its rotation as a quaternion; for cylinders in frames whose y axis is our z axis, as parry's stand along y.
fn posed(pose: &Pose, is_cylinder: bool) -> ParryPose {
    let rotation = DQuat::from_mat3(&pose.rotation()).normalize();
    let [x, y, z, w] = rotation.to_array();
    let t = pose.translation();
    if is_cylinder {
        // (x, y, z) in our frame is (y, z, x) in theirs.
        return ParryPose::from_parts(Vector::new(t.y, t.z, t.x), Rotation::from_xyzw(y, z, x, w));
    }
    ParryPose::from_parts(vector(t), Rotation::from_xyzw(x, y, z, w))
}
