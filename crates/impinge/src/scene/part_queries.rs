//! Two parts of models at a relative pose: the pair query that knows both kinds.

use super::body_gap::BodyGap;
use super::half_space_queries::{above, half_space_gap, half_spaces, in_half_space};
use super::mesh_support::MeshSupport;
use super::model::{Leaf, ModelPart};
use crate::bound::PosedBoxes;
use crate::bounded::{Bounded, Certainty};
use crate::convex;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::{self, ConvexBody, ConvexMeshReport, Relation, Request};
use crate::shape::{HalfSpace, Posed, Shape};

/// What carries one part's frame to another's, for models at a pose; flipping the pair inverts it.
pub(super) fn between_parts(a: &ModelPart, b: &ModelPart, a_from_b: &Pose) -> Pose {
    if a.model_from_part.is_identity() && b.model_from_part.is_identity() {
        return *a_from_b;
    }
    if a_from_b.is_inverted() {
        return between_parts(b, a, &a_from_b.inverse()).inverse();
    }
    let back = a.model_from_part.inverse();
    let composed = back.compose(a_from_b).and_then(|pose| pose.compose(&b.model_from_part));
    // All three are rigid to rounding and no farther than `FARTHEST` allows for, so this is a pose.
    composed.unwrap_or(*a_from_b)
}

/// Whether two parts share a point.
pub(super) fn intersects(a: &Leaf, b: &Leaf, a_from_b: &Pose) -> bool {
    match (a, b) {
        (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => pair::intersects(a, b, a_from_b),
        (Leaf::Convex(a), Leaf::Convex(b)) => convex::intersects(a.shape(), b.shape(), a_from_b),
        (Leaf::Convex(a), Leaf::Mesh(b, _)) => a.intersects(b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::HalfSpace(b)) => half_spaces(a, b, a_from_b).relation != Relation::Disjoint,
        (Leaf::HalfSpace(a), Leaf::Convex(b)) => a.intersects(&Posed::new(b.shape(), *a_from_b)),
        (Leaf::HalfSpace(a), Leaf::Mesh(b, _)) => {
            !is_above(a, b, a_from_b) && a.intersects(&Posed::new(MeshSupport(b), *a_from_b))
        }
        (Leaf::Mesh(..), Leaf::Convex(_)) | (_, Leaf::HalfSpace(_)) => intersects(b, a, &a_from_b.inverse()),
    }
}

/// How two parts relate.
pub(super) fn relate(a: &Leaf, b: &Leaf, a_from_b: &Pose) -> ConvexMeshReport {
    match (a, b) {
        (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => {
            let report = pair::relate(a, b, a_from_b, &Request::default());
            ConvexMeshReport { relation: report.relation, certainty: Certainty::Exact, cost: report.cost }
        }
        (Leaf::Convex(a), Leaf::Convex(b)) => a.relate_to(b, a_from_b),
        (Leaf::Convex(a), Leaf::Mesh(b, _)) => a.relate(b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::HalfSpace(b)) => half_spaces(a, b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::Convex(b)) => in_half_space(a, &Posed::new(b.shape(), *a_from_b)),
        (Leaf::HalfSpace(a), Leaf::Mesh(b, _)) => in_half_space(a, &Posed::new(MeshSupport(b), *a_from_b)),
        (Leaf::Mesh(..), Leaf::Convex(_)) | (_, Leaf::HalfSpace(_)) => {
            let report = relate(b, a, &a_from_b.inverse());
            ConvexMeshReport { relation: report.relation.flip(), ..report }
        }
    }
}

/// How far apart two parts are.
pub(super) fn distance(a: &Leaf, b: &Leaf, a_from_b: &Pose) -> BodyGap {
    match (a, b) {
        (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => {
            let found = pair::distance(a, b, a_from_b);
            BodyGap { length: Bounded::exact(found.value), points: found.points }
        }
        (Leaf::Convex(a), Leaf::Convex(b)) => {
            let found = convex::distance(a.shape(), b.shape(), a_from_b);
            BodyGap { length: found.distance, points: found.points }
        }
        (Leaf::Convex(a), Leaf::Mesh(b, _)) => mixed(a, b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::HalfSpace(b)) => half_space_gap(a, b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::Convex(b)) => above(a, &Posed::new(b.shape(), *a_from_b)),
        (Leaf::HalfSpace(a), Leaf::Mesh(b, _)) => above(a, &Posed::new(MeshSupport(b), *a_from_b)),
        (Leaf::Mesh(..), Leaf::Convex(_)) | (_, Leaf::HalfSpace(_)) => {
            distance(b, a, &a_from_b.inverse()).flipped(a_from_b)
        }
    }
}

fn mixed(a: &ConvexBody<Shape>, b: &Mesh, a_from_b: &Pose) -> BodyGap {
    let found = a.distance(b, a_from_b);
    BodyGap { length: found.distance, points: found.points }
}

/// Whether the box around a mesh is clear of a half-space, which spares a look at its vertices.
fn is_above(space: &HalfSpace, mesh: &Mesh, a_from_b: &Pose) -> bool {
    let bounds = PosedBoxes::new(a_from_b, &mesh.bounds(), &mesh.bounds()).in_a(&mesh.bounds());
    let lowest = DVec3::select(space.normal().cmpgt(DVec3::ZERO), bounds.min, bounds.max);
    !a_from_b.is_inverted() && space.closest_point(lowest).distance > 0.0
}
