//! The method that suits the number of boxes: every box against every box for a few, the tree for more.
//!
//! Sweep and prune and the hash grid are never the fastest (`docs/notes/broad.md`); what motion and sizes ask for, the tree finds out by
//! itself: it looks up the few boxes that moved, or refits, or sorts.

use super::dynamic_bvh::TreeMethod;
use super::exhaustive::Exhaustive;
use super::keyed_boxes::KeyedBoxes;
use super::method::OverlapMethod;
use super::pair_set::PairSet;
use super::ray_box::Ray;
use crate::bound::Aabb;
use crate::executor::Executor;

/// Boxes from which on a tree is used.
const TREE_FROM: usize = 64;

/// Boxes below which a tree is left again.
const TREE_UNTIL: usize = 48;

/// Whichever method suits.
#[derive(Debug, Default)]
pub(super) struct Auto {
    few: Exhaustive,
    many: Option<Box<TreeMethod>>,
}

impl OverlapMethod for Auto {
    fn update(&mut self, roster: &mut KeyedBoxes, pairs: &mut PairSet, executor: &Executor) {
        let bound = if self.many.is_some() { TREE_UNTIL } else { TREE_FROM };
        if roster.count() < bound {
            if self.many.take().is_some() {
                roster.drop_frame();
            }
            self.few.update(roster, pairs, executor);
        } else {
            self.many.get_or_insert_default().update(roster, pairs, executor);
        }
    }

    fn overlapping(&self, roster: &KeyedBoxes, region: &Aabb, visit: &mut dyn FnMut(u32)) {
        match &self.many {
            Some(trees) => trees.overlapping(roster, region, visit),
            None => self.few.overlapping(roster, region, visit),
        }
    }

    fn ray(&self, roster: &KeyedBoxes, ray: &Ray, visit: &mut dyn FnMut(u32)) {
        match &self.many {
            Some(trees) => trees.ray(roster, ray, visit),
            None => self.few.ray(roster, ray, visit),
        }
    }

    fn nearest(&self, roster: &KeyedBoxes, to: &Aabb, limit: f64, measure: &mut dyn FnMut(u32, f64) -> f64) {
        match &self.many {
            Some(trees) => trees.nearest(roster, to, limit, measure),
            None => self.few.nearest(roster, to, limit, measure),
        }
    }
}
