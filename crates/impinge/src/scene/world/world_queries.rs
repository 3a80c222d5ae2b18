//! Queries that scenes of any dimension answer alike, given how two bodies are tested or measured.

use super::body_options::{BodyId, BodyOptions};
use super::body_registry::WorldBody;
use super::body_world::World;
use super::pair_table::PairMemory;
use super::scene_error::SceneError;
use crate::bound::Aabb;
use crate::broad::Mobility;
use crate::math::DVec3;
use std::collections::BTreeMap;

/// Two bodies that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestBodies<D> {
    /// The smaller id first.
    pub bodies: (BodyId, BodyId),
    /// Their distance.
    pub distance: f64,
    /// What was measured.
    pub measured: D,
}

impl<B: WorldBody, P: PairMemory<B>> World<B, P> {
    /// Pairs that may meet and whose boxes are no farther apart than a length along any axis, sorted by ids.
    pub fn pairs_within(&self, reach: f64) -> Vec<(&B, &B)> {
        if reach <= 0.0 || reach.is_nan() {
            return self.pairs().collect();
        }
        let mut pairs: Vec<(&B, &B)> = Vec::new();
        for a in self.bodies.iter() {
            self.bodies.boxes().overlapping(&grown(&a.world_box(), reach), &mut |slot| {
                let other = self.bodies.in_slot(slot).filter(|b| a.id() < b.id() && self.bodies.tests(a, b));
                pairs.extend(other.map(|b| (a, b)));
            });
        }
        pairs.sort_unstable_by_key(|(a, b)| (a.id(), b.id()));
        pairs
    }

    /// How many pairs of bodies may meet by groups, masks and mobility, and are not ignored; wherever they are.
    pub fn pair_count(&self) -> usize {
        let in_sets: usize = self.bodies.ignored_sets().into_iter().map(|set| meeting_pairs(set.into_iter())).sum();
        let ignored = self.bodies.ignored().filter(|(a, b)| {
            let both = self.bodies.get(*a).ok().zip(self.bodies.get(*b).ok());
            a < b && both.is_some_and(|(a, b)| a.options().may_meet(b.options()))
        });
        meeting_pairs(self.bodies.iter()) - in_sets - ignored.count()
    }

    /// The bodies whose boxes overlap a box and that `is_met` holds for, by id.
    pub fn bodies_met(&self, region: &Aabb, is_met: impl Fn(&B) -> bool) -> Vec<BodyId> {
        let mut found = Vec::new();
        self.bodies.boxes().overlapping(region, &mut |slot| {
            found.extend(self.bodies.in_slot(slot).filter(|body| is_met(body)).map(WorldBody::id));
        });
        found.sort_unstable();
        found
    }

    /// The two bodies that may meet and are nearest to each other, the first by id among equals; `None` if no two may meet.
    ///
    /// `measure` gives the distance of two bodies, the smaller id first, and what to report about them.
    pub fn nearest_pair<D: Copy>(&self, measure: impl Fn(&B, &B) -> (f64, D)) -> Option<NearestBodies<D>> {
        let mut best = None;
        for body in self.bodies.iter() {
            // No later pair comes before one that meets.
            if best.is_some_and(|best: NearestBodies<D>| best.distance == 0.0 && best.bodies.0 < body.id()) {
                break;
            }
            self.improve_nearest(body, |other| body.id() < other.id(), &measure, &mut best);
        }
        best
    }

    /// The body nearest to a body, of those that it may meet; `None` if there are none.
    ///
    /// # Errors
    /// The body is not there.
    pub fn nearest_to<D: Copy>(
        &self,
        id: BodyId,
        measure: impl Fn(&B, &B) -> (f64, D),
    ) -> Result<Option<NearestBodies<D>>, SceneError> {
        let mut best = None;
        self.improve_nearest(self.bodies.get(id)?, |_| true, &measure, &mut best);
        Ok(best)
    }

    /// Looks for bodies nearer to a body than the best so far: boxes in order of their distance, each measured only if it can be nearer.
    fn improve_nearest<D: Copy>(
        &self,
        body: &B,
        wanted: impl Fn(&B) -> bool,
        measure: &impl Fn(&B, &B) -> (f64, D),
        best: &mut Option<NearestBodies<D>>,
    ) {
        let limit = best.map_or(f64::INFINITY, |best| best.distance);
        self.bodies.boxes().nearest(&body.world_box(), limit, &mut |slot, _| {
            let other = self.bodies.in_slot(slot).filter(|other| wanted(other) && self.bodies.tests(body, other));
            if let Some(other) = other {
                let [a, b] = if body.id() < other.id() { [body, other] } else { [other, body] };
                let bodies = (a.id(), b.id());
                if best.is_some_and(|best| best.distance == 0.0 && best.bodies < bodies) {
                    return 0.0;
                }
                let (distance, measured) = measure(a, b);
                if best.is_none_or(|best| (distance, bodies) < (best.distance, best.bodies)) {
                    *best = Some(NearestBodies { bodies, distance, measured });
                }
            }
            best.map_or(f64::INFINITY, |best| best.distance)
        });
    }
}

/// A box grown by a length on all sides, rounded outward.
fn grown(bounds: &Aabb, by: f64) -> Aabb {
    let down = bounds.min.to_array().map(|x| (x - by).next_down());
    let up = bounds.max.to_array().map(|x| (x + by).next_up());
    Aabb { min: DVec3::from_array(down), max: DVec3::from_array(up) }
}

/// How many pairs of some bodies may meet by groups, masks and mobility.
fn meeting_pairs<'a, B: WorldBody + 'a>(bodies: impl Iterator<Item = &'a B>) -> usize {
    // Bodies with the same options are alike, and there are few kinds.
    let mut kinds: BTreeMap<[u32; 3], (&B, usize)> = BTreeMap::new();
    for body in bodies {
        let BodyOptions { groups, mask, mobility, .. } = body.options();
        kinds.entry([*groups, *mask, u32::from(*mobility == Mobility::Fixed)]).or_insert((body, 0)).1 += 1;
    }
    let kinds: Vec<(&B, usize)> = kinds.into_values().collect();
    let all = kinds.iter().enumerate().flat_map(|(i, p)| kinds[i..].iter().map(move |q| (p, q)));
    all.filter(|(p, q)| p.0.options().may_meet(q.0.options()))
        .map(|((a, n), (b, m))| if a.id() == b.id() { n * (n - 1) / 2 } else { n * m })
        .sum()
}
