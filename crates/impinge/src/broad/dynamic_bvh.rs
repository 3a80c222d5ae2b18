//! The dynamic tree: one of moving boxes, one of fixed boxes, refitted every step, sorted again when that pays.
//!
//! Refitting decays: as neighbours in the order part, more leaves meet. A sort costs as much as a known number of pairs of
//! leaves, and is done when it would have paid over the time since the last one. When only a few boxes moved, they alone are
//! looked up, and the pairs of all others stay as they are.

use super::Mobility;
use super::box_tree::BoxTree;
use super::box_tree_queries::{self, BoxOverlap, NodeAt, near_box, near_ray};
use super::keyed_boxes::KeyedBoxes;
use super::method::OverlapMethod;
use super::pair_set::PairSet;
use super::parallel_traversal::ParallelTraversal;
use super::ray_box::Ray;
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::lane_tree::{HilbertSorter, OrderDecay, PackedAabb, TraversalTask};
use crate::math::simd;
use crate::math::simd::dispatch;

/// If fewer than one box in this many was touched, each is looked up by itself; otherwise both trees are traversed.
const FEW: usize = 8;

/// The price of a sort, as a fraction of the pairs of leaves that a traversal of the sorted tree tests.
const SORT_PRICE: f64 = 0.35;

/// A tree is sorted if more than one box in this many was added since the last sort, and more than the fewest.
const NEWCOMERS: usize = 16;
const FEWEST_NEWCOMERS: usize = 16;

/// Growth of the expected number of pairs of leaves, when leaves are drawn around boxes of before and of now, up to which pairs
/// that came and went are found in the same walk.
const SMOOTH: f64 = 1.5;

/// Where a key is that is in no tree; otherwise twice its place plus the tree.
const NOWHERE: u32 = u32::MAX;

/// Where a key is that is to come into a tree.
const COMING: u32 = u32::MAX - 1;

/// The tree of fixed boxes.
const FIXED: usize = 0;
/// The tree of moving boxes.
const MOVING: usize = 1;

/// The trees and all that keeps them.
#[derive(Debug, Default)]
pub(super) struct TreeMethod {
    trees: [BoxTree; 2],
    places: Vec<u32>,
    /// Whether no key came or went in this update.
    places_stay: bool,
    decay: [OrderDecay; 2],
    sorter: HilbertSorter,
    /// Keys that are to come into each tree.
    coming: [Vec<u32>; 2],
    traversal: ParallelTraversal,
    nodes: Vec<NodeAt>,
}

/// How a tree was brought up to date.
#[derive(Clone, Copy, Debug)]
struct Renewal {
    /// Its order is new.
    is_sorted: bool,
    /// Boxes around leaves of before and of now are hardly larger than those of now.
    is_smooth: bool,
}

impl TreeMethod {
    /// Puts every touched key into the tree where it belongs; whether each tree has to be sorted to that end.
    fn sync(&mut self, roster: &KeyedBoxes) -> [bool; 2] {
        let all = if self.places.is_empty() { 0..roster.keys() } else { 0..0 };
        self.places_stay = true;
        self.coming.iter_mut().for_each(Vec::clear);
        if !roster.is_regrouped() && all.is_empty() {
            return [false; 2];
        }
        self.places.resize(roster.keys() as usize, NOWHERE);
        for key in all.chain(roster.touched().iter().copied()) {
            let wanted = roster.mobility(key).map(|mobility| if mobility == Mobility::Moving { MOVING } else { FIXED });
            let place = &mut self.places[key as usize];
            if *place != NOWHERE && *place != COMING && wanted != Some(*place as usize % 2) {
                self.trees[*place as usize % 2].vacate(*place / 2);
                *place = NOWHERE;
                self.places_stay = false;
            }
            if let Some(tree) = wanted.filter(|_| *place == NOWHERE) {
                self.coming[tree].push(key);
                *place = COMING;
            }
        }
        [FIXED, MOVING].map(|tree| {
            let (t, coming) = (&mut self.trees[tree], &self.coming[tree]);
            let newcomers = t.newcomers() + coming.len();
            self.places_stay &= coming.is_empty();
            if coming.is_empty() || newcomers > FEWEST_NEWCOMERS.max(t.count() / NEWCOMERS) {
                return !coming.is_empty();
            }
            for key in coming {
                self.places[*key as usize] = t.append(*key) * 2 + tree as u32;
            }
            false
        })
    }

