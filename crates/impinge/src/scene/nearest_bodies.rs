//! The nearest bodies of a scene.

use super::body::Body;
use super::body_gap::BodyGap;
use super::body_queries::distance;
use super::scene_view::SceneView;
use super::world::{BodyId, NearestBodies, SceneError};

/// Two bodies that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearestPair {
    /// A and B, the smaller id first.
    pub bodies: (BodyId, BodyId),
    /// How far apart they are, and where in the world.
    pub gap: BodyGap,
}

impl SceneView<'_> {
    /// The two bodies that may meet and are nearest to each other, the first by id among equals; `None` if no two may meet.
    #[must_use]
    pub fn nearest_pair(&self) -> Option<NearestPair> {
        self.scene.world.nearest_pair(gap_in_world).map(NearestPair::from)
    }

    /// The body nearest to a body, of those that it may meet; `None` if there are none.
    ///
    /// # Errors
    /// The body is not there.
    pub fn nearest_to(&self, id: BodyId) -> Result<Option<NearestPair>, SceneError> {
        Ok(self.scene.world.nearest_to(id, gap_in_world)?.map(NearestPair::from))
    }
}

impl From<NearestBodies<BodyGap>> for NearestPair {
    fn from(found: NearestBodies<BodyGap>) -> Self {
        Self { bodies: found.bodies, gap: found.measured }
    }
}

/// The distance of two bodies, with its points in the world.
fn gap_in_world(a: &Body, b: &Body) -> (f64, BodyGap) {
    let gap = distance(a, b).carried(&a.world_from_body);
    (gap.length.value, gap)
}
