//! A tree over triangles that move: its groups stay as they were built, its volumes are drawn as [`Refit`] says.
//!
//! Nodes below one lie side by side, and so do its items, as the builder leaves them: a piece of the tree is a slice, and threads draw pieces.

use super::bounding_volume::{Aabb, BoundingVolume, OrientedFit};
use super::config::TreeBuild;
use super::refit_strategy::{Refit, RefitCost};
use super::volume_tree::{Node, Tree};
use impinge::executor::Executor;
use impinge::math::DVec3;
use std::ops::Range;

/// Pieces of a tree that threads draw: enough for them to be done at the same time.
const PIECES: usize = 64;

/// A tree and its triangles as they are now.
#[derive(Clone, Debug)]
pub(super) struct RefittedTree<V> {
    pub tree: Tree<V>,
    pub triangles: Vec<[DVec3; 3]>,
    /// The box of all triangles.
    pub bounds: Aabb,
    build: TreeBuild,
    refit: Refit,
    spans: Vec<Span>,
    /// The step in which each volume was drawn, and the step that it is.
    drawn: Vec<u64>,
    step: u64,
    /// Working memory.
    points: Vec<DVec3>,
}

/// What is below a node.
#[derive(Clone, Debug, Default)]
struct Span {
    /// Its nodes.
    nodes: Range<usize>,
    /// Its items, in the order of leaves.
    items: Range<usize>,
    /// Levels above.
    level: usize,
}

/// What volumes are drawn from.
struct Source<'a, V> {
    triangles: &'a [[DVec3; 3]],
    items: &'a [u32],
    spans: &'a [Span],
    fit: OrientedFit,
    /// Around everything: volumes around volumes are never larger than this.
    whole: V,
}

impl<V: BoundingVolume> RefittedTree<V> {
    pub fn new(triangles: Vec<[DVec3; 3]>, build: &TreeBuild, refit: Refit) -> Self {
        let tree = Tree::build(&triangles, build);
        let (bounds, spans) = (Aabb::of_points(triangles.as_flattened()), spans(&tree));
        let drawn = vec![0; spans.len()];
        Self { tree, triangles, bounds, build: *build, refit, spans, drawn, step: 0, points: Vec::new() }
    }

    /// Takes triangles as they are now, as many as before, within a box; what was drawn at once.
    pub fn update(&mut self, triangles: &[[DVec3; 3]], bounds: Aabb, executor: &Executor) -> RefitCost {
        self.triangles.copy_from_slice(triangles);
        self.bounds = bounds;
        self.step += 1;
        match self.refit {
            Refit::TopDown => RefitCost::default(),
            Refit::BottomUp => self.draw_all(executor),
            Refit::Hybrid => self.draw_upper_half(executor),
            Refit::Rebuild => {
                self.tree = Tree::build(&self.triangles, &self.build);
                self.spans = spans(&self.tree);
                self.drawn = vec![self.step; self.spans.len()];
                let read = self.spans.iter().map(|span| span.items.len() as u64).sum();
                RefitCost { nodes: self.spans.len() as u64, triangles: read }
            }
        }
    }

    /// Draws a volume if that was not done in this step, and counts the work.
    pub fn draw(&mut self, node: u32) -> RefitCost {
        let node = node as usize;
        if self.drawn[node] == self.step {
            return RefitCost::default();
        }
        self.drawn[node] = self.step;
        let mut points = std::mem::take(&mut self.points);
        let bound = self.source().around(node, &mut points);
        self.points = points;
        self.tree.nodes[node].set(bound);
        RefitCost { nodes: 1, triangles: self.spans[node].items.len() as u64 }
    }

