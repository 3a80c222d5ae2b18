//! The distance of a convex shape from a mesh: the faces in the nearest boxes first, each by [`crate::convex::distance`].

use super::convex_body::{ConvexBody, Form, MixedDistance};
use super::mixed_relation::Mixed;
use crate::bvh::{Wanted, WideTree, walk_nearest};
use crate::convex::{self, Separation};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{Pose, simd};
use crate::mesh::Mesh;
use crate::shape::{Support, Triangle};
use fearless_simd::{Simd, dispatch};

/// What a limit is widened by (relative): rounding to single precision, and a matrix that may be 1e-5 off from a rotation.
const LIMIT_SLACK: f64 = 1e-4;

/// The distance of a shape from a mesh.
pub(super) fn distance<S: Support>(body: &ConvexBody<S>, mesh: &Mesh, shape_from_mesh: &Pose) -> MixedDistance {
    if body.form == Form::Shape {
        return super::distance(&body.mesh, mesh, shape_from_mesh).into();
    }
    let mixed = Mixed::new(body, mesh, shape_from_mesh);
    let (placed, bounds) = (mixed.placed(), mixed.bounds());
    let mut closest: Option<(FaceId, Separation)> = None;
    let mut lower = f64::INFINITY;
    let unit = mesh.tree().frame().unit;
    let visit = &mut |face: FaceId| {
        let found = convex::distance(body.shape(), &Triangle::of(mesh.triangle(face)), shape_from_mesh);
        lower = lower.min(found.lower);
        let better = |(of, best): &(FaceId, Separation)| (found.distance, face) < (best.distance, *of);
        if closest.as_ref().is_none_or(better) {
            closest = Some((face, found));
        }
        let upper = closest.as_ref().map_or(f64::INFINITY, |(_, best)| best.upper);
        (upper / unit * (1.0 + LIMIT_SLACK)) as f32
    };
    match placed.wanted(&bounds) {
        Some(wanted) => {
            let tree = mesh.tree();
            dispatch!(simd::level(), simd => search(simd, tree, &wanted, visit));
        }
        // So far away that boxes in single precision tell nothing.
        None => mesh.face_ids().for_each(|face| {
            visit(face);
        }),
    }
    let Some((face, found)) = closest else {
        return MixedDistance {
            value: 0.0,
            lower: 0.0,
            upper: f64::INFINITY,
            points: [body.shape().centre(); 2],
            face: None,
        };
    };
    if found.distance > 0.0 && mixed.is_in_mesh(&mut Cost::default()) {
        let centre = body.shape().centre();
        return MixedDistance { value: 0.0, lower: 0.0, upper: 0.0, points: [centre; 2], face: None };
    }
    MixedDistance {
        value: found.distance,
        lower: lower.min(found.distance),
        upper: found.upper,
        points: found.points,
        face: Some(face),
    }
}

#[inline(always)]
fn search<S: Simd>(simd: S, tree: &WideTree, wanted: &Wanted, visit: &mut dyn FnMut(FaceId) -> f32) {
    walk_nearest(simd, tree, wanted, &mut 0, visit);
}
