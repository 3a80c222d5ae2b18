//! Which parts of two models are near each other, so that compounds of thousands of curved parts are not tested all against all.
//!
//! The boxes of one model's parts stand in a tree that the model keeps; each part of the other looks up its own. Boxes are rounded outward by more than the
//! pose of two parts may be off ([`PLACE_ERROR`](super::model::PLACE_ERROR)), so parts that are left out share no point. Cost: n log n plus what is found.

use super::model::{Model, ModelPart};
use crate::bound::Aabb;
use crate::broad::{BroadPhase, BroadPhaseKind, Mobility};
use crate::executor::Executor;
use crate::math::Pose;

/// Up to this many pairs of parts all are looked at: that takes less than to look for those that are near.
const FEW_PAIRS: usize = 64;

/// The boxes of the parts of a model in its frame, by the places of the parts.
#[derive(Debug)]
pub(super) struct PartTree(Box<dyn BroadPhase>);

impl PartTree {
    pub fn new(parts: &[ModelPart]) -> Self {
        let mut tree = BroadPhaseKind::Auto.build();
        for (key, part) in (0..).zip(parts) {
            // Fixed boxes make no pairs.
            tree.insert(key, part.bounds_at(&Pose::IDENTITY), Mobility::Fixed);
        }
        tree.update(&Executor::serial());
        Self(tree)
    }

    /// Visits the parts that are not farther from a box than a limit, near ones early; `measure` returns the limit from there on.
    pub fn nearest(&self, to: &Aabb, limit: f64, measure: &mut dyn FnMut(usize) -> f64) {
        self.0.nearest(to, limit, &mut |key, _| measure(key as usize));
    }
}

/// Whether two models have few pairs of parts.
pub(super) fn have_few_pairs(a: &Model, b: &Model) -> bool {
    a.parts().len().saturating_mul(b.parts().len()) <= FEW_PAIRS
}

/// Lists the pairs of parts of A and B that may share a point, by their places, sorted; all where there are few.
pub(super) fn list_near_parts(a: &Model, b: &Model, a_from_b: &Pose, near: &mut Vec<[u32; 2]>) {
    near.clear();
    if have_few_pairs(a, b) {
        let (rows, columns) = (a.parts().len() as u32, b.parts().len() as u32);
        near.extend((0..rows).flat_map(|i| (0..columns).map(move |j| [i, j])));
    } else if a_from_b.is_inverted() {
        look_up(b, a, &a_from_b.inverse(), |j, i| near.push([i, j]));
        near.sort_unstable();
    } else {
        look_up(a, b, a_from_b, |i, j| near.push([i, j]));
        near.sort_unstable();
    }
}

fn look_up(a: &Model, b: &Model, a_from_b: &Pose, mut found: impl FnMut(u32, u32)) {
    let tree = a.part_tree();
    for (j, part) in (0..).zip(b.parts()) {
        tree.0.overlapping(&part.bounds_at(a_from_b), &mut |i| found(i, j));
    }
}