    /// Sorts a tree together with the keys that are to come into it; whether motions were small.
    fn sort(&mut self, tree: usize, roster: &KeyedBoxes, executor: &Executor) -> bool {
        let Self { trees, places, sorter, .. } = self;
        let t = &mut trees[tree];
        // By key, as boxes lie: a tree holds all keys of a mobility, or they are to come into it.
        let wanted = if tree == MOVING { Mobility::Moving } else { Mobility::Fixed };
        let members = (0..roster.keys()).filter(|key| roster.mobility(*key) == Some(wanted));
        let order = sorter.sort(members, |key| roster.carried(key).middle(), executor).iter().map(|item| *item as u32);
        t.set_order(order, |key, place| places[key as usize] = place * 2 + tree as u32);
        let sizes = t.refill(|key| roster.carried(key), |key| roster.carried_before(key), executor);
        let [now, both] = sizes.map(|sizes| sizes.expected_pairs());
        self.decay[tree] = OrderDecay::fresh(now);
        both < SMOOTH * now
    }

    /// Brings the boxes of one tree up to date, all of them; whether it was sorted, and whether motions were small.
    fn renew(&mut self, tree: usize, has_to_sort: bool, roster: &KeyedBoxes, executor: &Executor) -> Renewal {
        if !has_to_sort && !self.decay[tree].is_due(SORT_PRICE) {
            let [now, both] = refitted(&mut self.trees[tree], roster, executor);
            if !self.decay[tree].is_spoilt(now) {
                return Renewal { is_sorted: false, is_smooth: both < SMOOTH * now };
            }
        }
        Renewal { is_sorted: true, is_smooth: self.sort(tree, roster, executor) }
    }

    /// Brings the boxes of touched keys up to date.
    fn move_touched(&mut self, tree: usize, roster: &KeyedBoxes) {
        for key in roster.touched() {
            let place = self.places[*key as usize];
            if place != NOWHERE && place as usize % 2 == tree {
                self.trees[tree].set(place / 2, roster.carried(*key));
            }
        }
    }

    /// Gives both trees the same height, so that they can be walked together.
    fn level_up(&mut self) {
        let height = self.trees[FIXED].levels.height().max(self.trees[MOVING].levels.height());
        self.trees.iter_mut().for_each(|tree| tree.levels.raise(height));
    }

    /// Finds all pairs, and what changed: in the same traversal, or by comparing.
    fn find_all<const SWEPT: bool>(&mut self, roster: &KeyedBoxes, pairs: &mut PairSet, executor: &Executor) {
        if SWEPT {
            pairs.all.clear();
        } else {
            pairs.restart();
        }
        let [fixed, moving] = &self.trees;
        let (both, within) = ([moving; 2], TraversalTask::within(&moving.levels));
        let mut leaf_pairs = self.traversal.walk::<SWEPT>(both, within, roster, pairs, executor);
        if fixed.count() > 0 {
            let both = [moving, fixed];
            leaf_pairs +=
                self.traversal.walk::<SWEPT>(both, TraversalTask::between(&moving.levels), roster, pairs, executor);
        }
        self.decay[MOVING].note(leaf_pairs);
        if !SWEPT {
            pairs.compare(roster);
        }
    }

    /// Looks up the touched keys.
    fn find_touched(&mut self, roster: &KeyedBoxes, pairs: &mut PairSet) {
        pairs.drop_parted(roster);
        let Self { trees, places, nodes, .. } = self;
        dispatch!(simd::level(), simd => {
            for key in roster.touched().iter().filter(|key| places[**key as usize] != NOWHERE) {
                let corners = roster.carried(*key).corners();
                let mut visit = |other: u32, overlap: BoxOverlap| {
                    let is_known = other == *key || (roster.is_touched(other) && other < *key);
                    let overlaps = || overlap == BoxOverlap::Certain || roster.is_pair(*key, other);
                    if !is_known && overlaps() && !roster.was_pair(*key, other) {
                        pairs.all.push(*key, other);
                        pairs.came.push(*key, other);
                    }
                    pairs.cost.settled += u64::from(overlap == BoxOverlap::Open);
                };
                let mut tests = near_box(simd, &trees[MOVING], &corners, nodes, &mut visit);
                if roster.moves(*key) {
                    tests += near_box(simd, &trees[FIXED], &corners, nodes, &mut visit);
                }
                pairs.cost.tests += tests;
            }
        });
    }
}

