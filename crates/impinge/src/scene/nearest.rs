//! The nearest bodies: boxes in order of their distance, each measured only if it can be nearer than the best so far.

use super::report::distance;
use super::{Body, BodyId, Gap, SceneError, View};

/// Two bodies that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPair {
    /// A and B, the smaller id first.
    pub bodies: (BodyId, BodyId),
    /// How far apart they are, and where in the world.
    pub gap: Gap,
}

impl View<'_> {
    /// The two bodies that may meet and are nearest to each other, the first by id among equals; `None` if no two may meet.
    #[must_use]
    pub fn nearest_pair(&self) -> Option<NearestPair> {
        let mut best = None;
        for body in self.scene.bodies() {
            // No later pair comes before one that meets.
            if best.is_some_and(|best: NearestPair| best.gap.value == 0.0 && best.bodies.0 < body.id) {
                break;
            }
            self.improve(body, |other| body.id < other.id, &mut best);
        }
        best
    }

    /// The body nearest to a body, of those that it may meet; `None` if there are none.
    ///
    /// # Errors
    /// The body is not there.
    pub fn nearest_to(&self, id: BodyId) -> Result<Option<NearestPair>, SceneError> {
        let mut best = None;
        self.improve(self.scene.body(id)?, |_| true, &mut best);
        Ok(best)
    }

    /// Looks for bodies nearer to a body than the best so far.
    fn improve(&self, body: &Body, wanted: impl Fn(&Body) -> bool, best: &mut Option<NearestPair>) {
        let limit = best.map_or(f64::INFINITY, |best| best.gap.value);
        self.scene.bodies.boxes().nearest(&body.bounds, limit, &mut |slot, _| {
            if let Some(other) =
                self.scene.bodies.in_slot(slot).filter(|other| wanted(other) && self.scene.bodies.tests(body, other))
            {
                let [a, b] = if body.id < other.id { [body, other] } else { [other, body] };
                if best.is_some_and(|best| best.gap.value == 0.0 && best.bodies < (a.id, b.id)) {
                    return 0.0;
                }
                let gap = distance(a, b).carried(&a.world_from_body);
                let found = NearestPair { bodies: (a.id, b.id), gap };
                let order = |pair: &NearestPair| (pair.gap.value, pair.bodies);
                if best.is_none_or(|best| order(&found) < order(&best)) {
                    *best = Some(found);
                }
            }
            best.map_or(f64::INFINITY, |best| best.gap.value)
        });
    }
}
