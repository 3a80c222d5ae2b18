//! Traversals of trees whose triangles move: a volume is refitted when a traversal reaches it, if it is out of date.

use super::bounding_volume::{Aabb, BoundingVolume, RelativePose};
use super::refit_strategy::{RefitCost, WalkCost};
use super::refitted_tree::RefittedTree;
use std::ops::ControlFlow;

/// What is done with a pair of triangles whose boxes overlap.
pub(super) type Visit<'a> = &'a mut dyn FnMut(u32, u32) -> ControlFlow<()>;

/// Two trees, or one twice.
pub(super) struct RefittedPair<'a, V> {
    pub first: &'a mut RefittedTree<V>,
    pub second: Option<&'a mut RefittedTree<V>>,
}

/// What is still to be walked.
enum Open {
    /// Pairs inside a node.
    Inside(u32),
    /// Pairs of two nodes.
    Pair(u32, u32),
}

impl<V: BoundingVolume> RefittedPair<'_, V> {
    fn second(&self) -> &RefittedTree<V> {
        self.second.as_deref().unwrap_or(self.first)
    }

    fn draw(&mut self, p: u32, q: u32) -> RefitCost {
        let mut drawn = self.first.draw(p);
        drawn += self.second.as_deref_mut().unwrap_or(self.first).draw(q);
        drawn
    }

    /// Hands out pairs of triangles that no volume keeps apart and whose boxes overlap, one of each tree, or of one tree, the lower number first.
    pub fn walk(mut self, visit: Visit<'_>) -> WalkCost {
        let mut walked = WalkCost::default();
        if self.first.tree.node_count() == 0 || self.second().tree.node_count() == 0 {
            return walked;
        }
        let tests = V::tests(&RelativePose::new(None, &self.first.bounds, &self.second().bounds));
        let mut open = vec![if self.second.is_some() { Open::Pair(0, 0) } else { Open::Inside(0) }];
        while let Some(next) = open.pop() {
            let flow = match next {
                Open::Inside(node) => self.inside(node, &mut open, &mut walked, visit),
                Open::Pair(p, q) => {
                    walked.drawn += self.draw(p, q);
                    walked.volume_tests += 1;
                    let (one, other) = (&self.first.tree.node(p).bound, &self.second().tree.node(q).bound);
                    if one.overlap(other, &tests) {
                        self.below(p, q, &mut open, &mut walked, visit)
                    } else {
                        ControlFlow::Continue(())
                    }
                }
            };
            if flow.is_break() {
                break;
            }
        }
        walked
    }

    fn inside(&self, node: u32, open: &mut Vec<Open>, walked: &mut WalkCost, visit: Visit<'_>) -> ControlFlow<()> {
        let tree = &self.first.tree;
        for child in tree.children(node) {
            open.push(Open::Inside(child));
            open.extend((child + 1..tree.children(node).end).map(|other| Open::Pair(child, other)));
        }
        let items = tree.items(node);
        for (k, i) in items.iter().enumerate() {
            items[k + 1..].iter().try_for_each(|j| self.test(*i, *j, walked, visit))?;
        }
        ControlFlow::Continue(())
    }

    /// Opens the larger of two nodes, or tests the triangles of two leaves.
    fn below(&self, p: u32, q: u32, open: &mut Vec<Open>, walked: &mut WalkCost, visit: Visit<'_>) -> ControlFlow<()> {
        let (first, second) = (&self.first.tree, &self.second().tree);
        let (one, other) = (first.node(p), second.node(q));
        if one.is_leaf && other.is_leaf {
            for i in first.items(p) {
                second.items(q).iter().try_for_each(|j| self.test(*i, *j, walked, visit))?;
            }
        } else if other.is_leaf || (!one.is_leaf && one.size >= other.size) {
            open.extend(first.children(p).map(|child| Open::Pair(child, q)));
        } else {
            open.extend(second.children(q).map(|child| Open::Pair(p, child)));
        }
        ControlFlow::Continue(())
    }

    fn test(&self, i: u32, j: u32, walked: &mut WalkCost, visit: Visit<'_>) -> ControlFlow<()> {
        walked.triangle_tests += 1;
        let (s, t) = (&self.first.triangles[i as usize], &self.second().triangles[j as usize]);
        if !Aabb::of_points(s).overlaps(&Aabb::of_points(t)) {
            return ControlFlow::Continue(());
        }
        walked.pairs += 1;
        if self.second.is_some() { visit(i, j) } else { visit(i.min(j), i.max(j)) }
    }
}
