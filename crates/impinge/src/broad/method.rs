//! What all broad phases share: boxes, pairs and changes. A method only finds overlapping boxes.

use super::keyed_boxes::{KeyedBoxes, proper};
use super::pair_set::PairSet;
use super::ray_box::Ray;
use super::{BroadCost, BroadPhase, Mobility, PairChanges};
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::math::DVec3;
use crate::priority_queue::Priority;
use std::cmp::Ordering;

/// A lower bound of a distance is shortened by this part: three differences, three squares, two sums and a root, each off by
/// at most half a unit in the last place, with room to spare.
const GAP_ERROR: f64 = 8.0 * f64::EPSILON;

/// A way to find overlapping boxes.
pub(super) trait OverlapMethod: Send + Sync + std::fmt::Debug {
    /// Brings pairs and changes up to date after some keys were touched; changes are empty before, and may be left unsorted.
    fn update(&mut self, roster: &mut KeyedBoxes, pairs: &mut PairSet, executor: &Executor);

    /// Hands over every key whose box, as of the last update, overlaps a box with points.
    fn overlapping(&self, roster: &KeyedBoxes, region: &Aabb, visit: &mut dyn FnMut(u32)) {
        (0..roster.keys()).filter(|key| region.overlaps(roster.before(*key))).for_each(visit);
    }

    /// Hands over every key whose box, as of the last update, a ray may meet.
    fn ray(&self, roster: &KeyedBoxes, ray: &Ray, visit: &mut dyn FnMut(u32)) {
        (0..roster.keys()).filter(|key| ray.may_meet(roster.before(*key))).for_each(visit);
    }

    /// Visits boxes within a limit that `measure` updates.
    fn nearest(&self, roster: &KeyedBoxes, to: &Aabb, mut limit: f64, measure: &mut dyn FnMut(u32, f64) -> f64) {
        for key in 0..roster.keys() {
            if let Some(gap) = lower_gap(to, roster.before(key)).filter(|gap| *gap <= limit) {
                limit = measure(key, gap);
            }
        }
    }
}

/// A length that the distance of two boxes is at least; `None` if one has no points.
pub(super) fn lower_gap(a: &Aabb, b: &Aabb) -> Option<f64> {
    let has_points = |bounds: &Aabb| bounds.min.cmple(bounds.max).all();
    (has_points(a) && has_points(b)).then(|| {
        let gap = a.gap(b);
        // Squares of small and of large gaps would leave the range of numbers.
        let largest = gap.max_element();
        let length =
            if largest > 0.0 && largest < f64::INFINITY { largest * (gap / largest).length() } else { largest };
        length.min(f64::MAX) * (1.0 - GAP_ERROR)
    })
}

/// Something that waits in the order of its distance: the nearest comes out of a heap first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near<T> {
    /// How far it is at least.
    pub gap: f64,
    /// What it is.
    pub what: T,
}

impl<T: Ord> Priority for Near<T> {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.gap.total_cmp(&self.gap).then_with(|| other.what.cmp(&self.what))
    }
}

/// A broad phase by some method.
#[derive(Debug)]
pub(super) struct MethodPhase<M> {
    roster: KeyedBoxes,
    pairs: PairSet,
    method: M,
}

impl<M: OverlapMethod> MethodPhase<M> {
    /// Without boxes.
    pub fn new(method: M) -> Self {
        Self { roster: KeyedBoxes::default(), pairs: PairSet::default(), method }
    }
}

impl<M: OverlapMethod> BroadPhase for MethodPhase<M> {
    fn insert(&mut self, key: u32, bounds: Aabb, mobility: Mobility) {
        self.roster.insert(key, bounds, mobility);
    }

    fn set_bounds(&mut self, key: u32, bounds: Aabb) {
        self.roster.set_bounds(key, bounds);
    }

    fn remove(&mut self, key: u32) {
        self.roster.remove(key);
    }

    fn update(&mut self, executor: &Executor) -> PairChanges<'_> {
        self.pairs.clear_changes();
        let touched = self.roster.touched().len() as u64;
        self.pairs.cost = BroadCost { touched, ..BroadCost::default() };
        if touched > 0 {
            self.method.update(&mut self.roster, &mut self.pairs, executor);
            self.pairs.sort_changes(executor);
            self.roster.settle();
        }
        self.pairs.cost.pairs = self.pairs.all.len() as u64;
        self.pairs.changes()
    }

    fn pairs(&self, visit: &mut dyn FnMut(u32, u32)) {
        self.pairs.all.iter().for_each(|(a, b)| visit(a.min(b), a.max(b)));
    }

    fn overlapping(&self, region: &Aabb, visit: &mut dyn FnMut(u32)) {
        let region = proper(*region);
        if region.min.x <= region.max.x {
            self.method.overlapping(&self.roster, &region, visit);
        }
    }

    fn ray(&self, origin: DVec3, direction: DVec3, limit: f64, visit: &mut dyn FnMut(u32)) {
        self.method.ray(&self.roster, &Ray { origin, direction, limit }, visit);
    }

    fn nearest(&self, to: &Aabb, limit: f64, measure: &mut dyn FnMut(u32, f64) -> f64) {
        self.method.nearest(&self.roster, to, limit, measure);
    }

    fn cost(&self) -> BroadCost {
        self.pairs.cost
    }
}
