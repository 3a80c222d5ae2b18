//! The relation of a convex shape and a mesh, by three questions, as for two meshes: do their insides meet, has the shape points outside
//! the mesh, has the mesh points outside the shape.
//!
//! Because the shape is convex, the mesh has points outside it exactly if a vertex of it is outside. A face that passes through the inside of the
//! shape tells what is on its two sides there, at one point of the face. Where no face does, the inside of the shape is inside the mesh
//! as a whole or not at all, and one of its points tells.

use super::convex_body::{BodyMeshKind, ConvexBody, ConvexMeshReport};
use crate::bounded::Certainty;
use crate::convex::{ConvexRelation, distance, relation};
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::integer::Grid;
use crate::math::predicates::Triangle as Corners;
use crate::math::rational::{Locus, RationalPoint};
use crate::math::{DVec3, Pose, power_of_two_above};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::{Relation, Request};
use crate::pair::posed_pair::{PosedMesh, PosedPair};
use crate::pair::query::budget::{Budget, Meter};
use crate::pair::relation::evidence::RelationEvidence;
use crate::pair::relation::winding_number::{WindingSides, probe, sides};
use crate::shape::{Point, Support, Triangle, bounds_at, bounds_of};
use dashu_int::IBig;
use std::ops::ControlFlow;

/// Where a point is in the closed parts of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointSide {
    Inside,
    OnSurface,
    Outside,
}

/// The shape and the mesh at a pose, in the frame of the query.
pub(crate) struct ConvexMesh<'a, S> {
    pub body: &'a ConvexBody<S>,
    pub mesh: &'a Mesh,
    pub shape_from_mesh: &'a Pose,
    pub posed: PosedPair<'a>,
}

impl<'a, S: Support> ConvexMesh<'a, S> {
    pub fn new(body: &'a ConvexBody<S>, mesh: &'a Mesh, shape_from_mesh: &'a Pose) -> Self {
        let posed = PosedPair::new(&body.mesh, mesh, shape_from_mesh, ConvexBody::<S>::METHOD);
        Self { body, mesh, shape_from_mesh, posed }
    }

    /// The mesh in the frame of the query.
    pub fn placed(&self) -> PosedMesh<'_> {
        self.posed.bodies()[usize::from(!self.posed.is_swapped())]
    }

    /// What carries the shape into the frame; `None` if it is there.
    fn frame_from_shape(&self) -> Option<&Pose> {
        if self.posed.is_swapped() { self.posed.pose() } else { None }
    }

    /// A box around the shape in the frame.
    pub fn bounds(&self) -> crate::bound::Aabb {
        let shape = self.body.shape();
        self.frame_from_shape().map_or_else(|| bounds_of(shape), |pose| bounds_at(shape, pose))
    }

    /// A point of the core in the frame.
    fn core_point(&self) -> DVec3 {
        let centre = self.body.shape().centre();
        self.frame_from_shape().map_or(centre, |pose| pose.transform_point(centre))
    }

    /// How a face stands to the shape.
    fn face(&self, face: FaceId) -> ConvexRelation {
        relation(self.body.shape(), &Triangle::from_corners(self.mesh.triangle(face)), self.shape_from_mesh)
    }

    /// How a vertex stands to the shape.
    fn vertex(&self, vertex: VertexId) -> ConvexRelation {
        relation(self.body.shape(), &Point::at(self.mesh.vertex(vertex)), self.shape_from_mesh)
    }

    /// Whether a point of the core is inside the mesh: all of the shape's inside is, where no face meets it.
    pub fn is_in_mesh(&self, cost: &mut Cost) -> bool {
        self.mesh.encloses() && self.place_of_core(cost) == PointSide::Inside
    }

    /// Where a point of the core is in the closed parts of the mesh.
    fn place_of_core(&self, cost: &mut Cost) -> PointSide {
        let found = probe(&self.placed(), &self.core_point(), 0, ConvexBody::<S>::METHOD, cost);
        match (found.on.is_empty(), found.winding) {
            (false, _) => PointSide::OnSurface,
            (true, 0) => PointSide::Outside,
            (true, _) => PointSide::Inside,
        }
    }

    /// How a point of the frame stands to the shape.
    fn point(&self, p: DVec3) -> ConvexRelation {
        let shape = self.body.shape();
        match self.frame_from_shape() {
            None => relation(shape, &Point::at(p), &Pose::IDENTITY),
            Some(pose) => relation(shape, &Point::at(p), &pose.inverse()),
        }
    }
}

