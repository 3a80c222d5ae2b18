//! The distance of a convex shape from a mesh: the faces in the nearest boxes first, each by [`crate::convex::distance`].

use super::convex_body::{BodyMeshKind, ConvexBody, ConvexMeshDistance};
use super::convex_mesh_relation::ConvexMesh;
use crate::bounded::Bounded;
use crate::bvh::{Wanted, WideTree, walk_nearest};
use crate::convex::{self, Separation};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::simd::dispatch;
use crate::math::{Pose, simd};
use crate::mesh::Mesh;
use crate::pair::query::budget::Budget;
use crate::pair::query::distance_goal::{DistanceAnswer, DistanceGoal};
use crate::pair::query::resumable_query::Query;
use crate::shape::{Support, Triangle};

/// What a limit is widened by (relative): rounding to single precision, and a matrix that may be 1e-5 off from a rotation.
const LIMIT_SLACK: f64 = 1e-4;

impl<S: Support> ConvexBody<S> {
    /// How far apart they are, and where.
    #[must_use]
    pub fn distance(&self, mesh: &Mesh, shape_from_mesh: &Pose) -> ConvexMeshDistance {
        distance(self, mesh, shape_from_mesh)
    }
}

/// The distance of a shape from a mesh.
fn distance<S: Support>(body: &ConvexBody<S>, mesh: &Mesh, shape_from_mesh: &Pose) -> ConvexMeshDistance {
    if body.form == BodyMeshKind::Shape {
        return between_meshes(body, mesh, shape_from_mesh);
    }
    let mixed = ConvexMesh::new(body, mesh, shape_from_mesh);
    let (placed, bounds) = (mixed.placed(), mixed.bounds());
    let mut closest: Option<(FaceId, Separation)> = None;
    let (mut lower, mut cost, mut tests) = (f64::INFINITY, Cost::default(), 0);
    let unit = mesh.tree().frame().unit;
    let visit = &mut |face: FaceId| {
        let found = convex::distance(body.shape(), &Triangle::from_corners(mesh.triangle(face)), shape_from_mesh);
        tests += 1;
        lower = lower.min(found.distance.lower);
        let better = |(of, best): &(FaceId, Separation)| (found.distance.value, face) < (best.distance.value, *of);
        if closest.as_ref().is_none_or(better) {
            closest = Some((face, found));
        }
        let upper = closest.as_ref().map_or(f64::INFINITY, |(_, best)| best.distance.upper);
        (upper / unit * (1.0 + LIMIT_SLACK)) as f32
    };
    match placed.wanted(&bounds) {
        Some(wanted) => {
            search(mesh.tree(), &wanted, &mut cost.box_tests, visit);
        }
        // So far away that boxes in single precision tell nothing.
        None => mesh.face_ids().for_each(|face| {
            visit(face);
        }),
    }
    cost.triangle_tests += tests;
    let centre = body.shape().centre();
    let nowhere = ConvexMeshDistance { distance: Bounded::exact(0.0), points: [centre; 2], face: None, cost };
    // A mesh has faces, so one is closest.
    let Some((face, found)) = closest else { return nowhere };
    if found.distance.value > 0.0 && mixed.is_in_mesh(&mut cost) {
        return ConvexMeshDistance { cost, ..nowhere };
    }
    ConvexMeshDistance {
        distance: Bounded { lower: lower.min(found.distance.value), ..found.distance },
        points: found.points,
        face: Some(face),
        cost,
    }
}

/// The distance of a shape that is a mesh.
fn between_meshes<S: Support>(body: &ConvexBody<S>, mesh: &Mesh, shape_from_mesh: &Pose) -> ConvexMeshDistance {
    /// What [`crate::pair::distance`] may be off by, relative.
    const ERROR: f64 = 1e-12;
    let report = Query::new(&body.mesh, mesh, shape_from_mesh, DistanceGoal::default()).advance(&Budget::UNLIMITED);
    let found = match report.answer {
        Some(DistanceAnswer::Found(found)) => found,
        // Nothing is left open without a bound.
        Some(DistanceAnswer::Beyond) | None => crate::pair::distance(&body.mesh, mesh, shape_from_mesh),
    };
    ConvexMeshDistance {
        distance: Bounded {
            lower: found.value * (1.0 - ERROR),
            value: found.value,
            upper: found.value * (1.0 + ERROR),
        },
        points: found.points,
        face: report.faces.map(|[_, face]| face),
        cost: report.cost,
    }
}

/// The walk over the nearest boxes, compiled once for all shapes.
fn search(tree: &WideTree, wanted: &Wanted, box_tests: &mut u64, visit: &mut dyn FnMut(FaceId) -> f32) {
    dispatch!(simd::level(), simd => walk_nearest(simd, tree, wanted, f32::INFINITY, box_tests, &mut *visit));
}
