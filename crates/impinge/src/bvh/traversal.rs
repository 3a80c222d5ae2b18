//! One skeleton for each shape of walk; every query is a user of one of them. Iterative: no tree is too deep.

use super::obb_node::{Box32, Child, Node, Slot, WIDTH};
use super::obb_overlap_x8::{Slack, overlap};
use super::posed_trees::Encounter;
use super::wide_tree::WideTree;
use crate::feature::FaceId;
use crate::math::simd::three;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;
use std::cell::Cell;
use std::ops::ControlFlow;

/// Pairs of slots still to be opened; kept by the caller, so that walks need not allocate.
pub type Open = Vec<[Slot; 2]>;

/// In which order a walk over two trees goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the trees have it.
    Stored,
    /// Of the children of a node the nearest to the other box first: sooner at a first contact.
    NearestFirst,
}

/// What becomes of a pair of slots that a walk comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairStep<T = ()> {
    /// It is opened, or visited if both are leaves.
    Open,
    /// It is settled already.
    Skip(T),
    /// It is left open, and so is the rest of the walk.
    Stop,
}

/// A box in the frame and the unit of a tree, and what tests against it may be off by.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The box.
    pub bounds: Box32,
    /// What tests may be off by.
    pub slack: Slack,
}

/// Visits every face in leaves whose boxes may meet a box, but for slots that are to be skipped.
#[inline(always)]
pub fn walk<S: Simd>(
    simd: S,
    tree: &WideTree,
    wanted: &Wanted,
    box_tests: &mut u64,
    skips: impl Fn(Slot) -> bool,
    mut visit: impl FnMut(FaceId) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (bounds, slack) = (wanted.bounds.splat(simd), wanted.slack);
    let mut open = SLOTS.take();
    open.clear();
    open.push(Slot::ROOT);
    let mut flow = ControlFlow::Continue(());
    while let (Some(slot), true) = (open.pop(), flow.is_continue()) {
        let child = tree.child(slot);
        if child.is_leaf() {
            flow = tree.leaves[child.index()].faces[..child.count()].iter().try_for_each(|f| visit(*f));
            continue;
        }
        *box_tests += WIDTH as u64;
        let mut left = overlap(simd, &tree.nodes[child.index()], 1.0, &bounds, slack);
        while left != 0 {
            let lane = 31 - left.leading_zeros();
            left &= !(1 << lane);
            let slot = Slot::new(child.index() as u32, lane);
            if !skips(slot) {
                open.push(slot);
            }
        }
    }
    SLOTS.set(open);
    flow
}

thread_local! {
    /// The stack of a walk over one tree, kept so that queries need not allocate.
    static SLOTS: Cell<Vec<Slot>> = const { Cell::new(Vec::new()) };
}

