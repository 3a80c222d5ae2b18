//! Questions about a planar scene as it stands. A view borrows the scene, so no answer can be out of date.

use super::body::{PlanarBody, bounds_at, flat};
use super::placement;
use super::planar_scene::PlanarScene;
use crate::{Distance, PairReport, Polygon, Pose2, Rect, Request, distance, intersects, relate};
use impinge::broad::Mobility;
use impinge::executor::Executor;
use impinge::pair::Relation;
use impinge::scene::world::NearestBodies;
use impinge::scene::{BodyId, BodyOptions, SceneError};
use std::sync::Arc;

/// A planar scene, up to date and standing still.
#[derive(Clone, Copy, Debug)]
pub struct PlanarView<'a> {
    scene: &'a PlanarScene,
}

/// Two bodies and how they relate; everything in the frame of body A.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanarPair {
    /// A and B; the smaller id is first.
    pub bodies: (BodyId, BodyId),
    /// The answer of the pair query.
    pub report: PairReport,
}

/// Two bodies that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarNearest {
    /// A and B, the smaller id first.
    pub bodies: (BodyId, BodyId),
    /// How far apart they are; the points are in A's frame.
    pub distance: Distance,
}

impl PlanarScene {
    /// Brings everything up to date, and gives access to all queries; while they are asked, nothing can move.
    pub fn view(&mut self, executor: &Executor) -> PlanarView<'_> {
        self.world.refresh(executor);
        PlanarView { scene: self }
    }
}

impl<'a> PlanarView<'a> {
    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &'a PlanarScene {
        self.scene
    }

    /// How two bodies relate, whatever their groups.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn relate(&self, a: BodyId, b: BodyId, request: &Request) -> Result<PairReport, SceneError> {
        let (a, b) = (self.scene.body(a)?, self.scene.body(b)?);
        Ok(relate(&a.polygon, &b.polygon, &placement::a_from_b(a, b), request))
    }

    /// How far apart two bodies are, in A's frame, whatever their groups.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn distance(&self, a: BodyId, b: BodyId) -> Result<Distance, SceneError> {
        let (a, b) = (self.scene.body(a)?, self.scene.body(b)?);
        Ok(distance(&a.polygon, &b.polygon, &placement::a_from_b(a, b)))
    }

    /// Every pair of bodies that may meet and do, or are no farther apart than asked, sorted by ids.
    #[must_use]
    pub fn report(&self, request: &Request, executor: &Executor) -> Vec<PlanarPair> {
        let pairs = self.scene.world.pairs_within(request.distance_up_to.unwrap_or(0.0));
        let found = executor.map(pairs.len(), |k| {
            let (a, b) = pairs[k];
            let report = relate(&a.polygon, &b.polygon, &placement::a_from_b(a, b), request);
            let wanted = report.relation != Relation::Disjoint || report.distance.is_some();
            wanted.then_some(PlanarPair { bodies: (a.id, b.id), report })
        });
        found.into_iter().flatten().collect()
    }

    /// The pairs of bodies that may meet and whose rectangles are no farther apart than a length along any axis, sorted by ids.
    #[must_use]
    pub fn pairs_within(&self, reach: f64) -> Vec<(BodyId, BodyId)> {
        self.scene.world.pairs_within(reach).into_iter().map(|(a, b)| (a.id, b.id)).collect()
    }

    /// The bodies that a body meets, by id.
    ///
    /// # Errors
    /// The body is not there.
    pub fn against(&self, id: BodyId) -> Result<Vec<BodyId>, SceneError> {
        let body = self.scene.body(id)?;
        Ok(self.meeting(body, |other| self.scene.world.bodies.tests(body, other)))
    }

    /// The bodies that a body would meet at a pose, by id.
    ///
    /// # Errors
    /// The body is not there, or cannot be there.
    pub fn what_if(&self, id: BodyId, world_from_body: &Pose2) -> Result<Vec<BodyId>, SceneError> {
        let body = self.scene.body(id)?;
        // Moving, so that fixed bodies can be asked about, too.
        let options = BodyOptions { name: None, mobility: Mobility::Moving, ..body.options };
        let moved = placed(&body.polygon, world_from_body, options, id)?;
        Ok(self.meeting(&moved, |other| self.scene.world.bodies.tests(&moved, other)))
    }

    /// The bodies that share a point with a polygon at a pose, by id, whatever their groups.
    ///
    /// # Errors
    /// The polygon cannot be there.
    pub fn overlapping(&self, polygon: &Arc<Polygon>, world_from_polygon: &Pose2) -> Result<Vec<BodyId>, SceneError> {
        let probe = placed(polygon, world_from_polygon, BodyOptions::default(), BodyId::NOBODY)?;
        Ok(self.meeting(&probe, |_| true))
    }

    /// The bodies that share a point with a rectangle of the world, by id, whatever their groups.
    ///
    /// # Errors
    /// A rectangle without points, or with corners outside the exact range.
    pub fn in_region(&self, region: &Rect) -> Result<Vec<BodyId>, SceneError> {
        let (p, q) = (region.min, region.max);
        if !p.cmple(q).all() {
            return Err(SceneError::Region);
        }
        let polygon = Polygon::rectangle(region).map_err(|_| SceneError::Region)?;
        self.overlapping(&Arc::new(polygon), &Pose2::IDENTITY)
    }

    /// The two bodies that may meet and are nearest to each other, the first by id among equals; `None` if no two may meet.
    #[must_use]
    pub fn nearest_pair(&self) -> Option<PlanarNearest> {
        self.scene.world.nearest_pair(measured).map(PlanarNearest::from)
    }

    /// The body nearest to a body, of those that it may meet; `None` if there are none.
    ///
    /// # Errors
    /// The body is not there.
    pub fn nearest_to(&self, id: BodyId) -> Result<Option<PlanarNearest>, SceneError> {
        Ok(self.scene.world.nearest_to(id, measured)?.map(PlanarNearest::from))
    }

    /// The bodies that a body, at a pose of its own, meets.
    fn meeting(&self, body: &PlanarBody, wanted: impl Fn(&PlanarBody) -> bool) -> Vec<BodyId> {
        self.scene.world.bodies_met(&flat(&body.bounds), |other| {
            wanted(other) && intersects(&body.polygon, &other.polygon, &placement::a_from_b(body, other))
        })
    }
}

impl From<NearestBodies<Distance>> for PlanarNearest {
    fn from(found: NearestBodies<Distance>) -> Self {
        Self { bodies: found.bodies, distance: found.measured }
    }
}

/// How far apart two bodies are, in A's frame.
fn measured(a: &PlanarBody, b: &PlanarBody) -> (f64, Distance) {
    let found = distance(&a.polygon, &b.polygon, &placement::a_from_b(a, b));
    (found.value, found)
}

/// A body at a pose, in no scene.
fn placed(
    polygon: &Arc<Polygon>,
    world_from_body: &Pose2,
    options: BodyOptions,
    id: BodyId,
) -> Result<PlanarBody, SceneError> {
    let world_from_body = placement::rigid(world_from_body)?;
    let bounds = bounds_at(polygon, &world_from_body);
    Ok(PlanarBody { id, polygon: Arc::clone(polygon), world_from_body, bounds, options, moved: 0 })
}
