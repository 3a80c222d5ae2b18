//! Traversals: two trees by overlapping boxes, two by distance, one along a ray.

use crate::posed_pair::pair::{PosedPair, PosedPolygon};
use crate::posed_pair::vector_lanes::BoxLanes;
use crate::tree::edge_tree::{ChildSlot, WIDTH};
use crate::tree::oriented_box::OrientedBox;
use fearless_simd::prelude::*;
use impinge::math::DVec2;
use std::ops::ControlFlow;

/// Room on a stack of a walk over two trees: ten levels each, and seven siblings a level, is the most that 2^31 edges need.
const ROOM: usize = 160;

/// Things that wait, in a fixed room: nothing is allocated.
struct Stack<T: Copy> {
    waiting: [T; ROOM],
    count: usize,
}

impl<T: Copy> Stack<T> {
    #[inline(always)]
    fn new(first: T) -> Self {
        Self { waiting: [first; ROOM], count: 1 }
    }

    #[inline(always)]
    fn push(&mut self, next: T) {
        debug_assert!(self.count < ROOM, "the depth of trees is bounded");
        if let Some(place) = self.waiting.get_mut(self.count) {
            *place = next;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        self.waiting.get(self.count).copied()
    }
}

/// Which of two bodies is opened next: a node before a leaf, the larger box first. `None` for two leaves.
#[inline(always)]
fn opened(bodies: &[PosedPolygon<'_>; 2], slots: [ChildSlot; 2], boxes: &[OrientedBox; 2]) -> Option<usize> {
    let leaf = |k: usize| bodies[k].tree.child(slots[k]).is_leaf();
    match (leaf(0), leaf(1)) {
        (true, true) => None,
        (true, false) => Some(1),
        (false, true) => Some(0),
        (false, false) => Some(usize::from(boxes[1].half.element_sum() > boxes[0].half.element_sum())),
    }
}

#[inline(always)]
fn carried(bodies: &[PosedPolygon<'_>; 2], slots: [ChildSlot; 2]) -> [OrientedBox; 2] {
    let carried = |k: usize| bodies[k].transform.bounds(&bodies[k].tree.bounds(slots[k]));
    [carried(0), carried(1)]
}

/// Visits pairs of leaves, by index and with the box of the first, whose boxes are not certainly farther apart than `pad` (an approximate length, at least the slack).
#[inline(always)]
pub(crate) fn traverse_overlapping<S: Simd>(
    simd: S,
    bodies: &[PosedPolygon<'_>; 2],
    pad: f64,
    box_tests: &mut u64,
    mut visit: impl FnMut([usize; 2], &OrientedBox) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let trees = [bodies[0].tree, bodies[1].tree];
    let root = [ChildSlot::ROOT; 2];
    let children = [trees[0].child(root[0]), trees[1].child(root[1])];
    if children[0].is_leaf() && children[1].is_leaf() {
        return visit([children[0].index(), children[1].index()], &carried(bodies, root)[0]);
    }
    let mut stack = Stack::new(root);
    while let Some(slots) = stack.pop() {
        let boxes = carried(bodies, slots);
        let Some(k) = opened(bodies, slots, &boxes) else {
            visit([trees[0].child(slots[0]).index(), trees[1].child(slots[1]).index()], &boxes[0])?;
            continue;
        };
        let node = trees[k].child(slots[k]).index();
        let lanes = BoxLanes::load(simd, &trees[k].nodes[node], &bodies[k].transform);
        *box_tests += WIDTH as u64;
        let mut near = lanes.overlapping(simd, &boxes[1 - k], pad);
        while near != 0 {
            let mut next = slots;
            next[k] = ChildSlot::new(node, near.trailing_zeros() as usize);
            near &= near - 1;
            stack.push(next);
        }
    }
    ControlFlow::Continue(())
}

/// A ray in approximate coordinates that runs along +x (`axis` 0) or +y (1).
#[derive(Clone, Copy)]
pub(crate) struct AxisRay {
    pub start: DVec2,
    pub axis: usize,
    /// What boxes are grown by.
    pub pad: f64,
}

/// Visits the leaves of one body, by index, that a ray may meet.
#[inline(always)]
pub(crate) fn traverse_ray<S: Simd>(
    simd: S,
    body: &PosedPolygon<'_>,
    AxisRay { start, axis, pad }: AxisRay,
    mut visit: impl FnMut(usize),
) {
    let tree = body.tree;
    let root = tree.child(ChildSlot::ROOT);
    if root.is_leaf() {
        return visit(root.index());
    }
    let mut stack = Stack::new(root);
    while let Some(child) = stack.pop() {
        if child.is_leaf() {
            visit(child.index());
            continue;
        }
        let node = &tree.nodes[child.index()];
        let mut near = BoxLanes::load(simd, node, &body.transform).on_ray(simd, start, pad, axis);
        while near != 0 {
            stack.push(node.child[near.trailing_zeros() as usize]);
            near &= near - 1;
        }
    }
}

/// Visits pairs of leaves, with the box of the first, the nearer children first, while their boxes may be within the limit (an approximate length), which every
/// visit returns; negative to stop.
#[inline(always)]
pub(crate) fn traverse_nearest<S: Simd>(
    simd: S,
    posed: &PosedPair<'_>,
    mut limit: f64,
    box_tests: &mut u64,
    mut visit: impl FnMut([usize; 2], &OrientedBox) -> f64,
) {
    let bodies = &posed.bodies;
    let trees = [bodies[0].tree, bodies[1].tree];
    let root = [ChildSlot::ROOT; 2];
    let mut stack = Stack::new((0.0, root));
    while let Some((gap, slots)) = stack.pop() {
        if gap > limit * limit || limit < 0.0 {
            continue;
        }
        let boxes = carried(bodies, slots);
        let Some(k) = opened(bodies, slots, &boxes) else {
            limit = visit([trees[0].child(slots[0]).index(), trees[1].child(slots[1]).index()], &boxes[0]);
            continue;
        };
        let node = trees[k].child(slots[k]).index();
        let lanes = BoxLanes::load(simd, &trees[k].nodes[node], &bodies[k].transform);
        *box_tests += WIDTH as u64;
        let gaps = lanes.gaps_squared(simd, &boxes[1 - k], posed.pad());
        let mut near = gaps.simd_le(fearless_simd::f64x8::splat(simd, limit * limit)).to_bitmask() as u32 & lanes.used;
        let gaps = gaps.as_slice();
        let (mut order, mut count) = ([0_u8; WIDTH], 0);
        // The farthest first, as the last one pushed is the next one taken.
        while near != 0 {
            let lane = near.trailing_zeros() as usize;
            near &= near - 1;
            let mut place = count;
            while place > 0 && gaps[usize::from(order[place - 1])] < gaps[lane] {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = lane as u8;
            count += 1;
        }
        for lane in order.iter().take(count).map(|lane| usize::from(*lane)) {
            let mut next = slots;
            next[k] = ChildSlot::new(node, lane);
            stack.push((gaps[lane], next));
        }
    }
}
