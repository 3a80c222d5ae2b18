//! One thing against a tree: a box, a ray, and what is nearest to a box.

use super::box_tree::BoxTree;
use super::box_tree_leaf::VACANT;
use super::keyed_boxes::KeyedBoxes;
use super::method::{Near, lower_gap};
use super::ray_box::Ray;
use crate::bound::Aabb;
use crate::lane_tree::{AabbSplat, BoxCorners, F32Frame, PackedAabb, WIDTH, set_lanes};
use crate::priority_queue::PriorityQueue;
use fearless_simd::prelude::*;

/// A node of a level, for walks down one tree.
pub(super) type NodeAt = (u32, u32);

/// Hands over the keys of boxes that overlap a box, and those where single precision cannot tell; the number of tests.
#[inline(always)]
pub(super) fn near_box<S: Simd>(
    simd: S,
    tree: &BoxTree,
    corners: &BoxCorners,
    stack: &mut Vec<NodeAt>,
    mut visit: impl FnMut(u32, BoxOverlap),
) -> u64 {
    let wanted = AabbSplat::new(simd, corners);
    let mut tests = 0;
    stack.clear();
    stack.push((tree.levels.height() as u32 - 1, 0));
    while let Some((level, index)) = stack.pop() {
        tests += 1;
        if level > 0 {
            let near = set_lanes(tree.levels.node(level as usize, index as usize).near(simd, &wanted));
            stack.extend(near.map(|lane| (level - 1, index * WIDTH as u32 + lane as u32)));
            continue;
        }
        let leaf = &tree.leaves[index as usize];
        let depth = leaf.depth_in(simd, &PackedAabb::new(corners));
        let (apart, open) = (depth.apart(), depth.open());
        set_lanes(!(apart | open) & 0xFF).for_each(|lane| visit(leaf.keys[lane], BoxOverlap::Certain));
        let open = set_lanes(open).filter(|lane| leaf.keys[*lane] != VACANT);
        open.for_each(|lane| visit(leaf.keys[lane], BoxOverlap::Open));
    }
    tests
}

/// What single precision tells about two boxes that are not certainly apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoxOverlap {
    /// They overlap.
    Certain,
    /// It cannot tell.
    Open,
}

/// Hands over the keys of boxes that a ray may meet.
pub(super) fn near_ray(tree: &BoxTree, frame: &F32Frame, roster: &KeyedBoxes, ray: &Ray, visit: &mut dyn FnMut(u32)) {
    let mut stack = vec![(tree.levels.height() - 1, 0)];
    while let Some((level, index)) = stack.pop() {
        if level == 0 {
            let keys = tree.leaves[index].keys.iter().filter(|key| **key != VACANT);
            keys.filter(|key| ray.may_meet(roster.before(**key))).for_each(|key| visit(*key));
            continue;
        }
        let children = WIDTH.min(tree.levels.len(level - 1) - index * WIDTH);
        for lane in 0..children {
            let corners = tree.levels.node(level, index).get(lane);
            if corners[0] <= corners[3] && ray.may_meet(&frame.around_carried(&corners)) {
                stack.push((level - 1, index * WIDTH + lane));
            }
        }
    }
}

/// Hands over boxes in the order of a lower bound of their distance from a box, while that is within the limit.
pub(super) fn nearest(
    trees: &[BoxTree; 2],
    frame: &F32Frame,
    roster: &KeyedBoxes,
    to: &Aabb,
    mut limit: f64,
    measure: &mut dyn FnMut(u32, f64) -> f64,
) {
    let roots = trees.iter().enumerate().map(|(tree, t)| Near { gap: 0.0, what: (tree, t.levels.height() - 1, 0) });
    let mut waiting: PriorityQueue<Near<(usize, usize, usize)>> = roots.collect();
    while let Some(Near { gap, what: (tree, level, index) }) = waiting.pop() {
        if gap > limit {
            return;
        }
        let t = &trees[tree];
        if level == 0 {
            for key in t.leaves[index].keys.iter().filter(|key| **key != VACANT) {
                if let Some(gap) = lower_gap(to, roster.before(*key)).filter(|gap| *gap <= limit) {
                    limit = measure(*key, gap);
                }
            }
            continue;
        }
        for lane in 0..WIDTH.min(t.levels.len(level - 1) - index * WIDTH) {
            let corners = t.levels.node(level, index).get(lane);
            let bounds = frame.around_carried(&corners);
            let gap = lower_gap(to, &bounds).filter(|gap| corners[0] <= corners[3] && *gap <= limit);
            waiting.extend(gap.map(|gap| Near { gap, what: (tree, level - 1, index * WIDTH + lane) }));
        }
    }
}