/// Hands every face that shares a point with the shape, or may for all that rounding tells, to a visitor.
pub(crate) fn meeting_faces<S: Support>(
    body: &ConvexBody<S>,
    mesh: &Mesh,
    shape_from_mesh: &Pose,
    cost: &mut Cost,
    mut visit: impl FnMut(FaceId, ConvexRelation, &mut Cost) -> ControlFlow<()>,
) {
    let mixed = ConvexMesh::new(body, mesh, shape_from_mesh);
    let (placed, bounds) = (mixed.placed(), mixed.bounds());
    let mut flow = ControlFlow::Continue(());
    placed.visit_near(&bounds, cost, &mut |face, cost| {
        if flow.is_break() || !placed.bounds_of_face(face).overlaps(&bounds) {
            return;
        }
        cost.triangle_tests += 1;
        match mixed.face(face) {
            ConvexRelation::Disjoint => {}
            found => flow = visit(face, found, cost),
        }
    });
}

/// Whether a curved or rounded shape and a mesh share a point; stops at the first face that does.
pub(crate) fn share_a_point<S: Support>(body: &ConvexBody<S>, mesh: &Mesh, shape_from_mesh: &Pose) -> bool {
    let meter = &mut Meter::start(&Budget::UNLIMITED);
    share_a_point_within(body, mesh, shape_from_mesh, &mut 0, meter).unwrap_or(false)
}

/// As [`share_a_point`], until the budget is spent: then `None`. Every face near the shape is paid for; at the same pose the next call goes on
/// after those that are done.
pub(crate) fn share_a_point_within<S: Support>(
    body: &ConvexBody<S>,
    mesh: &Mesh,
    shape_from_mesh: &Pose,
    faces_done: &mut usize,
    meter: &mut Meter,
) -> Option<bool> {
    let mixed = ConvexMesh::new(body, mesh, shape_from_mesh);
    let (placed, bounds, mut cost) = (mixed.placed(), mixed.bounds(), Cost::default());
    let (mut answer, mut seen) = (Some(false), 0);
    placed.visit_near_until(&bounds, &mut cost, &mut |face, _| {
        seen += 1;
        if seen <= *faces_done || !placed.bounds_of_face(face).overlaps(&bounds) {
            return ControlFlow::Continue(());
        }
        if !meter.pay() {
            answer = None;
            return ControlFlow::Break(());
        }
        if mixed.face(face) != ConvexRelation::Disjoint {
            answer = Some(true);
            return ControlFlow::Break(());
        }
        *faces_done = seen;
        ControlFlow::Continue(())
    });
    match answer {
        Some(false) if !meter.has_some() => None,
        Some(false) => {
            let before = cost.box_tests;
            let is_inside = mixed.is_in_mesh(&mut cost);
            meter.pay_for((cost.box_tests - before).div_ceil(8));
            Some(is_inside)
        }
        known => known,
    }
}

/// The relation of a shape to a mesh.
pub(crate) fn relate<S: Support>(body: &ConvexBody<S>, mesh: &Mesh, shape_from_mesh: &Pose) -> ConvexMeshReport {
    if body.form == BodyMeshKind::Shape {
        let report = crate::pair::relate(&body.mesh, mesh, shape_from_mesh, &Request::default());
        return ConvexMeshReport { relation: report.relation, certainty: Certainty::Exact, cost: report.cost };
    }
    let mixed = ConvexMesh::new(body, mesh, shape_from_mesh);
    let (mut certainty, mut cost) = (Certainty::Exact, Cost::default());
    // A shape with an inside is never a part of a surface.
    let mut evidence = RelationEvidence { outside: [!mesh.encloses(), false], ..RelationEvidence::default() };
    evidence.outside[1] = sticks_out(&mixed, &mut certainty);
    let mut pierced = Vec::new();
    meeting_faces(body, mesh, shape_from_mesh, &mut cost, |face, found, _| {
        evidence.surfaces_meet = true;
        match found {
            ConvexRelation::Overlapping => pierced.push(face),
            ConvexRelation::Undecided { .. } => certainty = Certainty::Rounded,
            ConvexRelation::Disjoint | ConvexRelation::Touching => {}
        }
        ControlFlow::Continue(())
    });
    evidence.interiors_meet = !pierced.is_empty();
    if mesh.encloses() && (evidence.surfaces_meet || mixed.placed().bounds().overlaps(&mixed.bounds())) {
        match mixed.place_of_core(&mut cost) {
            PointSide::Inside => {
                evidence.interiors_meet = true;
                // Where no face passes through the shape, the mesh goes on around it.
                evidence.outside[1] |= pierced.is_empty();
            }
            PointSide::Outside => evidence.outside[0] = true,
            PointSide::OnSurface => {}
        }
    }
    pierced.retain(|face| mesh.topology().is_solid(*face));
    for face in pierced {
        if evidence.is_complete() {
            break;
        }
        examine(&mixed, face, &mut evidence, &mut certainty, &mut cost);
    }
    ConvexMeshReport { relation: relation_of(&evidence), certainty, cost }
}

