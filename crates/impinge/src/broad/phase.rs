//! What all broad phases share: boxes, pairs and changes. A method only has to find.

use super::pair_set::PairSet;
use super::ray::Ray;
use super::roster::Roster;
use super::{BroadCost, BroadPhase, Changes, Mobility};
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::math::DVec3;

/// A lower bound of a distance is shortened by this part: three differences, three squares, two sums and a root, each off by
/// at most half a unit in the last place, with room to spare.
const GAP_ERROR: f64 = 8.0 * f64::EPSILON;

/// A way to find overlapping boxes.
pub(super) trait Method: Send + Sync + std::fmt::Debug {
    /// Brings pairs and changes up to date after some keys were touched; changes are empty before, and may be left unsorted.
    fn update(&mut self, roster: &Roster, pairs: &mut PairSet, executor: &Executor);

    /// Hands over every key whose box, as of the last update, a test that is monotone in the box may hold for.
    fn search(&self, roster: &Roster, region: &dyn Region, visit: &mut dyn FnMut(u32));
}

/// A test of boxes that holds for every box around one for which it holds.
pub(super) trait Region {
    /// Whether it holds.
    fn meets(&self, bounds: &Aabb) -> bool;
}

impl Region for Aabb {
    fn meets(&self, bounds: &Aabb) -> bool {
        self.overlaps(bounds)
    }
}

impl Region for Ray {
    fn meets(&self, bounds: &Aabb) -> bool {
        self.may_meet(bounds)
    }
}

/// A broad phase by some method.
#[derive(Debug)]
pub(super) struct Phase<M> {
    roster: Roster,
    pairs: PairSet,
    method: M,
}

impl<M: Method> Phase<M> {
    /// Without boxes.
    pub fn new(method: M) -> Self {
        Self { roster: Roster::default(), pairs: PairSet::default(), method }
    }
}

impl<M: Method> BroadPhase for Phase<M> {
    fn insert(&mut self, key: u32, bounds: Aabb, mobility: Mobility) {
        self.roster.insert(key, bounds, mobility);
    }

    fn set_bounds(&mut self, key: u32, bounds: Aabb) {
        self.roster.set_bounds(key, bounds);
    }

    fn remove(&mut self, key: u32) {
        self.roster.remove(key);
    }

    fn update(&mut self, executor: &Executor) -> Changes<'_> {
        self.pairs.clear_changes();
        let touched = self.roster.touched().len() as u64;
        self.pairs.cost = BroadCost { touched, ..BroadCost::default() };
        if touched > 0 {
            self.method.update(&self.roster, &mut self.pairs, executor);
            self.pairs.sort_changes();
            self.roster.settle();
        }
        self.pairs.cost.pairs = self.pairs.all.len() as u64;
        self.pairs.changes()
    }

    fn pairs(&self, visit: &mut dyn FnMut(u32, u32)) {
        self.pairs.all.iter().for_each(|(a, b)| visit(*a, *b));
    }

    fn overlapping(&self, region: &Aabb, visit: &mut dyn FnMut(u32)) {
        if region.min.cmple(region.max).all() {
            self.method.search(&self.roster, region, visit);
        }
    }

    fn ray(&self, origin: DVec3, direction: DVec3, limit: f64, visit: &mut dyn FnMut(u32)) {
        self.method.search(&self.roster, &Ray { origin, direction, limit }, visit);
    }

    fn nearest(&self, to: &Aabb, mut limit: f64, measure: &mut dyn FnMut(u32, f64) -> f64) {
        for key in 0..self.roster.keys() {
            let bounds = self.roster.before(key);
            let gap = to.gap(bounds).length() * (1.0 - GAP_ERROR);
            if bounds.min.x <= bounds.max.x && gap <= limit {
                limit = measure(key, gap);
            }
        }
    }

    fn cost(&self) -> BroadCost {
        self.pairs.cost
    }
}