    fn source(&self) -> Source<'_, V> {
        source(self.bounds, &self.triangles, &self.tree.items, &self.spans, self.build.fit)
    }

    /// Draws all volumes, from the leaves to the root.
    fn draw_all(&mut self, executor: &Executor) -> RefitCost {
        let (tops, upper) = self.cut();
        let source = source(self.bounds, &self.triangles, &self.tree.items, &self.spans, self.build.fit);
        let mut pieces = Vec::new();
        let (mut rest, mut from) = (&mut self.tree.nodes[..], 0);
        for Range { start, end } in tops.iter().map(|top| self.spans[*top].nodes.clone()) {
            let (piece, after) = rest.split_at_mut(start - from).1.split_at_mut(end - start);
            pieces.push((start, piece, 0));
            (rest, from) = (after, end);
        }
        executor.for_each(&mut pieces, |(first, nodes, read)| {
            let mut points = Vec::new();
            for k in (0..nodes.len()).rev() {
                let node = *first + k;
                *read += source.draw(nodes, *first, node, &mut points);
            }
        });
        let mut read: u64 = pieces.iter().map(|(_, _, read)| *read).sum();
        let mut points = Vec::new();
        for node in upper.into_iter().rev() {
            read += source.draw(&mut self.tree.nodes, 0, node, &mut points);
        }
        self.drawn.fill(self.step);
        RefitCost { nodes: self.spans.len() as u64, triangles: read }
    }

    /// Nodes below which pieces are, in the order of these, and all nodes that are in none, sorted.
    fn cut(&self) -> (Vec<usize>, Vec<usize>) {
        let few = self.triangles.len() / PIECES;
        let (mut tops, mut upper) = (Vec::new(), Vec::new());
        let mut open = if self.spans.is_empty() { Vec::new() } else { vec![0] };
        while let Some(node) = open.pop() {
            upper.push(node);
            if self.tree.nodes[node].is_leaf {
                continue;
            }
            if self.spans[node].items.len() <= few {
                tops.push(node);
            } else {
                open.extend(self.tree.children(node as u32).map(|child| child as usize));
            }
        }
        upper.sort_unstable();
        tops.sort_unstable_by_key(|top| self.spans[*top].nodes.start);
        (tops, upper)
    }

    /// Draws the volumes in the middle around triangles, and those above around these.
    fn draw_upper_half(&mut self, executor: &Executor) -> RefitCost {
        let middle = self.spans.iter().map(|span| span.level).max().unwrap_or(0) / 2;
        let upper = |node: &usize| self.spans[*node].level <= middle;
        let is_low = |node: &usize| self.spans[*node].level == middle || self.tree.nodes[*node].is_leaf;
        let (low, high): (Vec<usize>, Vec<usize>) = (0..self.spans.len()).filter(upper).partition(is_low);
        let source = source(self.bounds, &self.triangles, &self.tree.items, &self.spans, self.build.fit);
        let volumes = executor.map_with(low.len(), Vec::new, |points, k| source.around(low[k], points));
        let mut read: u64 = low.iter().map(|node| self.spans[*node].items.len() as u64).sum();
        for (node, bound) in low.iter().zip(volumes) {
            self.tree.nodes[*node].set(bound);
        }
        let mut points = Vec::new();
        for node in high.iter().rev() {
            read += source.draw(&mut self.tree.nodes, 0, *node, &mut points);
        }
        low.iter().chain(&high).for_each(|node| self.drawn[*node] = self.step);
        RefitCost { nodes: (low.len() + high.len()) as u64, triangles: read }
    }
}

impl<V: BoundingVolume> Node<V> {
    fn set(&mut self, bound: V) {
        self.size = bound.half_diagonal();
        self.bound = bound;
    }
}

fn source<'a, V: BoundingVolume>(
    Aabb { min, max }: Aabb,
    triangles: &'a [[DVec3; 3]],
    items: &'a [u32],
    spans: &'a [Span],
    fit: OrientedFit,
) -> Source<'a, V> {
    let corners: [DVec3; 8] = std::array::from_fn(|k| {
        let side = |axis: usize| if k >> axis & 1 == 0 { min[axis] } else { max[axis] };
        DVec3::new(side(0), side(1), side(2))
    });
    Source { triangles, items, spans, fit, whole: V::around(&corners, fit) }
}

impl<V: BoundingVolume> Source<'_, V> {
    /// A volume around the triangles below a node.
    fn around(&self, node: usize, points: &mut Vec<DVec3>) -> V {
        points.clear();
        let items = &self.items[self.spans[node].items.clone()];
        points.extend(items.iter().flat_map(|item| self.triangles[*item as usize]));
        V::around(points, self.fit)
    }

    /// Draws a node of some, numbered on from the first, all that is below being drawn; how many triangles were read.
    fn draw(&self, nodes: &mut [Node<V>], first: usize, node: usize, points: &mut Vec<DVec3>) -> u64 {
        let Node { is_leaf, first: child, count, .. } = nodes[node - first];
        let below = || nodes[child as usize - first..][..count as usize].iter().map(|child| &child.bound);
        let joined = if is_leaf { None } else { V::around_all(below()) };
        // Spheres around spheres may grow from level to level.
        let joined =
            joined.map(|v| if v.half_diagonal() > self.whole.half_diagonal() { self.whole.clone() } else { v });
        let read = if joined.is_some() { 0 } else { self.spans[node].items.len() as u64 };
        let bound = joined.unwrap_or_else(|| self.around(node, points));
        nodes[node - first].set(bound);
        read
    }
}

/// What is below every node.
fn spans<V: BoundingVolume>(tree: &Tree<V>) -> Vec<Span> {
    let mut spans = vec![Span::default(); tree.node_count()];
    for node in 0..spans.len() {
        let level = spans[node].level + 1;
        tree.children(node as u32).for_each(|child| spans[child as usize].level = level);
    }
    // Children come after their parents.
    for node in (0..spans.len()).rev() {
        let Range { start, end } = tree.children(node as u32);
        let children = start as usize..end as usize;
        let Node { first, count, is_leaf, .. } = *tree.node(node as u32);
        let own = first as usize..(first + count) as usize;
        let (nodes, items) = if is_leaf {
            (0..0, own)
        } else {
            let last = spans[children.clone()].iter().map(|child| child.nodes.end).fold(children.end, usize::max);
            let items = spans[children.start].items.start..spans[children.end - 1].items.end;
            (children.start..last, items)
        };
        (spans[node].nodes, spans[node].items) = (nodes, items);
    }
    spans
}
