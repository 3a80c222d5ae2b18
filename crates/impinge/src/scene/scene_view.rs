//! Questions about a scene as it stands. A view borrows the scene, so no answer can be out of date.

use super::body::{Body, BodyShape};
use super::body_gap::BodyGap;
use super::body_queries::{BodyPair, distance, intersects, relate};
use super::model::Model;
use super::rigid_pose::rigid;
use super::solid_scene::Scene;
use super::world::{BodyId, BodyOptions, SceneError};
use crate::bound::Aabb;
use crate::broad::Mobility;
use crate::compact_sort::sort_by_key;
use crate::executor::Executor;
use crate::math::{DVec3, Pose};
use crate::pair::{Relation, Request};
use crate::shape::Polytope;

/// A scene, up to date and standing still.
#[derive(Clone, Copy, Debug)]
pub struct SceneView<'a> {
    pub(super) scene: &'a Scene,
}

impl Scene {
    /// Brings everything up to date, and gives access to all queries; while they are asked, nothing can move.
    pub fn view(&mut self, executor: &Executor) -> SceneView<'_> {
        self.world.refresh(executor);
        SceneView { scene: self }
    }
}

impl<'a> SceneView<'a> {
    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &'a Scene {
        self.scene
    }

    /// How two bodies relate, whatever their groups.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn relate(&self, a: BodyId, b: BodyId, request: &Request) -> Result<BodyPair, SceneError> {
        Ok(relate(self.scene.body(a)?, self.scene.body(b)?, request))
    }

    /// How far apart two bodies are, in A's frame, whatever their groups.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn distance(&self, a: BodyId, b: BodyId) -> Result<BodyGap, SceneError> {
        Ok(distance(self.scene.body(a)?, self.scene.body(b)?))
    }

    /// Every pair of bodies that may meet and do, or are no farther apart than asked, sorted by ids.
    #[must_use]
    pub fn report(&self, request: &Request, executor: &Executor) -> Vec<BodyPair> {
        let pairs = self.scene.world.pairs_within(request.distance_up_to.unwrap_or(0.0));
        let found = executor.map(pairs.len(), |k| {
            let (a, b) = pairs[k];
            let report = relate(a, b, request);
            let wanted = report.relation != Relation::Disjoint || report.distance.is_some();
            wanted.then_some(report)
        });
        found.into_iter().flatten().collect()
    }

    /// How many pairs of bodies may meet by groups, masks and mobility, and are not to be ignored; wherever they are.
    #[must_use]
    pub fn pair_count(&self) -> usize {
        self.scene.world.pair_count()
    }

    /// The pairs of bodies that may meet and whose boxes are no farther apart than a length along any axis, sorted by ids.
    #[must_use]
    pub fn pairs_within(&self, reach: f64) -> Vec<(BodyId, BodyId)> {
        self.scene.world.pairs_within(reach).into_iter().map(|(a, b)| (a.id, b.id)).collect()
    }

    /// The bodies that a body meets, by id.
    ///
    /// # Errors
    /// The body is not there.
    pub fn against(&self, id: BodyId) -> Result<Vec<BodyId>, SceneError> {
        Ok(self.meeting(self.scene.body(id)?))
    }

    /// The bodies that a body would meet at a pose, by id.
    ///
    /// # Errors
    /// The body is not there, or cannot be there.
    pub fn what_if(&self, id: BodyId, world_from_body: &Pose) -> Result<Vec<BodyId>, SceneError> {
        let mut body = movable(self.scene.body(id)?);
        body.put(world_from_body)?;
        Ok(self.meeting(&body))
    }

    /// The first body, by id, that a body would meet at each of many poses.
    ///
    /// # Errors
    /// The body is not there, or cannot be at some pose.
    pub fn poses(
        &self,
        id: BodyId,
        world_from_body: &[Pose],
        executor: &Executor,
    ) -> Result<Vec<Option<BodyId>>, SceneError> {
        let body = movable(self.scene.body(id)?);
        let at = |placed: &mut Body, k: usize| {
            placed.put(&world_from_body[k])?;
            Ok(self.first_met(placed))
        };
        executor.map_with(world_from_body.len(), || body.clone(), at).into_iter().collect()
    }

    /// The bodies that share a point with a model at a pose, by id, whatever their groups.
    ///
    /// # Errors
    /// The model cannot be there.
    pub fn overlapping(&self, model: &Model, world_from_model: &Pose) -> Result<Vec<BodyId>, SceneError> {
        let probe = probe(model, world_from_model)?;
        Ok(self.scene.world.bodies_met(&probe.bounds, |body| intersects(&probe, body)))
    }

    /// The bodies that share a point with a box, faces included, by id, whatever their groups. The box may be flat.
    ///
    /// # Errors
    /// A box without points, or outside the exact range.
    pub fn in_region(&self, region: &Aabb) -> Result<Vec<BodyId>, SceneError> {
        let pick = |i: usize, k: usize| if i >> k & 1 == 0 { region.min[k] } else { region.max[k] };
        let corners: Vec<DVec3> = (0..8).map(|i| DVec3::new(pick(i, 0), pick(i, 1), pick(i, 2))).collect();
        let is_empty = !region.min.cmple(region.max).all();
        let shape = Polytope::try_new(&corners).ok().filter(|_| !is_empty).and_then(|shape| Model::convex(shape).ok());
        self.overlapping(&shape.ok_or(SceneError::Region)?, &Pose::IDENTITY)
    }

    /// The bodies that a body, at a pose of its own, meets.
    fn meeting(&self, body: &Body) -> Vec<BodyId> {
        let world = &self.scene.world;
        world.bodies_met(&body.bounds, |other| world.bodies.tests(body, other) && intersects(body, other))
    }

    /// The first of them.
    pub(super) fn first_met(&self, body: &Body) -> Option<BodyId> {
        let mut near: Vec<&Body> = Vec::new();
        self.scene.world.bodies.boxes().overlapping(&body.bounds, &mut |slot| {
            near.extend(
                self.scene.world.bodies.in_slot(slot).filter(|other| self.scene.world.bodies.tests(body, other)),
            );
        });
        sort_by_key(&mut near, |other| other.id);
        near.into_iter().find(|other| intersects(body, other)).map(Body::id)
    }
}

/// A body that can be asked about at other places: moving, so that a fixed one can meet fixed ones there. Of a deformable one it is the frame.
fn movable(body: &Body) -> Body {
    let shape = BodyShape::Rigid(body.model().clone());
    Body { shape, options: BodyOptions { name: None, mobility: Mobility::Moving, ..body.options }, ..body.clone() }
}

/// A body that is in no scene.
fn probe(model: &Model, world_from_model: &Pose) -> Result<Body, SceneError> {
    let world_from_body = rigid(world_from_model)?;
    let id = BodyId::NOBODY;
    let bounds = model.bounds_at(&world_from_body);
    let shape = BodyShape::Rigid(model.clone());
    Ok(Body { id, shape, world_from_body, bounds, options: BodyOptions::default(), moved: 0 })
}