/// Reads all boxes of a tree; returns the expected numbers of pairs of leaves around the new boxes alone, and around both.
fn refitted(tree: &mut BoxTree, roster: &KeyedBoxes, executor: &Executor) -> [f64; 2] {
    let sizes = match roster.all_carried() {
        Some(all) => tree.refit(|key| all.get(key as usize).unwrap_or(&PackedAabb::EMPTY), executor),
        None => tree.refit(|key| roster.carried(key), executor),
    };
    sizes.map(|sizes| sizes.expected_pairs())
}

impl OverlapMethod for TreeMethod {
    fn update(&mut self, roster: &mut KeyedBoxes, pairs: &mut PairSet, executor: &Executor) {
        let mut has_to_sort = self.sync(roster);
        let touched = roster.touched().len();
        let is_sparse = touched * FEW < self.trees[MOVING].count() && has_to_sort == [false; 2];
        if is_sparse {
            roster.carry_touched(executor);
            [FIXED, MOVING].iter().for_each(|tree| self.move_touched(*tree, roster));
            self.level_up();
            self.find_touched(roster, pairs);
            return;
        }
        let wanted = roster.fitting_frame();
        if roster.frame().is_none_or(|frame| frame.is_stale(&wanted)) {
            roster.set_frame(wanted);
            has_to_sort = [true; 2];
        } else {
            roster.carry_touched(executor);
        }
        let roster = &*roster;
        let has_fixed = self.trees[FIXED].count() + self.coming[FIXED].len() > 0;
        let is_fixed = |key: &u32| roster.mobility(*key) == Some(Mobility::Fixed);
        let fixed_moved = has_fixed && roster.touched().iter().any(is_fixed);
        if has_to_sort[FIXED] || fixed_moved {
            pairs.cost.sorts += u64::from(self.renew(FIXED, has_to_sort[FIXED], roster, executor).is_sorted);
            self.trees[FIXED].tighten();
            self.trees[FIXED].forget();
        }
        let renewal = self.renew(MOVING, has_to_sort[MOVING], roster, executor);
        pairs.cost.sorts += u64::from(renewal.is_sorted);
        if renewal.is_smooth && self.places_stay && !fixed_moved {
            self.level_up();
            self.find_all::<true>(roster, pairs, executor);
        } else {
            self.trees[MOVING].tighten();
            self.level_up();
            self.find_all::<false>(roster, pairs, executor);
        }
    }

    fn overlapping(&self, roster: &KeyedBoxes, region: &Aabb, visit: &mut dyn FnMut(u32)) {
        let Some(frame) = roster.frame() else { return };
        let corners = frame.carry(region);
        let mut stack = Vec::new();
        dispatch!(simd::level(), simd => {
            for tree in &self.trees {
                near_box(simd, tree, &corners, &mut stack, |key, overlap| {
                    if overlap == BoxOverlap::Certain || region.overlaps(roster.before(key)) {
                        visit(key);
                    }
                });
            }
        });
    }

    fn ray(&self, roster: &KeyedBoxes, ray: &Ray, visit: &mut dyn FnMut(u32)) {
        let Some(frame) = roster.frame() else { return };
        self.trees.iter().for_each(|tree| near_ray(tree, frame, roster, ray, visit));
    }

    fn nearest(&self, roster: &KeyedBoxes, to: &Aabb, limit: f64, measure: &mut dyn FnMut(u32, f64) -> f64) {
        let Some(frame) = roster.frame() else { return };
        box_tree_queries::nearest(&self.trees, frame, roster, to, limit, measure);
    }
}
