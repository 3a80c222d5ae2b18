//! Walks over two trees: all pairs of leaves that are wanted, and the closest pair best first. Iterative: no tree is too deep.

use super::bounding_volume::BoundingVolume;
use super::config::{Descent, TreeWalk, WalkOrder};
use super::volume_tree::Tree;
use impinge::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// A pair of nodes, and whose turn it is to be opened where they take turns.
#[derive(Clone, Copy)]
struct NodePair {
    nodes: [u32; 2],
    second_next: bool,
}

/// Visits pairs of leaves, one of each tree, by their numbers, below pairs of nodes that are all wanted.
pub fn walk_pairs<V: BoundingVolume>(
    [first, second]: [&Tree<V>; 2],
    walk: &TreeWalk,
    mut wanted: impl FnMut(u32, u32) -> bool,
    mut visit: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut open: VecDeque<NodePair> = root([first, second]).into_iter().collect();
    let take = |open: &mut VecDeque<NodePair>| match walk.order {
        WalkOrder::Depth => open.pop_back(),
        WalkOrder::Breadth => open.pop_front(),
    };
    while let Some(pair) = take(&mut open) {
        let [p, q] = pair.nodes;
        if !wanted(p, q) {
            continue;
        }
        if first.node(p).is_leaf && second.node(q).is_leaf {
            visit(p, q)?;
        } else {
            descend([first, second], walk.descent, pair, |below| open.push_back(below));
        }
    }
    ControlFlow::Continue(())
}

/// Visits pairs of leaves best first, by a lower bound on pairs of nodes, until no bound is at most the best value so far.
///
/// `visit` gives the least value of the items of a pair of leaves, if it is of any interest; the least of all, or `up_to`
/// if none is below it, is what prunes.
pub fn closest_pair<V: BoundingVolume>(
    trees: [&Tree<V>; 2],
    descent: Descent,
    up_to: f64,
    mut bound: impl FnMut(u32, u32) -> f64,
    mut visit: impl FnMut(u32, u32) -> Option<f64>,
) {
    let mut best = up_to;
    let mut open = PriorityQueue::default();
    if let Some(pair) = root(trees) {
        open.push(Open { bound: bound(0, 0), pair });
    }
    while let Some(Open { bound: least, pair }) = open.pop() {
        if least > best {
            return;
        }
        let [p, q] = pair.nodes;
        if trees[0].node(p).is_leaf && trees[1].node(q).is_leaf {
            best = visit(p, q).map_or(best, |value| best.min(value));
            continue;
        }
        descend(trees, descent, pair, |below| {
            let bound = bound(below.nodes[0], below.nodes[1]);
            if bound <= best {
                open.push(Open { bound, pair: below });
            }
        });
    }
}

/// The pair of both roots, if both trees have any items.
fn root<V: BoundingVolume>(trees: [&Tree<V>; 2]) -> Option<NodePair> {
    let both = trees.iter().all(|tree| tree.node_count() > 0);
    both.then_some(NodePair { nodes: [0, 0], second_next: false })
}

/// Hands out the pairs below a pair of which not both are leaves.
fn descend<V: BoundingVolume>(trees: [&Tree<V>; 2], descent: Descent, pair: NodePair, mut take: impl FnMut(NodePair)) {
    let [first, second] = trees;
    let ([p, q], second_next) = (pair.nodes, !pair.second_next);
    let (node, other) = (first.node(p), second.node(q));
    let (mut opens_first, mut opens_second) = match descent {
        Descent::Larger => (node.size >= other.size, node.size < other.size),
        Descent::Both => (true, true),
        Descent::Alternate => (!pair.second_next, pair.second_next),
    };
    // A leaf cannot be opened; the other is.
    if node.is_leaf || other.is_leaf {
        (opens_first, opens_second) = (!node.is_leaf, !other.is_leaf);
    }
    let of_first = if opens_first { first.children(p) } else { p..p + 1 };
    for i in of_first {
        let of_second = if opens_second { second.children(q) } else { q..q + 1 };
        of_second.for_each(|j| take(NodePair { nodes: [i, j], second_next }));
    }
}

/// A pair of nodes waiting in the queue, the least bound first.
struct Open {
    bound: f64,
    pair: NodePair,
}

impl Priority for Open {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}