/// Visits pairs of leaves, one of each tree, that are not certainly apart, opening the larger box first; what is open is what is
/// left of the walk, at the start the pair of roots.
///
/// `choose` is asked about every pair.
#[inline(always)]
pub fn walk_on<S: Simd>(
    simd: S,
    encounter: &Encounter<'_>,
    order: Order,
    open: &mut Open,
    box_tests: &mut u64,
    mut choose: impl FnMut([Slot; 2]) -> PairStep,
    mut visit: impl FnMut([Slot; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let slack = encounter.box_slack;
    let nodes = encounter.trees.map(|tree| tree.nodes.as_slice());
    while let Some(slots) = open.pop() {
        match choose(slots) {
            PairStep::Open => {}
            PairStep::Skip(()) => continue,
            PairStep::Stop => {
                open.push(slots);
                break;
            }
        }
        let Some(opening) = Opening::of(encounter, nodes, slots) else {
            visit(slots)?;
            continue;
        };
        let Opening { side, child, other_node, lane } = opening;
        *box_tests += WIDTH as u64;
        let node = &nodes[side][child];
        // As in `step`, whose node and box are needed below.
        let other = encounter.into[side].carry(simd, other_node, lane);
        let mut left = overlap(simd, node, encounter.units[side], &other, slack);
        if left == 0 {
            continue;
        }
        if left.is_power_of_two() {
            open.push(with_side(slots, side, Slot::new(child as u32, left.trailing_zeros())));
            continue;
        }
        match order {
            Order::Stored => open_lanes(encounter, open, slots, side, left),
            Order::NearestFirst => {
                let middle = encounter.into[side].middle(other_node, lane);
                let away = squares(simd, node, encounter.units[side], middle);
                let first = open.len();
                while left != 0 {
                    let lane = left.trailing_zeros();
                    left &= left - 1;
                    open.push(with_side(slots, side, Slot::new(child as u32, lane)));
                    // The farthest first, so that the nearest is on top of the stack.
                    let key = |pair: &[Slot; 2]| away[pair[side].place().1];
                    let mut i = open.len() - 1;
                    while i > first && key(&open[i - 1]) < key(&open[i]) {
                        open.swap(i - 1, i);
                        i -= 1;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// How far the middles of a node's boxes are from a point, squared: by plain products, so that an order by it is the same with
/// and without fused ones, whatever lanes are left.
#[inline(always)]
fn squares<S: Simd>(simd: S, node: &Node, unit: f32, middle: [f32; 3]) -> [f32; WIDTH] {
    let away = three!(k => f32x8::from_slice(simd, &node.centre[k]) * unit - middle[k]);
    (away[0] * away[0] + away[1] * away[1] + away[2] * away[2]).to_array()
}

/// Visits pairs of leaves of one tree, each unordered pair once, a leaf with itself included, but for pairs of slots that are to be skipped.
#[inline(always)]
pub fn walk_self<S: Simd>(
    simd: S,
    encounter: &Encounter<'_>,
    box_tests: &mut u64,
    skips: impl Fn([Slot; 2]) -> bool,
    mut visit: impl FnMut([Slot; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let tree = encounter.trees[0];
    let slack = encounter.box_slack;
    let mut open: Open = vec![[Slot::ROOT; 2]];
    while let Some(slots) = open.pop() {
        if skips(slots) {
            continue;
        }
        let Some(side) = side_to_open(encounter, slots) else {
            visit(slots)?;
            continue;
        };
        let child = tree.child(slots[side]);
        let node = &tree.nodes[child.index()];
        if slots[0] == slots[1] {
            // The children among themselves: each with those before it, and with itself.
            for lane in 0..WIDTH {
                if node.child[lane] == Child::NONE {
                    break;
                }
                let own = Slot::new(child.index() as u32, lane as u32);
                *box_tests += WIDTH as u64;
                let mut left = overlap(simd, node, 1.0, &node.bounds(lane).splat(simd), slack) & ((1 << lane) - 1);
                open.push([own; 2]);
                while left != 0 {
                    let other = left.trailing_zeros();
                    left &= left - 1;
                    open.push([Slot::new(child.index() as u32, other), own]);
                }
            }
            continue;
        }
        *box_tests += WIDTH as u64;
        let left = overlap(simd, node, 1.0, &tree.bounds(slots[1 - side]).splat(simd), slack);
        open_lanes(encounter, &mut open, slots, side, left);
    }
    ControlFlow::Continue(())
}

/// Children of one side of a pair that are not certainly apart from the box of the other.
#[inline(always)]
pub(super) fn step<S: Simd>(simd: S, encounter: &Encounter<'_>, slots: [Slot; 2], side: usize) -> u32 {
    let tree = encounter.trees[side];
    let (other_node, lane) = slots[1 - side].place();
    let other = encounter.into[side].carry(simd, &encounter.trees[1 - side].nodes[other_node], lane);
    overlap(simd, &tree.nodes[tree.child(slots[side]).index()], encounter.units[side], &other, encounter.box_slack)
}

/// Opens the pairs of some children of one side with the other: lanes from the last, so that the first is on top of the stack.
#[inline(always)]
pub(super) fn open_lanes(encounter: &Encounter<'_>, open: &mut Open, slots: [Slot; 2], side: usize, mut lanes: u32) {
    let child = encounter.trees[side].child(slots[side]).index() as u32;
    while lanes != 0 {
        let lane = 31 - lanes.leading_zeros();
        lanes &= !(1 << lane);
        open.push(with_side(slots, side, Slot::new(child, lane)));
    }
}

/// Which of two slots is to be opened: the larger box, if it can be opened; none if both are leaves.
#[inline(always)]
pub(super) fn side_to_open(encounter: &Encounter<'_>, slots: [Slot; 2]) -> Option<usize> {
    let nodes = encounter.trees.map(|tree| tree.nodes.as_slice());
    Opening::of(encounter, nodes, slots).map(|opening| opening.side)
}

/// How a pair of slots is opened.
struct Opening<'a> {
    /// The side with the larger box, if it can be opened.
    side: usize,
    /// The node there.
    child: usize,
    /// The slot of the other side.
    other_node: &'a Node,
    lane: usize,
}

impl<'a> Opening<'a> {
    /// None if both are leaves.
    #[inline(always)]
    fn of(encounter: &Encounter<'_>, nodes: [&'a [Node]; 2], slots: [Slot; 2]) -> Option<Self> {
        let [(p, i), (q, j)] = [slots[0].place(), slots[1].place()];
        let (p, q) = (&nodes[0][p], &nodes[1][q]);
        let (first, second) = (p.child[i], q.child[j]);
        let is_second = match (first.is_leaf(), second.is_leaf()) {
            (true, true) => return None,
            (true, false) => true,
            (false, true) => false,
            (false, false) => q.size(j) * encounter.units[1] > p.size(i) * encounter.units[0],
        };
        // By a branch, which is predicted: a step begins before the sizes of the last one are compared.
        Some(if is_second {
            Self { side: 1, child: second.index(), other_node: p, lane: i }
        } else {
            Self { side: 0, child: first.index(), other_node: q, lane: j }
        })
    }
}

/// A pair of slots with the one on a side replaced.
#[inline(always)]
pub(super) fn with_side(slots: [Slot; 2], side: usize, slot: Slot) -> [Slot; 2] {
    if side == 0 { [slot, slots[1]] } else { [slots[0], slot] }
}
