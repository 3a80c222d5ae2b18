//! One skeleton for each shape of walk; every query is a user of one of them. Iterative: no tree is too deep.

use super::{Bvh, Node};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// Visits every item below nodes that are all wanted.
pub fn walk(
    tree: &Bvh,
    mut wanted: impl FnMut(&Node) -> bool,
    mut visit: impl FnMut(u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut open: Vec<&Node> = tree.root().into_iter().collect();
    while let Some(node) = open.pop() {
        if !wanted(node) {
            continue;
        }
        if node.is_leaf() {
            tree.items(node).iter().try_for_each(|item| visit(*item))?;
        } else {
            let [left, right] = tree.children(node);
            open.extend([right, left]);
        }
    }
    ControlFlow::Continue(())
}

/// Visits pairs of leaves, one of each tree, by their items, below pairs of nodes that are all wanted; opens the larger
/// box first.
pub fn walk_pairs(
    a: &Bvh,
    b: &Bvh,
    mut wanted: impl FnMut(&Node, &Node) -> bool,
    mut visit: impl FnMut(&[u32], &[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut open: Vec<(&Node, &Node)> = a.root().zip(b.root()).into_iter().collect();
    while let Some((p, q)) = open.pop() {
        if !wanted(p, q) {
            continue;
        }
        if p.is_leaf() && q.is_leaf() {
            visit(a.items(p), b.items(q))?;
        } else if opens_first(p, q) {
            let [left, right] = a.children(p);
            open.extend([(right, q), (left, q)]);
        } else {
            let [left, right] = b.children(q);
            open.extend([(p, right), (p, left)]);
        }
    }
    ControlFlow::Continue(())
}

/// Visits every unordered pair of different items of one tree below pairs of nodes that are all wanted.
pub fn walk_self(
    tree: &Bvh,
    mut wanted: impl FnMut(&Node, &Node) -> bool,
    mut visit: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut open: Vec<(&Node, &Node)> = tree.root().map(|root| (root, root)).into_iter().collect();
    while let Some((p, q)) = open.pop() {
        if std::ptr::eq(p, q) {
            if p.is_leaf() {
                let items = tree.items(p);
                for (k, &i) in items.iter().enumerate() {
                    items[k + 1..].iter().try_for_each(|&j| visit(i, j))?;
                }
            } else {
                let [left, right] = tree.children(p);
                open.extend([(left, right), (right, right), (left, left)]);
            }
        } else if !wanted(p, q) {
            continue;
        } else if p.is_leaf() && q.is_leaf() {
            for &i in tree.items(p) {
                tree.items(q).iter().try_for_each(|&j| visit(i, j))?;
            }
        } else if opens_first(p, q) {
            let [left, right] = tree.children(p);
            open.extend([(right, q), (left, q)]);
        } else {
            let [left, right] = tree.children(q);
            open.extend([(p, right), (p, left)]);
        }
    }
    ControlFlow::Continue(())
}

/// Visits pairs of leaves best first, by a lower bound on pairs of nodes, until no bound is at most the best value so far.
///
/// `visit` gives the least value of the items of a pair of leaves, if it is of any interest; the least of all, or `up_to`
/// if none is below it, is what prunes.
pub fn closest_pair(
    a: &Bvh,
    b: &Bvh,
    up_to: f64,
    mut bound: impl FnMut(&Node, &Node) -> f64,
    mut visit: impl FnMut(&[u32], &[u32]) -> Option<f64>,
) {
    let mut best = up_to;
    let mut open = BinaryHeap::new();
    if let Some((p, q)) = a.root().zip(b.root()) {
        open.push(Open { bound: bound(p, q), pair: (p, q) });
    }
    while let Some(Open { bound: least, pair: (p, q) }) = open.pop() {
        if least > best {
            return;
        }
        if p.is_leaf() && q.is_leaf() {
            best = visit(a.items(p), b.items(q)).map_or(best, |value| best.min(value));
            continue;
        }
        let pairs = if opens_first(p, q) {
            a.children(p).map(|child| (child, q))
        } else {
            b.children(q).map(|child| (p, child))
        };
        for pair in pairs {
            let bound = bound(pair.0, pair.1);
            if bound <= best {
                open.push(Open { bound, pair });
            }
        }
    }
}

/// Whether the first of two nodes is the one to open: the larger, if it can be opened.
fn opens_first(p: &Node, q: &Node) -> bool {
    q.is_leaf() || (!p.is_leaf() && p.bounds.half_area() >= q.bounds.half_area())
}

/// A pair of nodes waiting in the queue, the least bound first.
struct Open<'a> {
    bound: f64,
    pair: (&'a Node, &'a Node),
}

impl PartialEq for Open<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open<'_> {}

impl PartialOrd for Open<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}