/// The relation; a curved shape is never equal to a mesh, so a mesh that has no points outside it is inside.
fn relation_of(evidence: &RelationEvidence) -> Relation {
    match evidence.relation() {
        Relation::Coincident => Relation::BInsideA,
        other => other,
    }
}

/// Whether a vertex of the mesh is outside the shape.
fn sticks_out<S: Support>(mixed: &ConvexMesh<'_, S>, certainty: &mut Certainty) -> bool {
    let (placed, bounds) = (mixed.placed(), mixed.bounds());
    let used = |face: &[u32; 3]| face.map(VertexId);
    let mut vertices = mixed.mesh.faces().iter().flat_map(used);
    vertices.any(|vertex| {
        if placed.is_certainly_beyond(vertex, &bounds) {
            return true;
        }
        match mixed.vertex(vertex) {
            ConvexRelation::Disjoint => true,
            ConvexRelation::Undecided { .. } => {
                *certainty = Certainty::Rounded;
                false
            }
            ConvexRelation::Touching | ConvexRelation::Overlapping => false,
        }
    })
}

/// A face of a closed part that passes through the inside of the shape: what is on its two sides there.
fn examine<S: Support>(
    mixed: &ConvexMesh<'_, S>,
    face: FaceId,
    evidence: &mut RelationEvidence,
    certainty: &mut Certainty,
    cost: &mut Cost,
) {
    let placed = mixed.placed();
    let t = placed.triangle(face);
    let at = inner_weights(mixed, face);
    // Where another face passes through the point, it is moved slightly along the face.
    let found = HAIRS.iter().find_map(|hair| {
        let weights = [0, 1, 2].map(|k| IBig::from(at[k] + hair[k]));
        let point = RationalPoint::combine(&t, &weights, grid_of(&t));
        let found = sides(&placed, &point, &t, ConvexBody::<S>::METHOD, cost)?;
        Some((found, mixed.point(point.nearest())))
    });
    let Some((WindingSides::On { front, back }, place)) = found else {
        *certainty = Certainty::Rounded;
        return;
    };
    if place != ConvexRelation::Overlapping {
        *certainty = Certainty::Rounded;
    }
    evidence.add_place([true, front != 0]);
    evidence.add_place([true, back != 0]);
}

/// Steps into which weights are rounded.
const STEPS: f64 = (1_u64 << 52) as f64;

/// Moves of weights, in steps.
const HAIRS: [[i64; 3]; 4] = [[0, 0, 0], [17, 0, 5], [3, 29, 0], [0, 7, 41]];

fn grid_of(t: &Corners) -> Grid {
    Grid::holding(t.iter().flat_map(|p| p.to_array()))
}

/// A shape drawn together towards its centre, in plain doubles: what it holds is well inside the shape.
struct Drawn<'a, S> {
    shape: &'a S,
    by: f64,
}

impl<S: Support> Support for Drawn<'_, S> {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let centre = self.shape.centre();
        centre + (self.shape.support(direction, hint) - centre) * self.by
    }

    fn centre(&self) -> DVec3 {
        self.shape.centre()
    }

    fn reach(&self) -> f64 {
        self.shape.reach()
    }

    fn radius(&self) -> f64 {
        self.shape.radius() * self.by
    }

    fn support_error(&self) -> f64 {
        self.shape.support_error() + 8.0 * f64::EPSILON * (self.shape.centre().length() + self.shape.reach())
    }
}

/// Weights of the corners of a face in steps, all positive, for a point of it that is well inside the shape; where the face only
/// grazes the inside, for one that is as near to it as rounding allows.
fn inner_weights<S: Support>(mixed: &ConvexMesh<'_, S>, face: FaceId) -> [i64; 3] {
    /// How far the shape is drawn together, the most first.
    const DRAWN: [f64; 4] = [0.5, 0.9, 0.99, 0.9999];
    let (shape, pose) = (mixed.body.shape(), mixed.shape_from_mesh);
    let corners = mixed.mesh.triangle(face);
    let drawn = |by: f64| distance(&Drawn { shape, by }, &Triangle::from_corners(corners), pose);
    let common = DRAWN.into_iter().find_map(|by| Some(drawn(by)).filter(|found| found.distance.upper == 0.0));
    let common = common.unwrap_or_else(|| drawn(1.0)).points[1];
    // Fourth powers of lengths occur.
    let scale = power_of_two_above(corners.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max));
    let t = corners.map(|p| pose.transform_point(p) / scale);
    let common = common / scale;
    let n = (t[1] - t[0]).cross(t[2] - t[0]);
    let weight = |k: usize| {
        let (from, to) = (t[(k + 1) % 3], t[(k + 2) % 3]);
        (to - from).cross(common - from).dot(n) / n.dot(n)
    };
    [0, 1, 2].map(|k| ((weight(k) * STEPS) as i64).clamp(1, STEPS as i64))
}
